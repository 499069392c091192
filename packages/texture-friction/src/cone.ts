import { type ConvexSet, polygonSet, quarterEllipseSet } from '@stiction/lcp-solver';

/**
 * From coefficients μ_j against slip along d_j = (cos 2πj/k, sin 2πj/k), in the axes of the window, to a convex set for the solver.
 * What is written are the numbers of a turned set, [cos, sin, 1, …shape]; the last of them, the torsion radius, is left alone.
 *
 *   box       four faces across ±x and ±y, [Andrews] (9) with its signs mended: λ stays within -μ_0 … μ_2 and -μ_1 … μ_3
 *   polygon   k faces, a polyhedral cone: sliding along d_j dissipates exactly μ_j
 *   smooth    four quarters of ellipses along the axes in which friction differs most, with the coefficients there: the only one whose
 *             sliding and spinning share one limit; between the axes it may be off by some per cent
 */
export type Cone = 'box' | 'polygon' | 'smooth';

export function coneSet(cone: Cone, k: number): ConvexSet {
  if (cone === 'smooth') return quarterEllipseSet;
  // Friction along +x acts against slip along -x.
  return polygonSet(
    Array.from({ length: k }, (_, j) => [-Math.cos((2 * Math.PI * j) / k), -Math.sin((2 * Math.PI * j) / k)]),
  );
}

/** How many numbers the shape has, the torsion radius included. */
export function coneSize(cone: Cone, k: number): number {
  return cone === 'smooth' ? 5 : k + 1;
}

/** The axes of the window, `axis` = [cos, sin], are those of the polygon; mu0 comes on top of all μ_j. */
export function writePolygon(
  mu: Float64Array,
  k: number,
  mu0: number,
  axis: Float64Array,
  out: Float64Array,
  at: number,
): void {
  out[at] = axis[0];
  out[at + 1] = axis[1];
  out[at + 2] = 1;
  for (let j = 0; j < k; j++) out[at + 3 + j] = mu0 + mu[j];
}

/** `d` holds the k directions, mu0 the coefficient that all have in common. */
export function writeSmooth(
  mu: Float64Array,
  d: Float64Array,
  k: number,
  mu0: number,
  axis: Float64Array,
  out: Float64Array,
  at: number,
): void {
  // The second harmonic of μ over the circle points along the axis of most friction: Σ μ (cos 2θ, sin 2θ).
  let c2 = 0;
  let s2 = 0;
  for (let j = 0; j < k; j++) {
    const x = d[2 * j];
    const y = d[2 * j + 1];
    c2 += mu[j] * (x * x - y * y);
    s2 += mu[j] * 2 * x * y;
  }
  const length = Math.sqrt(c2 * c2 + s2 * s2);
  let total = 0;
  for (let j = 0; j < k; j++) total += mu[j];
  // Half the angle; the window's own x where no axis stands out.
  let cos = 1;
  let sin = 0;
  if (length > 1e-9 * total) {
    cos = Math.sqrt(Math.max(0, (1 + c2 / length) / 2));
    sin = Math.sqrt(Math.max(0, (1 - c2 / length) / 2));
    if (s2 < 0) sin = -sin;
  }
  out[at] = cos * axis[0] - sin * axis[1];
  out[at + 1] = sin * axis[0] + cos * axis[1];
  out[at + 2] = 1;
  // Friction along +x acts against slip along -x.
  out[at + 3] = mu0 + alongCircle(mu, d, k, -cos, -sin);
  out[at + 4] = mu0 + alongCircle(mu, d, k, cos, sin);
  out[at + 5] = mu0 + alongCircle(mu, d, k, sin, -cos);
  out[at + 6] = mu0 + alongCircle(mu, d, k, -sin, cos);
}

/**
 * μ(d) between two sampled directions, as in `table-sampler.ts`: exact for ridges in any direction (a kink of μ between the two), and for a
 * circle. The polygon that both directions bound would show friction along a thread where there is none.
 */
function alongCircle(mu: Float64Array, d: Float64Array, k: number, x: number, y: number): number {
  let best = 0;
  let nearest = -2;
  for (let j = 0; j < k; j++) {
    const cosine = d[2 * j] * x + d[2 * j + 1] * y;
    if (cosine > nearest) {
      nearest = cosine;
      best = j;
    }
  }
  const cross = d[2 * best] * y - d[2 * best + 1] * x;
  const j1 = cross < 0 ? (best + k - 1) % k : best;
  const j2 = (j1 + 1) % k;
  const sine = d[2 * j1] * d[2 * j2 + 1] - d[2 * j1 + 1] * d[2 * j2];
  const w1 = (x * d[2 * j2 + 1] - y * d[2 * j2]) / sine;
  const w2 = (d[2 * j1] * y - d[2 * j1 + 1] * x) / sine;
  let value = mu[j1] * w1 + mu[j2] * w2;
  const e1 = edgeAt(mu, d, k, j1);
  const e2 = edgeAt(mu, d, k, j2);
  if (e1 > 0 && e2 > 0) {
    const before = edgeAt(mu, d, k, (j1 + k - 1) % k);
    const after = edgeAt(mu, d, k, (j2 + 1) % k);
    const a = (e1 * e2) / (before + e2);
    const b = (e2 * e1) / (after + e1);
    const alone = Math.max(0, 1 - (before + after) / (e1 + e2));
    const round = (Math.min(a, b) / (1 - d[2])) * (w1 + w2 - 1);
    value -= round + alone * (Math.min(a * w2, b * w1) - round);
  }
  return Math.max(0, value);
}

/** Length of the polygon's edge across d_j, times sin 2π/k. */
function edgeAt(mu: Float64Array, d: Float64Array, k: number, j: number): number {
  return Math.max(0, mu[(j + k - 1) % k] + mu[(j + 1) % k] - 2 * d[2] * mu[j]);
}
