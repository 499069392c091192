import { ellipsoidSet } from '@stiction/lcp-solver';
import { custom, type FrictionLaw, SHAPE_STRIDE } from '../src/index.js';

/**
 * The law of docs/adding-a-law.md: Coulomb friction with asperities that yield like a spring before they slide.
 * λ = -h k (z + h v)  ⇔  v + λ/(h² k) + z/h = 0.
 */
export function springBristle({ mu, stiffness }: { mu: number; stiffness: number }): FrictionLaw {
  return custom({
    name: 'springBristle',
    set: ellipsoidSet, // shape: the three radii of K
    stateSize: 2, // z along t1 and t2
    mu,
    torsionIndex: 2, // index of the torsion radius in shape, for `spinning`
    linearize({ eps, bias, shape, state, stateStride, torsionRadius }, i, h) {
      for (let e = 0; e < 2; e++) {
        eps[3 * i + e] = 1 / (h * h * stiffness);
        bias[3 * i + e] = state[stateStride * i + e] / h;
        shape[SHAPE_STRIDE * i + e] = mu;
      }
      shape[SHAPE_STRIDE * i + 2] = mu * torsionRadius[i];
    },
    commit({ state, stateStride, sliding, impulse, slipDisplacement }, i, h) {
      for (let e = 0; e < 2; e++) {
        const z = stateStride * i + e;
        state[z] = sliding[i] === 1 ? -impulse[3 * i + e] / (h * stiffness) : state[z] + slipDisplacement[3 * i + e];
      }
    },
  });
}
