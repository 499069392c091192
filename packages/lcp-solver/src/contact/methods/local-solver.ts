/**
 * Solves a single contact: x with y = A x + c, |x_t| ≤ x_n, and either y = 0 (stick), or y_n = 0 and y_t = -α x_t with
 * |x_t| = x_n (slip), or x = 0 and y_n ≥ 0 (open). c and x start at index `to`.
 *
 * Slip: eliminating x_n by y_n = 0 gives x_t(α) = (S + α I)⁻¹ s with the Schur complement S of the normal row. The
 * remaining equation |x_t(α)| = x_n(α) is a quartic in α (Bonnefon & Daviet, Quartic formulation of Coulomb 3D
 * frictional contact, 2011), solved here as h(α) = x_n/|x_t| - 1 = 0 by bracketed Newton. h is nearly linear for large
 * α, negative at the stick solution if that lies outside the cone, and tends to +∞, so the bracket always closes. If
 * friction is so large that several slip solutions exist, it converges to one of them.
 */
export function solveLocal(
  A: Float64Array,
  at: number,
  c: Float64Array,
  planar: boolean,
  x: Float64Array,
  to: number,
): void {
  const c0 = c[to];
  const c1 = c[to + 1];
  const c2 = c[to + 2];
  x[to] = 0;
  x[to + 1] = 0;
  x[to + 2] = 0;
  const ann = A[at];
  if (c0 >= 0 || !(ann > 0)) return;
  const free = -c0 / ann;
  if (planar) {
    const a01 = A[at + 1] / ann;
    const a10 = A[at + 3];
    solvePlanar(A[at + 4] - a10 * a01, -c1 - a10 * free, a01, free, x, to);
    return;
  }
  // Pivoting of the 2x2 system: the tangent with the larger diagonal entry first.
  const swap = A[at + 8] - (A[at + 6] * A[at + 2]) / ann > A[at + 4] - (A[at + 3] * A[at + 1]) / ann;
  const f = swap ? 2 : 1;
  const g = swap ? 1 : 2;
  const a01 = A[at + f] / ann;
  const a02 = A[at + g] / ann;
  const a10 = A[at + 3 * f];
  const a20 = A[at + 3 * g];
  const s11 = A[at + 4 * f] - a10 * a01;
  const s12 = A[at + 3 * f + g] - a10 * a02;
  const s21 = A[at + 3 * g + f] - a20 * a01;
  const s22 = A[at + 4 * g] - a20 * a02;
  const s1 = -(swap ? c2 : c1) - a10 * free;
  const s2 = -(swap ? c1 : c2) - a20 * free;

  let lo = 0;
  let hi = Number.POSITIVE_INFINITY;
  let alpha = 0;
  const trace = Math.abs(s11) + Math.abs(s22);
  const farther = trace + (Math.abs(s1) + Math.abs(s2)) / free;
  // A singular S (a locked axis) has no stick solution; slip within the rounding error of S counts as stick.
  const noise = SINGULAR * (ann + Math.abs(A[at + 4]) + Math.abs(A[at + 8]));
  if (!(s11 * s22 - s12 * s21 > noise * trace)) alpha = noise;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const d1 = s11 + alpha;
    const l = s21 / d1;
    const d2 = s22 + alpha - l * s12;
    const x2 = (s2 - l * s1) / d2;
    const x1 = (s1 - s12 * x2) / d1;
    const xn = free - a01 * x1 - a02 * x2;
    const length = Math.sqrt(x1 * x1 + x2 * x2);
    const h = xn - length;
    x[to] = xn;
    x[to + f] = x1;
    x[to + g] = x2;
    if (iteration === 0 && h >= 0) return;
    if (h < 0) lo = alpha;
    else hi = alpha;
    if (Math.abs(h) <= TOLERANCE * length) break;
    // x_t' = -(S + α I)⁻¹ x_t
    const t2 = (l * x1 - x2) / d2;
    const t1 = -(x1 + s12 * t2) / d1;
    const slope = (-a01 * t1 - a02 * t2) / length - (xn * (x1 * t1 + x2 * t2)) / (length * length * length);
    let next = alpha - h / length / slope;
    if (!(next > lo && next < hi)) next = hi < Number.POSITIVE_INFINITY ? 0.5 * (lo + hi) : 2 * lo + farther;
    if (next === alpha || next === lo || next === hi) break;
    alpha = next;
  }
  clampToCone(x, to);
}

const MAX_ITERATIONS = 60;
const TOLERANCE = 1e-15;
const SINGULAR = 1e-14;

/** Planar contact: stick, then slip in each direction; each case takes one division. */
function solvePlanar(s: number, s1: number, a01: number, free: number, x: Float64Array, to: number): void {
  let t = s > 0 ? s1 / s : 0;
  let n = free - a01 * t;
  const sticks = (s > 0 || s1 === 0) && Math.abs(t) <= n;
  if (!sticks) {
    // Slip: x_t = ±x_n, x_n = free / (1 ± a01), and y_t = S x_t - s1 opposes x_t.
    let found = false;
    for (let side = 0; side < 2 && !found; side++) {
      const sign = (side === 0) === s1 > 0 ? 1 : -1;
      n = free / (1 + sign * a01);
      t = sign * n;
      found = n > 0 && n < Number.POSITIVE_INFINITY && sign * (s * t - s1) <= 0;
    }
    if (!found) return;
  }
  x[to] = n;
  x[to + 1] = t;
}

/** Removes rounding errors that leave x slightly outside the cone. */
function clampToCone(x: Float64Array, to: number): void {
  const length = Math.sqrt(x[to + 1] * x[to + 1] + x[to + 2] * x[to + 2]);
  if (!(x[to] > 0) || !(length < Number.POSITIVE_INFINITY)) {
    x[to] = 0;
    x[to + 1] = 0;
    x[to + 2] = 0;
  } else if (length > x[to]) {
    x[to + 1] *= x[to] / length;
    x[to + 2] *= x[to] / length;
  }
}
