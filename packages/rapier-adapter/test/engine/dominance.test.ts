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

/** A box on a wide plate of the same mass, which lies on smooth ground. */
function ride(dt: number, group: number): Ride {
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

test.each(STEPS)(
  'a plate that dominates is not dragged along, and the box on it stops as on the ground, dt %f',
  (dt) => {
    const { world, friction, plate, box } = ride(dt, 1);
    box.setLinvel({ x: 2, y: 0, z: 0 }, true);
    const start = box.translation().x;
    run(friction, world, 1);
    expect(Math.abs(plate.linvel().x)).toBeLessThan(1e-6);
    expect((box.translation().x - start) / (4 / (2 * MU * G))).toBeCloseTo(1, 1);
    world.free();
  },
);

test('of equals each is dragged: momentum is kept', () => {
  const { world, friction, plate, box } = ride(1 / 60, 0);
  box.setLinvel({ x: 2, y: 0, z: 0 }, true);
  run(friction, world, 1);
  expect(plate.linvel().x).toBeCloseTo(1, 2);
  expect(box.linvel().x).toBeCloseTo(1, 2);
  world.free();
});

test('a plate that dominates is pulled as if nothing stood on it', () => {
  const { world, friction, plate, box } = ride(1 / 60, 3);
  const start = box.translation().x;
  run(friction, world, 1, () => {
    plate.resetForces(true);
    plate.addForce({ x: 0.8 * MU * G, y: 0, z: 0 }, true);
  });
  // The plate feels nothing of the box: its own mass alone is accelerated.
  expect(plate.linvel().x / (0.8 * MU * G)).toBeCloseTo(1, 3);
  // Rapier's own friction does not know the velocity of what dominates: the box stays behind, in stock too.
  expect(Math.abs(box.translation().x - start)).toBeLessThan(5e-3);
  world.free();
});

test('the group may change while they touch, the body may go, and contacts name it', () => {
  const { world, friction, plate, box } = ride(1 / 60, 1);
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
  expect(friction.report.badBodies).toBe(0);
  expect(box.translation().z).toBeCloseTo(0.1, 2);
  world.free();
});

test('a snapshot goes on to the last bit', () => {
  const { world, friction, box } = ride(1 / 60, 1);
  box.setLinvel({ x: 2, y: 0.3, z: 0 }, true);
  run(friction, world, 0.2);
  const [engine, ours] = [world.takeSnapshot(), friction.snapshot()];
  run(friction, world, 0.2);
  const copy = RAPIER.World.restoreSnapshot(engine);
  const again = install(copy, MU);
  again.setPair('ice', 'plate', coulomb({ mu: 0 }));
  again.restore(ours);
  run(again, copy, 0.2);
  expect(copy.getRigidBody(box.handle).translation()).toEqual(box.translation());
  copy.free();
  world.free();
});
