import { type ConvexSet, polygonSet, quarterEllipseSet } from '@stiction/lcp-solver';

/**
 * Converts coefficients μ_j for slip along d_j = (cos 2πj/k, sin 2πj/k), in the axes of the window, to a convex set for the solver.
 * Writes the parameters of a rotated set, [cos, sin, 1, …shape], except for the last one, the torsion radius.
 *
 *   box       four faces perpendicular to x and y, [Andrews] (9) with corrected signs: -μ_0 ≤ λ_x ≤ μ_2, -μ_1 ≤ λ_y ≤ μ_3
 *   polygon   k faces, a polyhedral cone: sliding along d_j dissipates exactly μ_j
 *   smooth    four quarter ellipses along the principal axes of friction, with the coefficients there: the only one with a combined limit
 *             for sliding and spinning; between the axes the coefficients may be off by a few percent
 */
export type Cone = 'box' | 'polygon' | 'smooth';

export function coneSet(cone: Cone, k: number): ConvexSet {
  if (cone === 'smooth') return quarterEllipseSet;
  // Friction along +x opposes slip along -x.
  return polygonSet(
    Array.from({ length: k }, (_, j) => [-Math.cos((2 * Math.PI * j) / k), -Math.sin((2 * Math.PI * j) / k)]),
  );
}

/** Number of shape parameters, including the torsion radius. */
export function coneSize(cone: Cone, k: number): number {
  return cone === 'smooth' ? 5 : k + 1;
}

/** Writes a cone with coefficients mu0 + μ_j in the k directions d, in the axes of the window, `axis` = [cos, sin]. */
export function writeCone(
  cone: Cone,
  mu: Float64Array,
  d: Float64Array,
  k: number,
  mu0: number,
  axis: Float64Array,
  out: Float64Array,
  at: number,
): void {
  out[at] = axis[0];
  out[at + 1] = axis[1];
  out[at + 2] = 1;
  if (cone === 'smooth') writeSmooth(mu, d, k, mu0, out, at);
  else for (let j = 0; j < k; j++) out[at + 3 + j] = mu0 + mu[j];
}

/** Writes four quarter ellipses and rotates the axes to theirs. */
function writeSmooth(mu: Float64Array, d: Float64Array, k: number, mu0: number, out: Float64Array, at: number): void {
  // The second harmonic of μ over the circle, Σ μ (cos 2θ, sin 2θ), gives the axis of largest friction.
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
  // Half the angle; the window's x axis if μ is isotropic.
  let cos = 1;
  let sin = 0;
  if (length > 1e-9 * total) {
    cos = Math.sqrt(Math.max(0, (1 + c2 / length) / 2));
    sin = Math.sqrt(Math.max(0, (1 - c2 / length) / 2));
    if (s2 < 0) sin = -sin;
  }
  const x = out[at];
  const y = out[at + 1];
  out[at] = cos * x - sin * y;
  out[at + 1] = sin * x + cos * y;
  // Friction along +x opposes slip along -x.
  out[at + 3] = mu0 + interpolateMu(mu, d, k, -cos, -sin);
  out[at + 4] = mu0 + interpolateMu(mu, d, k, cos, sin);
  out[at + 5] = mu0 + interpolateMu(mu, d, k, sin, -cos);
  out[at + 6] = mu0 + interpolateMu(mu, d, k, -sin, cos);
}

/**
 * μ(d) between two sampled directions, as in `interpolate-directions.ts`: exact for a circle, and for ridges in any direction (a kink of μ
 * between the two). Linear interpolation by the circumscribed polygon would give friction along a thread, where there is none.
 */
function interpolateMu(mu: Float64Array, d: Float64Array, k: number, x: number, y: number): number {
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
  const e1 = edgeLength(mu, d, k, j1);
  const e2 = edgeLength(mu, d, k, j2);
  if (e1 > 0 && e2 > 0) {
    const before = edgeLength(mu, d, k, (j1 + k - 1) % k);
    const after = edgeLength(mu, d, k, (j2 + 1) % k);
    const a = (e1 * e2) / (before + e2);
    const b = (e2 * e1) / (after + e1);
    const kappa = Math.max(0, 1 - (before + after) / (e1 + e2));
    const arc = (Math.min(a, b) / (1 - d[2])) * (w1 + w2 - 1);
    value -= arc + kappa * (Math.min(a * w2, b * w1) - arc);
  }
  return Math.max(0, value);
}

/** Length of the polygon's edge perpendicular to d_j, times sin 2π/k. */
function edgeLength(mu: Float64Array, d: Float64Array, k: number, j: number): number {
  return Math.max(0, mu[(j + k - 1) % k] + mu[(j + 1) % k] - 2 * d[2] * mu[j]);
}
