import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { coulomb, fixedStep, fixedStepModel, simulate, stribeck } from '../../src/index.js';

interface Stribeck {
  params: { Fc: number; Fs: number; vs: number; b: number; T: number; K: number; V: number; steps: number };
  everyNthStep: number;
  v: number[];
  f: number[];
  x_end: number;
}
const { stribeck: reference } = JSON.parse(
  readFileSync(new URL('../fixtures/kikuuwe.json', import.meta.url), 'utf8'),
) as { stribeck: Stribeck };

describe('[Kikuuwe] stick-slip with a Stribeck curve, 1 kg on a spring', () => {
  const { Fc, Fs, vs, b, T, K, V, steps } = reference.params;
  const law = stribeck({ muS: Fs, muC: Fc, vS: vs, viscous: b });
  const pull = (time: number, body: { x: number }, out: Float64Array) => {
    out[0] = K * (V * (time + T) - body.x);
  };
  const run = simulate(law, { mass: 1, normalForce: 1 }, pull, T, steps);

  test('the engine law equals the exact model (16b)', () => {
    reference.v.forEach((v, k) => {
      const at = reference.everyNthStep * (k + 1) - 1;
      expect(Math.abs(run.vx[at] - v)).toBeLessThan(1e-9);
      expect(Math.abs(run.fx[at] - reference.f[k])).toBeLessThan(1e-7); // the reference is rounded to 10 digits
    });
    expect(run.x[steps - 1]).toBeCloseTo(reference.x_end, 10);
  });

  test('fixedStep with the same curve gives the same motion', () => {
    const mu = (v: number) => Fc + (Fs - Fc) * Math.exp(-((v / vs) ** 2)) + b * v;
    const other = simulate(fixedStep({ mu }), { mass: 1, normalForce: 1 }, pull, T, steps);
    expect(Math.abs(other.x[steps - 1] - run.x[steps - 1])).toBeLessThan(1e-12);
  });

  test('fixedStep with (18) equals fixedStepModel with (18)', () => {
    const mu = (v: number) => Fc + (Fs - Fc) * Math.exp(-((v / vs) ** 2)) + b * v;
    const { vx } = simulate(fixedStep({ mu, solve: 'approximate' }), { mass: 1, normalForce: 1 }, pull, T, steps);
    const model = fixedStepModel({ mass: 1, friction: mu, solution: 'approximate' });
    let x = 0;
    for (let k = 0; k < steps; k++) {
      model.step(K * (V * T * (k + 1) - x), T);
      x += T * model.velocity[0];
      expect(Math.abs(model.velocity[0] - vx[k])).toBeLessThan(1e-9);
    }
  });
});

describe('stribeck', () => {
  const body = { mass: 1, normalForce: 9.81, inertia: 0.01, torsionRadius: 0.1 };

  test('sticks below muS and slides above it', () => {
    const at = (share: number) => {
      const push = (_: number, __: unknown, out: Float64Array) => {
        out[0] = 0.6 * share * 9.81;
      };
      return simulate(stribeck({ muS: 0.6, muC: 0.4, vS: 0.01 }), body, push, 1 / 60, 60).x[59];
    };
    expect(Math.abs(at(0.999))).toBeLessThan(1e-15);
    expect(at(1.001)).toBeGreaterThan(0.5);
  });

  test.each([0.5, 1, 2, 3.3])('steady friction follows the curve, gamma %f', (gamma) => {
    const law = stribeck({ muS: 0.6, muC: 0.4, vS: 0.01, gamma, viscous: 0.05 });
    for (const v of [1e-4, 3e-3, 0.01, 0.02, 0.1, 3]) {
      const glide = (_: number, state: { vx: number }) => {
        state.vx = v;
      };
      const { fx } = simulate(law, { mass: Number.POSITIVE_INFINITY, normalForce: 2 }, glide, 1 / 60, 3);
      const mu = 0.4 + 0.2 * Math.exp(-((v / 0.01) ** gamma)) + 0.05 * v;
      expect(-fx[2] / 2).toBeCloseTo(mu, 12);
    }
  });

  test('a constant curve equals Coulomb friction, sliding and spinning', () => {
    const start = { ...body, vx: 1, vy: 0.4, spin: 9 };
    const none = () => undefined;
    const one = simulate(coulomb({ mu: 0.4 }), start, none, 1 / 240, 200);
    const other = simulate(stribeck({ muS: 0.4, muC: 0.4, vS: 0.01 }), start, none, 1 / 240, 200);
    for (const name of ['x', 'y', 'angle'] as const) expect(other[name][199]).toBeCloseTo(one[name][199], 12);
  });

  test('friction also falls with the spin speed', () => {
    const law = stribeck({ muS: 0.6, muC: 0.4, vS: 0.01 });
    const { torsion } = simulate(law, { ...body, spin: 30 }, () => undefined, 1 / 240, 3);
    expect(-torsion[2]).toBeCloseTo(0.4 * 9.81 * 0.1, 6);
  });
});
