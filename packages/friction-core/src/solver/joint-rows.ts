import { addInverseMassProduct, type Bodies } from '../bodies/bodies.js';
import type { JointFrictionRows } from '../joint-friction/rows.js';
import { fastCopy, reserve, type Strides } from '../math/buffers.js';

/**
 * Joints, motors and springs as scalar rows between two bodies:
 *
 *     J v = target - rate · error - compliance · λ,     minForce h ≤ λ ≤ maxForce h
 *
 * The adapter fills them, and updates Jacobian, error and target to the current pose before every substep.
 */
export interface JointRows {
  count: number;
  bodyA: Int32Array;
  bodyB: Int32Array;
  /** Identifies a row across steps. */
  key: Int32Array;
  /** 1 + index of the joint whose friction the row is; 0 for all other rows. */
  frictionJoint: Int32Array;
  /** [linear A, angular A, linear B, angular B], twelve floats per row. */
  jacobian: Float64Array;
  /** Position error [m or rad]. */
  error: Float64Array;
  /** Target velocity of the row [m/s or rad/s]. */
  target: Float64Array;
  /** Force limits [N or N m]. */
  minForce: Float64Array;
  maxForce: Float64Array;
  /** Fraction of the position error that is corrected per second [1/s]. */
  rate: Float64Array;
  /** 0 for a rigid row; velocity per impulse of the user's spring otherwise [1/kg or 1/(kg m²)]. */
  compliance: Float64Array;
  /** Springs only: fraction of the row's velocity that remains after a substep, 0..1. */
  carry: Float64Array;
  /** Impulse of this substep. */
  impulse: Float64Array;
  stepImpulse: Float64Array;

  // --- filled by prepareJoints
  /** M⁻¹ Jᵀ, in the layout of `jacobian`. */
  massJacobian: Float64Array;
  invMass: Float64Array;
  /** Springs: target - rate · error plus the remaining velocity. */
  springTarget: Float64Array;

  /** Friction in joints; null if there is none. */
  friction: JointFrictionRows | null;

  /** Temporary of one number: the target velocity of a row, then its impulse change. */
  scratch: Float64Array;
}

const INTS: Strides<JointRows, Int32Array> = { bodyA: 1, bodyB: 1, key: 1, frictionJoint: 1 };
const FLOATS: Omit<Strides<JointRows, Float64Array>, 'scratch'> = {
  jacobian: 12,
  massJacobian: 12,
  error: 1,
  target: 1,
  minForce: 1,
  maxForce: 1,
  rate: 1,
  compliance: 1,
  carry: 1,
  impulse: 1,
  stepImpulse: 1,
  invMass: 1,
  springTarget: 1,
};

export function createJointRows(): JointRows {
  const rows = { count: 0, friction: null, scratch: new Float64Array(1) } as JointRows;
  reserveJointRows(rows, 0);
  return fastCopy(rows);
}

export function reserveJointRows(rows: JointRows, count: number): void {
  reserve(rows, Int32Array, INTS, count);
  reserve(rows, Float64Array, FLOATS, count);
}

/** J v of row r. */
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

/** Applies the impulse `impulses[at]` of a prepared row to the bodies' velocities. */
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

/** J M⁻¹ Jᵀ of row r for its current Jacobian. */
export function rowInverseMass(rows: JointRows, r: number, bodies: Bodies): number {
  const { jacobian: j, scratch } = rows;
  const a = 12 * r;
  scratch[0] = 0;
  addInverseMassProduct(bodies, rows.bodyA[r], j, a, j, a, scratch, 0);
  addInverseMassProduct(bodies, rows.bodyB[r], j, a + 6, j, a + 6, scratch, 0);
  return scratch[0];
}

/** Computes effective masses and spring targets for the current Jacobians and velocities, before forces are added. */
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

/** How errors are corrected in a sweep: `rate` is the fraction per second, 0 for none; `maxSpeed` limits the bias velocity. */
export interface JointBias {
  rate: number;
  maxSpeed: number;
}

/** out[0] = velocity J v that row r should have after a (sub)step of length h. */
export function findTargetVelocity(rows: JointRows, r: number, h: number, bias: JointBias, out: Float64Array): void {
  const { impulse, error, minForce, maxForce, compliance } = rows;
  if (compliance[r] > 0) {
    out[0] = rows.springTarget[r] - compliance[r] * impulse[r];
  } else if ((error[r] > 0 && minForce[r] >= 0) || (error[r] < 0 && maxForce[r] <= 0)) {
    // A one-sided row that is not at its limit may reach it, but not pass it.
    out[0] = rows.target[r] - error[r] / h;
  } else {
    const speed = Math.min(rows.rate[r], bias.rate) * error[r];
    out[0] = rows.target[r] - Math.max(-bias.maxSpeed, Math.min(bias.maxSpeed, speed));
  }
}

/** One Gauss-Seidel step of a single row. */
export function solveRow(rows: JointRows, r: number, bodies: Bodies, h: number, bias: JointBias): void {
  const { scratch } = rows;
  const k = rows.invMass[r] + rows.compliance[r];
  if (!(k > 0)) return;
  findTargetVelocity(rows, r, h, bias, scratch);
  const old = rows.impulse[r];
  const next = old + (scratch[0] - rowVelocity(rows, r, bodies)) / k;
  rows.impulse[r] = Math.min(rows.maxForce[r] * h, Math.max(rows.minForce[r] * h, next));
  scratch[0] = rows.impulse[r] - old;
  applyRow(rows, r, bodies, scratch, 0);
}
