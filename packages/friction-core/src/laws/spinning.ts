import { combineInside, type FrictionLaw, makeLaw } from '../contract.js';
import { requireKnownOptions, requireNumber } from '../options.js';
import { SHAPE_STRIDE } from '../patch-buffers.js';

export interface SpinningOptions {
  /** Torsion that the patch can bear per normal force [m], >= 0. */
  radius: number;
}

/**
 * Resistance to spinning of a given size: |torsion| ≤ radius · N, instead of the one that follows from the contact points.
 *
 * A ball touches in one point and would spin for ever; a real one touches in a small disc. The torsion shares the set of
 * the law it is given to: where the law couples sliding and spinning, so it does here.
 */
export function spinning(law: FrictionLaw, options: SpinningOptions): FrictionLaw {
  requireKnownOptions('spinning', options, ['radius']);
  const radius = requireNumber('spinning', 'radius', options.radius, 0, 'm');
  const { torsionIndex } = law;
  if (torsionIndex === undefined) throw new TypeError(`spinning: the set of law '${law.name}' has no torsion radius`);
  return makeLaw({
    ...law,
    coulombMatch: law.coulombMatch && 'sticking',
    extraTorsion: true,
    combineWith: combineInside(law, (combined) => spinning(combined, options)),
    linearize(patches, i, h) {
      const load = patches.normalScale[i];
      law.linearize(patches, i, h);
      // A law that scales its own grip does not scale this.
      const grip = patches.normalScale[i];
      patches.shape[SHAPE_STRIDE * i + torsionIndex] = grip > 0 ? (radius * load) / grip : 0;
    },
  });
}
