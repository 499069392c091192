import { type Bodies, type ContactBuffer, ensureCapacity } from '@stiction/friction-core';
import type { InstallState } from '../install/state.js';
import { DYNAMIC } from './body-table.js';
import { solvePairLoads } from './pair-loads.js';

/**
 * Normal impulses that the API does not tell (pairs with several manifolds: meshes, height fields, compounds), from the bodies'
 * momentum. What a step has done to a body beyond gravity, the user's forces, friction as far as it is known and the contacts that are
 * told must have come from these contacts, along their normals:
 *
 *     r = v_after - v_before - h M⁻¹ f - M⁻¹ Σ J_knownᵀ λ_known = M⁻¹ Σ Jᵀ λ,     λ ≥ 0
 *
 * Each pair is solved at once (`pair-loads.ts`); where pairs share a body, in turn. Total and pressure centre of a patch are determined
 * by this, the share of each point need not be. What a joint does to such a body is not known here and counts as contact load as far as
 * it points that way.
 */
export function estimateLoads(install: InstallState, dt: number): void {
  const { reading: r, bodies: table, store } = install;
  if (r.hiddenCount === 0) return;
  const { contacts } = store;
  const slots = table.body.length;
  r.residual = ensureCapacity(r.residual, 6 * slots);
  r.pairsOf = ensureCapacity(r.pairsOf, slots);
  r.pairsOf.fill(0, 0, slots);
  for (let k = 0; k < r.hiddenCount; k++) {
    const c = r.hidden[2 * k];
    involve(install, contacts.body[2 * c], dt);
    involve(install, contacts.body[2 * c + 1], dt);
  }
  for (let c = 0; c < contacts.count; c++) if (contacts.impulse[c] > 0) explainContact(install, contacts, c);
  r.wrenches = ensureCapacity(r.wrenches, 6 * r.hiddenCount);
  r.wrenches.fill(0, 0, 6 * r.hiddenCount);
  for (let n = 0, isMoving = true; isMoving && n < SWEEPS; n++) {
    isMoving = false;
    for (let k = 0; k < r.hiddenCount; k++) {
      const { body } = contacts;
      const c = r.hidden[2 * k];
      // Alone on its bodies it is solved at once.
      const isAlone = r.pairsOf[body[2 * c]] < 2 && r.pairsOf[body[2 * c + 1]] < 2;
      if (n > 0 && isAlone) continue;
      if (explainPair(install, contacts, k) && !isAlone) isMoving = true;
    }
  }
}

/** Bodies on several such pairs: ten compounds in a stack need about 20. */
const SWEEPS = 30;
const TOLERANCE = 1e-4;

/** What is to be explained of a body: the change of its velocity. */
function involve(install: InstallState, slot: number, dt: number): void {
  const { bodies: table, gravity, stepIndex, reading: r, engine, scratch, moved } = install;
  if (table.type[slot] !== DYNAMIC || !table.body[slot]) return;
  r.pairsOf[slot]++;
  if (r.pairsOf[slot] > 1) return;
  const at = 6 * slot;
  const handle = table.handle[slot];
  const { velocity, invMass } = table.bodies;
  const { out } = scratch;
  // Of a body that was not looked at before the step only its rest is known: it was slow.
  const entered = table.entered[slot] === stepIndex;
  const linear = 1 + dt * engine.bodies.rbLinearDamping(handle);
  const angular = 1 + dt * engine.bodies.rbAngularDamping(handle);
  // What the user has changed between two steps says nothing of loads.
  if (moved.has(slot)) r.residual.fill(0, at, at + 6);
  else
    for (let e = 0; e < 6; e++) {
      r.residual[at + e] = (e < 3 ? linear : angular) * velocity[at + e] - (entered ? table.entry[at + e] : 0);
    }
  const scale = dt * engine.bodies.rbGravityScale(handle);
  for (let e = 0; e < 3; e++) if (invMass[3 * slot + e] > 0) r.residual[at + e] -= scale * gravity[e];
  engine.bodies.rbUserForce(handle, out);
  for (let e = 0; e < 3; e++) r.row[e] = out[e];
  engine.bodies.rbUserTorque(handle, out);
  for (let e = 0; e < 3; e++) r.row[3 + e] = out[e];
  addImpulse(table.bodies, slot, r.row, 0, -dt, r.residual);
  if (entered) addImpulse(table.bodies, slot, table.known, at, -1, r.residual);
}

/** velocity += scale M⁻¹ p, with six numbers at p[at]. */
export function addImpulse(
  { invMass: m, invInertia: j }: Bodies,
  slot: number,
  p: Float64Array,
  at: number,
  scale: number,
  velocity: Float64Array,
): void {
  const k = 6 * slot;
  for (let e = 0; e < 3; e++) velocity[k + e] += scale * m[3 * slot + e] * p[at + e];
  const x = scale * p[at + 3];
  const y = scale * p[at + 4];
  const z = scale * p[at + 5];
  velocity[k + 3] += j[k] * x + j[k + 1] * y + j[k + 2] * z;
  velocity[k + 4] += j[k + 1] * x + j[k + 3] * y + j[k + 4] * z;
  velocity[k + 5] += j[k + 2] * x + j[k + 4] * y + j[k + 5] * z;
}

/** The impulse of contact c, which the engine has told. */
function explainContact(install: InstallState, contacts: ContactBuffer, c: number): void {
  const { reading: r } = install;
  const { wrench } = r.pairLoads;
  const { normal: n, position: x, impulse } = contacts;
  for (let e = 0; e < 3; e++) {
    wrench[e] = impulse[c] * n[3 * c + e];
    wrench[3 + e] = 0;
  }
  addWrench(install, contacts, c, x, 3 * c, -1);
}

/** residual += scale M⁻¹ of the wrench of a pair at a point, which acts on B, and its opposite on A. */
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

/** Impulses of the contacts of hidden pair k. Returns true where they have changed. */
function explainPair(install: InstallState, contacts: ContactBuffer, k: number): boolean {
  const { reading: r, bodies: table } = install;
  const { pairLoads: p, place: o, wrenches } = r;
  const { normal: n, position: x, impulse } = contacts;
  const from = r.hidden[2 * k];
  const count = r.hidden[2 * k + 1] - from;
  p.j = ensureCapacity(p.j, 6 * count);
  p.place = ensureCapacity(p.place, 3 * count);
  p.lambda = ensureCapacity(p.lambda, count);
  // About the centre of a body that moves.
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
  // Solved again, for what all others leave of the motion.
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

/** What is left to explain of the motion of B against A at the point in `place`, and A there. */
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
