import { expect } from 'vitest';
import { full } from '../../../scripts/testing/full.js';

export { seededRandom } from '../../friction-core/src/testing/check.js';
export { full };

export function trials(short: number, long: number): number {
  return full ? long : short;
}

/** expect(value).toBeLessThanOrEqual(limit) for inner loops, where a call of expect costs more than the tested code. */
export function atMost(value: number, limit: number, message?: string): void {
  if (!(value <= limit)) expect(value, message).toBeLessThanOrEqual(limit);
}

/** A random symmetric positive definite matrix [a11, a12, a13, a22, a23, a33] of the given size. */
export function randomSpd(random: () => number, size: number): Float64Array {
  const g = Array.from({ length: 9 }, () => random() - 0.5);
  const entry = (i: number, j: number) =>
    size * (g[i] * g[j] + g[3 + i] * g[3 + j] + g[6 + i] * g[6 + j] + (i === j ? 0.05 : 0));
  return Float64Array.from([entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)]);
}

/**
 * Minimises ½ xᵀAx + cᵀx over an ellipsoid with the given radii by accelerated projected gradient in scaled coordinates:
 * slow, and independent of the code under test.
 */
export function minimizeByProjectedGradient(A: Float64Array, c: ArrayLike<number>, radii: number[]): Float64Array {
  const full = [A[0], A[1], A[2], A[1], A[3], A[4], A[2], A[4], A[5]];
  const B = full.map((value, k) => value * radii[Math.floor(k / 3)] * radii[k % 3]);
  const b = [0, 1, 2].map((i) => c[i] * radii[i]);
  const step = 1 / (B[0] + B[4] + B[8] + 1e-300);
  let y = [0, 0, 0];
  let x = y;
  let t = 1;
  for (let iteration = 0; iteration < 20000; iteration++) {
    const moved = [0, 1, 2].map(
      (i) => x[i] - step * (B[3 * i] * x[0] + B[3 * i + 1] * x[1] + B[3 * i + 2] * x[2] + b[i]),
    );
    const length = Math.hypot(...moved);
    const next = length > 1 ? moved.map((value) => value / length) : moved;
    const tNext = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
    x = next.map((value, i) => value + ((t - 1) / tNext) * (value - y[i]));
    if (Math.hypot(...next.map((value, i) => value - y[i])) < 1e-15 && iteration > 50) return scaled(next, radii);
    y = next;
    t = tNext;
  }
  return scaled(y, radii);
}

function scaled(y: number[], radii: number[]): Float64Array {
  return Float64Array.from(y.map((value, i) => value * radii[i]));
}

/**
 * The same over quarter ellipses, [r1⁺, r1⁻, r2⁺, r2⁻, r3]: accelerated projected gradient with a projection that
 * bisects the multiplier of the boundary (each component keeps its sign under projection).
 */
export function minimizeOverQuarterEllipse(
  A: Float64Array,
  c: ArrayLike<number>,
  scale: number,
  shape: Float64Array,
): Float64Array {
  const full = [A[0], A[1], A[2], A[1], A[3], A[4], A[2], A[4], A[5]];
  const radius = (x: number[], e: number) => scale * (e === 2 ? shape[4] : shape[2 * e + (x[e] < 0 ? 1 : 0)]);
  const shrunk = (x: number[], sigma: number) =>
    x.map((value, e) => (radius(x, e) === 0 ? 0 : value / (1 + sigma / radius(x, e) ** 2)));
  const excess = (x: number[]) =>
    x.reduce((sum, value, e) => sum + (value === 0 ? 0 : (value / radius(x, e)) ** 2), 0) - 1;
  const project = (x: number[]) => {
    if (excess(shrunk(x, 0)) <= 0) return shrunk(x, 0);
    let low = 0;
    let high = 1e-6;
    while (excess(shrunk(x, high)) > 0) high *= 2;
    for (let k = 0; k < 100; k++) {
      const middle = (low + high) / 2;
      if (excess(shrunk(x, middle)) > 0) low = middle;
      else high = middle;
    }
    return shrunk(x, high);
  };
  const step = 1 / (A[0] + A[3] + A[5]);
  let y = [0, 0, 0];
  let x = y;
  let t = 1;
  for (let iteration = 0; iteration < 4000; iteration++) {
    const at = x;
    const next = project(
      at.map(
        (value, i) => value - step * (full[3 * i] * at[0] + full[3 * i + 1] * at[1] + full[3 * i + 2] * at[2] + c[i]),
      ),
    );
    const tNext = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
    const last = y;
    x = next.map((value, i) => value + ((t - 1) / tNext) * (value - last[i]));
    const moved = Math.hypot(...next.map((value, i) => value - last[i]));
    y = next;
    t = tNext;
    if (moved < 1e-14 * scale && iteration > 100) break;
  }
  return Float64Array.from(y);
}

/** The same over a prism: tries every active set of at most three faces by Gaussian elimination. */
export function minimizeOverPrism(
  A: Float64Array,
  c: ArrayLike<number>,
  directions: [number, number][],
  scale: number,
  shape: Float64Array,
): Float64Array {
  const k = directions.length;
  const faces = directions.map(([x, y], i) => ({
    n: [x / Math.hypot(x, y), y / Math.hypot(x, y), 0],
    b: scale * shape[i],
  }));
  faces.push({ n: [0, 0, 1], b: scale * shape[k] }, { n: [0, 0, -1], b: scale * shape[k] });
  const full = [
    [A[0], A[1], A[2]],
    [A[1], A[3], A[4]],
    [A[2], A[4], A[5]],
  ];
  let best = [0, 0, 0];
  let bestValue = Number.POSITIVE_INFINITY;
  const tryActive = (active: number[]) => {
    const n = 3 + active.length;
    const rows = Array.from({ length: n }, (_, r) =>
      r < 3
        ? [...full[r], ...active.map((f) => faces[f].n[r]), -c[r]]
        : [...faces[active[r - 3]].n, ...active.map(() => 0), faces[active[r - 3]].b],
    );
    const x = eliminate(rows);
    if (!x) return;
    const point = x.slice(0, 3);
    const slack = 1e-9 * scale;
    if (faces.some(({ n: d, b }) => d[0] * point[0] + d[1] * point[1] + d[2] * point[2] > b + slack)) return;
    const value = point.reduce(
      (sum, l, i) => sum + c[i] * l + 0.5 * l * (full[i][0] * point[0] + full[i][1] * point[1] + full[i][2] * point[2]),
      0,
    );
    if (value < bestValue) {
      bestValue = value;
      best = point;
    }
  };
  tryActive([]);
  for (let a = 0; a < faces.length; a++) {
    tryActive([a]);
    for (let b = a + 1; b < faces.length; b++) {
      tryActive([a, b]);
      for (let d = b + 1; d < faces.length; d++) tryActive([a, b, d]);
    }
  }
  return Float64Array.from(best);
}

/** Solves a square system given as rows with the right-hand side last; undefined if it is singular. */
function eliminate(rows: number[][]): number[] | undefined {
  const n = rows.length;
  for (let p = 0; p < n; p++) {
    let pivot = p;
    for (let r = p + 1; r < n; r++) if (Math.abs(rows[r][p]) > Math.abs(rows[pivot][p])) pivot = r;
    if (Math.abs(rows[pivot][p]) < 1e-12) return undefined;
    [rows[p], rows[pivot]] = [rows[pivot], rows[p]];
    for (let r = 0; r < n; r++) {
      if (r === p) continue;
      const factor = rows[r][p] / rows[p][p];
      for (let e = p; e <= n; e++) rows[r][e] -= factor * rows[p][e];
    }
  }
  return rows.map((row, r) => row[n] / row[r]);
}
