import type { TexturedSurface } from '../mappings/surface.js';
import { type ContactChart, chartAt, createContactChart, type LocalContact, projectCorner } from './contact-chart.js';

/**
 * Engines that keep contact points between steps let them drift off the faces, Rapier by up to 3 cm. A window around such a point covers
 * little or nothing of the faces although the bodies touch. Such a window moves to the nearest position on both faces.
 */

/** Windows that cover less than this have drifted: a window at the corner of a box covers a quarter. */
export const MIN_COVERAGE = 0.2;

/** Alternating projections onto the two faces; exact if the nearest position is on one of them, or for parallel boxes. */
const ROUNDS = 2;

/** Buffers of moveOntoFaces. */
export interface WindowMover {
  readonly contactChart: ContactChart;
  /** Two corners of an outline, [x, y] each. */
  readonly edge: Float64Array;
  /** Displacement of the contact in the contact plane, [x, y]. */
  readonly shift: Float64Array;
}

export function createWindowMover(): WindowMover {
  return { contactChart: createContactChart(), edge: new Float64Array(4), shift: new Float64Array(2) };
}

/** Moves the contact, in the frames of both shapes, onto both faces. False if it is already there. */
export function moveOntoFaces(
  a: TexturedSurface | null,
  contactA: LocalContact,
  b: TexturedSurface | null,
  contactB: LocalContact,
  depth: Float64Array,
  mover: WindowMover,
): boolean {
  let moved = false;
  for (let n = 0; n < 2 * ROUNDS; n++) {
    const surface = n % 2 === 0 ? a : b;
    if (surface === null || !findShift(surface, n % 2 === 0 ? contactA : contactB, depth, mover)) continue;
    moved = true;
    if (a !== null) shiftContact(contactA, mover.shift);
    if (b !== null) shiftContact(contactB, mover.shift);
  }
  return moved;
}

/** Writes the shift from the contact to the nearest position on the face; false if the contact is on it. */
function findShift(
  surface: TexturedSurface,
  contact: LocalContact,
  depth: Float64Array,
  { contactChart, edge, shift }: WindowMover,
): boolean {
  if (!chartAt(surface, contact, depth, contactChart)) return false;
  const { chart } = contactChart;
  const n = chart.corners;
  let nearest = Number.POSITIVE_INFINITY;
  let left = false;
  let right = false;
  for (let k = 0; k < n; k++) {
    projectCorner(chart, k, contact, edge, 0);
    projectCorner(chart, k + 1 < n ? k + 1 : 0, contact, edge, 2);
    const dx = edge[2] - edge[0];
    const dy = edge[3] - edge[1];
    const length = dx * dx + dy * dy;
    const side = dx * edge[1] - dy * edge[0];
    if (side > 0) right = true;
    else if (side < 0) left = true;
    let t = length > 0 ? -(edge[0] * dx + edge[1] * dy) / length : 0;
    if (t < 0) t = 0;
    else if (t > 1) t = 1;
    const x = edge[0] + t * dx;
    const y = edge[1] + t * dy;
    if (x * x + y * y < nearest) {
      nearest = x * x + y * y;
      shift[0] = x;
      shift[1] = y;
    }
  }
  // Inside the outline all edges pass on the same side.
  return left && right && nearest > 0;
}

function shiftContact(contact: LocalContact, shift: Float64Array): void {
  for (let e = 0; e < 3; e++) contact[e] += shift[0] * contact[6 + e] + shift[1] * contact[9 + e];
}
