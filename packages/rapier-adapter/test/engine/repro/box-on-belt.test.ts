import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import { expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { addBox, createWorld, G } from '../support.js';

/** Friction acts below the centre of mass. A correction without normals, or with normals that could only increase, lifted the box at 0.15 m/s. */
test('a box placed on a belt accelerates with μ g and is neither lifted nor tipped', () => {
  const world = createWorld();
  const box = addBox(world);
  const friction = installFriction(world, { default: surfaceVelocity(coulomb({ mu: 0.6 }), [3, 0, 0]) });
  const dt = world.timestep;
  for (let k = 1; k <= 20; k++) {
    friction.step();
    expect(Math.abs(box.linvel().z)).toBeLessThan(5e-3);
    expect(Math.abs(box.angvel().y)).toBeLessThan(0.02);
    expect(Math.abs(Math.abs(box.linvel().x) / (0.6 * G * k * dt) - 1)).toBeLessThan(0.01);
  }
  world.free();
});

test('a resting box with kept contacts supports a box that lands on it', () => {
  const world = createWorld();
  const box = addBox(world);
  const friction = installFriction(world, { default: surfaceVelocity(coulomb({ mu: 0.5 }), [0, 1e-6, 0]) });
  for (let k = 0; k < 60; k++) friction.step();
  const other = addBox(world);
  const { z } = box.translation();
  other.setTranslation({ x: 0.05, y: 0, z: 3.2 * z }, true);
  const start = box.translation();
  for (let k = 0; k < 120; k++) friction.step();
  expect(other.translation().z).toBeGreaterThan(2.9 * z);
  expect(Math.hypot(box.translation().x - start.x, box.translation().y - start.y)).toBeLessThan(1e-3);
  world.free();
});

test.each([0, 1, 2, 3, 4, 5, 6, 7])('a belt that starts %i steps later moves its box immediately', (later) => {
  const world = createWorld();
  const box = addBox(world);
  const law = coulomb({ mu: 0.5 });
  const friction = installFriction(world, { default: surfaceVelocity(law, [0, 1e-6, 0]) });
  friction.setMaterial(box.collider(0), 'box');
  world.forEachCollider((collider) => {
    if (collider.handle !== box.collider(0).handle) friction.setMaterial(collider, 'belt');
  });
  friction.setPair('belt', 'box', surfaceVelocity(law, [0, 1e-6, 0]));
  for (let k = 0; k < 60 + later; k++) friction.step();
  friction.setPair('belt', 'box', surfaceVelocity(law, [1, 0, 0]));
  for (let k = 0; k < 3; k++) friction.step();
  expect(Math.abs(box.linvel().x / (0.5 * G * 3 * world.timestep) - 1)).toBeLessThan(0.02);
  world.free();
});
