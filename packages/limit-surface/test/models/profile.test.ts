import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import { distributedModel } from '../../src/models/distributed.js';
import { reducedModel } from '../../src/models/reduced.js';
import { limitSurface } from '../../src/surfaces/limit-surface.js';
import { checkpointError, checkpoints, DT, out, rmse, STEPS, shapes, twists } from './profile.js';
import { exactShape, maskedGrid, P0, P1 } from './support.js';

/** `npm run test:full`. */

describe('distributed, 101 × 101 cells, compared with the reference', () => {
  // Seconds of the profile: all of it for shapes with few cells, otherwise its beginning (bench/src/limit-surface-profile.ts runs all).
  const cases: [string, 'p0' | 'p1', number][] = full
    ? [
        ['Circle', 'p1', 0.05],
        ['Square', 'p0', 0.05],
        ['Line', 'p1', 5],
        ['LineGrad', 'p1', 1.5],
        ['LineGrad', 'p0', 0.5],
        ['NonConvex1', 'p1', 0.25],
        ['NonConvex2', 'p1', 0.1],
      ]
    : [
        ['Line', 'p1', 0.5],
        ['LineGrad', 'p0', 0.5],
        ['NonConvex1', 'p1', 0.05],
      ];
  const timeout = 60_000;
  test.each(cases)(
    '%s, parameters %s, %f s: agrees with the checkpoints to 1e-9',
    { timeout },
    (name, set, seconds) => {
      const pressure = maskedGrid(name, 101);
      const model = distributedModel(pressure, set === 'p1' ? P1 : P0);
      model.steps(twists, Math.round(seconds / DT) + 1, 1, DT, out);
      expect(checkpointError(checkpoints[`${name}_${set}`], seconds, pressure.r)).toBeLessThan(1e-9);
    },
  );
});

describe('distributed, 21 × 21 cells', () => {
  test.each(full ? ['LineGrad', 'NonConvex1'] : ['LineGrad'])(
    '%s: differs from 101 × 101 cells as much as the reference does',
    (name) => {
      distributedModel(maskedGrid(name, 21), P1).steps(twists, STEPS + 1, 1, DT, out);
      const { forceRmseNorm, torqueRmseNorm } = checkpoints[`${name}_p1`].distributedN21MinusN101;
      const [force, torque] = rmse(name);
      expect(force / (100 * forceRmseNorm)).toBeCloseTo(1, 2);
      expect(torque / (100 * torqueRmseNorm)).toBeCloseTo(1, 2);
    },
    60_000,
  );
});

describe('reduced', () => {
  test.each(full ? shapes : ['Circle', 'LineGrad', 'NonConvex2'])(
    '%s: agrees with the reference for the table of the paper (21 × 21 cells, 20 nodes per quarter turn)',
    (name) => {
      const options = { map: 'spherical', interpolation: 'linear', resolution: 20 } as const;
      const surface = limitSurface(maskedGrid(name, 21), options);
      reducedModel(surface, P1).steps(twists, STEPS + 1, 1, DT, out);
      // The nodes are stored in single precision.
      expect(checkpointError(checkpoints[`${name}_p1`].reduced, 5, surface.r)).toBeLessThan(1e-7);
      const { forceRmseNorm, torqueRmseNorm } = checkpoints[`${name}_p1`].reducedMinusDistributed;
      const [force, torque] = rmse(name);
      expect(force / (100 * forceRmseNorm)).toBeCloseTo(1, 2);
      expect(torque / (100 * torqueRmseNorm)).toBeCloseTo(1, 2);
    },
  );

  // Percent of the largest force and torque. For lines most of the error is due to the jumps of the cells, not the reduction.
  const goals: [string, number, number][] = [
    ['Circle', 0.06, 0.32],
    ['Square', 0.05, 0.32],
    ['Line', 0.92, 1.29],
    ['LineGrad', 1.26, 1.56],
    ['NonConvex1', 0.45, 0.49],
    ['NonConvex2', 0.26, 0.46],
  ];
  // Tables of grids with few cells are fast to build.
  test.each(full ? goals : goals.filter(([name]) => name.startsWith('Line')))(
    '%s: within %f and %f percent of 101 × 101 cells, unlike the ellipsoid',
    (name, force, torque) => {
      const surface = limitSurface(maskedGrid(name, 101), { resolution: 50 });
      reducedModel(surface, P1).steps(twists, STEPS + 1, 1, DT, out);
      const reduced = rmse(name);
      // The goals are rounded to two digits.
      expect(reduced[0]).toBeLessThan(force + 0.005);
      expect(reduced[1]).toBeLessThan(torque + 0.005);
      reducedModel(surface, P1, { surface: 'ellipsoid' }).steps(twists, STEPS + 1, 1, DT, out);
      const ellipsoid = rmse(name);
      expect(ellipsoid[0]).toBeGreaterThan(4.5);
      expect(ellipsoid[1]).toBeGreaterThan(4);
    },
    30_000,
  );

  test.each(full ? ['square', 'line', 'nonConvex1'] : ['line'])(
    '%s: the exact shape is as accurate as its cells',
    (name) => {
      reducedModel(limitSurface(exactShape(name)), P1).steps(twists, STEPS + 1, 1, DT, out);
      const [force, torque] = rmse(name[0].toUpperCase() + name.slice(1));
      expect(force).toBeLessThan(1);
      expect(torque).toBeLessThan(1.35);
    },
  );
});
