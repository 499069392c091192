import { keepFlag, keepNumber, keepNumbers, rewind, type StateBuffer } from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import type { Inventory } from './inventory.js';

/**
 * Poses, velocities, forces and sleep of all bodies, instead of Rapier's snapshot: a tenth of its time. Not included, because Rapier's API can neither
 * read nor write them: the impulses that its solver starts from, which triangles and corners touched, and how long a body has been slow. So the next
 * steps differ slightly.
 */
export function saveMotion(buffer: StateBuffer, install: InstallState, { sets: [bodies] }: Inventory): void {
  const { world, engine, scratch } = install;
  const { out } = scratch;
  const raw = engine.bodies;
  rewind(buffer, false);
  keepNumber(buffer, world.timestep);
  keepNumber(buffer, world.gravity.x);
  keepNumber(buffer, world.gravity.y);
  keepNumber(buffer, world.gravity.z);
  for (let k = 0; k < bodies.count; k++) {
    const handle = bodies.handles[k];
    raw.rbTranslation(handle, out);
    keepNumbers(buffer, out, 3);
    raw.rbRotation(handle, out);
    keepNumbers(buffer, out, 4);
    raw.rbLinvel(handle, out);
    keepNumbers(buffer, out, 3);
    raw.rbAngvel(handle, out);
    keepNumbers(buffer, out, 3);
    raw.rbUserForce(handle, out);
    keepNumbers(buffer, out, 3);
    raw.rbUserTorque(handle, out);
    keepNumbers(buffer, out, 3);
    keepFlag(buffer, raw.rbIsSleeping(handle));
  }
}

/** Numbers per body, without sleep. */
const POSE = 7;
const MOTION = 19;

export function loadMotion(buffer: StateBuffer, install: InstallState, { sets: [bodies] }: Inventory): void {
  const { world, engine, scratch } = install;
  const { out } = scratch;
  rewind(buffer, true);
  const timestep = keepNumber(buffer, 0);
  if (world.timestep !== timestep) world.timestep = timestep;
  world.gravity.x = keepNumber(buffer, 0);
  world.gravity.y = keepNumber(buffer, 0);
  world.gravity.z = keepNumber(buffer, 0);
  const { numbers } = buffer;
  for (let k = 0; k < bodies.count; k++) {
    const body = world.getRigidBody(bodies.handles[k]);
    const at = buffer.at;
    buffer.at += MOTION;
    const isAsleep = keepFlag(buffer, false);
    engine.setPose(body, numbers, at);
    engine.setLinvel(body, numbers, at + POSE);
    engine.setAngvel(body, numbers, at + POSE + 3);
    engine.bodies.rbUserForce(body.handle, out);
    const hadForce = out[0] !== 0 || out[1] !== 0 || out[2] !== 0;
    engine.bodies.rbUserTorque(body.handle, out);
    if (hadForce || out[0] !== 0 || out[1] !== 0 || out[2] !== 0) engine.resetForces(body);
    if (isAny(numbers, at + POSE + 6)) engine.addForce(body, numbers, at + POSE + 6);
    if (isAny(numbers, at + POSE + 9)) engine.addTorque(body, numbers, at + POSE + 9);
    if (isAsleep !== body.isSleeping()) {
      if (isAsleep) body.sleep();
      else body.wakeUp();
    }
  }
}

function isAny(numbers: Float64Array, at: number): boolean {
  return numbers[at] !== 0 || numbers[at + 1] !== 0 || numbers[at + 2] !== 0;
}
