import { type PatchBuffers, rotateBack } from '@stiction/friction-core';

/**
 * A patch that rests shows the same facets in every step. Its state keeps where it was sampled, seen from both bodies, and what was
 * found; until it has moved by a share of the window against either of them, that is used again:
 *
 *     [points, centre in A, centre in B, t1 in A, t1 in B, …numbers of the record]
 */
const PLACE = 13;

/** Share of the window's width that the centre may move, and how far the frame may turn [rad]. */
const MOVED = 0.03125;
const TURNED = 0.01;

/** How many numbers the state has for a record of so many. */
export function reuseSize(numbers: number): number {
  return PLACE + numbers;
}

/** Copies what was found into the record where it still holds; else writes down the new place and returns false. */
export function reuse(
  patches: PatchBuffers,
  i: number,
  width: number,
  record: Float64Array,
  at: number,
  count: number,
): boolean {
  const { state } = patches;
  const from = patches.stateStride * i;
  writePlace(patches, i);
  const most = width * MOVED;
  let same = state[from] === place[0];
  for (let v = 1; same && v < PLACE; v += 3) {
    const x = place[v] - state[from + v];
    const y = place[v + 1] - state[from + v + 1];
    const z = place[v + 2] - state[from + v + 2];
    const least = v < 7 ? most : TURNED;
    same = x * x + y * y + z * z < least * least;
  }
  if (same) for (let e = 0; e < count; e++) record[at + e] = state[from + PLACE + e];
  else for (let e = 0; e < PLACE; e++) state[from + e] = place[e];
  return same;
}

/** Keeps what was found at the place that has been written down. */
export function keep(patches: PatchBuffers, i: number, record: Float64Array, at: number, count: number): void {
  const to = patches.stateStride * i + PLACE;
  for (let e = 0; e < count; e++) patches.state[to + e] = record[at + e];
}

function writePlace(patches: PatchBuffers, i: number): void {
  const { pose } = patches.bodies;
  place[0] = patches.points[i];
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? patches.bodyA[i] : patches.bodyB[i];
    for (let e = 0; e < 3; e++) arm[e] = patches.centre[3 * i + e] - pose[7 * body + e];
    rotateBack(pose, 7 * body, arm, 0, place, 1 + 3 * side);
    rotateBack(pose, 7 * body, patches.tangent1, 3 * i, place, 7 + 3 * side);
  }
}

const place = new Float64Array(PLACE);
const arm = new Float64Array(3);
