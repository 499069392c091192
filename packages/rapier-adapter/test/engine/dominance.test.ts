import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { expect, test } from 'vitest';
import type { RapierFriction } from '../../src/index.js';
import { addBody, createWorld, G, install, RAPIER, run, STEPS } from './support.js';

const MU = 0.4;

interface Ride {
  world: World;
  friction: RapierFriction;
  plate: RigidBody;
  box: RigidBody;
}

/** A box on a wide plate of the same mass on frictionless ground. */
function createRide(dt: number, group: number): Ride {
  const world = createWorld(dt);
  const plate = addBody(world, RAPIER.ColliderDesc.cuboid(4, 4, 0.1), { mass: 1 });
  const box = addBody(world, RAPIER.ColliderDesc.cuboid(0.25, 0.25, 0.1), { mass: 1, z: 0.3 });
  plate.setDominanceGroup(group);
  const friction = install(world, MU);
  const ground = world.getCollider(0);
  friction.setMaterial(ground, 'ice');
  friction.setMaterial(plate.collider(0), 'plate');
  friction.setPair('ice', 'plate', coulomb({ mu: 0 }));
  run(friction, world, 0.5);
  return { world, friction, plate, box };
}

test.each(STEPS)('a box stops on a dominant plate as on the ground, and the plate does not move, dt %f', (dt) => {
  const { world, friction, plate, box } = createRide(dt, 1);
  box.setLinvel({ x: 2, y: 0, z: 0 }, true);
  const start = box.translation().x;
  run(friction, world, 1);
  expect(Math.abs(plate.linvel().x)).toBeLessThan(1e-6);
  expect((box.translation().x - start) / (4 / (2 * MU * G))).toBeCloseTo(1, 1);
  world.free();
});

test('with equal dominance the plate is dragged along and momentum is conserved', () => {
  const { world, friction, plate, box } = createRide(1 / 60, 0);
  box.setLinvel({ x: 2, y: 0, z: 0 }, true);
  run(friction, world, 1);
  expect(plate.linvel().x).toBeCloseTo(1, 2);
  expect(box.linvel().x).toBeCloseTo(1, 2);
  world.free();
});

test('a dominant plate accelerates as if nothing stood on it', () => {
  const { world, friction, plate, box } = createRide(1 / 60, 3);
  const start = box.translation().x;
  run(friction, world, 1, () => {
    plate.resetForces(true);
    plate.addForce({ x: 0.8 * MU * G, y: 0, z: 0 }, true);
  });
  // Only the plate's own mass is accelerated.
  expect(plate.linvel().x / (0.8 * MU * G)).toBeCloseTo(1, 3);
  // Rapier's friction ignores the velocity of a dominant body: the box stays behind, as in stock.
  expect(Math.abs(box.translation().x - start)).toBeLessThan(5e-3);
  world.free();
});

test('contacts name the dominant body, whose group may change and which may be removed', () => {
  const { world, friction, plate, box } = createRide(1 / 60, 1);
  const touched = [...friction.contacts()].flatMap(({ bodyA, bodyB }) => [bodyA?.handle, bodyB?.handle]);
  expect(touched).toContain(plate.handle);
  plate.setDominanceGroup(0);
  box.setLinvel({ x: 2, y: 0, z: 0 }, true);
  run(friction, world, 1);
  expect(plate.linvel().x).toBeCloseTo(1, 1);
  plate.setDominanceGroup(1);
  run(friction, world, 0.1);
  world.removeRigidBody(plate);
  run(friction, world, 1);
  expect(friction.report.nonFiniteBodies).toBe(0);
  expect(box.translation().z).toBeCloseTo(0.1, 2);
  world.free();
});

test('a restored snapshot continues bit-identically', () => {
  const { world, friction, box } = createRide(1 / 60, 1);
  box.setLinvel({ x: 2, y: 0.3, z: 0 }, true);
  run(friction, world, 0.2);
  const [engine, ours] = [world.takeSnapshot(), friction.snapshot()];
  run(friction, world, 0.2);
  const copy = RAPIER.World.restoreSnapshot(engine);
  const restored = install(copy, MU);
  restored.setPair('ice', 'plate', coulomb({ mu: 0 }));
  restored.restore(ours);
  run(restored, copy, 0.2);
  expect(copy.getRigidBody(box.handle).translation()).toEqual(box.translation());
  copy.free();
  world.free();
});
