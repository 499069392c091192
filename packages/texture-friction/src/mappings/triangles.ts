/** Triangles of a mesh by place: a uniform grid, and the nearest point of a triangle. */

export interface Triangles {
  readonly count: number;
  /** Corners, nine numbers per triangle [m]. */
  readonly corners: Float64Array;
  /** Unit normals; zeros for a triangle without area, which is never found. */
  readonly normals: Float64Array;
  /** Lowest corner of the grid [m] and the size of its cells. */
  readonly origin: Float64Array;
  readonly cell: number;
  /** Cells along x, y, z. */
  readonly cells: Int32Array;
  /** Triangles of cell c: list[starts[c]] to list[starts[c + 1] - 1]. */
  readonly starts: Int32Array;
  readonly list: Int32Array;
}

/** A triangle counts where its normal is within about 75 degrees of the contact's. */
const FITS = 0.25;

const MOST_CELLS = 64;

/**
 * A contact lies on the mesh, or on a shape that stands for it. Farther than so many cells away nothing is looked for: inside a step that
 * would take long.
 */
const RINGS = 4;

export function gridOf(corners: Float64Array, normals: Float64Array): Triangles {
  const count = normals.length / 3;
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = low.map((x) => -x);
  for (let k = 0; k < corners.length; k++) {
    low[k % 3] = Math.min(low[k % 3], corners[k]);
    high[k % 3] = Math.max(high[k % 3], corners[k]);
  }
  const longest = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 1e-9);
  const across = Math.max(1, Math.min(MOST_CELLS, Math.ceil(Math.sqrt(count))));
  const cell = longest / across;
  const cells = Int32Array.from([0, 1, 2], (k) => Math.min(across, Math.floor((high[k] - low[k]) / cell) + 1));
  const grid = { count, corners, normals, origin: Float64Array.from(low), cell, cells };
  const starts = new Int32Array(cells[0] * cells[1] * cells[2] + 1);
  eachCell(grid, (c) => starts[c + 1]++);
  for (let c = 1; c < starts.length; c++) starts[c] += starts[c - 1];
  const next = starts.slice();
  const list = new Int32Array(starts[starts.length - 1]);
  eachCell(grid, (c, triangle) => {
    list[next[c]++] = triangle;
  });
  return { ...grid, starts, list };
}

type Grid = Pick<Triangles, 'count' | 'corners' | 'normals' | 'origin' | 'cell' | 'cells'>;

function eachCell(grid: Grid, visit: (cell: number, triangle: number) => void): void {
  const { count, corners, normals, cells } = grid;
  for (let t = 0; t < count; t++) {
    if (normals[3 * t] === 0 && normals[3 * t + 1] === 0 && normals[3 * t + 2] === 0) continue;
    const from = [0, 1, 2].map((k) =>
      cellAt(grid, k, Math.min(corners[9 * t + k], corners[9 * t + 3 + k], corners[9 * t + 6 + k])),
    );
    const to = [0, 1, 2].map((k) =>
      cellAt(grid, k, Math.max(corners[9 * t + k], corners[9 * t + 3 + k], corners[9 * t + 6 + k])),
    );
    for (let z = from[2]; z <= to[2]; z++) {
      for (let y = from[1]; y <= to[1]; y++) {
        for (let x = from[0]; x <= to[0]; x++) visit(x + cells[0] * (y + cells[1] * z), t);
      }
    }
  }
}

function cellAt(grid: Grid, axis: number, x: number): number {
  const i = Math.floor((x - grid.origin[axis]) / grid.cell);
  return i < 0 ? 0 : i >= grid.cells[axis] ? grid.cells[axis] - 1 : i;
}

/** [square of the distance, of the best that fits; the same of any]. */
const best = new Float64Array(2);
const found = new Int32Array(2);
const distance = new Float64Array(1);

/**
 * The triangle nearest to the point among those whose normals fit, or of all where none does within the ring of cells in which the first
 * was found; -1 where there is none within RINGS cells. Rings of cells around the point, until the next one is farther than the best.
 */
export function nearestTriangle(triangles: Triangles, point: Float64Array, normal: Float64Array): number {
  const { cells, cell, starts, list } = triangles;
  const x0 = cellAt(triangles, 0, point[0]);
  const y0 = cellAt(triangles, 1, point[1]);
  const z0 = cellAt(triangles, 2, point[2]);
  // How far the point lies outside the grid adds to every ring alike; inside, a ring r is at least r - 1 cells away.
  best.fill(Number.POSITIVE_INFINITY);
  found.fill(-1);
  const most = Math.min(RINGS, Math.max(cells[0], cells[1], cells[2]) - 1);
  for (let r = 0; r <= most; r++) {
    const reach = (r - 1) * cell;
    if (reach > 0 && best[0] <= reach * reach) break;
    if (r > 2 && found[0] < 0 && best[1] <= reach * reach) break;
    for (let z = Math.max(0, z0 - r); z <= Math.min(cells[2] - 1, z0 + r); z++) {
      for (let y = Math.max(0, y0 - r); y <= Math.min(cells[1] - 1, y0 + r); y++) {
        const shell = z === z0 - r || z === z0 + r || y === y0 - r || y === y0 + r;
        const step = shell || r === 0 ? 1 : 2 * r;
        for (let x = x0 - r; x <= x0 + r; x += step) {
          if (x < 0 || x >= cells[0]) continue;
          const c = x + cells[0] * (y + cells[1] * z);
          for (let k = starts[c]; k < starts[c + 1]; k++) tryTriangle(triangles, list[k], point, normal);
        }
      }
    }
  }
  return found[0] >= 0 ? found[0] : found[1];
}

function tryTriangle(triangles: Triangles, t: number, point: Float64Array, normal: Float64Array): void {
  const { normals } = triangles;
  squaredDistance(triangles, t, point);
  if (distance[0] < best[1]) {
    best[1] = distance[0];
    found[1] = t;
  }
  if (!(distance[0] < best[0])) return;
  const fit = normals[3 * t] * normal[0] + normals[3 * t + 1] * normal[1] + normals[3 * t + 2] * normal[2];
  if (fit < FITS) return;
  best[0] = distance[0];
  found[0] = t;
}

/** distance[0] = square of the distance from the point to triangle t: to its plane where the point is above it, or to an edge. */
function squaredDistance(triangles: Triangles, t: number, point: Float64Array): void {
  const { corners, normals } = triangles;
  const nx = normals[3 * t];
  const ny = normals[3 * t + 1];
  const nz = normals[3 * t + 2];
  let inside = true;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const a = 9 * t + 3 * k;
    const b = 9 * t + 3 * (k < 2 ? k + 1 : 0);
    const ex = corners[b] - corners[a];
    const ey = corners[b + 1] - corners[a + 1];
    const ez = corners[b + 2] - corners[a + 2];
    const px = point[0] - corners[a];
    const py = point[1] - corners[a + 1];
    const pz = point[2] - corners[a + 2];
    // Left of the edge, seen along the normal; corners run about the normal, see `meshMapping`.
    if ((ny * ez - nz * ey) * px + (nz * ex - nx * ez) * py + (nx * ey - ny * ex) * pz < 0) inside = false;
    let share = (px * ex + py * ey + pz * ez) / (ex * ex + ey * ey + ez * ez);
    share = share > 0 ? Math.min(share, 1) : 0;
    const dx = px - share * ex;
    const dy = py - share * ey;
    const dz = pz - share * ez;
    const square = dx * dx + dy * dy + dz * dz;
    if (square < least) least = square;
  }
  if (inside) {
    const height =
      (point[0] - corners[9 * t]) * nx + (point[1] - corners[9 * t + 1]) * ny + (point[2] - corners[9 * t + 2]) * nz;
    least = height * height;
  }
  distance[0] = least;
}
