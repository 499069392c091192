import type { Chart } from './chart.js';

/**
 * A flat chart:  u = au + gu·x, v = av + gv·x. Its axes are unit vectors along gu and gv, as in renderers that compute tangents from the
 * derivatives of u and v (three.js).
 */
export interface PlaneChart {
  /** [au, av]. */
  readonly start: Float64Array;
  /** [gu, gv], 1/m. */
  readonly gradient: Float64Array;
  /** Unit vectors along both. */
  readonly axes: Float64Array;
}

/** A chart with u and v growing by 1 per tileU and tileV metres along the unit vectors T and B, and 0 at `origin`. */
export function createPlaneChart(
  T: ArrayLike<number>,
  B: ArrayLike<number>,
  origin: ArrayLike<number>,
  tileU: number,
  tileV: number,
): PlaneChart {
  const start = new Float64Array(2);
  const gradient = new Float64Array(6);
  const axes = new Float64Array(6);
  for (let k = 0; k < 3; k++) {
    axes[k] = T[k];
    axes[3 + k] = B[k];
    gradient[k] = T[k] / tileU;
    gradient[3 + k] = B[k] / tileV;
    start[0] -= gradient[k] * origin[k];
    start[1] -= gradient[3 + k] * origin[k];
  }
  return { start, gradient, axes };
}

export function writePlaneChart(plane: PlaneChart, point: Float64Array, out: Chart): void {
  const { start, gradient, axes } = plane;
  out.uv[0] = start[0] + gradient[0] * point[0] + gradient[1] * point[1] + gradient[2] * point[2];
  out.uv[1] = start[1] + gradient[3] * point[0] + gradient[4] * point[1] + gradient[5] * point[2];
  for (let k = 0; k < 6; k++) {
    out.gradient[k] = gradient[k];
    out.axes[k] = axes[k];
  }
  out.corners = 0;
}
