import type { RigidBody, Rotation, SdpMatrix3, Vector } from '@dimforge/rapier3d-compat';
import { type BodyTable, DYNAMIC, FIXED, KINEMATIC } from './body-table.js';
import { addImpulse } from './wrench.js';

/** Reading of one body, before and after the engine's step. Rapier fills the scratch vectors; nothing is allocated. */

const v: Vector = { x: 0, y: 0, z: 0 };
const w: Vector = { x: 0, y: 0, z: 0 };
const q: Rotation = { x: 0, y: 0, z: 0, w: 1 };
let inertia: SdpMatrix3 | undefined;

/** RigidBodyType: Dynamic 0, Fixed 1, KinematicPositionBased 2, KinematicVelocityBased 3. */
const POSITION_BASED = 2;
const VELOCITY_BASED = 3;

/**
 * Before the step: velocity as the user left it into `start`, and the change that the user's force has undergone into
 * `change`. Returns true where the velocity is not the one the last step left behind.
 */
export function prepareBody(table: BodyTable, slot: number, stepIndex: number, dt: number): boolean {
  // Of a body that was not read in the last step nothing is known: it is taken to go on as it is.
  const known = table.loaded[slot] === stepIndex - 1;
  if (!known) table.change.fill(0, 6 * slot, 6 * slot + 6);
  table.prepared[slot] = stepIndex;
  table.wrench.fill(0, 6 * slot, 6 * slot + 6);
  table.bad[slot] = 0;
  const body = table.body[slot];
  if (!body) return false;
  const type = body.bodyType() as number;
  table.kind[slot] = kindOf(type);
  const at = 6 * slot;
  if (type === POSITION_BASED) readPlannedVelocity(table, slot, body, dt);
  else readVelocity(body, table.start, at);
  if (type === 0) addForceChange(table, slot, body, dt, known);
  let sum = 0;
  for (let e = at; e < at + 6; e++) {
    table.entry[e] = table.start[e];
    sum += table.start[e] + table.change[e];
  }
  if (!Number.isFinite(sum)) {
    table.bad[slot] = 1;
    table.change.fill(0, at, at + 6);
    return false;
  }
  if (!known) return false;
  for (let e = at; e < at + 6; e++) if (table.start[e] !== table.written[e]) return true;
  return false;
}

function kindOf(type: number): number {
  if (type === 0) return DYNAMIC;
  return type === POSITION_BASED || type === VELOCITY_BASED ? KINEMATIC : FIXED;
}

function readVelocity(body: RigidBody, out: Float64Array, at: number): void {
  body.linvel(v);
  body.angvel(w);
  store(out, at, v);
  store(out, at + 3, w);
}

function store(out: Float64Array, at: number, from: Vector): void {
  out[at] = from.x;
  out[at + 1] = from.y;
  out[at + 2] = from.z;
}

/** The velocity that Rapier will give a body whose next pose the user has set; it is not yet in `linvel` now. */
function readPlannedVelocity(table: BodyTable, slot: number, body: RigidBody, dt: number): void {
  const at = 6 * slot;
  const { start } = table;
  body.rotation(q);
  const { x, y, z, w: s } = q;
  body.nextRotation(q);
  // Vector part of next · conj(now), which is half the angle while that is small.
  const scale = (q.w * s + q.x * x + q.y * y + q.z * z < 0 ? -2 : 2) / dt;
  const wx = scale * (-q.w * x + q.x * s - q.y * z + q.z * y);
  const wy = scale * (-q.w * y + q.y * s - q.z * x + q.x * z);
  const wz = scale * (-q.w * z + q.z * s - q.x * y + q.y * x);
  start[at + 3] = wx;
  start[at + 4] = wy;
  start[at + 5] = wz;
  body.translation(v);
  body.worldCom(w);
  const rx = w.x - v.x;
  const ry = w.y - v.y;
  const rz = w.z - v.z;
  body.nextTranslation(w);
  start[at] = (w.x - v.x) / dt + wy * rz - wz * ry;
  start[at + 1] = (w.y - v.y) / dt + wz * rx - wx * rz;
  start[at + 2] = (w.z - v.z) / dt + wx * ry - wy * rx;
}

/** Remembers the user's force and torque; what they changed by since the last step will change the velocity too. */
function addForceChange(table: BodyTable, slot: number, body: RigidBody, dt: number, known: boolean): void {
  const { userForce } = table;
  const at = 6 * slot;
  body.userForce(v);
  body.userTorque(w);
  for (let e = 0; e < 6; e++) difference[e] = -userForce[at + e];
  store(userForce, at, v);
  store(userForce, at + 3, w);
  for (let e = 0; e < 6; e++) difference[e] += userForce[at + e];
  if (known) addImpulse(table, slot, difference, 0, dt, table.change);
}

const difference = new Float64Array(6);

/** After the step: pose, velocity and masses into `table.bodies`. */
export function loadBody(table: BodyTable, slot: number, stepIndex: number): void {
  table.loaded[slot] = stepIndex;
  const body = table.body[slot];
  if (!body) return;
  const { pose, velocity, invMass, invInertia } = table.bodies;
  const type = body.bodyType() as number;
  table.kind[slot] = kindOf(type);
  const at = 6 * slot;
  readVelocity(body, velocity, at);
  for (let e = at; e < at + 6; e++) table.engine[e] = velocity[e];
  body.worldCom(v);
  store(pose, 7 * slot, v);
  body.rotation(q);
  pose[7 * slot + 3] = q.x;
  pose[7 * slot + 4] = q.y;
  pose[7 * slot + 5] = q.z;
  pose[7 * slot + 6] = q.w;
  invMass.fill(0, 3 * slot, 3 * slot + 3);
  invInertia.fill(0, at, at + 6);
  // A body that sleeps is not to be moved: friction holds against it as against the ground.
  if (type === 0 && !body.isSleeping()) {
    body.effectiveInvMass(v);
    store(invMass, 3 * slot, v);
    inertia = body.effectiveWorldInvInertia(inertia);
    for (let e = 0; e < 6; e++) invInertia[at + e] = inertia.elements[e];
  }
  let sum = 0;
  for (let e = at; e < at + 6; e++) sum += velocity[e] + invInertia[e];
  for (let e = 7 * slot; e < 7 * slot + 7; e++) sum += pose[e];
  table.bad[slot] = Number.isFinite(sum + invMass[3 * slot] + invMass[3 * slot + 1] + invMass[3 * slot + 2]) ? 0 : 1;
}
