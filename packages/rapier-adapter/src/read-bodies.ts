import { type BodyTable, DYNAMIC, FIXED, KINEMATIC } from './body-table.js';
import { isCarriedOff, trackPose } from './displacement.js';
import { type InstallState, leaveOut } from './install-state.js';
import { addImpulse } from './wrench.js';

/** One body, before and after the engine's step: what the reader gives, and what it means for friction. */

/** RigidBodyType: Dynamic 0, Fixed 1, KinematicPositionBased 2, KinematicVelocityBased 3. */
export const POSITION_BASED = 2;
const VELOCITY_BASED = 3;

/**
 * Before the step: velocity as the user left it into `start`, and the change that the user's force has undergone into
 * `change`. Returns true where the velocity is not the one the last step left behind.
 */
export function prepareBody(install: InstallState, slot: number, dt: number): boolean {
  const { bodies: table, stepIndex } = install;
  const { start, entry, written, change, wrench } = table;
  // Of a body that was not read in the last step nothing is known: it is taken to go on as it is.
  const known = table.loaded[slot] === stepIndex - 1 && table.bad[slot] === 0;
  const at = 6 * slot;
  for (let e = at; e < at + 6; e++) {
    if (!known) change[e] = 0;
    wrench[e] = 0;
  }
  table.prepared[slot] = stepIndex;
  table.preparedSlots[table.preparedCount++] = slot;
  table.bad[slot] = 0;
  if (!table.body[slot]) return false;
  if (table.ghostOf[slot] >= 0) {
    prepareGhost(table, slot);
    return false;
  }
  if (known && table.touched[slot] === 0 && table.type[slot] !== POSITION_BASED) {
    for (let e = at; e < at + 6; e++) {
      start[e] = written[e];
      entry[e] = written[e];
    }
    return false;
  }
  readForce(install, slot, dt, known);
  table.kind[slot] = kindOf(table.type[slot]);
  let sum = 0;
  let jumps = false;
  for (let e = at; e < at + 6; e++) {
    entry[e] = start[e];
    sum += start[e] + change[e];
    if (start[e] !== written[e]) jumps = true;
  }
  if (!Number.isFinite(sum)) {
    table.bad[slot] = 1;
    change.fill(0, at, at + 6);
    return false;
  }
  return known && jumps;
}

/** Its body has been prepared before. */
function prepareGhost(table: BodyTable, ghost: number): void {
  const { start, entry, change } = table;
  const slot = table.ghostOf[ghost];
  for (let e = 0; e < 6; e++) {
    start[6 * ghost + e] = start[6 * slot + e];
    entry[6 * ghost + e] = entry[6 * slot + e];
    change[6 * ghost + e] = change[6 * slot + e];
  }
  table.bad[ghost] = table.bad[slot];
}

function kindOf(type: number): number {
  if (type === 0) return DYNAMIC;
  return type === POSITION_BASED || type === VELOCITY_BASED ? KINEMATIC : FIXED;
}

/** Reads the body; what the user's force and torque changed by since the last step will change the velocity too. */
function readForce(install: InstallState, slot: number, dt: number, known: boolean): void {
  const { bodies: table } = install;
  const { userForce } = table;
  const at = 6 * slot;
  for (let e = 0; e < 6; e++) difference[e] = -userForce[at + e];
  install.reader.readBefore(install, slot, dt);
  if (table.type[slot] !== 0) return;
  for (let e = 0; e < 6; e++) difference[e] += userForce[at + e];
  if (known) addImpulse(table, slot, difference, 0, dt, table.change);
}

const difference = new Float64Array(6);

/** After the step: pose, velocity and masses into `table.bodies`. Once per step, whoever asks. */
export function loadBody(install: InstallState, slot: number): void {
  const { bodies: table, stepIndex } = install;
  if (table.loaded[slot] === stepIndex) return;
  table.loaded[slot] = stepIndex;
  table.loadedSlots[table.loadedCount++] = slot;
  if (!table.body[slot]) return;
  if (table.ghostOf[slot] >= 0) {
    loadGhost(install, slot);
    return;
  }
  if (table.touched[slot] === 1) readDominance(table, slot);
  const tracked = trackPose(table, slot, stepIndex);
  install.reader.readAfter(install, slot);
  table.touched[slot] = 0;
  table.kind[slot] = kindOf(table.type[slot]);
  const { pose, velocity, invMass, invInertia } = table.bodies;
  const { engine } = table;
  const at = 6 * slot;
  let sum = invMass[3 * slot] + invMass[3 * slot + 1] + invMass[3 * slot + 2];
  for (let e = at; e < at + 6; e++) {
    velocity[e] = engine[e];
    sum += engine[e] + invInertia[e];
  }
  for (let e = 7 * slot; e < 7 * slot + 7; e++) sum += pose[e];
  if (tracked && isCarriedOff(install, slot)) table.exact[slot] = 1;
  table.bad[slot] = Number.isFinite(sum) ? 0 : 1;
  if (table.bad[slot] === 1) leaveOut(install, slot);
}

function readDominance(table: BodyTable, slot: number): void {
  const group = table.body[slot]?.dominanceGroup() ?? 0;
  table.dominance[slot] = group;
  if (group !== 0) table.hasDominance = true;
}

function loadGhost(install: InstallState, ghost: number): void {
  const { bodies: table } = install;
  const { pose, velocity } = table.bodies;
  const { engine, lastPose } = table;
  const slot = table.ghostOf[ghost];
  loadBody(install, slot);
  for (let e = 0; e < 7; e++) {
    pose[7 * ghost + e] = pose[7 * slot + e];
    lastPose[7 * ghost + e] = lastPose[7 * slot + e];
  }
  for (let e = 0; e < 6; e++) {
    engine[6 * ghost + e] = engine[6 * slot + e];
    velocity[6 * ghost + e] = engine[6 * slot + e];
  }
  table.posed[ghost] = table.posed[slot];
  table.exact[ghost] = table.exact[slot];
  table.reach[ghost] = table.reach[slot];
  table.bad[ghost] = table.bad[slot];
}
