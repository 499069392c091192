import { addImpulse, addMassProduct, type Bodies } from './bodies.js';
import { fastCopy, grown, reserve, type Strides } from './buffers.js';

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
  /** That of the substep before. */
  lastImpulse: Float64Array;
  stepImpulse: Float64Array;

  // --- filled by weighBodies
  /** Share of its inverse mass that each body has in joints, two per row: below 1 where it is far lighter than what it holds. */
  share: Float64Array;

  // --- filled by prepareJoints
  invMass: Float64Array;
  /** Springs: what `target - rate · error` and the carried velocity add up to. */
  springTarget: Float64Array;
}

const INTS: Strides<JointRows, Int32Array> = { bodyA: 1, bodyB: 1, key: 1 };
const FLOATS: Strides<JointRows, Float64Array> = {
  jacobian: 12,
  share: 2,
  error: 1,
  target: 1,
  low: 1,
  high: 1,
  rate: 1,
  compliance: 1,
  carry: 1,
  impulse: 1,
  lastImpulse: 1,
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

/** Adds the impulse at `impulses[at]` of a row to the bodies' velocities. */
export function applyRow(rows: JointRows, r: number, bodies: Bodies, impulses: Float64Array, at: number): void {
  part[0] = rows.share[2 * r] * impulses[at];
  part[1] = rows.share[2 * r + 1] * impulses[at];
  addImpulse(bodies, rows.bodyA[r], rows.jacobian, 12 * r, part, 0);
  addImpulse(bodies, rows.bodyB[r], rows.jacobian, 12 * r + 6, part, 1);
}

const part = new Float64Array(2);

/** J M⁻¹ Jᵀ of a row for its present Jacobian. */
export function rowInverseMass(rows: JointRows, r: number, bodies: Bodies): number {
  splitInverseMass(rows, r, bodies);
  return inverseMass[0] + inverseMass[1];
}

/** inverseMass ← the parts that A and B have in it. */
function splitInverseMass(rows: JointRows, r: number, bodies: Bodies): void {
  const { jacobian: j } = rows;
  const a = 12 * r;
  inverseMass.fill(0);
  addMassProduct(bodies, rows.bodyA[r], j, a, j, a, inverseMass, 0);
  addMassProduct(bodies, rows.bodyB[r], j, a + 6, j, a + 6, inverseMass, 1);
}

const inverseMass = new Float64Array(2);

/** In joints a body counts at least for this share of what it holds. */
const LEAST_SHARE = 0.01;

/**
 * Sweeps over joints cannot hold a body that hangs from one a hundred times lighter: they would shake it ever harder. In its
 * joints alone, the light body is taken for heavier than it is. Before, the rows need their Jacobians. Rows that are `held`, by a
 * solve that does not mind, take it for what it is.
 */
export function weighBodies(rows: JointRows, bodies: Bodies, held: Uint8Array): void {
  shares = grown(shares, bodies.count);
  shares.fill(1, 0, bodies.count);
  for (let r = 0; r < rows.count; r++) {
    if (held[r] === 1) continue;
    const a = rows.bodyA[r];
    const b = rows.bodyB[r];
    splitInverseMass(rows, r, bodies);
    const ofA = inverseMass[0];
    const ofB = inverseMass[1];
    if (!(ofA > 0 && ofB > 0)) continue;
    shares[a] = Math.min(shares[a], ofB / (LEAST_SHARE * ofA));
    shares[b] = Math.min(shares[b], ofA / (LEAST_SHARE * ofB));
  }
  for (let r = 0; r < rows.count; r++) {
    rows.share[2 * r] = held[r] === 1 ? 1 : shares[rows.bodyA[r]];
    rows.share[2 * r + 1] = held[r] === 1 ? 1 : shares[rows.bodyB[r]];
  }
}

/** Per body. */
let shares = new Float64Array(0);

/** Effective masses and spring targets for the present Jacobians and velocities, before forces are added. */
export function prepareJoints(rows: JointRows, bodies: Bodies): void {
  for (let r = 0; r < rows.count; r++) {
    splitInverseMass(rows, r, bodies);
    rows.invMass[r] = rows.share[2 * r] * inverseMass[0] + rows.share[2 * r + 1] * inverseMass[1];
    if (rows.compliance[r] > 0) {
      const target = rows.target[r];
      rows.springTarget[r] =
        target + rows.carry[r] * (rowVelocity(rows, r, bodies) - target) - rows.rate[r] * rows.error[r];
    }
  }
}
