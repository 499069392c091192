import { combineInside, type FrictionLaw, makeLaw } from '../contract.js';
import { requireNumber } from '../options.js';

/**
 * A law with f times its friction: grip = f, so that the law feels f times the load.
 *
 * For laws that are proportional to the load (all but the stiffnesses in N/m of `bristle`, `viscoElastic` and
 * `maxwellSlip`, which stay as they are) this is the same law with every coefficient of friction times f.
 */
export function scaled(law: FrictionLaw, f: number): FrictionLaw {
  requireNumber('scaled', 'factor', f, 0);
  return makeLaw({
    ...law,
    mu: law.mu === undefined ? undefined : f * law.mu,
    innerMu: law.innerMu === undefined ? undefined : f * law.innerMu,
    combineWith: combineInside(law, (combined) => scaled(combined, f)),
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
