import { coulomb } from '@stiction/friction-core';
import { Body, Box, Plane, Vec3, World } from 'cannon-es';
import { expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';

/** A tower on a plane rotated in the usual way, which tilts it by a rounding error: some touching vertices are above it. */
function tower(count: number, size: number): [World, Body[]] {
  const world = new World({ gravity: new Vec3(0, -9.81, 0) });
  const ground = new Body({ mass: 0, shape: new Plane() });
  ground.quaternion.setFromEuler(-Math.PI / 2, 0, 0);
  world.addBody(ground);
  const boxes = Array.from({ length: count }, (_, k) => {
    const shape = new Box(new Vec3(size / 2, size / 2, size / 2));
    return new Body({ mass: 1000 * size ** 3, shape, position: new Vec3(0, (k + 0.5) * size, 0) });
  });
  for (const box of boxes) world.addBody(box);
  installFriction(world, { default: coulomb({ mu: 0.5 }) });
  return [world, boxes];
}

test.each([
  [5, 0.01, 1 / 60],
  [5, 0.05, 1 / 60],
  [5, 0.1, 1 / 60],
  [10, 1, 1 / 30],
])('a tower of %d cubes of %d m stands on a rotated plane at a step of %d s', (count, size, dt) => {
  const [world, boxes] = tower(count, size);
  for (let t = 0; t < 8; t += dt) world.step(dt);
  for (const [k, { position }] of boxes.entries()) {
    expect(Math.hypot(position.x, position.z) / size).toBeLessThan(5e-3);
    expect(Math.abs(position.y / size - k - 0.5)).toBeLessThan(0.02);
  }
});

test('a box on a rotated plane touches with its whole face from the first step, and its contacts carry the weight', () => {
  const [world, [box]] = tower(1, 0.05);
  world.step(1 / 60);
  expect(Math.abs(box.quaternion.x)).toBeLessThan(1e-3);
  for (let k = 0; k < 60; k++) world.step(1 / 60);
  let force = 0;
  for (const contact of world.contacts) force += contact.multiplier;
  expect(force / (9.81 * box.mass)).toBeCloseTo(1, 3);
});
