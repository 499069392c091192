import type { RigidBody } from '@dimforge/rapier3d-compat';
import { reportProblem } from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import { set3 } from '../set3.js';
import { DYNAMIC, FIXED, slotFor } from './body-table.js';

/**
 * Reads bodies through the engine's raw sets, which the public objects call too. A call that returns a vector takes 60 ns, so the velocity is read
 * first and the rest only if it matters.
 */

/** Reads the velocity after the engine's step, once per step. Returns false if it is not finite. */
export function readVelocity(install: InstallState, slot: number): boolean {
  const { bodies: table, stepIndex } = install;
  if (table.velocityStep[slot] !== stepIndex) {
    table.velocityStep[slot] = stepIndex;
    if (slot !== 0) {
      table.type[slot] = install.engine.bodies.rbBodyType(table.handle[slot]);
      if (table.type[slot] !== FIXED) updateVelocity(install, slot);
      else table.bodies.velocity.fill(0, 6 * slot, 6 * slot + 6);
    }
  }
  return isFinite6(table.bodies.velocity, slot);
}

function updateVelocity(install: InstallState, slot: number): void {
  const { bodies: table, reading, stepIndex } = install;
  const { velocity: v } = table.bodies;
  const at = 6 * slot;
  const x = v[at];
  const y = v[at + 1];
  const z = v[at + 2];
  getVelocity(install, slot, v);
  const change = (v[at] - x) ** 2 + (v[at + 1] - y) ** 2 + (v[at + 2] - z) ** 2;
  if (!(change < reading.slowSpeed * reading.slowSpeed)) table.jumpStep[slot] = stepIndex;
}

/** Reads the velocity before the engine's step, with the user's changes. */
export function readEntry(install: InstallState, slot: number): void {
  const { bodies: table, stepIndex } = install;
  if (table.entryStep[slot] === stepIndex) return;
  table.entryStep[slot] = stepIndex;
  table.normalLoad[slot] = 0;
  set3(table.knownImpulse, 6 * slot, 0);
  set3(table.knownImpulse, 6 * slot + 3, 0);
  if (table.type[slot] === FIXED) return;
  getVelocity(install, slot, table.bodies.velocity);
  for (let e = 6 * slot; e < 6 * slot + 6; e++) table.entryVelocity[e] = table.bodies.velocity[e];
}

/** Somebody reads contacts: records the velocities before the step, from which friction can be derived. */
export function readEntries(install: InstallState): void {
  const { bodies: table } = install;
  for (let slot = 1; slot < table.body.length; slot++) if (table.body[slot]?.isValid()) readEntry(install, slot);
}

function getVelocity({ engine, bodies: table, scratch }: InstallState, slot: number, to: Float64Array): void {
  const { out } = scratch;
  const handle = table.handle[slot];
  engine.bodies.rbLinvel(handle, out);
  for (let e = 0; e < 3; e++) to[6 * slot + e] = out[e];
  engine.bodies.rbAngvel(handle, out);
  for (let e = 0; e < 3; e++) to[6 * slot + 3 + e] = out[e];
}

/** Reads pose and masses after the engine's step, once per step. Returns false if something is not finite. */
export function readBody(install: InstallState, slot: number): boolean {
  const { bodies: table, stepIndex, engine, scratch } = install;
  if (slot === 0) return true;
  if (!readVelocity(install, slot)) return disableBody(install, slot);
  if (table.poseStep[slot] === stepIndex) return !table.nonFinite.includes(slot);
  const { out } = scratch;
  const { pose, invMass, invInertia, origin } = table.bodies;
  const handle = table.handle[slot];
  const p = 7 * slot;
  const isNew = table.poseStep[slot] < 0;
  for (let e = p; e < p + 7; e++) table.previousPose[e] = pose[e];
  if (table.poseStep[slot] === stepIndex - 1) table.trackedStep[slot] = stepIndex;
  table.poseStep[slot] = stepIndex;
  engine.bodies.rbWorldCom(handle, out);
  for (let e = 0; e < 3; e++) pose[p + e] = out[e];
  engine.bodies.rbRotation(handle, out);
  for (let e = 0; e < 4; e++) pose[p + 3 + e] = out[e];
  if (isNew || table.type[slot] === DYNAMIC) {
    engine.bodies.rbLocalCom(handle, out);
    for (let e = 0; e < 3; e++) origin[3 * slot + e] = -out[e];
  }
  if (table.type[slot] === DYNAMIC) {
    engine.bodies.rbEffectiveInvMass(handle, out);
    for (let e = 0; e < 3; e++) invMass[3 * slot + e] = out[e];
    engine.bodies.rbEffectiveWorldInvInertia(handle, out);
    for (let e = 0; e < 6; e++) invInertia[6 * slot + e] = out[e];
  } else {
    invMass.fill(0, 3 * slot, 3 * slot + 3);
    invInertia.fill(0, 6 * slot, 6 * slot + 6);
  }
  let sum = 0;
  for (let e = p; e < p + 7; e++) sum += pose[e];
  for (let e = 3 * slot; e < 3 * slot + 3; e++) sum += invMass[e];
  for (let e = 6 * slot; e < 6 * slot + 6; e++) sum += invInertia[e];
  return Number.isFinite(sum) || disableBody(install, slot);
}

function isFinite6(v: Float64Array, slot: number): boolean {
  const at = 6 * slot;
  return Number.isFinite(v[at] + v[at + 1] + v[at + 2] + v[at + 3] + v[at + 4] + v[at + 5]);
}

/** Disables a body whose state is not finite: it would spread to everything that it touches. */
function disableBody(install: InstallState, slot: number): false {
  const { bodies: table, report } = install;
  if (!table.nonFinite.includes(slot)) {
    table.nonFinite.push(slot);
    const body = table.body[slot];
    if (body) {
      body.setEnabled(false);
      body.resetForces(false);
      body.resetTorques(false);
      body.setLinvel(ZERO, false);
      body.setAngvel(ZERO, false);
    }
  }
  reportProblem(
    report,
    'the velocity, pose, mass or force of a body is not a finite number: the body and its contacts are left out',
  );
  return false;
}

/** Checks bodies that were given values that are not finite, before the engine steps with them. */
export function checkSuspects(install: InstallState): void {
  const { suspects, world, bodies: table } = install;
  if (suspects.size === 0) return;
  for (const handle of suspects) {
    const body = world.getRigidBody(handle);
    if (body?.isValid() && !isFiniteBody(body)) disableBody(install, slotFor(table, body));
  }
  suspects.clear();
}

function isFiniteBody(body: RigidBody): boolean {
  let sum = body.rotation().w;
  for (const { x, y, z } of [
    body.translation(),
    body.rotation(),
    body.linvel(),
    body.angvel(),
    body.userForce(),
    body.userTorque(),
  ]) {
    sum += x + y + z;
  }
  return Number.isFinite(sum);
}

const ZERO = { x: 0, y: 0, z: 0 };

/** Disabled bodies count until they are enabled again or removed. */
export function countNonFinite({ bodies: table, report }: InstallState): void {
  report.nonFiniteBodies = 0;
  for (let k = table.nonFinite.length - 1; k >= 0; k--) {
    const body = table.body[table.nonFinite[k]];
    if (body?.isValid() && !body.isEnabled()) report.nonFiniteBodies++;
    else table.nonFinite.splice(k, 1);
  }
}
