import { createPatchRecords } from '@stiction/friction-core/adapter';
import { seededRandom } from '@stiction/friction-core/testing';
import { ellipsoidSet } from '@stiction/lcp-solver';
import { expect, test } from 'vitest';
import { offsetSet } from '../../src/sets/offset-set.js';
import { recordSet } from '../../src/sets/record-set.js';

const SEED = 41;

test(`recordSet gives the same result as the inner set, sticking or sliding, seed ${SEED}`, () => {
  const random = seededRandom(SEED);
  const between = (low: number, high: number) => low + (high - low) * random();
  // [smallest radius, friction centre, radii of the ellipsoid].
  const records = { ...createPatchRecords(6), values: new Float64Array(6) };
  const inner = offsetSet(ellipsoidSet);
  const set = recordSet(inner, records, 1, 5);
  const shape = new Float64Array(2);
  const [out, known] = [new Float64Array(3), new Float64Array(3)];
  let stuck = 0;
  const rounds = 2000;
  for (let k = 0; k < rounds; k++) {
    const radii = [between(0.2, 1), between(0.2, 1), between(0.01, 0.5)];
    records.values.set([Math.min(radii[0], radii[1]), between(-0.1, 0.1), between(-0.1, 0.1), ...radii]);
    shape[1] = radii[2];
    const G = Array.from({ length: 9 }, () => between(-1, 1));
    const a = (i: number, j: number) =>
      G[3 * i] * G[3 * j] + G[3 * i + 1] * G[3 * j + 1] + G[3 * i + 2] * G[3 * j + 2] + (i === j ? 0.05 : 0);
    const A = Float64Array.of(a(0, 0), a(0, 1), a(0, 2), a(1, 1), a(1, 2), a(2, 2));
    const c = Float64Array.from({ length: 3 }, () => between(-0.3, 0.3));
    const load = Float64Array.of(between(0.1, 2));
    const sliding = set.minimize(A, 0, c, load, 0, shape, 0, out);
    expect(sliding).toBe(inner.minimize(A, 0, c, load, 0, records.values, 1, known));
    for (let e = 0; e < 3; e++) expect(out[e]).toBeCloseTo(known[e], 9);
    if (!sliding) stuck++;
  }
  expect(stuck).toBeGreaterThan(0.1 * rounds);
  expect(stuck).toBeLessThan(0.9 * rounds);
});

test('locked axes and loads of 0 are passed to the inner set', () => {
  const records = { ...createPatchRecords(6), values: new Float64Array(6) };
  const set = recordSet(offsetSet(ellipsoidSet), records, 1, 5);
  records.values.set([0.5, 0, 0, 0.5, 0.5, 0.1]);
  const shape = Float64Array.of(0, 0.1);
  const out = new Float64Array(3);
  const c = Float64Array.of(0.1, 0, 0);
  set.minimize(Float64Array.of(1, 0, 0, 0, 0, 0), 0, c, Float64Array.of(1), 0, shape, 0, out);
  expect(out.every(Number.isFinite)).toBe(true);
  expect(out[0]).toBeCloseTo(-0.1, 9);
  set.minimize(Float64Array.of(1, 0, 0, 1, 0, 1), 0, c, Float64Array.of(0), 0, shape, 0, out);
  expect(Array.from(out, Math.abs)).toEqual([0, 0, 0]);
});
