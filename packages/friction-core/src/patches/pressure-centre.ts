import { type Bodies, isImmovable } from '../bodies/bodies.js';
import { PURE_SPIN_RATIO, STABLE_GAIN } from '../constants.js';
import type { PatchBuffers } from './patch-buffers.js';

/**
 * The pressure centre of a patch: the mean of its points, weighted with their normal impulses.
 *
 * Friction acts at the pressure centre, tilts the bodies, and so shifts the load. A spinning patch has a different slip at the
 * shifted centre, which rotates its friction and shifts the load again. For a patch that almost only spins this loop has the gain
 * γ = μ s / R. Beyond 1 the centre would run in circles and brake the spin; it settles if it moves by less than 2 / (1 + γ²) of its
 * distance at a time.
 *
 *   s      height of the centres of mass above the patch                               m
 *   R      torsion of the patch over the torsion of its load at 1 m, μ N              m
 */

/** Smaller loads have decayed too far to tell where the load is, and 1 / load would overflow [N s]. */
const MIN_LOAD = 1e-100;

/** Moves `centre` towards the current load; sets `normalImpulse` and `torsionRadius`. */
export function updatePressureCentre(p: PatchBuffers, i: number, bodies: Bodies): void {
  const { pointPosition: x, pointImpulse, centre, centreOffset, normal } = p;
  const first = p.firstPoint[i];
  const last = first + p.points[i];
  const at = 3 * i;
  let load = 0;
  for (let q = first; q < last; q++) load += pointImpulse[q];
  const even = load > MIN_LOAD ? 0 : 1;
  const scale = 1 / (load > MIN_LOAD ? load : p.points[i]);
  const fraction = last - first > 1 ? centreStepFraction(p, i, bodies, load) : 1;
  for (let e = 0; e < 3; e++) {
    let weighted = 0;
    let middle = 0;
    for (let q = first; q < last; q++) {
      weighted += (pointImpulse[q] + even) * scale * x[3 * q + e];
      middle += x[3 * q + e];
    }
    middle /= last - first;
    centre[at + e] =
      fraction === 1 ? weighted : middle + centreOffset[at + e] + fraction * (weighted - middle - centreOffset[at + e]);
    centreOffset[at + e] = centre[at + e] - middle;
  }
  let radius = 0;
  for (let q = first; q < last; q++) {
    const dx = x[3 * q] - centre[at];
    const dy = x[3 * q + 1] - centre[at + 1];
    const dz = x[3 * q + 2] - centre[at + 2];
    const along = dx * normal[at] + dy * normal[at + 1] + dz * normal[at + 2];
    const across = dx * dx + dy * dy + dz * dz - along * along;
    radius += (pointImpulse[q] + even) * scale * Math.sqrt(Math.max(0, across));
  }
  p.torsionRadius[i] = radius;
  p.normalImpulse[i] = load;
}

/** Fraction of its distance that the centre of patch i, with the normal impulse `load`, moves at a time. */
export function centreStepFraction(p: PatchBuffers, i: number, bodies: Bodies, load: number): number {
  const { impulse, normal: n } = p;
  const { velocity: v } = bodies;
  const at = 3 * i;
  const a = 6 * p.bodyA[i] + 3;
  const b = 6 * p.bodyB[i] + 3;
  const spin = n[at] * (v[b] - v[a]) + n[at + 1] * (v[b + 1] - v[a + 1]) + n[at + 2] * (v[b + 2] - v[a + 2]);
  if (p.sliding[i] === 0 || spin === 0 || !(load > MIN_LOAD)) return 1;
  const mu = p.law[i].mu ?? 1;
  const radius = impulse[at + 2] / (mu * load);
  const maxSpeed = PURE_SPIN_RATIO * radius * spin;
  const x = v[b - 3] - v[a - 3];
  const y = v[b - 2] - v[a - 2];
  const z = v[b - 1] - v[a - 1];
  if (!(x * x + y * y + z * z < maxSpeed * maxSpeed)) return 1;
  const gain = (mu * meanHeight(p, i, bodies)) / radius;
  return gain * gain > STABLE_GAIN ? 1 / (1 + gain * gain) : 1;
}

/** Mean distance of the centres of mass of the movable bodies from the patch, along its normal. */
function meanHeight(p: PatchBuffers, i: number, bodies: Bodies): number {
  const x = 3 * p.firstPoint[i];
  let sum = 0;
  let count = 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? p.bodyA[i] : p.bodyB[i];
    if (isImmovable(bodies, body)) continue;
    count++;
    for (let e = 0; e < 3; e++) sum += (bodies.pose[7 * body + e] - p.pointPosition[x + e]) * p.normal[3 * i + e];
  }
  return count > 0 ? sum / count : 0;
}
