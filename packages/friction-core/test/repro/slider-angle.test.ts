import { describe, expect, test } from 'vitest';
import {
  anisotropic,
  asymmetric,
  coulomb,
  createPlanarSlider,
  type FrictionLaw,
  frictionTensor,
  polygonCone,
  simulate,
  surfaceVelocity,
} from '../../src/index.js';

// A law with frame 'b' has its axes in the slider. They stayed along the world's axes while the slider turned: at 90° a slider with
// mu [0.6, 0.1] had 6 times the right friction. A turntable under the slider was taken at the origin, wherever the slider was.

const G = 9.81;
const ANGLES = [0, 0.3, Math.PI / 2, 2, Math.PI, -1.1, 7];

/** Friction on a slider at `angle` that is moved at velocity [vx, vy]. */
function friction(law: FrictionLaw, angle: number, vx: number, vy: number): [number, number, number] {
  const body = { mass: Number.POSITIVE_INFINITY, normalForce: 10, torsionRadius: 0.1, angle, vx, vy };
  const { state, step } = createPlanarSlider(law, body);
  step([0, 0, 0, 10], 1e-3);
  return [state.fx, state.fy, state.torsion];
}

test.each(ANGLES)('anisotropic friction follows the slider, at %f rad', (angle) => {
  const law = anisotropic({ mu: [0.6, 0.1], frame: 'b' });
  for (const heading of [0, 0.5, 1.5, 2.5, 4]) {
    const [fx, fy] = friction(law, angle, Math.cos(heading), Math.sin(heading));
    // In the slider's axes: f = -N M² v / |M v| with M = diag(0.6, 0.1).
    const [u, v] = [Math.cos(heading - angle), Math.sin(heading - angle)];
    const size = Math.hypot(0.6 * u, 0.1 * v);
    const [p, q] = [(-10 * 0.36 * u) / size, (-10 * 0.01 * v) / size];
    expect(fx).toBeCloseTo(Math.cos(angle) * p - Math.sin(angle) * q, 11);
    expect(fy).toBeCloseTo(Math.sin(angle) * p + Math.cos(angle) * q, 11);
  }
});

test('a slider at 90° has a sixth of the friction that it has at 0°', () => {
  const law = anisotropic({ mu: [0.6, 0.1], frame: 'b' });
  expect(friction(law, 0, 1, 0)[0]).toBeCloseTo(-6, 11);
  expect(friction(law, Math.PI / 2, 1, 0)[0]).toBeCloseTo(-1, 11);
});

describe.each([
  ['anisotropic', anisotropic({ mu: [0.6, 0.1], direction: [1, 0.4, 0], frame: 'b' })],
  ['anisotropic, radial', anisotropic({ mu: [0.6, 0.1], frame: 'b', flow: 'radial' })],
  ['asymmetric', asymmetric({ mu: [0.2, 0.8, 0.4, 0.5], direction: [1, 2, 0], frame: 'b' })],
  ['polygonCone', polygonCone({ mu: [0.4, 0.6, 0.5, 0.4, 0.5], frame: 'b' })],
])('%s on the slider', (_, law) => {
  test.each(ANGLES)('friction turns with slider and velocity, by %f rad', (angle) => {
    for (const heading of [0.1, 1.3, 3.3, 5]) {
      const [fx, fy, torsion] = friction(law, 0, Math.cos(heading), Math.sin(heading));
      const turned = friction(law, angle, Math.cos(heading + angle), Math.sin(heading + angle));
      expect(turned[0]).toBeCloseTo(Math.cos(angle) * fx - Math.sin(angle) * fy, 11);
      expect(turned[1]).toBeCloseTo(Math.sin(angle) * fx + Math.cos(angle) * fy, 11);
      expect(turned[2]).toBeCloseTo(torsion, 11);
    }
  });
});

test.each(['a', 'world'] as const)("a direction in frame '%s' does not depend on the slider's angle", (frame) => {
  const law = anisotropic({ mu: [0.6, 0.1], frame });
  for (const angle of ANGLES) expect(friction(law, angle, 1, 0.5)).toEqual(friction(law, 0, 1, 0.5));
});

test('two grains: crossed at 90°, equal surfaces are isotropic', () => {
  const law = frictionTensor({ a: { mu: [0.6, 0.2] }, b: { mu: [0.6, 0.2] } });
  expect(friction(law, 0, 1, 0)[0]).toBeCloseTo(-6, 11);
  expect(friction(law, 0, 0, 1)[1]).toBeCloseTo(-2, 11);
  for (const heading of [0, 1, 2]) {
    const [fx, fy] = friction(law, Math.PI / 2, Math.cos(heading), Math.sin(heading));
    expect(Math.hypot(fx, fy)).toBeCloseTo(10 * Math.sqrt(0.12), 11);
  }
});

/** A skate that turns at constant rate, dv/dt = -g M² v / |M v| in its axes: Runge-Kutta with `steps` steps. */
function turningSkate(spin: number, duration: number, steps: number): number[] {
  const derivative = (t: number, [, , vx, vy]: number[]) => {
    const [c, s] = [Math.cos(spin * t), Math.sin(spin * t)];
    const [u, v] = [c * vx + s * vy, c * vy - s * vx];
    const size = Math.hypot(0.05 * u, 0.6 * v);
    const [p, q] = [(-G * 0.0025 * u) / size, (-G * 0.36 * v) / size];
    return [vx, vy, c * p - s * q, s * p + c * q];
  };
  const h = duration / steps;
  let y = [0, 0, 3, 0];
  for (let k = 0; k < steps; k++) {
    const add = (slope: number[], by: number) => y.map((value, i) => value + by * slope[i]);
    const t = k * h;
    const k1 = derivative(t, y);
    const k2 = derivative(t + h / 2, add(k1, h / 2));
    const k3 = derivative(t + h / 2, add(k2, h / 2));
    const k4 = derivative(t + h, add(k3, h));
    y = y.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return y;
}

test('a skate that turns is carried around its curve, and its error halves with the step', () => {
  const law = anisotropic({ mu: [0.05, 0.6], frame: 'b' });
  const [spin, duration] = [1.5, 1];
  const reference = turningSkate(spin, duration, 20_000);
  const errors = [240, 480, 960].map((rate) => {
    const { x, y } = simulate(law, { mass: 2, normalForce: 2 * G, vx: 3, spin }, () => undefined, 1 / rate, rate);
    return Math.hypot(x[rate - 1] - reference[0], y[rate - 1] - reference[1]);
  });
  expect(reference[1]).toBeGreaterThan(0.5); // it follows the curve to the left
  expect(errors[2]).toBeLessThan(0.01 * Math.hypot(reference[0], reference[1]));
  expect(errors[1] / errors[0]).toBeLessThan(0.55);
  expect(errors[2] / errors[1]).toBeLessThan(0.55);
});

test('a slider on a turntable is carried around, and flung off beyond w² r = mu g', () => {
  const spin = 2;
  const law = surfaceVelocity(coulomb({ mu: 0.3 }), { angular: [0, 0, spin] });
  const start = (r: number) => ({ mass: 1, normalForce: G, torsionRadius: 0.02, x: r, vy: spin * r, spin });
  const edge = (0.3 * G) / spin ** 2;
  for (const [r, holds] of [
    [0.9 * edge, true],
    [1.1 * edge, false],
  ] as const) {
    const { x, y } = simulate(law, start(r), () => undefined, 1 / 240, 480);
    const distance = Math.hypot(x[479], y[479]);
    if (holds) expect(Math.abs(distance - r)).toBeLessThan(0.01 * r);
    else expect(distance).toBeGreaterThan(1.1 * r);
  }
});
