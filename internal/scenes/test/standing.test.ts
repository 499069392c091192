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

// Rapier solves its own normals: what stands there is Rapier's.
const { build } = engines.filter(({ engine }) => engine === 'cannon')[0];
const DT = 1 / 60;

describe('what should just stand, in cannon-es', () => {
  test('ten cubes: 1 mm aside, 2 mm down', () => {
    for (const dt of [DT, 1 / 240]) {
      const { lateral, drop } = measureStanding(build, stack({ count: 10 }), 10, dt);
      expect(lateral).toBeLessThan(1e-3);
      expect(drop).toBeLessThan(2e-3);
    }
  });

  const cases: [string, Scene, number, number, number][] = [
    ['20 cubes', stack({ count: 20 }), 30, 1e-3, 0.02],
    ['30 cubes', stack({ count: 30 }), 30, 5e-3, 0.05],
    ['cubes of 1 cm', stack({ count: 10, edge: 0.01 }), 10, 1e-4, 1e-3],
    ['cubes of 2 cm', stack({ count: 10, edge: 0.02 }), 10, 1e-4, 1e-3],
    ['cubes of 2 m', stack({ count: 10, edge: 2 }), 10, 1e-3, 2e-3],
    ['100 kg on 1 kg', loadedStack(100, 1), 10, 5e-3, 0.02],
    ['100 kg on ten times 1 kg', loadedStack(100), 10, 0.1, 0.1],
    ['20 cubes, dropped', staggered(20), 20, 0.2, 0.5],
    ['a house of 15 cards', cardHouse(), 10, 2e-3, 5e-3],
    ['a house of 15 small cards', cardHouse(0.1), 10, 2e-3, 5e-3],
    ['a wall of 105 cubes', pyramid(14), 5, 5e-3, 5e-3],
    ['a pyramid of 55 cubes', squarePyramid(5), 5, 1e-3, 2e-3],
  ];
  test.each(cases)('%s', { timeout: 60_000 }, (_, scene, seconds, aside, down) => {
    const { lateral, drop } = measureStanding(build, scene, seconds, DT);
    expect(lateral).toBeLessThan(aside);
    expect(drop).toBeLessThan(down);
  });

  test('boxes stay on a see-saw that tips over, and come to rest', () => {
    const { speed, drop } = measureStanding(build, seesaw(), 5, DT);
    expect(speed).toBeLessThan(1e-3);
    expect(drop).toBeLessThan(0.3);
  });

  test('a chain of 20 hinges with 100 kg at its end swings without tearing', () => {
    expect(measureChainGap(build, hangingChain(20, 100), 10, DT)).toBeLessThan(1e-3);
  });
});
