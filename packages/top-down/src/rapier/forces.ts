import type { RigidBody, World } from '@dimforge/rapier2d-compat';

/**
 * Friction as forces for one step. Rapier keeps forces until they are reset, so the user's own are restored exactly. Force and torque are
 * arrays [x, y, torque]: numbers that cross a call may be allocated.
 */
export interface Forces {
  /** Adds impulse/dt to a body on which the user's force acts. */
  add(body: RigidBody, own: Float64Array, impulse: Float64Array, dt: number): void;
  /** Leaves the user's forces alone on all bodies. */
  restore(): void;
  /** Frees what is kept in the engine's memory. */
  remove(): void;
}

type RawVector = Parameters<World['bodies']['raw']['rbAddForce']>[1];

/** `addForce` of bodies creates a vector of the engine and frees it, which takes ten times as long as the call: one is reused. */
export function createForces(world: World): Forces {
  const pushed: RigidBody[] = [];
  let count = 0;
  /** Three numbers for each of them. */
  let user = new Float64Array(192);
  /** If a torque was added. */
  let turned = new Uint8Array(64);
  const force = { x: 0, y: 0 };
  // Undefined until needed, null if this build of Rapier is not known.
  let shared: RawVector | null | undefined;

  function push(body: RigidBody): void {
    if (shared === undefined) shared = createRawVector(body);
    if (shared === null) {
      body.addForce(force, false);
      return;
    }
    shared.x = force.x;
    shared.y = force.y;
    world.bodies.raw.rbAddForce(body.handle, shared, false);
  }

  return {
    add(body, own, impulse, dt) {
      if (turned.length <= count) grow();
      pushed[count] = body;
      for (let e = 0; e < 3; e++) user[3 * count + e] = own[e];
      turned[count] = impulse[2] === 0 ? 0 : 1;
      count++;
      force.x = impulse[0] / dt;
      force.y = impulse[1] / dt;
      if (force.x !== 0 || force.y !== 0) push(body);
      if (impulse[2] !== 0) body.addTorque(impulse[2] / dt, false);
    },
    restore() {
      for (let k = 0; k < count; k++) {
        const body = pushed[k];
        if (!body.isValid()) continue;
        body.resetForces(false);
        force.x = user[3 * k];
        force.y = user[3 * k + 1];
        if (force.x !== 0 || force.y !== 0) push(body);
        if (turned[k] === 0) continue;
        body.resetTorques(false);
        if (user[3 * k + 2] !== 0) body.addTorque(user[3 * k + 2], false);
      }
      count = 0;
    },
    remove() {
      shared?.free();
      shared = undefined;
    },
  };

  function grow(): void {
    const larger = new Float64Array(2 * user.length);
    larger.set(user);
    user = larger;
    const flags = new Uint8Array(2 * turned.length);
    flags.set(turned);
    turned = flags;
  }
}

const ZERO = { x: 0, y: 0 };

/** The type is not public, but a body that sets its velocity passes one to its set: calls it with a set that captures it. */
function createRawVector(body: RigidBody): RawVector | null {
  let Vector: (new (x: number, y: number) => RawVector) | undefined;
  const rbSetLinvel = (_handle: number, vector: RawVector): void => {
    Vector = vector.constructor as typeof Vector;
  };
  body.setLinvel.call({ rawSet: { rbSetLinvel }, handle: body.handle } as unknown as RigidBody, ZERO, false);
  return Vector ? new Vector(0, 0) : null;
}
