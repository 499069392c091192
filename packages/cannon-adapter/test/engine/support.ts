import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { expect } from 'vitest';
import { type CannonFriction, installFriction } from '../../src/index.js';

/** A world with gravity along -z and a plane at z = 0. */
export function createWorld(): CANNON.World {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -9.81) });
  world.addBody(new CANNON.Body({ mass: 0, shape: new CANNON.Plane() }));
  return world;
}

/** By default a cube of 1 kg and 1 m, without damping. */
export function addBox(world: CANNON.World, x: number, z: number, mass = 1, half = 0.5): CANNON.Body {
  const body = new CANNON.Body({
    mass,
    shape: new CANNON.Box(new CANNON.Vec3(half, half, half)),
    position: new CANNON.Vec3(x, 0, z),
    linearDamping: 0,
    angularDamping: 0,
  });
  world.addBody(body);
  return body;
}

export function run(world: CANNON.World, steps: number, dt = 1 / 60): void {
  for (let k = 0; k < steps; k++) world.step(dt);
}

export const G = 9.81;
export const law = coulomb({ mu: 0.5 });

export function install(world: CANNON.World): CannonFriction {
  return installFriction(world, { default: law });
}

/** Two boxes of 1 m, 3 m apart, settled on a plane. */
export function twoBoxes(): [CANNON.World, CANNON.Body, CANNON.Body, CannonFriction] {
  const world = createWorld();
  const boxes = [addBox(world, 0, 0.5), addBox(world, 3, 0.5)];
  const friction = install(world);
  run(world, 20);
  return [world, boxes[0], boxes[1], friction];
}

/** Expects the box to rest on the plane, and to stop after the distance of Coulomb friction when it is pushed. */
export function expectIntact(world: CANNON.World, box: CANNON.Body, mu = 0.5): void {
  run(world, 10);
  expect(box.position.z).toBeCloseTo(0.5, 2);
  const from = box.position.clone();
  box.velocity.set(0, 2, 0);
  run(world, 90);
  const expected = 4 / (2 * mu * G);
  expect(Math.abs(box.position.distanceTo(from) / expected - 1)).toBeLessThan(0.02);
  expect(box.velocity.length()).toBeLessThan(1e-6);
}
