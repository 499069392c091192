import { discFar, discNear, F, F1, F2, G0, G1, G2, G3, INPUT, RADIAL_SIZE } from './disc-radial.js';
import { addShifted, KERNEL_SIZE } from './kernel.js';

/**
 * psi, f and H (see `kernel.ts`) of a disc or ring under p = (1 + γ·(ρ - m)) / area. With V, W, Φ = A F(B/A) and Φ1 = A
 * G(B/A) of `disc-radial.ts`, u = v/V, n̂ = (-uy, ux), and s the sign of w, all at the disc's centre m:
 *
 *     psi = Φ + a s (γ·n̂) Φ1,   W = a |w|
 *     f   = Φ_V u + a s [(γ·n̂) Φ1_V u - (γ·u) Φ1/V n̂],   f₃ = a s Φ_W + a² (γ·n̂) Φ1_W
 *
 *   a, b       outer and inner radius (0: no hole)                             R
 *   m          centre of the disc from the pressure centre                     R
 *   γ          gradient of the pressure over its mean, |γ| a ≤ 1             1/R
 *
 * A ring is the outer disc with weight a²/(a² - b²) plus the inner disc with weight -b²/(a² - b²), with the same γ.
 */

/** Floats per disc: R in metres (for the caller), a, b, mx, my, γx, γy. */
export const DISC_SIZE = 7;

export function evalDisc(data: Float64Array, at: number, twist: Float64Array, out: Float64Array): void {
  const a = data[at + 1];
  const b = data[at + 2];
  const mx = data[at + 3];
  const my = data[at + 4];
  const gx = data[at + 5];
  const gy = data[at + 6];
  for (let k = 0; k < KERNEL_SIZE; k++) {
    out[k] = 0;
    local[k] = 0;
  }
  const w = twist[2];
  discInput[0] = twist[0] - w * my;
  discInput[1] = twist[1] + w * mx;
  discInput[2] = w;
  discInput[3] = gx;
  discInput[4] = gy;
  const share = 1 / (a * a - b * b);
  discInput[5] = a;
  discInput[6] = a * a * share;
  addDisc(discInput, local);
  if (b > 0) {
    discInput[5] = b;
    discInput[6] = -b * b * share;
    addDisc(discInput, local);
  }
  offset[0] = 1;
  offset[1] = mx;
  offset[2] = my;
  addShifted(local, offset, out);
}

/** Input of `addDisc`: [vx, vy, w at the centre, γx, γy, radius, weight]. */
const discInput = new Float64Array(7);
const local = new Float64Array(KERNEL_SIZE);
const offset = new Float64Array(3);
const radial = new Float64Array(RADIAL_SIZE);

/** Adds weight × the output of a disc, for the twist at its centre: `input` = [vx, vy, w, γx, γy, radius, weight]. */
export function addDisc(input: Float64Array, out: Float64Array): void {
  const isTilted = input[3] !== 0 || input[4] !== 0;
  const region = locateRotation(input, radial);
  if (region === NEAR) discNear(radial, isTilted);
  else if (region === FAR) discFar(radial, isTilted);
  else return;
  addRadial(input, radial, region === NEAR, isTilted, out);
}

/** Centre of rotation: none because the disc is at rest, within the radius, or beyond it. */
export const REST = 0;
export const NEAR = 1;
const FAR = 2;

/** Writes the x of `disc-radial.ts` to y[INPUT]; returns REST, NEAR or FAR. */
export function locateRotation(input: Float64Array, y: Float64Array): number {
  const vx = input[0];
  const vy = input[1];
  const V = Math.sqrt(vx * vx + vy * vy);
  const W = input[5] * Math.abs(input[2]);
  if (V > W) {
    y[INPUT] = W / V;
    return FAR;
  }
  if (!(W > 0)) return REST;
  y[INPUT] = V / W;
  return NEAR;
}

/** Adds weight × the output for the radial functions y, evaluated for the twist in `input` (as in `addDisc`). */
export function addRadial(
  input: Float64Array,
  y: Float64Array,
  isNear: boolean,
  isTilted: boolean,
  out: Float64Array,
): void {
  const vx = input[0];
  const vy = input[1];
  const w = input[2];
  const a = input[5];
  const weight = input[6];
  const V = Math.sqrt(vx * vx + vy * vy);
  const W = a * Math.abs(w);
  const x = y[INPUT];
  const ux = V > 0 ? vx / V : 1;
  const uy = V > 0 ? vy / V : 0;
  // Derivatives of Φ(A, B) with A = W or V, signed by w where the chain rule requires it.
  const as = w < 0 ? -a : a;
  const value = y[F];
  const rise = x * y[F1];
  const remainder = value - x * rise;
  let psi: number;
  let dV: number;
  let dw: number;
  let uu: number;
  let nn: number;
  let uw: number;
  let ww: number;
  if (isNear) {
    const inverse = 1 / W;
    const bend = y[F2] * inverse;
    psi = W * value;
    dV = rise;
    dw = as * remainder;
    uu = bend;
    nn = y[F1] * inverse;
    uw = -as * x * bend;
    ww = a * a * x * x * bend;
  } else {
    const inverse = 1 / V;
    const bend = y[F2] * inverse;
    psi = V * value;
    dV = remainder;
    dw = as * rise;
    uu = x * x * bend;
    nn = remainder * inverse;
    uw = -as * x * bend;
    ww = a * a * bend;
  }
  let dn = 0;
  let un = 0;
  let nw = 0;
  if (isTilted) {
    const q = input[4] * ux - input[3] * uy;
    const k = input[3] * ux + input[4] * uy;
    const g1 = y[G1];
    if (isNear) {
      const inverse = 1 / W;
      const bend = y[G2] * inverse;
      const shear = y[G3] * inverse;
      psi += as * q * y[G0] * V;
      dV += as * q * g1;
      dn = -as * k * y[G0];
      dw -= a * a * q * x * x * y[G3];
      uu += as * q * bend;
      un = -as * k * shear;
      nn += as * q * shear;
      uw -= a * a * q * x * bend;
      nw = a * a * k * x * shear;
      ww += a * a * as * q * x * x * bend;
    } else {
      const inverse = 1 / V;
      const bend = y[G2] * inverse;
      const spin = g1 * inverse;
      psi += as * q * x * y[G0] * V;
      dV -= as * q * x * x * y[G3];
      dn = -as * k * x * y[G0];
      dw += a * a * q * g1;
      uu += as * q * x * x * bend;
      un = as * k * x * spin;
      nn -= as * q * x * spin;
      uw -= a * a * q * x * bend;
      nw = -a * a * k * spin;
      ww += a * a * as * q * bend;
    }
  }
  out[0] += weight * psi;
  out[1] += weight * (dV * ux - dn * uy);
  out[2] += weight * (dV * uy + dn * ux);
  out[3] += weight * dw;
  out[4] += weight * (uu * ux * ux - 2 * un * ux * uy + nn * uy * uy);
  out[5] += weight * (uu * ux * uy + un * (ux * ux - uy * uy) - nn * ux * uy);
  out[6] += weight * (uw * ux - nw * uy);
  out[7] += weight * (uu * uy * uy + 2 * un * ux * uy + nn * ux * ux);
  out[8] += weight * (uw * uy + nw * ux);
  out[9] += weight * ww;
}
