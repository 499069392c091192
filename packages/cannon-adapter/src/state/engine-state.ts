import { keepFlag, keepNumber, keepNumbers, keepObject, type StateBuffer } from '@stiction/friction-core/adapter';
import type { Body, Quaternion, Vec3, World } from 'cannon-es';

/**
 * Everything of cannon-es that its next step, and the events of that step, depend on. Settings of bodies, shapes, constraints and the
 * world belong to the user and are left alone.
 */

export function keepWorld(buffer: StateBuffer, world: World): void {
  world.time = keepNumber(buffer, world.time);
  world.stepnumber = keepNumber(buffer, world.stepnumber) | 0;
  world.accumulator = keepNumber(buffer, world.accumulator);
  world.dt = keepNumber(buffer, world.dt);
  world.hasActiveBodies = keepFlag(buffer, world.hasActiveBodies);
  keepBroadphase(buffer, world);
  // Which pairs touched, for `collide`, `beginContact` and `endContact`.
  keepList(buffer, world.collisionMatrix.matrix);
  keepList(buffer, world.bodyOverlapKeeper.current);
  keepList(buffer, world.shapeOverlapKeeper.current);
  for (const { equations } of world.constraints) {
    for (const equation of equations) equation.multiplier = keepNumber(buffer, equation.multiplier);
  }
}

export function keepBody(buffer: StateBuffer, body: Body): void {
  keepVector(buffer, body.position);
  keepQuaternion(buffer, body.quaternion);
  keepVector(buffer, body.velocity);
  keepVector(buffer, body.angularVelocity);
  keepVector(buffer, body.force);
  keepVector(buffer, body.torque);
  keepVector(buffer, body.previousPosition);
  keepQuaternion(buffer, body.previousQuaternion);
  keepVector(buffer, body.interpolatedPosition);
  keepQuaternion(buffer, body.interpolatedQuaternion);
  // Recomputed, it would differ in its last bits for a body with equal moments of inertia.
  keepNumbers(buffer, body.invInertiaWorld.elements, 9);
  keepVector(buffer, body.aabb.lowerBound);
  keepVector(buffer, body.aabb.upperBound);
  body.aabbNeedsUpdate = keepFlag(buffer, body.aabbNeedsUpdate);
  body.sleepState = (keepNumber(buffer, body.sleepState) | 0) as Body['sleepState'];
  body.timeLastSleepy = keepNumber(buffer, body.timeLastSleepy);
  body.wakeUpAfterNarrowphase = keepFlag(buffer, body.wakeUpAfterNarrowphase);
}

function keepVector(buffer: StateBuffer, v: Vec3): void {
  v.x = keepNumber(buffer, v.x);
  v.y = keepNumber(buffer, v.y);
  v.z = keepNumber(buffer, v.z);
}

function keepQuaternion(buffer: StateBuffer, q: Quaternion): void {
  q.x = keepNumber(buffer, q.x);
  q.y = keepNumber(buffer, q.y);
  q.z = keepNumber(buffer, q.z);
  q.w = keepNumber(buffer, q.w);
}

/** A list of integers, with its length. */
function keepList(buffer: StateBuffer, list: number[]): void {
  const count = keepNumber(buffer, list.length);
  if (buffer.isLoading) list.length = count;
  keepNumbers(buffer, list, count);
}

/** `SAPBroadphase` sorts its list in place: equal bounds keep the order of the last step. The list is shared, so only its items change. */
function keepBroadphase(buffer: StateBuffer, { broadphase }: World): void {
  broadphase.dirty = keepFlag(buffer, broadphase.dirty);
  const { axisList } = broadphase as { axisList?: Body[] };
  const count = keepNumber(buffer, axisList?.length ?? 0);
  for (let k = 0; k < count; k++) {
    const body = keepObject(buffer, axisList?.[k]);
    if (axisList && body) axisList[k] = body;
  }
}
