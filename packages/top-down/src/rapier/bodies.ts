import type { RigidBody, World } from '@dimforge/rapier2d-compat';
import { ANGLE, DSPIN, DVX, DVY, INERTIA, MASS, SPIN, VX, VY, X, Y } from '../core/constants.js';
import type { EngineBodies } from '../core/engine.js';
import type { FootprintCache } from '../footprint/footprint.js';
import { readFootprint } from './shapes.js';

/**
 * Rapier integrates forces over its substeps, and an impulse at the start. So friction acts as a force during the step: a body at rest
 * under a force does not move in any substep. Afterwards the user's forces are restored exactly.
 */
export function createRapierBodies(world: World): { port: EngineBodies<RigidBody>; restoreForces: () => void } {
  const cache: FootprintCache = new Map();
  const vector = { x: 0, y: 0 };
  const force = { x: 0, y: 0 };
  /** Bodies with friction in this step, and the user's forces and torques on them. */
  const pushed: RigidBody[] = [];
  let count = 0;
  let user = new Float64Array(192);
  // Force and torque of the body that was read last.
  let fx = 0;
  let fy = 0;
  let torque = 0;

  const port: EngineBodies<RigidBody> = {
    name: 'Rapier 2D',
    isBody: (body) => typeof (body as Partial<RigidBody>).numColliders === 'function',
    forEach: (visit) => world.bodies.forEach(visit),
    isActive: (body) => !body.isSleeping() && body.isDynamic() && body.isEnabled(),
    isAtRest(body) {
      if (body.isSleeping() || body.angvel() !== 0 || body.userTorque() !== 0) return false;
      const v = body.linvel(vector);
      if (v.x !== 0 || v.y !== 0) return false;
      const f = body.userForce(vector);
      return f.x === 0 && f.y === 0 && world.gravity.x === 0 && world.gravity.y === 0;
    },
    read(body, dt, out) {
      const v = body.linvel(vector);
      out[VX] = v.x;
      out[VY] = v.y;
      out[SPIN] = body.angvel();
      const p = body.worldCom(vector);
      out[X] = p.x;
      out[Y] = p.y;
      out[ANGLE] = body.rotation();
      const f = body.userForce(vector);
      fx = f.x;
      fy = f.y;
      torque = body.userTorque();
      const m = body.effectiveInvMass(vector);
      const scale = dt * body.gravityScale();
      const inverseInertia = body.effectiveWorldInvInertia();
      out[DVX] = m.x > 0 ? dt * fx * m.x + scale * world.gravity.x : 0;
      out[DVY] = m.y > 0 ? dt * fy * m.y + scale * world.gravity.y : 0;
      out[DSPIN] = dt * torque * inverseInertia;
      const most = Math.max(m.x, m.y);
      out[MASS] = most > 0 ? 1 / most : 0;
      out[INERTIA] = inverseInertia > 0 ? 1 / inverseInertia : Number.POSITIVE_INFINITY;
    },
    substepLag: () => 0.5 - 0.5 / world.integrationParameters.numSolverIterations,
    wake: (body) => body.wakeUp(),
    footprint: (body) => readFootprint(cache, body),
    apply(body, impulse, dt) {
      if (user.length < 3 * count + 3) {
        const larger = new Float64Array(2 * user.length);
        larger.set(user);
        user = larger;
      }
      pushed[count] = body;
      user[3 * count] = fx;
      user[3 * count + 1] = fy;
      user[3 * count + 2] = torque;
      count++;
      force.x = impulse[0] / dt;
      force.y = impulse[1] / dt;
      body.addForce(force, false);
      if (impulse[2] !== 0) body.addTorque(impulse[2] / dt, false);
    },
  };

  function restoreForces(): void {
    for (let k = 0; k < count; k++) {
      const body = pushed[k];
      if (!body.isValid()) continue;
      body.resetForces(false);
      body.resetTorques(false);
      force.x = user[3 * k];
      force.y = user[3 * k + 1];
      if (force.x !== 0 || force.y !== 0) body.addForce(force, false);
      if (user[3 * k + 2] !== 0) body.addTorque(user[3 * k + 2], false);
    }
    count = 0;
  }

  return { port, restoreForces };
}
