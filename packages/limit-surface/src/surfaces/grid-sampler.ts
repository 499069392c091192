import type { Grid } from '../pressure/grid.js';
import type { PressurePart } from '../pressure/pressure.js';

/**
 * Steady friction of a grid of cells, interpolated linearly in the centre of rotation, [Waltersson] (21). The sum over
 * cells jumps where the centre of rotation passes the centre of a cell, so it is evaluated for rotations about the four
 * corners of the cell that contains the centre of rotation and interpolated. Outside the grid the sum is smooth and
 * used directly.
 *
 * All directions share the corners, so each corner is summed once: a table costs about (n + 1)² sums plus one per node
 * outside the grid.
 */

/** Writes f = ∇psi for unit load and the twist [vx, vy, w] at the pressure centre, f₃ in m. */
export type GridSampler = (twist: Float64Array, out: Float64Array) => void;

export function createGridSampler(part: PressurePart, centre: readonly [number, number], grid: Grid): GridSampler {
  const { n, h } = grid;
  const { data, count } = part;
  const half = 0.5 * n * h;
  const corners = new Float64Array(3 * (n + 1) * (n + 1));
  const isSummed = new Uint8Array((n + 1) * (n + 1));
  // Structure of arrays: the sums below dominate the cost of a table.
  const xs = new Float64Array(count);
  const ys = new Float64Array(count);
  const weights = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    xs[k] = data[1 + 3 * k];
    ys[k] = data[2 + 3 * k];
    weights[k] = data[3 + 3 * k];
  }
  const cells: CellArrays = { count, x: xs, y: ys, weight: weights };
  const rotation = new Float64Array(3);

  function corner(i: number, j: number): number {
    const at = i + (n + 1) * j;
    if (isSummed[at] === 0) {
      isSummed[at] = 1;
      const cx = i * h - half - centre[0];
      const cy = j * h - half - centre[1];
      // Rotation about (cx, cy) with w = 1: v = w × (-c) at the pressure centre.
      rotation[0] = cy;
      rotation[1] = -cx;
      rotation[2] = 1;
      sumCells(cells, rotation, corners, 3 * at);
    }
    return 3 * at;
  }

  return (twist, out) => {
    const w = twist[2];
    const gx = (-twist[1] / w + centre[0] + half) / h;
    const gy = (twist[0] / w + centre[1] + half) / h;
    if (!(gx >= 0 && gx < n && gy >= 0 && gy < n)) {
      sumCells(cells, twist, out, 0);
      return;
    }
    const i = Math.floor(gx);
    const j = Math.floor(gy);
    const f = gx - i;
    const g = gy - j;
    const a = corner(i, j);
    const b = corner(i + 1, j);
    const c = corner(i, j + 1);
    const d = corner(i + 1, j + 1);
    const sign = w < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) {
      out[k] =
        sign *
        ((1 - g) * ((1 - f) * corners[a + k] + f * corners[b + k]) +
          g * ((1 - f) * corners[c + k] + f * corners[d + k]));
    }
  };
}

interface CellArrays {
  count: number;
  x: Float64Array;
  y: Float64Array;
  weight: Float64Array;
}

/** f of a twist. A cell at the centre of rotation adds nothing, as in the average over its neighbourhood. */
function sumCells(cells: CellArrays, twist: Float64Array, to: Float64Array, at: number): void {
  const { count, x, y, weight } = cells;
  const vx = twist[0];
  const vy = twist[1];
  const w = twist[2];
  let fx = 0;
  let fy = 0;
  let torque = 0;
  for (let k = 0; k < count; k++) {
    const px = x[k];
    const py = y[k];
    const ux = vx - w * py;
    const uy = vy + w * px;
    // Avoids 0/0 without a branch.
    const share = weight[k] / Math.sqrt(ux * ux + uy * uy + 1e-300);
    fx += share * ux;
    fy += share * uy;
    torque += share * (px * uy - py * ux);
  }
  to[at] = fx;
  to[at + 1] = fy;
  to[at + 2] = torque;
}
