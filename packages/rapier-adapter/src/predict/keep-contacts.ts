import { movePoint, pushContact } from '@stiction/friction-core/adapter';
import { KEPT_ERROR, KEPT_STEPS, KEPT_TRAVEL, KEPT_TURN } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { colliderA, colliderB } from '../ownership/collider-table.js';
import { DYNAMIC } from '../read/body-table.js';
import { isAwake } from '../read/choose-visits.js';
import { readVelocity } from '../read/read-bodies.js';

/**
 * Reading contacts costs more than solving them. A body that moves as predicted has the predicted loads, by its momentum; if it has hardly moved since
 * it was read, its contacts are unchanged. Such contacts are kept for some steps: only velocities are read, and friction is corrected as usual.
 */
export function chooseKept(install: InstallState): void {
  const { bodies: table, store, stepIndex, engine } = install;
  // Before 0.21, loads include their warm start.
  if (engine.countsWarmStart || stepIndex % KEPT_STEPS === 0) return;
  const { bodyA, bodyB, count } = store.current;
  for (let i = 0; i < count; i++) {
    const a = bodyA[i];
    const b = bodyB[i];
    const isKeptA = movesAsPredicted(install, a);
    const isKeptB = movesAsPredicted(install, b);
    // Pairs of a body that is read are read, from either side.
    if (!isKeptA) table.unkeptNeighbourStep[b] = stepIndex;
    if (!isKeptB) table.unkeptNeighbourStep[a] = stepIndex;
  }
}

/** True if a body keeps its contacts in this step. Bodies that contacts cannot move always do. */
export function isKept({ bodies: table, stepIndex }: InstallState, slot: number): boolean {
  if (table.type[slot] !== DYNAMIC) return true;
  return table.keptStep[slot] === stepIndex && table.unkeptNeighbourStep[slot] !== stepIndex;
}

function movesAsPredicted(install: InstallState, slot: number): boolean {
  const { bodies: table, stepIndex, reading, lengthUnit } = install;
  if (table.type[slot] !== DYNAMIC || table.keptStep[slot] === stepIndex) return true;
  if (table.predictedStep[slot] !== stepIndex || !isAwake(install, slot)) return false;
  if (!readVelocity(install, slot)) return false;
  const { velocity: v, invMass: m, invInertia: j } = table.bodies;
  const { predictedVelocity: w } = table;
  const k = 6 * slot;
  const time = (stepIndex - table.poseStep[slot]) * reading.dt;
  const speed = Math.abs(v[k]) + Math.abs(v[k + 1]) + Math.abs(v[k + 2]);
  const spin = Math.abs(v[k + 3]) + Math.abs(v[k + 4]) + Math.abs(v[k + 5]);
  if (time * speed > KEPT_TRAVEL * lengthUnit || time * spin > KEPT_TURN) return false;
  const linear = Math.abs(v[k] - w[k]) + Math.abs(v[k + 1] - w[k + 1]) + Math.abs(v[k + 2] - w[k + 2]);
  const angular = Math.abs(v[k + 3] - w[k + 3]) + Math.abs(v[k + 4] - w[k + 4]) + Math.abs(v[k + 5] - w[k + 5]);
  const moves = (m[3 * slot] + m[3 * slot + 1] + m[3 * slot + 2]) / 3;
  const turns = (j[k] + j[k + 3] + j[k + 5]) / 3;
  // Angular speed at the radius of gyration.
  const error = linear + (turns > 0 ? angular * Math.sqrt(moves / turns) : 0);
  if (!(error < KEPT_ERROR * moves * table.normalLoad[slot])) return false;
  table.keptStep[slot] = stepIndex;
  return true;
}

/**
 * Adds the kept contacts, with their predicted loads, to those that were read. Returns true, without adding anything, if all are kept: then the
 * patches are unchanged.
 */
export function addKept(install: InstallState): boolean {
  const { store } = install;
  const { current: patches, contacts } = store;
  const { bodyA, bodyB, count } = patches;
  if (count === 0) return false;
  let areAll = contacts.count === 0;
  for (let i = 0; i < count && areAll; i++) areAll = isKept(install, bodyA[i]) && isKept(install, bodyB[i]);
  if (areAll) return true;
  for (let i = 0; i < count; i++) {
    if (isKept(install, bodyA[i]) && isKept(install, bodyB[i])) addPatch(install, i);
  }
  return false;
}

/** Points move with the bodies that can move. */
function addPatch(install: InstallState, i: number): void {
  const { store, bodies: table, scratch } = install;
  const { current: patches, contacts } = store;
  const { pose } = table.bodies;
  const a = patches.bodyA[i];
  const b = patches.bodyB[i];
  if (!colliderA(install, i) || !colliderB(install, i)) return;
  const shareA = table.type[a] !== DYNAMIC ? 0 : table.type[b] !== DYNAMIC ? 1 : 0.5;
  const { vector, other: point } = scratch;
  for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
    const c = pushContact(contacts);
    contacts.body[2 * c] = a;
    contacts.body[2 * c + 1] = b;
    for (let e = 0; e < 4; e++) contacts.key[4 * c + e] = patches.key[4 * i + e];
    for (let e = 0; e < 2; e++) contacts.material[2 * c + e] = patches.material[2 * i + e];
    movePoint(pose, 7 * a, patches.pointLocalA, 3 * q, vector, 0);
    movePoint(pose, 7 * b, patches.pointLocalB, 3 * q, point, 0);
    for (let e = 0; e < 3; e++) {
      contacts.normal[3 * c + e] = patches.normal[3 * i + e];
      contacts.position[3 * c + e] = shareA * vector[e] + (1 - shareA) * point[e];
    }
    contacts.gap[c] = patches.pointGap[q];
    contacts.slop[c] = patches.pointSlop[q];
    contacts.restitution[c] = patches.pointRestitution[q];
    contacts.impulse[c] = patches.pointImpulse[q];
  }
}
