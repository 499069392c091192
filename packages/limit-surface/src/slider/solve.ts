/**
 * The four quadratic equations of one step of the ECP slider, [Xie] (25)-(28), for `createEcpSlider`.
 *
 * With the wrench scaled to the unit ball, y = (p_t/e_t, p_o/e_o, p_r/e_r) / (μ p_n), they read
 *
 *     (σ + k_t) y_t + β y_o = -e_t (v_x* + a w)                                         (25)
 *     (σ + k_o) y_o - β y_t = -e_o (v_y* + b w)                                         (26)
 *     σ y_r                 = -e_r w                                                    (27)
 *     |y| = 1                                                                           (28)
 *     I_z (w - w*) = p_r + a p_t + b p_o                                                (24) with (12)
 *
 *   σ          slip speed in the norm of the ellipsoid, |(e_t v_t, e_o v_o, e_r v_r)|       m/s
 *   v*, w*     velocities after the applied impulse, before friction                        m/s, rad/s
 *   w          angular velocity after the step                                              rad/s
 *   k_t, k_o   μ p_n e_t² / m, μ p_n e_o² / m                                               m/s
 *   κ          μ p_n e_r² / I_z                                                             m/s
 *   β          μ e_t e_o q_z w: friction shifts the ECP, and the spin moves the shifted ECP m/s
 *   a, b       p_xτ / p_n, p_yτ / p_n: the shift of the ECP by applied tipping moments      m
 *
 * Without tipping moments (a = b = 0), (24) and (27) give w = w* σ / (σ + κ), (25) and (26) are linear in y_t and y_o,
 * and |y(σ)| = 1 is one equation for σ in (0, |(e_t v_x*, e_o v_y*, e_r w*)|]. For e_t = e_o it is monotone:
 * |y|² = e_t² |v*|² / ((σ + k)² + β²) + e_r² w*² / (σ + κ)², and |β| grows with σ.
 *
 * With tipping moments w also depends on the torque of the friction force about the CM. For a given w, |y(σ)| = 1 is
 * monotone for any semi-axes (d|y|²/dσ = -2 ((σ + k_o) y_t² + (σ + k_t) y_o²) / det - 2 y_r²/σ), and (24) remains as
 * one equation for w, bracketed by the largest possible torque.
 *
 * A root always exists, and for e_t = e_o without tipping moments it is unique. Otherwise (25)-(28) may have several,
 * and one of them is found. Among random steps several roots occurred only with tipping moments: in 3 of 1000 where the
 * ECP was shifted by many times e_r, and in 0 of 29 661 (e_t = e_o) where it stayed on a patch consistent with e_r.
 */

/**
 * Offsets of the inputs, and of the results y, σ and w. Passed in an array, because V8 may box numbers that cross a
 * call.
 */
export const VX = 0;
export const VY = 1;
export const W_FREE = 2;
export const A = 3;
export const B = 4;
export const K_T = 5;
export const K_O = 6;
export const KAPPA = 7;
export const SIGMA = 8;
const W = 9;
export const Y_T = 10;
export const Y_O = 11;
export const Y_R = 12;
const NORM = 13;
const SLOPE = 14;
const TORQUE = 15;
const HIGH = 16;
export const SOLVE_SIZE = 17;

export interface Ellipsoid {
  readonly et: number;
  readonly eo: number;
  readonly er: number;
  /** μ e_t e_o q_z, m: β per angular velocity. */
  readonly twist: number;
}

/** Newton takes 4 steps on average; beyond this many the bracket is only bisected. */
const NEWTON_STEPS = 40;
const MAX_STEPS = 1200;
const EPSILON = 4.5e-16;

/** Finds y, σ > 0 and w for a slider that friction cannot hold. κ > 0, k_t > 0, k_o > 0. */
export function solveSlide(q: Float64Array, e: Ellipsoid): void {
  if (q[A] === 0 && q[B] === 0) {
    q[HIGH] = Math.sqrt((e.et * q[VX]) ** 2 + (e.eo * q[VY]) ** 2 + (e.er * q[W_FREE]) ** 2);
    solveSigma(q, e, true);
  } else solveSpin(q, e);
}

/** Finds the root σ of |y(σ)| = 1 in (0, HIGH], with w = w* σ / (σ + κ) if `isFree`, otherwise for the w in q. */
function solveSigma(q: Float64Array, e: Ellipsoid, isFree: boolean): void {
  let low = 0;
  let high = q[HIGH];
  q[SIGMA] = high;
  for (let n = 0; n < MAX_STEPS; n++) {
    const sigma = q[SIGMA];
    evaluate(q, e, isFree);
    const size = q[NORM];
    if (size > 1) low = sigma;
    else high = sigma;
    // Newton on 1/|y| - 1, which is nearly linear.
    let next = sigma + (size * size * (1 - size)) / q[SLOPE];
    if (Math.abs(next - sigma) <= EPSILON * sigma) return;
    if (!(next > low && next < high) || n > NEWTON_STEPS) {
      next = 0.5 * (low + high);
      if (next <= low || next >= high) return;
    }
    q[SIGMA] = next;
  }
}

/** y, |y| and y · dy/dσ at σ. */
function evaluate(q: Float64Array, e: Ellipsoid, isFree: boolean): void {
  const sigma = q[SIGMA];
  const kappa = isFree ? q[KAPPA] : 0;
  const spin = isFree ? q[W_FREE] : q[W];
  // w and its slope along the curve, without 0/0 for small σ.
  const w = isFree ? spin * (sigma / (sigma + kappa)) : spin;
  const wSlope = isFree ? (spin / (sigma + kappa)) * (kappa / (sigma + kappa)) : 0;
  const beta = e.twist * w;
  const betaSlope = e.twist * wSlope;
  const d1 = sigma + q[K_T];
  const d2 = sigma + q[K_O];
  const det = d1 * d2 + beta * beta;
  const c1 = -e.et * (q[VX] + q[A] * w);
  const c2 = -e.eo * (q[VY] + q[B] * w);
  const yt = (d2 * c1 - beta * c2) / det;
  const yo = (beta * c1 + d1 * c2) / det;
  const yr = spin === 0 ? 0 : (-e.er * spin) / (sigma + kappa);
  const s1 = -e.et * q[A] * wSlope - yt - betaSlope * yo;
  const s2 = -e.eo * q[B] * wSlope - yo + betaSlope * yt;
  q[W] = w;
  q[Y_T] = yt;
  q[Y_O] = yo;
  q[Y_R] = yr;
  q[NORM] = Math.sqrt(yt * yt + yo * yo + yr * yr);
  q[SLOPE] =
    (yt * (d2 * s1 - beta * s2) + yo * (beta * s1 + d1 * s2)) / det - (yr === 0 ? 0 : (yr * yr) / (sigma + kappa));
}

/** Residual of (24) per I_z at angular velocity W: rises through 0 at the root. */
function measureTorque(q: Float64Array, e: Ellipsoid): void {
  const w = q[W];
  q[HIGH] = Math.sqrt((e.et * (q[VX] + q[A] * w)) ** 2 + (e.eo * (q[VY] + q[B] * w)) ** 2 + (e.er * w) ** 2);
  solveSigma(q, e, false);
  // p / I_z = κ y e / e_r²
  const lever = q[KAPPA] / (e.er * e.er);
  q[TORQUE] = w - q[W_FREE] - lever * (e.er * q[Y_R] + q[A] * e.et * q[Y_T] + q[B] * e.eo * q[Y_O]);
}

/** With tipping moments: finds w of (24) by the Illinois variant of false position, with bisection. */
function solveSpin(q: Float64Array, e: Ellipsoid): void {
  const most =
    (q[KAPPA] / (e.er * e.er)) * Math.sqrt(e.er * e.er + (e.et * q[A]) ** 2 + (e.eo * q[B]) ** 2) * (1 + 1e-12);
  let low = q[W_FREE] - most;
  let high = q[W_FREE] + most;
  q[W] = low;
  measureTorque(q, e);
  let fLow = q[TORQUE];
  q[W] = high;
  measureTorque(q, e);
  let fHigh = q[TORQUE];
  let side = 0;
  for (let n = 0; n < MAX_STEPS; n++) {
    const width = high - low;
    let w = high - (fHigh * width) / (fHigh - fLow);
    // Every fourth step bisects: the residual jumps at w = 0 if friction can hold the translation alone.
    if (!(w > low && w < high) || (n & 3) === 3) w = low + 0.5 * width;
    if (w <= low || w >= high) break;
    q[W] = w;
    measureTorque(q, e);
    const f = q[TORQUE];
    if (f === 0) return;
    if (f < 0) {
      low = w;
      fLow = f;
      if (side < 0) fHigh *= 0.5;
      side = -1;
    } else {
      high = w;
      fHigh = f;
      if (side > 0) fLow *= 0.5;
      side = 1;
    }
    if (high - low <= EPSILON * Math.abs(w)) break;
  }
}
