import { createPlanarSlider, type FrictionLaw, simulate } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { disc, evaluatePressure, lineContact, lugrePatch, type Pressure, patch, rectangle } from '../../src/index.js';

// Shapes with frame 'b' lie in the slider. They stayed along the world's axes while it turned, so a bar that slides and turns drifted
// to the wrong place. And a body of infinite mass, moved by hand, had no friction with `patch` and a given pressure.

const G = 9.81;
const MU = 0.3;

/** State after `duration` [x, y, θ, vx, vy, w] of a free body of unit mass on a patch, by Runge-Kutta. */
function integrate(pressure: Pressure, inertia: number, start: number[], duration: number, steps: number): number[] {
  const twist = new Float64Array(3);
  const out = new Float64Array(10);
  const derivative = ([, , angle, vx, vy, w]: number[]) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    twist.set([c * vx + s * vy, c * vy - s * vx, w]);
    evaluatePressure(pressure, twist, out);
    const [p, q, torque] = [out[1], out[2], out[3]].map((f) => -MU * G * f);
    return [vx, vy, w, c * p - s * q, s * p + c * q, torque / inertia];
  };
  const h = duration / steps;
  let y = start;
  for (let k = 0; k < steps; k++) {
    const add = (slope: number[], by: number) => y.map((value, i) => value + by * slope[i]);
    const k1 = derivative(y);
    const k2 = derivative(add(k1, h / 2));
    const k3 = derivative(add(k2, h / 2));
    const k4 = derivative(add(k3, h));
    y = y.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return y;
}

describe.each([
  ['bar', lineContact({ length: 0.5 }), 1 / 48],
  ['plate', rectangle({ width: 0.6, height: 0.1 }), (0.36 + 0.01) / 12],
] as const)('a %s that slides and turns', (_, pressure, inertia) => {
  test('moves as a fine integration says, and its error halves with the step', () => {
    const law = patch({ mu: MU, pressure, frame: 'b' });
    const duration = 0.4;
    const reference = integrate(pressure, inertia, [0, 0, 0.4, 2, 0, 8], duration, 4000);
    const errors = [120, 240, 480].map((rate) => {
      const steps = Math.round(duration * rate);
      const body = { mass: 1, inertia, normalForce: G, angle: 0.4, vx: 2, spin: 8 };
      const { x, y, angle } = simulate(law, body, () => undefined, 1 / rate, steps);
      const last = steps - 1;
      return Math.max(...[x, y, angle].map((column, i) => Math.abs(column[last] - reference[i])));
    });
    expect(Math.abs(reference[1])).toBeGreaterThan(1e-3); // the sideways drift
    expect(errors[2]).toBeLessThan(0.01);
    expect(errors[1] / errors[0]).toBeLessThan(0.56);
    expect(errors[2] / errors[1]).toBeLessThan(0.56);
  });

  test('has the friction of its axes at every angle', () => {
    const law = patch({ mu: MU, pressure, frame: 'b' });
    const out = new Float64Array(10);
    for (const angle of [0, 0.7, Math.PI / 2, 2.5, -2]) {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const moved = { mass: Number.POSITIVE_INFINITY, normalForce: 10, angle, vx: 0.3, vy: -0.1, spin: 1 };
      const { state, step } = createPlanarSlider(law, moved);
      step([0, 0, 0, 10], 1e-9);
      evaluatePressure(pressure, Float64Array.of(0.3 * c - 0.1 * s, -0.1 * c - 0.3 * s, 1), out);
      expect(state.fx).toBeCloseTo(-MU * 10 * (c * out[1] - s * out[2]), 7);
      expect(state.fy).toBeCloseTo(-MU * 10 * (s * out[1] + c * out[2]), 7);
      expect(state.torsion).toBeCloseTo(-MU * 10 * out[3], 7);
      expect([state.vx, state.vy, state.spin]).toEqual([0.3, -0.1, 1]);
    }
  });
});

const bristles = { sigma0: 1e5, sigma1: 0, muC: MU, muS: MU, vS: 0.1 };
test.each<[string, FrictionLaw]>([
  ['patch', patch({ mu: MU, pressure: disc({ radius: 0.1 }) })],
  ['lugrePatch', lugrePatch({ ...bristles, pressure: disc({ radius: 0.1 }) })],
])('%s: a body of infinite mass has the friction of a very heavy one', (_, law) => {
  const run = (mass: number, inertia: number) => {
    const { state, step } = createPlanarSlider(law, { mass, inertia, normalForce: 10 });
    for (let k = 0; k < 200; k++) {
      Object.assign(state, { vx: 0.1, vy: 0.05, spin: 1.5 });
      step([0, 0, 0, 10], 1e-3);
    }
    return [state.fx, state.fy, state.torsion];
  };
  const heavy = run(1e9, 1e9);
  expect(Math.hypot(heavy[0], heavy[1])).toBeGreaterThan(1);
  for (const mass of [1e9, Number.POSITIVE_INFINITY]) {
    for (const inertia of [1e9, Number.POSITIVE_INFINITY]) {
      run(mass, inertia).forEach((value, k) => {
        expect(value).toBeCloseTo(heavy[k], 6);
      });
    }
  }
  const { state, step } = createPlanarSlider(law, { mass: Number.POSITIVE_INFINITY, normalForce: 10 });
  step([1, 0, 0, 10], 1e-3);
  expect([state.fx, state.fy, state.torsion, state.vx]).toEqual([0, 0, 0, 0]);
});
