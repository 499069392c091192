import { type PatchBuffers, SHAPE_STRIDE } from '@stiction/friction-core';
import { linearizePatch } from '@stiction/friction-core/adapter';
import { COEFFICIENT_CHANGE, DAMPING, FORCE_CHANGE, JOINTED_STIFFNESS, RIGID, STIFFNESS } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { DIAGONAL } from '../motors/spring-law.js';
import { isJointAwake, measureDisplacement, positionOf, readPlace, readSlip } from './measure.js';
import {
  ensureMotors,
  type JointFrictionList,
  type JointWork,
  type MotorJoint,
  NO_JOINT,
  writeMotor,
} from './motor-joint.js';
import { removeFrictionJoint } from './set-joint-friction.js';

/**
 * Friction of joints by Rapier's motors. A motor is a spring and a damper with a largest force,
 *
 *     F = k (place - x) + d (target - v),  |F| ≤ T
 *
 *   soft bristle laws      d = 1/(h eps), target = -bias of the law over the step; T is its largest force
 *   rigid and stiff laws   a spring that remembers where the joint stuck, as in `withSpring`: k = κ/(h² A), d = δ/(h A), place = x - z;
 *                          T = N μ(v) at the slip of mid step
 *
 *   A   inverse mass of the row, of the two bodies alone             1/kg
 *   z   slip displacement since the joint stuck                      m
 *   h   step                                                         s
 *
 * The engine deflects its spring by itself, so a joint at rest is not written and can sleep. The angles of a ball joint are not additive: its
 * spring is a damper too, d = (κ + δ)/(h A), target = -κ z/((κ + δ) h).
 *
 * Rapier solves a row once in each of n passes, next to locked axes that hold the body too: then a row delivers only 1/(1 + c) of its force,
 * c = (d + k h/n) A h/n. So z may grow to (1 + c) T/k, at which T is delivered in any case; the largest force limits the rest.
 */
export function planJointFriction(install: InstallState, dt: number): void {
  const { jointFriction, world } = install;
  if (!jointFriction || !(dt > 0)) return;
  for (let i = jointFriction.list.length - 1; i >= 0; i--) {
    if (!world.impulseJoints.raw.contains(jointFriction.list[i].joint.handle)) removeFrictionJoint(install, i);
  }
  for (let i = 0; i < jointFriction.list.length; i++) planJoint(install, jointFriction, i, dt);
}

function planJoint(install: InstallState, { joints, list, work }: JointFrictionList, i: number, dt: number): void {
  const { reading, slip, against, bounds, damping, motor } = work;
  const motorJoint = list[i];
  motorJoint.isAwake = isJointAwake(install, motorJoint);
  if (!motorJoint.isAwake) return;
  ensureMotors(install, motorJoint);
  const { patches, load, axes } = joints;
  const radius = patches.torsionRadius[i];
  readPlace(install, reading, motorJoint);
  motorJoint.place.set(reading.place);
  readSlip(install, reading, motorJoint, radius, slip, 0);
  patches.normalImpulse[i] = load[i] * dt;
  patches.wasSliding[i] = patches.sliding[i];
  estimateSlip(work, patches, i, motorJoint);
  linearizePatch(patches, i, dt);
  const limit = findLimit(work, patches, i, motorJoint, dt);
  motorJoint.limit = limit;
  if (!(motorJoint.inverseMass[0] > 0)) {
    brake(install, work, motorJoint, axes[i], limit, radius);
    return;
  }
  const { inverseMass, kind } = motorJoint;
  const byLaw = isByLaw(patches, i, motorJoint);
  const z = patches.stateStride * i + patches.law[i].stateSize;
  const stiffness = kind === 'ball' ? 0 : STIFFNESS;
  for (let e = 0; e < axes[i]; e++) {
    const mass = inverseMass[e] > 0 ? 1 / inverseMass[e] : 0;
    damping[e] = byLaw ? 1 / (dt * patches.eps[3 * i + e]) : ((STIFFNESS + DAMPING - stiffness) * mass) / dt;
    against[e] = byLaw ? patches.bias[3 * i + e] : 0;
    if (!byLaw && kind === 'ball') {
      const angle = patches.state[z + e] / (e < 2 ? 1 : radius);
      against[e] = (STIFFNESS * angle) / ((STIFFNESS + DAMPING) * dt);
    }
  }
  boundAxes(work, patches, i, axes[i], limit, motorJoint, dt);
  // The engine's poses are rounded to 24 bits: forces below that are noise.
  const noise = ROUNDING * (kind === 'slider' ? 1 + reading.origin.reduce(largest, 0) : 1);
  for (let e = 0; e < axes[i]; e++) {
    // From the units of the row, in which a hinge's slip is in m/s, to those of the joint.
    const lever = e < 2 ? radius : 1;
    const isSpring = !byLaw && kind !== 'ball';
    motor.stiffness = isSpring ? (STIFFNESS * lever * lever) / (dt * dt * inverseMass[e]) : 0;
    motor.place = isSpring ? positionOf(reading, kind) - patches.state[z] / radius : 0;
    motor.target = -against[e] / lever;
    motor.damping = damping[e] * lever * lever;
    motor.bound = bounds[e] * radius;
    motor.forceTolerance = Math.max(byLaw ? 0 : FORCE_CHANGE * limit * radius, (motor.damping * noise) / dt);
    motor.boundTolerance = COEFFICIENT_CHANGE * motor.bound;
    writeMotor(install, motorJoint, e, motor);
  }
  motorJoint.startSlip.set(slip);
}

/** A new body has no mass before its first step: a stiff damper brakes it in that step. */
function brake(
  install: InstallState,
  { slip, motor }: JointWork,
  motorJoint: MotorJoint,
  axes: number,
  limit: number,
  radius: number,
): void {
  const speed = length(slip[0], slip[1], radius * slip[2]);
  for (let e = 0; e < axes; e++) {
    const share = axes === 1 || speed === 0 ? 1 : Math.abs((e < 2 ? 1 : radius) * slip[e]) / speed;
    motor.place = 0;
    motor.target = 0;
    motor.stiffness = 0;
    motor.damping = RIGID * limit * radius;
    motor.bound = share * limit * radius;
    motor.forceTolerance = 0;
    motor.boundTolerance = 0;
    writeMotor(install, motorJoint, e, motor);
  }
  motorJoint.startSlip.set(slip);
}

const ROUNDING = 1.1920928955078125e-7;

function largest(a: number, b: number): number {
  return Math.max(a, Math.abs(b));
}

/**
 * True if the motor follows the law's bristles: they are soft enough for it, and not in a fast slide, where a motor that gives the force of the law
 * as its largest one is more accurate than a damper.
 */
function isByLaw({ law, eps, sliding }: PatchBuffers, i: number, { inverseMass, isSlow }: MotorJoint): boolean {
  if (!law[i].commit || (sliding[i] === 1 && !isSlow)) return false;
  return inverseMass[0] <= JOINTED_STIFFNESS * eps[3 * i];
}

/**
 * Slip of mid step, for laws that depend on it. While friction can stop the joint within two steps, the displacement counts too: the velocity at
 * the end of a step includes what the next pass will take back.
 */
function estimateSlip({ slip }: JointWork, patches: PatchBuffers, i: number, motorJoint: MotorJoint): void {
  const { inverseMass, startSlip } = motorJoint;
  const { slip: rate, torsionRadius, law } = patches;
  const rest = (law[i].mu ?? 0) * patches.normalImpulse[i];
  motorJoint.isSlow = length(slip[0], slip[1], torsionRadius[i] * slip[2]) < 2 * rest * inverseMass[0];
  for (let e = 0; e < 3; e++) {
    const v = slip[e];
    const last = rate[3 * i + e];
    const middle = 1.5 * v - 0.5 * startSlip[e];
    if (motorJoint.isSlow) rate[3 * i + e] = v * last > 0 ? Math.sign(v) * Math.min(Math.abs(v), Math.abs(last)) : 0;
    else rate[3 * i + e] = v * middle > 0 ? middle : v;
  }
}

/** Largest friction force now [N]: of the law at its slip, or of its bristles while they slide. */
function findLimit(work: JointWork, patches: PatchBuffers, i: number, motorJoint: MotorJoint, dt: number): number {
  const { against, force, scale } = work;
  const { law, shape } = patches;
  const radius = patches.torsionRadius[i];
  scale[0] = patches.normalScale[i] * patches.normalImpulse[i];
  const rest = (scale[0] / dt) * shape[SHAPE_STRIDE * i];
  const sign = law[i].commit ? 1 : -1;
  let isMoving = false;
  for (let e = 0; e < 3; e++) {
    against[e] = sign * patches.slip[3 * i + e];
    isMoving ||= against[e] !== 0;
  }
  if (!law[i].commit) {
    if (!isMoving) return rest;
    law[i].set.support(against, shape, SHAPE_STRIDE * i, force);
    return (scale[0] * length(force[0], force[1], force[2] / radius)) / dt;
  }
  if (patches.sliding[i] === 0 || isByLaw(patches, i, motorJoint)) return rest;
  solveLaw(work, patches, i);
  return length(force[0], force[1], force[2] / radius) / dt;
}

/** force = impulse of the law for the slip in `against`. Returns true if it is at its limit. */
function solveLaw(
  { soft, against, force, scale }: JointWork,
  { eps, bias, law, shape, normalScale, normalImpulse }: PatchBuffers,
  i: number,
): boolean {
  soft.fill(0);
  for (let e = 0; e < 3; e++) {
    soft[DIAGONAL[e]] = eps[3 * i + e];
    against[e] += bias[3 * i + e];
  }
  scale[0] = normalScale[i] * normalImpulse[i];
  return law[i].set.minimize(soft, 0, against, scale, 0, shape, SHAPE_STRIDE * i, force);
}

/** Bounds of the rows [N]. Rows have separate bounds; together they must not exceed the limit in any direction. */
function boundAxes(
  { slip, against, bounds, damping }: JointWork,
  patches: PatchBuffers,
  i: number,
  axes: number,
  limit: number,
  { inverseMass }: MotorJoint,
  dt: number,
): void {
  const radius = patches.torsionRadius[i];
  bounds[0] = limit;
  if (axes === 1) return;
  const speed = length(slip[0], slip[1], radius * slip[2]);
  const slides = speed > limit * inverseMass[0] * dt;
  let square = 0;
  for (let e = 0; e < 3; e++) {
    const lever = e < 2 ? 1 : radius;
    bounds[e] = slides ? (lever * slip[e]) / speed : (-damping[e] * against[e]) / (lever * limit);
    square += bounds[e] * bounds[e];
  }
  for (let e = 0; e < 3; e++) {
    const own = bounds[e] * bounds[e];
    bounds[e] = limit * (slides ? Math.abs(bounds[e]) : Math.sqrt(Math.max(own, 1 - Math.min(1, square) + own)));
  }
}

/** After the engine's step: displacements, and the memory of the laws. */
export function finishJointFriction(install: InstallState, dt: number): void {
  const { jointFriction } = install;
  if (!jointFriction || !(dt > 0)) return;
  for (let i = 0; i < jointFriction.list.length; i++) finishJoint(install, jointFriction, i, dt);
}

function finishJoint(install: InstallState, { joints, list, work }: JointFrictionList, i: number, dt: number): void {
  const motorJoint = list[i];
  if (!motorJoint.isAwake || motorJoint.motorHandle === NO_JOINT) return;
  const { patches } = joints;
  const { reading, against, force } = work;
  const { slipDisplacement, law } = patches;
  const at = 3 * i;
  readPlace(install, reading, motorJoint);
  measureDisplacement(reading, motorJoint, patches.torsionRadius[i], slipDisplacement, at);
  for (let e = 0; e < 3; e++) patches.slip[at + e] = slipDisplacement[at + e] / dt;
  moveSpring(install, patches, i, motorJoint, dt);
  if (!law[i].commit) return;
  for (let e = 0; e < 3; e++) against[e] = patches.slip[at + e];
  const slides = solveLaw(work, patches, i);
  for (let e = 0; e < 3; e++) patches.impulse[at + e] = force[e];
  patches.sliding[i] = slides ? 1 : 0;
  law[i].commit(patches, i, dt);
}

/** The spring of rigid laws moves with the joint, and slips where it would carry more than the limit. */
function moveSpring(
  { world }: InstallState,
  patches: PatchBuffers,
  i: number,
  { inverseMass, limit, kind }: MotorJoint,
  dt: number,
): void {
  const { state, slipDisplacement } = patches;
  const z = patches.stateStride * i + patches.law[i].stateSize;
  const radius = patches.torsionRadius[i];
  const n = world.numSolverIterations;
  const passes = 1 + (kind === 'ball' ? STIFFNESS + DAMPING : DAMPING + STIFFNESS / n) / n;
  let square = 0;
  for (let e = 0; e < 3; e++) {
    const lever = e < 2 ? 1 : radius;
    // The inverse mass of the third row is per rad.
    const mass = inverseMass[e] * lever * lever;
    if (!(mass > 0)) continue;
    state[z + e] += lever * slipDisplacement[3 * i + e];
    square += ((STIFFNESS * state[z + e]) / (dt * dt * mass * passes)) ** 2;
  }
  const slides = square > limit * limit;
  if (slides) for (let e = z; e < z + 3; e++) state[e] *= limit / Math.sqrt(square);
  if (!patches.law[i].commit) patches.sliding[i] = slides ? 1 : 0;
}
