import { coulomb } from '@stiction/friction-core';
import { disc } from '@stiction/limit-surface';
import { expect, test } from 'vitest';
import { createFloor, type FloorEngine } from '../src/index.js';

interface Body {
  v: number[];
  mass: number;
}

const engine: FloorEngine<Body> = {
  velocity({ v }, out) {
    for (const [e, value] of v.entries()) out[e] = value;
  },
  mass: ({ mass }) => mass,
  inertia: () => 0.5,
  footprint: () => disc({ radius: 1 }),
  applyImpulse({ v, mass }, impulse) {
    v[0] += impulse[0] / mass;
    v[1] += impulse[1] / mass;
    v[2] += impulse[2] / 0.5;
  },
};

test('five functions connect another engine', () => {
  const floor = createFloor(engine, { default: coulomb({ mu: 0.5 }), gravity: 10 });
  const [sliding, spinning] = [
    { v: [2, 0, 0], mass: 1 },
    { v: [0, 0, 3], mass: 1 },
  ];
  floor.add(sliding);
  floor.add(spinning);
  floor.step(0.1);
  expect(sliding.v[0]).toBeCloseTo(2 - 0.5, 12);
  // 2/3 mu N R, over an inertia of 0.5.
  expect(spinning.v[2]).toBeCloseTo(3 - ((2 / 3) * 5 * 0.1) / 0.5, 12);
  for (let k = 0; k < 10; k++) floor.step(0.1);
  expect(Math.abs(sliding.v[0]) + Math.abs(spinning.v[2])).toBeLessThan(1e-15);
  floor.remove(sliding);
  floor.step(0.1);
  expect(floor.report.bodies).toBe(1);
  floor.uninstall();
  spinning.v[2] = 1;
  floor.step(0.1);
  expect(spinning.v[2]).toBe(1);
});

test('forces of the step are resisted before they move a body', () => {
  const pushed: FloorEngine<Body> = {
    ...engine,
    velocity(body, out, dt) {
      engine.velocity(body, out, dt);
      out[6] = 4 * dt; // 4 N on 1 kg, which the engine will add
    },
  };
  const floor = createFloor(pushed, { default: coulomb({ mu: 0.5 }), gravity: 10 });
  const body = { v: [0, 0, 0], mass: 1 };
  floor.add(body);
  floor.step(0.1);
  expect(body.v[0]).toBeCloseTo(-0.4, 12);
});

test.each([
  ['velocity', Number.NaN, 1],
  ['velocity', Number.POSITIVE_INFINITY, 1],
  ['mass', 1, Number.NaN],
])('a body whose %s is not finite is left out, and the others are not', (_, velocity, mass) => {
  const floor = createFloor(engine, { default: coulomb({ mu: 0.5 }), gravity: 10 });
  const bad = { v: [velocity, 0, 0], mass };
  const good = { v: [2, 0, 0], mass: 1 };
  floor.add(bad);
  floor.add(good);
  floor.step(0.1);
  expect(floor.report.nonFiniteBodies).toBe(1);
  expect(floor.report.problem).toMatch(/not a finite number/);
  expect(good.v[0]).toBeCloseTo(1.5, 12);
  expect(bad.v[0]).toBe(velocity);
  bad.v[0] = 1;
  bad.mass = 1;
  floor.step(0.1);
  expect(floor.report.nonFiniteBodies).toBe(0);
  expect(bad.v[0]).toBeCloseTo(0.5, 12);
});

test('a body of mass 0 or Infinity is left alone', () => {
  const floor = createFloor(engine, { default: coulomb({ mu: 0.5 }) });
  const bodies = [0, Number.POSITIVE_INFINITY].map((mass) => ({ v: [1, 0, 0], mass }));
  for (const body of bodies) floor.add(body);
  floor.step(0.1);
  for (const { v } of bodies) expect(v[0]).toBe(1);
});

test('a missing function is named', () => {
  const { mass: _, ...rest } = engine;
  expect(() => createFloor(rest as never, { default: coulomb({ mu: 0.5 }) })).toThrow('engine.mass must be a function');
});
