import { seededRandom } from '@stiction/friction-core/testing';
import { expect, test } from 'vitest';
import { createEcpSlider, ecpState } from '../../src/slider/ecp-slider.js';
import { supportHull, supportMargin, toppleMargin, topples } from '../../src/slider/topple.js';

const seed = 20271118;
const square = supportHull([-1, -1, 1, -1, 1, 1, -1, 1]);

test('the hull omits inner points, points on edges and duplicates', () => {
  expect([...supportHull([0, 0, 1, 1, -1, -1, 1, -1, -1, 1, 0, 1, 1, 1, -1, -1, 0.3, 0.2])]).toEqual([
    -1, -1, 1, -1, 1, 1, -1, 1,
  ]);
  expect([...supportHull([2, 3, 2, 3])]).toEqual([2, 3]);
  expect([...supportHull([0, 0, 1, 1, 2, 2, 3, 3])]).toEqual([0, 0, 3, 3]);
});

test.each([
  ['centre', 0, 0, 1],
  ['near an edge', 0.75, 0.1, 0.25],
  ['on an edge', 1, 0.3, 0],
  ['on a corner', -1, 1, 0],
  ['beyond an edge', 1.5, 0.2, -0.5],
  ['beyond a corner', 4, 5, -5],
])('margin of a point: %s', (_, x, y, margin) => {
  expect(supportMargin(square, x, y)).toBeCloseTo(margin, 15);
});

test('a point and a line of support have no inside', () => {
  expect(supportMargin(supportHull([1, 1]), 1, 1)).toBe(0);
  expect(supportMargin(supportHull([1, 1]), 4, 5)).toBe(-5);
  const line = supportHull([-1, 0, 1, 0]);
  expect(supportMargin(line, 0.5, 0)).toBe(0);
  expect(supportMargin(line, 0.5, 0.25)).toBe(-0.25);
  expect(supportMargin(line, 4, 4)).toBe(-5);
});

test(`the margin is the radius of the largest disc around the point inside the hull (seed ${seed})`, () => {
  const random = seededRandom(seed);
  for (let n = 0; n < 200; n++) {
    const hull = supportHull(Array.from({ length: 16 }, () => 2 * random() - 1));
    const x = 2 * random() - 1;
    const y = 2 * random() - 1;
    const margin = supportMargin(hull, x, y);
    // Support function over many directions: equals the margin of an inner point, bounds that of an outer one.
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 2000; k++) {
      const [c, s] = [Math.cos((k * Math.PI) / 1000), Math.sin((k * Math.PI) / 1000)];
      let reach = Number.NEGATIVE_INFINITY;
      for (let e = 0; e < hull.length; e += 2) reach = Math.max(reach, c * (hull[e] - x) + s * (hull[e + 1] - y));
      least = Math.min(least, reach);
    }
    expect(Math.abs(least - margin)).toBeLessThan(0.005);
    expect(least).toBeGreaterThanOrEqual(margin - 1e-12);
  }
});

test('the hull rotates with the slider', () => {
  const bar = supportHull([-0.1, -0.01, 0.1, -0.01, 0.1, 0.01, -0.1, 0.01]);
  const state = ecpState({ x: 5, y: 7, ecpX: 5, ecpY: 7.05 });
  expect(topples(bar, state)).toBe(true);
  expect(toppleMargin(bar, state)).toBeCloseTo(-0.04, 14);
  state.angle = Math.PI / 2;
  expect(topples(bar, state)).toBe(false);
  expect(toppleMargin(bar, state)).toBeCloseTo(0.01, 14);
});

test('a sliding block tips over if μ q_z exceeds half its width', () => {
  const hull = supportHull([-0.025, -0.025, 0.025, -0.025, 0.025, 0.025, -0.025, 0.025]);
  for (const [qz, tips] of [
    [0.0499, false],
    [0.0501, true],
  ] as const) {
    const state = ecpState({ vx: 1 });
    createEcpSlider({ mass: 1, inertia: 1e-3, height: qz, mu: 0.5, er: 0.02 }).step(state, new Float64Array(6), 0.001);
    expect(topples(hull, state)).toBe(tips);
    expect(toppleMargin(hull, state)).toBeCloseTo(0.025 - 0.5 * qz, 14);
  }
});
