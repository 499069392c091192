import type { Bodies } from './bodies.js';
import { ensureCapacity } from './buffers.js';
import { applyRow, findGoal, type JointRows, type Push, rowVelocity } from './joint-rows.js';

/**
 * Joints solved at once, however much the masses differ. Of two-sided rows b and limits u (rows that act one way, or drive):
 *
 *     (J M⁻¹ Jᵀ + compliance) Δλ = goal - J v                          over the two-sided rows, exactly
 *     λ_u ← clamp(λ_u + (goal - J_u v) / k_u),   Δλ_b = -x_u Δλ_u       over the limits in turn, two-sided rows held
 *
 * with x_u = (J M⁻¹ Jᵀ)⁻¹ J M⁻¹ J_uᵀ and k_u = J_u M⁻¹ J_uᵀ - (J M⁻¹ J_uᵀ)ᵀ x_u. The matrix is factored as L D Lᵀ within its
 * envelope: row k keeps the columns from the first one on that shares a moving body with it. Rows are put in order (Cuthill and
 * McKee 1969), island by island, so that chains and trees have a narrow one: their cost grows with their length.
 */
export interface JointFactor {
  /** Islands of bodies that rows connect: their two-sided rows, as places in `row`, and their limits, as places in `limit`. */
  islands: number;
  rowsFrom: Int32Array;
  limitsFrom: Int32Array;
  /** Which joint row is the k-th; the first column of its envelope, and where that is kept. */
  row: Int32Array;
  first: Int32Array;
  start: Int32Array;
  /** L, row by row, without its diagonal of ones; 1/D, 0 for a row that follows from others. */
  lower: Float64Array;
  inverse: Float64Array;
  /** Right side, then Δλ. */
  change: Float64Array;
  /** Which joint rows are limits; where x_u is kept, and 1/k_u. */
  limit: Int32Array;
  answerAt: Int32Array;
  answer: Float64Array;
  limitMass: Float64Array;
  /** 1 for each joint row that is in here. */
  holds: Uint8Array;
  /** What the order was made for: key, body A, body B and kind of each joint row. */
  made: Int32Array;
}

/**
 * Softness of two-sided rows, as a share of their inverse mass. Rows that nearly follow from each other would else be answered by
 * huge impulses, and their errors pushed out by huge velocities: random redundant graphs reached 1e6 m/s. From 1e-5 on they do
 * not; at 1e-3 chains with a hundredfold load at their end begin to give.
 */
const SOFTNESS = 1e-5;
/** Rows whose pivot is below this share of their inverse mass follow from those before them. */
const DEPENDENT = 1e-9;
/** Islands that take more multiplications than this per substep are left to the sweeps, unless the user wants otherwise. */
export const DIRECT_WORK = 60_000;
/** What filling an entry costs, in multiplications. */
const FILLING = 40;
/** Over the limits of an island, per solve. */
const LIMIT_PASSES = 2;

const TWO_SIDED = 1;
const LIMIT = 2;

export function createJointFactor(): JointFactor {
  return {
    islands: 0,
    rowsFrom: new Int32Array(1),
    limitsFrom: new Int32Array(1),
    row: new Int32Array(0),
    first: new Int32Array(0),
    start: new Int32Array(1),
    lower: new Float64Array(0),
    inverse: new Float64Array(0),
    change: new Float64Array(0),
    limit: new Int32Array(0),
    answerAt: new Int32Array(1),
    answer: new Float64Array(0),
    limitMass: new Float64Array(0),
    holds: new Uint8Array(0),
    made: new Int32Array(1),
  };
}

/**
 * At the start of a step with substeps of h: which rows, in which order. Anew only where they have changed since the last step. An
 * island that takes more than `mostWork` multiplications is left out.
 */
export function orderJoints(factor: JointFactor, joints: JointRows, bodies: Bodies, h: number, mostWork: number): void {
  const { count } = joints;
  const end = 4 * count;
  factor.made = ensureCapacity(factor.made, end + 1);
  const { made } = factor;
  let same = made[end] === -1 - count;
  for (let r = 0; r < count; r++) {
    const kind = isLimit(joints, r, h) ? LIMIT : TWO_SIDED;
    const at = 4 * r;
    same &&=
      made[at] === joints.key[r] &&
      made[at + 1] === joints.bodyA[r] &&
      made[at + 2] === joints.bodyB[r] &&
      made[at + 3] === kind;
    made[at] = joints.key[r];
    made[at + 1] = joints.bodyA[r];
    made[at + 2] = joints.bodyB[r];
    made[at + 3] = kind;
  }
  made[end] = -1 - count;
  if (!same) arrange(factor, joints, bodies, mostWork);
}

/** Acts one way, drives, or has come to the limit of its force. */
function isLimit({ low, high, target, impulse }: JointRows, r: number, h: number): boolean {
  if (!(low[r] < 0 && high[r] > 0) || target[r] !== 0) return true;
  return impulse[r] <= low[r] * h || impulse[r] >= high[r] * h;
}

/** Runs where joints come or go, not in every step: it may allocate. */
function arrange(factor: JointFactor, joints: JointRows, bodies: Bodies, mostWork: number): void {
  const meeting = new Map<number, number[]>();
  for (let r = 0; r < joints.count; r++) {
    for (const body of [joints.bodyA[r], joints.bodyB[r]]) {
      if (!canMove(bodies, body)) continue;
      if (!meeting.has(body)) meeting.set(body, []);
      meeting.get(body)!.push(r);
    }
  }
  const neighbours = Array.from({ length: joints.count }, (_, r) => [
    ...new Set([...(meeting.get(joints.bodyA[r]) ?? []), ...(meeting.get(joints.bodyB[r]) ?? [])]),
  ]);
  const byDegree = (r: number, s: number) => neighbours[r].length - neighbours[s].length || r - s;
  for (const list of neighbours) list.sort(byDegree);
  const seeds = neighbours.map((_, r) => r).sort(byDegree);
  const met = new Set<number>();
  const rows: number[] = [];
  const limits: number[] = [];
  const rowsFrom = [0];
  const limitsFrom = [0];
  const first: number[] = [];
  for (const seed of seeds) {
    if (met.has(seed)) continue;
    const island = gatherIsland(seed, neighbours, met);
    const two = island.filter((r) => factor.made[4 * r + 3] === TWO_SIDED);
    const others = island.filter((r) => factor.made[4 * r + 3] === LIMIT);
    const place = new Map(two.map((r, k) => [r, rows.length + k]));
    const starts = two.map((r) => Math.min(...neighbours[r].map((s) => place.get(s) ?? Number.POSITIVE_INFINITY)));
    if (workOf(starts, rows.length, others.length) > mostWork) continue;
    rows.push(...two);
    first.push(...starts);
    limits.push(...others);
    rowsFrom.push(rows.length);
    limitsFrom.push(limits.length);
  }
  factor.islands = rowsFrom.length - 1;
  factor.rowsFrom = Int32Array.from(rowsFrom);
  factor.limitsFrom = Int32Array.from(limitsFrom);
  factor.row = Int32Array.from(rows);
  factor.first = Int32Array.from(first);
  factor.limit = Int32Array.from(limits);
  reserveFactor(factor);
  factor.holds = new Uint8Array(joints.count);
  for (const r of [...rows, ...limits]) factor.holds[r] = 1;
}

/** All rows that hang together with the seed, nearest first. */
function gatherIsland(seed: number, neighbours: readonly number[][], met: Set<number>): number[] {
  const island = [seed];
  met.add(seed);
  for (let k = 0; k < island.length; k++) {
    for (const next of neighbours[island[k]]) {
      if (met.has(next)) continue;
      met.add(next);
      island.push(next);
    }
  }
  return island;
}

function workOf(starts: readonly number[], offset: number, limits: number): number {
  let work = 0;
  let size = 0;
  for (const [k, first] of starts.entries()) {
    const width = offset + k - first;
    work += width * (width + FILLING);
    size += width;
  }
  return work + limits * (2 * size + FILLING * starts.length);
}

function reserveFactor(factor: JointFactor): void {
  const count = factor.row.length;
  factor.start = new Int32Array(count + 1);
  for (let k = 0; k < count; k++) factor.start[k + 1] = factor.start[k] + k - factor.first[k];
  factor.lower = new Float64Array(factor.start[count]);
  factor.inverse = new Float64Array(count);
  factor.change = new Float64Array(count);
  factor.answerAt = new Int32Array(factor.limit.length);
  let size = 0;
  for (let i = 0; i < factor.islands; i++) {
    for (let u = factor.limitsFrom[i]; u < factor.limitsFrom[i + 1]; u++) {
      factor.answerAt[u] = size;
      size += factor.rowsFrom[i + 1] - factor.rowsFrom[i];
    }
  }
  factor.answer = new Float64Array(size);
  factor.limitMass = new Float64Array(factor.limit.length);
}

function canMove({ invMass: m, invInertia: j }: Bodies, body: number): boolean {
  const k = 6 * body;
  return m[3 * body] + m[3 * body + 1] + m[3 * body + 2] + j[k] + j[k + 3] + j[k + 5] > 0;
}

const sum = new Float64Array(1);

/** sum ← J M⁻¹ Jᵀ between prepared rows r and s, of the bodies that they share. */
function couple({ bodyA, bodyB, jacobian: j, massJacobian: m }: JointRows, r: number, s: number): void {
  const a = bodyA[r];
  const b = bodyB[r];
  let total = 0;
  if (a === bodyA[s]) total += dot6(j, 12 * r, m, 12 * s);
  if (a === bodyB[s]) total += dot6(j, 12 * r, m, 12 * s + 6);
  if (b === bodyA[s]) total += dot6(j, 12 * r + 6, m, 12 * s);
  if (b === bodyB[s]) total += dot6(j, 12 * r + 6, m, 12 * s + 6);
  sum[0] = total;
}

function dot6(j: Float64Array, k: number, m: Float64Array, l: number): number {
  return (
    j[k] * m[l] +
    j[k + 1] * m[l + 1] +
    j[k + 2] * m[l + 2] +
    j[k + 3] * m[l + 3] +
    j[k + 4] * m[l + 4] +
    j[k + 5] * m[l + 5]
  );
}

/** At the Jacobians that `prepareJoints` has seen last, in every substep. */
export function factorJoints(factor: JointFactor, joints: JointRows): void {
  for (let i = 0; i < factor.islands; i++) factorIsland(factor, joints, i);
}

export function factorIsland(factor: JointFactor, joints: JointRows, i: number): void {
  for (let k = factor.rowsFrom[i]; k < factor.rowsFrom[i + 1]; k++) factorRow(factor, joints, k);
  for (let u = factor.limitsFrom[i]; u < factor.limitsFrom[i + 1]; u++) answerLimit(factor, joints, i, u);
}

function factorRow(factor: JointFactor, joints: JointRows, k: number): void {
  const { row, first, start, lower, inverse } = factor;
  const r = row[k];
  const mine = start[k] - first[k];
  for (let c = first[k]; c < k; c++) {
    couple(joints, r, row[c]);
    let rest = sum[0];
    const theirs = start[c] - first[c];
    // Entries of row k are still to be divided by D here.
    for (let m = Math.max(first[k], first[c]); m < c; m++) rest -= lower[mine + m] * lower[theirs + m];
    lower[mine + c] = rest;
  }
  couple(joints, r, r);
  const whole = sum[0] * (1 + SOFTNESS) + joints.compliance[r];
  let pivot = whole;
  for (let c = first[k]; c < k; c++) {
    const scaled = lower[mine + c] * inverse[c];
    pivot -= lower[mine + c] * scaled;
    lower[mine + c] = scaled;
  }
  inverse[k] = pivot > DEPENDENT * whole ? 1 / pivot : 0;
}

/** How the two-sided rows answer a unit impulse of a limit. */
function answerLimit(factor: JointFactor, joints: JointRows, island: number, u: number): void {
  const { row, limit, change, answer } = factor;
  const from = factor.rowsFrom[island];
  const to = factor.rowsFrom[island + 1];
  const at = factor.answerAt[u] - from;
  for (let k = from; k < to; k++) {
    couple(joints, row[k], limit[u]);
    change[k] = sum[0];
    answer[at + k] = sum[0];
  }
  backSolve(factor, island);
  couple(joints, limit[u], limit[u]);
  const whole = sum[0] + joints.compliance[limit[u]];
  let left = whole;
  for (let k = from; k < to; k++) {
    left -= answer[at + k] * change[k];
    answer[at + k] = change[k];
  }
  factor.limitMass[u] = left > DEPENDENT * whole ? 1 / left : 0;
}

/** change ← (L D Lᵀ)⁻¹ change. */
function backSolve(factor: JointFactor, island: number): void {
  const { first, start, lower, inverse, change } = factor;
  const from = factor.rowsFrom[island];
  const to = factor.rowsFrom[island + 1];
  for (let k = from; k < to; k++) {
    let rest = change[k];
    const mine = start[k] - first[k];
    for (let c = first[k]; c < k; c++) rest -= lower[mine + c] * change[c];
    change[k] = rest;
  }
  for (let k = from; k < to; k++) change[k] *= inverse[k];
  for (let k = to - 1; k >= from; k--) {
    const mine = start[k] - first[k];
    for (let c = first[k]; c < k; c++) change[c] -= lower[mine + c] * change[k];
  }
}

/** One step for all rows in the factor. */
export function solveJoints(factor: JointFactor, joints: JointRows, bodies: Bodies, h: number, push: Push): void {
  for (let i = 0; i < factor.islands; i++) solveIsland(factor, joints, i, bodies, h, push);
}

export function solveIsland(
  factor: JointFactor,
  joints: JointRows,
  i: number,
  bodies: Bodies,
  h: number,
  push: Push,
): void {
  solveTwoSided(factor, joints, i, bodies, h, push);
  const from = factor.limitsFrom[i];
  const to = factor.limitsFrom[i + 1];
  for (let pass = 0; pass < LIMIT_PASSES; pass++) {
    for (let u = from; u < to; u++) solveLimit(factor, joints, i, u, bodies, h, push);
  }
}

function solveTwoSided(
  factor: JointFactor,
  joints: JointRows,
  island: number,
  bodies: Bodies,
  h: number,
  push: Push,
): void {
  const { row, change } = factor;
  const from = factor.rowsFrom[island];
  const to = factor.rowsFrom[island + 1];
  for (let k = from; k < to; k++) {
    findGoal(joints, row[k], h, push, goal);
    change[k] = goal[0] - rowVelocity(joints, row[k], bodies);
  }
  backSolve(factor, island);
  for (let k = from; k < to; k++) {
    const r = row[k];
    const old = joints.impulse[r];
    const next = Math.min(joints.high[r] * h, Math.max(joints.low[r] * h, old + change[k]));
    joints.impulse[r] = next;
    change[k] = next - old;
    applyRow(joints, r, bodies, change, k);
  }
}

const goal = new Float64Array(1);
const step = new Float64Array(1);

function solveLimit(
  factor: JointFactor,
  joints: JointRows,
  island: number,
  u: number,
  bodies: Bodies,
  h: number,
  push: Push,
): void {
  const { row, limit, change, answer, limitMass } = factor;
  const r = limit[u];
  findGoal(joints, r, h, push, goal);
  const old = joints.impulse[r];
  const wanted = old + limitMass[u] * (goal[0] - rowVelocity(joints, r, bodies));
  const next = Math.min(joints.high[r] * h, Math.max(joints.low[r] * h, wanted));
  if (next === old) return;
  step[0] = next - old;
  joints.impulse[r] = next;
  applyRow(joints, r, bodies, step, 0);
  const at = factor.answerAt[u] - factor.rowsFrom[island];
  for (let k = factor.rowsFrom[island]; k < factor.rowsFrom[island + 1]; k++) {
    change[k] = -answer[at + k] * step[0];
    if (change[k] === 0) continue;
    joints.impulse[row[k]] += change[k];
    applyRow(joints, row[k], bodies, change, k);
  }
}
