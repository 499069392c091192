import { expect, test } from 'vitest';
import { addBody, install, RAPIER, run, slab } from './support.js';

/** A cylinder of radius 0.5 m that stands at x on a slab that ends at x = 0: how many points its patch has, and its load [N]. */
function stand(x: number, shape = RAPIER.ColliderDesc.cylinder(0.05, 0.5)): { points: number; load: number } {
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

test('a cap that is carried all round has eight points on its rim, and bears the weight', () => {
  const { points, load } = stand(-2);
  expect(points).toBe(8);
  expect(load).toBeCloseTo(9.81, 2);
});

test('so has the base of a cone', () => {
  const { points, load } = stand(-2, RAPIER.ColliderDesc.cone(0.05, 0.5));
  expect(points).toBe(8);
  expect(load).toBeCloseTo(9.81, 2);
});

test('a cap that stands nearly half over an edge keeps the points that the engine tells', () => {
  const { points, load } = stand(-0.1);
  expect(points).toBeLessThan(8);
  expect(load).toBeCloseTo(9.81, 1);
});

test('a cube has the points that it had', () => {
  const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
  world.createCollider(slab());
  addBody(world, RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.5), { z: 0.5 });
  const friction = install(world);
  run(friction, world, 0.5);
  expect([...friction.contacts()].map(({ points }) => points)).toEqual([4]);
  world.free();
});
