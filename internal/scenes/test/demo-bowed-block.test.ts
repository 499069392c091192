import { describe, expect, test } from 'vitest';
import { bowedBlock } from '../src/demo/bowed-block.js';
import { type Bowing, exactBowing } from '../src/demo/bowed-block-reference.js';
import { exactStickSlip } from '../src/index.js';
import { engines } from './engines.js';
import { full } from './full.js';
import { breaksAt, expectGood, runDemo } from './run-demo.js';

/** A whole cycle after the first. */
const SECONDS = 4.6;

describe.each(engines.map(({ engine }) => engine))('bowed block in %s', (engine) => {
  test.each([
    ['lugre', 0.05],
    ['stribeck', 0.01],
  ])('stick-slip follows the %s reference', (model, goal) => {
    const run = runDemo(bowedBlock, engine, true, { model }, SECONDS);
    expectGood(run);
    const [amplitude] = run.probe.facts ?? [];
    expect(Math.abs(amplitude.value / (amplitude.reference as number) - 1)).toBeLessThan(goal);
  });

  test('sounds while it slips but not while it sticks', () => {
    expect(runDemo(bowedBlock, engine, true, {}, 0.8).probe.sound?.loudness).toBeLessThan(0.01);
    expect(runDemo(bowedBlock, engine, true, {}, 1.6).probe.sound?.loudness).toBeGreaterThan(0.1);
  });

  if (full || engine === 'cannon')
    test('the stock engine has no stick-slip', () => {
      expectGood(runDemo(bowedBlock, engine, false, {}, SECONDS), false);
    });

  test('stays finite at the ends of its sliders', () => {
    expect(breaksAt(bowedBlock, engine, 0.3)).toEqual([]);
  });
});

describe('the reference', () => {
  const scene = { mass: 1, stiffness: 50, beltSpeed: 0.1, muS: 0.6, muC: 0.4, vS: 0.05 };
  const bowing: Bowing = { ...scene, law: 'stribeck', sigma0: 3000, sigma1: 20 };

  test('for Stribeck matches case 14', () => {
    const { period, amplitude } = exactBowing(bowing, 6);
    const exact = exactStickSlip(scene);
    expect(Math.abs(period / exact.period - 1)).toBeLessThan(1e-4);
    expect(Math.abs(amplitude / exact.amplitude - 1)).toBeLessThan(1e-3);
  });

  test('for LuGre does not depend on its step', () => {
    const one = exactBowing({ ...bowing, law: 'lugre' }, 6);
    const other = exactBowing({ ...bowing, law: 'lugre' }, 6, 1e-5);
    expect(Math.abs(one.period / other.period - 1)).toBeLessThan(1e-4);
  });

  test('for LuGre with stiff bristles matches Stribeck', () => {
    const stiff = exactBowing({ ...bowing, law: 'lugre', sigma0: 1e5, sigma1: 100 }, 6, 1e-5);
    expect(Math.abs(stiff.period / exactBowing(bowing, 6).period - 1)).toBeLessThan(0.01);
  });
});
