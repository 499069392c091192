import type { Bodies } from './bodies.js';
import type { PatchBuffers } from './patch-buffers.js';

/**
 * The pressure centre of a patch: the mean of its points, weighted with their normal impulses.
 *
 * Friction acts there, tilts the bodies, and so shifts the load. A patch that spins has another slip at the shifted centre, which
 * turns its friction, and with it the load. Where a patch hardly does anything but spin, that loop has the gain γ = μ s / R, and
 * beyond 1 the centre would run round in circles and brake the spin. It comes to rest where the centre goes less than 2 / (1 + γ²)
 * of its way at a time.
 *
 *   s      height of the centres of mass over the patch                          m
 *   R      torsion that the patch has, over that of its load at 1 m, μ N         m
 */

/** Speed of the bodies past each other, over R ω, up to which the patch counts as spinning alone. */
const SPINS_ALONE = 0.2;
/** γ² up to which the centre goes all of its way. */
const STABLE_GAIN = 0.25;
/** Impulses that have decayed to less than this say nothing about where the load is, and 1 / load would be infinite [N s]. */
const LEAST_LOAD = 1e-100;

/** Moves `centre` towards where the load is now; fills `normalImpulse`, `torsionRadius` and `lean`. */
export function moveCentre(p: PatchBuffers, i: number, bodies: Bodies): void {
  const { pointPosition: x, pointImpulse, centre, centreOffset, normal } = p;
  const first = p.firstPoint[i];
  const last = first + p.points[i];
  const at = 3 * i;
  let load = 0;
  for (let q = first; q < last; q++) load += pointImpulse[q];
  const even = load > LEAST_LOAD ? 0 : 1;
  const scale = 1 / (load > LEAST_LOAD ? load : p.points[i]);
  const share = last - first > 1 ? centreShare(p, i, bodies, load) : 1;
  for (let e = 0; e < 3; e++) {
    let weighted = 0;
    let middle = 0;
    for (let q = first; q < last; q++) {
      weighted += (pointImpulse[q] + even) * scale * x[3 * q + e];
      middle += x[3 * q + e];
    }
    middle /= last - first;
    centre[at + e] =
      share === 1 ? weighted : middle + centreOffset[at + e] + share * (weighted - middle - centreOffset[at + e]);
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

/** The share of its way that the centre of patch i, with the normal impulse `load`, goes at a time. */
export function centreShare(p: PatchBuffers, i: number, bodies: Bodies, load: number): number {
  const { impulse, normal: n } = p;
  const { velocity: v } = bodies;
  const at = 3 * i;
  const a = 6 * p.bodyA[i] + 3;
  const b = 6 * p.bodyB[i] + 3;
  const spin = n[at] * (v[b] - v[a]) + n[at + 1] * (v[b + 1] - v[a + 1]) + n[at + 2] * (v[b + 2] - v[a + 2]);
  if (p.sliding[i] === 0 || spin === 0 || !(load > LEAST_LOAD)) return 1;
  const mu = p.law[i].mu ?? 1;
  const radius = impulse[at + 2] / (mu * load);
  const most = SPINS_ALONE * radius * spin;
  const x = v[b - 3] - v[a - 3];
  const y = v[b - 2] - v[a - 2];
  const z = v[b - 1] - v[a - 1];
  if (!(x * x + y * y + z * z < most * most)) return 1;
  const gain = (mu * heightOver(p, i, bodies)) / radius;
  return gain * gain > STABLE_GAIN ? 1 / (1 + gain * gain) : 1;
}

/** Of the bodies that can be tilted: how far their centres of mass lie from the patch along its normal, in the mean. */
function heightOver(p: PatchBuffers, i: number, { pose, invMass }: Bodies): number {
  const x = 3 * p.firstPoint[i];
  let sum = 0;
  let count = 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? p.bodyA[i] : p.bodyB[i];
    if (invMass[3 * body] + invMass[3 * body + 1] + invMass[3 * body + 2] === 0) continue;
    count++;
    for (let e = 0; e < 3; e++) sum += (pose[7 * body + e] - p.pointPosition[x + e]) * p.normal[3 * i + e];
  }
  return count > 0 ? sum / count : 0;
}
