import { bristle } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { addBox, createWorld, RAPIER, STEPS } from '../support.js';

const TOWERS = 4;
const BOXES = 5;

/**
 * Rapier's friction holds stiff bristles of bodies with several contacts. Their patches are not planned while they are not read, so they were read
 * in every second step.
 */
describe.each(STEPS)('a resting tower of stiff bristles, dt %d', (dt) => {
  test('is read in one of eight steps, without motors', () => {
    const world = createWorld(dt);
    for (let k = 0; k < TOWERS * BOXES; k++)
      addBox(world, { x: 2 * Math.floor(k / BOXES), z: 0.1 + 0.2 * (k % BOXES) });
    const friction = installFriction(world, { default: bristle({ mu: 0.5, stiffness: 1e5 }), rapier: RAPIER });
    for (let k = 0; k < 2 / dt; k++) friction.step();
    let reads = 0;
    const raw = world.narrowPhase.raw;
    const read = raw.contact_pair.bind(raw);
    raw.contact_pair = (a, b) => {
      reads++;
      return read(a, b);
    };
    const steps = 16;
    for (let k = 0; k < steps; k++) {
      friction.step();
      expect(friction.report.jointRows).toBe(0);
    }
    // A body that is read has two contacts.
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual((2 * TOWERS * BOXES * steps) / 8);
    friction.uninstall();
    world.free();
  });
});
