import { type BodyTable, DYNAMIC } from './body-table.js';
import type { InstallState } from './install-state.js';

/** Writing to the engine. Nothing here wakes a body. */

/** Adds the predicted friction to the user's forces, as constant force and torque over the step. */
export function pushForces(install: InstallState, dt: number): void {
  const { bodies: table } = install;
  const { wrench, force } = table;
  const least = LEAST * install.lengthUnit;
  for (let k = 0; k < table.preparedCount; k++) {
    const slot = table.preparedSlots[k];
    if (table.kind[slot] !== DYNAMIC || table.bad[slot] === 1) continue;
    const at = 6 * slot;
    let size = 0;
    for (let e = at; e < at + 6; e++) {
      force[e] = wrench[e] / dt;
      size += Math.abs(force[e]);
    }
    if (!table.body[slot] || !(size > 0) || size === Number.POSITIVE_INFINITY) continue;
    if (isNegligible(table, slot, least)) continue;
    table.pushed[slot] = 1;
    install.reader.pushForce(install, slot, force);
  }
}

/** What would change the velocity of a body, at its farthest contact, by less than this [m/s] is not written. */
const LEAST = 5e-6;

function isNegligible(table: BodyTable, slot: number, least: number): boolean {
  const { wrench } = table;
  const { invMass: m, invInertia: j } = table.bodies;
  const at = 6 * slot;
  const shift =
    Math.abs(m[3 * slot] * wrench[at]) +
    Math.abs(m[3 * slot + 1] * wrench[at + 1]) +
    Math.abs(m[3 * slot + 2] * wrench[at + 2]);
  const x = Math.abs(wrench[at + 3]);
  const y = Math.abs(wrench[at + 4]);
  const z = Math.abs(wrench[at + 5]);
  const turn = (j[at] + j[at + 3] + j[at + 5]) * (x + y + z);
  return shift + table.reach[slot] * turn < least;
}

/** Leaves exactly the forces that the user had set. */
export function restoreForces(install: InstallState): void {
  const { bodies: table } = install;
  for (let k = 0; k < table.preparedCount; k++) {
    const slot = table.preparedSlots[k];
    if (table.pushed[slot] === 0) continue;
    table.pushed[slot] = 0;
    if (table.body[slot]) install.reader.restoreForce(install, slot);
  }
}

/** Writes the solver's velocity where it differs from `before`, in Rapier's single precision; what then holds into `out`. */
export function writeVelocity(install: InstallState, slot: number, before: Float64Array, out: Float64Array): void {
  const { bodies: table } = install;
  const { velocity } = table.bodies;
  const at = 6 * slot;
  let shift = 0;
  let turn = 0;
  for (let e = at; e < at + 3; e++) shift += Math.abs(velocity[e] - before[e]);
  for (let e = at + 3; e < at + 6; e++) turn += Math.abs(velocity[e] - before[e]);
  const isLittle = shift + table.reach[slot] * turn < LEAST * install.lengthUnit;
  let parts = 0;
  for (let e = 0; e < 6; e++) {
    const next = isLittle ? before[at + e] : Math.fround(velocity[at + e]);
    if (next !== before[at + e]) parts |= e < 3 ? 1 : 2;
    out[at + e] = next;
  }
  if (parts !== 0) install.reader.writeVelocity(install, slot, out, parts);
}
