import { type Bodies, canMove } from '../bodies/bodies.js';
import { reserveStickSolver } from '../joint-friction/stick.js';
import { ensureCapacity } from '../math/buffers.js';
import type { JointFactor } from './joint-factor.js';
import type { JointRows } from './joint-rows.js';

/** Order of the joint rows for `JointFactor` (Cuthill and McKee 1969): chains and trees get a narrow envelope. */

const TWO_SIDED = 1;
const LIMIT = 2;
const FRICTION = 3;

/** Cost of filling a matrix entry, in multiplications. */
const FILL_WORK = 40;

/**
 * Orders the rows at the start of a step with substeps of h, if they have changed since the last step. Islands that need more than
 * `maxWork` multiplications are left out.
 */
export function orderJoints(factor: JointFactor, joints: JointRows, bodies: Bodies, h: number, maxWork: number): void {
  const { count } = joints;
  const end = 4 * count;
  factor.signature = ensureCapacity(factor.signature, end + 1);
  const { signature } = factor;
  let same = signature[end] === -1 - count;
  for (let r = 0; r < count; r++) {
    const kind = kindOf(joints, r, h);
    const at = 4 * r;
    same &&=
      signature[at] === joints.key[r] &&
      signature[at + 1] === joints.bodyA[r] &&
      signature[at + 2] === joints.bodyB[r] &&
      signature[at + 3] === kind;
    signature[at] = joints.key[r];
    signature[at + 1] = joints.bodyA[r];
    signature[at + 2] = joints.bodyB[r];
    signature[at + 3] = kind;
  }
  signature[end] = -1 - count;
  if (!same) reorderRows(factor, joints, bodies, maxWork);
}

function kindOf(joints: JointRows, r: number, h: number): number {
  if (joints.frictionJoint[r] > 0) return FRICTION;
  return isLimit(joints, r, h) ? LIMIT : TWO_SIDED;
}

/** True if the row is one-sided, a motor, or at its force limit. */
function isLimit({ minForce, maxForce, target, impulse }: JointRows, r: number, h: number): boolean {
  if (!(minForce[r] < 0 && maxForce[r] > 0) || target[r] !== 0) return true;
  return impulse[r] <= minForce[r] * h || impulse[r] >= maxForce[r] * h;
}

/** Cuthill-McKee, island by island. Runs when joints are added or removed, so it may allocate. */
function reorderRows(factor: JointFactor, joints: JointRows, bodies: Bodies, maxWork: number): void {
  const rowsOfBody = new Map<number, number[]>();
  for (let r = 0; r < joints.count; r++) {
    for (const body of [joints.bodyA[r], joints.bodyB[r]]) {
      if (!canMove(bodies, body)) continue;
      if (!rowsOfBody.has(body)) rowsOfBody.set(body, []);
      rowsOfBody.get(body)!.push(r);
    }
  }
  const neighbours = Array.from({ length: joints.count }, (_, r) => [
    ...new Set([...(rowsOfBody.get(joints.bodyA[r]) ?? []), ...(rowsOfBody.get(joints.bodyB[r]) ?? [])]),
  ]);
  const byDegree = (r: number, s: number) => neighbours[r].length - neighbours[s].length || r - s;
  for (const list of neighbours) list.sort(byDegree);
  const seeds = neighbours.map((_, r) => r).sort(byDegree);
  const visited = new Set<number>();
  const rows: number[] = [];
  const limits: number[] = [];
  const rowsFrom = [0];
  const limitsFrom = [0];
  const frictionTo: number[] = [];
  const first: number[] = [];
  for (const seed of seeds) {
    if (visited.has(seed)) continue;
    const island = collectIsland(seed, neighbours, visited);
    const twoSided = island.filter((r) => factor.signature[4 * r + 3] === TWO_SIDED);
    // Rows of one joint's friction are consecutive.
    const friction = island.filter((r) => factor.signature[4 * r + 3] === FRICTION).sort((r, s) => r - s);
    const limited = [...friction, ...island.filter((r) => factor.signature[4 * r + 3] === LIMIT)];
    const place = new Map(twoSided.map((r, k) => [r, rows.length + k]));
    const starts = twoSided.map((r) => Math.min(...neighbours[r].map((s) => place.get(s) ?? Number.POSITIVE_INFINITY)));
    if (countWork(starts, rows.length, limited.length) > maxWork) continue;
    rows.push(...twoSided);
    first.push(...starts);
    frictionTo.push(limits.length + friction.length);
    limits.push(...limited);
    rowsFrom.push(rows.length);
    limitsFrom.push(limits.length);
  }
  factor.islands = rowsFrom.length - 1;
  factor.islandRowStart = Int32Array.from(rowsFrom);
  factor.islandLimitStart = Int32Array.from(limitsFrom);
  factor.islandFrictionEnd = Int32Array.from(frictionTo);
  reserveStickSolver(
    factor.stick,
    frictionTo.map((end, i) => end - limitsFrom[i]),
  );
  factor.rowOrder = Int32Array.from(rows);
  factor.firstColumn = Int32Array.from(first);
  factor.limits = Int32Array.from(limits);
  allocateFactor(factor);
  factor.isDirect = new Uint8Array(joints.count);
  for (const r of [...rows, ...limits]) factor.isDirect[r] = 1;
}

/** All rows connected to the seed, nearest first. */
function collectIsland(seed: number, neighbours: readonly number[][], visited: Set<number>): number[] {
  const island = [seed];
  visited.add(seed);
  for (let k = 0; k < island.length; k++) {
    for (const next of neighbours[island[k]]) {
      if (visited.has(next)) continue;
      visited.add(next);
      island.push(next);
    }
  }
  return island;
}

function countWork(starts: readonly number[], offset: number, limits: number): number {
  let work = 0;
  let size = 0;
  for (const [k, first] of starts.entries()) {
    const width = offset + k - first;
    work += width * (width + FILL_WORK);
    size += width;
  }
  return work + limits * (2 * size + FILL_WORK * starts.length);
}

function allocateFactor(factor: JointFactor): void {
  const count = factor.rowOrder.length;
  factor.lowerStart = new Int32Array(count + 1);
  for (let k = 0; k < count; k++) factor.lowerStart[k + 1] = factor.lowerStart[k] + k - factor.firstColumn[k];
  factor.lower = new Float64Array(factor.lowerStart[count]);
  factor.inversePivot = new Float64Array(count);
  factor.delta = new Float64Array(count);
  factor.limitResponseStart = new Int32Array(factor.limits.length);
  let size = 0;
  for (let i = 0; i < factor.islands; i++) {
    for (let u = factor.islandLimitStart[i]; u < factor.islandLimitStart[i + 1]; u++) {
      factor.limitResponseStart[u] = size;
      size += factor.islandRowStart[i + 1] - factor.islandRowStart[i];
    }
  }
  factor.limitResponse = new Float64Array(size);
  factor.limitMass = new Float64Array(factor.limits.length);
}
