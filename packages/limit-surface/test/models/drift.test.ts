import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import { distributedModel } from '../../src/models/distributed.js';
import { reducedModel } from '../../src/models/reduced.js';
import { limitSurface } from '../../src/surfaces/limit-surface.js';
import { fixture, integrate, type Loads, maskedGrid, P1 } from './support.js';

/** Disc of 1 kg under loads that oscillate below breakaway, [Waltersson] Figs 6, 23-25. */

const { cases } = fixture<{ cases: Record<string, { rows: number[][]; end: number[]; drift: number[] }> }>('drift');

const wave = (t: number) => Math.sin(6 * Math.PI * t);
const loads: Record<string, Loads> = {
  tangential: (t) => ({
    wrench: [
      t < 0.2 ? t / 0.2 : t < 1 ? 1 : 1 + 0.4 * wave(t),
      0,
      t < 2.8 ? 0 : t < 3 ? (0.03 * (t - 2.8)) / 0.2 : 0.03 + 0.01 * wave(t),
    ],
    fN: 9.81,
  }),
  normal: (t) => ({
    wrench: [Math.min(t / 0.2, 1), 0, 0.03 * Math.min(t / 0.2, 1)],
    fN: t > 1 ? 9.81 + wave(t) : 9.81,
  }),
};

/** `npm run test:full`. */

/** Largest difference from the reference in x (m) and angle, and the drift from 4 to 5 s, three full periods. */
function run(name: string, stiffness: number) {
  const [load, kind, law, size] = name.split('_');
  const pressure = maskedGrid('Circle', 21, size === 'd50' ? 0.05 : 0.1);
  const options = { law: law === 'ep' ? 'elasto-plastic' : 'lugre' } as const;
  const table = { map: 'spherical', interpolation: 'linear', resolution: 20 } as const;
  const model =
    kind === 'dist'
      ? distributedModel(pressure, P1, options)
      : reducedModel(limitSurface(pressure, table), P1, options);
  const rows = new Map(cases[name].rows.map((row) => [Math.round(100 * row[0]), row]));
  const error = [0, 0, 0];
  let compared = 0;
  let before = [0, 0, 0];
  const body = new Float64Array(6);
  integrate(
    { model, mass: 1, inertia: 0.5 * 0.05 * 0.05, patches: 1, body },
    loads[load],
    500,
    () => stiffness,
    (t) => {
      const row = rows.get(Math.round(100 * t));
      if (row) {
        compared++;
        for (let k = 0; k < 3; k++) error[k] = Math.max(error[k], Math.abs(body[k] - row[1 + k]));
      }
      if (t === 4) before = [...body.subarray(0, 3)];
    },
  );
  expect(compared).toBe(cases[name].rows.length);
  return { error, drift: [0, 1, 2].map((k) => body[k] - before[k]) };
}

describe('elasto-plastic: no drift', () => {
  const distributed = full ? ['tangential_dist_ep_d50', 'normal_dist_ep_d50'] : ['tangential_dist_ep_d50'];
  const reduced = full ? ['tangential_red_ep_d50', 'tangential_red_ep_r50'] : ['tangential_red_ep_d50'];
  test.each([
    ...distributed.map((name) => ({ name, rate: 9000, limits: [1e-15, 1e-15, 1e-12] })),
    ...reduced.map((name) => ({ name, rate: 1e5, limits: [1e-12, 1e-15, 1e-10] })),
  ])(
    '$name: no drift beyond round-off, and agrees with the reference',
    ({ name, rate, limits }) => {
      const { error, drift } = run(name, rate);
      for (let k = 0; k < 3; k++) expect(error[k]).toBeLessThan(limits[k]);
      // Displacements are about 1e-7 m and 1e-5 rad.
      expect(Math.abs(drift[0])).toBeLessThan(1e-20);
      expect(Math.abs(drift[2])).toBeLessThan(1e-18);
    },
    30_000,
  );

  // The reduced bristles still rotate slightly under a changing normal load, as in the reference.
  const turning = full ? ['normal_red_ep_d50', 'normal_red_ep_r50'] : [];
  test.each(turning)(
    '%s: drifts as little as the reference',
    (name) => {
      const { error, drift } = run(name, 1e5);
      expect(error[0]).toBeLessThan(1e-12);
      expect(error[2]).toBeLessThan(1e-10);
      expect(Math.abs(drift[0])).toBeLessThan(1e-10);
      expect(Math.abs(drift[2])).toBeLessThan(3e-9);
    },
    30_000,
  );
});

describe('LuGre drifts', () => {
  const reduced = Object.keys(cases).filter((name) => name.includes('red_lugre'));
  test.each(full ? ['tangential_dist_lugre_d50', ...reduced] : reduced.filter((name) => name.endsWith('d50')))(
    '%s: drifts as much as the reference',
    (name) => {
      const { error, drift } = run(name, name.includes('dist') ? 16e3 : 4e4);
      expect(error[0]).toBeLessThan(1e-11);
      expect(error[2]).toBeLessThan(5e-9);
      expect(drift[0] / cases[name].drift[0]).toBeCloseTo(1, 1);
      expect(drift[2] / cases[name].drift[2]).toBeCloseTo(1, 1);
    },
    30_000,
  );
});
