import type { Bodies } from '../bodies/bodies.js';
import { ensureCapacity } from '../math/buffers.js';
import { SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { linearizePatch } from '../solver/friction-block.js';
import { applyRow, type JointRows, rowVelocity } from '../solver/joint-rows.js';
import type { JointFriction } from './joint-friction.js';

/**
 * Joint friction as joint rows: one row per free axis, with the axis times the radius as its Jacobian, so that the row's velocity is
 * the slip and its impulse is λ of the law. The rows of a joint are one block, solved exactly for the law's set; if the joints are
 * solved directly, with the inverse mass that remains when all other rows of the island hold:
 *
 *     λ = argmin ½ λᵀ(A + eps)λ + cᵀλ  over  λN K,   c = slip + bias - A λ_old,   A = J_u M⁻¹ J_uᵀ - (J M⁻¹ J_uᵀ)ᵀ x_u   (see `JointFactor`)
 */
export interface JointFrictionRows {
  joints: JointFriction;
  /** Per joint: its first row in this step, -1 if it has none. */
  firstRow: Int32Array;
  /** Three per joint: rows that transmit its reaction force. */
  reactionRow: Int32Array;
  /** Temporaries: slip, then λ; A + eps; load; impulse change. */
  free: Float64Array;
  soft: Float64Array;
  scale: Float64Array;
  change: Float64Array;
}

export function createJointFrictionRows(joints: JointFriction): JointFrictionRows {
  return {
    joints,
    firstRow: new Int32Array(0),
    reactionRow: new Int32Array(0),
    free: new Float64Array(3),
    soft: new Float64Array(6),
    scale: new Float64Array(1),
    change: new Float64Array(3),
  };
}

/** Start of a step: no joint has rows yet. */
export function clearJointFrictionRows(rows: JointFrictionRows): void {
  const { patches } = rows.joints;
  rows.firstRow = ensureCapacity(rows.firstRow, patches.count);
  rows.reactionRow = ensureCapacity(rows.reactionRow, 3 * patches.count);
  rows.firstRow.fill(-1, 0, patches.count);
  for (let i = 0; i < patches.count; i++) patches.wasSliding[i] = patches.sliding[i];
}

/** Start of a substep, before the impulses of the last one are cleared: loads, and the laws for them. */
export function linearizeJointFriction(rows: JointFrictionRows, { impulse }: JointRows, h: number): void {
  const { firstRow, reactionRow } = rows;
  const { patches, load } = rows.joints;
  for (let i = 0; i < patches.count; i++) {
    if (firstRow[i] < 0) continue;
    const isGiven = load[i] >= 0;
    let square = 0;
    for (let e = 3 * i; e < 3 * i + 3 && !isGiven; e++) square += impulse[reactionRow[e]] * impulse[reactionRow[e]];
    patches.normalImpulse[i] = isGiven ? load[i] * h : Math.sqrt(square);
    linearizePatch(patches, i, h);
  }
}

/** Inverse masses of joints that are swept: those of the rows alone. Directly solved ones get theirs in `factorIsland`. */
export function prepareSweptFriction(rows: JointFrictionRows, joints: JointRows, isDirect: Uint8Array): void {
  const { patches, axes } = rows.joints;
  const { jacobian: j, massJacobian: m } = joints;
  for (let i = 0; i < patches.count; i++) {
    const r = rows.firstRow[i];
    if (r < 0 || isDirect[r] === 1) continue;
    clearBlock(patches.block, i);
    for (let e = 0; e < axes[i]; e++) {
      for (let f = e; f < axes[i]; f++) {
        let sum = 0;
        for (let k = 0; k < 12; k++) sum += j[12 * (r + e) + k] * m[12 * (r + f) + k];
        patches.block[6 * i + BLOCK_INDEX[3 * e + f]] = sum;
      }
    }
  }
}

/** Places of the entries of a symmetric matrix in [a11, a12, a13, a22, a23, a33]. */
export const BLOCK_INDEX: readonly number[] = [0, 1, 2, 1, 3, 4, 2, 4, 5];

/** Rows that a joint does not have carry nothing. */
export function clearBlock(block: Float64Array, i: number): void {
  block.fill(0, 6 * i, 6 * i + 6);
  block[6 * i + 3] = 1;
  block[6 * i + 5] = 1;
}

/** Finds the impulse of joint i at the current velocities. `change` is how much it changes; the caller applies it. */
export function solveJointFriction(rows: JointFrictionRows, joints: JointRows, i: number, bodies: Bodies): void {
  const { free, soft, scale, change } = rows;
  const { patches, axes } = rows.joints;
  const { block: A, impulse, eps, bias } = patches;
  const at = 3 * i;
  const k = 6 * i;
  const r = rows.firstRow[i];
  change.fill(0);
  if (!(A[k] > 0 && A[k + 3] > 0 && A[k + 5] > 0)) return; // other joints lock it
  for (let e = 0; e < 3; e++) {
    free[e] = e < axes[i] ? rowVelocity(joints, r + e, bodies) + bias[at + e] : 0;
    for (let f = 0; f < axes[i]; f++) free[e] -= A[k + BLOCK_INDEX[3 * e + f]] * impulse[at + f];
  }
  for (let e = 0; e < 6; e++) soft[e] = A[k + e];
  soft[0] += eps[at];
  soft[3] += eps[at + 1];
  soft[5] += eps[at + 2];
  scale[0] = patches.normalScale[i] * patches.normalImpulse[i];
  const { set } = patches.law[i];
  patches.sliding[i] = set.minimize(soft, 0, free, scale, 0, patches.shape, SHAPE_STRIDE * i, free) ? 1 : 0;
  for (let e = 0; e < axes[i]; e++) {
    change[e] = free[e] - impulse[at + e];
    impulse[at + e] = free[e];
    joints.impulse[r + e] = free[e];
  }
}

/** One step of a swept joint. */
export function sweepJointFriction(rows: JointFrictionRows, joints: JointRows, i: number, bodies: Bodies): void {
  solveJointFriction(rows, joints, i, bodies);
  for (let e = 0; e < rows.joints.axes[i]; e++) applyRow(joints, rows.firstRow[i] + e, bodies, rows.change, e);
}

/** Displacements of a substep in which the bodies move at their current velocities. */
export function measureJointDisplacements(rows: JointFrictionRows, joints: JointRows, bodies: Bodies, h: number): void {
  const { patches, axes } = rows.joints;
  for (let i = 0; i < patches.count; i++) {
    if (rows.firstRow[i] < 0) continue;
    for (let e = 0; e < axes[i]; e++) {
      patches.slipDisplacement[3 * i + e] = h * rowVelocity(joints, rows.firstRow[i] + e, bodies);
    }
  }
}

/** End of a substep: slips, and the memory of the laws. */
export function commitJointFriction(rows: JointFrictionRows, joints: JointRows, bodies: Bodies, h: number): void {
  const { patches, axes } = rows.joints;
  for (let i = 0; i < patches.count; i++) {
    if (rows.firstRow[i] < 0) continue;
    for (let e = 0; e < axes[i]; e++) patches.slip[3 * i + e] = rowVelocity(joints, rows.firstRow[i] + e, bodies);
    patches.law[i].commit?.(patches, i, h);
  }
}
