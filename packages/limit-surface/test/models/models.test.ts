import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import { distributedModel } from '../../src/models/distributed.js';
import type { PlanarModel } from '../../src/models/planar-model.js';
import { reducedModel } from '../../src/models/reduced.js';
import { lineContact } from '../../src/pressure/line.js';
import {
  loadDependentPressure,
  loadDependentSurface,
  pressureAt,
  surfaceAt,
} from '../../src/pressure/load-dependent.js';
import { rectangle } from '../../src/pressure/polygon.js';
import { disc, powerLaw } from '../../src/pressure/round.js';
import { limitSurface } from '../../src/surfaces/limit-surface.js';
import { maxDifference } from '../support.js';
import { P1 } from './support.js';

const pressure = rectangle({ width: 0.02, height: 0.01, gradient: [20, 30] });
const models: Record<string, () => PlanarModel> = {
  distributed: () => distributedModel(pressure, P1),
  'distributed, implicit': () => distributedModel(pressure, P1, { method: 'implicit' }),
  'distributed, LuGre': () => distributedModel(pressure, P1, { law: 'lugre' }),
  'distributed, gamma 1': () => distributedModel(pressure, { ...P1, gamma: 1 }),
  reduced: () => reducedModel(limitSurface(pressure), P1),
  'reduced, implicit': () => reducedModel(limitSurface(pressure), P1, { method: 'implicit' }),
  'reduced, LuGre': () => reducedModel(limitSurface(pressure), P1, { law: 'lugre' }),
  ellipsoid: () => reducedModel(limitSurface(pressure), P1, { surface: 'ellipsoid' }),
};
const DT = 5e-6;

describe.each(Object.keys(models))('%s', (name) => {
  const make = models[name];

  test('step, steps and a restored state give bit-identical friction', () => {
    const twists = Float64Array.from({ length: 3 * 400 }, (_, k) => [0.02, -0.01, 2][k % 3] * Math.sin(0.01 * k));
    const together = make().steps(twists, 400, 3, DT, new Float64Array(1200));
    const model = make();
    const out = new Float64Array(3);
    let state = model.state.slice();
    for (let k = 0; k < 400; k++) {
      if (k === 200) state = model.state.slice();
      model.step(twists[3 * k], twists[3 * k + 1], twists[3 * k + 2], 3, DT, out);
      for (let e = 0; e < 3; e++) if (out[e] !== together[3 * k + e]) expect.fail(`step ${k}: ${out} from step()`);
    }
    model.state.set(state);
    for (let k = 200; k < 400; k++) model.step(twists[3 * k], twists[3 * k + 1], twists[3 * k + 2], 3, DT, out);
    expect([...out]).toEqual([...together.subarray(1197)]);
    model.reset();
    model.step(twists[0], twists[1], twists[2], 3, DT, out);
    expect([...out]).toEqual([...together.subarray(0, 3)]);
    expect(together.every(Number.isFinite)).toBe(true);
  });

  test('rate agrees with an explicit step and does not change the model', () => {
    const model = make();
    const out = new Float64Array(3);
    for (let k = 0; k < 200; k++) model.step(0.01, 0.02, -1, 2, DT, out);
    const before = model.state.slice();
    const rate = new Float64Array(before.length);
    const wrench = model.rate(before, Float64Array.of(0.01, 0.02, -1), 2, rate, new Float64Array(3));
    expect(model.state).toEqual(before);
    model.step(0.01, 0.02, -1, 2, DT, out);
    if (name.includes('implicit')) return;
    expect([...wrench]).toEqual([...out]);
    expect(
      maxDifference(
        model.state,
        before.map((z, k) => z + DT * rate[k]),
      ),
    ).toBe(0);
  });

  test('friction scales with the load, opposes the motion, and remains when the motion stops', () => {
    const model = make();
    const out = new Float64Array(3);
    for (let k = 0; k < 1500; k++) model.step(0.02, -0.01, 1, 1, DT, out);
    const twice = model.rate(model.state, Float64Array.of(0.02, -0.01, 1), 2, model.state.slice(), new Float64Array(3));
    const once = model.rate(model.state, Float64Array.of(0.02, -0.01, 1), 1, model.state.slice(), new Float64Array(3));
    for (let k = 0; k < 3; k++) expect(twice[k]).toBeCloseTo(2 * once[k], 12);
    expect(0.02 * out[0] - 0.01 * out[1] + out[2]).toBeLessThan(0);
    // At rest the bristles stay deflected.
    const held = model.step(0, 0, 0, 1, DT, new Float64Array(3)).slice();
    for (let k = 0; k < 100; k++) model.step(0, 0, 0, 1, DT, out);
    expect(maxDifference(out, held)).toBeLessThan(1e-12);
    expect(Math.hypot(out[0], out[1])).toBeGreaterThan(0.5);
  });
});

describe('distributed', () => {
  test('only cells under pressure are stored', () => {
    expect(distributedModel(rectangle({ width: 1, height: 1 }), P1).cells).toBe(441);
    expect(distributedModel(disc({ radius: 1 }), P1).cells).toBeLessThan(360);
    expect(distributedModel(lineContact({ length: 1 }), P1, { cells: 33 }).cells).toBe(33);
  });

  test('gamma = 2 agrees with the general exponent near 2', () => {
    const of = (gamma: number) => {
      const model = distributedModel(pressure, { ...P1, gamma });
      const out = new Float64Array(3);
      for (let k = 0; k < 1000; k++) model.step(4e-4, 3e-4, 0.05, 1, DT, out);
      return out;
    };
    expect(maxDifference(of(2), of(2 + 1e-9))).toBeLessThan(1e-7);
    expect(maxDifference(of(2), of(1))).toBeGreaterThan(1e-3);
  });

  test('fast pure sliding gives kinetic plus viscous friction', () => {
    for (const model of [distributedModel(pressure, P1), reducedModel(limitSurface(pressure), P1)]) {
      const out = new Float64Array(3);
      for (let k = 0; k < 15_000; k++) model.step(0.03, 0.04, 0, 5, DT, out);
      expect(out[0]).toBeCloseTo(-5 * (0.6 + 0.2 * 0.03), 3);
      expect(out[1]).toBeCloseTo(-5 * (0.8 + 0.2 * 0.04), 3);
      expect(Math.abs(out[2])).toBeLessThan(1e-8);
    }
  });
});

describe('load-dependent contacts, (43) and (44)', () => {
  const soft = loadDependentPressure({ radius: 0.006, k: 2 });
  const changing = loadDependentPressure({ radius: 0.006, k: (fN) => 2 * fN });

  test('radius and exponent follow the load', () => {
    expect(soft.radiusAt(8)).toBeCloseTo(0.012, 15);
    expect(soft.radiusAt(0.125)).toBeCloseTo(0.003, 15);
    expect(changing.exponentAt(3)).toBe(6);
    expect(changing.exponentAt(0)).toBe(0.25);
    expect(pressureAt(soft, 8).r).toBeCloseTo((3 * Math.PI * 0.012) / 16, 14);
    // The factor of (44): 1.5 for Hertz, and that of the paper for k = 4.
    expect(powerLaw({ a: 1, k: 2 }).density(0, 0) * Math.PI).toBeCloseTo(1.5, 12);
    expect(powerLaw({ a: 1, k: 4 }).density(0, 0) * Math.PI).toBeCloseTo(1.144, 3);
  });

  test('a constant exponent changes only r and u', () => {
    const surface = loadDependentSurface(soft);
    const { table } = surfaceAt(surface, 1);
    const exact = powerLaw({ a: 0.012, k: 2 });
    const now = surfaceAt(surface, 8);
    expect(now.table).toBe(table);
    expect(now.r).toBeCloseTo(exact.r, 14);
    expect(now.u).toBeCloseTo(exact.u, 14);
  });

  test.each([0.4, 1, 1.7, 3.3, 9])('the blended table for an exponent of 2 fN at %f N is accurate to 3e-4', (fN) => {
    const now = surfaceAt(loadDependentSurface(changing), fN);
    const exact = limitSurface(powerLaw({ a: changing.radiusAt(fN), k: 2 * fN }));
    expect(Math.abs(now.r / exact.r - 1)).toBeLessThan(3e-4);
    expect(Math.abs(now.u / exact.u - 1)).toBeLessThan(5e-4);
    expect(maxDifference(now.table.nodes, exact.table.nodes)).toBeLessThan(3e-4);
  });

  test.each(['k 2', 'k 2 fN'])('%s: reduced follows distributed while the load changes', (which) => {
    const law = which === 'k 2' ? soft : changing;
    const reduced = reducedModel(loadDependentSurface(law), P1);
    const distributed = distributedModel(law, P1, { maxLoad: 2, cells: full ? 41 : 31 });
    const [a, b] = [new Float64Array(3), new Float64Array(3)];
    let [force, torque] = [0, 0];
    for (let k = 0; k < (full ? 8000 : 3000); k++) {
      // The load changes 100 times per second, as in the paper.
      const fN = 1.3 + 0.6 * Math.sin(0.1 * Math.floor(k / 200));
      reduced.step(0.01, 0.005, 2, fN, 5e-5 / 10, a);
      distributed.step(0.01, 0.005, 2, fN, 5e-5 / 10, b);
      if (k % 200 < 150) continue;
      force = Math.max(force, Math.hypot(a[0] - b[0], a[1] - b[1]) / fN);
      torque = Math.max(torque, Math.abs(a[2] - b[2]) / (fN * 0.004));
    }
    expect(force).toBeLessThan(0.03);
    expect(torque).toBeLessThan(0.04);
  });
});

describe('options', () => {
  const surface = limitSurface(pressure, { resolution: 4 });
  const cases: [string, () => unknown, RegExp][] = [
    ['law', () => distributedModel(pressure, P1, { law: 'x' as never }), /distributedModel: law must be one of lugre/],
    [
      'method',
      () => reducedModel(surface, P1, { method: 'x' as never }),
      /reducedModel: method must be one of explicit/,
    ],
    ['surface', () => reducedModel(surface, P1, { surface: 'x' as never }), /surface must be one of table, ellipsoid/],
    ['not a surface', () => reducedModel({} as never, P1), /reducedModel: surface must come from limitSurface/],
    ['not a pressure', () => distributedModel({} as never, P1), /distributedModel: pressure must be a pressure/],
    ['unknown', () => reducedModel(surface, P1, { dt: 1 } as never), /reducedModel: unknown option 'dt'/],
    [
      'sigma0',
      () => reducedModel(surface, { ...P1, sigma0: 0 }),
      /reducedModel: sigma0 must be a finite number > 0 1\/m \(got 0\)/,
    ],
    ['muS', () => reducedModel(surface, { ...P1, muS: 0.5 }), /reducedModel: muS must be >= muC = 1 \(got 0.5\)/],
    ['sBa', () => reducedModel(surface, { ...P1, sBa: 1 }), /reducedModel: sBa must lie between 0 and 1 \(got 1\)/],
    ['cells', () => distributedModel(pressure, P1, { cells: 0 }), /n must be an integer from 1 to 1001 \(got 0\)/],
    ['maxLoad', () => distributedModel(loadDependentPressure({ radius: 1 }), P1), /maxLoad must be/],
    ['growth', () => loadDependentPressure({ radius: 1, growth: 2 }), /growth must be at most 1 \(got 2\)/],
    ['k', () => loadDependentPressure({ radius: 1, k: 0 }), /k must be from 0.25 to 1000 \(got 0\)/],
    ['no law', () => loadDependentSurface(pressure as never), /must come from loadDependentPressure/],
  ];
  test.each(cases)('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
