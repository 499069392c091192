import type { RigidBody, World } from '@dimforge/rapier2d-compat';
import { ANGLE, DSPIN, DVX, DVY, INERTIA, MASS, SPIN, VX, VY, X, Y } from '../core/constants.js';
import type { EngineBodies } from '../core/engine.js';
import type { FootprintCache } from '../footprint/footprint.js';
import { createForces, type Forces } from './forces.js';
import { readFootprint } from './shapes.js';

/**
 * Rapier integrates forces over its substeps, and an impulse at the start. So friction acts as a force during the step: a body at rest
 * under a force does not move in any substep. Afterwards the user's forces are restored exactly.
 */
export function createRapierBodies(world: World): { port: EngineBodies<RigidBody>; forces: Forces } {
  const cache: FootprintCache = new Map();
  const forces = createForces(world);
  const vector = { x: 0, y: 0 };
  /** Force and torque of the user on the body that was read last. */
  const own = new Float64Array(3);

  const port: EngineBodies<RigidBody> = {
    name: 'Rapier 2D',
    isBody: (body) => typeof (body as Partial<RigidBody>).numColliders === 'function',
    forEach: (visit) => world.bodies.forEach(visit),
    isActive: (body) => !body.isSleeping() && body.isDynamic() && body.isEnabled(),
    // Every call takes 30 ns, and 200 if it returns a vector: the most likely answers first.
    isAtRest(body) {
      if (body.isMoving() || world.gravity.x !== 0 || world.gravity.y !== 0) return false;
      if (body.userTorque() !== 0 || body.isSleeping()) return false;
      const f = body.userForce(vector);
      return f.x === 0 && f.y === 0;
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
      const inverseMass = body.invMass();
      const inverseInertia = body.effectiveWorldInvInertia();
      out[MASS] = inverseMass > 0 ? 1 / inverseMass : 0;
      out[INERTIA] = inverseInertia > 0 ? 1 / inverseInertia : Number.POSITIVE_INFINITY;
      const f = body.userForce(vector);
      own[0] = f.x;
      own[1] = f.y;
      own[2] = body.userTorque();
      out[DSPIN] = dt * own[2] * inverseInertia;
      const { gravity } = world;
      if (own[0] === 0 && own[1] === 0 && gravity.x === 0 && gravity.y === 0) return;
      const m = body.effectiveInvMass(vector);
      const scale = dt * body.gravityScale();
      // Locked axes do not fall.
      out[DVX] = m.x > 0 ? dt * own[0] * m.x + scale * gravity.x : 0;
      out[DVY] = m.y > 0 ? dt * own[1] * m.y + scale * gravity.y : 0;
    },
    substepLag: () => 0.5 - 0.5 / world.integrationParameters.numSolverIterations,
    wake: (body) => body.wakeUp(),
    footprint: (body) => readFootprint(cache, body),
    apply: (body, impulse, dt) => forces.add(body, own, impulse, dt),
  };

  return { port, forces };
}
