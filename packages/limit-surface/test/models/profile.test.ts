import { describe, expect, test } from 'vitest';
import { distributedModel } from '../../src/distributed.js';
import { limitSurface } from '../../src/limit-surface.js';
import { reducedModel } from '../../src/reduced.js';
import { exactShape, fixture, maskedGrid, P0, P1, twistsOf } from './support.js';

/** The imposed twist of [Waltersson] Fig. 5 on the six shapes, 0.02 m, 1 N, Euler's method with 1e-5 s. */

interface Series {
  fx: number[];
  fy: number[];
  tau: number[];
}
interface Errors {
  forceRmseNorm: number;
  torqueRmseNorm: number;
}
interface Checkpoints extends Series {
  reduced: Series;
  reducedMinusDistributed: Errors;
  distributedN21MinusN101: Errors;
}
const { profile, cases } = fixture<{
  profile: { knots_t: number[]; vx: number[]; vy: number[]; omega: number[] };
  cases: Record<string, Checkpoints>;
}>('velocity_profile_euler');
/** Friction of 101 × 101 cells, 200 Hz. */
const series = fixture<{ cases: Record<string, Series> }>('velocity_profile_series').cases;

const DT = 1e-5;
const STEPS = 500_000;
const twists = twistsOf(profile, STEPS + 1, DT);
const out = new Float64Array(3 * (STEPS + 1));
const shapes = ['Circle', 'Square', 'Line', 'LineGrad', 'NonConvex1', 'NonConvex2'];

/** Largest difference to checkpoints 20 to the second, force in N and torque over r. */
function checkpointError(to: Series, seconds: number, r: number): number {
  let worst = 0;
  for (let k = 0; k <= Math.round(20 * seconds); k++) {
    const at = 3 * 5000 * k;
    worst = Math.max(
      worst,
      Math.abs(out[at] - to.fx[k]),
      Math.abs(out[at + 1] - to.fy[k]),
      Math.abs(out[at + 2] - to.tau[k]) / r,
    );
  }
  return worst;
}

/** Root mean square errors against `series`, in percent of the largest force and torque. */
function rmse(name: string): [force: number, torque: number] {
  const to = series[`${name}_p1`];
  let force = 0;
  let torque = 0;
  let most = 0;
  let mostTorque = 0;
  const count = to.fx.length;
  for (let k = 0; k < count; k++) {
    const at = 3 * 500 * k;
    force += (out[at] - to.fx[k]) ** 2 + (out[at + 1] - to.fy[k]) ** 2;
    torque += (out[at + 2] - to.tau[k]) ** 2;
    most = Math.max(most, Math.hypot(to.fx[k], to.fy[k]));
    mostTorque = Math.max(mostTorque, Math.abs(to.tau[k]));
  }
  return [(100 * Math.sqrt(force / count)) / most, (100 * Math.sqrt(torque / count)) / mostTorque];
}

describe('distributed, 101 × 101 cells, against the reference', () => {
  // Seconds of the profile: all of it where there are few cells, else its beginning (bench/src/limit-surface-profile.ts goes on).
  const seconds: Record<string, number> = {
    Circle: 0.05,
    Square: 0.05,
    Line: 5,
    LineGrad: 5,
    NonConvex1: 0.5,
    NonConvex2: 0.15,
  };
  test.each(shapes)(
    '%s: checkpoints to 1e-9',
    (name) => {
      const pressure = maskedGrid(name, 101);
      const model = distributedModel(pressure, P1);
      model.steps(twists, Math.round(seconds[name] / DT) + 1, 1, DT, out);
      expect(checkpointError(cases[`${name}_p1`], seconds[name], pressure.r)).toBeLessThan(1e-9);
    },
    60_000,
  );

  test.each(['Line', 'LineGrad'])(
    '%s without Stribeck effect: checkpoints to 1e-9',
    (name) => {
      const pressure = maskedGrid(name, 101);
      const model = distributedModel(pressure, P0);
      model.steps(twists, STEPS / 2 + 1, 1, DT, out);
      expect(checkpointError(cases[`${name}_p0`], 2.5, pressure.r)).toBeLessThan(1e-9);
    },
    60_000,
  );
});

describe('distributed, 21 × 21 cells', () => {
  test.each(['Line', 'LineGrad', 'NonConvex1'])(
    '%s: as far from 101 × 101 as the reference is',
    (name) => {
      distributedModel(maskedGrid(name, 21), P1).steps(twists, STEPS + 1, 1, DT, out);
      const { forceRmseNorm, torqueRmseNorm } = cases[`${name}_p1`].distributedN21MinusN101;
      const [force, torque] = rmse(name);
      expect(force / (100 * forceRmseNorm)).toBeCloseTo(1, 1);
      expect(torque / (100 * torqueRmseNorm)).toBeCloseTo(1, 1);
    },
    60_000,
  );
});

describe('reduced', () => {
  test.each(shapes)(
    '%s: the tables of the paper, 21 × 21 cells and 20 to a quarter turn, give the reference',
    (name) => {
      const options = { map: 'spherical', interpolation: 'linear', resolution: 20 } as const;
      const surface = limitSurface(maskedGrid(name, 21), options);
      reducedModel(surface, P1).steps(twists, STEPS + 1, 1, DT, out);
      // The nodes are stored in single precision.
      expect(checkpointError(cases[`${name}_p1`].reduced, 5, surface.r)).toBeLessThan(1e-7);
      const { forceRmseNorm, torqueRmseNorm } = cases[`${name}_p1`].reducedMinusDistributed;
      const [force, torque] = rmse(name);
      expect(force / (100 * forceRmseNorm)).toBeCloseTo(1, 1);
      expect(torque / (100 * torqueRmseNorm)).toBeCloseTo(1, 1);
    },
  );

  // Percent of the largest force and torque. Where lines are concerned most of it is the steps of the cells, not the reduction.
  const goals: [string, number, number][] = [
    ['Circle', 0.06, 0.32],
    ['Square', 0.05, 0.32],
    ['Line', 0.92, 1.29],
    ['LineGrad', 1.26, 1.56],
    ['NonConvex1', 0.45, 0.49],
    ['NonConvex2', 0.26, 0.46],
  ];
  test.each(goals)(
    '%s: within %f %% and %f %% of 101 × 101 cells, the ellipsoid is far off',
    (name, force, torque) => {
      const surface = limitSurface(maskedGrid(name, 101), { resolution: 50 });
      reducedModel(surface, P1).steps(twists, STEPS + 1, 1, DT, out);
      const reduced = rmse(name);
      // The goals are rounded to two digits.
      expect(reduced[0]).toBeLessThan(force + 0.005);
      expect(reduced[1]).toBeLessThan(torque + 0.005);
      reducedModel(surface, P1, { surface: 'ellipsoid' }).steps(twists, STEPS + 1, 1, DT, out);
      const ellipsoid = rmse(name);
      expect(ellipsoid[0]).toBeGreaterThan(4);
      expect(ellipsoid[1]).toBeGreaterThan(4);
    },
    30_000,
  );

  test.each(['square', 'line', 'nonConvex1'])('%s: the exact shape does as well as its cells', (name) => {
    reducedModel(limitSurface(exactShape(name)), P1).steps(twists, STEPS + 1, 1, DT, out);
    const [force, torque] = rmse(name[0].toUpperCase() + name.slice(1));
    expect(force).toBeLessThan(1.1);
    expect(torque).toBeLessThan(1.4);
  });
});
