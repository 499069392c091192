import { patch } from '@stiction/limit-surface';
import { describe, expect, test } from 'vitest';
import { addBody, createWorld, G, install, RAPIER, run, STEPS } from './support.js';

const MU = 0.5;
const RADIUS = 0.5;
/** Uniform pressure: 2/3 of what friction at the rim would hold, which is what Rapier's contact points have. */
const LIMIT = (2 / 3) * MU * G * RADIUS;

/** Turns a disc of 1 kg that rests on the ground by a constant torque; its spin after a second and how far it got [rad/s, m]. */
function turn(torque: number, push: number, dt: number): { spin: number; moved: number } {
  const world = createWorld(dt);
  // Rapier's cylinders stand along y.
  const lying = RAPIER.ColliderDesc.cylinder(0.1, RADIUS).setRotation({ x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 });
  const disc = addBody(world, lying);
  const friction = install(world, patch({ mu: MU }));
  run(friction, world, 0.5);
  disc.addTorque({ x: 0, y: 0, z: torque }, true);
  disc.addForce({ x: push, y: 0, z: 0 }, true);
  run(friction, world, 1);
  const result = { spin: disc.angvel().z, moved: disc.translation().x };
  world.free();
  return result;
}

describe.each(STEPS)('a disc at rest, dt %f', (dt) => {
  test('holds a torque below that of its limit surface', () => {
    expect(Math.abs(turn(0.9 * LIMIT, 0, dt).spin)).toBeLessThan(1e-2);
  });

  test('gives way to a torque above it, though Rapier could hold half as much again', () => {
    const { spin } = turn(1.2 * LIMIT, 0, dt);
    // I ω/t is what is left of the torque; at rest it is looked at in one of eight steps.
    expect(Math.abs(spin / ((0.2 * LIMIT) / (0.5 * RADIUS ** 2)) - 1)).toBeLessThan(0.15);
  });

  test('holds less torque while it is pushed aside', () => {
    const push = 0.8 * MU * G;
    expect(turn(0.75 * LIMIT, push, dt).spin).toBeGreaterThan(0.5);
    const held = turn(0.3 * LIMIT, push, dt);
    expect(Math.abs(held.spin)).toBeLessThan(1e-2);
    expect(held.moved).toBeLessThan(1e-2);
  });
});
