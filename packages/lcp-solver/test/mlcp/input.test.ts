import { describe, expect, test } from 'vitest';
import { createMlcpWorkspace, type MlcpProblem, solveMlcp } from '../../src/index.js';

const good: MlcpProblem = {
  n: 2,
  M: new Float64Array([2, 1, 1, 2]),
  q: [-1, 1],
  lo: [0, 0],
  hi: [Infinity, 1],
};
const csr = { p: [0, 2, 4], i: [0, 1, 0, 1], x: [2, 1, 1, 2] };

describe('solveMlcp: input', () => {
  test.each<[string, object, RegExp]>([
    ['n', { n: -1 }, /n must be an integer >= 0 \(got -1\)/],
    ['n', { n: 1.5 }, /n must be an integer >= 0 \(got 1.5\)/],
    ['length of M', { M: new Float64Array(3) }, /M\.length must be 4 \(got 3\)/],
    ['NaN in M', { M: new Float64Array([1, Number.NaN, 0, 1]) }, /M\[1\] must be finite \(got NaN\)/],
    ['Infinity in M', { M: new Float64Array([1, 0, Infinity, 1]) }, /M\[2\] must be finite \(got Infinity\)/],
    ['length of q', { q: [1] }, /q\.length must be 2 \(got 1\)/],
    ['NaN in q', { q: [0, Number.NaN] }, /q\[1\] must be finite \(got NaN\)/],
    ['length of lo', { lo: [0] }, /lo\.length must be 2 \(got 1\)/],
    ['length of hi', { hi: [0, 1, 2] }, /hi\.length must be 2 \(got 3\)/],
    ['lo > hi', { lo: [0, 3] }, /lo\[1\] must be below Infinity and <= hi\[1\] = 1 \(got 3\)/],
    ['NaN in lo', { lo: [Number.NaN, 0] }, /lo\[0\] .*\(got NaN\)/],
    ['NaN in hi', { hi: [1, Number.NaN] }, /<= hi\[1\] = NaN/],
    ['lo = Infinity', { lo: [Infinity, 0] }, /lo\[0\] must be below Infinity/],
    ['hi = -Infinity', { lo: [-Infinity, 0], hi: [-Infinity, 1] }, /<= hi\[0\] = -Infinity/],
    ['CSR: length of p', { M: { ...csr, p: [0, 2] } }, /M\.p\.length must be 3 \(got 2\)/],
    ['CSR: start of p', { M: { ...csr, p: [1, 2, 4] } }, /M\.p\[0\] must be 0 \(got 1\)/],
    ['CSR: order of p', { M: { ...csr, p: [0, 5, 4] } }, /M\.p\[2\] must be >= M\.p\[1\] = 5 \(got 4\)/],
    ['CSR: length of i', { M: { ...csr, i: [0, 1, 0] } }, /M\.i\.length must be 4 \(got 3\)/],
    ['CSR: length of x', { M: { ...csr, x: [0, 1, 0] } }, /M\.x\.length must be 4 \(got 3\)/],
    ['CSR: column', { M: { ...csr, i: [0, 1, 0, 2] } }, /M\.i\[3\] must be an integer in 0\.\.1 \(got 2\)/],
    ['CSR: NaN', { M: { ...csr, x: [0, 1, Number.NaN, 2] } }, /M\.x\[2\] must be finite \(got NaN\)/],
    ['findex without mu', { findex: [-1, 0] }, /mu\.length must be 2 \(got 0\)/],
    ['length of findex', { findex: [-1], mu: [0, 1] }, /findex\.length must be 2 \(got 1\)/],
    [
      'findex out of range',
      { findex: [-1, 2], mu: [0, 1] },
      /findex\[1\] must be -1 or an integer in 0\.\.1 \(got 2\)/,
    ],
    ['findex below -1', { findex: [-1, -2], mu: [0, 1] }, /findex\[1\] must be .*\(got -2\)/],
    ['findex not whole', { findex: [-1, 0.5], mu: [0, 1] }, /findex\[1\] must be .*\(got 0.5\)/],
    ['findex of itself', { findex: [-1, 1], mu: [0, 1] }, /no chains or cycles \(got 1\)/],
    ['findex cycle', { findex: [1, 0], mu: [1, 1] }, /findex\[0\] .* no chains or cycles \(got 1\)/],
    ['mu < 0', { findex: [-1, 0], mu: [0, -0.5] }, /mu\[1\] must be finite and >= 0 \(got -0.5\)/],
    ['mu NaN', { findex: [-1, 0], mu: [0, Number.NaN] }, /mu\[1\] must be finite and >= 0 \(got NaN\)/],
    ['normal row below 0', { lo: [-1, 0], findex: [-1, 0], mu: [0, 1] }, /lo\[0\] must be >= 0, as findex\[1\]/],
  ])('throws: %s (%o)', (_, change, message) => {
    expect(() => solveMlcp({ ...good, ...change } as MlcpProblem)).toThrow(message);
  });

  test.each<[object, RegExp]>([
    [{ tolerance: 0 }, /tolerance must be > 0 \(got 0\)/],
    [{ tolerance: Number.NaN }, /tolerance must be > 0 \(got NaN\)/],
    [{ maxIterations: 0 }, /maxIterations must be >= 1 \(got 0\)/],
    [{ method: 'simplex' }, /method must be auto,pgs,.*newton \(got simplex\)/],
    [{ start: [1] }, /start\.length must be 2 \(got 1\)/],
  ])('throws: options %o', (options, message) => {
    expect(() => solveMlcp(good, options)).toThrow(message);
  });

  test('createMlcpWorkspace throws for an invalid size', () => {
    expect(() => createMlcpWorkspace(-1)).toThrow(/createMlcpWorkspace: n must be an integer >= 0 \(got -1\)/);
  });

  test('a problem with n = 0 is solved', () => {
    const answer = solveMlcp({ n: 0, M: new Float64Array(0), q: [] });
    expect(answer).toMatchObject({ status: 'solved', residual: 0, residualScaled: 0, iterations: 0 });
    expect(answer.z.length).toBe(0);
  });

  test('bounds default to the classical LCP, and inputs may be plain arrays', () => {
    const { status, z, w } = solveMlcp({ n: 2, M: { p: [0, 2, 4], i: [0, 1, 0, 1], x: [2, 1, 1, 2] }, q: [-1, 1] });
    expect(status).toBe('solved');
    expect(z[0]).toBeCloseTo(0.5, 9);
    expect(z[1]).toBe(0);
    expect(w[1]).toBeCloseTo(1.5, 9);
  });

  test('supports free unknowns, fixed unknowns and upper bounds alone', () => {
    const identity = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const answer = solveMlcp({ n: 3, M: identity, q: [5, 5, -5], lo: [-Infinity, 2, -Infinity], hi: [Infinity, 2, 3] });
    expect(answer.status).toBe('solved');
    expect(Array.from(answer.z, (value) => Math.round(value * 1e6) / 1e6)).toEqual([-5, 2, 3]);
    expect(answer.w[1]).toBe(7);
    expect(answer.w[2]).toBe(-2);
  });

  test('non-finite entries of start count as 0, and start is not modified', () => {
    const start = [Number.NaN, Infinity];
    expect(solveMlcp(good, { start }).status).toBe('solved');
    expect(start).toEqual([Number.NaN, Infinity]);
  });

  test('solves problems with a zero matrix, a zero q or a zero row', () => {
    expect(solveMlcp({ n: 2, M: new Float64Array(4), q: [0, 1] })).toMatchObject({ status: 'solved', residual: 0 });
    expect(solveMlcp({ n: 2, M: new Float64Array([1, 0, 0, 1]), q: [0, 0] })).toMatchObject({ status: 'solved' });
    expect(solveMlcp({ n: 2, M: new Float64Array([1, 0, 0, 0]), q: [-1, 0], lo: [0, -Infinity] }).status).toBe(
      'solved',
    );
  });
});
