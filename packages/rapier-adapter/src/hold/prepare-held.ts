import { SHAPE_STRIDE } from '@stiction/friction-core';
import { COEFFICIENT_CHANGE, COUPLED, NO_FRICTION, SAME_COEFFICIENT, TURN } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import type { ColliderRecord } from '../ownership/collider-table.js';
import { HELD, isPartlyHeld, NATIVE, ROWS, restOf } from '../ownership/law-kind.js';
import { refreshContacts, writeNative } from '../ownership/native.js';
import { combined, MAX, MIN, MULTIPLY } from '../ownership/represent.js';
import { DYNAMIC } from '../read/body-table.js';
import { KNOWN, MOVES, SLIDES } from '../step/flags.js';
import { isLoadedAtRest, torqueBeyond } from './rest-load.js';

/**
 * Patches that Rapier's own friction holds. While one slides or spins, Rapier's coefficient follows the law,
 *
 *     c = |q_t|,   q = support of K against the slip twist (v, ω) at mid step
 *
 * and what Rapier's model lacks (it brakes sliding and spinning independently of each other, about the mean of the points) is added as
 * a force and torque at the pressure centre:
 *
 *     e = N (q - q_native),   q_native = (f, ρ × f - c r sign ω),   f = -c d/|d|,  d = A_m⁻¹ v_m,   r = Σ N_k |x_k - m| / N
 *
 *   m, ρ       mean of the contact points, and where it is from the pressure centre    m
 *   v_m, A_m   slip and inverse mass at m: Rapier solves for rest, and then cuts to c N   m/s, 1/kg
 *
 * q_native is known only where friction cannot stop the motion within the step, so nothing is added elsewhere: there the patch is
 * stock Rapier's with the right coefficient.
 */
export function planHeld(install: InstallState, i: number): void {
  const { store, plan, scratch } = install;
  const patches = store.current;
  const mu = restOfPatch(install, i);
  const load = patches.normalScale[i] * patches.normalImpulse[i];
  const { block } = patches;
  const { vector } = scratch;
  const at = 3 * i;
  const crowd = load * crowding(install, i);
  // Never what Rapier's own friction deals with anyway: jitter of what is hardly loaded.
  const least = install.reading.slowSpeed;
  const speed = length(plan.mid[at], plan.mid[at + 1]);
  const spin = Math.abs(plan.mid[at + 2]);
  const turns =
    spin * Math.max(plan.lever[i], patches.torsionRadius[i]) > least || patches.law[i].extraTorsion === true;
  let slides = load > 0 && speed > least;
  let spins = load > 0 && turns;
  // Asking a law may be dear: only where it matters.
  if (slides || spins) {
    writeTwist(install, i);
    const stops = length(vector[0], vector[1]) * crowd * 0.5 * (block[6 * i] + block[6 * i + 3]);
    slides &&= speed > stops;
    // A patch that pivots while Rapier holds its place: see `torqueBeyond`.
    spins &&= (slides || !isLoadedAtRest(install, i)) && spin > Math.abs(vector[2]) * crowd * block[6 * i + 5];
  }
  if (!slides) {
    useRate(install, i, 0, 2);
    // Creep of what holds is not slip.
    if (patches.law[i].coulombMatch && (patches.averageImpulse[i] & MOVES) === 0 && !spins)
      plan.mid.fill(0, at, at + 2);
    if (!spins) plan.mid[at + 2] = 0;
    writeTwist(install, i);
  }
  plan.slides[i] = slides ? 1 : 0;
  plan.spins[i] = spins ? 1 : 0;
  for (let e = 0; e < 3; e++) plan.wrench[at + e] = patches.normalScale[i] * vector[e];
  const isMoving = slides || spins || plan.mid[at] !== 0 || plan.mid[at + 1] !== 0;
  // Where friction depends on the direction the circle inside it stays, and the rest is a difference.
  const isRound = patches.law[i].coulombMatch !== undefined;
  plan.wanted[i] = isRound && isMoving && load > 0 ? length(plan.wrench[at], plan.wrench[at + 1]) : mu;
  if (slides && isCoupled(install, i)) plan.wanted[i] = 0;
}

/** The same for a patch that is too slow to need anything. */
export function planIdle(install: InstallState, i: number): void {
  const { plan } = install;
  plan.slides[i] = 0;
  plan.spins[i] = 0;
  plan.mid.fill(0, 3 * i, 3 * i + 3);
  plan.wanted[i] = restOfPatch(install, i);
}

/** Parts of the slip that friction can stop in this step are what the patch has really moved by. */
export function useRate({ plan }: InstallState, i: number, from: number, to: number): void {
  for (let e = 3 * i + from; e < 3 * i + to; e++) {
    if (Math.abs(plan.rate[e]) < Math.abs(plan.mid[e])) plan.mid[e] = plan.rate[e];
  }
}

/**
 * Does a patch that goes on sliding turn as well? Rapier's own torsion, which does not know of the slide, would stop the turning, so its
 * friction is off and all of the law's is a force. The same for several manifolds, which Rapier brakes each about a mean of its own.
 */
function isCoupled({ store, plan }: InstallState, i: number): boolean {
  const patches = store.current;
  const at = 3 * i;
  const before = KNOWN | SLIDES;
  if ((patches.averageImpulse[i] & before) !== before) return false;
  if (plan.estimated[i] === 1) return true;
  const turning = Math.abs(plan.mid[at + 2]) * plan.lever[i];
  return turning > COUPLED * length(plan.mid[at], plan.mid[at + 1]);
}

/** The coefficient at rest; that of the two colliders where the law takes it from them. */
function restOfPatch({ store, colliders }: InstallState, i: number): number {
  const { law, key } = store.current;
  if (law[i].mu !== undefined || law[i].innerMu !== undefined) return restOf(law[i]);
  const a = colliders.ofKey.get(key[4 * i + 1]);
  const b = colliders.ofKey.get(key[4 * i + 3]);
  return a && b ? combined(a.rest, a.restRule, b.rest, b.restRule) : 0;
}

/**
 * vector = friction per load against the slip at mid step. The points of a round law turn with the body that does not carry the frame: in
 * the middle of the step they have turned by φ, so the set is asked in axes that have turned as well.
 */
function writeTwist({ store, plan, scratch, world }: InstallState, i: number): void {
  const patches = store.current;
  const { slip, vector } = scratch;
  const at = 3 * i;
  const x = -plan.mid[at];
  const y = -plan.mid[at + 1];
  const sense = patches.carrier[i] === 0 ? 1 : -1;
  const phi = patches.law[i].coulombMatch ? 0.5 * sense * world.timestep * plan.mid[at + 2] : 0;
  // A turn by φ to second order, and of length 1.
  const scale = 1 / Math.sqrt(1 + phi * phi);
  const cos = scale;
  const sin = scale * phi;
  slip[0] = cos * x + sin * y;
  slip[1] = cos * y - sin * x;
  slip[2] = -plan.mid[at + 2];
  if (x === 0 && y === 0 && slip[2] === 0) {
    vector.fill(0);
    return;
  }
  patches.law[i].set.support(slip, patches.shape, SHAPE_STRIDE * i, vector);
  const q = vector[0];
  vector[0] = cos * q - sin * vector[1];
  vector[1] = sin * q + cos * vector[1];
}

/** How many times the load of this patch all patches of one of its moving bodies have together: they stop it sooner. */
export function crowding({ bodies: table, store }: InstallState, i: number): number {
  const { bodyA, bodyB, normalImpulse } = store.current;
  const a = table.type[bodyA[i]] === DYNAMIC ? table.load[bodyA[i]] : 0;
  const b = table.type[bodyB[i]] === DYNAMIC ? table.load[bodyB[i]] : 0;
  return normalImpulse[i] > 0 ? Math.max(1, Math.max(a, b) / normalImpulse[i]) : 1;
}

/** Colliders get the largest coefficient that one of their patches wants: what sticks must hold. */
export function chooseCoefficients(install: InstallState): void {
  const { store, plan, colliders, stepIndex } = install;
  const patches = store.current;
  // Once more after the last patch has gone.
  const wasBusy = plan.busy;
  plan.busy = patches.count > 0;
  if (!plan.busy && !wasBusy) return;
  for (let i = 0; i < patches.count; i++) {
    const a = colliders.ofKey.get(patches.key[4 * i + 1]);
    const b = colliders.ofKey.get(patches.key[4 * i + 3]);
    if (!a || !b) continue;
    if (plan.kind[i] === NATIVE) continue;
    if (a.kind === ROWS || b.kind === ROWS) {
      if (a.kind === ROWS) wantOff(a, plan.kind[i] === ROWS, stepIndex);
      if (b.kind === ROWS) wantOff(b, plan.kind[i] === ROWS, stepIndex);
      continue;
    }
    // One side is enough: the one that moves, which has fewer other contacts.
    const isFreeA = isFree(install, a);
    noteTurn(install, i, isFreeA ? a : b);
    if (a.kind === HELD && (isFreeA || b.kind !== HELD)) want(a, b, plan.wanted[i], stepIndex);
    if (b.kind === HELD && (isFree(install, b) || a.kind !== HELD)) want(b, a, plan.wanted[i], stepIndex);
  }
  for (const record of colliders.acquired) {
    if (record.kind === HELD) {
      // What touches nothing may land.
      if (record.chosen === stepIndex) useWanted(install, record);
      else writeNative(install, record, record.rest, record.restRule);
    }
    if (record.kind !== ROWS || record.flight === 0) continue;
    // What touches nothing may land: then Rapier's own friction acts, and rows from the next step on.
    const isOff = record.chosen === stepIndex && record.wanted === 0;
    if (isOff) writeNative(install, record, record.rest, record.restRule);
    else if (record.chosen === stepIndex || wasVisited(install, record))
      writeNative(install, record, record.flight, MAX);
  }
}

/** Rapier takes contacts that turn with their bodies for unchanged, friction directions included: after some turn they are computed again. */
function noteTurn(install: InstallState, i: number, record: ColliderRecord): void {
  const { normal: n, bodyA, bodyB } = install.store.current;
  const { velocity: v } = install.bodies.bodies;
  let a = 0;
  let b = 0;
  for (let e = 0; e < 3; e++) {
    a += n[3 * i + e] * v[6 * bodyA[i] + 3 + e];
    b += n[3 * i + e] * v[6 * bodyB[i] + 3 + e];
  }
  record.turning = Math.abs(a) > Math.abs(b) ? a : b;
  record.turned += install.world.timestep * record.turning;
  if (Math.abs(record.turned) > TURN) refreshContacts(install, record);
}

/** Awake, and not held by rows that were not looked at in the last step. */
function wasVisited({ bodies: table, stepIndex }: InstallState, { slot }: ColliderRecord): boolean {
  return table.visited[slot] === stepIndex - 1;
}

function isFree({ bodies: table }: InstallState, { slot }: ColliderRecord): boolean {
  return slot > 0 && table.type[slot] === DYNAMIC;
}

/** Rapier's own friction is off where one patch of the collider is held by rows. */
function wantOff(record: ColliderRecord, byRows: boolean, step: number): void {
  if (record.chosen !== step) record.wanted = 1;
  record.chosen = step;
  if (byRows) record.wanted = 0;
}

function want(record: ColliderRecord, partner: ColliderRecord, coefficient: number, step: number): void {
  if (record.chosen === step && record.wanted >= coefficient) return;
  record.chosen = step;
  record.wanted = coefficient;
  record.partner = partner;
}

function useWanted(install: InstallState, record: ColliderRecord): void {
  const { wanted, partner } = record;
  if (!partner) return;
  const resting = combined(record.rest, record.restRule, partner.written, partner.writtenRule);
  // A partner that is overridden as well, or one with Max, decides by itself.
  if (Math.abs(resting - wanted) <= SAME_COEFFICIENT * resting || partner.writtenRule === MAX || !(partner.rest > 0)) {
    writeNative(install, record, record.rest, record.restRule);
    return;
  }
  // Both colliders of a pair may be overridden: the smaller one counts, or both factors where the table is one of products.
  const isProduct = record.restRule === MULTIPLY || partner.restRule === MULTIPLY;
  const coefficient = isProduct ? wanted / partner.rest : wanted;
  const rule = isProduct ? MULTIPLY : MIN;
  const isSame =
    record.writtenRule === rule && Math.abs(record.written - coefficient) <= COEFFICIENT_CHANGE * coefficient;
  if (!isSame) writeNative(install, record, coefficient, rule);
}

/** impulse = what Rapier's own friction lacks at patch i in this step. */
export function writeDifference(install: InstallState, i: number): void {
  const { store, plan, colliders } = install;
  const patches = store.current;
  const { impulse } = patches;
  const at = 3 * i;
  const a = colliders.ofKey.get(patches.key[4 * i + 1]);
  const b = colliders.ofKey.get(patches.key[4 * i + 3]);
  const load = patches.normalImpulse[i];
  const native = a && b ? combined(a.written, a.writtenRule, b.written, b.writtenRule) : 0;
  const spin = plan.mid[at + 2];
  const o1 = plan.offset[2 * i];
  const o2 = plan.offset[2 * i + 1];
  const v1 = plan.mid[at] - spin * o2;
  const v2 = plan.mid[at + 1] + spin * o1;
  // A at m, and against which direction Rapier brakes there.
  const { block: A } = patches;
  const k = 6 * i;
  const a11 = A[k] - 2 * o2 * A[k + 2] + o2 * o2 * A[k + 5];
  const a12 = A[k + 1] + o1 * A[k + 2] - o2 * A[k + 4] - o1 * o2 * A[k + 5];
  const a22 = A[k + 3] + 2 * o1 * A[k + 4] + o1 * o1 * A[k + 5];
  const d1 = a22 * v1 - a12 * v2;
  const d2 = a11 * v2 - a12 * v1;
  const size = length(d1, d2);
  const f1 = size > 0 ? (-native * d1) / size : 0;
  const f2 = size > 0 ? (-native * d2) / size : 0;
  const isSliding = plan.slides[i] === 1;
  const share = isSliding ? 1 : brakingShare(install, i, f1, f2);
  impulse[at] = share * load * (plan.wrench[at] - f1);
  impulse[at + 1] = share * load * (plan.wrench[at + 1] - f2);
  // Rapier's torsion is known while it cannot stop the spin.
  const torsion = native * plan.lever[i];
  const isKnown = Math.abs(spin) > torsion * load * A[k + 5];
  if (native < NO_FRICTION && isSliding) {
    const most = Math.abs(spin) / A[k + 5];
    impulse[at + 2] = Math.max(-most, Math.min(most, load * plan.wrench[at + 2]));
  } else if (plan.spins[i] === 1 && isKnown) {
    const moment = isSliding ? o1 * f2 - o2 * f1 : 0;
    impulse[at + 2] = load * (plan.wrench[at + 2] - moment + torsion * Math.sign(spin));
  } else {
    // What holds the spin beyond Rapier's own torsion goes on; `holdSpin` corrects it after the step.
    const most = patches.law[i].extraTorsion ? Math.max(0, spinLimit(install, i) - torsion) * load : 0;
    impulse[at + 2] =
      most > 0 ? Math.max(-most, Math.min(most, impulse[at + 2])) : torqueBeyond(install, i, torsion * load);
  }
}

/**
 * A slow patch whose law holds more than Rapier's own friction in this direction is braked, by no more than stops it. The share of the
 * difference to Rapier's friction [f1, f2] that this takes; 0 where Rapier's own friction is all of it.
 */
function brakingShare({ store, plan }: InstallState, i: number, f1: number, f2: number): number {
  const { law, normalImpulse, block } = store.current;
  if (!isPartlyHeld(law[i])) return 0;
  const at = 3 * i;
  const difference = normalImpulse[i] * length(plan.wrench[at] - f1, plan.wrench[at + 1] - f2);
  const stops = difference * Math.max(block[6 * i], block[6 * i + 3]);
  return stops > 0 ? Math.min(1, (0.5 * length(plan.mid[at], plan.mid[at + 1])) / stops) : 0;
}

/** Torsion per load that the law allows to a patch that only spins [m]. */
export function spinLimit({ store, scratch }: InstallState, i: number): number {
  const patches = store.current;
  const { slip, vector } = scratch;
  slip[0] = 0;
  slip[1] = 0;
  slip[2] = 1e-6;
  patches.law[i].set.support(slip, patches.shape, SHAPE_STRIDE * i, vector);
  return patches.normalScale[i] * Math.abs(vector[2]);
}

/** Where Rapier's own friction acts, the mean of the points, from the pressure centre; and the lever of its torsion about it. */
export function findNativeModel({ store, plan, scratch }: InstallState, i: number): void {
  const { firstPoint, points, pointPosition: x, pointImpulse, centre, tangent1: t, tangent2: u } = store.current;
  const { other: mean } = scratch;
  const first = firstPoint[i];
  plan.estimated[i] = store.current.pointRestitution[first] > 0 ? 1 : 0;
  const count = points[i];
  mean.fill(0);
  for (let p = first; p < first + count; p++) for (let e = 0; e < 3; e++) mean[e] += x[3 * p + e] / count;
  let load = 0;
  let moment = 0;
  for (let p = first; p < first + count; p++) {
    load += pointImpulse[p];
    moment += pointImpulse[p] * length(x[3 * p] - mean[0], x[3 * p + 1] - mean[1], x[3 * p + 2] - mean[2]);
  }
  plan.lever[i] = load > 0 && count > 1 ? moment / load : 0;
  plan.offset.fill(0, 2 * i, 2 * i + 2);
  for (let e = 0; e < 3; e++) {
    const o = mean[e] - centre[3 * i + e];
    plan.offset[2 * i] += o * t[3 * i + e];
    plan.offset[2 * i + 1] += o * u[3 * i + e];
  }
}
