import { anisotropic, bristle } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { addBox, createWorld, RAPIER, slab, tilted } from '../support.js';

const WRITES = ['jointConfigureMotor', 'jointSetMotorMaxForce', 'jointSetLocalFrame1', 'jointSetLocalFrame2'] as const;

/** Writing a joint wakes its bodies, so the motors of a resting body are not written; their spring holds it. */
describe('motors of a resting box', () => {
  test.each([
    ['bristle, on flat ground', () => bristle({ mu: 0.5, stiffness: 1e4 }), 0],
    ['bristle, on a slope', () => bristle({ mu: 0.5, stiffness: 1e4 }), 0.3],
    ['anisotropic, on a slope that only motors hold', () => anisotropic({ mu: [0.6, 0.3] }), 0.4],
  ] as const)('are not written, and the box sleeps: %s', (_, law, angle) => {
    const world = createWorld(1 / 60, slab(), tilted(angle));
    const box = addBox(world, { canSleep: true });
    const friction = installFriction(world, { default: law(), rapier: RAPIER });
    for (let k = 0; k < 120; k++) friction.step();
    let writes = 0;
    const raw = world.impulseJoints.raw as unknown as Record<string, (...values: number[]) => void>;
    for (const name of WRITES) {
      const write = raw[name].bind(raw);
      raw[name] = (...values) => {
        writes++;
        write(...values);
      };
    }
    for (let k = 0; k < 60; k++) friction.step();
    expect(writes).toBe(0);
    expect(box.isSleeping()).toBe(true);
    world.free();
  });
});
