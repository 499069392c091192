import { requireVector } from '../options.js';
import { FRAME_A, rotateToWorld } from './direction.js';
import { type FrictionLaw, makeLaw, wrapCombineWith } from './friction-law.js';

/**
 * A surface that moves while its body stays in place, such as a conveyor belt. Slip is measured against the moving surface.
 *
 *     slip = v_B - v_A - v_T,   v_T = ± (v·t1, v·t2)
 *
 *   v     velocity of the surface of 'a' relative to its body, in the frame of that body      m/s
 *   v_T   `tangentVelocity` of the patch                                                     m/s
 *
 * 'a' is the body with the first material of `setPair`, or the one whose material has the law. If the materials do not decide, it is
 * the body that was created first. Only the part of v along the surface matters.
 */
export function surfaceVelocity(law: FrictionLaw, v: readonly [number, number, number]): FrictionLaw {
  const local = requireVector('surfaceVelocity', 'v', v, 'm/s');
  const isAtRest = local.every((x) => x === 0);
  const world = new Float64Array(3);
  return makeLaw({
    ...law,
    coulombMatch: isAtRest ? law.coulombMatch : undefined,
    innerMu: isAtRest ? law.innerMu : undefined,
    combineWith: wrapCombineWith(law, (combined) => surfaceVelocity(combined, v)),
    linearize(patches, i, h) {
      const { tangent1, tangent2, tangentVelocity } = patches;
      rotateToWorld(patches, i, FRAME_A, local, world);
      // If B has the moving surface, A rests on it when v_B - v_A is -v.
      const sign = patches.flipped[i] === 1 ? -1 : 1;
      for (let e = 0; e < 3; e++) {
        tangentVelocity[3 * i] += sign * world[e] * tangent1[3 * i + e];
        tangentVelocity[3 * i + 1] += sign * world[e] * tangent2[3 * i + e];
      }
      law.linearize(patches, i, h);
    },
  });
}
