import { rotate, rotateBack, SHAPE_STRIDE } from '@stiction/friction-core';
import {
  BOUND_CHANGE,
  CALM_FORCE_CHANGE,
  CALM_RATE,
  DAMPING,
  DIRECTED,
  FORCE_CHANGE,
  FRAME_SHIFT,
  JOINTED_STIFFNESS,
  RIGID,
  SAME_DIRECTION,
  STIFFNESS,
} from '../constants.js';
import { isParting } from '../hold/parting.js';
import { crowding, useRate } from '../hold/prepare-held.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { restOf } from '../ownership/law-kind.js';
import { countJoints, findJoint, jointFor, MOTOR_AXES, MULTIBODY, type RowJoint } from './row-joints.js';
import { setFrame } from './set-frame.js';
import { DIAGONAL, hasGivenWay, isHeldBySprings, linearInverseMass } from './spring-law.js';

/**
 * Friction as motor rows of a joint that Rapier solves together with normals, joints and motors. What a law says over a step,
 *
 *     v + eps λ + bias = 0,  unless λ leaves λN K,
 *
 * is a damper with a target and a bound: damping 1/(h eps), target velocity drive - bias, bound λN K along the row. While a patch
 * slides faster than friction can stop it, its row gives the constant force of the law against the slip at mid step.
 *
 * Rapier's rows have bounds of their own each, which together form a box. X is turned along the load where that is near its limit.
 */
export function planRows(install: InstallState, i: number): void {
  const { store, plan, scratch } = install;
  const patches = store.current;
  const { block, eps, bias, impulse, stepImpulse, law, shape } = patches;
  const at = 3 * i;
  const { slip, block: soft, load, vector } = scratch;
  const { set } = law[i];
  if (isParting(install, i)) patches.normalImpulse[i] = 0;
  load[0] = patches.grip[i] * patches.normalImpulse[i];
  for (let e = 0; e < 3; e++) slip[e] = -plan.mid[at + e];
  // Directly against the slip; for a set that follows the speed, at that speed.
  set.support(slip, shape, SHAPE_STRIDE * i, vector);
  const force = load[0] * length(vector[0], vector[1]);
  const crowd = crowding(install, i);
  const speed = length(plan.mid[at], plan.mid[at + 1]);
  const slides = load[0] > 0 && speed > force * 0.5 * (block[6 * i] + block[6 * i + 3]) * crowd;
  const torque = load[0] * radiusAlong(install, i, 0, 0, 1);
  const spins = load[0] > 0 && Math.abs(plan.mid[at + 2]) > torque * block[6 * i + 5] * crowd;
  plan.slides[i] = slides ? 1 : 0;
  plan.spins[i] = spins ? 1 : 0;
  if (isHeldBySprings(law[i]) && (slides || spins)) {
    for (let e = 0; e < 3; e++) impulse[at + e] = load[0] * vector[e];
    return;
  }
  if (!slides) useRate(install, i, 0, 2);
  if (!spins) useRate(install, i, 2, 3);
  plan.wanted[i] = 1;
  if (isHeldBySprings(law[i])) {
    plan.wanted[i] = speedFactor(install, i);
    for (let e = 0; e < 3; e++) {
      vector[e] = -(plan.mid[at + e] + bias[at + e]) / (block[6 * i + DIAGONAL[e]] + eps[at + e]);
    }
  } else {
    for (let e = 0; e < 6; e++) soft[e] = block[6 * i + e];
    for (let e = 0; e < 3; e++) {
      soft[DIAGONAL[e]] += eps[at + e];
      slip[e] = plan.mid[at + e] + bias[at + e];
    }
    set.minimize(soft, 0, slip, load, 0, shape, SHAPE_STRIDE * i, vector);
  }
  // What the patch is about to bear: what it bore in the last step, or what its slip asks for.
  const bore = length(stepImpulse[at], stepImpulse[at + 1]) > length(vector[0], vector[1]);
  for (let e = 0; e < 3; e++) impulse[at + e] = bore ? stepImpulse[at + e] : vector[e];
}

/** Friction at the speed that a slow patch has really had, over that at rest. 1 for sets that do not follow the speed. */
function speedFactor({ store, plan, scratch }: InstallState, i: number): number {
  const { law, shape } = store.current;
  const { slip, vector } = scratch;
  const { set } = law[i];
  for (let e = 0; e < 3; e++) slip[e] = -plan.mid[3 * i + e];
  set.support(slip, shape, SHAPE_STRIDE * i, vector);
  const moving = length(vector[0], vector[1]);
  for (let e = 0; e < 3; e++) slip[e] *= 1e-9;
  set.support(slip, shape, SHAPE_STRIDE * i, vector);
  const resting = length(vector[0], vector[1]);
  return resting > 0 && moving > 0 ? moving / resting : 1;
}

/**
 * Can rows hold patch i? Rapier passes over a row a few times a step, so a law that is stiffer than what such a row can follow is not
 * resolved by it, and where joints hold the bodies as well rows come too late much sooner. Rapier's own friction holds these.
 */
export function rowsFit(install: InstallState, i: number): boolean {
  const patches = install.store.current;
  const { law, eps, bodyA, bodyB } = patches;
  if (law[i].mu === undefined) return true;
  const stiffness = linearInverseMass(patches, i) / eps[3 * i];
  const joints = countJoints(install, bodyA[i]) + countJoints(install, bodyB[i]);
  if (joints > 0) return joints < MULTIBODY && stiffness < JOINTED_STIFFNESS;
  return isHeldBySprings(law[i]) || stiffness <= STIFFNESS + DAMPING;
}

/** How far the set reaches along a direction, per load; 0 where it has no direction. */
function radiusAlong({ store, scratch }: InstallState, i: number, x: number, y: number, z: number): number {
  const { law, shape } = store.current;
  const size = length(x, y, z);
  if (!(size > 0)) return 0;
  const { other } = scratch;
  other[0] = x / size;
  other[1] = y / size;
  other[2] = z / size;
  const gauge = law[i].set.gauge(other, 0, shape, SHAPE_STRIDE * i);
  return gauge > 0 && gauge < Number.POSITIVE_INFINITY ? 1 / gauge : 0;
}

/**
 * A patch that Rapier's own friction holds as far as the circle inside K goes: when it gives way all the same, rows hold the rest, up to
 * the limit in their direction, until it slides. Returns whether they do.
 */
export function holdBeyond(install: InstallState, i: number, ordinal: number, dt: number): boolean {
  const { store, plan } = install;
  const patches = store.current;
  const at = 3 * i;
  const isHeld = findJoint(install, i, ordinal) !== undefined;
  if (plan.slides[i] === 1 || !(patches.normalImpulse[i] > 0)) return false;
  const { impulse, bias, eps, block } = patches;
  if (!isHeld && !hasGivenWay(patches, i)) return false;
  // Beside joints of the user's rows come too late: see `rowsFit`.
  if (countJoints(install, patches.bodyA[i]) + countJoints(install, patches.bodyB[i]) > 0) return false;
  const joint = jointFor(install, i, ordinal);
  if (!joint) return false;
  for (let e = 0; e < 3; e++) {
    impulse[at + e] = -(plan.mid[at + e] + bias[at + e]) / (block[6 * i + DIAGONAL[e]] + eps[at + e]);
  }
  plan.wanted[i] = 1;
  writeRows(install, i, joint, dt, restOf(patches.law[i]));
  impulse.fill(0, at, at + 3);
  return true;
}

/** Frames and motors of the joint of patch i; `native` is the coefficient that Rapier's own friction has there. */
export function writeRows(install: InstallState, i: number, joint: RowJoint, dt: number, native: number): void {
  const { store, plan } = install;
  const patches = store.current;
  joint.used = install.stepIndex;
  install.bodies.rowed[patches.bodyA[i]] = install.stepIndex;
  install.bodies.rowed[patches.bodyB[i]] = install.stepIndex;
  const { impulse, tangent1: t, tangent2: u, eps, bias, drive, block } = patches;
  const at = 3 * i;
  const slides = plan.slides[i] === 1;
  const rate = length(plan.rate[3 * i], plan.rate[3 * i + 1]);
  const change = rate < CALM_RATE * install.lengthUnit ? CALM_FORCE_CHANGE : FORCE_CHANGE;
  const load = patches.grip[i] * patches.normalImpulse[i] * (slides || plan.spins[i] === 1 ? 1 : plan.wanted[i]);
  const tangential = length(impulse[at], impulse[at + 1]);
  const limit = tangential > 0 ? load * radiusAlong(install, i, impulse[at], impulse[at + 1], 0) : 0;
  const directed = tangential > 0 && (slides || tangential > DIRECTED * limit);
  const cos = directed ? impulse[at] / tangential : Number.NaN;
  const sin = directed ? impulse[at + 1] / tangential : Number.NaN;
  const { axes } = install.scratch;
  const turned = placeFrame(install, i, joint, cos, sin, slides, rate < CALM_RATE * install.lengthUnit);
  // X in the tangent frame of the patch.
  let x = 0;
  let y = 0;
  for (let e = 0; e < 3; e++) {
    x += axes[e] * t[at + e];
    y += axes[e] * u[at + e];
  }
  const mass = linearInverseMass(patches, i);
  const stiffest = (STIFFNESS + DAMPING) / dt;
  const rigid = RIGID / dt;
  if (slides) {
    setMotor(install, joint, 0, drive[at] * x + drive[at + 1] * y, rigid / mass, tangential / dt, turned, change);
    setMotor(install, joint, 1, 0, 0, 0, turned, change);
  } else {
    const softX = x * x * eps[at] + y * y * eps[at + 1];
    const softY = y * y * eps[at] + x * x * eps[at + 1];
    const across = directed ? Math.sqrt(Math.max(0, 1 - (tangential / limit) ** 2)) : 1;
    const boundX = load * Math.max(0, radiusAlong(install, i, x, y, 0) - native);
    const boundY = across * load * Math.max(0, radiusAlong(install, i, -y, x, 0) - native);
    const targetX = x * (drive[at] - bias[at]) + y * (drive[at + 1] - bias[at + 1]);
    const targetY = x * (drive[at + 1] - bias[at + 1]) - y * (drive[at] - bias[at]);
    setMotor(install, joint, 0, targetX, damping(softX, stiffest / mass, dt), boundX / dt, turned, change);
    setMotor(install, joint, 1, targetY, damping(softY, stiffest / mass, dt), boundY / dt, turned, change);
  }
  const spinMass = block[6 * i + 5];
  if (plan.spins[i] === 1) {
    setMotor(install, joint, 2, drive[at + 2], rigid / spinMass, Math.abs(impulse[at + 2]) / dt, turned, change);
  } else {
    const bound = native > 0 ? 0 : load * radiusAlong(install, i, 0, 0, 1);
    const target = drive[at + 2] - bias[at + 2];
    setMotor(install, joint, 2, target, damping(eps[at + 2], stiffest / spinMass, dt), bound / dt, turned, change);
  }
}

/** The damper of a compliance over a step, no stiffer than the engine's single pass can follow. */
function damping(eps: number, stiffest: number, dt: number): number {
  return eps > 0 ? Math.min(stiffest, 1 / (eps * dt)) : stiffest;
}

/** Writes a motor where something about it has changed. */
function setMotor(
  { world }: InstallState,
  { handle, motors }: RowJoint,
  k: number,
  target: number,
  damping: number,
  most: number,
  turned: boolean,
  change: number,
): void {
  const { raw } = world.impulseJoints;
  const at = 3 * k;
  const bound = Number.isFinite(most) ? most : 0;
  const step = Math.abs(target - motors[at]) * damping;
  if (turned || !(step <= change * bound) || !(Math.abs(damping - motors[at + 1]) <= BOUND_CHANGE * damping)) {
    raw.jointConfigureMotor(handle, MOTOR_AXES[k], 0, target, 0, damping);
    motors[at] = target;
    motors[at + 1] = damping;
  }
  if (!(Math.abs(bound - motors[at + 2]) <= Math.max(change, BOUND_CHANGE) * bound)) {
    raw.jointSetMotorMaxForce(handle, MOTOR_AXES[k], bound);
    motors[at + 2] = bound;
  }
}

/**
 * Puts X along [cos, sin] in the tangent plane, where given, and the origin at the pressure centre. A frame that is nearly right stays:
 * moving the place of a patch that sticks would feed it energy. Leaves X in `scratch.axes`; returns true where the frame was moved.
 */
function placeFrame(
  install: InstallState,
  i: number,
  joint: RowJoint,
  cos: number,
  sin: number,
  slides: boolean,
  isCalm: boolean,
): boolean {
  const { store, scratch, bodies: table } = install;
  const { normal: n, tangent1: t, tangent2: u, centre, bodyA, bodyB } = store.current;
  const { pose } = table.bodies;
  const { axes, vector, other } = scratch;
  const at = 3 * i;
  const a = 7 * bodyA[i];
  const b = 7 * bodyB[i];
  const { frame } = joint;
  rotate(pose, a, frame, 0, vector, 0);
  rotate(pose, a, frame, 3, other, 0);
  let along = 0;
  let upright = 0;
  for (let e = 0; e < 3; e++) {
    along += vector[e] * (cos * t[at + e] + sin * u[at + e]);
    upright += other[e] * n[at + e];
  }
  const isNew = !(upright > 0.99);
  const isTurned = !isCalm && !Number.isNaN(cos) && !(Math.abs(along) > SAME_DIRECTION);
  // Where the origin was, in the world.
  rotate(pose, b, frame, 6, other, 0);
  let moved = 0;
  for (let e = 0; e < 3; e++) moved += (other[e] + pose[b + e] - centre[at + e]) ** 2;
  const isMoved = slides && moved > (FRAME_SHIFT * install.lengthUnit) ** 2;
  if (!isNew && !isTurned && !isMoved && !(slides && !Number.isNaN(cos) && along < 0)) {
    for (let e = 0; e < 3; e++) axes[e] = vector[e];
    return false;
  }
  const c = Number.isNaN(cos) ? 1 : cos;
  const s = Number.isNaN(sin) ? 0 : sin;
  for (let e = 0; e < 3; e++) {
    axes[e] = c * t[at + e] + s * u[at + e];
    axes[6 + e] = n[at + e];
  }
  axes[3] = axes[7] * axes[2] - axes[8] * axes[1];
  axes[4] = axes[8] * axes[0] - axes[6] * axes[2];
  axes[5] = axes[6] * axes[1] - axes[7] * axes[0];
  rotateBack(pose, a, axes, 0, frame, 0);
  rotateBack(pose, a, axes, 6, frame, 3);
  for (let e = 0; e < 3; e++) vector[e] = centre[at + e] - pose[b + e];
  rotateBack(pose, b, vector, 0, frame, 6);
  setFrame(install, joint.handle, 1, bodyA[i], axes, centre, at);
  setFrame(install, joint.handle, 2, bodyB[i], axes, centre, at);
  return true;
}
