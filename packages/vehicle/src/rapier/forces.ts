import type { RigidBody } from '@dimforge/rapier3d-compat';
import { MAX_WHEELS } from '../constants.js';

/** Forces for one step. Rapier keeps forces until they are reset, so the user's own are restored exactly. */
export interface Forces {
  /** Adds the impulse at p[at..], linear and angular, as a force over h. */
  add(body: RigidBody, p: Float64Array, at: number, h: number, wake: boolean): void;
  restore(): void;
}

export function createForces(): Forces {
  const pushed: (RigidBody | null)[] = [];
  /** Force and torque of the user on each of them. */
  const own = new Float64Array(6 * (MAX_WHEELS + 1));
  const vector = { x: 0, y: 0, z: 0 };
  let count = 0;
  const set = (x: number, y: number, z: number) => {
    vector.x = x;
    vector.y = y;
    vector.z = z;
    return vector;
  };
  return {
    add(body, p, at, h, wake) {
      const k = 6 * count;
      const force = body.userForce(vector);
      own[k] = force.x;
      own[k + 1] = force.y;
      own[k + 2] = force.z;
      const torque = body.userTorque(vector);
      own[k + 3] = torque.x;
      own[k + 4] = torque.y;
      own[k + 5] = torque.z;
      pushed[count++] = body;
      body.addForce(set(p[at] / h, p[at + 1] / h, p[at + 2] / h), wake);
      body.addTorque(set(p[at + 3] / h, p[at + 4] / h, p[at + 5] / h), wake);
    },
    restore() {
      for (let i = 0; i < count; i++) {
        const body = pushed[i];
        pushed[i] = null;
        if (!body?.isValid()) continue;
        const k = 6 * i;
        body.resetForces(false);
        body.resetTorques(false);
        if (own[k] !== 0 || own[k + 1] !== 0 || own[k + 2] !== 0) {
          body.addForce(set(own[k], own[k + 1], own[k + 2]), false);
        }
        if (own[k + 3] !== 0 || own[k + 4] !== 0 || own[k + 5] !== 0) {
          body.addTorque(set(own[k + 3], own[k + 4], own[k + 5]), false);
        }
      }
      count = 0;
    },
  };
}
