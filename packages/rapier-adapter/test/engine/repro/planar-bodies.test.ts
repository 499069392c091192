import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import { anisotropic, bristle, coulomb, type FrictionLaw, stribeck } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import { patch } from '@stiction/limit-surface';
import { describe, expect, test } from 'vitest';
import { installFriction, type RapierFriction } from '../../../src/index.js';
import { addBody, addBox, createWorld, G, RAPIER, run } from '../support.js';

/**
 * Games seen from the side lock bodies in a plane. From 0.20 on, Rapier has no friction at such a body: its 2 x 2 block of friction is singular, because
 * nothing can move along the second tangent. Boxes slid for ever under `coulomb`, and moved by metres under laws that Rapier's friction should hold.
 */
const MU = 0.5;
const LAWS: Record<string, FrictionLaw> = {
  coulomb: coulomb({ mu: MU }),
  stribeck: stribeck({ muS: MU, muC: MU, vS: 0.1 }),
  patch: patch({ mu: MU }),
  anisotropic: anisotropic({ mu: [MU, 0.2], frame: 'world' }),
  bristle: bristle({ mu: MU, stiffness: 1e5 }),
};

/** In the plane of x and z. */
function lock(body: RigidBody, canTurn: boolean): RigidBody {
  body.setEnabledTranslations(true, false, true, true);
  body.setEnabledRotations(false, canTurn, false, true);
  return body;
}

const install = (world: World, law: FrictionLaw): RapierFriction =>
  installFriction(world, { default: law, rapier: RAPIER });

/** Distances that five stacked boxes move under 0.4 of the force that slides them. */
function pullStack(dt: number, law: FrictionLaw | null, prepare: (box: RigidBody) => RigidBody): number[] {
  const world = createWorld(dt);
  const stack = Array.from({ length: 5 }, (_, k) => prepare(addBox(world, { z: 0.1 + 0.2 * k })));
  const stepper = law ? install(world, law) : world;
  run(stepper, world, 0.5);
  const start = stack.map((box) => box.translation().x);
  world.gravity = { x: 0.4 * MU * G, y: 0, z: -G };
  run(stepper, world, 2);
  const moved = stack.map((box, k) => Math.abs(box.translation().x - start[k]));
  world.free();
  return moved;
}

const CASES = Object.keys(LAWS).flatMap((law) => [1 / 60, 1 / 240].map((dt) => [law, dt] as const));

describe.each([true, false])('locked in a plane, can rotate in it: %s', (canTurn) => {
  test.each(CASES)('a box stops after v²/(2 μ g), %s, dt %f', (law, dt) => {
    const world = createWorld(dt);
    const box = lock(addBox(world), canTurn);
    const friction = install(world, LAWS[law]);
    run(friction, world, 0.3);
    const { x } = box.translation();
    box.setLinvel({ x: 3, y: 0, z: 0 }, true);
    run(friction, world, 1);
    const distance = 9 / (2 * MU * G);
    expect(Math.abs((box.translation().x - x) / distance - 1)).toBeLessThan(0.6 * dt + 2e-3);
    expect(Math.abs(box.linvel().x)).toBeLessThan(1e-3);
    world.free();
  });

  test.each(CASES)(
    'a stack of five holds below its limit like one in stock that can move freely, %s, dt %f',
    (law, dt) => {
      const most = Math.max(...pullStack(dt, null, (box) => box)) + 1e-3;
      for (const moved of pullStack(dt, LAWS[law], (box) => lock(box, canTurn))) expect(moved).toBeLessThan(most);
    },
  );
});

test('a heap comes to rest and falls asleep', () => {
  const world = createWorld();
  for (const x of [-2, 2]) {
    world.createCollider(RAPIER.ColliderDesc.cuboid(0.1, 5, 5).setTranslation(x, 0, 0));
  }
  const random = seededRandom(7);
  const bodies = Array.from({ length: 24 }, (_, k) => {
    const size = 0.15 + 0.1 * random();
    const shape = k % 3 === 0 ? RAPIER.ColliderDesc.ball(size) : RAPIER.ColliderDesc.cuboid(size, 0.2, 0.7 * size);
    const at = { x: 0.8 * (k % 4) - 1.2, z: 0.5 + 0.7 * Math.floor(k / 4), canSleep: true };
    return lock(addBody(world, shape, at), true);
  });
  const friction = install(world, LAWS.coulomb);
  run(friction, world, 10);
  expect(bodies.filter((body) => body.isSleeping()).length).toBeGreaterThanOrEqual(22);
  for (const body of bodies) {
    expect(Math.abs(body.translation().x)).toBeLessThan(2);
    expect(body.translation().z).toBeGreaterThan(0.05);
  }
  world.free();
});

test('only bodies locked in a plane are acquired, while they are', () => {
  const world = createWorld();
  const ground = world.colliders.getAll()[0];
  const free = addBox(world, { x: 3 });
  const box = addBox(world);
  const friction = install(world, LAWS.coulomb);
  friction.step();
  expect(friction.owns(box.collider(0))).toBe(false);
  // Friction of a body with one locked translation, or with locked rotations, is Rapier's.
  box.setEnabledTranslations(true, false, true, true);
  friction.step();
  expect(friction.owns(box.collider(0))).toBe(false);
  lock(box, true);
  friction.step();
  expect([ground, free.collider(0), box.collider(0)].map((one) => friction.owns(one))).toEqual([false, false, true]);
  box.setLinvel({ x: 2, y: 0, z: 0 }, true);
  run(friction, world, 0.2);
  expect(box.linvel().x).toBeCloseTo(2 - MU * G * 0.2, 1);
  box.setEnabledTranslations(true, true, true, true);
  box.setEnabledRotations(true, true, true, true);
  friction.step();
  expect(friction.owns(box.collider(0))).toBe(false);
  run(friction, world, 0.1);
  // In the step of the change friction may act twice or not at all.
  expect(Math.abs(box.linvel().x - 2 + MU * G * (0.3 + 1 / 60))).toBeLessThan((1.1 * MU * G) / 60);
  friction.uninstall();
  expect(box.collider(0).friction()).toBeCloseTo(0.5, 6);
  world.free();
});

test('with coefficients of the colliders, a scene behaves as before', () => {
  const world = createWorld();
  const box = lock(addBox(world), true);
  const friction = installFriction(world, { fromColliders: true });
  run(friction, world, 0.3);
  box.setLinvel({ x: 3, y: 0, z: 0 }, true);
  run(friction, world, 0.3);
  expect(box.linvel().x).toBeCloseTo(3, 5);
  expect(friction.owns(box.collider(0))).toBe(false);
  world.free();
});
