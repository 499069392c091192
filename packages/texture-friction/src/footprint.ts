import { type Chart, createChart } from './chart.js';
import type { Cuts } from './clip.js';
import { cutBy } from './clip.js';
import type { NormalMap } from './normal-map.js';
import type { TexturedSurface } from './surface.js';
import type { SlopeTable } from './tables.js';

/**
 * A contact as a surface sees it, twelve numbers in the frame of the shape: the point, the surface's outward normal, and the axes t
 * and b of the contact plane. t × b is the contact's normal from A to B, so it is the outward normal for A and its opposite for B.
 */
export type ContactInSurface = Float64Array;

export function createContactInSurface(): ContactInSurface {
  return new Float64Array(12);
}

/** A texture seen in the contact plane, x along t and y along b, the origin at the contact. */
export interface Footprint {
  readonly chart: Chart;
  /** Place on the map in pixels, U = uv[0] + uv[1] x + uv[2] y and V = uv[3] + uv[4] x + uv[5] y, x and y in metres. */
  readonly uv: Float64Array;
  /** The map's axes in the contact plane: [T·t, T·b, B·t, B·b]. */
  readonly axes: Float64Array;
  /** The table that was used last, and its map: looking it up takes a tenth of the time of a sample. */
  table: SlopeTable | null;
  tableOf: NormalMap | null;
}

export function createFootprint(): Footprint {
  return { chart: createChart(), uv: new Float64Array(6), axes: new Float64Array(4), table: null, tableOf: null };
}

const point = new Float64Array(3);
const normal = new Float64Array(3);
const corners = new Float64Array(32);

/**
 * Writes how `surface` lies in the contact plane and adds to `cuts` what bounds it there. `depth` as in `TextureMapping`.
 * False where it has nothing in the window.
 */
export function writeFootprint(
  surface: TexturedSurface,
  contact: ContactInSurface,
  depth: Float64Array,
  out: Footprint,
  cuts: Cuts,
): boolean {
  for (let k = 0; k < 3; k++) {
    point[k] = contact[k];
    normal[k] = contact[3 + k];
  }
  const chart = out.chart;
  if (!surface.mapping.chart(point, normal, depth, chart)) return false;
  const { uv, axes } = out;
  const { gradient } = chart;
  const { map } = surface;
  uv[0] = map.width * chart.uv[0];
  uv[1] = map.width * along(gradient, 0, contact, 6);
  uv[2] = map.width * along(gradient, 0, contact, 9);
  uv[3] = map.height * chart.uv[1];
  uv[4] = map.height * along(gradient, 3, contact, 6);
  uv[5] = map.height * along(gradient, 3, contact, 9);
  axes[0] = along(chart.axes, 0, contact, 6);
  axes[1] = along(chart.axes, 0, contact, 9);
  axes[2] = along(chart.axes, 3, contact, 6);
  axes[3] = along(chart.axes, 3, contact, 9);
  let sum = 0;
  for (let k = 0; k < 6; k++) sum += uv[k];
  for (let k = 0; k < 4; k++) sum += axes[k];
  if (!(sum - sum === 0)) return false; // a contact that is not finite
  return cutByOutline(chart, contact, cuts) && (map.wrap !== 'none' || cutByMap(uv, map.width, map.height, cuts));
}

function along(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** Seen from below (B's side) the outline runs clockwise. */
function cutByOutline(chart: Chart, contact: ContactInSurface, cuts: Cuts): boolean {
  const n = chart.corners;
  if (n === 0) return true;
  for (let k = 0; k < n; k++) {
    const x = chart.outline[3 * k] - contact[0];
    const y = chart.outline[3 * k + 1] - contact[1];
    const z = chart.outline[3 * k + 2] - contact[2];
    corners[2 * k] = x * contact[6] + y * contact[7] + z * contact[8];
    corners[2 * k + 1] = x * contact[9] + y * contact[10] + z * contact[11];
  }
  let area = 0;
  for (let k = 0, j = n - 1; k < n; j = k++) {
    area += corners[2 * j] * corners[2 * k + 1] - corners[2 * k] * corners[2 * j + 1];
  }
  if (!(area * area > 0)) return false;
  const side = area > 0 ? 1 : -1;
  for (let k = 0, j = n - 1; k < n; j = k++) {
    const a = side * (corners[2 * k + 1] - corners[2 * j + 1]);
    const b = -side * (corners[2 * k] - corners[2 * j]);
    cuts.plane[0] = a;
    cuts.plane[1] = b;
    cuts.plane[2] = a * corners[2 * j] + b * corners[2 * j + 1];
    if (!cutBy(cuts)) return false;
  }
  return true;
}

/** Nothing beyond the edge of a map that does not wrap:  0 ≤ U ≤ width, 0 ≤ V ≤ height. */
function cutByMap(uv: Float64Array, width: number, height: number, cuts: Cuts): boolean {
  for (let k = 0; k < 6; k += 3) {
    cuts.plane[0] = -uv[k + 1];
    cuts.plane[1] = -uv[k + 2];
    cuts.plane[2] = uv[k];
    if (!cutBy(cuts)) return false;
    cuts.plane[0] = uv[k + 1];
    cuts.plane[1] = uv[k + 2];
    cuts.plane[2] = (k === 0 ? width : height) - uv[k];
    if (!cutBy(cuts)) return false;
  }
  return true;
}
