import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { distributedModel } from '../../src/models/distributed.js';
import type { PlanarModel, PlanarModelOptions, PlanarParams } from '../../src/models/planar-model.js';
import { reducedModel } from '../../src/models/reduced.js';
import { disc } from '../../src/pressure/round.js';
import { limitSurface } from '../../src/surfaces/limit-surface.js';
import { maskedGrid, P1 } from './support.js';

const kinds = ['distributed', 'reduced'] as const;
const laws = ['lugre', 'elasto-plastic'] as const;
const pressure = maskedGrid('NonConvex2', 13);
const surface = limitSurface(pressure, { resolution: 32 });

function make(kind: (typeof kinds)[number], params: PlanarParams, options: PlanarModelOptions): PlanarModel {
  return kind === 'distributed' ? distributedModel(pressure, params, options) : reducedModel(surface, params, options);
}
const combinations = kinds.flatMap((kind) => laws.map((law) => [kind, law] as const));

describe('implicit steps', () => {
  test.each(combinations)('%s %s: converge to the explicit ones with first order as dt → 0', (kind, law) => {
    const twist = (t: number) => [0.02 * Math.sin(40 * t), 0.01 * Math.cos(25 * t) - 0.01, 1.5 * Math.sin(30 * t)];
    const last = (method: 'explicit' | 'implicit', dt: number) => {
      const model = make(kind, { ...P1, sigma0: 1e4, sigma1: 5 }, { law, method });
      const out = new Float64Array(3);
      const steps = Math.round(0.05 / dt);
      for (let k = 0; k <= steps; k++) {
        // Compare at the time of each friction value: both use the current twist.
        const [vx, vy, w] = twist(k * dt);
        model.step(vx, vy, w, 2, dt, out);
      }
      return out;
    };
    const truth = last('explicit', 1e-6);
    const error = (method: 'explicit' | 'implicit', dt: number) =>
      Math.hypot(...last(method, dt).map((f, k) => (f - truth[k]) / (k === 2 ? surface.r : 1)));
    const coarse = error('implicit', 4e-5);
    const fine = error('implicit', 1e-5);
    expect(coarse).toBeLessThan(0.05);
    expect(fine).toBeLessThan(0.4 * coarse);
    expect(fine).toBeLessThan(0.01);
  });

  test.each(combinations.flatMap(([kind, law]) => [1e5, 1e6, 1e7].map((sigma0) => [kind, law, sigma0] as const)))(
    '%s %s, sigma0 %f: friction is bounded and steady at 1/60 s, seed 5',
    (kind, law, sigma0) => {
      const random = seededRandom(5);
      const model = make(kind, { ...P1, sigma0, sigma1: Math.sqrt(sigma0) }, { law, method: 'implicit' });
      const dt = 1 / 60;
      const out = new Float64Array(3);
      // |z| stays below muS/σ0; with damping σ1 |ż| adds at most twice that over dt.
      const most = 1.2 * (1 + (2 * Math.sqrt(sigma0)) / (sigma0 * dt)) + 0.2 * 3;
      for (let k = 0; k < 600; k++) {
        const size = 10 ** (4 * random() - 4);
        model.step(size * (random() - 0.5), size * (random() - 0.5), 100 * size * (random() - 0.5), 1, dt, out);
        expect(Math.hypot(out[0], out[1])).toBeLessThan(1.15 * most);
        expect(Math.abs(out[2])).toBeLessThan(1.15 * most * 0.02);
      }
      // Steady sliding: exactly the steady-state friction of the explicit method, for any step.
      for (let k = 0; k < 2000; k++) model.step(0.1, 0.05, 2, 1, dt, out);
      const state = model.state.slice();
      const [fx, fy, torque] = out;
      model.step(0.1, 0.05, 2, 1, dt, out);
      expect(Math.hypot(out[0] - fx, out[1] - fy)).toBeLessThan(1e-6);
      expect(Math.abs(out[2] - torque)).toBeLessThan(1e-8);
      const rate = new Float64Array(state.length);
      const explicit = new Float64Array(3);
      model.rate(state, Float64Array.of(0.1, 0.05, 2), 1, rate, explicit);
      expect(Math.hypot(explicit[0] - fx, explicit[1] - fy)).toBeLessThan(2e-3);
      expect(Math.abs(explicit[2] - torque)).toBeLessThan(2e-5);
    },
  );

  test.each(kinds)('%s: steady sliding always dissipates, and a sticking patch acts as a spring', (kind) => {
    const model = make(kind, P1, { method: 'implicit' });
    const out = new Float64Array(3);
    const dt = 1 / 60;
    // 0.3 µm of displacement; a bristle yields at 1 µm.
    model.step(0.3e-6 / dt, 0, 0, 2, dt, out);
    expect(out[0]).toBeCloseTo(-2 * (0.3 + (P1.sigma1 ?? 0) * (0.3e-6 / dt) + 0.2 * (0.3e-6 / dt)), 9);
    for (let k = 0; k < 100; k++) model.step(0, 0, 0, 2, dt, out);
    expect(out[0]).toBeCloseTo(-0.6, 9);
    for (let k = 0; k < 600; k++) model.step(0.2, -0.1, 1, 2, dt, out);
    expect(out[0] * 0.2 - out[1] * 0.1 + out[2]).toBeLessThan(0);
  });
});

describe('explicit steps', () => {
  test('a step of 1/60 s is unstable with the explicit method', () => {
    const model = distributedModel(disc({ radius: 0.01 }), P1);
    const out = new Float64Array(3);
    for (let k = 0; k < 20; k++) model.step(0.1, 0, 1, 1, 1 / 60, out);
    expect(Math.abs(out[0]) < 100).toBe(false);
  });
});
