import { describe, expect, test } from 'vitest';
import { billiard } from '../src/demo/billiard.js';
import { type Shot, shotPath } from '../src/demo/billiard-reference.js';
import { engines } from './engines.js';
import { full, some } from './full.js';
import { breaksAt, expectGood, runDemo } from './run-demo.js';

describe.each(engines.map(({ engine }) => engine))('billiard in %s', (engine) => {
  test('massé: follows its parabola, starts to roll, loses its side spin and stops at the reference point', () => {
    const run = runDemo(billiard, engine, true);
    expectGood(run);
    expect(run.apart).toBeLessThan(0.003);
    const [roll, direction, side] = (run.probe.facts ?? []).map(({ value, reference = Number.NaN }) => ({
      value,
      reference,
    }));
    expect(Math.abs(roll.value / roll.reference - 1)).toBeLessThan(0.03);
    expect(Math.abs(direction.value - direction.reference)).toBeLessThan(0.5);
    expect(Math.abs(side.value / side.reference - 1)).toBeLessThan(0.01);
  });

  const changes = [
    { speed: 1, mu: 0.3, side: -20 },
    { shot: 'draw', spin: 2.2, side: 0 },
    { shot: 'draw' },
    { shot: 'follow' },
  ];
  test.each(some(changes, 2))('so it does with %j', (change) => {
    const run = runDemo(billiard, engine, true, change);
    expectGood(run);
    expect(run.apart).toBeLessThan(0.02);
  });

  if (full || engine === 'cannon')
    test('never comes to rest in the stock engine', () => {
      const run = runDemo(billiard, engine, false);
      expectGood(run, false);
      expect(run.proof).toBeNaN();
    });

  test('stays finite at the ends of its sliders', () => {
    expect(breaksAt(billiard, engine, 0.5)).toEqual([]);
  });
});

describe('the reference', () => {
  const R = 0.0286;
  const shot: Shot = { radius: R, mu: 0.2, rolling: 1e-5, spinning: 0, velocity: [1.5, 0], spin: [60, -20, 0] };

  test('for sliding is 5/7 v₀ + 2/7 R w after a parabola of 2 |u₀|/(7 μ g)', () => {
    const { places, rollTime, rollVelocity } = shotPath(shot, 1);
    const u = [1.5 + 20 * R, 60 * R];
    const time = (2 * Math.hypot(...u)) / (7 * 0.2 * 9.81);
    expect(Math.abs(rollTime / time - 0.95)).toBeLessThan(0.01); // read at 5 % of the slip
    const share = 0.2 * 9.81 * rollTime;
    const slip = Math.hypot(...u);
    expect(rollVelocity[0]).toBeCloseTo(1.5 - (share * u[0]) / slip, 2);
    expect(rollVelocity[1]).toBeCloseTo((-share * u[1]) / slip, 2);
    const [x, y] = places[300];
    expect(x).toBeCloseTo(1.5 * 0.3 - (0.5 * 0.2 * 9.81 * 0.09 * u[0]) / slip, 2);
    expect(y).toBeCloseTo((-0.5 * 0.2 * 9.81 * 0.09 * u[1]) / slip, 2);
    // Long after, when it rolls.
    const [one, other] = [places[700], places[800]];
    expect((other[0] - one[0]) / 0.1).toBeCloseTo((5 / 7) * 1.5 - (2 / 7) * R * 20, 1);
    expect((other[1] - one[1]) / 0.1).toBeCloseTo((-2 / 7) * R * 60, 1);
  });

  test('for side spin alone is 2/5 R² w/(r g)', () => {
    const { spinTime } = shotPath({ ...shot, velocity: [0, 0], spin: [0, 0, 40], spinning: 5e-4, rolling: 1e-3 });
    expect(Math.abs(spinTime / ((0.9 * 0.4 * R * R * 40) / (5e-4 * 9.81)) - 1)).toBeLessThan(0.005);
  });

  test('for rolling is v²/(2 a) with a = 5/7 g ρ/R', () => {
    const { places } = shotPath({ ...shot, rolling: 0.05 * R, velocity: [1, 0], spin: [0, 1 / R, 0] });
    const [x] = places[places.length - 1];
    expect(Math.abs(x / (1 / (2 * (5 / 7) * 9.81 * 0.05)) - 1)).toBeLessThan(0.01);
  });
});
