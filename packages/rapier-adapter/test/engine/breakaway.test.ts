import { patch } from '@stiction/limit-surface';
import { describe, expect, test } from 'vitest';
import { addBody, createWorld, G, install, RAPIER, run, STEPS } from './support.js';

const MU = 0.5;
const RADIUS = 0.5;
/** Torque limit under uniform pressure: 2/3 of the limit with friction at the rim, where Rapier has its contact points [N m]. */
const LIMIT = (2 / 3) * MU * G * RADIUS;

/** Applies a constant torque and push to a resting disc of 1 kg. Returns its spin and displacement after one second [rad/s, m]. */
function applyTorque(torque: number, push: number, dt: number): { spin: number; moved: number } {
  const world = createWorld(dt);
  // The axis of Rapier's cylinders is y.
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
  test('holds a torque below its limit surface', () => {
    expect(Math.abs(applyTorque(0.9 * LIMIT, 0, dt).spin)).toBeLessThan(1e-2);
  });

  test("spins up under a torque above it, though Rapier's friction alone could hold 1.5 times the limit", () => {
    const { spin } = applyTorque(1.2 * LIMIT, 0, dt);
    // I ω/t = torque - limit. A patch at rest is inspected in one of eight steps.
    expect(Math.abs(spin / ((0.2 * LIMIT) / (0.5 * RADIUS ** 2)) - 1)).toBeLessThan(0.15);
  });

  test('holds less torque while it is pushed sideways', () => {
    const push = 0.8 * MU * G;
    expect(applyTorque(0.75 * LIMIT, push, dt).spin).toBeGreaterThan(0.5);
    const held = applyTorque(0.3 * LIMIT, push, dt);
    expect(Math.abs(held.spin)).toBeLessThan(1e-2);
    expect(held.moved).toBeLessThan(1e-2);
  });
});
