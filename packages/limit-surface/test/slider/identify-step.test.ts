import { seededRandom } from '@stiction/friction-core/testing';
import { expect, test } from 'vitest';
import { createBlockTridiagonal, factorize, solveBackward, solveForward } from '../../src/slider/block-tridiagonal.js';
import { createStepModel, createStepPredictor, STEP_DATA } from '../../src/slider/identify-step.js';

const seed = 20271120;

test(`the derivatives of a step are those of planarSlider (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const body = { m: 0.8, Iz: 9e-4, qz: 0.05, g: 9.81, h: 0.005 };
  const model = createStepModel(body);
  for (let n = 0; n < 100; n++) {
    const parameters = Float64Array.from([0.4, 1.2, 0.03], (size) => size * (0.5 + random()));
    const sizes = [1, 1, 10, 0, 0, 0, 0.03, 0.03, 0.01, 5e-4, 5e-4, 5e-4];
    const data = Float64Array.from(sizes, (size) => size * (2 * random() - 1));
    const after = (changed: Float64Array, theta: Float64Array) => {
      const other = createStepModel(body);
      other.data.set(changed);
      createStepPredictor(body, theta)(other);
      return other.data.slice(3, 6);
    };
    model.data.set(data);
    createStepPredictor(body, parameters)(model);
    const compare = (i: number, slope: number, exact: number, scale: number) =>
      expect(Math.abs(slope - exact) * scale).toBeLessThan(1e-6 * [1, 1, 10][i]);
    for (let j = 0; j < STEP_DATA; j++) {
      if ((j >= 3 && j < 6) || j === 8) continue;
      const d = 1e-6 * sizes[j];
      const [high, low] = [d, -d].map((change) =>
        after(
          data.map((x, k) => (k === j ? x + change : x)),
          parameters,
        ),
      );
      for (let i = 0; i < 3; i++) compare(i, -(high[i] - low[i]) / (2 * d), model.byData[STEP_DATA * i + j], sizes[j]);
    }
    for (let j = 0; j < 3; j++) {
      const [high, low] = [1e-6, -1e-6].map((change) =>
        after(
          data,
          parameters.map((x, k) => (k === j ? x * Math.exp(change) : x)),
        ),
      );
      for (let i = 0; i < 3; i++) compare(i, -(high[i] - low[i]) / 2e-6, model.byParameter[3 * i + j], 1);
    }
    for (let i = 0; i < 3; i++)
      expect([...model.byData.subarray(12 * i + 3, 12 * i + 6)]).toEqual([0, 1, 2].map((e) => +(e === i)));
  }
});

test('a step that ends at rest has zero derivatives', () => {
  const body = { m: 0.8, Iz: 9e-4, qz: 0.05, g: 9.81, h: 0.005 };
  const model = createStepModel(body);
  model.data.set([1e-3, 0, 0]);
  createStepPredictor(body, Float64Array.of(0.4, 1, 0.03))(model);
  expect([...model.data.subarray(3, 6)]).toEqual([0, 0, 0]);
  expect(model.byData.filter((value) => value !== 0).length).toBe(3);
  expect(model.byParameter.every((value) => value === 0)).toBe(true);
});

test(`solves block tridiagonal systems (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const count = 7;
  const size = 3 * count;
  // S = R Rᵀ for a lower block bidiagonal R.
  const R = Array.from({ length: size }, (_, r) =>
    Array.from({ length: size }, (_, c) => {
      const near = Math.floor(r / 3) - Math.floor(c / 3);
      return near === 0 || near === 1 ? 2 * random() - 1 + (r === c ? 3 : 0) : 0;
    }),
  );
  const dense = R.map((row) => R.map((other) => row.reduce((sum, value, k) => sum + value * other[k], 0)));
  const S = createBlockTridiagonal(count);
  for (let k = 0; k < count; k++) {
    for (let e = 0; e < 9; e++) {
      const r = 3 * k + Math.floor(e / 3);
      S.diagonal[9 * k + e] = dense[r][3 * k + (e % 3)];
      if (k > 0) S.lower[9 * k + e] = dense[r][3 * k - 3 + (e % 3)];
    }
  }
  const truth = Float64Array.from({ length: size }, () => 2 * random() - 1);
  const x = Float64Array.from(dense, (row) => row.reduce((sum, value, k) => sum + value * truth[k], 0));
  factorize(S);
  solveForward(S, x);
  solveBackward(S, x);
  for (let k = 0; k < size; k++) expect(x[k]).toBeCloseTo(truth[k], 12);
});
