import { coulomb } from '@stiction/friction-core';
import { Body, Box, Plane, Vec3, World } from 'cannon-es';
import { expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';

/** Upward speed of a box after an impact on a 1 kg plate on the floor, with restitution 0. */
function rebound(mass: number, speed: number): number {
  const world = new World({ gravity: new Vec3(0, 0, -9.81) });
  world.defaultContactMaterial.restitution = 0;
  world.addBody(new Body({ mass: 0, shape: new Plane() }));
  world.addBody(new Body({ mass: 1, shape: new Box(new Vec3(0.5, 0.5, 0.05)), position: new Vec3(0, 0, 0.05) }));
  const box = new Body({ mass, shape: new Box(new Vec3(0.3, 0.3, 0.3)), position: new Vec3(0, 0, 0.45) });
  box.velocity.z = -speed;
  world.addBody(box);
  installFriction(world, { default: coulomb({ mu: 0.5 }) });
  let fastest = 0;
  for (let k = 0; k < 60; k++) {
    world.step(1 / 60);
    fastest = Math.max(fastest, box.velocity.z);
  }
  return fastest;
}

// The impact impulse used to act again in the next substep, with up to 5.5 m/s of rebound. Stock cannon-es: up to 1.4 m/s.
test.each([
  [1, 2],
  [1, 7],
  [4, 2],
  [4, 7],
  [20, 2],
  [20, 7],
  [100, 2],
  [100, 7],
])('a box of %f kg that hits a plate at %f m/s rebounds by less than 0.7 m/s', (mass, speed) => {
  expect(rebound(mass, speed)).toBeLessThan(0.7);
});
