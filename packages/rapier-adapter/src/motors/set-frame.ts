import type { ImpulseJoint } from '@dimforge/rapier3d-compat';
import { rotateBack } from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';

/**
 * Sets frame 1 or 2 of a joint from axes (three columns: X, Y, normal) and origin in the world. The engine's frames are relative to the
 * body's origin, ours to its centre of mass.
 */
export function setFrame(
  install: InstallState,
  handle: number,
  which: 1 | 2,
  slot: number,
  axes: Float64Array,
  centre: Float64Array,
  at: number,
): void {
  const { bodies: table, scratch } = install;
  const { pose } = table.bodies;
  const { vector } = scratch;
  const p = 7 * slot;
  for (let e = 0; e < 3; e++) vector[e] = centre[at + e] - pose[p + e];
  rotateBack(pose, p, vector, 0, vector, 0);
  for (let k = 0; k < 3; k++) rotateBack(pose, p, axes, 3 * k, scratch.local, 3 * k);
  writeFrame(install, handle, which, slot, vector, 0);
}

/** Sets it from the X axis, normal and origin at local[at], in the frame of the body's centre of mass. */
export function setLocalFrame(
  install: InstallState,
  handle: number,
  which: 1 | 2,
  slot: number,
  local: Float64Array,
  at: number,
): void {
  const { local: m } = install.scratch;
  for (let e = 0; e < 3; e++) {
    m[e] = local[at + e];
    m[6 + e] = local[at + 3 + e];
  }
  m[3] = m[7] * m[2] - m[8] * m[1];
  m[4] = m[8] * m[0] - m[6] * m[2];
  m[5] = m[6] * m[1] - m[7] * m[0];
  writeFrame(install, handle, which, slot, local, at + 6);
}

/** The rotation is that of `scratch.local`. */
function writeFrame(
  { bodies: table, scratch, rapier, world }: InstallState,
  handle: number,
  which: 1 | 2,
  slot: number,
  centre: Float64Array,
  at: number,
): void {
  if (!rapier) return;
  const { origin } = table.bodies;
  const { anchor, rotation } = scratch;
  anchor.x = centre[at] - origin[3 * slot];
  anchor.y = centre[at + 1] - origin[3 * slot + 1];
  anchor.z = centre[at + 2] - origin[3 * slot + 2];
  writeQuaternion(scratch.local, rotation);
  // The public object only forwards these; creating one per joint would allocate.
  const target = { rawSet: world.impulseJoints.raw, handle } as unknown as ImpulseJoint;
  const { prototype } = rapier.ImpulseJoint;
  if (which === 1) prototype.setLocalFrame1.call(target, anchor, rotation);
  else prototype.setLocalFrame2.call(target, anchor, rotation);
}

/** The rotation whose matrix has these columns. */
function writeQuaternion(m: Float64Array, q: { x: number; y: number; z: number; w: number }): void {
  const trace = m[0] + m[4] + m[8];
  if (trace > 0) {
    const s = 0.5 / Math.sqrt(trace + 1);
    q.w = 0.25 / s;
    q.x = (m[5] - m[7]) * s;
    q.y = (m[6] - m[2]) * s;
    q.z = (m[1] - m[3]) * s;
  } else if (m[0] > m[4] && m[0] > m[8]) {
    const s = 2 * Math.sqrt(1 + m[0] - m[4] - m[8]);
    q.w = (m[5] - m[7]) / s;
    q.x = 0.25 * s;
    q.y = (m[3] + m[1]) / s;
    q.z = (m[6] + m[2]) / s;
  } else if (m[4] > m[8]) {
    const s = 2 * Math.sqrt(1 + m[4] - m[0] - m[8]);
    q.w = (m[6] - m[2]) / s;
    q.x = (m[3] + m[1]) / s;
    q.y = 0.25 * s;
    q.z = (m[7] + m[5]) / s;
  } else {
    const s = 2 * Math.sqrt(1 + m[8] - m[0] - m[4]);
    q.w = (m[1] - m[3]) / s;
    q.x = (m[6] + m[2]) / s;
    q.y = (m[7] + m[5]) / s;
    q.z = 0.25 * s;
  }
}
