import { SHAPE_STRIDE } from '@stiction/friction-core';
import { linearizePatch } from '@stiction/friction-core/adapter';
import { readUserForce } from '../apply/forces.js';
import { COUPLED_SHARE, FADE, FOLLOW } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { countUserJoints } from '../motors/friction-joints.js';
import { colliderA, colliderB } from '../ownership/collider-table.js';
import { CORRECTED } from '../ownership/law-kind.js';
import { DYNAMIC } from '../read/body-table.js';
import { set3 } from '../set3.js';
import { SLIDES, SPINS } from '../step/flags.js';

/**
 * When a patch at rest breaks away. Rapier limits sliding and spinning independently. A limit surface yields earlier if a patch carries both: a box
 * gripped off its centre pivots. Rapier does not report what a patch carries, but it follows from the momentum of a body that only contacts hold:
 *
 *     p = M Δv - h (m g + f) - Σ N n
 *
 * Each patch carries a part of p in proportion to its load: the force in its plane and the moment about its normal, together λ. With g the gauge
 * of λ, the limit in this direction is λ/g. A torque on B leaves Rapier's torsion exactly that much:
 *
 *     -sign(λ3) (τ - |λ3|/g),     τ = c r N, Rapier's own limit
 *
 * While the patch sticks, Rapier's torsion balances this torque; when it should break away, that capacity is missing.
 */
export function estimateRestLoads(install: InstallState, dt: number): void {
  const { store, plan, bodies: table, stepIndex } = install;
  const patches = store.current;
  let any = false;
  for (let i = 0; i < patches.count; i++) {
    set3(plan.restLoad, 3 * i, 0);
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
      if (table.balanceStep[slot] === stepIndex) subtractNormals(install, i, slot, side === 0 ? -1 : 1);
    }
  }
  for (let i = 0; i < patches.count; i++) {
    if (table.balanceStep[patches.bodyB[i]] === stepIndex) assignShare(install, i, patches.bodyB[i], patches.armB, 1);
    else if (table.balanceStep[patches.bodyA[i]] === stepIndex)
      assignShare(install, i, patches.bodyA[i], patches.armA, -1);
    markLoaded(install, i, dt);
  }
}

function isCoupledAtRest(install: InstallState, i: number): boolean {
  const { store, plan, stepIndex } = install;
  const patches = store.current;
  if (plan.kind[i] !== CORRECTED || !patches.law[i].coupled || !(patches.normalImpulse[i] > 0)) return false;
  // A single point has no torsion.
  if (plan.nativeLever[i] === 0) return false;
  if ((patches.flags[i] & (SLIDES | SPINS)) !== 0) return false;
  const a = colliderA(install, i);
  const b = colliderB(install, i);
  if (!a || !b) return false;
  // A fast collider is not at rest, unless it pivots in place.
  if (a.fastStep !== stepIndex && b.fastStep !== stepIndex) return true;
  return a.loadedStep === stepIndex - 1 && b.loadedStep === stepIndex - 1 && isPivoting(install, i);
}

/** True if patch i rotates about its normal and does not move otherwise. */
function isPivoting({ store, bodies: table, plan, reading }: InstallState, i: number): boolean {
  const { slip, bodyA, bodyB } = store.current;
  const { velocity: v } = table.bodies;
  const at = 3 * i;
  let tilting = -slip[at + 2] * slip[at + 2];
  for (let e = 3; e < 6; e++) tilting += (v[6 * bodyB[i] + e] - v[6 * bodyA[i] + e]) ** 2;
  const slow = reading.slowSpeed * reading.slowSpeed;
  return slip[at] ** 2 + slip[at + 1] ** 2 < slow && tilting * plan.nativeLever[i] ** 2 < slow;
}

/** True if only contacts hold the body, and all of them were read in this step. */
function canBalance(install: InstallState, slot: number): boolean {
  const { bodies: table, stepIndex } = install;
  if (table.type[slot] !== DYNAMIC || table.balanceStep[slot] === stepIndex) return false;
  if (hasLockedAxis(install, slot) || countUserJoints(install, slot) > 0) return false;
  return table.isFullyAcquired[slot] === 1 ? table.visitedStep[slot] === stepIndex : areNeighboursRead(install, slot);
}

/** For a body that is not acquired: true if every collider near it was read in this step. */
function areNeighboursRead({ bodies: table, world, reading }: InstallState, slot: number): boolean {
  const body = table.body[slot];
  reading.allNeighboursRead = body !== null;
  for (let k = 0; body && reading.allNeighboursRead && k < body.numColliders(); k++) {
    world.narrowPhase.raw.contact_pairs_with(body.collider(k).handle, reading.onNeighbour);
  }
  return reading.allNeighboursRead;
}

function hasLockedAxis({ bodies: table }: InstallState, slot: number): boolean {
  const { invMass: m, invInertia: j } = table.bodies;
  const [a, b] = [3 * slot, 6 * slot];
  return !(m[a] > 0 && m[a + 1] > 0 && m[a + 2] > 0 && j[b] > 0 && j[b + 3] > 0 && j[b + 5] > 0);
}

/** Impulse on the body beyond gravity and the user's forces [N s, N m s], about the centre of mass. */
function beginBalance(install: InstallState, slot: number, dt: number): void {
  const { bodies: table, gravity, stepIndex, engine } = install;
  const { velocity: v, invMass } = table.bodies;
  const { balanceImpulse: p, entryVelocity } = table;
  table.balanceStep[slot] = stepIndex;
  table.balanceLoad[slot] = 0;
  const at = 6 * slot;
  // A body that was skipped before the step has hardly changed its velocity.
  const isEntered = table.entryStep[slot] === stepIndex;
  for (let e = 0; e < 6; e++) p[at + e] = isEntered ? v[at + e] - entryVelocity[at + e] : 0;
  const scale = dt * engine.bodies.rbGravityScale(table.handle[slot]);
  for (let e = 0; e < 3; e++) p[at + e] = (p[at + e] - scale * gravity[e]) / invMass[3 * slot + e];
  multiplyInertia(table.bodies.invInertia, at, p);
  readUserForce(install, slot);
  for (let e = at; e < at + 6; e++) p[e] -= dt * table.userForce[e];
}

/** p[3..5] = I p[3..5]; j holds the inverse of I. */
function multiplyInertia(j: Float64Array, at: number, p: Float64Array): void {
  const c11 = j[at + 3] * j[at + 5] - j[at + 4] * j[at + 4];
  const c12 = j[at + 2] * j[at + 4] - j[at + 1] * j[at + 5];
  const c13 = j[at + 1] * j[at + 4] - j[at + 2] * j[at + 3];
  const c22 = j[at] * j[at + 5] - j[at + 2] * j[at + 2];
  const c23 = j[at + 1] * j[at + 2] - j[at] * j[at + 4];
  const c33 = j[at] * j[at + 3] - j[at + 1] * j[at + 1];
  const scale = 1 / (j[at] * c11 + j[at + 1] * c12 + j[at + 2] * c13);
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
  const { balanceImpulse: p } = table;
  const at = 6 * slot;
  table.balanceLoad[slot] += normalImpulse[i];
  // Nothing can be concluded from estimated loads.
  if (plan.isEstimated[i] === 1) table.balanceLoad[slot] = Number.NaN;
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

/** The share of patch i in the momentum of a body: force along t1 and t2, and the moment about the normal at the pressure centre. */
function assignShare(install: InstallState, i: number, slot: number, arm: Float64Array, sign: number): void {
  const { store, bodies: table, plan } = install;
  const { normal: n, tangent1: t, tangent2: u, normalImpulse } = store.current;
  const { balanceImpulse: p } = table;
  const at = 3 * i;
  const k = 6 * slot;
  if (!(table.balanceLoad[slot] > 0)) return;
  const part = (sign * normalImpulse[i]) / table.balanceLoad[slot];
  for (let e = 0; e < 3; e++) {
    const f = (e + 1) % 3;
    const g = (e + 2) % 3;
    plan.restLoad[at] += part * p[k + e] * t[at + e];
    plan.restLoad[at + 1] += part * p[k + e] * u[at + e];
    const moment = p[k + 3 + e] - arm[at + f] * p[k + g] + arm[at + g] * p[k + f];
    plan.restLoad[at + 2] += part * moment * n[at + e];
  }
}

/** Marks patches close to their limit that carry a moment: they are read in every step. */
function markLoaded(install: InstallState, i: number, dt: number): void {
  const { store, colliders, stepIndex } = install;
  if (!mayBeLoaded(install, i)) return;
  linearizePatch(store.current, i, dt);
  const gauge = restGauge(install, i);
  if (!(gauge > COUPLED_SHARE && momentShare(install, i, gauge) > 0)) return;
  const { key } = store.current;
  for (let side = 1; side < 4; side += 2) {
    const record = colliders.byKey.get(key[4 * i + side]);
    if (record) record.loadedStep = stepIndex;
  }
}

/** A cheap test with Rapier's limits: most resting patches carry very little. */
function mayBeLoaded({ store, plan }: InstallState, i: number): boolean {
  const { law, normalImpulse } = store.current;
  const { restLoad, nativeLever } = plan;
  const most = (law[i].mu ?? 0) * normalImpulse[i];
  const moment = Math.abs(restLoad[3 * i + 2]);
  return (
    law[i].coupled === true &&
    length(restLoad[3 * i], restLoad[3 * i + 1]) + moment / nativeLever[i] > COUPLED_SHARE * most
  );
}

/** True if patch i carried so much in the last step, while it hardly moved, that it may break away. */
export function isLoadedAtRest({ store, colliders, plan, stepIndex }: InstallState, i: number): boolean {
  const { law, key } = store.current;
  if (!law[i].coupled || colliders.byKey.get(key[4 * i + 1])?.loadedStep !== stepIndex - 1) return false;
  return plan.restLoad[3 * i] !== 0 || plan.restLoad[3 * i + 1] !== 0 || plan.restLoad[3 * i + 2] !== 0;
}

/** How much of its limit patch i carries: 1 at the limit, 0 if unknown. */
function restGauge({ store, plan }: InstallState, i: number): number {
  const { law, shape, normalScale, normalImpulse } = store.current;
  const load = normalScale[i] * normalImpulse[i];
  if (!law[i].coupled || !(load > 0)) return 0;
  return law[i].set.gauge(plan.restLoad, 3 * i, shape, SHAPE_STRIDE * i) / load;
}

/** Ramp from 0, if the moment is a small part of what patch i carries, to 1 at a part of 1/FADE. */
function momentShare(install: InstallState, i: number, gauge: number): number {
  const { restLoad } = install.plan;
  const moment = restLoad[3 * i + 2];
  restLoad[3 * i + 2] = 0;
  const part = 1 - restGauge(install, i) / gauge;
  restLoad[3 * i + 2] = moment;
  return Math.max(0, Math.min(1, 2 * FADE * part - 1));
}

/**
 * The torque impulse on B that makes Rapier's torsion, with limit `most`, yield where the law does. It changes slowly: Rapier's rows need
 * several steps to follow.
 */
export function breakawayTorque(install: InstallState, i: number, most: number): number {
  const { plan, store } = install;
  const { impulse, flags } = store.current;
  const before = (flags[i] & (SLIDES | SPINS)) === 0 ? impulse[3 * i + 2] : 0;
  const gauge = restGauge(install, i);
  const moment = plan.restLoad[3 * i + 2];
  const excess = gauge > COUPLED_SHARE ? most - Math.abs(moment) / gauge : 0;
  const wanted = excess > 0 ? -Math.sign(moment) * momentShare(install, i, gauge) * excess : 0;
  return before + FOLLOW * (wanted - before);
}
