import { expect, test } from 'vitest';
import { addBox, createWorld, install, movedFrom, run, tilted } from './support.js';

const MU = 0.5;

function asleepOnSlope() {
  const world = createWorld(1 / 60, undefined, tilted(0.9 * Math.atan(MU)));
  const lower = addBox(world, { canSleep: true });
  const upper = addBox(world, { z: 0.3, canSleep: true });
  const friction = install(world, MU);
  run(friction, world, 5);
  return { world, lower, upper, friction };
}

test('bodies fall asleep on a slope and stay there', () => {
  const { world, lower, upper, friction } = asleepOnSlope();
  expect(lower.isSleeping() && upper.isSleeping()).toBe(true);
  const start = lower.translation();
  run(friction, world, 5);
  expect(lower.isSleeping()).toBe(true);
  expect(movedFrom(lower, start)).toBe(0);
  // Patches that rest stay known.
  expect(friction.report.patches).toBe(2);
  world.free();
});

test('they wake without a jump, and sleep again', () => {
  const { world, lower, upper, friction } = asleepOnSlope();
  const start = lower.translation();
  const above = upper.translation();
  lower.wakeUp();
  run(friction, world, 0.1);
  expect(lower.isSleeping()).toBe(false);
  expect(movedFrom(lower, start)).toBeLessThan(1e-5);
  expect(movedFrom(upper, above)).toBeLessThan(1e-5);
  run(friction, world, 5);
  expect(lower.isSleeping()).toBe(true);
  world.free();
});

test('they wake without a jump after the step has changed', () => {
  const { world, lower, friction } = asleepOnSlope();
  const start = lower.translation();
  world.timestep = 1 / 120;
  run(friction, world, 0.1);
  lower.wakeUp();
  run(friction, world, 0.1);
  expect(movedFrom(lower, start)).toBeLessThan(1e-4);
  world.free();
});

test('a box that lands on them moves them no more than it has to', () => {
  const { world, lower, friction } = asleepOnSlope();
  const start = lower.translation();
  addBox(world, { x: start.x, z: 0.8, mass: 0.1 });
  run(friction, world, 2);
  expect(movedFrom(lower, start)).toBeLessThan(5e-3);
  world.free();
});

test('a kick sets a sleeping box moving, and friction stops it', () => {
  const world = createWorld();
  const box = addBox(world, { canSleep: true });
  const friction = install(world, MU);
  run(friction, world, 3);
  expect(box.isSleeping()).toBe(true);
  box.applyImpulse({ x: 2, y: 0, z: 0 }, true);
  run(friction, world, 3);
  expect(box.translation().x / (4 / (2 * MU * 9.81))).toBeCloseTo(1, 1);
  expect(box.isSleeping()).toBe(true);
  world.free();
});

test('installing does not wake what sleeps, and friction is there when it wakes', () => {
  const world = createWorld(1 / 60, undefined, tilted(0.9 * Math.atan(MU)));
  const box = addBox(world, { canSleep: true });
  run(world, world, 5);
  expect(box.isSleeping()).toBe(true);
  const friction = install(world, 0.1);
  run(friction, world, 1);
  expect(box.isSleeping()).toBe(true);
  box.wakeUp();
  run(friction, world, 0.5);
  const truth = world.gravity.x - 0.1 * Math.abs(world.gravity.z);
  expect(box.linvel().x / (0.5 * truth)).toBeCloseTo(1, 1);
  world.free();
});
