import { addImpulse, ensureCapacity } from '@stiction/friction-core/adapter';
import { addPatchForce, markCorrected, readUserForce } from '../apply/forces.js';
import { LEAST_CHANGE } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { DYNAMIC } from '../read/body-table.js';
import { set3 } from '../set3.js';
import { KNOWN } from '../step/flags.js';
import { solvePredicted } from './solve-predicted.js';

/**
 * Rigid laws that Rapier's friction cannot hold: textures, moving surfaces, custom laws. Friction is solved twice, each time together with the
 * normals of the same patches:
 *
 *     min ½ λᵀ A λ + vᵀ λ   over   λ ∈ λN K,     v the slip without λ
 *
 * 1. Before the engine's step, on velocities extrapolated from the last step. The result acts as a force during the step, so that positions, and the
 *    normals and joints that the engine solves, are right too.
 * 2. After it, on the resulting velocities and against the resulting loads. The difference changes the velocities.
 */
export function predictPatches(install: InstallState, dt: number): void {
  const { store, bodies: table, predicted, plan } = install;
  const patches = store.current;
  listPredicted(install);
  if (predicted.count === 0) return;
  const { index, count } = predicted;
  const scale = install.dt > 0 ? dt / install.dt : 1;
  for (let k = 0; k < count; k++) {
    const i = index[k];
    extrapolate(install, patches.bodyA[i], scale, dt);
    extrapolate(install, patches.bodyB[i], scale, dt);
    for (let e = 3 * i; e < 3 * i + 3; e++) {
      patches.impulse[e] = Number.isFinite(patches.stepImpulse[e]) ? scale * patches.stepImpulse[e] : 0;
    }
    const first = patches.firstPoint[i];
    for (let q = first; scale !== 1 && q < first + patches.points[i]; q++) patches.pointImpulse[q] *= scale;
  }
  solvePredicted(install, false);
  for (let k = 0; k < count; k++) {
    const i = index[k];
    savePrediction(install, patches.bodyA[i]);
    savePrediction(install, patches.bodyB[i]);
    plan.isSliding[i] = 1;
    plan.isSpinning[i] = 0;
    addPatchForce(install, i, dt);
  }
  if (count === patches.count) return;
  // Less is known about bodies that something else holds too.
  for (let i = 0; i < patches.count; i++) {
    if (isPredicted(install, i)) continue;
    table.predictedStep[patches.bodyA[i]] = -1;
    table.predictedStep[patches.bodyB[i]] = -1;
  }
}

/** Saves the predicted velocity and restores the one at the start of the step. */
function savePrediction({ bodies: table, stepIndex }: InstallState, slot: number): void {
  if (table.predictedStep[slot] === stepIndex) return;
  table.predictedStep[slot] = stepIndex;
  const { velocity } = table.bodies;
  for (let e = 6 * slot; e < 6 * slot + 6; e++) {
    table.predictedVelocity[e] = velocity[e];
    velocity[e] = table.entryVelocity[e];
  }
}

/** Extrapolates the velocity of a body to the end of the step: the change of the last step, plus new forces and gravity. */
function extrapolate(install: InstallState, slot: number, scale: number, dt: number): void {
  const { bodies: table, stepIndex, predicted } = install;
  // Already extrapolated, or not seen in the last step: it keeps its velocity.
  if (table.type[slot] !== DYNAMIC || table.changeStep[slot] !== stepIndex - 1) return;
  table.changeStep[slot] = stepIndex;
  const { velocity } = table.bodies;
  const { gravityChange: g } = predicted;
  const at = 6 * slot;
  for (let e = 0; e < 6; e++) velocity[at + e] += scale * table.velocityChange[at + e];
  if (g[0] !== 0 || g[1] !== 0 || g[2] !== 0) {
    const share = dt * (table.body[slot]?.gravityScale() ?? 0);
    for (let e = 0; e < 3; e++) velocity[at + e] += share * g[e];
  }
  if (table.isForceKnown[slot] === 1) return;
  const { force } = predicted;
  for (let e = 0; e < 6; e++) force[e] = -table.userForce[at + e];
  readUserForce(install, slot);
  for (let e = 0; e < 6; e++) force[e] += table.userForce[at + e];
  addImpulse(table.bodies, slot, force, 0, dt, velocity);
}

/** After the step: solves for the impulses of all predicted patches. `areKept`: the patches are those of the prediction. */
export function correctPatches(install: InstallState, areKept: boolean): void {
  const { store, predicted } = install;
  const patches = store.current;
  if (!areKept) listPredicted(install);
  if (predicted.count === 0) return;
  const { index, count } = predicted;
  for (let k = 0; k < count; k++) {
    const i = index[k];
    if ((patches.flags[i] & KNOWN) === 0) set3(patches.impulse, 3 * i, 0);
    if (patches.law[i].extraRows) prepareRolling(install, i);
    saveEngineVelocity(install, patches.bodyA[i]);
    saveEngineVelocity(install, patches.bodyB[i]);
  }
  predicted.isReady = areKept;
  solvePredicted(install, true);
  for (let k = 0; k < count; k++) {
    const i = index[k];
    for (let e = 3 * i; e < 3 * i + 3; e++) patches.stepImpulse[e] = patches.impulse[e];
    finishBody(install, patches.bodyA[i]);
    finishBody(install, patches.bodyB[i]);
  }
}

/** Extra rows of the law for the current motion: the moment that they start from has already acted. */
export function prepareRolling({ store, bodies: table, reading }: InstallState, i: number): void {
  const patches = store.current;
  const { velocity } = table.bodies;
  const { row } = reading;
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  for (let e = 0; e < 6; e++) {
    row[e] = velocity[a + e];
    row[6 + e] = velocity[b + e];
  }
  patches.law[i].extraRows?.prepare(patches, i, true);
  for (let e = 0; e < 6; e++) {
    velocity[a + e] = row[e];
    velocity[b + e] = row[6 + e];
  }
}

function saveEngineVelocity({ bodies: table }: InstallState, slot: number): void {
  const { engineVelocity } = table;
  const { velocity } = table.bodies;
  for (let e = 6 * slot; e < 6 * slot + 6; e++) engineVelocity[e] = velocity[e];
}

/** Records how much the step changed the velocity of a body, for the next prediction, and whether it has to be written. */
function finishBody(install: InstallState, slot: number): void {
  const { bodies: table, stepIndex } = install;
  if (table.type[slot] !== DYNAMIC || table.finishedStep[slot] === stepIndex) return;
  table.finishedStep[slot] = stepIndex;
  const { velocity } = table.bodies;
  const at = 6 * slot;
  if (isChanged(install, slot)) markCorrected(install, slot);
  else for (let e = at; e < at + 6; e++) velocity[e] = table.engineVelocity[e];
  if (table.entryStep[slot] !== stepIndex) return;
  table.changeStep[slot] = stepIndex;
  for (let e = at; e < at + 6; e++) table.velocityChange[e] = velocity[e] - table.entryVelocity[e];
}

/** Linear speed, and angular speed at the radius of gyration. */
function isChanged({ bodies: table, lengthUnit }: InstallState, slot: number): boolean {
  const { velocity: v, invMass: m, invInertia: j } = table.bodies;
  const { engineVelocity: w } = table;
  const k = 6 * slot;
  const linear = Math.abs(v[k] - w[k]) + Math.abs(v[k + 1] - w[k + 1]) + Math.abs(v[k + 2] - w[k + 2]);
  const angular = Math.abs(v[k + 3] - w[k + 3]) + Math.abs(v[k + 4] - w[k + 4]) + Math.abs(v[k + 5] - w[k + 5]);
  const moves = m[3 * slot] + m[3 * slot + 1] + m[3 * slot + 2];
  const turns = j[k] + j[k + 3] + j[k + 5];
  return linear + (turns > 0 ? angular * Math.sqrt(moves / turns) : 0) >= LEAST_CHANGE * lengthUnit;
}

function listPredicted(install: InstallState): void {
  const { store, predicted } = install;
  const { count } = store.current;
  predicted.index = ensureCapacity(predicted.index, count);
  predicted.count = 0;
  for (let i = 0; i < count; i++) if (isPredicted(install, i)) predicted.index[predicted.count++] = i;
}

/** True for a patch without Rapier's friction whose law has no bristles. */
export function isPredicted({ store, plan }: InstallState, i: number): boolean {
  return plan.isReplaced[i] === 1 && !store.current.law[i].commit;
}
