import { type Bodies, grown } from './bodies.js';

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
  invMass: Float64Array;
  /** Springs: what `target - rate · error` and the carried velocity add up to. */
  springTarget: Float64Array;
}

export function createJointRows(): JointRows {
  const f = () => new Float64Array(0);
  return {
    count: 0,
    bodyA: new Int32Array(0),
    bodyB: new Int32Array(0),
    key: new Int32Array(0),
    jacobian: f(),
    error: f(),
    target: f(),
    low: f(),
    high: f(),
    rate: f(),
    compliance: f(),
    carry: f(),
    impulse: f(),
    stepImpulse: f(),
    invMass: f(),
    springTarget: f(),
  };
}

export function reserveJointRows(rows: JointRows, count: number): void {
  rows.bodyA = grown(rows.bodyA, count);
  rows.bodyB = grown(rows.bodyB, count);
  rows.key = grown(rows.key, count);
  rows.jacobian = grown(rows.jacobian, 12 * count);
  rows.error = grown(rows.error, count);
  rows.target = grown(rows.target, count);
  rows.low = grown(rows.low, count);
  rows.high = grown(rows.high, count);
  rows.rate = grown(rows.rate, count);
  rows.compliance = grown(rows.compliance, count);
  rows.carry = grown(rows.carry, count);
  rows.impulse = grown(rows.impulse, count);
  rows.stepImpulse = grown(rows.stepImpulse, count);
  rows.invMass = grown(rows.invMass, count);
  rows.springTarget = grown(rows.springTarget, count);
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

export function applyRow(rows: JointRows, r: number, bodies: Bodies, impulse: number): void {
  const { jacobian: j } = rows;
  push(bodies, rows.bodyA[r], j, 12 * r, impulse);
  push(bodies, rows.bodyB[r], j, 12 * r + 6, impulse);
}

function push(bodies: Bodies, body: number, j: Float64Array, at: number, impulse: number): void {
  const { velocity: v, invMass: m, invInertia: i } = bodies;
  const k = 6 * body;
  v[k] += impulse * m[3 * body] * j[at];
  v[k + 1] += impulse * m[3 * body + 1] * j[at + 1];
  v[k + 2] += impulse * m[3 * body + 2] * j[at + 2];
  const x = j[at + 3];
  const y = j[at + 4];
  const z = j[at + 5];
  v[k + 3] += impulse * (i[k] * x + i[k + 1] * y + i[k + 2] * z);
  v[k + 4] += impulse * (i[k + 1] * x + i[k + 3] * y + i[k + 4] * z);
  v[k + 5] += impulse * (i[k + 2] * x + i[k + 4] * y + i[k + 5] * z);
}

/** J M⁻¹ Jᵀ of a row for its present Jacobian. */
export function rowInverseMass(rows: JointRows, r: number, bodies: Bodies): number {
  const { jacobian: j } = rows;
  return rowMass(bodies, rows.bodyA[r], j, 12 * r) + rowMass(bodies, rows.bodyB[r], j, 12 * r + 6);
}

/** Effective masses and spring targets for the present Jacobians and velocities, before forces are added. */
export function prepareJoints(rows: JointRows, bodies: Bodies): void {
  for (let r = 0; r < rows.count; r++) {
    rows.invMass[r] = rowInverseMass(rows, r, bodies);
    if (rows.compliance[r] > 0) {
      const target = rows.target[r];
      rows.springTarget[r] =
        target + rows.carry[r] * (rowVelocity(rows, r, bodies) - target) - rows.rate[r] * rows.error[r];
    }
  }
}

/** J M⁻¹ Jᵀ of one body's half of a row. */
function rowMass(bodies: Bodies, body: number, j: Float64Array, at: number): number {
  const { invMass: m, invInertia: i } = bodies;
  const k = 6 * body;
  const x = j[at + 3];
  const y = j[at + 4];
  const z = j[at + 5];
  return (
    m[3 * body] * j[at] * j[at] +
    m[3 * body + 1] * j[at + 1] * j[at + 1] +
    m[3 * body + 2] * j[at + 2] * j[at + 2] +
    i[k] * x * x +
    i[k + 3] * y * y +
    i[k + 5] * z * z +
    2 * (i[k + 1] * x * y + i[k + 2] * x * z + i[k + 4] * y * z)
  );
}
