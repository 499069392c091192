import type { Vector } from '@dimforge/rapier3d-compat';
import { type BodyTable, DYNAMIC } from './body-table.js';

/** Writing to the engine. Nothing here wakes a body. */

const v: Vector = { x: 0, y: 0, z: 0 };

/** Adds the predicted friction to the user's forces, as constant force and torque over the step. */
export function pushForces(table: BodyTable, stepIndex: number, dt: number): void {
  const { wrench } = table;
  for (let slot = 1; slot < table.body.length; slot++) {
    if (table.prepared[slot] !== stepIndex || table.kind[slot] !== DYNAMIC || table.bad[slot] === 1) continue;
    const body = table.body[slot];
    const at = 6 * slot;
    let size = 0;
    for (let e = at; e < at + 6; e++) size += Math.abs(wrench[e]);
    if (!body || !(size > 0) || size === Number.POSITIVE_INFINITY) continue;
    table.pushed[slot] = 1;
    body.addForce(vector(wrench, at, 1 / dt), false);
    body.addTorque(vector(wrench, at + 3, 1 / dt), false);
  }
}

/** Leaves exactly the forces that the user had set. */
export function restoreForces(table: BodyTable): void {
  const { userForce } = table;
  for (let slot = 1; slot < table.body.length; slot++) {
    if (table.pushed[slot] === 0) continue;
    table.pushed[slot] = 0;
    const body = table.body[slot];
    if (!body?.isValid()) continue;
    const at = 6 * slot;
    body.resetForces(false);
    body.resetTorques(false);
    if (userForce[at] !== 0 || userForce[at + 1] !== 0 || userForce[at + 2] !== 0) {
      body.addForce(vector(userForce, at, 1), false);
    }
    if (userForce[at + 3] !== 0 || userForce[at + 4] !== 0 || userForce[at + 5] !== 0) {
      body.addTorque(vector(userForce, at + 3, 1), false);
    }
  }
}

/** Writes the solver's velocity where it differs from `before`, in Rapier's single precision; what then holds into `out`. */
export function writeVelocity(table: BodyTable, slot: number, before: Float64Array, out: Float64Array): void {
  const { velocity } = table.bodies;
  const body = table.body[slot];
  const at = 6 * slot;
  let linear = false;
  let angular = false;
  for (let e = 0; e < 6; e++) {
    const next = Math.fround(velocity[at + e]);
    if (next !== before[at + e]) {
      if (e < 3) linear = true;
      else angular = true;
    }
    out[at + e] = next;
  }
  if (linear) body?.setLinvel(vector(out, at, 1), false);
  if (angular) body?.setAngvel(vector(out, at + 3, 1), false);
}

function vector(from: Float64Array, at: number, scale: number): Vector {
  v.x = scale * from[at];
  v.y = scale * from[at + 1];
  v.z = scale * from[at + 2];
  return v;
}
