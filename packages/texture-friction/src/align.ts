import {
  type Direction,
  type DirectionOptions,
  measureSlip,
  type PatchBuffers,
  requireDirection,
  requireKnownOptions,
  SHAPE_STRIDE,
  writeAxis,
} from '@stiction/friction-core';
import { createChart } from './chart.js';
import type { ContactInSurface } from './footprint.js';
import type { TexturedSurface } from './surface.js';

/**
 * Where the x of a contact's window points, [Andrews] 5.5. It matters most to a box, whose four directions are all it knows.
 *
 *   'texture'               along the u of a's texture, of b's where a has none
 *   'slip'                  along the slip that there would be without friction
 *   { direction, frame }    along a vector that is fixed in a body or in the world, as in `anisotropic`
 */
export type Alignment = 'texture' | 'slip' | DirectionOptions;

export function requireAlignment(owner: string, align: Alignment): 'texture' | 'slip' | Direction {
  if (align === 'texture' || align === 'slip') return align;
  if (typeof align !== 'object' || align === null) {
    throw new TypeError(`${owner}: align must be 'texture', 'slip' or { direction, frame } (got ${String(align)})`);
  }
  requireKnownOptions(`${owner}: align`, align, ['direction', 'frame']);
  return requireDirection(`${owner}: align`, align);
}

/** out = [cos, sin] of the fixed direction against t1. */
export function alignFixed(patches: PatchBuffers, i: number, direction: Direction, out: Float64Array): void {
  writeAxis(patches, i, direction);
  out[0] = patches.shape[SHAPE_STRIDE * i];
  out[1] = patches.shape[SHAPE_STRIDE * i + 1];
}

/** out = [cos, sin] of the texture's u in the contact plane; false where there is no texture at the contact. */
export function alignTexture(
  surface: TexturedSurface,
  contact: ContactInSurface,
  depth: Float64Array,
  out: Float64Array,
): boolean {
  for (let e = 0; e < 3; e++) {
    point[e] = contact[e];
    normal[e] = contact[3 + e];
  }
  if (!surface.mapping.chart(point, normal, depth, chart)) return false;
  const T = chart.axes;
  slip[0] = T[0] * contact[6] + T[1] * contact[7] + T[2] * contact[8];
  slip[1] = T[0] * contact[9] + T[1] * contact[10] + T[2] * contact[11];
  return normalise(out);
}

/**
 * The slip of the motion without friction, as its direction is concerned; false where there is none. The last friction λ is taken out of
 * it: a friction pass after the engine's own step finds λ in the velocities, and in rest nothing else would be left. Where λ is yet to act
 * it points against the forces, which does not change the direction.
 */
export function alignSlip(patches: PatchBuffers, i: number, h: number, out: Float64Array): boolean {
  const { bodies, tangent1: t, tangent2: u, armA, armB, impulse } = patches;
  const { acceleration: a, invMass: w } = bodies;
  const at = 3 * i;
  measureSlip(patches, i, bodies, slip, 0);
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? patches.bodyA[i] : patches.bodyB[i];
    const k = 6 * body;
    const r = side === 0 ? armA : armB;
    const s = side === 0 ? -h : h;
    free[0] = s * (a[k] + a[k + 4] * r[at + 2] - a[k + 5] * r[at + 1]);
    free[1] = s * (a[k + 1] + a[k + 5] * r[at] - a[k + 3] * r[at + 2]);
    free[2] = s * (a[k + 2] + a[k + 3] * r[at + 1] - a[k + 4] * r[at]);
    for (let e = 0; e < 3; e++) {
      const change = free[e] - w[3 * body + e] * (impulse[at] * t[at + e] + impulse[at + 1] * u[at + e]);
      slip[0] += change * t[at + e];
      slip[1] += change * u[at + e];
    }
  }
  return normalise(out);
}

function normalise(out: Float64Array): boolean {
  const length = Math.sqrt(slip[0] * slip[0] + slip[1] * slip[1]);
  if (!(length > 1e-12)) return false;
  out[0] = slip[0] / length;
  out[1] = slip[1] / length;
  return true;
}

const chart = /* @__PURE__ */ createChart();
const point = new Float64Array(3);
const normal = new Float64Array(3);
const slip = new Float64Array(3);
const free = new Float64Array(3);
