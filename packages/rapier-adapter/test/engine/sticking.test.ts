import { describe, expect, test } from 'vitest';
import {
  addBody,
  addBox,
  createSettledBox,
  createWorld,
  distanceFrom,
  expectHeldAsInStock,
  full,
  G,
  install,
  RAPIER,
  run,
  STEPS,
  tilted,
} from './support.js';

const MU = 0.5;
/** Shorter runs creep proportionally less. */
const SECONDS = full ? 10 : 4;

describe.each(STEPS)('a sticking box is held as in stock Rapier, dt %f', (dt) => {
  test.each(full ? [0.9, 0.98] : [0.98])('on a slope of %f of the limit', (share) => {
    for (const mass of [1e-2, 1, 1e3]) {
      expectHeldAsInStock((setUp) => {
        const world = createWorld(dt);
        const box = addBox(world, { mass });
        const stepper = setUp(world, MU);
        run(stepper, world, 0.5);
        const start = box.translation();
        world.gravity = tilted(Math.atan(share * MU));
        run(stepper, world, SECONDS);
        const moved = distanceFrom(box, start);
        world.free();
        return moved;
      });
    }
  });

  test.each(full ? [0.6, 0.9] : [0.9])('under an impulse of %f of the limit in every step', (share) => {
    expectHeldAsInStock((setUp) => {
      const world = createWorld(dt);
      const box = addBox(world);
      const stepper = setUp(world, MU);
      run(stepper, world, 0.5);
      const start = box.translation();
      run(stepper, world, SECONDS, () => box.applyImpulse({ x: share * MU * G * dt, y: 0, z: 0 }, true));
      const moved = distanceFrom(box, start);
      world.free();
      return moved;
    });
  });

  test('under a force that is switched on and off', () => {
    const { world, box, friction } = createSettledBox(MU, 0.5, { dt });
    const start = box.translation();
    run(friction, world, 5, (k) => {
      box.resetForces(true);
      if (k % 7 < 3) box.addForce({ x: 0.7 * MU * G, y: 0.5 * MU * G, z: 0 }, true);
    });
    expect(distanceFrom(box, start)).toBeLessThan(1e-3);
    world.free();
  });

  test.each(['velocity', 'position'])('on a carrier driven by %s that accelerates with 0.8 mu g', (kind) => {
    expectHeldAsInStock((setUp) => {
      const world = createWorld(dt);
      const desc =
        kind === 'velocity'
          ? RAPIER.RigidBodyDesc.kinematicVelocityBased()
          : RAPIER.RigidBodyDesc.kinematicPositionBased();
      const belt = world.createRigidBody(desc.setTranslation(0, 0, 1));
      world.createCollider(RAPIER.ColliderDesc.cuboid(5, 1, 0.1), belt);
      const box = addBox(world, { z: 1.2 });
      const stepper = setUp(world, MU);
      run(stepper, world, 0.5);
      const offset = box.translation().x - belt.translation().x;
      const acceleration = 0.8 * MU * G;
      run(stepper, world, 1, (k) => {
        const time = (k + 1) * dt;
        if (kind === 'velocity') belt.setLinvel({ x: acceleration * time, y: 0, z: 0 }, true);
        else belt.setNextKinematicTranslation({ x: 0.5 * acceleration * time ** 2, y: 0, z: 1 });
      });
      expect(belt.translation().x).toBeGreaterThan(1.9);
      const moved = Math.abs(box.translation().x - belt.translation().x - offset);
      world.free();
      return moved;
    });
  });

  test('on a turntable', () => {
    expectHeldAsInStock((setUp) => {
      const world = createWorld(dt);
      const table = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicVelocityBased().setTranslation(0, 0, 1));
      world.createCollider(RAPIER.ColliderDesc.cuboid(3, 3, 0.1), table);
      const box = addBox(world, { x: 1, z: 1.2, mass: 2 });
      const stepper = setUp(world, MU);
      run(stepper, world, 0.5);
      const spin = Math.sqrt(0.5 * MU * G);
      run(stepper, world, 4, (k) => table.setAngvel({ x: 0, y: 0, z: spin * Math.min(1, (k * dt) / 2) }, true));
      const { x, y } = box.translation();
      world.free();
      return Math.hypot(x, y) - 1;
    });
  });

  test('pressed against a wall', () => {
    const world = createWorld(dt);
    const wall = world.createRigidBody(RAPIER.RigidBodyDesc.fixed().setTranslation(-0.35, 0, 2));
    world.createCollider(RAPIER.ColliderDesc.cuboid(0.1, 1, 1), wall);
    const box = addBody(world, RAPIER.ColliderDesc.cuboid(0.25, 0.5, 0.5), { z: 2 });
    const friction = install(world, 0.6);
    const start = box.translation().z;
    const press = G / (0.8 * 0.6);
    run(friction, world, 3, () => {
      box.resetForces(true);
      box.addForce({ x: -press, y: 0, z: 0 }, true);
    });
    expect(Math.abs(box.translation().z - start)).toBeLessThan(5e-3);
    world.free();
  });
});
