import { grown, type PatchBuffers, prepareFrictionPass, sweepFrictionPass } from '@stiction/friction-core';
import { writeVelocity } from './apply.js';
import { type BodyTable, DYNAMIC } from './body-table.js';
import { refreshContacts } from './collider-table.js';
import { holdTurns, restoreInertia, restoreTurns, standOnFaces } from './footing.js';
import { countBroken, type InstallState, leaveOut } from './install-state.js';
import { listJoints } from './joints.js';
import { prepareBody } from './read-bodies.js';
import { listRestless } from './restless.js';
import { wakeDormantPatches } from './sleep.js';
import { solveForeseen } from './solve.js';
import { limitForeseen } from './trust.js';
import { addWrench } from './wrench.js';

/**
 * Before the engine's step: what friction will do in it, as far as one can tell. The corrector after the step makes up for
 * the rest, but only in the velocities; what is foreseen here also gets the poses right, and keeps normals and joints,
 * which the engine solves in between, in line with friction.
 *
 * 1. `foresee`: carry last step's change of velocity on, add what user and gravity have changed since, and solve friction
 *    on that with the loads of last step. A patch that sticks keeps its impulse, one that is about to stop gets just
 *    enough, one that slides gets its limit.
 * 2. `answerJumps`: velocities that the user has set since the last step (impulses, a carrier's new speed) are there from
 *    the start, so friction against them must act at the start too, as an impulse and not spread over the step.
 * 3. `sumWrenches`: the rest becomes one force and torque per body.
 *
 * The foreseen impulse stays in `patches.impulse`: the corrector starts from it.
 */
export function predict(install: InstallState, dt: number): void {
  const { store, bodies: table, report } = install;
  const patches = store.current;
  scaleRemembered(install, dt);
  report.badBodies = 0;
  report.badContacts = 0;
  countBroken(install);
  const userChangedVelocity = prepareBodies(install, dt);
  listJoints(install);
  impulsive = grown(impulsive, 3 * patches.count);
  foreseen = grown(foreseen, 3 * patches.count);
  impulsive.fill(0, 0, 3 * patches.count);
  if (patches.count > 0) {
    if (foresee(install, dt)) {
      if (userChangedVelocity) answerJumps(install, dt);
      restoreInertia(table);
    }
    sumWrenches(table, patches);
    limitForeseen(install, impulsive);
  }
  wakeDormantPatches(install, dt);
}

/** Per patch: the part of the foreseen impulse that has been applied at once. */
let impulsive = new Float64Array(0);
let foreseen = new Float64Array(0);

/** Impulses of a longer or shorter step are as much larger or smaller. */
function scaleRemembered(install: InstallState, dt: number): void {
  const { store, bodies: table } = install;
  const ratio = install.dt > 0 ? dt / install.dt : 1;
  if (ratio === 1) return;
  const total = store.current.count + store.dormant;
  for (let i = 0; i < total; i++) store.current.normalImpulse[i] *= ratio;
  for (let q = 0; q < store.current.pointCount; q++) store.current.pointImpulse[q] *= ratio;
  for (let i = 0; i < total; i++) store.current.lastingImpulse[i] *= ratio;
  for (let e = 0; e < 3 * total; e++) store.current.impulse[e] *= ratio;
  for (let e = 0; e < table.change.length; e++) table.change[e] *= ratio;
}

/** Reads awake bodies and those of all patches. Returns true where the user has changed a velocity. */
function prepareBodies(install: InstallState, dt: number): boolean {
  const { store, bodies: table } = install;
  const patches = store.current;
  addGravityChange(install, dt);
  preparing = install;
  stepLength = dt;
  jumped = false;
  for (let i = 0; i < patches.count; i++) {
    prepare(patches.bodyA[i]);
    prepare(patches.bodyB[i]);
  }
  for (const slot of table.fresh) prepare(slot);
  table.fresh.length = 0;
  if (table.activeStep !== install.stepIndex - 1) install.reader.listActive(install);
  for (let k = 0; k < table.activeCount; k++) prepareAwake(table.active[k]);
  if (install.stirred) {
    for (let slot = 1; slot < table.body.length; slot++) {
      if (table.touched[slot] === 1 && table.body[slot]?.isSleeping() === false) prepareAwake(slot);
    }
  }
  return jumped;
}

let preparing: InstallState;
let stepLength = 0;
let jumped = false;

function prepareAwake(slot: number): void {
  const { bodies: table, colliders } = preparing;
  if (!table.body[slot]) return;
  prepare(slot);
  if (table.kind[slot] !== DYNAMIC) return;
  for (const owned of colliders.ofSlot[slot]) if (owned.stale) refreshContacts(owned);
}

function prepare(slot: number): void {
  const { bodies: table, stepIndex } = preparing;
  if (table.prepared[slot] === stepIndex) return;
  if (table.ghostOf[slot] >= 0) prepare(table.ghostOf[slot]);
  if (prepareBody(preparing, slot, stepLength)) jumped = true;
  if (table.bad[slot] === 1) leaveOut(preparing, slot);
}

function addGravityChange(install: InstallState, dt: number): void {
  const { gravity, bodies: table, stepIndex } = install;
  // Rapier's numbers are single, and so is the gravity of a world that comes from a snapshot.
  const x = Math.fround(install.world.gravity.x);
  const y = Math.fround(install.world.gravity.y);
  const z = Math.fround(install.world.gravity.z);
  const dx = dt * (x - gravity[0]);
  const dy = dt * (y - gravity[1]);
  const dz = dt * (z - gravity[2]);
  gravity[0] = x;
  gravity[1] = y;
  gravity[2] = z;
  if (dx === 0 && dy === 0 && dz === 0) return;
  for (let slot = 0; slot < table.body.length; slot++) {
    if (table.loaded[slot] !== stepIndex - 1 || table.kind[slot] !== DYNAMIC) continue;
    const scale = table.body[slot]?.gravityScale() ?? 0;
    table.change[6 * slot] += scale * dx;
    table.change[6 * slot + 1] += scale * dy;
    table.change[6 * slot + 2] += scale * dz;
  }
}

/** Friction on velocities as they will be if the last step's change goes on. Returns whether there is anything to do. */
function foresee(install: InstallState, dt: number): boolean {
  const { store, bodies: table } = install;
  const patches = store.current;
  extrapolate(table);
  dropGone(table, patches);
  const list = listRestless(table, patches, install.stepIndex, install.lengthUnit, jumped);
  if (list.count === 0) return false;
  standOnFaces(table, patches, list);
  holdTurns(table);
  solveForeseen(install, list, dt);
  return true;
}

/** Long loops are functions of their own: optimised as a whole, they stay so. */
function extrapolate(table: BodyTable): void {
  const { start, change, bad, preparedSlots, preparedCount } = table;
  const { velocity } = table.bodies;
  for (let k = 0; k < preparedCount; k++) {
    const slot = preparedSlots[k];
    const at = 6 * slot;
    const isGood = bad[slot] === 0;
    for (let e = at; e < at + 6; e++) velocity[e] = isGood ? start[e] + change[e] : 0;
  }
}

/** Patches of a body that is gone or bad: nothing acts there any more. */
function dropGone(table: BodyTable, patches: PatchBuffers): void {
  for (let i = 0; i < patches.count; i++) {
    if (!isGone(table, patches.bodyA[i]) && !isGone(table, patches.bodyB[i])) continue;
    patches.impulse.fill(0, 3 * i, 3 * i + 3);
    patches.pointImpulse.fill(0, patches.firstPoint[i], patches.firstPoint[i] + patches.points[i]);
    patches.normalImpulse[i] = 0;
  }
}

function isGone(table: BodyTable, slot: number): boolean {
  return table.bad[slot] === 1 || (slot !== 0 && table.body[slot] === null);
}

/** Friction against the velocities that the user has set, at once, where the patch can hold them. */
function answerJumps(install: InstallState, dt: number): void {
  const { store, bodies: table, pass, stepIndex } = install;
  const patches = store.current;
  const { velocity } = table.bodies;
  for (let e = 0; e < 3 * patches.count; e++) {
    foreseen[e] = patches.impulse[e];
    patches.impulse[e] = 0;
  }
  for (let i = 0; i < patches.count; i++) if (patches.sliding[i] === 1) patches.normalImpulse[i] = 0;
  for (let slot = 0; slot < table.body.length; slot++) {
    const at = 6 * slot;
    const known = isKnown(table, slot, stepIndex);
    for (let e = at; e < at + 6; e++) velocity[e] = known ? table.start[e] - table.written[e] : 0;
  }
  holdTurns(table);
  prepareFrictionPass(table.bodies, patches, dt);
  sweepFrictionPass(table.bodies, patches, pass);
  restoreTurns(table);
  for (let slot = 0; slot < table.body.length; slot++) {
    if (!isKnown(table, slot, stepIndex) || table.kind[slot] !== DYNAMIC) continue;
    const at = 6 * slot;
    for (let e = at; e < at + 6; e++) velocity[e] += table.written[e];
    writeVelocity(install, slot, table.start, table.entry);
  }
  for (let e = 0; e < 3 * patches.count; e++) {
    impulsive[e] = patches.impulse[e];
    patches.impulse[e] = foreseen[e];
  }
}

function isKnown(table: BodyTable, slot: number, stepIndex: number): boolean {
  return table.prepared[slot] === stepIndex && table.loaded[slot] === stepIndex - 1 && table.bad[slot] === 0;
}

function sumWrenches(table: BodyTable, patches: PatchBuffers): void {
  const { impulse } = patches;
  for (let i = 0; i < patches.count; i++) {
    const e = 3 * i;
    const l1 = impulse[e] - impulsive[e];
    const l2 = impulse[e + 1] - impulsive[e + 1];
    addWrench(table, patches, i, l1, l2, impulse[e + 2] - impulsive[e + 2]);
  }
}
