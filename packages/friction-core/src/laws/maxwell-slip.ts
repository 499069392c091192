import { ellipsoidSet } from '@stiction/lcp-solver';
import { type FrictionLaw, makeLaw } from '../contract.js';
import { requireKnownOptions, requireNumber } from '../options.js';
import type { PatchBuffers } from '../patch-buffers.js';
import { requirePositive } from './stribeck-curve.js';
import { writeRadii, writeSpring } from './visco-elastic.js';

export interface MaxwellSlipOptions {
  /** Elements side by side, 1 to 16: each a spring (> 0 N/m per patch) that slides at mu >= 0 times the normal force. */
  elements: readonly { mu: number; stiffness: number }[];
}

const MAX_ELEMENTS = 16;

/**
 * Springs that slide one after the other, in parallel: presliding hysteresis with closed loops. [Kikuuwe] Fig. 4 and IV-B with
 * M = B = 0 (Iwan 1966),
 *
 *     f = -Σ k_j z_j,   ż_j = v while |k_j z_j| ≤ μ_j N
 *
 *   z_j   deflection of element j, (t1, t2, r · angle)          m
 *   k_j   its stiffness, per patch                              N/m
 *   μ_j   its share of the coefficient of friction; μ = Σ μ_j      1
 *
 * The sum as one spring for a (sub)step: element j counts with w_j k_j, w_j = min(1, μ_j N/|k_j (z_j + h v)|) for the slip v of the one
 * before, so eps = 1/(h² Σ w k), bias = Σ w k z/(h Σ w k). Afterwards every z_j is moved by the true displacement and cut.
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

  /** Cuts the deflections in `trial` to what element j can bear under a load [N]; returns the factor. */
  function share(j: number, load: Float64Array): number {
    const force = ks[j] * Math.sqrt(trial[0] * trial[0] + trial[1] * trial[1] + trial[2] * trial[2]);
    const limit = mus[j] * load[0];
    return force > limit ? limit / force : 1;
  }

  return makeLaw({
    name: 'maxwellSlip',
    set: ellipsoidSet,
    stateSize: 3 + 3 * count, // the sum's deflection, as one spring, and each element's
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
        // An element without load would leave the sum without stiffness.
        const weight = Math.max(1e-6, share(j, load)) * ks[j];
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
        const kept = share(j, load);
        if (kept === 1) slides = 0;
        for (let e = 0; e < 3; e++) state[z + e] = kept * trial[e];
      }
      patches.sliding[i] = slides;
    },
    initFromImpulse(patches, i, h) {
      // All elements bent alike bear the impulse that is there, as far as they can.
      const { impulse, state } = patches;
      setLoad(patches, i, h);
      const r = patches.torsionRadius[i];
      for (let j = 0; j < count; j++) {
        const z = patches.stateStride * i + 3 + 3 * j;
        for (let e = 0; e < 3; e++) trial[e] = -impulse[3 * i + e] / (h * stiffness);
        trial[2] = r > 0 ? trial[2] / r : 0;
        const kept = share(j, load);
        for (let e = 0; e < 3; e++) state[z + e] = kept * trial[e];
      }
    },
  });
}

const trial = new Float64Array(3);
const load = new Float64Array(1);
const coefficients = new Float64Array(2);

function setLoad(patches: PatchBuffers, i: number, h: number): void {
  load[0] = (patches.normalScale[i] * patches.normalImpulse[i]) / h;
}
