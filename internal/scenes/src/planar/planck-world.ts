import { installFloor } from '@stiction/top-down/planck';
import { Box, Circle, World } from 'planck';
import { angleOf, type PlanarEngine, planarBuilder } from './planar-world.js';

/** Positions and velocities per step of Planck, unless told otherwise. */
const ITERATIONS = { velocity: 8, position: 3 };

export const createPlanckWorld = planarBuilder((_scene, effort): PlanarEngine => {
  const world = new World({ gravity: { x: 0, y: 0 }, allowSleep: false });
  return {
    name: 'planck',
    add(spec, shape, [linearDamping, angularDamping]) {
      const body = world.createBody({
        type: spec.kind === 'fixed' ? 'static' : spec.kind,
        position: { x: spec.position[0], y: spec.position[1] },
        angle: angleOf(spec.rotation),
        linearVelocity: { x: spec.velocity?.[0] ?? 0, y: spec.velocity?.[1] ?? 0 },
        angularVelocity: spec.angularVelocity?.[2] ?? 0,
        linearDamping,
        angularDamping,
        bullet: true,
      });
      const area = shape.kind === 'circle' ? Math.PI * shape.radius ** 2 : 4 * shape.halfWidth * shape.halfHeight;
      body.createFixture({
        shape: shape.kind === 'circle' ? new Circle(shape.radius) : new Box(shape.halfWidth, shape.halfHeight),
        density: (spec.mass ?? 0) / area,
        friction: 0.1,
        restitution: spec.bounce ?? 0,
      });
      if (spec.inertia) body.setMassData({ mass: spec.mass ?? 0, center: { x: 0, y: 0 }, I: spec.inertia[2] });
      return {
        handle: body,
        position: () => body.getPosition(),
        angle: () => body.getAngle(),
        velocity: () => body.getLinearVelocity(),
        spin: () => body.getAngularVelocity(),
        setVelocity: (x, y) => body.setLinearVelocity({ x, y }),
        setSpin: (spin) => body.setAngularVelocity(spin),
        push(x, y, torque) {
          body.applyForceToCenter({ x, y }, true);
          body.applyTorque(torque, true);
        },
        remove: () => void world.destroyBody(body),
      };
    },
    installFloor: (options) => installFloor(world, options) as ReturnType<PlanarEngine['installFloor']>,
    step: (dt) => world.step(dt, effort * ITERATIONS.velocity, effort * ITERATIONS.position),
    dispose: () => undefined,
  };
});
