import { expect, test } from 'vitest';
import { addBody, install, RAPIER, run, slab } from './support.js';

/** A cylinder of radius 0.5 m stands at x on a slab that ends at x = 0. Returns the number of contact points and the load [N]. */
function measureStanding(x: number, shape = RAPIER.ColliderDesc.cylinder(0.05, 0.5)): { points: number; load: number } {
  const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
  world.createCollider(RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(-50, 0, -1));
  addBody(world, shape.setRotation({ x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }), { x, z: 0.05 });
  const friction = install(world);
  run(friction, world, 0.5);
  let points = 0;
  let load = 0;
  for (const contact of friction.contacts()) {
    points += contact.points;
    load += contact.normalForce;
  }
  world.free();
  return { points, load };
}

test('a fully supported cap has eight points on its rim and carries the weight', () => {
  const { points, load } = measureStanding(-2);
  expect(points).toBe(8);
  expect(load).toBeCloseTo(9.81, 2);
});

test('the base of a cone has eight points and carries the weight', () => {
  const { points, load } = measureStanding(-2, RAPIER.ColliderDesc.cone(0.05, 0.5));
  expect(points).toBe(8);
  expect(load).toBeCloseTo(9.81, 2);
});

test('a cap that overhangs an edge keeps the points of the engine', () => {
  const { points, load } = measureStanding(-0.1);
  expect(points).toBeLessThan(8);
  expect(load).toBeCloseTo(9.81, 1);
});

test('a cube keeps its four points', () => {
  const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
  world.createCollider(slab());
  addBody(world, RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.5), { z: 0.5 });
  const friction = install(world);
  run(friction, world, 0.5);
  expect([...friction.contacts()].map(({ points }) => points)).toEqual([4]);
  world.free();
});
