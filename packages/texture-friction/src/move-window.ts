import { createChart } from './chart.js';
import type { ContactInSurface } from './footprint.js';
import type { TexturedSurface } from './surface.js';

/**
 * Engines that keep contact points from step to step let them drift off the faces: Rapier by up to 3 cm. A window around such a point
 * shows little or nothing, although the bodies touch. It moves to the nearest place on both faces.
 */

/** Windows that show less than this were not placed at a corner of a box, which shows a quarter. */
export const LITTLE = 0.2;

/** One face after the other, twice: exact where the nearest place lies on one of them, or they are parallel boxes. */
const ROUNDS = 2;

/** Moves the contact, as both surfaces see it, onto the faces of both. False where it lies there already. */
export function moveInside(
  a: TexturedSurface | null,
  contactA: ContactInSurface,
  b: TexturedSurface | null,
  contactB: ContactInSurface,
  depth: Float64Array,
): boolean {
  let moved = false;
  for (let n = 0; n < 2 * ROUNDS; n++) {
    const one = n % 2 === 0 ? a : b;
    if (one === null || !findShift(one, n % 2 === 0 ? contactA : contactB, depth)) continue;
    moved = true;
    if (a !== null) shiftContact(contactA);
    if (b !== null) shiftContact(contactB);
  }
  return moved;
}

/** Writes `shift` = [x, y] from the contact to the nearest place on the surface around it; false where it lies on it. */
function findShift(surface: TexturedSurface, contact: ContactInSurface, depth: Float64Array): boolean {
  for (let e = 0; e < 3; e++) {
    point[e] = contact[e];
    normal[e] = contact[3 + e];
  }
  if (!surface.mapping.chart(point, normal, depth, chart)) return false;
  const n = chart.corners;
  let nearest = Number.POSITIVE_INFINITY;
  let left = false;
  let right = false;
  for (let k = 0; k < n; k++) {
    seenFrom(contact, k, 0);
    seenFrom(contact, k + 1 < n ? k + 1 : 0, 2);
    const dx = corners[2] - corners[0];
    const dy = corners[3] - corners[1];
    const length = dx * dx + dy * dy;
    const side = dx * corners[1] - dy * corners[0];
    if (side > 0) right = true;
    else if (side < 0) left = true;
    let share = length > 0 ? -(corners[0] * dx + corners[1] * dy) / length : 0;
    if (share < 0) share = 0;
    else if (share > 1) share = 1;
    const x = corners[0] + share * dx;
    const y = corners[1] + share * dy;
    if (x * x + y * y < nearest) {
      nearest = x * x + y * y;
      shift[0] = x;
      shift[1] = y;
    }
  }
  // Inside, all edges pass on the same side.
  return left && right && nearest > 0;
}

/** Corner k of the outline in the axes of the contact. */
function seenFrom(contact: ContactInSurface, k: number, at: number): void {
  const x = chart.outline[3 * k] - contact[0];
  const y = chart.outline[3 * k + 1] - contact[1];
  const z = chart.outline[3 * k + 2] - contact[2];
  corners[at] = x * contact[6] + y * contact[7] + z * contact[8];
  corners[at + 1] = x * contact[9] + y * contact[10] + z * contact[11];
}

function shiftContact(contact: ContactInSurface): void {
  for (let e = 0; e < 3; e++) contact[e] += shift[0] * contact[6 + e] + shift[1] * contact[9 + e];
}

const chart = /* @__PURE__ */ createChart();
const point = new Float64Array(3);
const normal = new Float64Array(3);
const corners = new Float64Array(4);
const shift = new Float64Array(2);
