import { coulomb } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import {
  disc,
  motionCone,
  type Pressure,
  polygon,
  pusherSlider,
  rectangle,
  ring,
  votedRotation,
} from '../../src/index.js';

const seed = 20280106;
const outline = [-0.05, -0.1, 0.05, -0.1, 0.05, 0.1, -0.05, 0.1];
const body = { outline, mass: 1, mu: 0.4 };

test(`for an ellipsoid the edges are those of the closed form (seed ${seed})`, () => {
  const random = seededRandom(seed);
  for (let n = 0; n < 100; n++) {
    const [x, y] = [0.1 * (random() - 0.5), 0.2 * (random() - 0.5)];
    const [normal, mu, er] = [2 * Math.PI * random(), 2 * random(), 0.02 + 0.1 * random()];
    const cone = motionCone({ ...body, er }, { x, y, normal, mu });
    for (const [edge, side] of [
      [cone.left, 1],
      [cone.right, -1],
    ]) {
      const direction = normal + side * Math.atan(mu);
      const [fx, fy] = [Math.cos(direction), Math.sin(direction)];
      const spin = (x * fy - y * fx) / er ** 2;
      const expected = Math.atan2(fy + spin * x, fx - spin * y);
      expect(Math.abs(Math.sin(edge - expected))).toBeLessThan(1e-7);
      expect(Math.cos(edge - expected)).toBeGreaterThan(0);
    }
  }
});

const pressures: [string, Pressure][] = [
  ['rectangle', rectangle({ width: 0.1, height: 0.2 })],
  ['disc', disc({ radius: 0.05 })],
  ['ring', ring({ radius: 0.05, inner: 0.03 })],
  [
    'triangle',
    polygon({
      points: [
        [-0.04, -0.03],
        [0.05, -0.03],
        [-0.01, 0.06],
      ] as never,
    }),
  ],
];

describe.each(pressures)(`%s (seed ${seed})`, (_, pressure) => {
  const centred = { ...pressure, centre: [0, 0] as const };

  test('pushers inside the motion cone stick, those outside slip', () => {
    const random = seededRandom(seed + 1);
    for (let n = 0; n < 40; n++) {
      const [y, mu] = [0.18 * (random() - 0.5), 0.05 + random()];
      const slider = { ...body, pressure: centred };
      const cone = motionCone(slider, { x: -0.05, y, normal: 0, mu });
      expect(cone.left).toBeGreaterThan(cone.right);
      for (const [direction, expected] of [
        [cone.left - 1e-3, 'stick'],
        [cone.right + 1e-3, 'stick'],
        [cone.left + 1e-3, 'slip right'],
        [cone.right - 1e-3, 'slip left'],
      ] as const) {
        if (cone.left - cone.right < 2e-3 || Math.cos(direction) < 0.05) continue;
        const { state, step } = pusherSlider({
          slider,
          contact: { law: coulomb({ mu }) },
          pusher: { kind: 'point' },
          start: { pusherX: -0.05, pusherY: y },
        });
        step([0.1 * Math.cos(direction), 0.1 * Math.sin(direction), 0], 1e-6);
        expect(state.contact).toBe(expected);
      }
    }
  });

  test("the rotation is the one of Mason's vote", () => {
    const random = seededRandom(seed + 2);
    const turns = { '-1': 0, '0': 0, '1': 0 };
    for (let n = 0; n < 200; n++) {
      const [y, mu] = [0.19 * (random() - 0.5), random()];
      const heading = 2.8 * (random() - 0.5);
      const { state, step } = pusherSlider({
        slider: { ...body, pressure: centred },
        contact: { law: coulomb({ mu }) },
        pusher: { kind: 'point' },
        start: { pusherX: -0.05, pusherY: y },
      });
      step([0.1 * Math.cos(heading), 0.1 * Math.sin(heading), 0], 1e-6);
      const vote = votedRotation({ x: -0.05, y, normal: 0, mu }, heading);
      expect(Math.sign(Math.round(state.spin * 1e7)), `y ${y}, mu ${mu}, heading ${heading}`).toBe(vote);
      turns[vote]++;
    }
    expect(Math.min(turns[1], turns[-1])).toBeGreaterThan(50);
  });
});
