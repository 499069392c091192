import type { InstallState } from '../install/state.js';
import { SLIDES } from './flags.js';

/**
 * Contact points are reported at the end of the step, but their loads are those of mid step. Friction shifts the load of a sliding,
 * rotating body along the slip, so its pressure centre does not rotate with the body: removes the rotation since mid step.
 */
export function turnCentre({ store, bodies: table }: InstallState, i: number, dt: number): void {
  const { centre, armA, armB, normal: n, bodyA, bodyB, points, flags } = store.current;
  if (points[i] < 2 || (flags[i] & SLIDES) === 0) return;
  const { velocity: v } = table.bodies;
  const at = 3 * i;
  let spinA = 0;
  let spinB = 0;
  for (let e = 0; e < 3; e++) {
    spinA += n[at + e] * v[6 * bodyA[i] + 3 + e];
    spinB += n[at + e] * v[6 * bodyB[i] + 3 + e];
  }
  const isOfB = Math.abs(spinB) > Math.abs(spinA);
  const half = -0.5 * dt * (isOfB ? spinB : spinA);
  const arm = isOfB ? armB : armA;
  const x = arm[at];
  const y = arm[at + 1];
  const z = arm[at + 2];
  const along = n[at] * x + n[at + 1] * y + n[at + 2] * z;
  // Rotation about the normal: the angle to second order, the length preserved.
  const cos = 1 / Math.sqrt(1 + half * half);
  const sin = half * cos;
  for (let e = 0; e < 3; e++) {
    const across =
      e === 0 ? n[at + 1] * z - n[at + 2] * y : e === 1 ? n[at + 2] * x - n[at] * z : n[at] * y - n[at + 1] * x;
    const change = (cos - 1) * ((e === 0 ? x : e === 1 ? y : z) - along * n[at + e]) + sin * across;
    centre[at + e] += change;
    armA[at + e] += change;
    armB[at + e] += change;
  }
}
