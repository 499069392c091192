import type { PatchBuffers } from '@stiction/friction-core';
import { LEAST_CHANGE } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { DYNAMIC } from '../read/body-table.js';

/** Applies friction as forces for one step, and restores the user's forces exactly. */

/** Adds the impulse [linear, torsion about the normal] of patch i to the forces of its bodies. */
export function addPatchForce(install: InstallState, i: number, dt: number): void {
  const { impulse } = install.store.current;
  if (impulse[3 * i] === 0 && impulse[3 * i + 1] === 0 && impulse[3 * i + 2] === 0) return;
  fillWrench(install, i, dt);
  addToBodies(install, i);
}

/** scratch.wrench = the impulse of patch i over dt, as force and moment in the world. */
function fillWrench({ store, scratch }: InstallState, i: number, dt: number): void {
  const { impulse, normal: n, tangent1: t, tangent2: u } = store.current;
  const { wrench } = scratch;
  const at = 3 * i;
  for (let e = 0; e < 3; e++) {
    wrench[e] = (impulse[at] * t[at + e] + impulse[at + 1] * u[at + e]) / dt;
    wrench[3 + e] = (impulse[at + 2] * n[at + e]) / dt;
  }
}

/** Adds the impulse of patch i, which its motors are expected to deliver, to `knownImpulse`, for `estimateLoads`. */
export function addMotorImpulse(install: InstallState, i: number): void {
  const { armA, armB, bodyA, bodyB } = install.store.current;
  const { wrench } = install.scratch;
  fillWrench(install, i, 1);
  addWrench(install.bodies.knownImpulse, bodyA[i], wrench, armA, 3 * i, -1);
  addWrench(install.bodies.knownImpulse, bodyB[i], wrench, armB, 3 * i, 1);
}

/** Adds the rolling moment of patch i. */
export function addPatchMoment(install: InstallState, i: number): void {
  const { store, scratch } = install;
  const { law, tangent1: t, tangent2: u } = store.current;
  const { moment, wrench } = scratch;
  law[i].extraRows?.readMoment(store.current, i, moment);
  if (moment[0] === 0 && moment[1] === 0) return;
  wrench.fill(0);
  for (let e = 0; e < 3; e++) wrench[3 + e] = moment[0] * t[3 * i + e] + moment[1] * u[3 * i + e];
  addToBodies(install, i);
}

/** Adds the attraction of patch i, at the centroid of its area. */
export function addAdhesionForce(install: InstallState, i: number): void {
  const { store, scratch } = install;
  const { adhesion, adhesionCentre, normal, bodyA, bodyB } = store.current;
  const { pose } = install.bodies.bodies;
  const { wrench, vector: arm } = scratch;
  wrench.fill(0);
  // The normal points from A to B.
  for (let e = 0; e < 3; e++) wrench[e] = -adhesion[i] * normal[3 * i + e];
  for (let e = 0; e < 3; e++) arm[e] = adhesionCentre[3 * i + e] - pose[7 * bodyA[i] + e];
  addToBody(install, bodyA[i], bodyB[i], arm, 0, -1);
  for (let e = 0; e < 3; e++) arm[e] = adhesionCentre[3 * i + e] - pose[7 * bodyB[i] + e];
  addToBody(install, bodyB[i], bodyA[i], arm, 0, 1);
}

/** Applies the wrench in `scratch`, at the pressure centre, to B and its opposite to A. */
function addToBodies(install: InstallState, i: number): void {
  const { armA, armB, bodyA, bodyB } = install.store.current;
  addToBody(install, bodyA[i], bodyB[i], armA, 3 * i, -1);
  addToBody(install, bodyB[i], bodyA[i], armB, 3 * i, 1);
}

function addToBody(
  install: InstallState,
  slot: number,
  other: number,
  arm: Float64Array,
  at: number,
  sign: number,
): void {
  const { bodies: table, scratch } = install;
  if (table.type[slot] !== DYNAMIC || dominates(install, slot, other)) return;
  if (table.isForced[slot] === 0) {
    table.isForced[slot] = 1;
    table.forcedSlots.push(slot);
    table.force.fill(0, 6 * slot, 6 * slot + 6);
  }
  addWrench(table.force, slot, scratch.wrench, arm, at, sign);
}

/** Adds ± the wrench w at an arm to six numbers per body. */
function addWrench(to: Float64Array, slot: number, w: Float64Array, arm: Float64Array, at: number, sign: number): void {
  const k = 6 * slot;
  for (let e = 0; e < 3; e++) to[k + e] += sign * w[e];
  to[k + 3] += sign * (arm[at + 1] * w[2] - arm[at + 2] * w[1] + w[3]);
  to[k + 4] += sign * (arm[at + 2] * w[0] - arm[at] * w[2] + w[4]);
  to[k + 5] += sign * (arm[at] * w[1] - arm[at + 1] * w[0] + w[5]);
}

/** Of two dynamic bodies, the one with the higher dominance group is not moved by the other. */
function dominates({ bodies: table }: InstallState, slot: number, other: number): boolean {
  return table.type[other] === DYNAMIC && table.dominance[slot] > table.dominance[other];
}

export function applyForces(install: InstallState, dt: number): void {
  const { bodies: table, engine } = install;
  for (const slot of table.forcedSlots) {
    const body = table.body[slot];
    const at = 6 * slot;
    if (!body || isNegligible(install, table.force, at, slot, dt)) {
      table.isForced[slot] = 0;
      continue;
    }
    readUserForce(install, slot);
    for (let e = at; e < at + 6; e++) table.knownImpulse[e] += dt * table.force[e];
    engine.addForce(body, table.force, at);
    engine.addTorque(body, table.force, at + 3);
  }
}

/** True if a force and torque (six numbers at w[at]) acting for dt would hardly change the velocity of a body. */
function isNegligible(
  { bodies: table, lengthUnit }: InstallState,
  w: Float64Array,
  at: number,
  slot: number,
  dt: number,
): boolean {
  const { invMass: m, invInertia: j } = table.bodies;
  const k = 6 * slot;
  const moves = m[3 * slot] + m[3 * slot + 1] + m[3 * slot + 2];
  const turns = j[k] + j[k + 3] + j[k + 5];
  const linear = moves * (Math.abs(w[at]) + Math.abs(w[at + 1]) + Math.abs(w[at + 2]));
  // At the radius of gyration.
  const angular = Math.sqrt(moves * turns) * (Math.abs(w[at + 3]) + Math.abs(w[at + 4]) + Math.abs(w[at + 5]));
  return dt * (linear + angular) < LEAST_CHANGE * lengthUnit;
}

/** Reads the user's force and torque, only after the user has changed them. */
export function readUserForce(install: InstallState, slot: number): void {
  const { bodies: table } = install;
  if (table.isForceKnown[slot] === 1) return;
  table.isForceKnown[slot] = 1;
  getUserForce(install, slot, table.userForce, 6 * slot);
}

export function getUserForce(
  { bodies: table, engine, scratch: { out } }: InstallState,
  slot: number,
  to: Float64Array,
  at: number,
): void {
  const handle = table.handle[slot];
  engine.bodies.rbUserForce(handle, out);
  for (let e = 0; e < 3; e++) to[at + e] = out[e];
  engine.bodies.rbUserTorque(handle, out);
  for (let e = 0; e < 3; e++) to[at + 3 + e] = out[e];
}

export function restoreForces(install: InstallState): void {
  const { bodies: table, engine } = install;
  const { userForce: f } = table;
  for (const slot of table.forcedSlots) {
    if (table.isForced[slot] === 0) continue;
    table.isForced[slot] = 0;
    const body = table.body[slot];
    // The user may have removed it in a hook.
    if (!body?.isValid()) continue;
    const at = 6 * slot;
    engine.resetForces(body);
    if (f[at] !== 0 || f[at + 1] !== 0 || f[at + 2] !== 0) engine.addForce(body, f, at);
    if (f[at + 3] !== 0 || f[at + 4] !== 0 || f[at + 5] !== 0) engine.addTorque(body, f, at + 3);
  }
  table.forcedSlots.length = 0;
}

/** Writes the corrected velocities without waking the bodies. */
export function writeVelocities(install: InstallState): void {
  const { bodies: table, engine } = install;
  const { velocity } = table.bodies;
  for (const slot of table.correctedSlots) {
    table.isCorrected[slot] = 0;
    const body = table.body[slot];
    const at = 6 * slot;
    if (!body || !Number.isFinite(velocity[at] + velocity[at + 1] + velocity[at + 2])) continue;
    if (!Number.isFinite(velocity[at + 3] + velocity[at + 4] + velocity[at + 5])) continue;
    engine.setLinvel(body, velocity, at);
    engine.setAngvel(body, velocity, at + 3);
  }
  table.correctedSlots.length = 0;
}

/** Marks the velocities of the bodies of patch i for writing. */
export function markPatchCorrected(install: InstallState, { bodyA, bodyB }: PatchBuffers, i: number): void {
  markCorrected(install, bodyA[i]);
  markCorrected(install, bodyB[i]);
}

/** Marks the velocity of a body for writing. */
export function markCorrected({ bodies: table }: InstallState, slot: number): void {
  if (table.type[slot] !== DYNAMIC || table.isCorrected[slot] === 1) return;
  table.isCorrected[slot] = 1;
  table.correctedSlots.push(slot);
}
