import { discFar, discNear, F, F1, F2, G0, G1, G2, G3, INPUT, RADIAL_SIZE } from './disc-kernel-radial.js';
import { addShifted, KERNEL_SIZE } from './kernel.js';

/**
 * psi, f and H (see `kernel.ts`) of a disc or ring under p = (1 + γ·(ρ - m)) / area. With V, W, Φ = A F(B/A) and
 * Φ1 = A G(B/A) of `disc-kernel-radial.ts`, u = v/V, n̂ = (-uy, ux), and s the sign of w, all at the disc's centre m:
 *
 *     psi = Φ + a s (γ·n̂) Φ1,   W = a |w|
 *     f   = Φ_V u + a s [(γ·n̂) Φ1_V u - (γ·u) Φ1/V n̂],   f₃ = a s Φ_W + a² (γ·n̂) Φ1_W
 *
 *   a, b       outer and inner radius (0: no hole)                             R
 *   m          centre of the disc from the pressure centre                     R
 *   γ          gradient of the pressure over its mean, |γ| a ≤ 1             1/R
 *
 * A ring is the outer disc with weight a²/(a² - b²) and the inner one with -b²/(a² - b²), with the same γ.
 */

/** Numbers of a disc: R in metres (for the caller), a, b, mx, my, γx, γy. */
export const DISC_SIZE = 7;

export function evalDisc(patch: Float64Array, at: number, twist: Float64Array, out: Float64Array): void {
  const a = patch[at + 1];
  const b = patch[at + 2];
  const mx = patch[at + 3];
  const my = patch[at + 4];
  const gx = patch[at + 5];
  const gy = patch[at + 6];
  for (let k = 0; k < KERNEL_SIZE; k++) {
    out[k] = 0;
    local[k] = 0;
  }
  const w = twist[2];
  job[0] = twist[0] - w * my;
  job[1] = twist[1] + w * mx;
  job[2] = w;
  job[3] = gx;
  job[4] = gy;
  const share = 1 / (a * a - b * b);
  job[5] = a;
  job[6] = a * a * share;
  addDisc(job, local);
  if (b > 0) {
    job[5] = b;
    job[6] = -b * b * share;
    addDisc(job, local);
  }
  place[0] = 1;
  place[1] = mx;
  place[2] = my;
  addShifted(local, place, out);
}

/** Scratch: [vx, vy, w at the centre, γx, γy, radius, weight]. */
const job = new Float64Array(7);
const local = new Float64Array(KERNEL_SIZE);
const place = new Float64Array(3);
const radial = new Float64Array(RADIAL_SIZE);

/** Adds weight × a disc of the given radius, for the twist at its centre: `from` = [vx, vy, w, γx, γy, radius, weight]. */
export function addDisc(from: Float64Array, out: Float64Array): void {
  const tilted = from[3] !== 0 || from[4] !== 0;
  const where = placeOf(from, radial);
  if (where === NEAR) discNear(radial, tilted);
  else if (where === FAR) discFar(radial, tilted);
  else return;
  addRadial(from, radial, where === NEAR, tilted, out);
}

/** Where the centre of rotation is: nowhere, as nothing moves, within the radius, or beyond it. */
export const REST = 0;
export const NEAR = 1;
const FAR = 2;

/** The x of `disc-kernel-radial.ts` into y[INPUT]. */
export function placeOf(from: Float64Array, y: Float64Array): number {
  const vx = from[0];
  const vy = from[1];
  const V = Math.sqrt(vx * vx + vy * vy);
  const W = from[5] * Math.abs(from[2]);
  if (V > W) {
    y[INPUT] = W / V;
    return FAR;
  }
  if (!(W > 0)) return REST;
  y[INPUT] = V / W;
  return NEAR;
}

/** Adds weight × the potential with the radial functions y, which belong to the twist in `from` as `addDisc` takes it. */
export function addRadial(
  from: Float64Array,
  y: Float64Array,
  near: boolean,
  tilted: boolean,
  out: Float64Array,
): void {
  const vx = from[0];
  const vy = from[1];
  const w = from[2];
  const a = from[5];
  const weight = from[6];
  const V = Math.sqrt(vx * vx + vy * vy);
  const W = a * Math.abs(w);
  const x = y[INPUT];
  const ux = V > 0 ? vx / V : 1;
  const uy = V > 0 ? vy / V : 0;
  // Of Φ(A, B) with A = W or V; signed by w where the chain rule asks for it.
  const as = w < 0 ? -a : a;
  const value = y[F];
  const rise = x * y[F1];
  const rest = value - x * rise;
  let psi: number;
  let dV: number;
  let dw: number;
  let uu: number;
  let turn: number;
  let uw: number;
  let ww: number;
  if (near) {
    const inverse = 1 / W;
    const bend = y[F2] * inverse;
    psi = W * value;
    dV = rise;
    dw = as * rest;
    uu = bend;
    turn = y[F1] * inverse;
    uw = -as * x * bend;
    ww = a * a * x * x * bend;
  } else {
    const inverse = 1 / V;
    const bend = y[F2] * inverse;
    psi = V * value;
    dV = rest;
    dw = as * rise;
    uu = x * x * bend;
    turn = rest * inverse;
    uw = -as * x * bend;
    ww = a * a * bend;
  }
  let dn = 0;
  let un = 0;
  let nw = 0;
  if (tilted) {
    const q = from[4] * ux - from[3] * uy;
    const k = from[3] * ux + from[4] * uy;
    const g1 = y[G1];
    if (near) {
      const inverse = 1 / W;
      const bend = y[G2] * inverse;
      const shear = y[G3] * inverse;
      psi += as * q * y[G0] * V;
      dV += as * q * g1;
      dn = -as * k * y[G0];
      dw -= a * a * q * x * x * y[G3];
      uu += as * q * bend;
      un = -as * k * shear;
      turn += as * q * shear;
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
      turn -= as * q * x * spin;
      uw -= a * a * q * x * bend;
      nw = -a * a * k * spin;
      ww += a * a * as * q * bend;
    }
  }
  out[0] += weight * psi;
  out[1] += weight * (dV * ux - dn * uy);
  out[2] += weight * (dV * uy + dn * ux);
  out[3] += weight * dw;
  out[4] += weight * (uu * ux * ux - 2 * un * ux * uy + turn * uy * uy);
  out[5] += weight * (uu * ux * uy + un * (ux * ux - uy * uy) - turn * ux * uy);
  out[6] += weight * (uw * ux - nw * uy);
  out[7] += weight * (uu * uy * uy + 2 * un * ux * uy + turn * ux * ux);
  out[8] += weight * (uw * uy + nw * ux);
  out[9] += weight * ww;
}
