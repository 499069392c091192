import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import { identifySlider, type SliderTrajectory } from '../../src/slider/identify.js';
import { addPush, ecpState, planarSlider } from '../../src/slider/slider.js';
import { runXie, seededNormal, xieNames, xieRun } from './support.js';

const seed = 20271119;
const RUNS = full ? 200 : 60;

type Measured = SliderTrajectory & { velocities: number[]; applied: number[] };
interface Case {
  truth: number[];
  trajectory: Measured;
}

function exampleCase(name: string): Case {
  const { params, h, steps, rows } = xieRun(name);
  const { mu, et, eo, er, ...body } = params;
  const velocities = rows[0].slice(4, 7);
  const applied: number[] = [];
  runXie(name, h, steps, (_, state, __, impulse) => {
    velocities.push(state.vx, state.vy, state.wz);
    applied.push(...impulse);
  });
  return { truth: [mu * et, eo / et, er / et], trajectory: { ...body, h, velocities, applied } };
}

/** e_t ≠ e_o, pushed below the CM, downwards and upwards. */
function pushedCase(): Case {
  const body = { m: 0.8, Iz: 9e-4, qz: 0.05, g: 9.81 };
  const h = 0.005;
  const slider = planarSlider({ ...body, mu: 0.4, et: 0.9, eo: 1.3, er: 0.03 });
  const state = ecpState({ vx: 0.5, vy: -0.3, wz: 5 });
  const velocities = [state.vx, state.vy, state.wz];
  const applied: number[] = [];
  const impulse = new Float64Array(6);
  for (let k = 0; k < 100; k++) {
    const c = Math.cos(0.1 * k);
    const s = Math.sin(0.1 * k);
    impulse.fill(0);
    addPush(impulse, [5 * c, 5 * s, 0.5 * c], [-0.03, 0.02 * s, -0.03], h);
    slider.step(state, impulse, h);
    velocities.push(state.vx, state.vy, state.wz);
    applied.push(...impulse);
  }
  return { truth: [0.4 * 0.9, 1.3 / 0.9, 0.03 / 0.9], trajectory: { ...body, h, velocities, applied } };
}

function rootMeanSquare(values: number[], width: number, columns: number[]): number {
  const chosen = values.filter((_, k) => columns.includes(k % width));
  return Math.sqrt(chosen.reduce((sum, value) => sum + value * value, 0) / chosen.length);
}

/** Normal noise of `level` times the root mean square of velocity, angular velocity, impulse and each moment. */
function addNoise({ trajectory }: Case, level: number, noiseSeed: number): Measured {
  const normal = seededNormal(noiseSeed);
  const { velocities, applied } = trajectory;
  const v = rootMeanSquare(velocities, 3, [0, 1]);
  const sizes = [v, v, rootMeanSquare(velocities, 3, [2])];
  const p = rootMeanSquare(applied, 6, [0, 1]);
  const impulses = [p, p, 0, ...[3, 4, 5].map((e) => rootMeanSquare(applied, 6, [e]))];
  return {
    ...trajectory,
    velocities: velocities.map((value, k) => value + level * sizes[k % 3] * normal()),
    applied: applied.map((value, k) => value + level * impulses[k % 6] * normal()),
  };
}

const cases: [string, () => Case][] = [
  ...xieNames.map((name): [string, () => Case] => [name, () => exampleCase(name)]),
  ['pushed off the CM, e_t ≠ e_o', pushedCase],
];

test.each(cases)('%s: exact data give the exact ellipsoid', (_, make) => {
  const { truth, trajectory } = make();
  const found = identifySlider(trajectory);
  expect(Math.abs(found.muEt / truth[0] - 1)).toBeLessThan(1e-12);
  expect(Math.abs(found.eoOverEt / truth[1] - 1)).toBeLessThan(1e-12);
  expect(Math.abs(found.erOverEt / truth[2] - 1)).toBeLessThan(1e-12);
  expect(found.noiseLevel).toBeLessThan(1e-14);
  expect(found.standardErrors.erOverEt).toBeLessThan(1e-14);
});

describe.each(full ? [cases[0], cases[1], cases[5]] : [cases[0], cases[5]])(
  `%s at 1 %% noise, ${RUNS} runs (seeds from ${seed})`,
  { timeout: 120_000 },
  (_, make) => {
    const it = make();
    test('estimates are unbiased with small, correct standard errors, and the noise level is recovered', () => {
      /** (estimate - true value) / standard error, per run and parameter. */
      const scores: number[][] = [];
      const levels: number[] = [];
      const relative: number[] = [];

      for (let n = 0; n < RUNS; n++) {
        const found = identifySlider(addNoise(it, 0.01, seed + n));
        const { standardErrors: e, covariance } = found;
        scores.push([
          (found.muEt - it.truth[0]) / e.muEt,
          (found.eoOverEt - it.truth[1]) / e.eoOverEt,
          (found.erOverEt - it.truth[2]) / e.erOverEt,
        ]);
        levels.push(found.noiseLevel);
        relative.push(e.muEt / it.truth[0], e.eoOverEt / it.truth[1], e.erOverEt / it.truth[2]);
        expect([0, 4, 8].map((k) => Math.sqrt(covariance[k]))).toEqual([e.muEt, e.eoOverEt, e.erOverEt]);
        for (const [k, mirrored] of [
          [1, 3],
          [2, 6],
          [5, 7],
        ]) {
          expect(covariance[k] / covariance[mirrored]).toBeCloseTo(1, 9);
        }
      }
      for (let i = 0; i < 3; i++) {
        const within = (sigmas: number) => scores.filter((score) => Math.abs(score[i]) < sigmas).length / RUNS;
        // Normal errors are within one standard error in 68 % of the runs, within two in 95 %.
        expect(within(1)).toBeGreaterThan(0.58);
        expect(within(2)).toBeGreaterThan(0.9);
        expect(within(4)).toBe(1);
        // No bias: the mean over n runs is within 3 / √n of 0.
        expect(Math.abs(scores.reduce((sum, score) => sum + score[i], 0) / RUNS)).toBeLessThan(3 / Math.sqrt(RUNS));
      }
      expect(Math.abs(levels.reduce((sum, level) => sum + level, 0) / RUNS - 0.01)).toBeLessThan(
        2e-4 * Math.sqrt(200 / RUNS),
      );
      expect(Math.max(...relative)).toBeLessThan(0.01);
    });
  },
);

test(`averages of (43) and (44) over the steps have large errors at 1 % noise (seed ${seed})`, () => {
  const it = exampleCase('example1_square');
  const { m, Iz, qz, g, h, velocities: v } = addNoise(it, 0.01, seed) as Required<Measured>;
  const pn = m * g * h;
  let [alpha2, beta2] = [0, 0];
  const steps = 40;
  for (let u = 0; u < steps; u++) {
    const [pt, po, pr] = [0, 1, 2].map((e) => [m, m, Iz][e] * (v[3 * u + 3 + e] - v[3 * u + e]));
    const w = v[3 * u + 5];
    const vt = v[3 * u + 3] + (w * po * qz) / pn;
    const vo = v[3 * u + 4] - (w * pt * qz) / pn;
    alpha2 += (pt * (pt * vt + po * vo + pr * w)) / (pn * pn * vt) / steps;
    beta2 += (po * vt) / (pt * vo) / steps;
  }
  const found = identifySlider({ m, Iz, qz, g, h, velocities: v });
  expect(Math.abs(alpha2 / it.truth[0] ** 2 - 1)).toBeGreaterThan(0.1);
  expect(Math.abs(beta2 / it.truth[1] ** 2 - 1)).toBeGreaterThan(0.1);
  expect(Math.abs(found.muEt / it.truth[0] - 1)).toBeLessThan(0.02);
  expect(Math.abs(found.eoOverEt / it.truth[1] - 1)).toBeLessThan(0.02);
});

test(`a given noise level is used, and steps at rest are ignored (seed ${seed})`, () => {
  const it = exampleCase('example2_ring');
  const noisy = addNoise(it, 0.01, seed);
  const v = rootMeanSquare(it.trajectory.velocities, 3, [0, 1]);
  const w = rootMeanSquare(it.trajectory.velocities, 3, [2]);
  const found = identifySlider({ ...noisy, noise: { velocity: 0.01 * v, spin: 0.01 * w } });
  expect(found.noiseLevel).toBeGreaterThan(0.85);
  expect(found.noiseLevel).toBeLessThan(1.15);
  expect(found.muEt).toBeCloseTo(identifySlider(noisy).muEt, 3);
  expect(found.steps).toBeLessThan(61);

  // One second at rest afterwards, with the same noise, carries no information about friction.
  const normal = seededNormal(seed + 1);
  const tail = Array.from({ length: 300 }, (_, k) => 0.01 * (k % 3 === 2 ? w : v) * normal());
  const longer = {
    ...noisy,
    velocities: [...noisy.velocities, ...tail],
    applied: [...noisy.applied, ...Array(600).fill(0)],
  };
  const again = identifySlider({ ...longer, noise: { velocity: 0.01 * v, spin: 0.01 * w }, minSlip: 0.15 });
  expect(again.steps).toBeLessThanOrEqual(61);
  expect(Math.abs(again.muEt - found.muEt)).toBeLessThan(3 * found.standardErrors.muEt);
});

test('a motion that does not determine all parameters throws', () => {
  const body = { m: 0.5, Iz: 2e-4, qz: 0.08, g: 9.8 };
  const slider = planarSlider({ ...body, mu: 0.3, er: 0.01 });
  const run = (start: Parameters<typeof ecpState>[0]) => {
    const state = ecpState(start);
    const velocities = [state.vx, state.vy, state.wz];
    for (let k = 0; k < 10; k++) {
      slider.step(state, new Float64Array(6), 0.01);
      velocities.push(state.vx, state.vy, state.wz);
    }
    return () => identifySlider({ ...body, h: 0.01, velocities });
  };
  for (const start of [{ vx: 1, vy: 1 }, { wz: 30 }]) {
    expect(run(start)).toThrow('identifySlider: velocities must include sliding along x, sliding along y and rotation');
  }
});
