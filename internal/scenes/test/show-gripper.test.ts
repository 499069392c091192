import { describe, expect, test } from 'vitest';
import { gripper } from '../src/show/gripper.js';
import { discFriction, pivotGrip } from '../src/show/gripper-truth.js';
import { engines } from './engines.js';
import { full } from './full.js';
import { breaksAt, expectGood, runShow } from './run-show.js';

describe.each(engines.map(({ engine }) => engine))('gripper in %s', (engine) => {
  test('pivots where the limit surface says, and is caught', () => {
    const run = runShow(gripper, engine, true);
    expectGood(run);
    expect(run.apart).toBeLessThan(5); // of 45 degrees, under way
    const [caught] = run.probe.facts ?? [];
    expect(Math.abs(caught.value - (caught.truth as number))).toBeLessThan(2);
  });

  test('does not move before', () => {
    const { probe } = runShow(gripper, engine, true, {}, 2.5);
    expect(Math.abs(probe.curve)).toBeLessThan(0.05);
  });

  test('another plank and other pads', () => {
    expectGood(runShow(gripper, engine, true, { overhang: 0.06, mu: 0.9, mass: 1 }, 5));
  });

  if (full || engine === 'cannon')
    test('is wrong in the stock engine', () => {
      expectGood(runShow(gripper, engine, false), false);
    });

  test('bears the ends of its sliders', () => {
    expect(breaksAt(gripper, engine, 0.4)).toEqual([]);
  });
});

describe('the truth', () => {
  test('of a disc that only turns, and of one that only slides', () => {
    expect(discFriction(0).moment).toBeCloseTo(2 / 3, 4);
    expect(discFriction(0).force).toBeCloseTo(0, 10);
    expect(discFriction(100).force).toBeCloseTo(1, 4);
    expect(discFriction(100).moment).toBeCloseTo(0, 2);
  });

  test('of a plank that is held far out needs the torque alone: N = W d / (2 μ ⅔ R)', () => {
    const grip = pivotGrip({ mass: 1, overhang: 2, mu: 0.5, pad: 0.02, gyration: 1 });
    expect(Math.abs(grip / ((9.81 * 2) / (0.5 * (4 / 3) * 0.02)) - 1)).toBeLessThan(1e-3);
  });
});
