/**
 * Tyre: bristles that rolling renews. Steady rolling with slip κ gives z = σ κ, so the stiffness per slip and load is k σ / N₀.
 *
 *     ż = v - |ω_g R| z / σ,   T = -(k z + c ż),   (Tx/μx)² + (Ty/μy)² ≤ N²
 *
 *   z   deflection     m            k, c   stiffness, damping     N/m, N s/m
 *   v   slip velocity  m/s          σ      relaxation length      m
 *
 * At rest it is a spring that remembers, so a parked car does not creep. The implicit step, with e = 1 + h |ω_g R|/σ of the last step, is
 * v + eps p + bias = 0 unless p leaves the ellipse: eps = e/(h²k + hc), bias = (hk - c(e-1))/(h²k + hc) z. After de Wit & Tsiotras (1999)
 * with the bristles lumped into one.
 */
import { FALLOFF_SPEED, MIN_FACTOR, MIN_LOAD_FACTOR, MIN_SLIP_SPEED, TYRE_DAMPING } from '../constants.js';
import type { TyreCurve } from '../tyre/tyre.js';
import type { VehicleState } from './state.js';

/** Below this a slip curve is straight, as a fraction of its peak. */
const MIN_RISE = 1e-6;

/** The tyre `curve` on ground with coefficients `groundMuX` and `groundMuY` (NaN: the curve's own). */
export function prepareTyre(state: VehicleState, i: number, curve: TyreCurve, h: number): void {
  const { wheels } = state;
  const { staticLoad, slidingSpeed, lastLoad, zx, zy } = wheels;
  wheels.curve[i] = curve;
  const excess = lastLoad[i] > 0 ? lastLoad[i] / h / staticLoad[i] - 1 : 0;
  const ofLoad = Math.max(1 - curve.loadSensitivity * excess, MIN_LOAD_FACTOR);
  const ofSpeed = 1 - (curve.falloff * slidingSpeed[i]) / (slidingSpeed[i] + FALLOFF_SPEED);
  // Ground without a direction scales the whole ellipse.
  const { groundMuX, groundMuY } = wheels;
  const ofGroundX = Number.isNaN(groundMuX[i]) ? 1 : groundMuX[i] / curve.muX;
  const ofGroundY = Number.isNaN(groundMuY[i]) ? 1 : groundMuY[i] / curve.muX;
  let peak = ofLoad * ofSpeed;
  let perSlip = staticLoad[i];
  const { shape, peakSlip = 1 } = curve;
  if (shape) {
    // Similarity (Pacejka): slippery ground scales force and slip of the curve alike, so that its initial slope stays.
    const scale = Math.max(Math.sqrt(ofGroundX * ofGroundY) * peak, MIN_FACTOR);
    const slip = lastSlip(state, i) / scale;
    if (slip > peakSlip) peak *= shape(slip);
    const relaxed = Math.min(Math.hypot(zx[i], zy[i]) / curve.relaxation / scale, peakSlip);
    const slope = curve.stiffnessX / curve.muX;
    if (slope * relaxed > MIN_RISE) perSlip *= shape(relaxed) / (slope * relaxed);
    perSlip *= Math.max(1 + excess, MIN_LOAD_FACTOR);
  }
  wheels.muX[i] = curve.muX * ofGroundX * peak;
  wheels.muY[i] = curve.muY * ofGroundY * peak;
  const scale = perSlip / curve.relaxation;
  wheels.kx[i] = curve.stiffnessX * scale;
  wheels.ky[i] = curve.stiffnessY * scale;
  wheels.cx[i] = 2 * TYRE_DAMPING * Math.sqrt(wheels.kx[i] * wheels.carried[i]);
  wheels.cy[i] = 2 * TYRE_DAMPING * Math.sqrt(wheels.ky[i] * wheels.carried[i]);
  wheels.relaxation[i] = curve.relaxation;
}

/** Combined slip of the last step. */
function lastSlip({ wheels }: VehicleState, i: number): number {
  const { slipX, slipY, groundSpin, radius } = wheels;
  const rolling = radius[i] * groundSpin[i];
  const speed = Math.max(Math.abs(rolling), Math.abs(rolling + slipX[i]), MIN_SLIP_SPEED);
  return Math.hypot(slipX[i], slipY[i]) / speed;
}

/** Deflection after the step, from `slipX` and `slipY`, sticking or sliding alike: z⁺ = (c z/h - p/h) / (k + c/h). Stores what the next step needs. */
export function commitTyre({ wheels }: VehicleState, i: number, h: number): void {
  const { forward, side, deflection, tyreImpulse, pX, pY, zx, zy, kx, ky, cx, cy, rolling, relaxation } = wheels;
  const k = 3 * i;
  const nextX = (cx[i] * zx[i] - pX[i]) / (h * kx[i] + cx[i]);
  const nextY = (cy[i] * zy[i] - pY[i]) / (h * ky[i] + cy[i]);
  const renewed = rolling[i] / relaxation[i];
  const slidingX = wheels.slipX[i] - (nextX - zx[i]) / h - renewed * nextX;
  const slidingY = wheels.slipY[i] - (nextY - zy[i]) / h - renewed * nextY;
  const isSliding = wheels.onBoundary[i] === 1;
  wheels.slidingSpeed[i] = isSliding ? Math.sqrt(slidingX * slidingX + slidingY * slidingY) : 0;
  wheels.stuck[i] = isSliding ? 0 : 1;
  for (let e = k; e < k + 3; e++) {
    deflection[e] = nextX * forward[e] + nextY * side[e];
    tyreImpulse[e] = pX[i] * forward[e] + pY[i] * side[e];
    wheels.stuckForward[e] = forward[e];
    wheels.stuckSide[e] = side[e];
  }
}
