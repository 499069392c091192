import { ellipsoidSet } from '@stiction/lcp-solver';
import { requireKnownOptions, requireNumber, requirePositive } from '../options.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';
import { writeRadii, writeSpring } from './visco-elastic.js';

export interface MaxwellSlipOptions {
  /** Parallel elements, 1 to 16: each a spring (> 0 N/m per patch) that slides at mu >= 0 times the normal force. */
  elements: readonly { mu: number; stiffness: number }[];
}

const MAX_ELEMENTS = 16;
const MIN_WEIGHT = 1e-6;

/**
 * Parallel springs that start to slide one after the other: presliding hysteresis with closed loops. [Kikuuwe] Fig. 4 and IV-B with
 * M = B = 0 (Iwan 1966),
 *
 *     f = -Σ k_j z_j,   ż_j = v while |k_j z_j| ≤ μ_j N
 *
 *   z_j   deflection of element j, (t1, t2, r · angle)          m
 *   k_j   its stiffness, per patch                              N/m
 *   μ_j   its part of the coefficient of friction, μ = Σ μ_j      1
 *
 * In a (sub)step the sum is one spring: element j has the weight w_j k_j, w_j = min(1, μ_j N/|k_j (z_j + h v)|) with the slip v of the
 * previous one, so eps = 1/(h² Σ w k), bias = Σ w k z/(h Σ w k). Afterwards every z_j moves by the true displacement and is limited.
 * Differs from the paper: bounds follow the load; no mass, damping or velocity dependence per element.
 */
export function maxwellSlip(options: MaxwellSlipOptions): FrictionLaw {
  requireKnownOptions('maxwellSlip', options, ['elements']);
  const { elements } = options;
  if (!Array.isArray(elements) || elements.length < 1 || elements.length > MAX_ELEMENTS) {
    throw new RangeError(`maxwellSlip: elements must be a list of 1 to ${MAX_ELEMENTS} (got ${String(elements)})`);
  }
  elements.forEach((element, j) => {
    requireKnownOptions(`maxwellSlip: elements[${j}]`, element, ['mu', 'stiffness']);
  });
  const mus = Float64Array.from(elements, (e, j) => requireNumber('maxwellSlip', `elements[${j}].mu`, e.mu, 0));
  const ks = Float64Array.from(elements, (e, j) =>
    requirePositive('maxwellSlip', `elements[${j}].stiffness`, e.stiffness, 'N/m'),
  );
  const mu = mus.reduce((sum, one) => sum + one, 0);
  const stiffness = ks.reduce((sum, one) => sum + one, 0);
  const count = mus.length;
  const trial = new Float64Array(3);
  const load = new Float64Array(1);
  const coefficients = new Float64Array(2);

  /** Factor that limits the deflection in `trial` to what element j can carry under the load [N]. */
  function limitFactor(j: number): number {
    const force = ks[j] * Math.sqrt(trial[0] * trial[0] + trial[1] * trial[1] + trial[2] * trial[2]);
    const limit = mus[j] * load[0];
    return force > limit ? limit / force : 1;
  }

  function setLoad(patches: PatchBuffers, i: number, h: number): void {
    load[0] = (patches.normalScale[i] * patches.normalImpulse[i]) / h;
  }

  return makeLaw({
    name: 'maxwellSlip',
    set: ellipsoidSet,
    stateSize: 3 + 3 * count, // deflection of the sum as one spring, and of each element
    mu,
    torsionIndex: 2,
    linearize(patches, i, h) {
      writeRadii(patches, i, mu);
      const { state, slip } = patches;
      const sum = patches.stateStride * i;
      setLoad(patches, i, h);
      const r = patches.torsionRadius[i];
      let k = 0;
      state.fill(0, sum, sum + 3);
      for (let j = 0; j < count; j++) {
        const z = sum + 3 + 3 * j;
        for (let e = 0; e < 3; e++) trial[e] = state[z + e] + h * slip[3 * i + e] * (e === 2 ? r : 1);
        // Without load the sum would have no stiffness.
        const weight = Math.max(MIN_WEIGHT, limitFactor(j)) * ks[j];
        k += weight;
        for (let e = 0; e < 3; e++) state[sum + e] += weight * state[z + e];
      }
      for (let e = sum; e < sum + 3; e++) state[e] /= k;
      coefficients[0] = 1 / (h * h * k);
      coefficients[1] = 1 / h;
      writeSpring(patches, i, coefficients);
    },
    commit(patches, i, h) {
      const { state, slipDisplacement } = patches;
      setLoad(patches, i, h);
      const r = patches.torsionRadius[i];
      let slides = 1;
      for (let j = 0; j < count; j++) {
        const z = patches.stateStride * i + 3 + 3 * j;
        for (let e = 0; e < 3; e++) trial[e] = state[z + e] + slipDisplacement[3 * i + e] * (e === 2 ? r : 1);
        const kept = limitFactor(j);
        if (kept === 1) slides = 0;
        for (let e = 0; e < 3; e++) state[z + e] = kept * trial[e];
      }
      patches.sliding[i] = slides;
    },
    initFromImpulse(patches, i, h) {
      // Equally bent elements carry the current impulse, as far as they can.
      const { impulse, state } = patches;
      setLoad(patches, i, h);
      const r = patches.torsionRadius[i];
      for (let j = 0; j < count; j++) {
        const z = patches.stateStride * i + 3 + 3 * j;
        for (let e = 0; e < 3; e++) trial[e] = -impulse[3 * i + e] / (h * stiffness);
        trial[2] = r > 0 ? trial[2] / r : 0;
        const kept = limitFactor(j);
        for (let e = 0; e < 3; e++) state[z + e] = kept * trial[e];
      }
    },
  });
}
