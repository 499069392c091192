import { requireNumber } from '../options.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';

/**
 * A law with f times its friction: normalScale = f, so that the law acts with f times the load.
 *
 * For laws proportional to the load this multiplies every coefficient of friction by f. The stiffnesses in N/m of `bristle`,
 * `viscoElastic` and `maxwellSlip` stay the same.
 */
export function scaled(law: FrictionLaw, f: number): FrictionLaw {
  requireNumber('scaled', 'factor', f, 0);
  const { combineWith, modifier } = law;
  return makeLaw({
    ...law,
    mu: law.mu === undefined ? undefined : f * law.mu,
    innerMu: law.innerMu === undefined ? undefined : f * law.innerMu,
    combineWith: combineWith && scaleCombined(combineWith, f),
    modifier: modifier && { ...modifier, inner: scaled(modifier.inner, f) },
    linearize(patches, i, h) {
      patches.normalScale[i] *= f;
      law.linearize(patches, i, h);
    },
    initFromImpulse(patches, i, h) {
      patches.normalScale[i] *= f;
      law.initFromImpulse?.(patches, i, h);
    },
  });
}

function scaleCombined(combineWith: NonNullable<FrictionLaw['combineWith']>, f: number): FrictionLaw['combineWith'] {
  return (other, mu) => {
    const combined = combineWith(other, mu);
    return combined && scaled(combined, f);
  };
}
