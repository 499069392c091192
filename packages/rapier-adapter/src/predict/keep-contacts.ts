import { movePoint, pushContact } from '@stiction/friction-core/adapter';
import { KEPT_ERROR, KEPT_SHARE, KEPT_STEPS, KEPT_TRAVEL, KEPT_TURN } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { colliderA, colliderB } from '../ownership/collider-table.js';
import { DYNAMIC } from '../read/body-table.js';
import { isAwake } from '../read/choose-visits.js';
import { readVelocity } from '../read/read-bodies.js';
import { set3 } from '../set3.js';

/**
 * Reading contacts costs more than solving them. A body that moves as predicted has the predicted loads, by its momentum. If it has not rotated since it
 * was read and has travelled less than a part of its contact patches, its contacts travel along with it: parcels on a belt, towers at rest. Such contacts
 * are kept for some steps: only velocities are read, and friction is corrected as usual.
 */
export function chooseKept(install: InstallState): void {
  const { bodies: table, store, stepIndex, engine } = install;
  // Before 0.21, loads include their warm start.
  if (engine.countsWarmStart || stepIndex % KEPT_STEPS === 0) return;
  const { bodyA, bodyB, count, law, torsionRadius } = store.current;
  const least = KEPT_TRAVEL * install.lengthUnit;
  // A material may end anywhere.
  const share = install.surfaces.byShape.size > 0 ? 0 : KEPT_SHARE;
  for (let i = 0; i < count; i++) {
    const a = bodyA[i];
    const b = bodyB[i];
    const most = law[i].variesByPlace ? least : Math.max(least, share * torsionRadius[i]);
    const isKeptA = movesAsPredicted(install, a) && travel(install, a) <= most;
    const isKeptB = movesAsPredicted(install, b) && travel(install, b) <= most;
    // Pairs of a body that is read are read, from either side.
    if (!isKeptA || !isKeptB) {
      table.unkeptNeighbourStep[a] = stepIndex;
      table.unkeptNeighbourStep[b] = stepIndex;
    }
  }
}

/** At least the distance that a body has travelled since it was read. */
function travel({ bodies: table, stepIndex, reading }: InstallState, slot: number): number {
  if (table.type[slot] !== DYNAMIC) return 0;
  const { velocity: v } = table.bodies;
  const k = 6 * slot;
  return (stepIndex - table.poseStep[slot]) * reading.dt * (Math.abs(v[k]) + Math.abs(v[k + 1]) + Math.abs(v[k + 2]));
}

/** True if a body keeps its contacts in this step. Bodies that contacts cannot move always do. */
export function isKept({ bodies: table, stepIndex }: InstallState, slot: number): boolean {
  if (table.type[slot] !== DYNAMIC) return true;
  return table.keptStep[slot] === stepIndex && table.unkeptNeighbourStep[slot] !== stepIndex;
}

function movesAsPredicted(install: InstallState, slot: number): boolean {
  const { bodies: table, stepIndex, reading } = install;
  if (table.type[slot] !== DYNAMIC || table.keptStep[slot] === stepIndex) return true;
  if (table.predictedStep[slot] !== stepIndex || !isAwake(install, slot)) return false;
  if (!readVelocity(install, slot)) return false;
  const { velocity: v, invMass: m, invInertia: j } = table.bodies;
  const { predictedVelocity: w } = table;
  const k = 6 * slot;
  const time = (stepIndex - table.poseStep[slot]) * reading.dt;
  const spin = Math.abs(v[k + 3]) + Math.abs(v[k + 4]) + Math.abs(v[k + 5]);
  if (time * spin > KEPT_TURN) return false;
  const linear = Math.abs(v[k] - w[k]) + Math.abs(v[k + 1] - w[k + 1]) + Math.abs(v[k + 2] - w[k + 2]);
  const angular = Math.abs(v[k + 3] - w[k + 3]) + Math.abs(v[k + 4] - w[k + 4]) + Math.abs(v[k + 5] - w[k + 5]);
  const moves = (m[3 * slot] + m[3 * slot + 1] + m[3 * slot + 2]) / 3;
  const turns = (j[k] + j[k + 3] + j[k + 5]) / 3;
  // Angular speed at the radius of gyration.
  const error = linear + (turns > 0 ? angular * Math.sqrt(moves / turns) : 0);
  if (!(error < KEPT_ERROR * moves * table.normalLoad[slot])) return false;
  followBody(install, slot);
  table.keptStep[slot] = stepIndex;
  return true;
}

/** Updates the place of a body that travels. One that hardly moves keeps it: loaded bodies at rest have velocities that are not 0. */
function followBody(install: InstallState, slot: number): void {
  const { bodies: table, engine, scratch } = install;
  const { out } = scratch;
  const { pose } = table.bodies;
  set3(table.followed, 3 * slot, 0);
  if (travel(install, slot) <= KEPT_TRAVEL * install.lengthUnit) return;
  engine.bodies.rbWorldCom(table.handle[slot], out);
  for (let e = 0; e < 3; e++) {
    table.followed[3 * slot + e] = out[e] - pose[7 * slot + e];
    pose[7 * slot + e] = out[e];
  }
}

/**
 * Adds the kept contacts, with their predicted loads, to those that were read. Returns true, without adding anything, if all are kept: then the
 * patches only move along.
 */
export function addKept(install: InstallState): boolean {
  const { store } = install;
  const { current: patches, contacts } = store;
  const { bodyA, bodyB, count } = patches;
  if (count === 0) return false;
  let areAll = contacts.count === 0;
  for (let i = 0; i < count && areAll; i++) areAll = isKept(install, bodyA[i]) && isKept(install, bodyB[i]);
  if (areAll) {
    for (let i = 0; i < count; i++) movePatch(install, i);
    return true;
  }
  for (let i = 0; i < count; i++) {
    if (isKept(install, bodyA[i]) && isKept(install, bodyB[i])) addPatch(install, i);
  }
  return false;
}

/** Moves the centre and the points of a patch with its bodies, which do not rotate. Laws may depend on the place. */
function movePatch({ store, bodies: { type, followed } }: InstallState, i: number): void {
  const { bodyA, bodyB, centre, pointPosition, firstPoint, points } = store.current;
  const a = bodyA[i];
  const b = bodyB[i];
  const shareA = type[a] !== DYNAMIC ? 0 : type[b] !== DYNAMIC ? 1 : 0.5;
  for (let e = 0; e < 3; e++) {
    const moved = shareA * followed[3 * a + e] + (1 - shareA) * followed[3 * b + e];
    if (moved === 0) continue;
    centre[3 * i + e] += moved;
    for (let q = firstPoint[i]; q < firstPoint[i] + points[i]; q++) pointPosition[3 * q + e] += moved;
  }
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
