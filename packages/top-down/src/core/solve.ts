import { prepareFriction, solvePatch } from '@stiction/friction-core/adapter';
import { MAX_GROUPS, MAX_SWEEPS, SWEEP_TOLERANCE } from './constants.js';
import { preparePatch } from './prepare.js';
import { addToVelocity, slipOf } from './slip.js';
import { updateGroups } from './split.js';
import { type FloorState, SURFACE } from './state.js';
import { solveSurface } from './surface-step.js';

/** Friction of a body that lies on the floor: `bodies.velocity` becomes the velocity at the end of the step. */
export function solveBody<Body>(state: FloorState<Body>, slot: number, dt: number): void {
  const { slots, patches, extras, bodies, report, momentum, slip } = state;
  updateGroups(state, slot);
  const count = slots.groupCount[slot];
  const load = slots.mass[slot] * state.gravity * dt;
  const b = 6 * slot;
  momentum[0] = slots.mass[slot] * bodies.velocity[b];
  momentum[1] = slots.mass[slot] * bodies.velocity[b + 1];
  momentum[2] = slots.inertia[slot] * bodies.velocity[b + 5];
  for (let k = 0; k < count; k++) {
    const i = slots.group[MAX_GROUPS * slot + k];
    preparePatch(state, i, dt);
    for (let e = 0; e < 3; e++) slip[e] = count > 1 ? patches.impulse[3 * i + e] : 0;
    if (count > 1) addToVelocity(state, i, slip);
    else for (let e = 3 * i; e < 3 * i + 3; e++) patches.impulse[e] = 0;
    if (!isSurface(state, i)) prepareFriction(patches, i, bodies);
  }
  let sweeps = 0;
  let change = Number.POSITIVE_INFINITY;
  while (change > SWEEP_TOLERANCE && sweeps < MAX_SWEEPS) {
    change = 0;
    for (let k = 0; k < count; k++) {
      const i = slots.group[MAX_GROUPS * slot + k];
      const l1 = patches.impulse[3 * i];
      const l2 = patches.impulse[3 * i + 1];
      const l3 = patches.impulse[3 * i + 2];
      if (isSurface(state, i)) solveSurface(state, i);
      else solvePatch(patches, i, bodies);
      if (count === 1) continue;
      const moved = Math.abs(patches.impulse[3 * i] - l1) + Math.abs(patches.impulse[3 * i + 1] - l2);
      const turned = Math.abs(patches.impulse[3 * i + 2] - l3) / (extras.R[i] > 0 ? extras.R[i] : 1);
      change = Math.max(change, (moved + turned) / load);
    }
    sweeps++;
  }
  if (sweeps > report.sweeps) report.sweeps = sweeps;
  report.patches += count;
  for (let k = 0; k < count; k++) finishPatch(state, slots.group[MAX_GROUPS * slot + k], dt);
  if (count > 1 && isHeld(state, slot)) {
    // Exactly, without the rounding of impulses that cancel: the body does not move at all.
    for (let e = 0; e < 3; e++) slots.impulse[3 * slot + e] = -momentum[e];
  }
}

/** True if all patches of the body stick, to a floor that does not move, without bristles. */
function isHeld<Body>({ slots, patches }: FloorState<Body>, slot: number): boolean {
  for (let k = 0; k < slots.groupCount[slot]; k++) {
    const i = slots.group[MAX_GROUPS * slot + k];
    if (patches.sliding[i] === 1 || patches.law[i].stateSize > 0) return false;
    for (let e = 3 * i; e < 3 * i + 3; e++) if (patches.tangentVelocity[e] !== 0) return false;
  }
  return slots.inertia[slot] < Number.POSITIVE_INFINITY;
}

/** A body without a footprint slides as a point, with the law's own set. */
function isSurface<Body>({ extras }: FloorState<Body>, i: number): boolean {
  return extras.kind[i] === SURFACE && extras.pressure[i] !== null;
}

/** Stores what users read, and lets the law remember. */
function finishPatch<Body>(state: FloorState<Body>, i: number, dt: number): void {
  const { patches, slots, extras, slip } = state;
  const at = 3 * i;
  slipOf(state, i, slip);
  for (let e = 0; e < 3; e++) {
    patches.slip[at + e] = slip[e];
    patches.slipDisplacement[at + e] = dt * slip[e];
    patches.stepImpulse[at + e] = patches.impulse[at + e];
  }
  patches.stepNormalImpulse[i] = patches.normalImpulse[i];
  patches.law[i].commit?.(patches, i, dt);
  patches.wasSliding[i] = patches.sliding[i];
  const total = slots.impulse;
  const s = 3 * extras.slot[i];
  total[s] += patches.impulse[at];
  total[s + 1] += patches.impulse[at + 1];
  total[s + 2] +=
    patches.impulse[at + 2] + patches.armB[at] * patches.impulse[at + 1] - patches.armB[at + 1] * patches.impulse[at];
}
