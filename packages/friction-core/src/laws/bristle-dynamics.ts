import { type PatchBuffers, SHAPE_STRIDE } from '../patches/patch-buffers.js';
import type { SpeedCurve } from './stribeck-curve.js';

/**
 * The common part of `dahl`, `lugre` and `elastoPlastic`: one bristle z with three components (t1, t2, r · angle about the normal),
 *
 *     ż = v - β σ0 |v| z / g(|v|),   f = -N (σ0 z + σ1 ż + σ2 v),   β ∈ [0, 1]
 *
 * and its implicit step. z' = (z + h v)/D with D = 1 + h β σ0 |v| / g, all at the same instant; for the solve |v| and β are those of
 * the previous (sub)step, so that
 *
 *     λ = -λN [ (σ0 + σ1/h) z' - (σ1/h) z + σ2 v ]     ⇔     v + eps λ + bias = 0,
 *     eps = 1 / (λN c),  bias = z ((σ0 + σ1/h)/D - σ1/h) / c,   c = (h σ0 + σ1)/D + σ2.
 *
 * Steady sliding gives f = N (g + σ2 |v|) exactly, at any h. λ is bounded by the law's own maximum, muS + σ2 |v| + σ1 |ż|, with
 * |ż| ≤ 2 |v| and at most one reversal of the bristle in h, 2 muS/(σ0 h). Afterwards z moves by the true displacement, and |z| stays
 * below g/σ0.
 */
export interface BristleDynamics {
  sigma0: number;
  sigma1: number;
  sigma2: number;
  /** Friction at rest, the largest g. */
  muS: number;
  /** g(|v|), without the viscous part. */
  curve: SpeedCurve;
  /** Finds D for bristles with β < 1, from `scratch` and the bristle at state[z]. Omitted: β = 1. */
  findYield?: ((state: Float64Array, z: number, scratch: BristleScratch) => void) | undefined;
  /**
   * Maps a slip [v1, v2, r v3, |v|] of patch i to the velocity that bends the bristle: entries 0 to 2 become |v| times the friction
   * of steady sliding under unit load. Omitted: along the slip.
   */
  mapSlip?: ((patches: PatchBuffers, i: number, motion: Float64Array) => void) | undefined;
  scratch: BristleScratch;
}

/** Temporaries of a law on one bristle. */
export interface BristleScratch {
  /** Slip of the current patch [v1, v2, r v3, |v|] and h. */
  motion: Float64Array;
  /** D, σ0 times the largest deflection, and σ0. */
  yielding: Float64Array;
  /** Speed and coefficient on the curve. */
  point: Float64Array;
}

export function createBristleScratch(): BristleScratch {
  return { motion: new Float64Array(5), yielding: new Float64Array(3), point: new Float64Array(2) };
}

/** A bristle slides once it is bent to these fractions of its limit: from rest, and while it already slides (hysteresis). */
const SLIDING_FRACTION = 0.97;
const KEEP_SLIDING_FRACTION = 0.9;

/** Bounds of the ratio between bending velocity and slip along the slip, with `mapSlip`. */
const MIN_RATIO = 0.25;
const MAX_RATIO = 4;

export function linearizeBristle(law: BristleDynamics, patches: PatchBuffers, i: number, h: number): void {
  const { sigma0, sigma1, sigma2 } = law;
  const { motion, yielding } = law.scratch;
  const { eps, bias, shape, slip, state, torsionRadius } = patches;
  const at = 3 * i;
  const z = patches.stateStride * i;
  const r = torsionRadius[i];
  const spin = r * slip[at + 2];
  const speed = Math.sqrt(slip[at] * slip[at] + slip[at + 1] * slip[at + 1] + spin * spin);
  const limit = law.muS + sigma2 * speed + 2 * sigma1 * Math.min(speed, law.muS / (sigma0 * h));
  shape[SHAPE_STRIDE * i] = limit;
  shape[SHAPE_STRIDE * i + 1] = limit;
  shape[SHAPE_STRIDE * i + 2] = limit * r;
  const load = patches.normalScale[i] * patches.normalImpulse[i];
  if (!(load > 0)) return; // the load is not known yet: stay rigid
  motion[0] = slip[at];
  motion[1] = slip[at + 1];
  motion[2] = spin;
  motion[3] = speed;
  motion[4] = h;
  law.mapSlip?.(patches, i, motion);
  findYield(law, state, z);
  const d = yielding[0];
  const b = (sigma0 + sigma1 / h) / d - sigma1 / h;
  const stiffness = (h * sigma0 + sigma1) / d;
  const slip2 = slip[at] * slip[at] + slip[at + 1] * slip[at + 1];
  for (let e = 0; e < 3; e++) {
    const lever = e < 2 ? 1 : r;
    if (!(lever > 0)) continue; // no torsion: its bound is 0
    const v = lever * slip[at + e];
    // Bending velocity over slip, along the slip (1 without `mapSlip`); the rest of the bending goes into the bias.
    const along = e < 2 ? (motion[0] * slip[at] + motion[1] * slip[at + 1]) / slip2 : motion[2] / v;
    const ratio = law.mapSlip && along > 0 ? Math.min(MAX_RATIO, Math.max(MIN_RATIO, along)) : 1;
    const c = stiffness * ratio + sigma2;
    eps[at + e] = 1 / (load * c * lever * lever);
    bias[at + e] = (b * state[z + e] + stiffness * (motion[e] - ratio * v)) / (c * lever);
  }
}

export function commitBristle(law: BristleDynamics, patches: PatchBuffers, i: number, h: number): void {
  const { motion, yielding } = law.scratch;
  const { slipDisplacement, state } = patches;
  const at = 3 * i;
  const z = patches.stateStride * i;
  for (let e = 0; e < 3; e++) motion[e] = slipDisplacement[at + e] / h;
  motion[2] *= patches.torsionRadius[i];
  motion[3] = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
  motion[4] = h;
  law.mapSlip?.(patches, i, motion);
  findYield(law, state, z);
  const scale = 1 / yielding[0];
  let along = 0;
  let length2 = 0;
  for (let e = 0; e < 3; e++) {
    state[z + e] = scale * (state[z + e] + h * motion[e]);
    along += state[z + e] * motion[e];
    length2 += state[z + e] * state[z + e];
  }
  // Sliding: bent to the limit and pushed further.
  const fraction = patches.wasSliding[i] === 1 ? KEEP_SLIDING_FRACTION : SLIDING_FRACTION;
  const limit = fraction * yielding[1];
  patches.sliding[i] = along > 0 && length2 * law.sigma0 * law.sigma0 >= limit * limit ? 1 : 0;
}

/** z = -λ/(λN σ0): the deflection that carries the current impulse, limited to what a bristle can carry. */
export function initBristleFromImpulse(law: BristleDynamics, patches: PatchBuffers, i: number): void {
  const { impulse, state, torsionRadius } = patches;
  const load = patches.normalScale[i] * patches.normalImpulse[i] * law.sigma0;
  const z = patches.stateStride * i;
  const r = torsionRadius[i];
  if (!(load > 0)) return;
  state[z] = -impulse[3 * i] / load;
  state[z + 1] = -impulse[3 * i + 1] / load;
  state[z + 2] = r > 0 ? -impulse[3 * i + 2] / (load * r) : 0;
  const length = Math.sqrt(state[z] * state[z] + state[z + 1] * state[z + 1] + state[z + 2] * state[z + 2]);
  const excess = (length * law.sigma0) / law.muS;
  if (excess > 1) for (let e = z; e < z + 3; e++) state[e] /= excess;
}

/** Fills `yielding` for the bristle at state[z] and the slip in `motion`. */
function findYield(law: BristleDynamics, state: Float64Array, z: number): void {
  const { motion, yielding, point } = law.scratch;
  const speed = motion[3];
  const h = motion[4];
  point[0] = speed;
  law.curve(point);
  const g = point[1];
  yielding[0] = 1;
  yielding[1] = g;
  if (!(g > 0 && speed > 0)) return;
  // Bending speed: the slip speed, unless `mapSlip` changes it. The largest deflection is longer in proportion.
  const bendingSpeed = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
  yielding[1] = (g * bendingSpeed) / speed;
  const full = (h * law.sigma0 * speed) / g;
  yielding[0] = 1 + full;
  yielding[2] = law.sigma0;
  law.findYield?.(state, z, law.scratch);
}
