import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import { MAX_BODIES } from '../constants.js';

/** Forces for one step. Rapier keeps forces until they are reset, so the user's own are restored exactly. */
export interface Forces {
  /** Adds the impulse of a slot, six numbers of p, as a force over h. */
  add(body: RigidBody, slot: number, p: Float64Array, h: number, wake: boolean): void;
  /** `own`: force and torque of the user, by slot. */
  restore(own: Float64Array): void;
  remove(): void;
}

type RawBodies = World['bodies']['raw'];
type RawVector = Parameters<RawBodies['rbAddForce']>[1];

/** `addForce` of bodies creates a vector of the engine and frees it, which takes six times as long as the call: one is reused. */
export function createForces(world: World): Forces {
  const pushed: (RigidBody | null)[] = [];
  const slots = new Int32Array(MAX_BODIES);
  let count = 0;
  let shared: RawVector | null = null;

  function push(body: RigidBody, p: Float64Array, at: number, scale: number, wake: boolean): void {
    const { raw } = world.bodies;
    shared ??= createRawVector(body);
    shared.x = scale * p[at];
    shared.y = scale * p[at + 1];
    shared.z = scale * p[at + 2];
    raw.rbAddForce(body.handle, shared, wake);
    shared.x = scale * p[at + 3];
    shared.y = scale * p[at + 4];
    shared.z = scale * p[at + 5];
    raw.rbAddTorque(body.handle, shared, wake);
  }

  return {
    add(body, slot, p, h, wake) {
      slots[count] = slot;
      pushed[count++] = body;
      push(body, p, 6 * slot, 1 / h, wake);
    },
    restore(own) {
      for (let i = 0; i < count; i++) {
        const body = pushed[i];
        pushed[i] = null;
        if (!body?.isValid()) continue;
        body.resetForces(false);
        body.resetTorques(false);
        const at = 6 * slots[i];
        if (isAny(own, at)) push(body, own, at, 1, false);
      }
      count = 0;
    },
    remove() {
      shared?.free();
      shared = null;
    },
  };
}

function isAny(own: Float64Array, at: number): boolean {
  for (let e = at; e < at + 6; e++) if (own[e] !== 0) return true;
  return false;
}

const ZERO = { x: 0, y: 0, z: 0 };

/** The type is not public, but a body that sets its velocity passes one to its set: calls it with a set that captures it. */
function createRawVector(body: RigidBody): RawVector {
  let Vector: (new (x: number, y: number, z: number) => RawVector) | undefined;
  const rbSetLinvel = (_handle: number, vector: RawVector) => {
    Vector = vector.constructor as typeof Vector;
  };
  body.setLinvel.call({ rawSet: { rbSetLinvel }, handle: body.handle } as unknown as RigidBody, ZERO, false);
  if (!Vector) throw new Error('@stiction/vehicle: this build of Rapier is not known');
  return new Vector(0, 0, 0);
}
