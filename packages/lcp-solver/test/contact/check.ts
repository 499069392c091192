import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ContactProblem } from '../../src/contact/index.js';

/**
 * The two residuals of a contact problem as defined in the benchmark's README, computed from W, q and r only and
 * independent of the code under test.
 */
export function independentResiduals(problem: ContactProblem, r: ArrayLike<number>): { plain: number; scaled: number } {
  const { dim, q, mu } = problem;
  const n = q.length;
  const u: number[] = [];
  const diagonal: number[] = [];
  for (let i = 0; i < n; i++) {
    const entries = entriesOf(problem, i);
    u.push(entries.reduce((sum, [j, value]) => sum + value * r[j], 0) + q[i]);
    diagonal.push(entries.reduce((sum, [j, value]) => (j === i ? sum + value : sum), 0));
  }
  let squares = 0;
  let scaled = 0;
  for (let c = 0; c < n / dim; c++) {
    const own = Array.from({ length: dim }, (_, k) => c * dim + k);
    const slip = Math.hypot(...own.slice(1).map((i) => u[i]));
    const uTilde = own.map((i, k) => (k === 0 ? u[i] + mu[c] * slip : u[i]));
    const largest = Math.max(...own.map((i) => diagonal[i]));
    const gap = (d: number) => {
      const from = own.map((i) => d * r[i]);
      const moved = from.map((value, k) => value - uTilde[k]);
      const to = projectOnCone(moved, mu[c]);
      return from.map((value, k) => value - to[k]);
    };
    squares += gap(1).reduce((sum, value) => sum + value * value, 0);
    scaled = Math.max(scaled, ...gap(largest > 0 ? largest : 1).map(Math.abs));
  }
  const qs = Array.from(q);
  return {
    plain: Math.sqrt(squares) / Math.max(Math.sqrt(qs.reduce((sum, value) => sum + value * value, 0)), 1e-8),
    scaled: n === 0 ? 0 : scaled / Math.max(...qs.map(Math.abs), 1e-8),
  };
}

/** Projection onto the cone: the point itself if it is inside, otherwise its projection onto the nearest ray of the cone. */
function projectOnCone(z: number[], mu: number): number[] {
  const [normal, ...tangent] = z;
  const length = Math.hypot(...tangent);
  if (length <= mu * normal) return z;
  const ray = [1, ...tangent.map((value) => (length > 0 ? (mu * value) / length : 0))];
  const along =
    ray.reduce((sum, value, k) => sum + value * z[k], 0) / ray.reduce((sum, value) => sum + value * value, 0);
  return ray.map((value) => Math.max(0, along) * value);
}

/** Entries [column, value] of a row of W. */
function entriesOf(problem: ContactProblem, row: number): [number, number][] {
  const { W } = problem;
  const n = problem.q.length;
  const list: [number, number][] = [];
  if (W instanceof Float64Array) for (let j = 0; j < n; j++) list.push([j, W[row * n + j]]);
  else for (let at = W.p[row]; at < W.p[row + 1]; at++) list.push([W.i[at], W.x[at]]);
  return list;
}

/**
 * Checks a certificate y: y ≥ 0 on normal rows, 0 on tangent rows, and g = Wᵀy with gᵀr ≤ 0 for all r in the cones.
 * Returns qᵀy, which must be negative, and the largest violation.
 */
export function checkContactCertificate(
  problem: ContactProblem,
  y: ArrayLike<number>,
): { value: number; violation: number } {
  const { dim, q, mu } = problem;
  const g = new Array<number>(q.length).fill(0);
  let value = 0;
  let violation = 0;
  for (let i = 0; i < q.length; i++) {
    value += q[i] * y[i];
    violation = Math.max(violation, i % dim === 0 ? -y[i] : Math.abs(y[i]));
    for (const [j, entry] of entriesOf(problem, i)) g[j] += entry * y[i];
  }
  for (let c = 0; c < mu.length; c++) {
    violation = Math.max(violation, g[c * dim] + mu[c] * Math.hypot(...g.slice(c * dim + 1, c * dim + dim)));
  }
  return { value, violation };
}

/** The larger of both. */
export function worstResidual(problem: ContactProblem, r: ArrayLike<number>): number {
  const { plain, scaled } = independentResiduals(problem, r);
  return Math.max(plain, scaled);
}

interface NamedProblem extends ContactProblem {
  name: string;
  kind: string;
}

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const FOLDER = new URL(`${process.env.STICTION_LCP_PROBLEMS ?? '../shared/benchmarks/lcp'}/`, `file://${ROOT}`);

/** The contact problems of the benchmark; empty if its data is missing. */
export function benchmarkProblems(): NamedProblem[] {
  const index = new URL('index.json', FOLDER);
  if (!existsSync(index)) return [];
  const entries: { name: string; kind: string }[] = JSON.parse(readFileSync(index, 'utf8')).problems;
  return entries
    .filter(({ kind }) => kind === 'fc2d' || kind === 'fc3d')
    .map(({ name, kind }) => {
      const data = JSON.parse(readFileSync(new URL(`problems/${name}.json`, FOLDER), 'utf8'));
      return {
        name,
        kind,
        dim: data.dim,
        W: { p: Int32Array.from(data.W.p), i: Int32Array.from(data.W.i), x: Float64Array.from(data.W.x) },
        q: Float64Array.from(data.q),
        mu: Float64Array.from(data.mu),
      };
    });
}
