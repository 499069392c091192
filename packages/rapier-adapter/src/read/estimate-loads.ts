import { addImpulse, type ContactBuffer, ensureCapacity } from '@stiction/friction-core/adapter';
import { getUserForce } from '../apply/forces.js';
import type { InstallState } from '../install/state.js';
import { DYNAMIC } from './body-table.js';
import { solvePairLoads } from './pair-loads.js';

/**
 * Normal impulses that the API does not report (pairs with several manifolds: meshes, height fields, compounds), from the momentum of the bodies.
 * The change of a body's velocity beyond gravity, user forces, known friction and reported contacts must come from these contacts, along their
 * normals:
 *
 *     r = v_after - v_before - h M⁻¹ f - M⁻¹ Σ J_knownᵀ λ_known = M⁻¹ Σ Jᵀ λ,     λ ≥ 0
 *
 * Each pair is solved directly (`pair-loads.ts`); pairs that share a body, alternately. This determines the total load and the pressure centre of a
 * patch, not always the share of each point. A joint's impulse on such a body is unknown and counts as contact load as far as it points that way.
 */
export function estimateLoads(install: InstallState, dt: number): void {
  const { reading: r, bodies: table, store } = install;
  if (r.estimatedCount === 0) return;
  const { contacts } = store;
  const slots = table.body.length;
  r.residual = ensureCapacity(r.residual, 6 * slots);
  r.pairsOf = ensureCapacity(r.pairsOf, slots);
  r.pairsOf.fill(0, 0, slots);
  for (let k = 0; k < r.estimatedCount; k++) {
    const c = r.estimatedRanges[2 * k];
    beginResidual(install, contacts.body[2 * c], dt);
    beginResidual(install, contacts.body[2 * c + 1], dt);
  }
  for (let c = 0; c < contacts.count; c++) if (contacts.impulse[c] > 0) subtractContact(install, contacts, c);
  r.wrenches = ensureCapacity(r.wrenches, 6 * r.estimatedCount);
  r.wrenches.fill(0, 0, 6 * r.estimatedCount);
  for (let n = 0, isMoving = true; isMoving && n < SWEEPS; n++) {
    isMoving = false;
    for (let k = 0; k < r.estimatedCount; k++) {
      const { body } = contacts;
      const c = r.estimatedRanges[2 * k];
      // A pair alone on its bodies needs one solve.
      const isAlone = r.pairsOf[body[2 * c]] < 2 && r.pairsOf[body[2 * c + 1]] < 2;
      if (n > 0 && isAlone) continue;
      if (solvePair(install, contacts, k) && !isAlone) isMoving = true;
    }
  }
}

/** For bodies in several such pairs: ten compounds in a stack need about 20. */
const SWEEPS = 30;
const TOLERANCE = 1e-4;

/** Starts the residual of a body: the change of its velocity that contacts must explain. */
function beginResidual(install: InstallState, slot: number, dt: number): void {
  const { bodies: table, gravity, stepIndex, reading: r, engine, movedByUser } = install;
  if (table.type[slot] !== DYNAMIC || !table.body[slot]) return;
  r.pairsOf[slot]++;
  if (r.pairsOf[slot] > 1) return;
  const at = 6 * slot;
  const handle = table.handle[slot];
  const { velocity, invMass } = table.bodies;
  // A body that was skipped before the step was slow.
  const entered = table.entryStep[slot] === stepIndex;
  const linear = 1 + dt * engine.bodies.rbLinearDamping(handle);
  const angular = 1 + dt * engine.bodies.rbAngularDamping(handle);
  // Velocities set by the user between steps say nothing about loads.
  if (movedByUser.has(slot)) r.residual.fill(0, at, at + 6);
  else
    for (let e = 0; e < 6; e++) {
      r.residual[at + e] = (e < 3 ? linear : angular) * velocity[at + e] - (entered ? table.entryVelocity[at + e] : 0);
    }
  const scale = dt * engine.bodies.rbGravityScale(handle);
  for (let e = 0; e < 3; e++) if (invMass[3 * slot + e] > 0) r.residual[at + e] -= scale * gravity[e];
  getUserForce(install, slot, r.row, 0);
  addImpulse(table.bodies, slot, r.row, 0, -dt, r.residual);
  if (entered) addImpulse(table.bodies, slot, table.knownImpulse, at, -1, r.residual);
}

/** Subtracts the reported impulse of contact c. */
function subtractContact(install: InstallState, contacts: ContactBuffer, c: number): void {
  const { reading: r } = install;
  const { wrench } = r.pairLoads;
  const { normal: n, position: x, impulse } = contacts;
  for (let e = 0; e < 3; e++) {
    wrench[e] = impulse[c] * n[3 * c + e];
    wrench[3 + e] = 0;
  }
  addWrench(install, contacts, c, x, 3 * c, -1);
}

/** residual += scale M⁻¹ of the wrench of a pair at a point; it acts on B, its opposite on A. */
function addWrench(
  install: InstallState,
  { body }: ContactBuffer,
  c: number,
  o: Float64Array,
  at: number,
  scale: number,
): void {
  const { reading: r, bodies: table } = install;
  const { pose } = table.bodies;
  const { row } = r;
  const { wrench: f } = r.pairLoads;
  for (let side = 0; side < 2; side++) {
    const slot = body[2 * c + side];
    if (r.pairsOf[slot] === 0) continue;
    const x = o[at] - pose[7 * slot];
    const y = o[at + 1] - pose[7 * slot + 1];
    const z = o[at + 2] - pose[7 * slot + 2];
    for (let e = 0; e < 3; e++) row[e] = f[e];
    row[3] = f[3] + y * f[2] - z * f[1];
    row[4] = f[4] + z * f[0] - x * f[2];
    row[5] = f[5] + x * f[1] - y * f[0];
    addImpulse(install.bodies.bodies, slot, row, 0, side === 0 ? -scale : scale, install.reading.residual);
  }
}

/** Solves the impulses of pair k. Returns true if they have changed. */
function solvePair(install: InstallState, contacts: ContactBuffer, k: number): boolean {
  const { reading: r, bodies: table } = install;
  const { pairLoads: p, place: o, wrenches } = r;
  const { normal: n, position: x, impulse } = contacts;
  const from = r.estimatedRanges[2 * k];
  const count = r.estimatedRanges[2 * k + 1] - from;
  p.j = ensureCapacity(p.j, 6 * count);
  p.place = ensureCapacity(p.place, 3 * count);
  p.lambda = ensureCapacity(p.lambda, count);
  // Moments are about the centre of a body that moves.
  const slot = r.pairsOf[contacts.body[2 * from]] > 0 ? contacts.body[2 * from] : contacts.body[2 * from + 1];
  for (let e = 0; e < 3; e++) o[e] = table.bodies.pose[7 * slot + e];
  for (let c = 0; c < count; c++) {
    const at = 3 * (from + c);
    const j = 6 * c;
    const d = 3 * c;
    for (let e = 0; e < 3; e++) {
      p.place[d + e] = x[at + e] - o[e];
      p.j[j + e] = n[at + e];
    }
    p.j[j + 3] = p.place[d + 1] * n[at + 2] - p.place[d + 2] * n[at + 1];
    p.j[j + 4] = p.place[d + 2] * n[at] - p.place[d] * n[at + 2];
    p.j[j + 5] = p.place[d] * n[at + 1] - p.place[d + 1] * n[at];
  }
  // Add the pair's own wrench back, then solve for what the others leave.
  for (let e = 0; e < 6; e++) p.wrench[e] = wrenches[6 * k + e];
  addWrench(install, contacts, from, o, 0, 1);
  findTwist(install, contacts, from);
  solvePairLoads(p, count);
  addWrench(install, contacts, from, o, 0, -1);
  for (let e = 0; e < 6; e++) wrenches[6 * k + e] = p.wrench[e];
  let change = 0;
  let largest = 0;
  for (let c = 0; c < count; c++) {
    change = Math.max(change, Math.abs(p.lambda[c] - impulse[from + c]));
    largest = Math.max(largest, p.lambda[c]);
    impulse[from + c] = p.lambda[c];
  }
  return change > TOLERANCE * largest;
}

/** The unexplained relative twist of B and A at the point in `place`, and A there. */
function findTwist(install: InstallState, { body }: ContactBuffer, c: number): void {
  const { reading: r, bodies: table } = install;
  const { pose, invMass, invInertia } = table.bodies;
  const { place: o, residual: v } = r;
  const { A, u } = r.pairLoads;
  u.fill(0);
  A.fill(0);
  for (let side = 0; side < 2; side++) {
    const slot = body[2 * c + side];
    if (r.pairsOf[slot] === 0) continue;
    const sign = side === 0 ? -1 : 1;
    const k = 6 * slot;
    const x = o[0] - pose[7 * slot];
    const y = o[1] - pose[7 * slot + 1];
    const z = o[2] - pose[7 * slot + 2];
    u[0] += sign * (v[k] + v[k + 4] * z - v[k + 5] * y);
    u[1] += sign * (v[k + 1] + v[k + 5] * x - v[k + 3] * z);
    u[2] += sign * (v[k + 2] + v[k + 3] * y - v[k + 4] * x);
    for (let e = 3; e < 6; e++) u[e] += sign * v[k + e];
    for (let column = 0; column < 6; column++) {
      // A unit force or torque at the point.
      const a = column === 1 ? -z : column === 2 ? y : column === 3 ? 1 : 0;
      const b = column === 2 ? -x : column === 0 ? z : column === 4 ? 1 : 0;
      const d = column === 0 ? -y : column === 1 ? x : column === 5 ? 1 : 0;
      const wx = invInertia[k] * a + invInertia[k + 1] * b + invInertia[k + 2] * d;
      const wy = invInertia[k + 1] * a + invInertia[k + 3] * b + invInertia[k + 4] * d;
      const wz = invInertia[k + 2] * a + invInertia[k + 4] * b + invInertia[k + 5] * d;
      A[column] += wy * z - wz * y;
      A[6 + column] += wz * x - wx * z;
      A[12 + column] += wx * y - wy * x;
      A[18 + column] += wx;
      A[24 + column] += wy;
      A[30 + column] += wz;
      if (column < 3) A[7 * column] += invMass[3 * slot + column];
    }
  }
}
