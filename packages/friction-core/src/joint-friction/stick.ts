import type { Bodies } from '../bodies/bodies.js';
import { ensureCapacity } from '../math/buffers.js';
import { SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { type JointRows, rowVelocity } from '../solver/joint-rows.js';
import type { JointFrictionRows } from './rows.js';

/**
 * Sticking joints of an island, all together. One joint after another converges slowly in a chain: an arm held by the friction of its
 * joints would sink. If no joint exceeds its limit, the solution is that of
 *
 *     (S + eps) Δλ = -(slip + eps λ + bias),   S = J_f M⁻¹ J_fᵀ with all other rows of the island satisfied
 *
 * by Cholesky's method. If one does, nothing changes here, and the joints are solved one by one.
 */
export interface StickSolver {
  /** S + eps of the islands, row by row, then their Cholesky factors; and where each island's begins. */
  matrix: Float64Array;
  start: Int32Array;
  /** Per island: 1 if its matrix could be factored. */
  isFactored: Uint8Array;
  /** Right-hand side, then Δλ. */
  delta: Float64Array;
}

/** Islands with more friction rows are solved one joint after another. */
export const MAX_STICK_ROWS = 24;

export function createStickSolver(): StickSolver {
  return {
    matrix: new Float64Array(0),
    start: new Int32Array(0),
    isFactored: new Uint8Array(0),
    delta: new Float64Array(MAX_STICK_ROWS),
  };
}

/** Makes room for islands with these numbers of friction rows. */
export function reserveStickSolver(stick: StickSolver, rows: readonly number[]): void {
  stick.start = new Int32Array(rows.length);
  stick.isFactored = new Uint8Array(rows.length);
  let size = 0;
  rows.forEach((count, i) => {
    stick.start[i] = size;
    if (count <= MAX_STICK_ROWS) size += count * count;
  });
  stick.matrix = ensureCapacity(stick.matrix, size);
}

/** Factors the matrix of an island with n rows, filled below its diagonal. Rows that cannot move leave it unfactored. */
export function factorStick({ matrix: m, start, isFactored }: StickSolver, island: number, n: number): void {
  const at = start[island];
  isFactored[island] = 0;
  for (let r = 0; r < n; r++) {
    const full = m[at + n * r + r];
    for (let c = 0; c <= r; c++) {
      let rest = m[at + n * r + c];
      for (let k = 0; k < c; k++) rest -= m[at + n * r + k] * m[at + n * c + k];
      if (c < r) m[at + n * r + c] = rest / m[at + n * c + c];
      else if (!(rest > DEPENDENT * full)) return;
      else m[at + n * r + r] = Math.sqrt(rest);
    }
  }
  isFactored[island] = 1;
}

const DEPENDENT = 1e-9;

/** Finds the changes of impulse with which all n rows stick. Returns false if a joint would exceed its limit. */
export function solveStick(
  stick: StickSolver,
  friction: JointFrictionRows,
  joints: JointRows,
  island: number,
  rows: Int32Array,
  first: number,
  n: number,
  bodies: Bodies,
): boolean {
  const { matrix: m, delta } = stick;
  if (stick.isFactored[island] === 0) return false;
  const { patches, axes } = friction.joints;
  const at = stick.start[island];
  for (let u = 0; u < n; u++) {
    const r = rows[first + u];
    const i = joints.frictionJoint[r] - 1;
    const e = 3 * i + r - friction.firstRow[i];
    delta[u] = -rowVelocity(joints, r, bodies) - patches.eps[e] * patches.impulse[e] - patches.bias[e];
    for (let k = 0; k < u; k++) delta[u] -= m[at + n * u + k] * delta[k];
    delta[u] /= m[at + n * u + u];
  }
  for (let u = n - 1; u >= 0; u--) {
    for (let k = u + 1; k < n; k++) delta[u] -= m[at + n * k + u] * delta[k];
    delta[u] /= m[at + n * u + u];
  }
  for (let u = 0; u < n; u += axes[joints.frictionJoint[rows[first + u]] - 1]) {
    const i = joints.frictionJoint[rows[first + u]] - 1;
    let square = 0;
    for (let e = 0; e < axes[i]; e++) {
      const lever = e < 2 ? 1 : patches.torsionRadius[i];
      square += ((patches.impulse[3 * i + e] + delta[u + e]) / lever) ** 2;
    }
    const limit = patches.shape[SHAPE_STRIDE * i] * patches.normalScale[i] * patches.normalImpulse[i];
    if (!(square <= limit * limit)) return false;
  }
  for (let u = 0; u < n; u++) {
    const r = rows[first + u];
    const i = joints.frictionJoint[r] - 1;
    const e = 3 * i + r - friction.firstRow[i];
    patches.impulse[e] += delta[u];
    joints.impulse[r] = patches.impulse[e];
    patches.sliding[i] = 0;
  }
  return true;
}
