import { combineInside, type FrictionLaw, makeLaw } from '../contract.js';
import { requireVector } from '../options.js';
import { IN_A, turnIntoWorld } from './direction.js';

/**
 * A surface that moves while its body stays: a conveyor belt. Slip is measured against the moving surface.
 *
 *     slip = v_B - v_A - drive,   drive = ± (v·t1, v·t2)
 *
 *   v   velocity of the surface of 'a' against its body, in the frame of that body     m/s
 *
 * 'a' is the body with the first material of `setPair` (or the one with the law of its own); where the materials do not tell,
 * the body that was created first. Only the part of v along the surface counts.
 */
export function surfaceVelocity(law: FrictionLaw, v: readonly [number, number, number]): FrictionLaw {
  const local = requireVector('surfaceVelocity', 'v', v, 'm/s');
  const stands = local.every((x) => x === 0);
  return makeLaw({
    ...law,
    // A surface that stands is one that does not move.
    coulombMatch: stands ? law.coulombMatch : undefined,
    innerMu: stands ? law.innerMu : undefined,
    combineWith: combineInside(law, (combined) => surfaceVelocity(combined, v)),
    linearize(patches, i, h) {
      const { tangent1, tangent2, tangentVelocity } = patches;
      turnIntoWorld(patches, i, IN_A, local, world);
      // Where B has the moving surface, A is at rest against it when B - A is -v.
      const sense = patches.flipped[i] === 1 ? -1 : 1;
      for (let e = 0; e < 3; e++) {
        tangentVelocity[3 * i] += sense * world[e] * tangent1[3 * i + e];
        tangentVelocity[3 * i + 1] += sense * world[e] * tangent2[3 * i + e];
      }
      law.linearize(patches, i, h);
    },
  });
}

const world = new Float64Array(3);
