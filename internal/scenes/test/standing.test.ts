import { describe, expect, test } from 'vitest';
import {
  cardHouse,
  hangingChain,
  loadedStack,
  measureChainGap,
  measureStanding,
  pyramid,
  type Scene,
  seesaw,
  squarePyramid,
  stack,
  staggered,
} from '../src/index.js';
import { engines } from './engines.js';
import { full, STEPS } from './full.js';

// Not for Rapier, which solves normals itself.
const { build } = engines.filter(({ engine }) => engine === 'cannon')[0];
const DT = 1 / 60;
/** Seconds in the full suite; fewer otherwise. */
const long = (seconds: number): number => (full ? seconds : 0.4 * seconds);

describe('standing structures in cannon-es', () => {
  test('ten cubes drift by less than 1 mm and sink by less than 2 mm', () => {
    for (const dt of STEPS) {
      const { lateral, drop } = measureStanding(build, stack({ count: 10 }), 10, dt);
      expect(lateral, 'sideways [m]').toBeLessThan(1e-3);
      expect(drop, 'down [m]').toBeLessThan(2e-3);
    }
  });

  // Seconds, then limits of sideways drift and drop [m].
  const cases: [string, Scene, number, number, number][] = [
    ['20 cubes', stack({ count: 20 }), full ? 30 : 8, 1e-3, 0.02],
    ['30 cubes', stack({ count: 30 }), full ? 30 : 6, 5e-3, 0.05],
    ['cubes of 1 cm', stack({ count: 10, edge: 0.01 }), long(10), 1e-4, 1e-3],
    ['cubes of 2 cm', stack({ count: 10, edge: 0.02 }), long(10), 1e-4, 1e-3],
    ['cubes of 2 m', stack({ count: 10, edge: 2 }), 10, 1e-3, 2e-3],
    ['100 kg on 1 kg', loadedStack(100, 1), long(10), 5e-3, 0.02],
    ['100 kg on ten times 1 kg', loadedStack(100), long(10), 0.1, 0.1],
    ['20 cubes, dropped', staggered(20), long(20), 0.2, 0.5],
    ['a house of 15 cards', cardHouse(), long(10), 2e-3, 5e-3],
    ['a house of 15 small cards', cardHouse(0.1), long(10), 2e-3, 5e-3],
    full ? ['a wall of 105 cubes', pyramid(14), 5, 5e-3, 5e-3] : ['a wall of 36 cubes', pyramid(8), 3, 2e-3, 2e-3],
    full
      ? ['a pyramid of 55 cubes', squarePyramid(5), 5, 1e-3, 2e-3]
      : ['a pyramid of 30 cubes', squarePyramid(4), 3, 1e-3, 2e-3],
  ];
  test.each(cases)('%s', { timeout: 60_000 }, (_, scene, seconds, sideways, down) => {
    const { lateral, drop } = measureStanding(build, scene, seconds, DT);
    expect(lateral, 'sideways [m]').toBeLessThan(sideways);
    expect(drop, 'down [m]').toBeLessThan(down);
  });

  test('boxes stay on a tipping see-saw and come to rest', () => {
    const { speed, drop } = measureStanding(build, seesaw(), 5, DT);
    expect(speed).toBeLessThan(1e-3);
    expect(drop).toBeLessThan(0.3);
  });

  test('a chain of 20 hinges with 100 kg at its end swings without tearing', () => {
    expect(measureChainGap(build, hangingChain(20, 100), long(10), DT)).toBeLessThan(1e-3);
  });
});
