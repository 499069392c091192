/**
 * Bristle deflections follow what the bodies did, not what the solver expected. For wheels that stuck on the same body:
 *
 *     δx = d·f - h (slipX + R ω_g),   δy = d·s - h slipY,   z += (1 - |ω_g R| / 0.5 m/s)₊ δ
 *
 *   d     motion of the hub against the ground in the last step       m
 *   ω_g   spin of the wheel against the ground                         rad/s
 *
 * Without it, a parked car creeps on ground that rotates: velocities miss ½ ω² r h² per step.
 */
import { CORRECTION_SPEED, MAX_CORRECTION } from '../constants.js';
import { writeSpinOnGround } from './rows.js';
import type { VehicleState } from './state.js';
import { dot, rotate, writeDot } from './vector.js';

/** Corrects the deflection of wheel i and takes it, and the last tyre impulse, into the new frame of the wheel. */
export function updateDeflection(state: VehicleState, i: number, h: number, scratch: Float64Array): void {
  const { wheels, bodies } = state;
  const { deflection: z, tyreImpulse, forward, side, zx, zy, pX, pY, radius, slot, rolling } = wheels;
  const k = 3 * i;
  if (wheels.contact[i] === 0) {
    z.fill(0, k, k + 3);
    tyreImpulse.fill(0, k, k + 3);
    zx[i] = zy[i] = pX[i] = pY[i] = 0;
    return;
  }
  const ground = slot[i];
  if (wheels.stuck[i] === 1 && bodies.key[ground] === wheels.stuckKey[i]) correct(state, i, ground, scratch);
  const w = 6 * ground + 3;
  const { velocity: v } = bodies;
  const x = z[k] + h * (v[w + 1] * z[k + 2] - v[w + 2] * z[k + 1]);
  const y = z[k + 1] + h * (v[w + 2] * z[k] - v[w] * z[k + 2]);
  const zz = z[k + 2] + h * (v[w] * z[k + 1] - v[w + 1] * z[k]);
  z[k] = x;
  z[k + 1] = y;
  z[k + 2] = zz;
  writeDot(zx, i, z, k, forward, k);
  writeDot(zy, i, z, k, side, k);
  writeDot(pX, i, tyreImpulse, k, forward, k);
  writeDot(pY, i, tyreImpulse, k, side, k);
  writeSpinOnGround(state, i, v, rolling);
  rolling[i] = Math.abs(rolling[i] * radius[i]);
}

function correct({ wheels, bodies, h }: VehicleState, i: number, ground: number, moved: Float64Array): void {
  const { stuckHub, stuckForward, stuckSide, slipX, slipY, groundSpin, hub, radius, deflection } = wheels;
  const k = 3 * i;
  rotate(bodies.rotation, 4 * ground, stuckHub, k, moved, 0);
  for (let e = 0; e < 3; e++) moved[e] = hub[k + e] - moved[e] - bodies.origin[3 * ground + e];
  const rollingSpeed = radius[i] * groundSpin[i];
  const dx = dot(moved, 0, stuckForward, k) - h * (slipX[i] + rollingSpeed);
  const dy = dot(moved, 0, stuckSide, k) - h * slipY[i];
  const weight = Math.max(0, 1 - Math.abs(rollingSpeed) / CORRECTION_SPEED);
  if (weight === 0 || !(dx * dx + dy * dy <= (MAX_CORRECTION * radius[i]) ** 2)) return;
  for (let e = 0; e < 3; e++) {
    deflection[k + e] += weight * (dx * stuckForward[k + e] + dy * stuckSide[k + e]);
  }
}
