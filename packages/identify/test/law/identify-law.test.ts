import { coulomb, elastoPlastic, type FrictionLaw, lugre, stribeck } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { identifyLaw, type LawData, type LawFamily } from '../../src/index.js';
import { normals } from '../slider/slide.js';
import { addForceNoise, recordLaw, strokes } from './record.js';

const full = process.env.STICTION_FULL === '1';
const seed = 20280103;
const load = (t: number) => 20 + 5 * Math.sin(3 * t);
const bristles = { muC: 0.25, muS: 0.4, vS: 0.01, sigma0: 2e4, sigma1: 20, sigma2: 0.3 };
const curve = { muC: 0.25, muS: 0.4, vS: 0.01, viscous: 0.3 };
const motion = { v: strokes(0.1, 0.4 / 2e4), N: load, rate: 400, duration: 3 };

describe('the parameters of laws of friction-core, recorded without noise', () => {
  test.each<[LawFamily, FrictionLaw, Record<string, number>, number]>([
    ['coulomb', coulomb({ mu: 0.3 }), { mu: 0.3 }, 1e-12],
    ['stribeck', stribeck(curve), curve, 1e-9],
    ['lugre', lugre(bristles), bristles, 0.01],
    ['elastoPlastic', elastoPlastic(bristles), bristles, 0.01],
  ])('%s', (family, law, expected, tolerance) => {
    const found = identifyLaw(family, recordLaw(law, motion, 1e-5));
    for (const [name, value] of Object.entries(expected)) {
      expect(Math.abs(found.parameters[name].value / value - 1), name).toBeLessThan(tolerance);
    }
    expect(found.law?.name).toBe(law.name);
    expect(Object.keys(found.parameters).sort()).toEqual(Object.keys(expected).sort());
  });
});

test('other exponents, elastic fractions and constant loads', () => {
  const options = { ...bristles, gamma: 1, sBa: 0.7 };
  const data = recordLaw(elastoPlastic(options), { ...motion, N: () => 30 });
  const found = identifyLaw('elastoPlastic', { ...data, N: 30 }, { gamma: 1, sBa: 0.7 });
  for (const name of ['muC', 'muS', 'vS', 'sigma0'] as const) {
    expect(Math.abs(found.parameters[name].value / options[name] - 1), name).toBeLessThan(0.015);
  }
});

const TRIALS = full ? 200 : 4;
// Of 200 right intervals 10 miss on average, and 4 to 18 with a probability of 99 %. Of 4 one may miss.
test(`95 % intervals contain the truth in 90 to 99 % of ${TRIALS} noisy records (seed ${seed})`, {
  timeout: 3_600_000,
}, () => {
  const hits: Record<string, number> = {};
  for (let n = 0; n < TRIALS; n++) {
    const random = seededRandom(seed + 7919 * n);
    const between = (low: number, high: number) => low * (high / low) ** random();
    const muC = between(0.1, 0.5);
    const muS = muC * between(1.2, 2);
    const sigma0 = between(3e3, 3e4);
    const options = { muC, muS, vS: between(0.005, 0.02), sigma0, sigma1: between(5, 40), sigma2: between(0.1, 1) };
    const family = n % 2 === 0 ? 'lugre' : 'elastoPlastic';
    const law = family === 'lugre' ? lugre(options) : elastoPlastic(options);
    const clean = recordLaw(law, { ...motion, v: strokes(between(0.05, 0.3), muS / sigma0), rate: 500 }, 4e-6);
    const found = identifyLaw(family, addForceNoise(clean, 0.01 * muS * 20, normals(random)));
    for (const [name, value] of Object.entries(options)) {
      const { interval, status } = found.parameters[name];
      expect(status, `${name} of trial ${n}`).toBe('fitted');
      hits[name] = (hits[name] ?? 0) + (interval[0] <= value && value <= interval[1] ? 1 : 0);
    }
  }
  for (const [name, count] of Object.entries(hits)) {
    expect(count / TRIALS, `${name}: ${count} of ${TRIALS}`).toBeGreaterThanOrEqual(full ? 0.9 : 0.6);
    if (full) expect(count / TRIALS, `${name}: ${count} of ${TRIALS}`).toBeLessThanOrEqual(0.995);
  }
});

describe('what the data do not tell is said', () => {
  test('no Stribeck effect', () => {
    const data = addForceNoise(recordLaw(coulomb({ mu: 0.3 }), motion), 0.05, normals(seededRandom(seed)));
    const found = identifyLaw('stribeck', data);
    expect(Math.abs(found.parameters.muC.value - 0.3)).toBeLessThan(0.003);
    expect(found.messages).toContain('muS is not larger than muC for certain: there is no Stribeck effect in the data');
    expect(found.law?.name).toBe('stribeck');
  });

  test('another law: the residuals are no noise', () => {
    const data = addForceNoise(recordLaw(lugre(bristles), motion), 0.02, normals(seededRandom(seed)));
    const found = identifyLaw('coulomb', data);
    expect(found.misfit).toBeGreaterThan(5);
    expect(found.messages.join()).toContain('the data do not follow the law');
    expect(found.residuals.filter((r) => r * 0 === 0).length).toBeGreaterThan(0.9 * data.t.length);
  });
});

test('samples at rest do not count for rigid laws', () => {
  const v = (t: number) => (t % 1 < 0.5 ? 0 : 0.1);
  const data = recordLaw(coulomb({ mu: 0.3 }), { ...motion, v });
  const found = identifyLaw('coulomb', data, { minSpeed: 0.01 });
  expect(found.parameters.mu.value).toBeCloseTo(0.3, 12);
  expect(Array.from(found.residuals, Number.isNaN)).toEqual(Array.from(data.v, (speed) => speed === 0));
});

describe('bad data are refused', () => {
  const t = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const one = t.map(() => 1);
  const good: LawData = { t, v: one, f: one, N: 10 };
  test.each<[object, object, string]>([
    [{ N: 0 }, {}, 'N must be a finite number > 0 N (got 0)'],
    [{ N: [1, 1, 1, -1, 1, 1, 1, 1, 1] }, {}, 'N[3] must be a finite number > 0 N (got -1)'],
    [{ f: one.map((f) => -f) }, {}, 'is its sign reversed?'],
    [{ v: one.map(() => 0) }, {}, 'v must not be 0 everywhere'],
    [{ v: [1] }, {}, 'v must have 9 numbers, as many as t (got 1)'],
    [{ x: [1] }, {}, "unknown option 'x'"],
    [{}, { gamma: 0 }, 'gamma must be a finite number > 0 (got 0)'],
    [{}, { sBa: 1 }, 'sBa must lie between 0 and 1 (got 1)'],
    [{}, { noise: -1 }, 'noise must be a finite number > 0 N (got -1)'],
    [{}, { minSpeed: 2 }, 'v must have 4 or more samples faster than minSpeed = 2 m/s (got 0)'],
    [{}, { mu: 1 }, "unknown option 'mu'"],
  ])('%j %j', (change, options, message) => {
    expect(() => identifyLaw('coulomb', { ...good, ...change } as LawData, options)).toThrow(message);
  });

  test('an unknown law', () => {
    expect(() => identifyLaw('dahl' as never, good)).toThrow(
      'identifyLaw: family must be one of coulomb, stribeck, lugre, elastoPlastic (got dahl)',
    );
  });
});
