import { type Direction, type DirectionOptions, type PatchBuffers, SHAPE_STRIDE } from '@stiction/friction-core';
import { measureSlip, requireDirection, requireKnownOptions, writeAxis } from '@stiction/friction-core/adapter';
import type { TexturedSurface } from '../mappings/surface.js';
import { type ContactChart, chartAt, createContactChart, type LocalContact } from '../sampling/contact-chart.js';

/**
 * Direction of a window's x axis, [Andrews] 5.5. It matters most for a box, which has only four directions.
 *
 *   'texture'               along the u axis of a's texture, or of b's if a has none
 *   'slip'                  along the slip that would occur without friction
 *   { direction, frame }    along a vector fixed in a body or in the world, as in `anisotropic`
 */
export type Alignment = 'texture' | 'slip' | DirectionOptions;

/** Buffers of the alignments. */
export interface AlignBuffers {
  readonly contactChart: ContactChart;
  /** A direction in the contact plane. */
  readonly tangent: Float64Array;
  /** Velocity change by acceleration in a step. */
  readonly change: Float64Array;
}

export function createAlignBuffers(): AlignBuffers {
  return { contactChart: createContactChart(), tangent: new Float64Array(3), change: new Float64Array(3) };
}

export function requireAlignment(owner: string, align: Alignment): 'texture' | 'slip' | Direction {
  if (align === 'texture' || align === 'slip') return align;
  if (typeof align !== 'object' || align === null) {
    throw new TypeError(`${owner}: align must be 'texture', 'slip' or { direction, frame } (got ${String(align)})`);
  }
  requireKnownOptions(`${owner}: align`, align, ['direction', 'frame']);
  return requireDirection(`${owner}: align`, align);
}

/** out = [cos, sin] of the fixed direction relative to t1. */
export function alignFixed(patches: PatchBuffers, i: number, direction: Direction, out: Float64Array): void {
  writeAxis(patches, i, direction);
  out[0] = patches.shape[SHAPE_STRIDE * i];
  out[1] = patches.shape[SHAPE_STRIDE * i + 1];
}

/** out = [cos, sin] of the texture's u axis in the contact plane; false if there is no texture at the contact. */
export function alignTexture(
  { contactChart, tangent }: AlignBuffers,
  surface: TexturedSurface,
  contact: LocalContact,
  depth: Float64Array,
  out: Float64Array,
): boolean {
  if (!chartAt(surface, contact, depth, contactChart)) return false;
  const T = contactChart.chart.axes;
  tangent[0] = T[0] * contact[6] + T[1] * contact[7] + T[2] * contact[8];
  tangent[1] = T[0] * contact[9] + T[1] * contact[10] + T[2] * contact[11];
  return normalise(tangent, out);
}

/**
 * out = direction of the slip without friction; false if there is none. The last friction impulse λ is subtracted: a friction pass after the
 * engine's step finds λ already in the velocities, and at rest nothing else would be left. If λ has not been applied yet, it is opposite to
 * the forces, so subtracting it does not change the direction.
 */
export function alignSlip(
  { tangent: slip, change: free }: AlignBuffers,
  patches: PatchBuffers,
  i: number,
  h: number,
  out: Float64Array,
): boolean {
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
  return normalise(slip, out);
}

function normalise(tangent: Float64Array, out: Float64Array): boolean {
  const length = Math.sqrt(tangent[0] * tangent[0] + tangent[1] * tangent[1]);
  if (!(length > 1e-12)) return false;
  out[0] = tangent[0] / length;
  out[1] = tangent[1] / length;
  return true;
}
