import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { elastoPlastic, type FrictionLaw, lugre, type PlanarRun, simulate } from '../../src/index.js';

/** [Waltersson] Figs 6, 23: a load that oscillates below breakaway. Reference: 21 x 21 cells, RK4, before they start to rotate. */
const reference = JSON.parse(readFileSync(new URL('../fixtures/drift-point.json', import.meta.url), 'utf8')) as {
  rows: Record<'lugre' | 'ep', [time: number, x: number][]>;
};
const parameters = { sigma0: 1e6, sigma1: 800, sigma2: 0.2, muC: 1, muS: 1.2, vS: 1e-3 };

/** Held constant over 10 ms, as in the reference. */
function pull(time: number): number {
  const t = Math.floor(time / 0.01 + 1e-6) * 0.01;
  return t < 0.2 ? t / 0.2 : t < 1 ? 1 : 1 + 0.4 * Math.sin(6 * Math.PI * t);
}

function run(law: FrictionLaw, dt: number): PlanarRun {
  const forces = (time: number, _: unknown, out: Float64Array) => {
    out[0] = pull(time);
  };
  return simulate(law, { mass: 1, normalForce: 9.81 }, forces, dt, Math.round(2.8 / dt));
}

function worst(result: PlanarRun, rows: [number, number][], dt: number): number {
  return Math.max(...rows.map(([t, x]) => Math.abs(result.x[Math.round(t / dt) - 1] - x)));
}

describe('oscillating load below breakaway', () => {
  const lugreAt = (dt: number) => worst(run(lugre(parameters), dt), reference.rows.lugre, dt);

  test('LuGre drifts like the reference, to first order in the step', () => {
    const coarse = lugreAt(1e-3);
    const fine = lugreAt(1e-4);
    expect(coarse).toBeLessThan(5e-10); // of 2e-7 m
    expect(fine).toBeLessThan(5e-11);
    expect(coarse / fine).toBeGreaterThan(8);
  });

  test('LuGre creeps 42 nm a second', () => {
    const { x } = run(lugre(parameters), 1e-4);
    expect(x[23999] - x[13999]).toBeCloseTo(4.186e-8, 10);
  });

  test('elasto-plastic friction follows the reference to 1e-12 m', () => {
    expect(worst(run(elastoPlastic(parameters), 1e-3), reference.rows.ep, 1e-3)).toBeLessThan(1e-12);
  });

  test.each([1 / 60, 1 / 240, 1e-3])('elasto-plastic friction does not drift, dt = %f', (dt) => {
    // The same load without the 10 ms stairs, so that every step has the same phase in each period.
    const steps = Math.round(1 / dt);
    const forces = (time: number, _: unknown, out: Float64Array) => {
      out[0] = 1 + 0.4 * Math.sin(6 * Math.PI * time);
    };
    const { x } = simulate(elastoPlastic(parameters), { mass: 1, normalForce: 9.81 }, forces, dt, 20 * steps);
    expect(Math.abs(x[20 * steps - 1] - x[2 * steps - 1])).toBeLessThan(1e-10);
    expect(Math.max(...x.map(Math.abs))).toBeGreaterThan(1e-8); // it does move
  });
});
