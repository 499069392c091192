import type { PatchBuffers } from '@stiction/friction-core';
import { type BodyTable, FIXED } from './body-table.js';
import type { InstallState } from './install-state.js';

/**
 * How far the surfaces of a patch have moved along each other in the step, from the poses before and after it. Laws that
 * remember need the true way: velocity times step misses what the engine moves bodies by to push them apart, and adds up.
 *
 *     d = Δc + θ × r,     θ the turn in the step, r from the centre of mass to the pressure centre
 */

/** `exact`: the pose of this step is to be exact, and that of the last one was. */
const WANTED = 1;
const TRACKED = 2;

/** Asks for the exact pose, in every step, of all bodies at patches that remember. */
export function wantExactPoses(table: BodyTable, patches: PatchBuffers): void {
  table.exact.fill(0);
  for (let i = 0; i < patches.count; i++) {
    if (!patches.law[i].commit) continue;
    table.exact[patches.bodyA[i]] = WANTED;
    table.exact[patches.bodyB[i]] = WANTED;
  }
}

/** Before a body is read: keeps its pose, if it is one that is to be exact. Returns whether it is. */
export function trackPose(table: BodyTable, slot: number, stepIndex: number): boolean {
  if (table.exact[slot] === 0) return false;
  const { pose } = table.bodies;
  const { lastPose } = table;
  for (let e = 7 * slot; e < 7 * slot + 7; e++) lastPose[e] = pose[e];
  // The first of these poses may have been read some steps before.
  if (table.tracked[slot] === stepIndex - 1) table.exact[slot] = TRACKED;
  table.tracked[slot] = stepIndex;
  return true;
}

/** Has the user put the body elsewhere? That is no way along a surface. */
export function isCarriedOff({ bodies: table, lengthUnit, h }: InstallState, slot: number): boolean {
  const { pose } = table.bodies;
  const { lastPose, engine } = table;
  let off = 0;
  let way = 0;
  for (let e = 0; e < 3; e++) {
    const moved = h * engine[6 * slot + e];
    off += (pose[7 * slot + e] - lastPose[7 * slot + e] - moved) ** 2;
    way += moved * moved;
  }
  return off > (CARRIED * lengthUnit) ** 2 + 0.25 * way;
}

/** The engine itself pushes bodies apart by less than this per step [m]. */
const CARRIED = 0.01;

/** Where both poses are known the way becomes patches.shift; elsewhere that stays what it is. */
export function measureDisplacements({ bodies: table, store }: InstallState, dt: number): void {
  const patches = store.current;
  const { normal: n, tangent1: t, tangent2: u, shift, drive } = patches;
  for (let i = 0; i < patches.count; i++) {
    if (!patches.law[i].commit) continue;
    const a = patches.bodyA[i];
    const b = patches.bodyB[i];
    if (!isTracked(table, a) || !isTracked(table, b)) continue;
    way.fill(0);
    addWay(table, a, patches.armA, 3 * i, -1);
    addWay(table, b, patches.armB, 3 * i, 1);
    const e = 3 * i;
    shift[e] = way[0] * t[e] + way[1] * t[e + 1] + way[2] * t[e + 2] - dt * drive[e];
    shift[e + 1] = way[0] * u[e] + way[1] * u[e + 1] + way[2] * u[e + 2] - dt * drive[e + 1];
    shift[e + 2] = way[3] * n[e] + way[4] * n[e + 1] + way[5] * n[e + 2] - dt * drive[e + 2];
  }
}

function isTracked(table: BodyTable, slot: number): boolean {
  return table.kind[slot] === FIXED || table.exact[slot] === TRACKED;
}

/** Linear and angular. */
const way = new Float64Array(6);

function addWay(table: BodyTable, slot: number, arm: Float64Array, at: number, sign: number): void {
  if (table.kind[slot] === FIXED) return;
  const { pose } = table.bodies;
  const p = 7 * slot;
  const { lastPose: last } = table;
  const rx = arm[at];
  const ry = arm[at + 1];
  const rz = arm[at + 2];
  // Vector part of q · conj(q before): half the angle, while that is small.
  const x = pose[p + 3];
  const y = pose[p + 4];
  const z = pose[p + 5];
  const w = pose[p + 6];
  const lx = last[p + 3];
  const ly = last[p + 4];
  const lz = last[p + 5];
  const lw = last[p + 6];
  const scale = x * lx + y * ly + z * lz + w * lw < 0 ? -2 : 2;
  const wx = scale * (-w * lx + x * lw - y * lz + z * ly);
  const wy = scale * (-w * ly + y * lw - z * lx + x * lz);
  const wz = scale * (-w * lz + z * lw - x * ly + y * lx);
  way[0] += sign * (pose[p] - last[p] + wy * rz - wz * ry);
  way[1] += sign * (pose[p + 1] - last[p + 1] + wz * rx - wx * rz);
  way[2] += sign * (pose[p + 2] - last[p + 2] + wx * ry - wy * rx);
  way[3] += sign * wx;
  way[4] += sign * wy;
  way[5] += sign * wz;
}
