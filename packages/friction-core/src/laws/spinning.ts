import { requireKnownOptions, requireNumber } from '../options.js';
import { SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';

export interface SpinningOptions {
  /** Largest torsion per normal force [m], >= 0. */
  radius: number;
}

/**
 * Resistance to spinning of a given size, |torsion| ≤ radius · N, instead of the one that follows from the contact points.
 *
 * A ball touches in one point and would spin forever; a real one touches in a small disc. The torsion uses the set of the inner law,
 * so sliding and spinning are coupled if that law couples them.
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
    combineWith: undefined,
    modifier: { kind: 'spinning', size: radius, inner: law, apply: (other) => spinning(other, { radius }) },
    linearize(patches, i, h) {
      const outerScale = patches.normalScale[i];
      law.linearize(patches, i, h);
      // An inner law that scales its friction does not scale this.
      const scale = patches.normalScale[i];
      patches.shape[SHAPE_STRIDE * i + torsionIndex] = scale > 0 ? (radius * outerScale) / scale : 0;
    },
  });
}
