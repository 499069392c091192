import { coulomb, stribeck } from '@stiction/friction-core';
import { expect, test } from 'vitest';
import { installFriction } from '../../src/index.js';
import {
  addBody,
  addBox,
  createSettledBox,
  createWorld,
  distanceFrom,
  install,
  RAPIER,
  run,
  tilted,
} from './support.js';

const MU = 0.5;

function createSleepersOnSlope() {
  const world = createWorld(1 / 60, undefined, tilted(0.9 * Math.atan(MU)));
  const lower = addBox(world, { canSleep: true });
  const upper = addBox(world, { z: 0.3, canSleep: true });
  const friction = install(world, MU);
  run(friction, world, 5);
  return { world, lower, upper, friction };
}

test('bodies fall asleep on a slope, stay there, and keep their patches', () => {
  const { world, lower, upper, friction } = createSleepersOnSlope();
  expect(lower.isSleeping() && upper.isSleeping()).toBe(true);
  const start = lower.translation();
  run(friction, world, 5);
  expect(lower.isSleeping()).toBe(true);
  expect(distanceFrom(lower, start)).toBe(0);
  // Resting patches are still counted.
  expect(friction.report.patches).toBe(2);
  world.free();
});

test('sleeping bodies on a slope wake without slipping and sleep again', () => {
  const { world, lower, upper, friction } = createSleepersOnSlope();
  const start = lower.translation();
  const above = upper.translation();
  lower.wakeUp();
  run(friction, world, 0.1);
  expect(lower.isSleeping()).toBe(false);
  expect(distanceFrom(lower, start)).toBeLessThan(1e-5);
  expect(distanceFrom(upper, above)).toBeLessThan(1e-5);
  run(friction, world, 5);
  expect(lower.isSleeping()).toBe(true);
  world.free();
});

test('sleeping bodies on a slope wake without slipping after the timestep has changed', () => {
  const { world, lower, friction } = createSleepersOnSlope();
  const start = lower.translation();
  world.timestep = 1 / 120;
  run(friction, world, 0.1);
  lower.wakeUp();
  run(friction, world, 0.1);
  expect(distanceFrom(lower, start)).toBeLessThan(1e-4);
  world.free();
});

test('a light box that lands on sleeping bodies hardly moves them', () => {
  const { world, lower, friction } = createSleepersOnSlope();
  const start = lower.translation();
  addBox(world, { x: start.x, z: 0.8, mass: 0.1 });
  run(friction, world, 2);
  expect(distanceFrom(lower, start)).toBeLessThan(5e-3);
  world.free();
});

test('a sleeping box slides after an impulse and stops at the right distance', () => {
  const { world, box, friction } = createSettledBox(MU, 3, { canSleep: true });
  expect(box.isSleeping()).toBe(true);
  box.applyImpulse({ x: 2, y: 0, z: 0 }, true);
  run(friction, world, 3);
  expect(box.translation().x / (4 / (2 * MU * 9.81))).toBeCloseTo(1, 1);
  expect(box.isSleeping()).toBe(true);
  world.free();
});

test('installing does not wake bodies, and friction acts when they wake', () => {
  const world = createWorld(1 / 60, undefined, tilted(0.9 * Math.atan(MU)));
  const box = addBox(world, { canSleep: true });
  run(world, world, 5);
  expect(box.isSleeping()).toBe(true);
  const friction = install(world, 0.1);
  run(friction, world, 1);
  expect(box.isSleeping()).toBe(true);
  box.wakeUp();
  run(friction, world, 0.5);
  const exact = world.gravity.x - 0.1 * Math.abs(world.gravity.z);
  expect(box.linvel().x / (0.5 * exact)).toBeCloseTo(1, 1);
  world.free();
});

/** Sliding uses the kinetic coefficient, so a slide is longer than with Rapier's friction. */
const SLIPPERY = stribeck({ muS: MU, muC: 0.2, vS: 0.01 });

test('no velocities are read while all bodies sleep, and the law acts after an impulse', () => {
  const { world, box, friction } = createSettledBox(SLIPPERY, 3, { canSleep: true });
  expect(box.isSleeping()).toBe(true);
  let reads = 0;
  const methods = Object.getPrototypeOf(Object.getPrototypeOf(world.bodies.raw));
  const original = methods.rbLinvel;
  methods.rbLinvel = function (this: unknown, ...values: unknown[]) {
    reads++;
    return original.apply(this, values);
  };
  try {
    run(friction, world, 1);
    expect(reads).toBe(0);
    box.applyImpulse({ x: 2, y: 0, z: 0 }, true);
    run(friction, world, 3);
    expect(reads).toBeGreaterThan(0);
  } finally {
    methods.rbLinvel = original;
  }
  expect(box.translation().x / (4 / (2 * 0.2 * 9.81))).toBeCloseTo(1, 1);
  world.free();
});

test('a sleeping box hit by a body with Coulomb friction slides by its own law', () => {
  const world = createWorld();
  const box = addBox(world, { canSleep: true });
  const friction = installFriction(world, { default: coulomb({ mu: MU }), rapier: RAPIER });
  friction.setMaterial(box.collider(0), 'slippery');
  friction.setPair('slippery', 'ground', SLIPPERY);
  const ground = world.getCollider(0);
  friction.setMaterial(ground, 'ground');
  run(friction, world, 3);
  expect(box.isSleeping()).toBe(true);
  const ball = addBody(world, RAPIER.ColliderDesc.ball(0.1).setRestitution(0), { x: -1, z: 0.1 });
  ball.setLinvel({ x: 4, y: 0, z: 0 }, true);
  run(friction, world, 0.4);
  const { x: speed } = box.linvel();
  const { x: from } = box.translation();
  expect(speed).toBeGreaterThan(0.5);
  world.removeRigidBody(ball);
  run(friction, world, 3);
  expect((box.translation().x - from) / (speed ** 2 / (2 * 0.2 * 9.81))).toBeCloseTo(1, 1);
  world.free();
});

test('a box sleeping on a platform moves along when the platform starts and sleeps again when it stops', () => {
  const world = createWorld();
  const platform = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicVelocityBased().setTranslation(0, 0, 0.05));
  world.createCollider(RAPIER.ColliderDesc.cuboid(2, 2, 0.05), platform);
  const box = addBox(world, { z: 0.2, canSleep: true });
  const friction = install(world, SLIPPERY);
  run(friction, world, 3);
  expect(box.isSleeping()).toBe(true);
  // Within static friction: 0.5 m/s in 1 s.
  for (let k = 1; k <= 60; k++) {
    platform.setLinvel({ x: k / 120, y: 0, z: 0 }, true);
    run(friction, world, 1 / 60);
  }
  expect(box.linvel().x).toBeCloseTo(0.5, 2);
  expect(Math.abs(box.translation().x - platform.translation().x)).toBeLessThan(0.01);
  platform.setLinvel({ x: 0, y: 0, z: 0 }, true);
  run(friction, world, 4);
  expect(box.isSleeping()).toBe(true);
  world.free();
});
