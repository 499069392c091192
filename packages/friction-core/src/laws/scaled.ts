import { requireNumber } from '../options.js';
import { type FrictionLaw, makeLaw, wrapCombineWith } from './friction-law.js';

/**
 * A law with f times its friction: normalScale = f, so that the law acts with f times the load.
 *
 * For laws proportional to the load this multiplies every coefficient of friction by f. The stiffnesses in N/m of `bristle`,
 * `viscoElastic` and `maxwellSlip` stay the same.
 */
export function scaled(law: FrictionLaw, f: number): FrictionLaw {
  requireNumber('scaled', 'factor', f, 0);
  return makeLaw({
    ...law,
    mu: law.mu === undefined ? undefined : f * law.mu,
    innerMu: law.innerMu === undefined ? undefined : f * law.innerMu,
    combineWith: wrapCombineWith(law, (combined) => scaled(combined, f)),
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
