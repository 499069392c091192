import { describe, expect, test } from 'vitest';
import { gripper } from '../src/demo/gripper.js';
import { discFriction, pivotGrip } from '../src/demo/gripper-reference.js';
import { engines } from './engines.js';
import { full } from './full.js';
import { breaksAt, expectGood, runDemo } from './run-demo.js';

describe.each(engines.map(({ engine }) => engine))('gripper in %s', (engine) => {
  test('pivots at the grip force of the limit surface, and is caught', () => {
    const run = runDemo(gripper, engine, true);
    expectGood(run);
    expect(run.apart).toBeLessThan(5); // of 45 degrees, during the motion
    const [caught] = run.probe.facts ?? [];
    expect(Math.abs(caught.value - (caught.reference as number))).toBeLessThan(2);
  });

  test('does not move before it pivots', () => {
    const { probe } = runDemo(gripper, engine, true, {}, 2.5);
    expect(Math.abs(probe.curve)).toBeLessThan(0.05);
  });

  test('pivots correctly with another plank and other pads', () => {
    expectGood(runDemo(gripper, engine, true, { overhang: 0.06, mu: 0.9, mass: 1 }, 5));
  });

  if (full || engine === 'cannon')
    test('is wrong in the stock engine', () => {
      expectGood(runDemo(gripper, engine, false), false);
    });

  test('stays finite at the ends of its sliders', () => {
    expect(breaksAt(gripper, engine, 0.4)).toEqual([]);
  });
});

describe('the reference', () => {
  test('is exact for a disc that only rotates and one that only slides', () => {
    expect(discFriction(0).moment).toBeCloseTo(2 / 3, 4);
    expect(discFriction(0).force).toBeCloseTo(0, 10);
    expect(discFriction(100).force).toBeCloseTo(1, 4);
    expect(discFriction(100).moment).toBeCloseTo(0, 2);
  });

  test('for a plank held far out needs only the torque: N = W d / (2 μ ⅔ R)', () => {
    const grip = pivotGrip({ mass: 1, overhang: 2, mu: 0.5, pad: 0.02, gyration: 1 });
    expect(Math.abs(grip / ((9.81 * 2) / (0.5 * (4 / 3) * 0.02)) - 1)).toBeLessThan(1e-3);
  });
});
