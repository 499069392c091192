import type { Bodies } from '../bodies/bodies.js';
import {
  AVERAGE_TIME,
  CONTACT_BIAS_SUBSTEPS,
  JOINT_BIAS_SUBSTEPS,
  LAST_STEADY_CHECK,
  MAX_SKIPPED_ROTATION,
  RECENT_TIME,
  STEADY_BIAS,
  STEADY_CHANGE,
} from '../constants.js';
import { copyNumbers } from '../math/buffers.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import type { ContactSolver } from './contact-solver.js';
import { type Islands, islandOf } from './islands.js';
import type { JointFactor } from './joint-factor.js';
import type { JointRows } from './joint-rows.js';
import { ANGULAR_A, ANGULAR_B, FIXED_A, NONE, type NormalRows, ROW_STRIDE } from './normal-rows.js';

/**
 * Skips the substeps of steady islands. An island whose velocities did not change in a substep is at rest or in uniform motion. The
 * remaining substeps would repeat the last one, so they are not solved: motion and impulses continue as they are. All other islands
 * keep their substeps.
 *
 * Sweeps alternate between forward and backward, and each leaves a different small error in a stack, so a stack at rest repeats
 * itself every two substeps. After the second substep, the change over both is tested.
 *
 * The error estimate is the change of velocity relative to what forces alone would change. Every step still solves one or two
 * substeps, so a state that changes more slowly than the tolerance keeps changing, and is solved in full once it changes faster.
 */

/** Changes below this fraction of the velocity are rounding. */
const ROUNDING = 1e-13;

/** After substep k: advances steady islands to the end of the step and takes them out of the lists. */
export function finishSteadyIslands(
  solver: ContactSolver,
  bodies: Bodies,
  patches: PatchBuffers,
  joints: JointRows,
  h: number,
  k: number,
): void {
  const { islands } = solver;
  islands.remaining = solver.substeps - k - 1;
  islands.period = k === 1 && islands.remaining % 2 === 0 ? 2 : 1;
  if (islands.remaining === 0 || k > LAST_STEADY_CHECK) return;
  if (islands.period === 2) addFirstMotion(islands, bodies);
  const startVelocity = islands.period === 2 ? islands.stepStartVelocity : solver.substepStartVelocity;
  if (!markActive(islands, bodies, startVelocity, h)) return;
  for (let n = 0; n < islands.patchCount; n++) checkPatch(islands, solver, bodies, patches, islands.patches[n], h);
  for (let n = 0; n < islands.rowCount; n++) checkRow(islands, bodies, joints, islands.rows[n]);
  finishBodies(islands, bodies, h);
  finishPatches(islands, bodies, patches, solver, h);
  finishRows(islands, joints, solver.factor);
}

/** All motion so far is that of the first two substeps. */
function addFirstMotion({ bodies: list, bodyCount, substepMotion }: Islands, { motion }: Bodies): void {
  for (let k = 0; k < bodyCount; k++) copyNumbers(motion, 6 * list[k], substepMotion, 6 * list[k], 6);
}

/** Marks islands with a body whose velocity has changed as active. Returns true if a steady one is left. */
function markActive(islands: Islands, bodies: Bodies, startVelocity: Float64Array, h: number): boolean {
  const { island, active, maxAcceleration2, substepMotion } = islands;
  const time = islands.period * h;
  const { velocity: v, invMass: m, invInertia: j } = bodies;
  let roots = 0;
  for (let k = 0; k < islands.bodyCount; k++) {
    const body = islands.bodies[k];
    if (island[body] !== body) continue;
    active[body] = 0;
    roots++;
  }
  for (let k = 0; k < islands.bodyCount; k++) {
    const body = islands.bodies[k];
    const root = island[body];
    if (root < 0 || active[root] === 1) continue;
    const at = 6 * body;
    // Angles are weighted with the radius of gyration, √(I/m).
    const invMass = Math.max(m[3 * body], m[3 * body + 1], m[3 * body + 2]);
    const invInertia = Math.min(j[at], j[at + 3], j[at + 5]);
    const radius2 = invMass > 0 && invInertia > 0 ? invMass / invInertia : 1;
    const linear =
      (v[at] - startVelocity[at]) ** 2 +
      (v[at + 1] - startVelocity[at + 1]) ** 2 +
      (v[at + 2] - startVelocity[at + 2]) ** 2;
    const angular =
      (v[at + 3] - startVelocity[at + 3]) ** 2 +
      (v[at + 4] - startVelocity[at + 4]) ** 2 +
      (v[at + 5] - startVelocity[at + 5]) ** 2;
    const change2 = maxAcceleration2[root] * h * h;
    const speed = v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2];
    const spin = v[at + 3] * v[at + 3] + v[at + 4] * v[at + 4] + v[at + 5] * v[at + 5];
    const rounding = ROUNDING * ROUNDING * (speed + radius2 * spin);
    if (linear + radius2 * angular <= STEADY_CHANGE * STEADY_CHANGE * change2 + rounding) {
      let bias2 = 0;
      for (let e = at; e < at + 6; e++) bias2 += (e < at + 3 ? 1 : radius2) * (substepMotion[e] / time - v[e]) ** 2;
      if (bias2 <= STEADY_BIAS * STEADY_BIAS * change2 + rounding) continue;
    }
    active[root] = 1;
    if (--roots === 0) return false;
  }
  return roots > 0;
}

/** Active: laws with memory, sliding patches, points that separate or approach, accelerated carriers. */
function checkPatch(
  { island, active, maxAcceleration2 }: Islands,
  { row }: NormalRows,
  bodies: Bodies,
  patches: PatchBuffers,
  i: number,
  h: number,
): void {
  const slotA = patches.bodyA[i];
  const slotB = patches.bodyB[i];
  const root = islandOf(island, slotA, slotB);
  if (root < 0 || active[root] === 1) return;
  const law = patches.law[i];
  if (
    law.stateSize > 0 ||
    law.commit ||
    law.extraRows ||
    patches.sliding[i] === 1 ||
    isDriven(bodies, island, slotA, slotB)
  ) {
    active[root] = 1;
    return;
  }
  const { velocity: v } = bodies;
  const { normal: n } = patches;
  const a = 6 * slotA;
  const b = 6 * slotB;
  const limit = STEADY_BIAS * STEADY_BIAS * maxAcceleration2[root] * h * h;
  const centreSpeed =
    n[3 * i] * (v[b] - v[a]) + n[3 * i + 1] * (v[b + 1] - v[a + 1]) + n[3 * i + 2] * (v[b + 2] - v[a + 2]);
  for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
    let speed = centreSpeed;
    for (let e = 0; e < 3; e++) {
      speed += row[ROW_STRIDE * q + ANGULAR_B + e] * v[b + 3 + e] - row[ROW_STRIDE * q + ANGULAR_A + e] * v[a + 3 + e];
    }
    if (speed * speed > limit) {
      active[root] = 1;
      return;
    }
  }
}

/** True if one of the two is a body that the user accelerates. */
function isDriven({ acceleration: a }: Bodies, island: Int32Array, slotA: number, slotB: number): boolean {
  const body = island[slotA] < 0 ? slotA : slotB;
  if (island[body] >= 0) return false;
  for (let e = 6 * body; e < 6 * body + 6; e++) if (a[e] !== 0) return true;
  return false;
}

function checkRow(
  { island, active, substepMotion, remaining }: Islands,
  bodies: Bodies,
  joints: JointRows,
  r: number,
): void {
  const a = joints.bodyA[r];
  const b = joints.bodyB[r];
  const root = islandOf(island, a, b);
  if (root < 0 || active[root] === 1) return;
  if (joints.frictionJoint[r] > 0) {
    active[root] = 1;
    return;
  }
  let angle = 0;
  for (let e = 3; e < 6; e++)
    angle = Math.max(angle, Math.abs(substepMotion[6 * a + e]), Math.abs(substepMotion[6 * b + e]));
  if (remaining * angle > MAX_SKIPPED_ROTATION || isDriven(bodies, island, a, b)) active[root] = 1;
}

function finishBodies(islands: Islands, bodies: Bodies, h: number): void {
  const { island, active, substepMotion, hasJoints, remaining, period } = islands;
  const { velocity: v, motion } = bodies;
  const time = remaining * h;
  let kept = 0;
  for (let k = 0; k < islands.bodyCount; k++) {
    const body = islands.bodies[k];
    const root = island[body];
    if (root < 0 || active[root] === 1) {
      islands.bodies[kept++] = body;
      continue;
    }
    const biasSubsteps =
      Math.min(remaining, hasJoints[root] === 1 ? JOINT_BIAS_SUBSTEPS : CONTACT_BIAS_SUBSTEPS) / period;
    for (let e = 6 * body; e < 6 * body + 6; e++)
      motion[e] += time * v[e] + biasSubsteps * (substepMotion[e] - period * h * v[e]);
  }
  islands.bodyCount = kept;
}

function finishPatches(islands: Islands, bodies: Bodies, patches: PatchBuffers, rows: NormalRows, h: number): void {
  const { island, active, remaining, period } = islands;
  const { velocity: v } = bodies;
  const average = 1 - (1 - h / (h + AVERAGE_TIME)) ** remaining;
  const recent = 1 - (1 - h / (h + RECENT_TIME)) ** remaining;
  let kept = 0;
  for (let k = 0; k < islands.patchCount; k++) {
    const i = islands.patches[k];
    const a = patches.bodyA[i];
    const b = patches.bodyB[i];
    const root = islandOf(island, a, b);
    if (root >= 0 && active[root] === 1) {
      islands.patches[kept++] = i;
      continue;
    }
    // After the first two substeps, the sums of the step are those of the period.
    const { pointStepImpulse, pointImpulse, stepNormalImpulse, stepImpulse, impulse } = patches;
    for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
      pointStepImpulse[q] += remaining * (period === 1 ? pointImpulse[q] : 0.5 * pointStepImpulse[q]);
    }
    const load = period === 1 ? patches.normalImpulse[i] : 0.5 * stepNormalImpulse[i];
    stepNormalImpulse[i] += remaining * load;
    patches.averageImpulse[i] += average * (load - patches.averageImpulse[i]);
    patches.recentImpulse[i] += recent * (load - patches.recentImpulse[i]);
    const fixed = rows.fixedBody[i];
    const arm = fixed === FIXED_A ? patches.armA : patches.armB;
    const time = fixed === NONE ? 0 : (fixed === FIXED_A ? remaining : -remaining) * h;
    for (let e = 0; e < 3; e++) {
      const at = 3 * i + e;
      stepImpulse[at] += remaining * (period === 1 ? impulse[at] : 0.5 * stepImpulse[at]);
      arm[at] += time * (v[6 * b + e] - v[6 * a + e]);
    }
  }
  islands.patchCount = kept;
}

function finishRows(islands: Islands, joints: JointRows, factor: JointFactor): void {
  const { island, active, remaining, period } = islands;
  const { impulse, stepImpulse } = joints;
  let kept = 0;
  for (let k = 0; k < islands.rowCount; k++) {
    const r = islands.rows[k];
    const root = islandOf(island, joints.bodyA[r], joints.bodyB[r]);
    if (root >= 0 && active[root] === 1) islands.rows[kept++] = r;
    else stepImpulse[r] += remaining * (period === 1 ? impulse[r] : 0.5 * stepImpulse[r]);
  }
  islands.rowCount = kept;
  kept = 0;
  for (let k = 0; k < islands.factorCount; k++) {
    const i = islands.factors[k];
    const r =
      factor.islandRowStart[i] < factor.islandRowStart[i + 1]
        ? factor.rowOrder[factor.islandRowStart[i]]
        : factor.limits[factor.islandLimitStart[i]];
    const root = islandOf(island, joints.bodyA[r], joints.bodyB[r]);
    if (root >= 0 && active[root] === 1) islands.factors[kept++] = i;
  }
  islands.factorCount = kept;
}
