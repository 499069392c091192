import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Formulation, misalignment, simulateWheel, type WheelParameters, type WheelSample } from './wheel.js';

const fixture = JSON.parse(readFileSync(new URL('../fixtures/peiret-wheel.json', import.meta.url), 'utf8')) as {
  params: Omit<WheelParameters, 'mu'>;
  mu: number;
  regularised: number[][];
  box: number[][];
  polygon4: number[][];
  coulomb: number[][];
};
const parameters: WheelParameters = { ...fixture.params, mu: fixture.mu };
const DEGREE = Math.PI / 180;

const runs = new Map<Formulation, ReturnType<typeof simulateWheel>>();
function run(formulation: Formulation) {
  const known = runs.get(formulation) ?? simulateWheel(parameters, formulation, 1e-3, 3001);
  runs.set(formulation, known);
  return known;
}

/** RMS error of |λT|/(μ λN) against the samples of the Coulomb reference. */
function forceDeviation(samples: readonly WheelSample[]): number {
  let sum = 0;
  for (const row of fixture.coulomb) {
    const sample = samples[Math.round(row[0] * 1000)];
    const normalised = Math.hypot(...sample.lambdaT) / (parameters.mu * sample.lambdaN);
    const truth = Math.hypot(row[7], row[8]) / (parameters.mu * row[6]);
    sum += (normalised - truth) ** 2;
  }
  return Math.sqrt(sum / fixture.coulomb.length);
}

describe('the wheel of [Peiret], 1 kHz, 3 s', () => {
  test.each([
    ['bristle', fixture.regularised],
    ['box', fixture.box],
    ['polygon4', fixture.polygon4],
  ] as const)('%s follows the reference trajectory of the same formulation', (formulation, rows) => {
    const { samples, worst } = run(formulation);
    expect(worst).toBeLessThan(1e-9);
    for (const [t, x, y, z, psi, theta, lambdaN] of rows) {
      const sample = samples[Math.round(t * 1000)];
      if (!sample || t > 1.9) continue; // at the onset of stick, rounding decides the branch
      for (const [ours, theirs] of [
        [sample.x, x],
        [sample.y, y],
        [sample.z, z],
        [sample.psi, psi],
        [sample.theta, theta],
        [sample.lambdaN, lambdaN],
      ]) {
        expect(Math.abs(ours - theirs)).toBeLessThan(1e-6 * (1 + Math.abs(theirs)));
      }
    }
  });

  test('bristleMlcp: friction force within 1.7 %, aligned within 0.75 degrees', () => {
    const { samples } = run('bristle');
    expect(forceDeviation(samples)).toBeLessThan(0.017);
    expect(misalignment(samples)).toBeLessThan(0.75 * DEGREE);
  });

  test('boxMlcp and pyramidMlcp are far less accurate, as in the paper', () => {
    expect(misalignment(run('box').samples)).toBeGreaterThan(10 * DEGREE);
    expect(misalignment(run('polygon4').samples)).toBeGreaterThan(10 * DEGREE);
    expect(forceDeviation(run('box').samples)).toBeGreaterThan(0.04);
    expect(forceDeviation(run('polygon4').samples)).toBeGreaterThan(0.02);
  });
});
