import { ellipsoidSet } from '@stiction/lcp-solver';
import { type FrictionLaw, SHAPE_STRIDE } from '../src/index.js';

/**
 * The law of docs/adding-a-law.md: Coulomb friction whose asperities give way like a spring before they slide.
 * λ = -h k (z + h v)  ⇔  v + λ/(h² k) + z/h = 0.
 */
export function springBristle({ mu, stiffness }: { mu: number; stiffness: number }): FrictionLaw {
  return {
    name: 'springBristle',
    set: ellipsoidSet,
    stateSize: 2,
    linearize(patches, i, h) {
      for (let e = 0; e < 2; e++) {
        patches.eps[3 * i + e] = 1 / (h * h * stiffness);
        patches.bias[3 * i + e] = patches.state[patches.stateStride * i + e] / h;
        patches.shape[SHAPE_STRIDE * i + e] = mu;
      }
      patches.shape[SHAPE_STRIDE * i + 2] = mu * patches.torsionRadius[i];
    },
    commit(patches, i, h) {
      for (let e = 0; e < 2; e++) {
        patches.state[patches.stateStride * i + e] = -patches.impulse[3 * i + e] / (h * stiffness);
      }
    },
  };
}
