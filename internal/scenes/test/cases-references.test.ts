import { describe, expect, test } from 'vitest';
import {
  ellipseFriction,
  exactLuGreDrift,
  exactStickSlip,
  exactTransport,
  exactWheel,
  type Friction,
  frictionTensorAt,
  type Plane,
  polygonSlideEnd,
  rungeKutta,
  SHAKEN_PLATE,
  STICK_SLIP,
  slideEnd,
  steppedStickSlip,
  tensorMean,
} from '../src/index.js';

const G = 9.81;

describe('reference solutions', () => {
  test('sliding: all formulations agree', () => {
    const velocity: Plane = [2, 1];
    const [x, y] = slideEnd(ellipseFriction(0.4, 0.4), velocity);
    expect(x).toBeCloseTo((Math.sqrt(5) * 2) / (2 * 0.4 * G), 9);
    expect(y).toBeCloseTo((Math.sqrt(5) * 1) / (2 * 0.4 * G), 9);
    const ellipse = ellipseFriction(0.6, 0.2);
    const fine = slideInTime(ellipse, velocity);
    const end = slideEnd(ellipse, velocity);
    expect(end[0]).toBeCloseTo(fine[0], 7);
    expect(end[1]).toBeCloseTo(fine[1], 7);
  });

  test('sliding: a polygon of many sides approaches a circle', () => {
    const [x, y] = polygonSlideEnd(Array(720).fill(0.4), [2, 1]);
    expect(Math.hypot(x, y)).toBeCloseTo(5 / (2 * 0.4 * G), 4);
    expect(Math.abs(y / x - 0.5)).toBeLessThan(2e-3);
  });

  test('geometric mean of tensors solves m a⁻¹ m = b', () => {
    const a = frictionTensorAt([0.6, 0.2], 0.3);
    const b = frictionTensorAt([0.3, 0.5], -0.7);
    const [xx, xy, yy] = tensorMean(a, b);
    // It solves m a⁻¹ m = b.
    const det = a[0] * a[2] - a[1] * a[1];
    const [ix, iy, iz] = [a[2] / det, -a[1] / det, a[0] / det];
    const p = [xx * ix + xy * iy, xx * iy + xy * iz, xy * ix + yy * iy, xy * iy + yy * iz];
    expect(p[0] * xx + p[1] * xy).toBeCloseTo(b[0], 12);
    expect(p[0] * xy + p[1] * yy).toBeCloseTo(b[1], 12);
    expect(p[2] * xy + p[3] * yy).toBeCloseTo(b[2], 12);
  });

  test('shaken plate: agrees with steps of 1e-6 s', () => {
    const { omega, acceleration, muPlus, muMinus } = SHAKEN_PLATE;
    const h = 1e-6;
    let v = acceleration / omega;
    let x = 0;
    for (let k = 1; k <= 1e6; k++) {
      const plate = (acceleration / omega) * Math.cos(omega * k * h);
      v = Math.min(Math.max(plate, v - muPlus * G * h), v + muMinus * G * h);
      x += h * v;
    }
    expect(exactTransport(SHAKEN_PLATE, 1)).toBeCloseTo(x, 7);
  });

  test('stick-slip: event-driven and small implicit steps agree', () => {
    const events = exactStickSlip(STICK_SLIP);
    const steps = steppedStickSlip(STICK_SLIP);
    expect(Math.abs(steps.period / events.period - 1)).toBeLessThan(1e-4);
    expect(Math.abs(steps.amplitude / events.amplitude - 1)).toBeLessThan(1e-4);
    expect(Math.abs(exactStickSlip(STICK_SLIP, 5e-6).period / events.period - 1)).toBeLessThan(1e-7);
  });

  test('wheel of [Peiret]: agrees with another integration', () => {
    for (const [seconds, place] of [
      [1, [4.58059417145, -0.047405372237, 0.301373759288]],
      [2, [6.14994601163, -0.181123042245, 0.374503226976]],
    ] as const) {
      for (const [e, x] of exactWheel(seconds).entries()) expect(x).toBeCloseTo(place[e], 9);
    }
  });

  test('LuGre drift does not depend on the steps of the load', () => {
    const [coarse, fine] = [1 / 100, 1 / 500].map((dt) => exactLuGreDrift(dt).mean);
    expect(Math.abs(coarse / fine - 1)).toBeLessThan(1e-3);
  });
});

/** With plain time steps of 1e-5 s. */
function slideInTime(friction: Friction, velocity: Plane): Plane {
  let state = [0, 0, ...velocity];
  const rate = ([, , vx, vy]: number[]): number[] => {
    const [fx, fy] = friction(vx, vy);
    return [vx, vy, G * fx, G * fy];
  };
  while (Math.hypot(state[2], state[3]) > 2e-4) state = rungeKutta(rate, state, 1e-5);
  return [state[0], state[1]];
}
