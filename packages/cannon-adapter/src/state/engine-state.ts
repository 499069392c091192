import {
  advance,
  keepFlag,
  keepNumber,
  keepNumbers,
  keepObject,
  type StateBuffer,
} from '@stiction/friction-core/adapter';
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
  keepSleep(buffer, body);
}

// Copied in place: a number that is passed to or returned from a function may be allocated.

function keepVector(buffer: StateBuffer, v: Vec3): void {
  const at = advance(buffer, 3);
  const { numbers } = buffer;
  if (buffer.isLoading) {
    v.x = numbers[at];
    v.y = numbers[at + 1];
    v.z = numbers[at + 2];
  } else {
    numbers[at] = v.x;
    numbers[at + 1] = v.y;
    numbers[at + 2] = v.z;
  }
}

function keepQuaternion(buffer: StateBuffer, q: Quaternion): void {
  const at = advance(buffer, 4);
  const { numbers } = buffer;
  if (buffer.isLoading) {
    q.x = numbers[at];
    q.y = numbers[at + 1];
    q.z = numbers[at + 2];
    q.w = numbers[at + 3];
  } else {
    numbers[at] = q.x;
    numbers[at + 1] = q.y;
    numbers[at + 2] = q.z;
    numbers[at + 3] = q.w;
  }
}

function keepSleep(buffer: StateBuffer, body: Body): void {
  const at = advance(buffer, 4);
  const { numbers } = buffer;
  if (buffer.isLoading) {
    body.timeLastSleepy = numbers[at];
    body.sleepState = (numbers[at + 1] | 0) as Body['sleepState'];
    body.aabbNeedsUpdate = numbers[at + 2] === 1;
    body.wakeUpAfterNarrowphase = numbers[at + 3] === 1;
  } else {
    numbers[at] = body.timeLastSleepy;
    numbers[at + 1] = body.sleepState;
    numbers[at + 2] = body.aabbNeedsUpdate ? 1 : 0;
    numbers[at + 3] = body.wakeUpAfterNarrowphase ? 1 : 0;
  }
}

/** A list of integers, with its length. Entries that were never set are undefined, and mean 0. */
function keepList(buffer: StateBuffer, list: number[]): void {
  const count = keepNumber(buffer, list.length);
  const at = advance(buffer, count);
  const { numbers } = buffer;
  if (!buffer.isLoading) {
    for (let k = 0; k < count; k++) numbers[at + k] = list[k] | 0;
    return;
  }
  list.length = count;
  for (let k = 0; k < count; k++) list[k] = numbers[at + k] | 0;
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
