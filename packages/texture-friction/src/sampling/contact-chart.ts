import { type Chart, createChart } from '../mappings/chart.js';
import type { TexturedSurface } from '../mappings/surface.js';

/**
 * A contact in the frame of one shape, twelve floats: the point, the outward normal of the surface, and the axes t and b of the contact
 * plane. t × b is the contact normal from A to B: the outward normal of A and the inward normal of B.
 */
export type LocalContact = Float64Array;

export function createLocalContact(): LocalContact {
  return new Float64Array(12);
}

/** Chart of a surface at a contact, and the arguments it was computed from. */
export interface ContactChart {
  readonly chart: Chart;
  readonly point: Float64Array;
  readonly normal: Float64Array;
}

export function createContactChart(): ContactChart {
  return { chart: createChart(), point: new Float64Array(3), normal: new Float64Array(3) };
}

/** Writes the chart of `surface` at the contact; false if there is no texture. `depth` as in `TextureMapping`. */
export function chartAt(
  surface: TexturedSurface,
  contact: LocalContact,
  depth: Float64Array,
  { chart, point, normal }: ContactChart,
): boolean {
  for (let e = 0; e < 3; e++) {
    point[e] = contact[e];
    normal[e] = contact[3 + e];
  }
  return surface.mapping.chart(point, normal, depth, chart);
}

/** Writes corner k of the chart's outline in the contact plane, [x along t, y along b], to out[at…]. */
export function projectCorner(chart: Chart, k: number, contact: LocalContact, out: Float64Array, at: number): void {
  const x = chart.outline[3 * k] - contact[0];
  const y = chart.outline[3 * k + 1] - contact[1];
  const z = chart.outline[3 * k + 2] - contact[2];
  out[at] = x * contact[6] + y * contact[7] + z * contact[8];
  out[at + 1] = x * contact[9] + y * contact[10] + z * contact[11];
}
