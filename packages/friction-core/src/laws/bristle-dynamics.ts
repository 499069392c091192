import { type PatchBuffers, SHAPE_STRIDE } from '../patch-buffers.js';
import type { SpeedCurve } from './stribeck-curve.js';

/**
 * What `dahl`, `lugre` and `elastoPlastic` share: one bristle z with three components (t1, t2, r · angle about the normal),
 *
 *     ż = v - β σ0 |v| z / g(|v|),   f = -N (σ0 z + σ1 ż + σ2 v),   β ∈ [0, 1]
 *
 * and its implicit step. z' = (z + h v)/D with D = 1 + h β σ0 |v| / g, all of the same instant; for the solve |v| and β are
 * those of the (sub)step before, so that
 *
 *     λ = -λN [ (σ0 + σ1/h) z' - (σ1/h) z + σ2 v ]     ⇔     v + eps λ + bias = 0,
 *     eps = 1 / (λN c),  bias = z ((σ0 + σ1/h)/D - σ1/h) / c,   c = (h σ0 + σ1)/D + σ2.
 *
 * Steady sliding gives f = N (g + σ2 |v|) exactly, at any h. λ is bounded by what the law itself never exceeds,
 * muS + σ2 |v| + σ1 |ż|, with |ż| ≤ 2 |v| and what a bristle can turn round in h, 2 muS/(σ0 h). Afterwards z is moved by the true
 * displacement: |z| stays below g/σ0.
 */
export interface BristleDynamics {
  sigma0: number;
  sigma1: number;
  sigma2: number;
  /** Friction at rest, the largest g. */
  muS: number;
  /** g(|v|), without the viscous part. */
  curve: SpeedCurve;
  /** Finds D for bristles that do not always give way, from `motion` and what `yielding` holds. Left out: β = 1. */
  findYield?: ((state: Float64Array, z: number) => void) | undefined;
  /**
   * Turns a slip [v1, v2, r v3, |v|] into the direction in which it bends the bristle of patch i: rows 0 to 2 become |v| times the
   * friction of steady sliding for unit load. Left out: straight along the slip.
   */
  bend?: ((patches: PatchBuffers, i: number, motion: Float64Array) => void) | undefined;
}

export function linearizeBristle(law: BristleDynamics, patches: PatchBuffers, i: number, h: number): void {
  const { sigma0, sigma1, sigma2 } = law;
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
  if (!(load > 0)) return; // nothing is known of the load yet: as stiff as the solver can
  motion[0] = slip[at];
  motion[1] = slip[at + 1];
  motion[2] = spin;
  motion[3] = speed;
  motion[4] = h;
  law.bend?.(patches, i, motion);
  findYield(law, state, z);
  const d = yielding[0];
  const b = (sigma0 + sigma1 / h) / d - sigma1 / h;
  const stiffness = (h * sigma0 + sigma1) / d;
  const sliding = slip[at] * slip[at] + slip[at + 1] * slip[at + 1];
  for (let e = 0; e < 3; e++) {
    const lever = e < 2 ? 1 : r;
    if (!(lever > 0)) continue; // no torsion: its bound is 0
    const v = lever * slip[at + e];
    // How far a slip bends the bristle along itself (1 without `bend`); what it bends it otherwise goes to the bias.
    const along = e < 2 ? (motion[0] * slip[at] + motion[1] * slip[at + 1]) / sliding : motion[2] / v;
    const bent = law.bend && along > 0 ? Math.min(4, Math.max(0.25, along)) : 1;
    const c = stiffness * bent + sigma2;
    eps[at + e] = 1 / (load * c * lever * lever);
    bias[at + e] = (b * state[z + e] + stiffness * (motion[e] - bent * v)) / (c * lever);
  }
}

export function commitBristle(law: BristleDynamics, patches: PatchBuffers, i: number, h: number): void {
  const { slipDisplacement, state } = patches;
  const at = 3 * i;
  const z = patches.stateStride * i;
  for (let e = 0; e < 3; e++) motion[e] = slipDisplacement[at + e] / h;
  motion[2] *= patches.torsionRadius[i];
  motion[3] = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
  motion[4] = h;
  law.bend?.(patches, i, motion);
  findYield(law, state, z);
  const scale = 1 / yielding[0];
  let along = 0;
  let length = 0;
  for (let e = 0; e < 3; e++) {
    state[z + e] = scale * (state[z + e] + h * motion[e]);
    along += state[z + e] * motion[e];
    length += state[z + e] * state[z + e];
  }
  // Sliding: bent to the limit, and pushed on. A little play, so that the answer does not flicker.
  const share = patches.wasSliding[i] === 1 ? 0.9 : 0.97;
  const bent = share * yielding[1];
  patches.sliding[i] = along > 0 && length * law.sigma0 * law.sigma0 >= bent * bent ? 1 : 0;
}

/** z = -λ/(λN σ0): the deflection that bears the present impulse, cut to what a bristle can bear. */
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

/** Slip [v1, v2, r v3, |v|] of the patch in hand and h; its D, limit and σ0; scratch for the curves. */
export const motion = new Float64Array(5);
export const yielding = new Float64Array(3);
const point = new Float64Array(2);

/** yielding = [D, σ0 times the largest deflection] for the bristle at state[z] and the slip in `motion`. */
function findYield(law: BristleDynamics, state: Float64Array, z: number): void {
  const speed = motion[3];
  const h = motion[4];
  point[0] = speed;
  law.curve(point);
  const g = point[1];
  yielding[0] = 1;
  yielding[1] = g;
  if (!(g > 0 && speed > 0)) return;
  // How fast the bristle is bent: the slip speed, unless `bend` says otherwise. Its largest deflection is as much longer.
  const pace = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
  yielding[1] = (g * pace) / speed;
  const full = (h * law.sigma0 * speed) / g;
  yielding[0] = 1 + full;
  yielding[2] = law.sigma0;
  law.findYield?.(state, z);
}
