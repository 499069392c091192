import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import { limitSurface, lookUpWrench, sampleSurface, scaleSurface, supportPoint } from '../../src/index.js';
import { rectangle } from '../../src/pressure/polygon.js';
import { evaluatePressure } from '../../src/pressure/pressure.js';
import { disc, hertz, powerLaw } from '../../src/pressure/round.js';
import { ellipsoidFit, ellipsoidWrench } from '../../src/surfaces/ellipsoid.js';
import { gaugeOf } from '../../src/surfaces/gauge.js';
import type { LimitSurfaceOptions } from '../../src/surfaces/limit-surface.js';
import { maxDifference, randomTwist } from '../support.js';
import { exactShape, maskedGrid, sampled } from './support.js';

const names = Object.keys(sampled);
const out = new Float64Array(3);

describe('samples of the reference implementation', () => {
  test.each(names)('%s: support points agree to 1e-8, the default table to 1e-4', (name) => {
    const surface = limitSurface(exactShape(name));
    let exact = 0;
    let table = 0;
    for (const row of sampled[name].rows) {
      supportPoint(surface, row, out);
      exact = Math.max(exact, maxDifference([-out[0], -out[1], -out[2] / surface.r], row.slice(3)));
      lookUpWrench(surface, row, out);
      table = Math.max(table, maxDifference([-out[0], -out[1], -out[2] / surface.r], row.slice(3)));
    }
    expect(exact).toBeLessThan(1e-8);
    expect(table).toBeLessThan(1e-4);
  });

  test.each(names)('%s: the default table is within 1e-4 on average, seed 1', (name) => {
    expect(meanError(name, {})).toBeLessThan(1e-4);
  });

  // Bilinear tables as in the paper: the error per resolution, and that the diamond map is as good as the spherical one.
  test.each(names)(
    '%s: other tables converge, and the diamond map is about as accurate as the spherical one, seed 1',
    (name) => {
      const of = (map: 'diamond' | 'spherical', resolution: number) =>
        meanError(name, { map, resolution, interpolation: 'linear' });
      const [coarse, fine, sphere] = [of('diamond', 20), of('diamond', 60), of('spherical', 60)];
      expect(coarse).toBeLessThan(8e-3);
      expect(fine).toBeLessThan(0.25 * coarse);
      expect(fine).toBeLessThan(2 * sphere);
    },
  );

  // Tables of grids with few cells are fast to build.
  const gridded = full ? names : names.filter((name) => !/circle|square/.test(name));
  test.each(gridded)('%s: a grid of cells approximates the shape', (name) => {
    const grid = limitSurface(maskedGrid(name[0].toUpperCase() + name.slice(1), 101), { resolution: 32 });
    const exact = exactShape(name);
    const other = new Float64Array(3);
    const surface = limitSurface(exact);
    let worst = 0;
    for (const row of sampled[name].rows) {
      lookUpWrench(grid, row, out);
      supportPoint(surface, row, other);
      worst = Math.max(worst, Math.abs(out[0] - other[0]), Math.abs(out[1] - other[1]));
    }
    // The circle's mask is smaller than the disc, and a cell of a line carries 1 % of the load.
    expect(worst).toBeLessThan(0.03);
  });
});

function meanError(name: string, options: LimitSurfaceOptions): number {
  const surface = limitSurface(exactShape(name), options);
  const exact = new Float64Array(3);
  const random = seededRandom(1);
  let squares = 0;
  for (let k = 0; k < 2000; k++) {
    const twist = randomTwist(random);
    twist[2] /= surface.r;
    lookUpWrench(surface, twist, out);
    supportPoint(surface, twist, exact);
    squares += (out[0] - exact[0]) ** 2 + (out[1] - exact[1]) ** 2 + ((out[2] - exact[2]) / surface.r) ** 2;
  }
  return Math.sqrt(squares / 2000);
}

describe('grids', () => {
  test('the friction of a line of cells does not jump where the centre of rotation passes a cell, (21)', () => {
    const grid = maskedGrid('Line', 21);
    const surface = limitSurface(grid, { resolution: 256 });
    const steps = { table: 0, cells: 0 };
    const before = { table: 0, cells: 0 };
    const values = new Float64Array(10);
    for (let k = 0; k <= 4000; k++) {
      const y = -0.008 + (0.016 * k) / 4000;
      // About (0, y).
      const twist = Float64Array.of(y, 0, 1);
      const table = lookUpWrench(surface, twist, out)[0];
      evaluatePressure(grid, twist, values);
      if (k > 0) {
        steps.table = Math.max(steps.table, Math.abs(table - before.table));
        steps.cells = Math.max(steps.cells, Math.abs(values[1] - before.cells));
      }
      before.table = table;
      before.cells = values[1];
    }
    expect(steps.cells).toBeGreaterThan(0.04);
    expect(steps.table).toBeLessThan(0.002);
  });
});

describe('size and cache', () => {
  test('shapes that differ only in size share a table', () => {
    const small = limitSurface(exactShape('nonConvex2', 0.02));
    const large = limitSurface(exactShape('nonConvex2', 0.7));
    expect(large.table).toBe(small.table);
    expect(large.r / small.r).toBeCloseTo(35, 10);
    const round = limitSurface(disc({ radius: 1 }));
    expect(limitSurface(disc({ radius: 3 })).table).toBe(round.table);
    expect(limitSurface(disc({ radius: 1, gradient: [0.1, 0] })).table).not.toBe(round.table);
    expect(limitSurface(maskedGrid('Square', 5)).table).toBe(limitSurface(maskedGrid('Square', 5, 1)).table);
    expect(limitSurface(maskedGrid('Square', 5)).table).not.toBe(limitSurface(maskedGrid('Circle', 5)).table);
  });

  test('a scaled surface equals the surface of the larger shape', () => {
    const scaled = scaleSurface(limitSurface(exactShape('square', 0.02)), 3);
    const made = limitSurface(exactShape('square', 0.06));
    expect(scaled.r).toBeCloseTo(made.r, 15);
    expect(scaled.u).toBeCloseTo(made.u, 15);
    const other = new Float64Array(3);
    for (const twist of [
      [0.01, 0.02, 1],
      [0, 0, -2],
      [1, 0, 0],
    ]) {
      expect(maxDifference(supportPoint(scaled, twist, out), supportPoint(made, twist, other))).toBeLessThan(1e-13);
      expect(maxDifference(lookUpWrench(scaled, twist, out), lookUpWrench(made, twist, other))).toBeLessThan(1e-13);
    }
    expect(gaugeOf(scaled, [0.3, 0.1, 0.01])).toBeCloseTo(gaugeOf(made, [0.3, 0.1, 0.01]), 10);
    expect(() => scaleSurface(made, 0)).toThrow(/scaleSurface: factor must be a finite number > 0 \(got 0\)/);
  });

  test('a shape of revolution has one column of nodes', () => {
    for (const pressure of [disc({ radius: 1 }), hertz({ radius: 1 }), powerLaw({ a: 1, k: 3 })]) {
      const surface = limitSurface(pressure);
      expect(surface.table.columns).toBe(1);
      const exact = new Float64Array(3);
      const random = seededRandom(3);
      for (let k = 0; k < 200; k++) {
        const twist = randomTwist(random);
        expect(maxDifference(lookUpWrench(surface, twist, out), supportPoint(surface, twist, exact))).toBeLessThan(
          4e-4,
        );
      }
    }
  });
});

describe('support points', () => {
  test.each(names)('%s: no other point of the surface dissipates more, seed 2', (name) => {
    const surface = limitSurface(exactShape(name), { resolution: 16 });
    const rows = sampleSurface(surface, 6);
    const random = seededRandom(2);
    for (let k = 0; k < 20; k++) {
      const twist = randomTwist(random);
      twist[2] /= surface.r;
      const best = supportPoint(surface, twist, out).reduce((sum, f, j) => sum + f * twist[j], 0);
      for (let at = 0; at < rows.length; at += 6) {
        const other = rows[at + 3] * twist[0] + rows[at + 4] * twist[1] + rows[at + 5] * twist[2];
        if (!(other < best + 1e-12)) expect.fail(`${other} of row ${at / 6} against ${best} for ${twist}`);
      }
    }
  });

  test('the wrench at rest is 0', () => {
    const surface = limitSurface(exactShape('square'));
    expect([...lookUpWrench(surface, [0, 0, 0], out)]).toEqual([0, 0, 0]);
    expect([...supportPoint(surface, [0, 0, 0], out)]).toEqual([0, 0, 0]);
  });
});

describe('gauge', () => {
  test.each(names)('%s: the gauge is 1 on the surface, homogeneous, and dual to the potential, seed 4', (name) => {
    const surface = limitSurface(exactShape(name), { resolution: 16 });
    const random = seededRandom(4);
    const psi = new Float64Array(10);
    for (let k = 0; k < 40; k++) {
      const twist = randomTwist(random);
      twist[2] /= surface.r;
      const wrench = [...supportPoint(surface, twist, new Float64Array(3))];
      expect(gaugeOf(surface, wrench)).toBeCloseTo(1, 9);
      const scaled = wrench.map((f) => 0.3 * f);
      expect(gaugeOf(surface, scaled)).toBeCloseTo(0.3, 9);
      // F·v ≤ γ(F) psi(v) for any pair.
      const other = randomTwist(random);
      other[2] /= surface.r;
      if (surface.pressure) evaluatePressure(surface.pressure, Float64Array.from(other), psi);
      const work = wrench.reduce((sum, f, j) => sum + f * other[j], 0);
      expect(work).toBeLessThan(psi[0] + 1e-9);
    }
    expect(gaugeOf(surface, [0, 0, 0])).toBe(0);
  });
});

describe('ellipsoid', () => {
  test('the report shows larger errors for lines than for discs', () => {
    const report = (name: string) => ellipsoidFit(exactShape(name)).report;
    const circle = report('circle');
    expect(circle.wrenchRms).toBeGreaterThan(0.03);
    expect(circle.wrenchMax).toBeGreaterThan(circle.wrenchRms);
    expect(circle.wrenchMax).toBeLessThan(0.16);
    // The shape error understates the wrench error: the largest radial difference is far smaller.
    expect(circle.shapeMax).toBeLessThan(0.6 * circle.wrenchMax);
    expect(circle.spinForce).toBeLessThan(1e-15);
    expect(report('line').wrenchMax).toBeGreaterThan(0.2);
    // A line with a gradient that spins about its pressure centre feels a side force of 1/9 of the load.
    expect(report('lineGrad').spinForce).toBeCloseTo(1 / 9, 12);
    const fit = ellipsoidFit(exactShape('square'));
    expect(fit.radii[2]).toBe(exactShape('square').r);
  });

  test('the wrench lies on the ellipsoid and f·v = |v_S|', () => {
    const fit = ellipsoidFit(rectangle({ width: 1, height: 2 }));
    const r = fit.radii[2];
    ellipsoidWrench(fit, [0.3, -0.4, 2], out);
    const size = Math.hypot(0.3, 0.4, 2 * r);
    expect(out[0] * 0.3 - out[1] * 0.4 + out[2] * 2).toBeCloseTo(size, 12);
    expect(Math.hypot(out[0], out[1], out[2] / r)).toBeCloseTo(1, 12);
    expect([...ellipsoidWrench(fit, [0, 0, 0], out)]).toEqual([0, 0, 0]);
  });
});

describe('options', () => {
  const pressure = disc({ radius: 1 });
  const cases: [string, () => unknown, RegExp][] = [
    [
      'resolution',
      () => limitSurface(pressure, { resolution: 1 }),
      /limitSurface: resolution must be an integer from 2/,
    ],
    ['odd', () => limitSurface(pressure, { resolution: 21 }), /resolution must be even for quadratic interpolation/],
    ['map', () => limitSurface(pressure, { map: 'x' as never }), /limitSurface: map must be one of diamond, spherical/],
    [
      'interpolation',
      () => limitSurface(pressure, { interpolation: 'x' as never }),
      /interpolation must be one of linear/,
    ],
    ['pressure', () => limitSurface({} as never), /limitSurface: pressure must be a pressure/],
    ['fit', () => ellipsoidFit(undefined as never), /ellipsoidFit: pressure must be a pressure/],
    ['samples', () => sampleSurface(limitSurface(pressure), 0), /sampleSurface: n must be an integer from 1/],
  ];
  test.each(cases)('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
