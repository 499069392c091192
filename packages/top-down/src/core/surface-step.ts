import { SHAPE_STRIDE } from '@stiction/friction-core';
import type { Pressure } from '@stiction/limit-surface';
import { LOCKED_INERTIA, MEMORY } from './constants.js';
import { B, beta, d, evaluateDirection, kernel, lambda, numbers, solveDirection } from './direction.js';
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
 * friction never reverses a motion, at any dt. `direction.ts` solves it.
 */

const slip = new Float64Array(3);
const change = new Float64Array(3);
/** Velocity at the end of the step, of the speed laws. */
const end = new Float64Array(3);
/** Argument and result of the law's set, of the speed laws. */
const direction = new Float64Array(3);
const support = new Float64Array(3);

/** Writes the friction of pure spinning that `solveSurface` needs. */
export function writeSpin(pressure: Pressure, R: number, out: Float64Array, at: number): void {
  d[0] = 0;
  d[1] = 0;
  d[2] = 1;
  numbers[1] = R;
  evaluateDirection(pressure);
  for (let e = 0; e < 3; e++) out[at + e] = kernel[1 + e];
}

/** One block step of patch i at the current velocities; writes its impulse and adds the change to the velocities. */
export function solveSurface<Body>(state: FloorState<Body>, i: number): void {
  const { patches, extras, slots } = state;
  const { impulse } = patches;
  const slot = extras.slot[i];
  const pressure = extras.pressure[i];
  const load = patches.normalScale[i] * patches.normalImpulse[i];
  const mu = patches.shape[SHAPE_STRIDE * i];
  const at = 3 * i;
  if (pressure === null || !(load * mu > 0)) {
    for (let e = 0; e < 3; e++) change[e] = -impulse[at + e];
    patches.sliding[i] = mu > 0 ? 0 : 1;
    impulse.fill(0, at, at + 3);
    addToVelocity(state, i, change);
    return;
  }
  const R = extras.R[i];
  const cos = slots.turn[2 * slot];
  const sin = slots.turn[2 * slot + 1];
  fillMass(state, i, slot);
  slipOf(state, i, slip);
  // In the body's frame: slip, then β = B slip - λ.
  const sx = cos * slip[0] + sin * slip[1];
  const sy = cos * slip[1] - sin * slip[0];
  const sr = R * slip[2];
  const lx = impulse[at];
  const ly = impulse[at + 1];
  const lr = impulse[at + 2];
  beta[0] = B[0] * sx + B[2] * sr - (cos * lx + sin * ly);
  beta[1] = B[3] * sy + B[4] * sr - (cos * ly - sin * lx);
  beta[2] = B[2] * sx + B[4] * sy + B[5] * sr - lr / R;
  numbers[0] = mu * load;
  numbers[1] = R;
  numbers[2] = 0;
  let slides = false;
  if (isHeld(extras.memory, MEMORY * i)) for (let e = 0; e < 3; e++) lambda[e] = -beta[e];
  else {
    readDirection(state, i, slot);
    slides = solveDirection(pressure);
    if (slides && isSpeedLaw(patches.law[i])) slides = solveSpeed(state, i, pressure);
  }
  if (slides) storeDirection(state, i, slot);
  else extras.memory.fill(0, MEMORY * i + 3, MEMORY * (i + 1));
  patches.sliding[i] = slides ? 1 : 0;
  if (numbers[2] > state.report.residual) state.report.residual = numbers[2];
  const nx = cos * lambda[0] - sin * lambda[1];
  const ny = sin * lambda[0] + cos * lambda[1];
  const nr = R * lambda[2];
  change[0] = nx - lx;
  change[1] = ny - ly;
  change[2] = nr - lr;
  impulse[at] = nx;
  impulse[at + 1] = ny;
  impulse[at + 2] = nr;
  addToVelocity(state, i, change);
}

/** True if β is inside the hull of sliding and spinning, which is inside the surface: at rest. */
function isHeld(memory: Float64Array, at: number): boolean {
  const f1 = memory[at];
  const f2 = memory[at + 1];
  const spin = memory[at + 2];
  const sliding = Math.sqrt(beta[0] * beta[0] + beta[1] * beta[1]);
  return sliding + ((1 + Math.sqrt(f1 * f1 + f2 * f2)) * Math.abs(beta[2])) / spin <= numbers[0];
}

/** d = the direction expected from those of the last two steps, which are in world axes. */
function readDirection<Body>({ extras, slots }: FloorState<Body>, i: number, slot: number): void {
  const { memory } = extras;
  const at = MEMORY * i + 3;
  const cos = slots.turn[2 * slot];
  const sin = slots.turn[2 * slot + 1];
  const x = memory[at];
  const y = memory[at + 1];
  const r = memory[at + 2];
  const dx = x - memory[at + 3];
  const dy = y - memory[at + 4];
  const dr = r - memory[at + 5];
  const f = dx * dx + dy * dy + dr * dr < 0.1 ? 1 : 0;
  d[0] = cos * (x + f * dx) + sin * (y + f * dy);
  d[1] = cos * (y + f * dy) - sin * (x + f * dx);
  d[2] = r + f * dr;
}

function storeDirection<Body>({ extras, slots }: FloorState<Body>, i: number, slot: number): void {
  const { memory } = extras;
  const at = MEMORY * i + 3;
  const cos = slots.turn[2 * slot];
  const sin = slots.turn[2 * slot + 1];
  memory[at + 3] = memory[at];
  memory[at + 4] = memory[at + 1];
  memory[at + 5] = memory[at + 2];
  memory[at] = cos * d[0] - sin * d[1];
  memory[at + 1] = sin * d[0] + cos * d[1];
  memory[at + 2] = d[2];
}

/** Mass matrix at the pressure centre (px, py), in units of R: [11, 12, 13, 22, 23, 33]; 12 is 0. */
function fillMass<Body>({ slots, extras }: FloorState<Body>, i: number, slot: number): void {
  const mass = slots.mass[slot];
  const inertia = slots.inertia[slot];
  const px = extras.offset[2 * i];
  const py = extras.offset[2 * i + 1];
  const R = extras.R[i];
  const most = LOCKED_INERTIA * mass * R * R;
  B[0] = mass;
  B[2] = (mass * py) / R;
  B[3] = mass;
  B[4] = (-mass * px) / R;
  B[5] = (Math.min(inertia, most) + mass * (px * px + py * py)) / (R * R);
}

/**
 * [Kikuuwe] (16): friction of the speed at the end of the step. More friction leaves less speed, so the coefficient is bracketed.
 */
function solveSpeed<Body>({ patches }: FloorState<Body>, i: number, pressure: Pressure): boolean {
  const load = patches.normalScale[i] * patches.normalImpulse[i];
  const ratio = pressure.r / numbers[1];
  const at = SHAPE_STRIDE * i;
  const mu0 = patches.shape[at];
  const { set } = patches.law[i];
  let high = mu0;
  let low = 0;
  let mu = mu0;
  for (let n = 0; n < SPEED_STEPS; n++) {
    endVelocity();
    direction[0] = Math.sqrt(end[0] * end[0] + end[1] * end[1] + ratio * ratio * end[2] * end[2]);
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
    if (!solveDirection(pressure)) {
      // Between sticking and sliding: the friction at rest holds the body.
      return false;
    }
  }
  patches.shape[at + 3] = mu0 > 0 ? mu / mu0 : 1;
  return true;
}

const SPEED_STEPS = 20;

/** end = B⁻¹ (β + λ). */
function endVelocity(): void {
  const x = beta[0] + lambda[0];
  const y = beta[1] + lambda[1];
  // Of the first two rows u₁ = (x - B₁₃ u₃)/B₁₁, u₂ = (y - B₂₃ u₃)/B₂₂.
  const pivot = B[5] - (B[2] * B[2]) / B[0] - (B[4] * B[4]) / B[3];
  end[2] = (beta[2] + lambda[2] - (B[2] * x) / B[0] - (B[4] * y) / B[3]) / pivot;
  end[0] = (x - B[2] * end[2]) / B[0];
  end[1] = (y - B[4] * end[2]) / B[3];
}
