import { SHAPE_STRIDE } from '@stiction/friction-core';
import { evaluatePressure, type Pressure } from '@stiction/limit-surface';
import { BLOCK_TOLERANCE, LOCKED_INERTIA, MAX_EVALUATIONS } from './constants.js';
import { isSpeedLaw } from './laws.js';
import { addToVelocity, slipOf } from './slip.js';
import type { FloorState } from './state.js';

/**
 * The implicit step of one body on the limit surface of its footprint. With u = [vx, vy, R w] at the pressure centre, in the body's
 * frame, and the body's mass matrix B there, friction λ and the velocity u at the end of the step satisfy
 *
 *     B u = β + λ,   λ = -N ∇psi(u) for u ≠ 0,   or u = 0 and λ = -β in the limit set
 *
 *   β     momentum without this patch's friction, with forces of this step             N s
 *   N     μ times the load of the patch in this step                                    N s
 *   psi   dissipation per load and μ, from the pressure in closed form                  m/s
 *
 * It is the optimality condition of min ½ uᵀB u - βᵀu + N psi(u): λ is the projection of the stopping impulse -β onto the limit set, so
 * friction never reverses a motion, at any dt. For u = s d with a unit vector d, s = (β·d - N psi(d))/(dᵀB d), Newton's method finds d
 * from the last one. If s ≤ 0 the same steps maximise β·d/psi(d), the gauge of β: below N the body stays at rest.
 *
 * As `surfaces/block-step.ts` of limit-surface, with a mass matrix that is known without inverting a block.
 */

/** psi, f = ∇psi (three numbers) and its Hessian (six), in units of R. */
const kernel = new Float64Array(10);
const twist = new Float64Array(3);
const B = new Float64Array(6);
const beta = new Float64Array(3);
const slip = new Float64Array(3);
const d = new Float64Array(3);
const lastGood = new Float64Array(3);
const step = new Float64Array(3);
const Bd = new Float64Array(3);
const residual = new Float64Array(3);
const matrix = new Float64Array(6);
/** Solution, in the body's frame and units of R. */
const lambda = new Float64Array(3);
const change = new Float64Array(3);
/** Slip speed without and with full friction, and the coefficient: scratch of the speed laws. */
const direction = new Float64Array(3);
const support = new Float64Array(3);
/** [N, relative residual]. */
const numbers = new Float64Array(2);

/** Writes the friction of pure spinning that `solveSurface` needs. */
export function writeSpin(pressure: Pressure, R: number, out: Float64Array, at: number): void {
  d[0] = 0;
  d[1] = 0;
  d[2] = 1;
  evaluate(pressure, R);
  for (let e = 0; e < 3; e++) out[at + e] = kernel[1 + e];
}

/** One block step of patch i at the current velocities; writes its impulse and adds the change to the velocities. */
export function solveSurface<Body>(state: FloorState<Body>, i: number): void {
  const { patches, extras, slots } = state;
  const slot = extras.slot[i];
  const pressure = extras.pressure[i];
  const load = patches.normalScale[i] * patches.normalImpulse[i];
  const mu = patches.shape[SHAPE_STRIDE * i];
  const at = 3 * i;
  if (pressure === null || !(load * mu > 0)) {
    for (let e = 0; e < 3; e++) change[e] = -patches.impulse[at + e];
    patches.sliding[i] = mu > 0 ? 0 : 1;
    patches.impulse.fill(0, at, at + 3);
    addToVelocity(state, i, change);
    return;
  }
  const R = extras.R[i];
  const cos = slots.turn[2 * slot];
  const sin = slots.turn[2 * slot + 1];
  fillMass(slots.mass[slot], slots.inertia[slot], extras.offset[2 * i], extras.offset[2 * i + 1], R);
  slipOf(state, i, slip);
  // In the body's frame: slip, then β = B slip - λ.
  const sx = cos * slip[0] + sin * slip[1];
  const sy = cos * slip[1] - sin * slip[0];
  const sr = R * slip[2];
  const lx = patches.impulse[at];
  const ly = patches.impulse[at + 1];
  beta[0] = B[0] * sx + B[2] * sr - (cos * lx + sin * ly);
  beta[1] = B[3] * sy + B[4] * sr - (cos * ly - sin * lx);
  beta[2] = B[2] * sx + B[4] * sy + B[5] * sr - patches.impulse[at + 2] / R;
  numbers[0] = mu * load;
  numbers[1] = 0;
  let slides = solve(pressure, R, extras.memory, 6 * i);
  if (slides && isSpeedLaw(patches.law[i])) slides = solveSpeed(state, i, pressure, load);
  patches.sliding[i] = slides ? 1 : 0;
  if (numbers[1] > state.report.residual) state.report.residual = numbers[1];
  const nx = cos * lambda[0] - sin * lambda[1];
  const ny = sin * lambda[0] + cos * lambda[1];
  const nr = R * lambda[2];
  change[0] = nx - lx;
  change[1] = ny - ly;
  change[2] = nr - patches.impulse[at + 2];
  patches.impulse[at] = nx;
  patches.impulse[at + 1] = ny;
  patches.impulse[at + 2] = nr;
  addToVelocity(state, i, change);
}

/** Mass matrix at the pressure centre (px, py), in units of R: [11, 12, 13, 22, 23, 33]; 12 is 0. */
function fillMass(mass: number, inertia: number, px: number, py: number, R: number): void {
  const turning = inertia < LOCKED_INERTIA * mass * R * R ? inertia : LOCKED_INERTIA * mass * R * R;
  B[0] = mass;
  B[1] = 0;
  B[2] = (mass * py) / R;
  B[3] = mass;
  B[4] = (-mass * px) / R;
  B[5] = (turning + mass * (px * px + py * py)) / (R * R);
}

/**
 * [Kikuuwe] (16): friction of the speed at the end of the step. More friction leaves less speed, in good approximation along a line
 * s(f) = s0 - b f, whose slope is updated from solution to solution.
 */
function solveSpeed<Body>(state: FloorState<Body>, i: number, pressure: Pressure, load: number): boolean {
  const { patches, extras } = state;
  const R = extras.R[i];
  const ratio = pressure.r / R;
  const at = SHAPE_STRIDE * i;
  const mu0 = patches.shape[at];
  const { set } = patches.law[i];
  let high = mu0;
  let low = 0;
  let mu = mu0;
  for (let n = 0; n < SPEED_STEPS; n++) {
    // Speed at the end of the step with this coefficient.
    endVelocity();
    direction[0] = Math.sqrt(twist[0] * twist[0] + twist[1] * twist[1] + ratio * ratio * twist[2] * twist[2]);
    direction[1] = 0;
    direction[2] = 0;
    set.support(direction, patches.shape, at, support);
    const wanted = support[0];
    if (Math.abs(wanted - mu) <= 1e-9 * mu0) break;
    if (wanted < mu) high = mu;
    else low = mu;
    // The law's curve may rise above its value at rest, with a viscous part.
    if (wanted > high) high = wanted;
    mu = n < 6 && wanted > low && wanted <= high ? wanted : 0.5 * (low + high);
    numbers[0] = mu * load;
    if (!solve(pressure, R, extras.memory, 6 * i)) {
      // Between sticking and sliding: the friction at rest holds the body.
      return false;
    }
  }
  patches.shape[at + 3] = mu0 > 0 ? mu / mu0 : 1;
  return true;
}

const SPEED_STEPS = 20;

/** twist = B⁻¹ (β + λ), by solving the 3x3 system. */
function endVelocity(): void {
  for (let e = 0; e < 3; e++) residual[e] = beta[e] + lambda[e];
  for (let e = 0; e < 6; e++) matrix[e] = B[e];
  solveSymmetric(residual, twist);
}

/** Writes `lambda` for β, B and N; returns true if the patch slides. */
function solve(pressure: Pressure, R: number, memory: Float64Array, at: number): boolean {
  const N = numbers[0];
  const spin = memory[at + 2];
  const f1 = memory[at];
  const f2 = memory[at + 1];
  // Inside the hull of sliding and spinning, which is inside the surface: at rest.
  const bound =
    Math.sqrt(beta[0] * beta[0] + beta[1] * beta[1]) + ((1 + Math.sqrt(f1 * f1 + f2 * f2)) * Math.abs(beta[2])) / spin;
  if (bound <= N) return stick();
  for (let e = 0; e < 3; e++) d[e] = memory[at + 3 + e];
  if (!(beta[0] * d[0] + beta[1] * d[1] + beta[2] * d[2] > 0)) {
    d[0] = beta[0] / B[0];
    d[1] = beta[1] / B[3];
    d[2] = beta[2] / B[5];
  }
  if (!normalise()) return stick();
  let bestMerit = Number.NEGATIVE_INFINITY;
  let shrink = 1;
  for (let n = 0; n < MAX_EVALUATIONS; n++) {
    evaluate(pressure, R);
    const psi = kernel[0];
    Bd[0] = B[0] * d[0] + B[2] * d[2];
    Bd[1] = B[3] * d[1] + B[4] * d[2];
    Bd[2] = B[2] * d[0] + B[4] * d[1] + B[5] * d[2];
    const square = d[0] * Bd[0] + d[1] * Bd[1] + d[2] * Bd[2];
    const along = beta[0] * d[0] + beta[1] * d[1] + beta[2] * d[2];
    const s = (along - N * psi) / square;
    const slips = s > 0;
    const merit = slips ? (s * Math.sqrt(square)) / N : along / psi / N - 1;
    const isLast = n === MAX_EVALUATIONS - 1;
    if (merit < bestMerit - 1e-8 - 1e-12 * Math.abs(bestMerit) && !isLast) {
      // Overshot: back to the last good direction, with a shorter step.
      shrink *= 0.4;
      for (let e = 0; e < 3; e++) d[e] = lastGood[e] + shrink * step[e];
      normalise();
      continue;
    }
    bestMerit = merit;
    shrink = 1;
    const weight = slips ? s : 0;
    const size = slips ? N : along / psi;
    let error = 0;
    for (let e = 0; e < 3; e++) {
      lastGood[e] = d[e];
      residual[e] = weight * Bd[e] + size * kernel[1 + e] - beta[e];
      error += Math.abs(residual[e]);
    }
    if (slips && (error <= BLOCK_TOLERANCE * N || isLast)) {
      for (let e = 0; e < 3; e++) {
        memory[at + 3 + e] = d[e];
        lambda[e] = -N * kernel[1 + e];
      }
      numbers[1] = error / N;
      return true;
    }
    fillMatrix(slips, weight, size, 1e-10 * N);
    if (!solveSymmetric(residual, step)) return stick();
    let gain = 0;
    let length = 0;
    for (let e = 0; e < 3; e++) {
      step[e] = -step[e];
      gain -= step[e] * residual[e];
      length += step[e] * step[e];
    }
    if (!slips) {
      gain /= psi;
      if ((size + 2 * gain < N && gain < 0.05 * N) || error <= BLOCK_TOLERANCE * size || isLast) {
        for (let e = 0; e < 3; e++) memory[at + 3 + e] = d[e];
        return stick();
      }
    }
    length = Math.sqrt(length);
    for (let e = 0; e < 3; e++) {
      if (length > 1) step[e] /= length;
      d[e] += step[e];
    }
    normalise();
  }
  return stick();
}

function stick(): boolean {
  for (let e = 0; e < 3; e++) lambda[e] = -beta[e];
  return false;
}

/** Kernel of the direction d, in units of R. */
function evaluate(pressure: Pressure, R: number): void {
  twist[0] = d[0];
  twist[1] = d[1];
  twist[2] = d[2] / R;
  evaluatePressure(pressure, twist, kernel);
  kernel[3] /= R;
  kernel[6] /= R;
  kernel[8] /= R;
  kernel[9] /= R * R;
}

/** s B + N H for slip, N' (H + d dᵀ) for the gauge, with a small ridge because H d = 0. */
function fillMatrix(slips: boolean, weight: number, size: number, ridge: number): void {
  let k = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++, k++) matrix[k] = size * kernel[4 + k] + (slips ? weight * B[k] : size * d[i] * d[j]);
  }
  matrix[0] += ridge;
  matrix[3] += ridge;
  matrix[5] += ridge;
}

function normalise(): boolean {
  const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  if (!(length > 0)) return false;
  for (let e = 0; e < 3; e++) d[e] /= length;
  return true;
}

/** y = matrix⁻¹ x by Cramer's rule; false if the matrix is singular. */
function solveSymmetric(x: Float64Array, y: Float64Array): boolean {
  const M = matrix;
  const c11 = M[3] * M[5] - M[4] * M[4];
  const c12 = M[2] * M[4] - M[1] * M[5];
  const c13 = M[1] * M[4] - M[2] * M[3];
  const c22 = M[0] * M[5] - M[2] * M[2];
  const c23 = M[1] * M[2] - M[0] * M[4];
  const c33 = M[0] * M[3] - M[1] * M[1];
  const determinant = M[0] * c11 + M[1] * c12 + M[2] * c13;
  if (!(determinant !== 0 && determinant * 0 === 0)) return false;
  y[0] = (c11 * x[0] + c12 * x[1] + c13 * x[2]) / determinant;
  y[1] = (c12 * x[0] + c22 * x[1] + c23 * x[2]) / determinant;
  y[2] = (c13 * x[0] + c23 * x[1] + c33 * x[2]) / determinant;
  return true;
}
