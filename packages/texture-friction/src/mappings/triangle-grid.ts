/** A uniform grid over the triangles of a mesh, to find the nearest triangle. */

export interface TriangleGrid {
  readonly count: number;
  /** Corners, nine floats per triangle [m]. */
  readonly corners: Float64Array;
  /** Unit normals; 0 for degenerate triangles, which are ignored. */
  readonly normals: Float64Array;
  /** Minimum corner of the grid [m]. */
  readonly origin: Float64Array;
  /** Size of a cell [m]. */
  readonly cell: number;
  /** Cells along x, y, z. */
  readonly cells: Int32Array;
  /** Triangles of cell c: list[starts[c]] to list[starts[c + 1] - 1]. */
  readonly starts: Int32Array;
  readonly list: Int32Array;
  readonly search: TriangleSearch;
}

/** Buffers of nearestTriangle. The first entries are for matching triangles, the second for all triangles. */
interface TriangleSearch {
  /** Squared distances of the nearest triangles. */
  readonly best: Float64Array;
  /** Nearest triangles, -1 if none. */
  readonly found: Int32Array;
  /** Squared distance of the current triangle. */
  readonly distance: Float64Array;
}

/** A triangle matches if its normal is within about 75 degrees of the contact's. */
const MIN_NORMAL_COSINE = 0.25;

const MAX_CELLS = 64;

/**
 * Search distance in cells. Contacts are on the mesh, or on a collision shape close to it; a longer search would be too slow inside a step.
 */
const MAX_RINGS = 4;

export function buildTriangleGrid(corners: Float64Array, normals: Float64Array): TriangleGrid {
  const count = normals.length / 3;
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = low.map((x) => -x);
  for (let k = 0; k < corners.length; k++) {
    low[k % 3] = Math.min(low[k % 3], corners[k]);
    high[k % 3] = Math.max(high[k % 3], corners[k]);
  }
  const longest = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 1e-9);
  const across = Math.max(1, Math.min(MAX_CELLS, Math.ceil(Math.sqrt(count))));
  const cell = longest / across;
  const cells = Int32Array.from([0, 1, 2], (k) => Math.min(across, Math.floor((high[k] - low[k]) / cell) + 1));
  const grid = { count, corners, normals, origin: Float64Array.from(low), cell, cells };
  const starts = new Int32Array(cells[0] * cells[1] * cells[2] + 1);
  forEachCell(grid, (c) => starts[c + 1]++);
  for (let c = 1; c < starts.length; c++) starts[c] += starts[c - 1];
  const next = starts.slice();
  const list = new Int32Array(starts[starts.length - 1]);
  forEachCell(grid, (c, triangle) => {
    list[next[c]++] = triangle;
  });
  const search = { best: new Float64Array(2), found: new Int32Array(2), distance: new Float64Array(1) };
  return { ...grid, starts, list, search };
}

type Grid = Pick<TriangleGrid, 'count' | 'corners' | 'normals' | 'origin' | 'cell' | 'cells'>;

function forEachCell(grid: Grid, visit: (cell: number, triangle: number) => void): void {
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

/**
 * The nearest triangle with a matching normal, or the nearest of all if none matches within the ring of cells in which the first was found;
 * -1 if there is none within MAX_RINGS cells. Searches rings of cells around the point until the next ring is farther than the best.
 */
export function nearestTriangle(triangles: TriangleGrid, point: Float64Array, normal: Float64Array): number {
  const { cells, cell, starts, list } = triangles;
  const { best, found } = triangles.search;
  const x0 = cellAt(triangles, 0, point[0]);
  const y0 = cellAt(triangles, 1, point[1]);
  const z0 = cellAt(triangles, 2, point[2]);
  // Ring r is at least r - 1 cells away; for a point outside the grid all rings are farther by the same amount.
  best.fill(Number.POSITIVE_INFINITY);
  found.fill(-1);
  const most = Math.min(MAX_RINGS, Math.max(cells[0], cells[1], cells[2]) - 1);
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

function tryTriangle(triangles: TriangleGrid, t: number, point: Float64Array, normal: Float64Array): void {
  const { normals } = triangles;
  const { best, found, distance } = triangles.search;
  squaredDistance(triangles, t, point);
  if (distance[0] < best[1]) {
    best[1] = distance[0];
    found[1] = t;
  }
  if (!(distance[0] < best[0])) return;
  const fit = normals[3 * t] * normal[0] + normals[3 * t + 1] * normal[1] + normals[3 * t + 2] * normal[2];
  if (fit < MIN_NORMAL_COSINE) return;
  best[0] = distance[0];
  found[0] = t;
}

/** search.distance[0] = squared distance from the point to triangle t: to its plane if the point projects into it, otherwise to an edge. */
function squaredDistance(triangles: TriangleGrid, t: number, point: Float64Array): void {
  const { corners, normals, search } = triangles;
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
    // Corners are counter-clockwise about the normal, see `meshMapping`.
    if ((ny * ez - nz * ey) * px + (nz * ex - nx * ez) * py + (nx * ey - ny * ex) * pz < 0) inside = false;
    let along = (px * ex + py * ey + pz * ez) / (ex * ex + ey * ey + ez * ez);
    along = along > 0 ? Math.min(along, 1) : 0;
    const dx = px - along * ex;
    const dy = py - along * ey;
    const dz = pz - along * ez;
    const square = dx * dx + dy * dy + dz * dz;
    if (square < least) least = square;
  }
  if (inside) {
    const height =
      (point[0] - corners[9 * t]) * nx + (point[1] - corners[9 * t + 1]) * ny + (point[2] - corners[9 * t + 2]) * nz;
    least = height * height;
  }
  search.distance[0] = least;
}
