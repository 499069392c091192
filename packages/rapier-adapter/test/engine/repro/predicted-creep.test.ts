import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import { expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { addBox, createWorld, G } from '../support.js';

test('a box held against a push by a predicted law does not creep', () => {
  const world = createWorld();
  const box = addBox(world);
  // A surface velocity across the push rules out Rapier's friction; this slow it hardly moves the box.
  const friction = installFriction(world, { default: surfaceVelocity(coulomb({ mu: 0.5 }), [0, 1e-6, 0]) });
  for (let k = 0; k < 30; k++) friction.step();
  const start = box.translation().x;
  box.addForce({ x: 0.4 * box.mass() * G, y: 0, z: 0 }, true);
  for (let k = 0; k < 120; k++) friction.step();
  expect(Math.abs(box.translation().x - start)).toBeLessThan(2e-3);
  world.free();
});
