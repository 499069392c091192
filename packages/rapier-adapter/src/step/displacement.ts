import type { InstallState } from '../install/state.js';
import { FIXED } from '../read/body-table.js';
import { set3 } from '../set3.js';
import { KNOWN } from './flags.js';

/**
 * Relative displacement of the two surfaces of patch i since their bodies were last read, from the poses then and now. Laws with memory
 * need the real displacement: velocity times step misses the position correction of the engine, and the error accumulates.
 *
 *     d = Δc + θ × r,     θ the rotation, r from the centre of mass to the pressure centre
 */
export function measureDisplacement(install: InstallState, i: number, dt: number): void {
  const { store, reading } = install;
  const patches = store.current;
  const { normal: n, tangent1: t, tangent2: u, slipDisplacement, tangentVelocity, slip, bodyA, bodyB } = patches;
  const e = 3 * i;
  if ((patches.flags[i] & KNOWN) === 0) {
    set3(slipDisplacement, e, 0);
    return;
  }
  if (!isTracked(install, bodyA[i]) || !isTracked(install, bodyB[i])) {
    for (let k = e; k < e + 3; k++) slipDisplacement[k] = dt * slip[k];
    return;
  }
  const { row: displacement } = reading;
  set3(displacement, 0, 0);
  set3(displacement, 3, 0);
  addDisplacement(install, bodyA[i], patches.armA, e, -1);
  addDisplacement(install, bodyB[i], patches.armB, e, 1);
  slipDisplacement[e] =
    displacement[0] * t[e] + displacement[1] * t[e + 1] + displacement[2] * t[e + 2] - dt * tangentVelocity[e];
  slipDisplacement[e + 1] =
    displacement[0] * u[e] + displacement[1] * u[e + 1] + displacement[2] * u[e + 2] - dt * tangentVelocity[e + 1];
  slipDisplacement[e + 2] =
    displacement[3] * n[e] + displacement[4] * n[e + 1] + displacement[5] * n[e + 2] - dt * tangentVelocity[e + 2];
}

function isTracked({ bodies: table, stepIndex }: InstallState, slot: number): boolean {
  return table.type[slot] === FIXED || table.trackedStep[slot] === stepIndex;
}

/** Adds the displacement of one body, linear and angular, to `reading.row`. */
function addDisplacement(
  { bodies: table, reading }: InstallState,
  slot: number,
  arm: Float64Array,
  at: number,
  sign: number,
): void {
  if (table.type[slot] === FIXED) return;
  const { pose } = table.bodies;
  const { previousPose: last } = table;
  const { row: displacement } = reading;
  const p = 7 * slot;
  // Vector part of q · conj(previous q): half the angle, if that is small.
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
  displacement[0] += sign * (pose[p] - last[p] + wy * arm[at + 2] - wz * arm[at + 1]);
  displacement[1] += sign * (pose[p + 1] - last[p + 1] + wz * arm[at] - wx * arm[at + 2]);
  displacement[2] += sign * (pose[p + 2] - last[p + 2] + wx * arm[at + 1] - wy * arm[at]);
  displacement[3] += sign * wx;
  displacement[4] += sign * wy;
  displacement[5] += sign * wz;
}
