import type { Bodies } from '../bodies/bodies.js';
import { DIRECT_SOFTNESS, LIMIT_PASSES } from '../constants.js';
import { BLOCK_INDEX, clearBlock, solveJointFriction } from '../joint-friction/rows.js';
import {
  createStickSolver,
  factorStick,
  MAX_STICK_ROWS,
  type StickSolver,
  solveStick,
} from '../joint-friction/stick.js';
import { applyRow, findTargetVelocity, type JointBias, type JointRows, rowVelocity } from './joint-rows.js';

/**
 * Direct solution of connected joints, for any mass ratio. With two-sided rows b and limits u (one-sided rows and motors):
 *
 *     (J M⁻¹ Jᵀ + compliance) Δλ = target - J v                          all two-sided rows, exactly
 *     λ_u ← clamp(λ_u + (target - J_u v) / k_u),   Δλ_b = -x_u Δλ_u       one limit after the other, two-sided rows kept satisfied
 *
 * Friction in joints is solved as limits are, but for all axes of a joint together and before them, so that motors move against it.
 *
 * with x_u = (J M⁻¹ Jᵀ)⁻¹ J M⁻¹ J_uᵀ and k_u = J_u M⁻¹ J_uᵀ - (J M⁻¹ J_uᵀ)ᵀ x_u. The matrix is factored as L D Lᵀ within its
 * envelope: row k stores the columns from the first one that shares a moving body with it. `orderJoints` orders the rows so that
 * chains and trees have a narrow envelope and their cost grows linearly with their length.
 */
export interface JointFactor {
  /** Number of islands of connected rows. */
  islands: number;
  /** Per island: start of its two-sided rows in `rowOrder`, and of its limits in `limits`. */
  islandRowStart: Int32Array;
  islandLimitStart: Int32Array;
  /** Per island: end of the rows of joint friction, which are the first ones in `limits`. */
  islandFrictionEnd: Int32Array;
  /** Joint row at position k, the first column of its envelope, and where that is in `lower`. */
  rowOrder: Int32Array;
  firstColumn: Int32Array;
  lowerStart: Int32Array;
  /** L row by row, without its unit diagonal. */
  lower: Float64Array;
  /** 1/D; 0 for a row that depends on others. */
  inversePivot: Float64Array;
  /** Right-hand side, then Δλ. */
  delta: Float64Array;
  /** Joint rows that are limits. */
  limits: Int32Array;
  /** x_u of all limits, and where each starts. */
  limitResponse: Float64Array;
  limitResponseStart: Int32Array;
  /** 1/k_u. */
  limitMass: Float64Array;
  /** Friction of joints that all stick. */
  stick: StickSolver;
  /** Per joint row: 1 if it is solved here. */
  isDirect: Uint8Array;
  /** Key, body A, body B and kind of each joint row when the order was made. */
  signature: Int32Array;
  /** Temporaries: J M⁻¹ Jᵀ of two rows, target velocity of a row, impulse change of a limit. */
  coupling: Float64Array;
  target: Float64Array;
  limitChange: Float64Array;
}

/** Rows with a pivot below this fraction of their inverse mass depend on the rows before them. */
const DEPENDENT = 1e-9;

export function createJointFactor(): JointFactor {
  return {
    islands: 0,
    islandRowStart: new Int32Array(1),
    islandLimitStart: new Int32Array(1),
    islandFrictionEnd: new Int32Array(0),
    rowOrder: new Int32Array(0),
    firstColumn: new Int32Array(0),
    lowerStart: new Int32Array(1),
    lower: new Float64Array(0),
    inversePivot: new Float64Array(0),
    delta: new Float64Array(0),
    limits: new Int32Array(0),
    limitResponse: new Float64Array(0),
    limitResponseStart: new Int32Array(1),
    limitMass: new Float64Array(0),
    stick: createStickSolver(),
    isDirect: new Uint8Array(0),
    signature: new Int32Array(1),
    coupling: new Float64Array(1),
    target: new Float64Array(1),
    limitChange: new Float64Array(1),
  };
}

/** out[0] = J M⁻¹ Jᵀ between prepared rows r and s, over the bodies that they share. */
function couple(
  { bodyA, bodyB, jacobian: j, massJacobian: m }: JointRows,
  r: number,
  s: number,
  out: Float64Array,
): void {
  const a = bodyA[r];
  const b = bodyB[r];
  let total = 0;
  if (a === bodyA[s]) total += dot6(j, 12 * r, m, 12 * s);
  if (a === bodyB[s]) total += dot6(j, 12 * r, m, 12 * s + 6);
  if (b === bodyA[s]) total += dot6(j, 12 * r + 6, m, 12 * s);
  if (b === bodyB[s]) total += dot6(j, 12 * r + 6, m, 12 * s + 6);
  out[0] = total;
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

/** Factors all islands with the Jacobians of the last `prepareJoints`, in every substep. */
export function factorJoints(factor: JointFactor, joints: JointRows): void {
  for (let i = 0; i < factor.islands; i++) factorIsland(factor, joints, i);
}

export function factorIsland(factor: JointFactor, joints: JointRows, i: number): void {
  for (let k = factor.islandRowStart[i]; k < factor.islandRowStart[i + 1]; k++) factorRow(factor, joints, k);
  for (let u = factor.islandLimitStart[i]; u < factor.islandLimitStart[i + 1]; u++) factorLimit(factor, joints, i, u);
  if (factor.islandFrictionEnd[i] > factor.islandLimitStart[i]) factorFriction(factor, joints, i);
}

function factorRow(factor: JointFactor, joints: JointRows, k: number): void {
  const { rowOrder, firstColumn, lowerStart, lower, inversePivot, coupling } = factor;
  const r = rowOrder[k];
  const own = lowerStart[k] - firstColumn[k];
  for (let c = firstColumn[k]; c < k; c++) {
    couple(joints, r, rowOrder[c], coupling);
    let rest = coupling[0];
    const other = lowerStart[c] - firstColumn[c];
    // Entries of row k are not yet divided by D.
    for (let m = Math.max(firstColumn[k], firstColumn[c]); m < c; m++) rest -= lower[own + m] * lower[other + m];
    lower[own + c] = rest;
  }
  couple(joints, r, r, coupling);
  const full = coupling[0] * (1 + DIRECT_SOFTNESS) + joints.compliance[r];
  let pivot = full;
  for (let c = firstColumn[k]; c < k; c++) {
    const scaled = lower[own + c] * inversePivot[c];
    pivot -= lower[own + c] * scaled;
    lower[own + c] = scaled;
  }
  inversePivot[k] = pivot > DEPENDENT * full ? 1 / pivot : 0;
}

/** Finds the response of the two-sided rows to a unit impulse of a limit. */
function factorLimit(factor: JointFactor, joints: JointRows, island: number, u: number): void {
  const { rowOrder, limits, delta, limitResponse, coupling } = factor;
  const from = factor.islandRowStart[island];
  const to = factor.islandRowStart[island + 1];
  const at = factor.limitResponseStart[u] - from;
  for (let k = from; k < to; k++) {
    couple(joints, rowOrder[k], limits[u], coupling);
    delta[k] = coupling[0];
    limitResponse[at + k] = coupling[0];
  }
  backSolve(factor, island);
  couple(joints, limits[u], limits[u], coupling);
  const full = coupling[0] + joints.compliance[limits[u]];
  let effective = full;
  for (let k = from; k < to; k++) {
    effective -= limitResponse[at + k] * delta[k];
    limitResponse[at + k] = delta[k];
  }
  factor.limitMass[u] = effective > DEPENDENT * full ? 1 / effective : 0;
}

/** Finds the inverse masses of joint friction that remain when the two-sided rows hold: of each joint, and of all together. */
function factorFriction(factor: JointFactor, joints: JointRows, island: number): void {
  const { limits, limitMass, limitResponse, limitResponseStart, rowOrder, coupling, delta, stick } = factor;
  const { friction } = joints;
  if (!friction) return;
  const { patches } = friction.joints;
  const first = factor.islandLimitStart[island];
  const n = factor.islandFrictionEnd[island] - first;
  const from = factor.islandRowStart[island];
  const to = factor.islandRowStart[island + 1];
  for (let u = 0; u < n; u++) {
    const r = limits[first + u];
    const i = joints.frictionJoint[r] - 1;
    const row = r - friction.firstRow[i];
    if (row === 0) clearBlock(patches.block, i);
    for (let k = from; k < to; k++) {
      couple(joints, rowOrder[k], r, coupling);
      delta[k] = coupling[0];
    }
    // Rows of the same joint come one after another, so these are the last `row` ones.
    for (let w = n > MAX_STICK_ROWS ? u - row : 0; w <= u; w++) {
      couple(joints, r, limits[first + w], coupling);
      let rest = coupling[0];
      const response = limitResponseStart[first + w] - from;
      for (let k = from; k < to; k++) rest -= delta[k] * limitResponse[response + k];
      if (w >= u - row) patches.block[6 * i + BLOCK_INDEX[3 * row + row - u + w]] = rest;
      if (n <= MAX_STICK_ROWS)
        stick.matrix[stick.start[island] + n * u + w] = rest + (w === u ? patches.eps[3 * i + row] : 0);
    }
    if (limitMass[first + u] === 0) patches.block[6 * i + BLOCK_INDEX[4 * row]] = 0;
  }
  if (n <= MAX_STICK_ROWS) factorStick(stick, island, n);
}

/** delta ← (L D Lᵀ)⁻¹ delta. */
function backSolve(factor: JointFactor, island: number): void {
  const { firstColumn, lowerStart, lower, inversePivot, delta } = factor;
  const from = factor.islandRowStart[island];
  const to = factor.islandRowStart[island + 1];
  for (let k = from; k < to; k++) {
    let rest = delta[k];
    const own = lowerStart[k] - firstColumn[k];
    for (let c = firstColumn[k]; c < k; c++) rest -= lower[own + c] * delta[c];
    delta[k] = rest;
  }
  for (let k = from; k < to; k++) delta[k] *= inversePivot[k];
  for (let k = to - 1; k >= from; k--) {
    const own = lowerStart[k] - firstColumn[k];
    for (let c = firstColumn[k]; c < k; c++) delta[c] -= lower[own + c] * delta[k];
  }
}

/** Solves all islands once. */
export function solveJoints(factor: JointFactor, joints: JointRows, bodies: Bodies, h: number, bias: JointBias): void {
  for (let i = 0; i < factor.islands; i++) solveIsland(factor, joints, i, bodies, h, bias);
}

export function solveIsland(
  factor: JointFactor,
  joints: JointRows,
  i: number,
  bodies: Bodies,
  h: number,
  bias: JointBias,
): void {
  solveTwoSided(factor, joints, i, bodies, h, bias);
  const from = factor.islandFrictionEnd[i];
  const to = factor.islandLimitStart[i + 1];
  for (let pass = 0; pass < LIMIT_PASSES; pass++) {
    if (factor.islandLimitStart[i] < from && !stickAll(factor, joints, i, bodies)) {
      for (let u = factor.islandLimitStart[i]; u < from; u++) solveFrictionLimit(factor, joints, i, u, bodies);
    }
    for (let u = from; u < to; u++) solveLimit(factor, joints, i, u, bodies, h, bias);
  }
}

function solveTwoSided(
  factor: JointFactor,
  joints: JointRows,
  island: number,
  bodies: Bodies,
  h: number,
  bias: JointBias,
): void {
  const { rowOrder, delta, target } = factor;
  const from = factor.islandRowStart[island];
  const to = factor.islandRowStart[island + 1];
  for (let k = from; k < to; k++) {
    findTargetVelocity(joints, rowOrder[k], h, bias, target);
    delta[k] = target[0] - rowVelocity(joints, rowOrder[k], bodies);
  }
  backSolve(factor, island);
  for (let k = from; k < to; k++) {
    const r = rowOrder[k];
    const old = joints.impulse[r];
    const next = Math.min(joints.maxForce[r] * h, Math.max(joints.minForce[r] * h, old + delta[k]));
    joints.impulse[r] = next;
    delta[k] = next - old;
    applyRow(joints, r, bodies, delta, k);
  }
}

function solveLimit(
  factor: JointFactor,
  joints: JointRows,
  island: number,
  u: number,
  bodies: Bodies,
  h: number,
  bias: JointBias,
): void {
  const { limits, limitMass, target, limitChange } = factor;
  const r = limits[u];
  findTargetVelocity(joints, r, h, bias, target);
  const old = joints.impulse[r];
  const wanted = old + limitMass[u] * (target[0] - rowVelocity(joints, r, bodies));
  const next = Math.min(joints.maxForce[r] * h, Math.max(joints.minForce[r] * h, wanted));
  if (next === old) return;
  limitChange[0] = next - old;
  joints.impulse[r] = next;
  applyLimitChange(factor, joints, island, u, bodies);
}

/** Makes all joints with friction stick, if their limits allow it. */
function stickAll(factor: JointFactor, joints: JointRows, island: number, bodies: Bodies): boolean {
  const { stick, limits, limitChange } = factor;
  const first = factor.islandLimitStart[island];
  const n = factor.islandFrictionEnd[island] - first;
  const { friction } = joints;
  if (!friction || !solveStick(stick, friction, joints, island, limits, first, n, bodies)) return false;
  for (let u = 0; u < n; u++) {
    limitChange[0] = stick.delta[u];
    if (limitChange[0] !== 0) applyLimitChange(factor, joints, island, first + u, bodies);
  }
  return true;
}

/** The friction of a joint, at the first of its rows. */
function solveFrictionLimit(factor: JointFactor, joints: JointRows, island: number, u: number, bodies: Bodies): void {
  const { friction } = joints;
  const i = joints.frictionJoint[factor.limits[u]] - 1;
  if (!friction || friction.firstRow[i] !== factor.limits[u]) return;
  solveJointFriction(friction, joints, i, bodies);
  for (let e = 0; e < friction.joints.axes[i]; e++) {
    factor.limitChange[0] = friction.change[e];
    if (factor.limitChange[0] !== 0) applyLimitChange(factor, joints, island, u + e, bodies);
  }
}

/** Applies a changed impulse of a limit, and what keeps the two-sided rows satisfied. */
function applyLimitChange(factor: JointFactor, joints: JointRows, island: number, u: number, bodies: Bodies): void {
  const { rowOrder, limits, delta, limitResponse, limitChange } = factor;
  applyRow(joints, limits[u], bodies, limitChange, 0);
  const at = factor.limitResponseStart[u] - factor.islandRowStart[island];
  for (let k = factor.islandRowStart[island]; k < factor.islandRowStart[island + 1]; k++) {
    delta[k] = -limitResponse[at + k] * limitChange[0];
    if (delta[k] === 0) continue;
    joints.impulse[rowOrder[k]] += delta[k];
    applyRow(joints, rowOrder[k], bodies, delta, k);
  }
}
