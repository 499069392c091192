import { coulomb } from '@stiction/friction-core';
import { Body, Box, Plane, Vec3, World } from 'cannon-es';
import { expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';

/** 100 kg on 1 kg, two cubes at rest: the most that the energy gains, as a share of that of the start. */
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
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 180; k++) {
    world.step(1 / 60);
    most = Math.max(most, energy() - start);
  }
  return most / start;
}

// Measured at 2514278: it rises by 0.3 % at 5 cm, spin not counted (before the springs were preloaded it only fell, by 0.9 %). Of 167
// random stacks 14 gain more than 1 %, up to 14 %; before, none.
test.each([0.05, 0.1])('two cubes of %f m at rest gain no energy', (size) => {
  expect(energyGain(size)).toBeLessThan(1e-6);
});
