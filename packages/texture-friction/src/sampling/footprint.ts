import type { Chart } from '../mappings/chart.js';
import { MAX_CORNERS } from '../mappings/chart.js';
import type { TexturedSurface } from '../mappings/surface.js';
import type { NormalMap } from '../maps/normal-map.js';
import { addHalfPlane, type HalfPlanes } from './clip.js';
import { type ContactChart, chartAt, createContactChart, type LocalContact, projectCorner } from './contact-chart.js';
import type { SlopeTable } from './slope-table.js';

/** A texture in the contact plane, x along t and y along b, with the origin at the contact. */
export interface Footprint {
  readonly contactChart: ContactChart;
  /** Position on the map in pixels: U = uv[0] + uv[1] x + uv[2] y and V = uv[3] + uv[4] x + uv[5] y, x and y in metres. */
  readonly uv: Float64Array;
  /** The axes of the map in the contact plane: [T·t, T·b, B·t, B·b]. */
  readonly axes: Float64Array;
  /** Outline in the contact plane. */
  readonly corners: Float64Array;
  /** Cache of the table used last, and its map: a lookup takes a tenth of the time of a sample. */
  table: SlopeTable | null;
  tableOf: NormalMap | null;
}

export function createFootprint(): Footprint {
  return {
    contactChart: createContactChart(),
    uv: new Float64Array(6),
    axes: new Float64Array(4),
    corners: new Float64Array(2 * MAX_CORNERS),
    table: null,
    tableOf: null,
  };
}

/**
 * Writes the footprint of `surface` in the contact plane and adds its boundary to `cuts`. `depth` as in `TextureMapping`.
 * False if the surface does not cover any of the window.
 */
export function writeFootprint(
  surface: TexturedSurface,
  contact: LocalContact,
  depth: Float64Array,
  out: Footprint,
  cuts: HalfPlanes,
): boolean {
  if (!chartAt(surface, contact, depth, out.contactChart)) return false;
  const { uv, axes } = out;
  const { chart } = out.contactChart;
  const { gradient } = chart;
  const { map } = surface;
  uv[0] = map.width * chart.uv[0];
  uv[1] = map.width * dotAt(gradient, 0, contact, 6);
  uv[2] = map.width * dotAt(gradient, 0, contact, 9);
  uv[3] = map.height * chart.uv[1];
  uv[4] = map.height * dotAt(gradient, 3, contact, 6);
  uv[5] = map.height * dotAt(gradient, 3, contact, 9);
  axes[0] = dotAt(chart.axes, 0, contact, 6);
  axes[1] = dotAt(chart.axes, 0, contact, 9);
  axes[2] = dotAt(chart.axes, 3, contact, 6);
  axes[3] = dotAt(chart.axes, 3, contact, 9);
  let sum = 0;
  for (let k = 0; k < 6; k++) sum += uv[k];
  for (let k = 0; k < 4; k++) sum += axes[k];
  if (!(sum - sum === 0)) return false; // non-finite contact
  return (
    cutByOutline(chart, contact, out.corners, cuts) &&
    (map.wrap !== 'none' || cutByMap(uv, map.width, map.height, cuts))
  );
}

function dotAt(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** The outline of B runs clockwise in the contact plane, because B is seen from below. */
function cutByOutline(chart: Chart, contact: LocalContact, corners: Float64Array, cuts: HalfPlanes): boolean {
  const n = chart.corners;
  if (n === 0) return true;
  for (let k = 0; k < n; k++) projectCorner(chart, k, contact, corners, 2 * k);
  let area = 0;
  for (let k = 0, j = n - 1; k < n; j = k++) {
    area += corners[2 * j] * corners[2 * k + 1] - corners[2 * k] * corners[2 * j + 1];
  }
  if (!(area * area > 0)) return false;
  const side = area > 0 ? 1 : -1;
  for (let k = 0, j = n - 1; k < n; j = k++) {
    const a = side * (corners[2 * k + 1] - corners[2 * j + 1]);
    const b = -side * (corners[2 * k] - corners[2 * j]);
    cuts.candidate[0] = a;
    cuts.candidate[1] = b;
    cuts.candidate[2] = a * corners[2 * j] + b * corners[2 * j + 1];
    if (!addHalfPlane(cuts)) return false;
  }
  return true;
}

/** A map that does not wrap ends at its edges:  0 ≤ U ≤ width, 0 ≤ V ≤ height. */
function cutByMap(uv: Float64Array, width: number, height: number, cuts: HalfPlanes): boolean {
  for (let k = 0; k < 6; k += 3) {
    cuts.candidate[0] = -uv[k + 1];
    cuts.candidate[1] = -uv[k + 2];
    cuts.candidate[2] = uv[k];
    if (!addHalfPlane(cuts)) return false;
    cuts.candidate[0] = uv[k + 1];
    cuts.candidate[1] = uv[k + 2];
    cuts.candidate[2] = (k === 0 ? width : height) - uv[k];
    if (!addHalfPlane(cuts)) return false;
  }
  return true;
}
