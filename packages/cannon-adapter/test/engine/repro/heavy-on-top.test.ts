import { coulomb } from '@stiction/friction-core';
import { Body, Box, Plane, Vec3, World } from 'cannon-es';
import { expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';

/** The largest relative gain of energy of 100 kg on 1 kg, two boxes at rest. */
function energyGain(size: number): number {
  const world = new World({ gravity: new Vec3(0, 0, -9.81) });
  world.defaultContactMaterial.restitution = 0;
  world.addBody(new Body({ mass: 0, shape: new Plane() }));
  const bodies = [1, 100].map((mass, k) => {
    const body = new Body({ mass, shape: new Box(new Vec3(size / 2, size / 2, 0.4 * size)) });
    body.position.set(0.05 * size * k, 0, size * (0.4 + 0.8 * k));
    body.linearDamping = body.angularDamping = 0;
    world.addBody(body);
    return body;
  });
  const energy = (): number =>
    bodies.reduce(
      (sum, { mass, velocity, position }) => sum + mass * (0.5 * velocity.lengthSquared() + 9.81 * position.z),
      0,
    );
  const start = energy();
  installFriction(world, { default: coulomb({ mu: 0.8 }) });
  let largest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 180; k++) {
    world.step(1 / 60);
    largest = Math.max(largest, energy() - start);
  }
  return largest / start;
}

// At commit 2514278, with preloaded contact springs, the energy rose by 0.3 % at 5 cm (without spin), and by more than 1 %, up to 14 %,
// in 14 of 167 random stacks.
test.each([0.05, 0.1])('100 kg at rest on 1 kg, boxes of %f m, gain no energy', (size) => {
  expect(energyGain(size)).toBeLessThan(1e-6);
});
