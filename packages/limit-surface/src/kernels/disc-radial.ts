import { ellipticAt } from './elliptic.js';

/**
 * Mean distance M(e) of a uniform disc of radius 1 from a point at distance e from its centre, and the first moment of
 * that distance, M1(e) = mean of (ρ·ĉ) |ρ - c|, with two derivatives each. `disc.ts` computes psi from them.
 *
 * Both are used in the homogeneous form Φ(A, B) = A F(B/A), which is regular everywhere, also without rotation:
 *
 *     e = V/W ≤ 1 (centre of rotation on the disc):   A = W, x = e,    F = M(e),        G = M1(e)
 *     t = W/V < 1 (centre of rotation beside it):     A = V, x = t,    F = t M(1/t),    G = t M1(1/t)
 *
 *   V, W      speed of the disc's centre, speed of its rim due to rotation      m/s
 *   E, K      complete elliptic integrals of modulus e or t                    1
 *
 * F is even and G is odd in x. Near x = 0, where the closed forms lose digits to cancellation, their Taylor series are
 * exact to rounding. With bₙ = binomial(½, n), cₙ = (binomial(2n, n) / 4ⁿ)²:
 *
 *     e: F = 2/3 + Σ 2 cₙ e²ⁿ⁺² / ((1 - 2n)(2n + 2)²),   G = -Σ 2 bₙ bₙ₊₁ e²ⁿ⁺¹ / (3 - 2n)
 *     t: F = Σ bₙ² t²ⁿ / (n + 1),                        G = -Σ bₙ bₙ₊₁ t²ⁿ⁺¹ / (n + 2)
 */

/** The series are used below this x. */
const SERIES = 0.2;
const TERMS = 11;

const NEAR_EVEN = /* @__PURE__ */ series((n) =>
  n === 0 ? 2 / 3 : (2 * central(n - 1) * central(n - 1)) / ((3 - 2 * n) * 4 * n * n),
);
const NEAR_ODD = /* @__PURE__ */ series((n) => (-2 * binomialHalf(n) * binomialHalf(n + 1)) / (3 - 2 * n));
const FAR_EVEN = /* @__PURE__ */ series((n) => (binomialHalf(n) * binomialHalf(n)) / (n + 1));
const FAR_ODD = /* @__PURE__ */ series((n) => (-binomialHalf(n) * binomialHalf(n + 1)) / (n + 2));

function series(term: (n: number) => number): Float64Array {
  return Float64Array.from({ length: TERMS }, (_, n) => term(n));
}

/** binomial(½, n). */
export function binomialHalf(n: number): number {
  let value = 1;
  for (let k = 0; k < n; k++) value *= (0.5 - k) / (k + 1);
  return value;
}

/** binomial(2n, n) / 4ⁿ. */
function central(n: number): number {
  let value = 1;
  for (let k = 1; k <= n; k++) value *= (2 * k - 1) / (2 * k);
  return value;
}

/** Offsets of the results: F, F'/x, F″, G/x, G', G″ and (G' - G/x)/x. */
export const F = 0;
export const F1 = 1;
export const F2 = 2;
export const G0 = 3;
export const G1 = 4;
export const G2 = 5;
export const G3 = 6;
/** Offset of the input x. */
export const INPUT = 7;
export const RADIAL_SIZE = 10;

/** Evaluates the functions of e ≤ 1 in place; G only if `isTilted`. */
export function discNear(y: Float64Array, isTilted: boolean): void {
  const e = y[INPUT];
  if (e < SERIES) {
    seriesAt(NEAR_EVEN, NEAR_ODD, y, isTilted);
    return;
  }
  y[8] = e;
  ellipticAt(y, 8);
  const qK = y[8];
  const E = y[9];
  const m = e * e;
  const c = 4 / (3 * Math.PI);
  const g = (1 + m) * E - qK;
  y[F] = (c / 3) * ((7 + m) * E - 4 * qK);
  y[F1] = (c * g) / m;
  y[F2] = c * (3 * E - g / m);
  if (!isTilted) return;
  const k = 4 / (45 * Math.PI);
  y[G0] = (k / m) * ((-3 - 7 * m + 2 * m * m) * E + (3 + m) * qK);
  y[G1] = (k / m) * ((3 - 13 * m + 8 * m * m) * E + (4 * m - 3) * qK);
  y[G2] = ((3 * k) / (m * e)) * ((-2 - 3 * m + 8 * m * m) * E + 2 * (1 + 2 * m) * qK);
  y[G3] = (y[G1] - y[G0]) / e;
}

/** Evaluates the functions of t ≤ 1 in place; G only if `isTilted`. */
export function discFar(y: Float64Array, isTilted: boolean): void {
  const t = y[INPUT];
  if (t < SERIES) {
    seriesAt(FAR_EVEN, FAR_ODD, y, isTilted);
    return;
  }
  y[8] = t;
  ellipticAt(y, 8);
  const E = y[9];
  const e = 1 / t;
  const m = e * e;
  // (e² - 1) K
  const qK = m * y[8];
  const c = 4 / (3 * Math.PI);
  const M = (c / 3) * e * ((7 + m) * E - ((3 + m) * qK) / m);
  const dM = c * ((1 + m) * E - qK);
  const ddM = c * ((2 * e - t) * E - 2 * t * qK);
  y[F] = t * M;
  y[F1] = (M - e * dM) * e;
  y[F2] = m * e * ddM;
  if (!isTilted) return;
  const k = 4 / (45 * Math.PI);
  const N = k * ((-3 - 7 * m + 2 * m * m) * E + 2 * (3 - m) * qK);
  const dN = k * t * ((3 - 13 * m + 8 * m * m) * E - (8 * m - 9) * qK);
  const ddN = 3 * k * t * t * ((-2 - 3 * m + 8 * m * m) * E - (1 + 8 * m) * qK);
  y[G0] = N;
  y[G1] = N - e * dN;
  y[G2] = m * e * ddN;
  y[G3] = (y[G1] - y[G0]) * e;
}

/** F = Σ even[n] x²ⁿ and G = Σ odd[n] x²ⁿ⁺¹ and their derivatives. */
export function seriesAt(even: Float64Array, odd: Float64Array, y: Float64Array, isTilted: boolean): void {
  const x = y[INPUT];
  const m = x * x;
  let f0 = 0;
  let f1 = 0;
  let f2 = 0;
  for (let n = even.length - 1; n > 0; n--) {
    const c = even[n];
    f0 = f0 * m + c;
    f1 = f1 * m + 2 * n * c;
    f2 = f2 * m + 2 * n * (2 * n - 1) * c;
  }
  y[F] = f0 * m + even[0];
  y[F1] = f1;
  y[F2] = f2;
  if (!isTilted) return;
  let g0 = 0;
  let g1 = 0;
  let g2 = 0;
  let g3 = 0;
  for (let n = odd.length - 1; n > 0; n--) {
    const c = odd[n];
    g0 = g0 * m + c;
    g1 = g1 * m + (2 * n + 1) * c;
    g2 = g2 * m + 2 * n * (2 * n + 1) * c;
    g3 = g3 * m + 2 * n * c;
  }
  y[G0] = g0 * m + odd[0];
  y[G1] = g1 * m + odd[0];
  y[G2] = g2 * x;
  y[G3] = g3 * x;
}
