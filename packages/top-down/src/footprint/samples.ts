import type { Pressure } from '@stiction/limit-surface';
import { RIM_POINTS, SAMPLE_CELLS } from '../core/constants.js';

/**
 * A footprint as sample points, for floors of several materials, and its outline as a few points. Both are computed once per
 * footprint, with the pressure centre as origin.
 */
export interface Samples {
  /** x, y and share of the load of each point. */
  points: Float64Array;
  count: number;
  /** x, y of the points of the outline that are farthest out in RIM_POINTS directions. */
  rim: Float64Array;
  /** Friction (three numbers) of pure spinning at 1 rad/s, per load and mu. */
  spin: Float64Array;
  /** √u: the unit of length in the block step [m]. */
  R: number;
}

/** Points per cell and side that decide how much of the cell is covered. */
const FINE = 8;

/** Cells of the square around the footprint, each with the load on it at the place where it acts. */
export function sampleFootprint(pressure: Pressure): Samples {
  const [cx, cy] = pressure.centre;
  const size = (2 * pressure.extent) / SAMPLE_CELLS;
  const points: number[] = [];
  const fine: number[] = [];
  let load = 0;
  for (let i = 0; i < SAMPLE_CELLS; i++) {
    for (let j = 0; j < SAMPLE_CELLS; j++) {
      let sum = 0;
      let sx = 0;
      let sy = 0;
      for (let k = 0; k < FINE * FINE; k++) {
        const x = -pressure.extent + size * (i + ((k % FINE) + 0.5) / FINE);
        const y = -pressure.extent + size * (j + (Math.floor(k / FINE) + 0.5) / FINE);
        const p = pressure.density(x, y);
        if (!(p > 0)) continue;
        sum += p;
        sx += p * x;
        sy += p * y;
        fine.push(x - cx, y - cy);
      }
      if (!(sum > 0)) continue;
      points.push(sx / sum - cx, sy / sum - cy, sum);
      load += sum;
    }
  }
  if (points.length === 0)
    points.push(0, 0, 1); // lines and feet without an area
  else for (let k = 2; k < points.length; k += 3) points[k] /= load;
  return {
    points: Float64Array.from(points),
    count: points.length / 3,
    rim: findRim(fine.length > 0 ? fine : [0, 0]),
    spin: new Float64Array(3),
    R: Math.sqrt(pressure.u),
  };
}

function findRim(fine: readonly number[]): Float64Array {
  const rim = new Float64Array(2 * RIM_POINTS);
  for (let k = 0; k < RIM_POINTS; k++) {
    const angle = (2 * Math.PI * (k + 0.5)) / RIM_POINTS;
    const dx = Math.cos(angle);
    const dy = Math.sin(angle);
    let best = Number.NEGATIVE_INFINITY;
    for (let e = 0; e < fine.length; e += 2) {
      const along = fine[e] * dx + fine[e + 1] * dy;
      if (along > best + 1e-12) {
        best = along;
        rim[2 * k] = fine[e];
        rim[2 * k + 1] = fine[e + 1];
      }
    }
  }
  return rim;
}
