import { type JointKind, rotate } from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import type { MotorJoint } from './motor-joint.js';

/** Reads joints through the engine's raw sets. Body 1 of a joint is in row 0 of each array, body 2 in row 1. */
export interface JointReading {
  /** Filled by the engine's getters. */
  out: Float32Array;
  /** Pose of a body, [x, y, z, qx, qy, qz, qw]. */
  pose: Float64Array;
  /** Frames in the world: origins, and orientations. */
  origin: Float64Array;
  orientation: Float64Array;
  /** Axes X, Y, Z of frame 1 in the world. */
  axes: Float64Array;
  centre: Float64Array;
  linear: Float64Array;
  angular: Float64Array;
  /** Orientation of frame 2 in frame 1, and its position along X. */
  place: Float64Array;
}

export function createJointReading(): JointReading {
  return {
    out: new Float32Array(9),
    pose: new Float64Array(7),
    origin: new Float64Array(6),
    orientation: new Float64Array(8),
    axes: new Float64Array(9),
    centre: new Float64Array(6),
    linear: new Float64Array(6),
    angular: new Float64Array(6),
    place: new Float64Array(5),
  };
}

/** True if a dynamic body of the joint is awake. */
export function isJointAwake({ engine }: InstallState, { body1, body2 }: MotorJoint): boolean {
  return isBodyAwake(engine, body1) || isBodyAwake(engine, body2);
}

function isBodyAwake({ bodies }: InstallState['engine'], handle: number): boolean {
  return bodies.rbIsDynamic(handle) && !bodies.rbIsSleeping(handle);
}

/** Reads the frames, and from them the place of frame 2 in frame 1. */
export function readPlace(install: InstallState, reading: JointReading, motorJoint: MotorJoint): void {
  readFrame(install, reading, motorJoint.body1, motorJoint.frames, 0);
  readFrame(install, reading, motorJoint.body2, motorJoint.frames, 1);
  const { orientation: q, origin, axes, place } = reading;
  writeAxes(q, axes);
  // conj(q1) q2
  place[0] = q[3] * q[4] - q[0] * q[7] - q[1] * q[6] + q[2] * q[5];
  place[1] = q[3] * q[5] + q[0] * q[6] - q[1] * q[7] - q[2] * q[4];
  place[2] = q[3] * q[6] - q[0] * q[5] + q[1] * q[4] - q[2] * q[7];
  place[3] = q[3] * q[7] + q[0] * q[4] + q[1] * q[5] + q[2] * q[6];
  place[4] = 0;
  for (let e = 0; e < 3; e++) place[4] += axes[e] * (origin[3 + e] - origin[e]);
}

function readFrame(
  { engine }: InstallState,
  reading: JointReading,
  handle: number,
  frames: Float64Array,
  body: 0 | 1,
): void {
  const { out, pose, origin, orientation } = reading;
  const f = 7 * body;
  engine.bodies.rbTranslation(handle, out);
  for (let e = 0; e < 3; e++) pose[e] = out[e];
  engine.bodies.rbRotation(handle, out);
  for (let e = 0; e < 4; e++) pose[3 + e] = out[e];
  rotate(pose, 0, frames, f, origin, 3 * body);
  for (let e = 0; e < 3; e++) origin[3 * body + e] += pose[e];
  const x = pose[3];
  const y = pose[4];
  const z = pose[5];
  const w = pose[6];
  const fx = frames[f + 3];
  const fy = frames[f + 4];
  const fz = frames[f + 5];
  const fw = frames[f + 6];
  orientation[4 * body] = w * fx + x * fw + y * fz - z * fy;
  orientation[4 * body + 1] = w * fy - x * fz + y * fw + z * fx;
  orientation[4 * body + 2] = w * fz + x * fy - y * fx + z * fw;
  orientation[4 * body + 3] = w * fw - x * fx - y * fy - z * fz;
}

function writeAxes(q: Float64Array, axes: Float64Array): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  axes[0] = 1 - 2 * (y * y + z * z);
  axes[1] = 2 * (x * y + w * z);
  axes[2] = 2 * (x * z - w * y);
  axes[3] = 2 * (x * y - w * z);
  axes[4] = 1 - 2 * (x * x + z * z);
  axes[5] = 2 * (y * z + w * x);
  axes[6] = 2 * (x * z + w * y);
  axes[7] = 2 * (y * z - w * x);
  axes[8] = 1 - 2 * (x * x + y * y);
}

/** Reads the slip of the rows, and their inverse masses, after `readPlace`: velocity of body 2 relative to 1 along the axes of frame 1. */
export function readSlip(
  install: InstallState,
  reading: JointReading,
  motorJoint: MotorJoint,
  radius: number,
  slip: Float64Array,
  at: number,
): void {
  const { inverseMass, kind } = motorJoint;
  inverseMass.fill(0);
  readBody(install, reading, motorJoint, motorJoint.body1, 0);
  readBody(install, reading, motorJoint, motorJoint.body2, 1);
  const { axes, angular: w, linear: v, origin: o, centre: c } = reading;
  for (let e = 0; e < 3; e++) slip[at + e] = 0;
  if (kind === 'slider') {
    for (let e = 0; e < 3; e++) {
      const f = (e + 1) % 3;
      const g = (e + 2) % 3;
      // Both bodies at the origin of frame 2, where the engine's motor acts.
      const two = v[3 + e] + w[3 + f] * (o[3 + g] - c[3 + g]) - w[3 + g] * (o[3 + f] - c[3 + f]);
      const one = v[e] + w[f] * (o[3 + g] - c[g]) - w[g] * (o[3 + f] - c[f]);
      slip[at] += axes[e] * (two - one);
    }
    return;
  }
  for (let row = 0; row < (kind === 'ball' ? 3 : 1); row++) {
    const lever = row < 2 ? radius : 1;
    for (let e = 0; e < 3; e++) slip[at + row] += lever * axes[3 * row + e] * (w[3 + e] - w[e]);
    inverseMass[row] *= lever * lever;
  }
}

/** Velocities and centre of a body; adds its inverse masses to those of the rows. */
function readBody(
  { engine }: InstallState,
  { out, centre, linear, angular, axes }: JointReading,
  { kind, inverseMass }: MotorJoint,
  handle: number,
  body: 0 | 1,
): void {
  const { bodies } = engine;
  const at = 3 * body;
  bodies.rbWorldCom(handle, out);
  for (let e = 0; e < 3; e++) centre[at + e] = out[e];
  bodies.rbLinvel(handle, out);
  for (let e = 0; e < 3; e++) linear[at + e] = out[e];
  bodies.rbAngvel(handle, out);
  for (let e = 0; e < 3; e++) angular[at + e] = out[e];
  if (!bodies.rbIsDynamic(handle)) return;
  if (kind === 'slider') {
    bodies.rbEffectiveInvMass(handle, out);
    for (let e = 0; e < 3; e++) inverseMass[0] += out[e] * axes[e] * axes[e];
    return;
  }
  bodies.rbEffectiveWorldInvInertia(handle, out);
  for (let row = 0; row < (kind === 'ball' ? 3 : 1); row++) {
    const x = axes[3 * row];
    const y = axes[3 * row + 1];
    const z = axes[3 * row + 2];
    inverseMass[row] +=
      out[0] * x * x + out[3] * y * y + out[5] * z * z + 2 * (out[1] * x * y + out[2] * x * z + out[4] * y * z);
  }
}

/**
 * Displacement of the rows since `before`, from the places: velocity times step would miss the engine's position correction. Rotations by
 * twice the sine of half the angle.
 */
export function measureDisplacement(
  { place: now }: JointReading,
  { kind, place: before }: MotorJoint,
  radius: number,
  displacement: Float64Array,
  at: number,
): void {
  for (let e = 0; e < 3; e++) displacement[at + e] = 0;
  if (kind === 'slider') {
    displacement[at] = now[4] - before[4];
    return;
  }
  const x = now[0];
  const y = now[1];
  const z = now[2];
  const w = now[3];
  const bx = before[0];
  const by = before[1];
  const bz = before[2];
  const bw = before[3];
  const scale = x * bx + y * by + z * bz + w * bw < 0 ? -2 : 2;
  // Vector part of now · conj(before).
  displacement[at] = scale * radius * (x * bw - w * bx - y * bz + z * by);
  if (kind === 'hinge') return;
  displacement[at + 1] = scale * radius * (y * bw - w * by - z * bx + x * bz);
  displacement[at + 2] = scale * (z * bw - w * bz - x * by + y * bx);
}

/** Position of the joint as the engine measures it: along X [m], or about X [rad], -π to π. */
export function positionOf({ place }: JointReading, kind: JointKind): number {
  if (kind === 'slider') return place[4];
  // Half of the angle has this sine and cosine.
  const sign = place[3] < 0 ? -1 : 1;
  const size = Math.sqrt(place[0] * place[0] + place[3] * place[3]);
  if (!(size > 0)) return 0;
  let sine = (sign * place[0]) / size;
  let cosine = (sign * place[3]) / size;
  // Halved three times, the series of the arctangent is exact to 1e-12.
  for (let k = 0; k < 3; k++) {
    cosine = Math.sqrt(0.5 * (1 + cosine));
    sine /= 2 * cosine;
  }
  const t = sine / cosine;
  const t2 = t * t;
  let series = 1 / 13;
  for (let n = 11; n > 0; n -= 2) series = 1 / n - t2 * series;
  return 16 * t * series;
}
