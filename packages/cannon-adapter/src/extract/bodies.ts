import {
  ensureCapacity,
  isFiniteBody,
  reportNonFiniteBody,
  resizeBodies,
  writeVector,
} from '@stiction/friction-core/adapter';
import type { Body } from 'cannon-es';
import { DYNAMIC, SLEEPING, STATIC } from '../cannon-enums.js';
import type { AdapterState } from '../state/state.js';

/** Values of `slotByIndex` for bodies without a slot. */
const UNREAD = -1;
const NON_FINITE = -2;

/** Forgets the slots of the last step and excludes bodies whose motion is not finite. */
export function clearBodySlots(state: AdapterState): void {
  const { world } = state;
  state.externalSlots.clear();
  state.slotByIndex = ensureCapacity(state.slotByIndex, world.bodies.length);
  state.slotByIndex.fill(UNREAD, 0, world.bodies.length);
  for (const body of world.bodies) if (!isFiniteMotion(body)) excludeBody(state, body);
}

/** The body's slot in this step, read on first use. Negative if its state is not finite. */
export function slotOf(state: AdapterState, body: Body): number {
  const { index } = body;
  const inWorld = state.world.bodies[index] === body;
  let slot = inWorld ? state.slotByIndex[index] : (state.externalSlots.get(body) ?? UNREAD);
  if (slot === UNREAD) {
    slot = readBody(state, body);
    if (inWorld) state.slotByIndex[index] = slot;
    else state.externalSlots.set(body, slot);
  }
  return slot;
}

function readBody(state: AdapterState, body: Body): number {
  const { bodies } = state;
  const slot = bodies.count;
  resizeBodies(bodies, slot + 1);
  readPose(bodies.pose, 7 * slot, body);
  readVelocity(bodies.velocity, 6 * slot, body);
  readMass(state, body, slot);
  if (!isFiniteBody(bodies, slot)) {
    resizeBodies(bodies, slot);
    excludeBody(state, body);
    return NON_FINITE;
  }
  state.engineBodies[slot] = body;
  return slot;
}

/** Writes [x, y, z, qx, qy, qz, qw]. */
export function readPose(out: Float64Array, at: number, { position: x, quaternion: q }: Body): void {
  writeVector(out, at, x);
  writeVector(out, at + 3, q);
  out[at + 6] = q.w;
}

/** Writes [linear, angular]. */
export function readVelocity(out: Float64Array, at: number, { velocity: v, angularVelocity: w }: Body): void {
  writeVector(out, at, v);
  writeVector(out, at + 3, w);
}

/** Reads inverse mass and inertia, without locked axes, and the acceleration that `Body.integrate` will add. */
function readMass(state: AdapterState, body: Body, slot: number): void {
  const { invMass, invInertia, acceleration } = state.bodies;
  const m = 3 * slot;
  const k = 6 * slot;
  if (!canMove(body)) {
    invMass.fill(0, m, m + 3);
    invInertia.fill(0, k, k + 6);
    acceleration.fill(0, k, k + 6);
    return;
  }
  const { linearFactor: lf, angularFactor: af, force, torque } = body;
  const e = body.invInertiaWorld.elements;
  invMass[m] = body.invMass * lf.x;
  invMass[m + 1] = body.invMass * lf.y;
  invMass[m + 2] = body.invMass * lf.z;
  invInertia[k] = e[0] * af.x * af.x;
  invInertia[k + 1] = e[1] * af.x * af.y;
  invInertia[k + 2] = e[2] * af.x * af.z;
  invInertia[k + 3] = e[4] * af.y * af.y;
  invInertia[k + 4] = e[5] * af.y * af.z;
  invInertia[k + 5] = e[8] * af.z * af.z;
  const tx = torque.x * af.x;
  const ty = torque.y * af.y;
  const tz = torque.z * af.z;
  acceleration[k] = force.x * invMass[m];
  acceleration[k + 1] = force.y * invMass[m + 1];
  acceleration[k + 2] = force.z * invMass[m + 2];
  acceleration[k + 3] = e[0] * tx + e[1] * ty + e[2] * tz;
  acceleration[k + 4] = e[3] * tx + e[4] * ty + e[5] * tz;
  acceleration[k + 5] = e[6] * tx + e[7] * ty + e[8] * tz;
}

export function isDynamic(body: Body): boolean {
  return (body.type & DYNAMIC) !== 0;
}

/** Dynamic and awake. */
export function canMove(body: Body): boolean {
  return isDynamic(body) && body.sleepState !== SLEEPING;
}

function isFiniteMotion({ position: x, quaternion: q, velocity: v, angularVelocity: w }: Body): boolean {
  const sum = x.x + x.y + x.z + q.x + q.y + q.z + q.w + v.x + v.y + v.z + w.x + w.y + w.z;
  return sum * 0 === 0;
}

/** Excludes the body from this step and reports it. */
function excludeBody(state: AdapterState, body: Body): void {
  if (state.world.bodies[body.index] === body) state.slotByIndex[body.index] = NON_FINITE;
  reportNonFiniteBody(state.report, body.id);
}

/** The slot of the body with this id; negative if it is not in the world. */
export function slotOfId(state: AdapterState, id: number): number {
  const body = state.world.getBodyById(id);
  return body ? slotOf(state, body) : NON_FINITE;
}

/** True if both bodies sleep or are static: cannon-es then reports no contact, and their patches are kept. */
export function isPairAsleep({ world }: AdapterState, idA: number, idB: number): boolean {
  return isAsleep(world.getBodyById(idA)) && isAsleep(world.getBodyById(idB));
}

function isAsleep(body: Body | undefined): boolean {
  return body !== undefined && ((body.type & STATIC) !== 0 || body.sleepState === SLEEPING);
}
