import { type Bodies, type ContactBuffer, grown } from '@stiction/friction-core';
import type { InstallState } from '../install/state.js';
import { DYNAMIC } from './body-table.js';

/**
 * Normal impulses that the API does not tell (pairs with several manifolds: meshes, height fields, compounds), from the bodies'
 * momentum. What a step has done to a body beyond gravity, the user's forces, friction as far as it is known and the contacts that are
 * told must have come from these contacts, along their normals:
 *
 *     r = v_after - v_before - h M⁻¹ f - M⁻¹ Σ J_knownᵀ λ_known,     min ½ |r - M⁻¹ Jᵀ λ|²_M  over λ ≥ 0
 *
 * by projected Gauss-Seidel. Total and pressure centre of a patch are determined by this, the share of each point need not be. What a
 * joint does to such a body is not known here and counts as contact load as far as it points that way.
 */
export function estimateLoads(install: InstallState, dt: number): void {
  const { reading: r, bodies: table, store } = install;
  if (r.hiddenCount === 0) return;
  const { contacts } = store;
  const slots = table.body.length;
  r.residual = grown(r.residual, 6 * slots);
  r.involved = grown(r.involved, slots);
  r.involved.fill(0, 0, slots);
  for (let k = 0; k < r.hiddenCount; k++) {
    const c = r.hidden[2 * k];
    involve(install, contacts.body[2 * c], dt);
    involve(install, contacts.body[2 * c + 1], dt);
  }
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.impulse[c] > 0) explain(install, contacts, c, contacts.impulse[c]);
  }
  for (let k = 0, moving = true; moving && k < SWEEPS; k++) moving = sweep(install);
}

/** Gauss-Seidel shares the weight of a box among the eight points of two triangles to 1e-4 of it in about 40 sweeps. */
const SWEEPS = 60;
const TOLERANCE = 1e-5;

function involve(install: InstallState, slot: number, dt: number): void {
  const { bodies: table, gravity, stepIndex, reading: r } = install;
  const body = table.body[slot];
  if (r.involved[slot] === 1 || table.type[slot] !== DYNAMIC || !body) return;
  r.involved[slot] = 1;
  const at = 6 * slot;
  const { velocity } = table.bodies;
  // Of a body that was not looked at before the step only its rest is known: it was slow.
  const entered = table.entered[slot] === stepIndex;
  const linear = 1 + dt * body.linearDamping();
  const angular = 1 + dt * body.angularDamping();
  for (let e = 0; e < 6; e++) {
    r.residual[at + e] = (e < 3 ? linear : angular) * velocity[at + e] - (entered ? table.entry[at + e] : 0);
  }
  const scale = dt * body.gravityScale();
  for (let e = 0; e < 3; e++) r.residual[at + e] -= scale * gravity[e];
  const { x, y, z } = body.userForce();
  r.row[0] = x;
  r.row[1] = y;
  r.row[2] = z;
  const torque = body.userTorque();
  r.row[3] = torque.x;
  r.row[4] = torque.y;
  r.row[5] = torque.z;
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

/** One sweep over all hidden contacts. Returns true where one of them still changes. */
function sweep(install: InstallState): boolean {
  const { store, reading: r } = install;
  const { contacts } = store;
  let largest = 0;
  let change = 0;
  for (let k = 0; k < r.hiddenCount; k++) {
    for (let c = r.hidden[2 * k]; c < r.hidden[2 * k + 1]; c++) {
      const inverseMass = fillRow(install, contacts, c);
      if (!(inverseMass > 0)) continue;
      const before = contacts.impulse[c];
      const next = Math.max(0, before + r.row[12] / inverseMass);
      contacts.impulse[c] = next;
      explain(install, contacts, c, next - before);
      largest = Math.max(largest, next);
      change = Math.max(change, Math.abs(next - before));
    }
  }
  return change > TOLERANCE * largest;
}

/** The impulse λ of contact c accounts for M⁻¹ Jᵀ λ. */
function explain(install: InstallState, contacts: ContactBuffer, c: number, impulse: number): void {
  const { reading: r } = install;
  const { bodies } = install.bodies;
  fillRow(install, contacts, c);
  for (let side = 0; side < 2; side++) {
    const slot = contacts.body[2 * c + side];
    if (r.involved[slot] === 1) addImpulse(bodies, slot, r.row, 6 * side, -impulse, r.residual);
  }
}

/** Fills J of contact c, six numbers for each body, then J r; returns J M⁻¹ Jᵀ. */
function fillRow(install: InstallState, contacts: ContactBuffer, c: number): number {
  const { pose, invMass: m, invInertia: j } = install.bodies.bodies;
  const { row, residual, involved } = install.reading;
  const { normal: n, position: x } = contacts;
  let inverseMass = 0;
  row[12] = 0;
  for (let side = 0; side < 2; side++) {
    const slot = contacts.body[2 * c + side];
    if (involved[slot] === 0) continue;
    const sign = side === 0 ? -1 : 1;
    const at = 6 * side;
    for (let e = 0; e < 3; e++) {
      const f = (e + 1) % 3;
      const g = (e + 2) % 3;
      row[at + e] = sign * n[3 * c + e];
      row[at + 3 + e] =
        sign *
        ((x[3 * c + f] - pose[7 * slot + f]) * n[3 * c + g] - (x[3 * c + g] - pose[7 * slot + g]) * n[3 * c + f]);
    }
    for (let e = 0; e < 6; e++) row[12] += row[at + e] * residual[6 * slot + e];
    const p = row[at + 3];
    const q = row[at + 4];
    const s = row[at + 5];
    const k = 6 * slot;
    for (let e = 0; e < 3; e++) inverseMass += m[3 * slot + e] * row[at + e] * row[at + e];
    inverseMass +=
      j[k] * p * p + j[k + 3] * q * q + j[k + 5] * s * s + 2 * (j[k + 1] * p * q + j[k + 2] * p * s + j[k + 4] * q * s);
  }
  return inverseMass;
}
