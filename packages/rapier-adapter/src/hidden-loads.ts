import { type ContactBuffer, grown } from '@stiction/friction-core';
import { type BodyTable, DYNAMIC } from './body-table.js';
import type { InstallState } from './install-state.js';
import { addImpulse } from './wrench.js';

/**
 * Normal impulses that the API does not tell (pairs with several manifolds: meshes, height fields, compounds), from the
 * bodies' momentum. Rapier's own friction is off, so what a step has done to a body beyond gravity, the user's forces, the
 * predictor and the contacts that are known must have come from the hidden contacts, along their normals:
 *
 *     r = v_after - v_before - h M⁻¹ f - M⁻¹ Σ J_knownᵀ λ_known,     min ½ |r - M⁻¹ Jᵀ λ|²_M  over λ ≥ 0
 *
 * by projected Gauss-Seidel. Total and pressure centre of a patch are determined by this, the share of each point need
 * not be. What a joint does to such a body is not known here and counts as contact load as far as it points that way.
 */
export function findHiddenLoads(install: InstallState, dt: number): void {
  const { bodies: table, store, hidden } = install;
  if (hidden.count === 0) return;
  const { contacts } = store;
  const slots = table.body.length;
  residual = grown(residual, 6 * slots);
  involved = grown(involved, slots);
  involved.fill(0, 0, slots);
  for (let h = 0; h < hidden.count; h++) {
    const c = hidden.range[2 * h];
    involve(install, contacts.body[2 * c], dt);
    involve(install, contacts.body[2 * c + 1], dt);
  }
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.impulse[c] > 0) explain(table, contacts, c, contacts.impulse[c]);
  }
  for (let k = 0, moving = true; moving && k < SWEEPS; k++) moving = sweep(install);
}

/** Gauss-Seidel shares the weight of a box among the eight points of two triangles to 1e-4 of it in about 40 sweeps. */
const SWEEPS = 60;
const TOLERANCE = 1e-5;

/** Per slot: what is not explained yet of the body's change of velocity; 1 where that is looked at. */
let residual = new Float64Array(0);
let involved = new Uint8Array(0);

function involve(install: InstallState, slot: number, dt: number): void {
  const { bodies: table, gravity, stepIndex } = install;
  const body = table.body[slot];
  if (involved[slot] === 1 || table.kind[slot] !== DYNAMIC || !body) return;
  involved[slot] = 1;
  const at = 6 * slot;
  // A body that slept until the engine woke it started from rest, without a predictor.
  const prepared = table.prepared[slot] === stepIndex;
  const linear = 1 + dt * body.linearDamping();
  const angular = 1 + dt * body.angularDamping();
  for (let e = 0; e < 6; e++) {
    residual[at + e] = (e < 3 ? linear : angular) * table.engine[at + e] - (prepared ? table.entry[at + e] : 0);
  }
  const scale = dt * body.gravityScale();
  for (let e = 0; e < 3; e++) residual[at + e] -= scale * gravity[e];
  if (!prepared) return;
  addImpulse(table, slot, table.userForce, at, -dt, residual);
  addImpulse(table, slot, table.wrench, at, -1, residual);
}

/** One sweep over all hidden contacts. Returns true where one of them still changes. */
function sweep(install: InstallState): boolean {
  const { bodies: table, store, hidden } = install;
  const { contacts } = store;
  let largest = 0;
  let change = 0;
  for (let h = 0; h < hidden.count; h++) {
    for (let c = hidden.range[2 * h]; c < hidden.range[2 * h + 1]; c++) {
      const inverseMass = fillRow(table, contacts, c);
      if (!(inverseMass > 0)) continue;
      const before = contacts.impulse[c];
      const next = Math.max(0, before + rate / inverseMass);
      contacts.impulse[c] = next;
      explain(table, contacts, c, next - before);
      largest = Math.max(largest, next);
      change = Math.max(change, Math.abs(next - before));
    }
  }
  return change > TOLERANCE * largest;
}

/** The impulse λ of contact c accounts for M⁻¹ Jᵀ λ. */
function explain(table: BodyTable, contacts: ContactBuffer, c: number, impulse: number): void {
  fillRow(table, contacts, c);
  for (let side = 0; side < 2; side++) {
    const slot = contacts.body[2 * c + side];
    if (involved[slot] === 1) addImpulse(table, slot, row, 6 * side, -impulse, residual);
  }
}

/** J of one contact, six numbers for each body, and J r. */
const row = new Float64Array(12);
let rate = 0;

/** Fills the row of contact c and returns J M⁻¹ Jᵀ. */
function fillRow(table: BodyTable, contacts: ContactBuffer, c: number): number {
  const { pose, invMass: m, invInertia: j } = table.bodies;
  const { normal: n, position: x } = contacts;
  let inverseMass = 0;
  rate = 0;
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
    for (let e = 0; e < 6; e++) rate += row[at + e] * residual[6 * slot + e];
    const p = row[at + 3];
    const q = row[at + 4];
    const r = row[at + 5];
    const k = 6 * slot;
    for (let e = 0; e < 3; e++) inverseMass += m[3 * slot + e] * row[at + e] * row[at + e];
    inverseMass +=
      j[k] * p * p + j[k + 3] * q * q + j[k + 5] * r * r + 2 * (j[k + 1] * p * q + j[k + 2] * p * r + j[k + 4] * q * r);
  }
  return inverseMass;
}
