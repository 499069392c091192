import {
  ensureCapacity,
  hasSurface,
  isFiniteBody,
  type LawModifier,
  reportNonFiniteBody,
  resizeBodies,
  rotate,
} from '@stiction/friction-core/adapter';
import type { RigidBody, World } from 'crashcat';
import { DYNAMIC, STATIC } from '../crashcat-enums.js';
import { bodyOfKey } from '../state/body-keys.js';
import type { AdapterState } from '../state/state.js';

/** Values of `slotByIndex` for bodies without a slot. */
const UNREAD = -1;
const NON_FINITE = -2;

/** Before the engine integrates forces: records velocities, from which `readMotion` finds the acceleration. */
export function recordStartVelocities(state: AdapterState): void {
  const { pool, activeBodyIndices, activeBodyCount } = state.world.bodies;
  state.startVelocity = ensureCapacity(state.startVelocity, 6 * pool.length);
  state.hasStartVelocity = ensureCapacity(state.hasStartVelocity, pool.length);
  state.hasStartVelocity.fill(0);
  for (let k = 0; k < activeBodyCount; k++) {
    const body = pool[activeBodyIndices[k]];
    readVelocity(state.startVelocity, 6 * body.index, body);
    state.hasStartVelocity[body.index] = 1;
  }
}

/** Forgets the slots of the last step and excludes bodies whose motion is not finite. */
export function clearBodySlots(state: AdapterState): void {
  const { pool, activeBodyIndices, activeBodyCount } = state.world.bodies;
  state.slotByIndex = ensureCapacity(state.slotByIndex, pool.length);
  state.slotByIndex.fill(UNREAD, 0, pool.length);
  for (let k = 0; k < activeBodyCount; k++) {
    const body = pool[activeBodyIndices[k]];
    if (!isFiniteMotion(body)) excludeBody(state, body);
  }
}

/** The body's slot in this step, read on first use. Negative if its state is not finite. */
export function slotOf(state: AdapterState, body: RigidBody, dt: number): number {
  const known = state.slotByIndex[body.index];
  if (known !== UNREAD) return known;
  const { bodies } = state;
  const slot = bodies.count;
  resizeBodies(bodies, slot + 1);
  readMotion(state, body, slot, dt);
  readMass(state, body, slot);
  if (!isFiniteBody(bodies, slot)) {
    resizeBodies(bodies, slot);
    excludeBody(state, body);
    return NON_FINITE;
  }
  state.slotByIndex[body.index] = slot;
  state.engineBodies[slot] = body;
  state.slotIds[slot] = body.id;
  return slot;
}

/** Writes [linear, angular]. */
export function readVelocity(out: Float64Array, at: number, { motionProperties }: RigidBody): void {
  const { linearVelocity, angularVelocity } = motionProperties;
  for (let e = 0; e < 3; e++) {
    out[at + e] = linearVelocity[e];
    out[at + 3 + e] = angularVelocity[e];
  }
}

/** Reads the velocity before the engine integrated forces, and as acceleration what it has added, including damping and limits. */
function readMotion(state: AdapterState, body: RigidBody, slot: number, dt: number): void {
  const { pose, velocity, acceleration, origin } = state.bodies;
  const { centerOfMassPosition: x, quaternion: q, motionProperties: m, shape } = body;
  const isIntegrated = body.motionType === DYNAMIC && state.hasStartVelocity[body.index] === 1;
  for (let e = 0; e < 3; e++) {
    pose[7 * slot + e] = x[e];
    origin[3 * slot + e] = -shape.centerOfMass[e];
  }
  for (let e = 0; e < 4; e++) pose[7 * slot + 3 + e] = q[e];
  readVelocity(velocity, 6 * slot, body);
  for (let e = 0; e < 6; e++) {
    // The engine has set the velocity along locked axes to 0.
    const isFree = isIntegrated && m.allowedDegreesOfFreedom & (1 << e);
    const start = isFree ? state.startVelocity[6 * body.index + e] : velocity[6 * slot + e];
    acceleration[6 * slot + e] = (velocity[6 * slot + e] - start) / dt;
    velocity[6 * slot + e] = start;
  }
}

/** Reads inverse mass and inertia in the world, without locked axes. */
function readMass({ bodies, rotation, vector: axis }: AdapterState, body: RigidBody, slot: number): void {
  const { invMass, invInertia } = bodies;
  const k = 6 * slot;
  invMass.fill(0, 3 * slot, 3 * slot + 3);
  invInertia.fill(0, k, k + 6);
  if (!canMove(body)) return;
  const { motionProperties: m } = body;
  const free = m.allowedDegreesOfFreedom;
  for (let e = 0; e < 3; e++) if (free & (1 << e)) invMass[3 * slot + e] = m.invMass;
  rotation.set(m.inertiaRotation, 3);
  for (let a = 0; a < 3; a++) {
    axis.fill(0);
    axis[a] = 1;
    rotate(rotation, 0, axis, 0, axis, 0);
    rotate(bodies.pose, 7 * slot, axis, 0, axis, 0);
    for (let e = 0; e < 3; e++) if (!(free & (8 << e))) axis[e] = 0;
    const i = m.invInertiaDiagonal[a];
    invInertia[k] += i * axis[0] * axis[0];
    invInertia[k + 1] += i * axis[0] * axis[1];
    invInertia[k + 2] += i * axis[0] * axis[2];
    invInertia[k + 3] += i * axis[1] * axis[1];
    invInertia[k + 4] += i * axis[1] * axis[2];
    invInertia[k + 5] += i * axis[2] * axis[2];
  }
}

/** Dynamic and awake. */
export function canMove(body: RigidBody): boolean {
  return body.motionType === DYNAMIC && !body.sleeping;
}

export function isAsleep(body: RigidBody | undefined): boolean {
  return body !== undefined && (body.sleeping || body.motionType === STATIC);
}

/** A belt that starts takes sleeping bodies along. */
export function wakeSleepers({ world, store }: AdapterState, surface: LawModifier): void {
  const { current, sleepingCount } = store;
  for (let i = current.count; i < current.count + sleepingCount; i++) {
    if (!hasSurface(current.law[i], surface)) continue;
    wakeBody(world, bodyOfKey(world, current.key[4 * i]));
    wakeBody(world, bodyOfKey(world, current.key[4 * i + 2]));
  }
}

/** As crashcat's own `wake`, which the adapter cannot call because it imports types only. */
function wakeBody({ bodies }: World, body: RigidBody | undefined): void {
  if (!body?.sleeping || body.motionType === STATIC) return;
  body.sleeping = false;
  body.motionProperties.sleepTestTimer = 0;
  body.activeIndex = bodies.activeBodyCount++;
  bodies.activeBodyIndices[body.activeIndex] = body.index;
}

function isFiniteMotion({ centerOfMassPosition: x, quaternion: q, motionProperties: m }: RigidBody): boolean {
  const { linearVelocity: v, angularVelocity: w } = m;
  const sum = x[0] + x[1] + x[2] + q[0] + q[1] + q[2] + q[3] + v[0] + v[1] + v[2] + w[0] + w[1] + w[2];
  return sum * 0 === 0;
}

/** Excludes the body from this step and reports it. */
function excludeBody(state: AdapterState, body: RigidBody): void {
  state.slotByIndex[body.index] = NON_FINITE;
  reportNonFiniteBody(state.report, body.index);
}
