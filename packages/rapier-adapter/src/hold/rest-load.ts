import { linearizePatch, SHAPE_STRIDE } from '@stiction/friction-core';
import { readUserForce } from '../apply/forces.js';
import { COUPLED_SHARE, FADE, FOLLOW } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { HELD } from '../ownership/law-kind.js';
import { DYNAMIC } from '../read/body-table.js';
import { countJoints } from '../rows/row-joints.js';
import { SLIDES, SPINS } from '../step/flags.js';

/**
 * Rapier holds sliding and spinning independently of each other, each up to its own limit. A limit surface gives way sooner where a patch
 * carries both: a box gripped beside its middle pivots. Rapier does not tell what a patch carries; it follows from the momentum of a body
 * that contacts alone hold,
 *
 *     p = M Δv - h (m g + f) - Σ N n,
 *
 * of which each patch carries the part that its load is of all loads: the force along its plane, and the moment about its normal. Where
 * that is λ, its limit in this direction is λ/g, with g the gauge of λ. Rapier's torsion is then left with no more than that:
 *
 *     torque on B   -sign(λ3) (τ - |λ3|/g),     τ = c r N   Rapier's own limit
 *
 * which its torsion row takes up while it holds, and which is missing when it gives way, as it should.
 */
export function estimateRestLoads(install: InstallState, dt: number): void {
  const { store, plan, bodies: table, stepIndex } = install;
  const patches = store.current;
  let any = false;
  for (let i = 0; i < patches.count; i++) {
    plan.carried.fill(0, 3 * i, 3 * i + 3);
    if (!isCoupledAtRest(install, i)) continue;
    for (let side = 0; side < 2; side++) {
      const slot = side === 0 ? patches.bodyA[i] : patches.bodyB[i];
      if (!canBalance(install, slot)) continue;
      any = true;
      beginBalance(install, slot, dt);
    }
  }
  if (!any) return;
  for (let i = 0; i < patches.count; i++) {
    for (let side = 0; side < 2; side++) {
      const slot = side === 0 ? patches.bodyA[i] : patches.bodyB[i];
      if (table.balanced[slot] === stepIndex) subtractNormals(install, i, slot, side === 0 ? -1 : 1);
    }
  }
  for (let i = 0; i < patches.count; i++) {
    if (table.balanced[patches.bodyB[i]] === stepIndex) share(install, i, patches.bodyB[i], patches.armB, 1);
    else if (table.balanced[patches.bodyA[i]] === stepIndex) share(install, i, patches.bodyA[i], patches.armA, -1);
    noteLoaded(install, i, dt);
  }
}

function isCoupledAtRest(install: InstallState, i: number): boolean {
  const { store, plan, colliders, stepIndex } = install;
  const patches = store.current;
  if (plan.kind[i] !== HELD || !patches.law[i].coupled || !(patches.normalImpulse[i] > 0)) return false;
  // A single point has no torsion.
  if (plan.lever[i] === 0) return false;
  if ((patches.averageImpulse[i] & (SLIDES | SPINS)) !== 0) return false;
  const a = colliders.ofKey.get(patches.key[4 * i + 1]);
  const b = colliders.ofKey.get(patches.key[4 * i + 3]);
  if (!a || !b) return false;
  // What moves is not at rest, but for what pivots in its place.
  if (a.fast !== stepIndex && b.fast !== stepIndex) return true;
  return a.loaded === stepIndex - 1 && b.loaded === stepIndex - 1 && pivots(install, i);
}

/** Does patch i turn about its normal, and not otherwise? */
function pivots({ store, bodies: table, plan, reading }: InstallState, i: number): boolean {
  const { slip, bodyA, bodyB } = store.current;
  const { velocity: v } = table.bodies;
  const at = 3 * i;
  let tilting = -slip[at + 2] * slip[at + 2];
  for (let e = 3; e < 6; e++) tilting += (v[6 * bodyB[i] + e] - v[6 * bodyA[i] + e]) ** 2;
  const slow = reading.slowSpeed * reading.slowSpeed;
  return slip[at] ** 2 + slip[at + 1] ** 2 < slow && tilting * plan.lever[i] ** 2 < slow;
}

/** Nothing but contacts holds the body, and all of them are known. */
function canBalance(install: InstallState, slot: number): boolean {
  const { bodies: table, stepIndex } = install;
  if (slot === 0 || table.type[slot] !== DYNAMIC || table.balanced[slot] === stepIndex) return false;
  if (table.visited[slot] !== stepIndex || table.isWhole[slot] === 0) return false;
  return !hasLockedAxis(install, slot) && countJoints(install, slot) === 0;
}

function hasLockedAxis({ bodies: table }: InstallState, slot: number): boolean {
  const { invMass: m, invInertia: j } = table.bodies;
  const [a, b] = [3 * slot, 6 * slot];
  return !(m[a] > 0 && m[a + 1] > 0 && m[a + 2] > 0 && j[b] > 0 && j[b + 3] > 0 && j[b + 5] > 0);
}

/** What the step has done to the body beyond gravity and the user's forces [N s, N m s], about the centre of mass. */
function beginBalance(install: InstallState, slot: number, dt: number): void {
  const { bodies: table, gravity, stepIndex, engine } = install;
  const { velocity: v, invMass } = table.bodies;
  const { balance: p, entry } = table;
  table.balanced[slot] = stepIndex;
  table.pressed[slot] = 0;
  const at = 6 * slot;
  // A body that was not looked at before the step has hardly changed its velocity.
  const isEntered = table.entered[slot] === stepIndex;
  for (let e = 0; e < 6; e++) p[at + e] = isEntered ? v[at + e] - entry[at + e] : 0;
  const scale = dt * engine.bodies.rbGravityScale(table.handle[slot]);
  for (let e = 0; e < 3; e++) p[at + e] = (p[at + e] - scale * gravity[e]) / invMass[3 * slot + e];
  multiplyInertia(table.bodies.invInertia, at, p);
  readUserForce(install, slot);
  for (let e = at; e < at + 6; e++) p[e] -= dt * table.userForce[e];
}

/** p[3..5] = I p[3..5], where j has the inverse of I. */
function multiplyInertia(j: Float64Array, at: number, p: Float64Array): void {
  const a = j[at];
  const b = j[at + 1];
  const c = j[at + 2];
  const d = j[at + 3];
  const e = j[at + 4];
  const f = j[at + 5];
  const c11 = d * f - e * e;
  const c12 = c * e - b * f;
  const c13 = b * e - c * d;
  const c22 = a * f - c * c;
  const c23 = b * c - a * e;
  const c33 = a * d - b * b;
  const scale = 1 / (a * c11 + b * c12 + c * c13);
  const x = scale * p[at + 3];
  const y = scale * p[at + 4];
  const z = scale * p[at + 5];
  p[at + 3] = c11 * x + c12 * y + c13 * z;
  p[at + 4] = c12 * x + c22 * y + c23 * z;
  p[at + 5] = c13 * x + c23 * y + c33 * z;
}

function subtractNormals({ store, bodies: table, plan }: InstallState, i: number, slot: number, sign: number): void {
  const { firstPoint, points, pointPosition: x, pointImpulse, normal: n, normalImpulse } = store.current;
  const { pose } = table.bodies;
  const { balance: p } = table;
  const at = 6 * slot;
  table.pressed[slot] += normalImpulse[i];
  // Loads that are only estimated leave nothing to be told from them.
  if (plan.estimated[i] === 1) table.pressed[slot] = Number.NaN;
  for (let k = firstPoint[i]; k < firstPoint[i] + points[i]; k++) {
    const impulse = sign * pointImpulse[k];
    for (let e = 0; e < 3; e++) {
      const f = (e + 1) % 3;
      const g = (e + 2) % 3;
      p[at + e] -= impulse * n[3 * i + e];
      const rf = x[3 * k + f] - pose[7 * slot + f];
      const rg = x[3 * k + g] - pose[7 * slot + g];
      p[at + 3 + e] -= impulse * (rf * n[3 * i + g] - rg * n[3 * i + f]);
    }
  }
}

/** What patch i carries of the balance of a body: force along t1 and t2, and the moment about the normal at the pressure centre. */
function share(install: InstallState, i: number, slot: number, arm: Float64Array, sign: number): void {
  const { store, bodies: table, plan } = install;
  const { normal: n, tangent1: t, tangent2: u, normalImpulse } = store.current;
  const { balance: p } = table;
  const at = 3 * i;
  const k = 6 * slot;
  if (!(table.pressed[slot] > 0)) return;
  const part = (sign * normalImpulse[i]) / table.pressed[slot];
  for (let e = 0; e < 3; e++) {
    const f = (e + 1) % 3;
    const g = (e + 2) % 3;
    plan.carried[at] += part * p[k + e] * t[at + e];
    plan.carried[at + 1] += part * p[k + e] * u[at + e];
    const moment = p[k + 3 + e] - arm[at + f] * p[k + g] + arm[at + g] * p[k + f];
    plan.carried[at + 2] += part * moment * n[at + e];
  }
}

/** Patches that carry a good part of what they can, and a moment, are read in every step. */
function noteLoaded(install: InstallState, i: number, dt: number): void {
  const { store, colliders, stepIndex } = install;
  if (!mayBeLoaded(install, i)) return;
  linearizePatch(store.current, i, dt);
  const gauge = restGauge(install, i);
  if (!(gauge > COUPLED_SHARE && momentPart(install, i, gauge) > 0)) return;
  const { key } = store.current;
  for (let side = 1; side < 4; side += 2) {
    const record = colliders.ofKey.get(key[4 * i + side]);
    if (record) record.loaded = stepIndex;
  }
}

/** Most patches at rest carry next to nothing, which Rapier's own limits tell without asking the law. */
function mayBeLoaded({ store, plan }: InstallState, i: number): boolean {
  const { law, normalImpulse } = store.current;
  const { carried, lever } = plan;
  const most = (law[i].mu ?? 0) * normalImpulse[i];
  const moment = Math.abs(carried[3 * i + 2]);
  return (
    law[i].coupled === true && length(carried[3 * i], carried[3 * i + 1]) + moment / lever[i] > COUPLED_SHARE * most
  );
}

/** Did patch i carry so much in the last step, while it hardly slid, that it may give way? */
export function isLoadedAtRest({ store, colliders, plan, stepIndex }: InstallState, i: number): boolean {
  const { law, key } = store.current;
  if (!law[i].coupled || colliders.ofKey.get(key[4 * i + 1])?.loaded !== stepIndex - 1) return false;
  return plan.carried[3 * i] !== 0 || plan.carried[3 * i + 1] !== 0 || plan.carried[3 * i + 2] !== 0;
}

/** How much of its limit patch i carries: 1 at the limit, 0 where that is not known. */
function restGauge({ store, plan }: InstallState, i: number): number {
  const { law, shape, normalScale, normalImpulse } = store.current;
  const load = normalScale[i] * normalImpulse[i];
  if (!law[i].coupled || !(load > 0)) return 0;
  return law[i].set.gauge(plan.carried, 3 * i, shape, SHAPE_STRIDE * i) / load;
}

/** 0 where the moment has little part in what patch i carries, 1 from a part of 1/FADE on; in between it rises evenly. */
function momentPart(install: InstallState, i: number, gauge: number): number {
  const { carried } = install.plan;
  const moment = carried[3 * i + 2];
  carried[3 * i + 2] = 0;
  const part = 1 - restGauge(install, i) / gauge;
  carried[3 * i + 2] = moment;
  return Math.max(0, Math.min(1, 2 * FADE * part - 1));
}

/**
 * The torque impulse on B that makes Rapier's torsion, of limit `most`, give way where the law does. It follows slowly: Rapier's rows need
 * some steps to take it up.
 */
export function torqueBeyond(install: InstallState, i: number, most: number): number {
  const { plan, store } = install;
  const { impulse, averageImpulse } = store.current;
  const before = (averageImpulse[i] & (SLIDES | SPINS)) === 0 ? impulse[3 * i + 2] : 0;
  const gauge = restGauge(install, i);
  const moment = plan.carried[3 * i + 2];
  const excess = gauge > COUPLED_SHARE ? most - Math.abs(moment) / gauge : 0;
  const wanted = excess > 0 ? -Math.sign(moment) * momentPart(install, i, gauge) * excess : 0;
  return before + FOLLOW * (wanted - before);
}
