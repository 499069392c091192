import { addMassProduct, type Bodies } from './bodies.js';
import { fastCopy, reserve, type Strides } from './buffers.js';

/**
 * Joints, motors and springs as generic scalar rows between two bodies:
 *
 *     J v = target - rate · error - compliance · λ,     low h ≤ λ ≤ high h
 *
 * The adapter fills them, and fills Jacobian, error and target anew at the current pose before every substep.
 */
export interface JointRows {
  count: number;
  bodyA: Int32Array;
  bodyB: Int32Array;
  /** Identifies a row across steps. */
  key: Int32Array;
  /** [linear A, angular A, linear B, angular B], twelve numbers per row. */
  jacobian: Float64Array;
  /** Position error [m or rad], and the velocity that the row should have [m/s or rad/s]. */
  error: Float64Array;
  target: Float64Array;
  /** Force limits [N or N m]. */
  low: Float64Array;
  high: Float64Array;
  /** Share of the position error that is corrected per second [1/s]. */
  rate: Float64Array;
  /** 0 for a rigid row; else the user's spring: velocity per impulse [1/kg or 1/(kg m²)]. */
  compliance: Float64Array;
  /** Springs only: the share of the row's velocity that outlives a substep, 0..1. */
  carry: Float64Array;
  /** Impulse of this substep. */
  impulse: Float64Array;
  stepImpulse: Float64Array;

  // --- filled by prepareJoints
  /** M⁻¹ Jᵀ, in the places of `jacobian`. */
  massJacobian: Float64Array;
  invMass: Float64Array;
  /** Springs: what `target - rate · error` and the carried velocity add up to. */
  springTarget: Float64Array;
}

const INTS: Strides<JointRows, Int32Array> = { bodyA: 1, bodyB: 1, key: 1 };
const FLOATS: Strides<JointRows, Float64Array> = {
  jacobian: 12,
  massJacobian: 12,
  error: 1,
  target: 1,
  low: 1,
  high: 1,
  rate: 1,
  compliance: 1,
  carry: 1,
  impulse: 1,
  stepImpulse: 1,
  invMass: 1,
  springTarget: 1,
};

export function createJointRows(): JointRows {
  const rows = { count: 0 } as JointRows;
  reserveJointRows(rows, 0);
  return fastCopy(rows);
}

export function reserveJointRows(rows: JointRows, count: number): void {
  reserve(rows, Int32Array, INTS, count);
  reserve(rows, Float64Array, FLOATS, count);
}

/** J v of a row for the present velocities. */
export function rowVelocity(rows: JointRows, r: number, bodies: Bodies): number {
  const { jacobian: j } = rows;
  const v = bodies.velocity;
  const at = 12 * r;
  const a = 6 * rows.bodyA[r];
  const b = 6 * rows.bodyB[r];
  let sum = 0;
  for (let e = 0; e < 6; e++) sum += j[at + e] * v[a + e] + j[at + 6 + e] * v[b + e];
  return sum;
}

/** Adds the impulse at `impulses[at]` of a prepared row to the bodies' velocities. */
export function applyRow(rows: JointRows, r: number, bodies: Bodies, impulses: Float64Array, at: number): void {
  const { massJacobian: m } = rows;
  const v = bodies.velocity;
  const k = 12 * r;
  const a = 6 * rows.bodyA[r];
  const b = 6 * rows.bodyB[r];
  const impulse = impulses[at];
  for (let e = 0; e < 6; e++) {
    v[a + e] += impulse * m[k + e];
    v[b + e] += impulse * m[k + 6 + e];
  }
}

/** J M⁻¹ Jᵀ of a row for its present Jacobian. */
export function rowInverseMass(rows: JointRows, r: number, bodies: Bodies): number {
  const { jacobian: j } = rows;
  const a = 12 * r;
  inverseMass[0] = 0;
  addMassProduct(bodies, rows.bodyA[r], j, a, j, a, inverseMass, 0);
  addMassProduct(bodies, rows.bodyB[r], j, a + 6, j, a + 6, inverseMass, 0);
  return inverseMass[0];
}

const inverseMass = new Float64Array(1);

/** Effective masses and spring targets for the present Jacobians and velocities, before forces are added. */
export function prepareJoints(rows: JointRows, bodies: Bodies): void {
  for (let r = 0; r < rows.count; r++) prepareRow(rows, r, bodies);
}

export function prepareRow(rows: JointRows, r: number, bodies: Bodies): void {
  const { jacobian: j, massJacobian: m } = rows;
  fillMassJacobian(rows, 12 * r, bodies, rows.bodyA[r]);
  fillMassJacobian(rows, 12 * r + 6, bodies, rows.bodyB[r]);
  let sum = 0;
  for (let e = 12 * r; e < 12 * r + 12; e++) sum += j[e] * m[e];
  rows.invMass[r] = sum;
  if (rows.compliance[r] > 0) {
    const target = rows.target[r];
    rows.springTarget[r] =
      target + rows.carry[r] * (rowVelocity(rows, r, bodies) - target) - rows.rate[r] * rows.error[r];
  }
}

function fillMassJacobian(
  { jacobian: j, massJacobian: out }: JointRows,
  at: number,
  bodies: Bodies,
  body: number,
): void {
  const { invMass: m, invInertia: i } = bodies;
  const k = 6 * body;
  const x = j[at + 3];
  const y = j[at + 4];
  const z = j[at + 5];
  out[at] = m[3 * body] * j[at];
  out[at + 1] = m[3 * body + 1] * j[at + 1];
  out[at + 2] = m[3 * body + 2] * j[at + 2];
  out[at + 3] = i[k] * x + i[k + 1] * y + i[k + 2] * z;
  out[at + 4] = i[k + 1] * x + i[k + 3] * y + i[k + 4] * z;
  out[at + 5] = i[k + 2] * x + i[k + 4] * y + i[k + 5] * z;
}

/** Velocities that errors are pushed out with: none of them, or this share per second, but never faster than the most. */
export interface Push {
  rate: number;
  most: number;
}

/** goal[0] ← what J v of a row should become in a (sub)step of length h. */
export function findGoal(rows: JointRows, r: number, h: number, push: Push, goal: Float64Array): void {
  const { impulse, error, low, high, compliance } = rows;
  if (compliance[r] > 0) {
    goal[0] = rows.springTarget[r] - compliance[r] * impulse[r];
  } else if ((error[r] > 0 && low[r] >= 0) || (error[r] < 0 && high[r] <= 0)) {
    // A one-sided row that is not at its limit: it may come to it, but not go beyond.
    goal[0] = rows.target[r] - error[r] / h;
  } else {
    const speed = Math.min(rows.rate[r], push.rate) * error[r];
    goal[0] = rows.target[r] - Math.max(-push.most, Math.min(push.most, speed));
  }
}

/** One step of Gauss-Seidel for a row by itself. */
export function solveRow(rows: JointRows, r: number, bodies: Bodies, h: number, push: Push): void {
  const k = rows.invMass[r] + rows.compliance[r];
  if (!(k > 0)) return;
  findGoal(rows, r, h, push, change);
  const old = rows.impulse[r];
  const next = old + (change[0] - rowVelocity(rows, r, bodies)) / k;
  rows.impulse[r] = Math.min(rows.high[r] * h, Math.max(rows.low[r] * h, next));
  change[0] = rows.impulse[r] - old;
  applyRow(rows, r, bodies, change, 0);
}

const change = new Float64Array(1);
