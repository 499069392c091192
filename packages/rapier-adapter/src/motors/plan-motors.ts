import { SHAPE_STRIDE } from '@stiction/friction-core';
import { linearizePatch, measureSlip } from '@stiction/friction-core/adapter';
import {
  ACROSS,
  BOUND_CHANGE,
  COEFFICIENT_CHANGE,
  DAMPING,
  DIRECTED,
  ESTIMATED_CHANGE,
  FORCE_CHANGE,
  JOINTED_STIFFNESS,
  NO_FRICTION,
  STIFFNESS,
} from '../constants.js';
import { loadRatio, useMeasuredRate } from '../correct/plan-correction.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { colliderA, colliderB } from '../ownership/collider-table.js';
import { restMu } from '../ownership/law-kind.js';
import { set3 } from '../set3.js';
import { BY_MOTORS } from '../step/flags.js';
import { countUserJoints, ensureJoint, type FrictionJoint, findJoint, MULTIBODY } from './friction-joints.js';
import { isUpright, measurePlaces, placeFrame } from './place-frame.js';
import { setHoldingMotor, setSlidingMotor, switchOff } from './set-motor.js';
import { DIAGONAL, hasAddedSpring, hasBrokenAway, linearInverseMass } from './spring-law.js';

/**
 * Friction as motors of a joint that Rapier solves together with normals and other joints. The law over a step,
 *
 *     v + eps λ + bias = 0,  unless λ leaves λN K,
 *
 * is a damper with a target and a bound: damping 1/(h eps), target velocity tangentVelocity - bias, bound λN K along the row. Its elastic part is a
 * spring of the engine: see `setHoldingMotor`. While a patch slides faster than friction can stop it, its motor delivers the constant force of the
 * law: of bristles at the end of the step, of other laws at mid step.
 *
 * Each motor has its own bound; together they form a box. X is aligned with the load if that is near its limit.
 */
export function planMotors(install: InstallState, i: number): void {
  const { store, plan, scratch } = install;
  const patches = store.current;
  const { block, eps, bias, impulse, stepImpulse, law, shape } = patches;
  const at = 3 * i;
  const { slip, load, vector } = scratch;
  const { set } = law[i];
  load[0] = patches.normalScale[i] * patches.normalImpulse[i];
  for (let e = 0; e < 3; e++) slip[e] = -plan.midSlip[at + e];
  // Directly against the slip; a velocity-dependent set is evaluated at that speed.
  set.support(slip, shape, SHAPE_STRIDE * i, vector);
  const force = load[0] * length(vector[0], vector[1]);
  const ratio = loadRatio(install, i);
  const speed = length(plan.midSlip[at], plan.midSlip[at + 1]);
  const slides = load[0] > 0 && speed > force * 0.5 * (block[6 * i] + block[6 * i + 3]) * ratio;
  const torque = load[0] * radiusAlong(install, i, 0, 0, 1);
  const spins = load[0] > 0 && Math.abs(plan.midSlip[at + 2]) > torque * block[6 * i + 5] * ratio;
  plan.isSliding[i] = slides ? 1 : 0;
  plan.isSpinning[i] = spins ? 1 : 0;
  if (hasAddedSpring(law[i]) && (slides || spins)) {
    for (let e = 0; e < 3; e++) impulse[at + e] = load[0] * vector[e];
    return;
  }
  if (!slides) useMeasuredRate(install, i, 0, 2);
  if (!spins) useMeasuredRate(install, i, 2, 3);
  plan.coefficient[i] = 1;
  if (hasAddedSpring(law[i])) {
    plan.coefficient[i] = speedFactor(install, i);
    for (let e = 0; e < 3; e++) {
      vector[e] = -(plan.midSlip[at + e] + bias[at + e]) / (block[6 * i + DIAGONAL[e]] + eps[at + e]);
    }
  } else {
    findFreeSlip(install, i);
    solveAtEnd(install, i);
  }
  // The expected impulse: what the slip requires, or, if the patch sticks, what it carried in the last step.
  const wasByMotors = (patches.flags[i] & BY_MOTORS) !== 0;
  const keepsImpulse =
    wasByMotors && !slides && !spins && length(stepImpulse[at], stepImpulse[at + 1]) > length(vector[0], vector[1]);
  for (let e = 0; e < 3; e++) impulse[at + e] = keepsImpulse ? stepImpulse[at + e] : vector[e];
}

/**
 * scratch.slip = the slip at the end of the step if the patch had no friction: as everything else that acts on its bodies changed it in the last
 * step, w = v + Δv - A λ.
 */
function findFreeSlip({ store, plan, bodies: table, scratch, reading, dt }: InstallState, i: number): void {
  const patches = store.current;
  const { block: A, stepImpulse: λ } = patches;
  const { slip } = scratch;
  measureSlip(patches, i, table.bodies, slip, 0);
  const at = 3 * i;
  const k = 6 * i;
  // Friction of the last step is unknown after a change of laws.
  if ((patches.flags[i] & BY_MOTORS) === 0 || !(dt > 0) || !Number.isFinite(λ[at])) return;
  const scale = reading.dt / dt;
  for (let e = 0; e < 3; e++) slip[e] += scale * (patches.slip[at + e] - plan.lastSlip[at + e]);
  slip[0] -= scale * (A[k] * λ[at] + A[k + 1] * λ[at + 1] + A[k + 2] * λ[at + 2]);
  slip[1] -= scale * (A[k + 1] * λ[at] + A[k + 3] * λ[at + 1] + A[k + 4] * λ[at + 2]);
  slip[2] -= scale * (A[k + 2] * λ[at] + A[k + 4] * λ[at + 1] + A[k + 5] * λ[at + 2]);
}

/**
 * scratch.vector = friction for the free slip in `scratch.slip`. Laws whose friction depends on the speed are evaluated at that of the end of
 * the step: with that of its start, friction that brakes is too small by the share which it takes from the speed.
 */
function solveAtEnd(install: InstallState, i: number): void {
  const { store, scratch, reading } = install;
  const patches = store.current;
  const { block: A, eps, bias, shape, law, slip: last } = patches;
  const { block: soft, slip: free, other: slip, vector, load, lastSlip: saved } = scratch;
  const at = 3 * i;
  const k = 6 * i;
  for (let e = 0; e < 3; e++) saved[e] = last[at + e];
  for (let pass = 0; ; pass++) {
    for (let e = 0; e < 6; e++) soft[e] = A[k + e];
    for (let e = 0; e < 3; e++) {
      soft[DIAGONAL[e]] += eps[at + e];
      slip[e] = free[e] + bias[at + e];
    }
    law[i].set.minimize(soft, 0, slip, load, 0, shape, SHAPE_STRIDE * i, vector);
    if (pass === 1) break;
    last[at] = free[0] + A[k] * vector[0] + A[k + 1] * vector[1] + A[k + 2] * vector[2];
    last[at + 1] = free[1] + A[k + 1] * vector[0] + A[k + 3] * vector[1] + A[k + 4] * vector[2];
    last[at + 2] = free[2] + A[k + 2] * vector[0] + A[k + 4] * vector[1] + A[k + 5] * vector[2];
    linearizePatch(patches, i, reading.dt);
  }
  for (let e = 0; e < 3; e++) last[at + e] = saved[e];
}

/** Friction at the measured speed of a slow patch over friction at rest. 1 for sets that do not depend on the speed. */
function speedFactor({ store, plan, scratch }: InstallState, i: number): number {
  const { law, shape } = store.current;
  const { slip, vector } = scratch;
  const { set } = law[i];
  for (let e = 0; e < 3; e++) slip[e] = -plan.midSlip[3 * i + e];
  set.support(slip, shape, SHAPE_STRIDE * i, vector);
  const moving = length(vector[0], vector[1]);
  for (let e = 0; e < 3; e++) slip[e] *= 1e-9;
  set.support(slip, shape, SHAPE_STRIDE * i, vector);
  const resting = length(vector[0], vector[1]);
  return resting > 0 && moving > 0 ? moving / resting : 1;
}

/**
 * True if motors can hold patch i. Rapier passes over a row a few times per step, so a row cannot follow an arbitrarily stiff law, and if joints or
 * other contacts hold the bodies too, the limit is much lower. Rapier's friction holds such patches.
 */
export function canMotorsFollow(install: InstallState, i: number): boolean {
  const patches = install.store.current;
  const { law, eps, bodyA, bodyB } = patches;
  if (law[i].mu === undefined || colliderA(install, i)?.isPlanar || colliderB(install, i)?.isPlanar) return true;
  // What else holds a skipped body is unknown.
  if (wasSkipped(install, bodyA[i]) || wasSkipped(install, bodyB[i])) return false;
  const stiffness = linearInverseMass(patches, i) / eps[3 * i];
  const joints = countUserJoints(install, bodyA[i]) + countUserJoints(install, bodyB[i]);
  if (joints >= MULTIBODY) return false;
  return stiffness <= (joints > 0 || loadRatio(install, i) > 1 ? JOINTED_STIFFNESS : STIFFNESS + DAMPING);
}

function wasSkipped({ bodies: table, stepIndex }: InstallState, slot: number): boolean {
  return table.skippedStep[slot] === stepIndex - 1;
}

/** How far the set extends in a direction, per load; 0 for a zero direction. */
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

/** True if friction along a direction differs from friction against it. */
function isAsymmetric(install: InstallState, i: number, x: number, y: number): boolean {
  const along = radiusAlong(install, i, x, y, 0);
  return Math.abs(along - radiusAlong(install, i, -x, -y, 0)) > BOUND_CHANGE * along;
}

/**
 * A patch that Rapier's friction holds up to the inner circle of K: if it breaks away, motors hold the rest, up to the limit in their direction,
 * until it slides. Returns true if they do.
 */
export function holdBeyondInnerCircle(install: InstallState, i: number, ordinal: number, dt: number): boolean {
  const { store, plan } = install;
  const patches = store.current;
  const at = 3 * i;
  const held = findJoint(install, i, ordinal);
  if (plan.isSliding[i] === 1 || !(patches.normalImpulse[i] > 0)) return false;
  const { impulse, bias, eps, block } = patches;
  // A body that has rolled away from its anchor need not be held there.
  if (held ? !isUpright(install, i, held) : !hasBrokenAway(patches, i)) return false;
  // Next to the user's joints motors react too late: see `canMotorsFollow`.
  if (countUserJoints(install, patches.bodyA[i]) + countUserJoints(install, patches.bodyB[i]) > 0) return false;
  const joint = ensureJoint(install, i, ordinal);
  if (!joint) return false;
  for (let e = 0; e < 3; e++) {
    impulse[at + e] = -(plan.midSlip[at + e] + bias[at + e]) / (block[6 * i + DIAGONAL[e]] + eps[at + e]);
  }
  plan.coefficient[i] = 1;
  writeMotors(install, i, joint, dt, restMu(patches.law[i]));
  set3(impulse, at, 0);
  return true;
}

/** Writes frame and motors of the joint of patch i; `native` is the coefficient of Rapier's friction there. */
export function writeMotors(install: InstallState, i: number, joint: FrictionJoint, dt: number, native: number): void {
  const { store, plan } = install;
  const patches = store.current;
  joint.used = install.stepIndex;
  install.bodies.motorStep[patches.bodyA[i]] = install.stepIndex;
  install.bodies.motorStep[patches.bodyB[i]] = install.stepIndex;
  const { impulse, tangent1: t, tangent2: u, eps, bias, tangentVelocity, block } = patches;
  const at = 3 * i;
  const slides = plan.isSliding[i] === 1;
  const load =
    patches.normalScale[i] * patches.normalImpulse[i] * (slides || plan.isSpinning[i] === 1 ? 1 : plan.coefficient[i]);
  const tangential = length(impulse[at], impulse[at + 1]);
  const limit = tangential > 0 ? load * radiusAlong(install, i, impulse[at], impulse[at + 1], 0) : 0;
  const directed = tangential > 0 && (slides || tangential > DIRECTED * limit);
  const cos = directed ? impulse[at] / tangential : Number.NaN;
  const sin = directed ? impulse[at + 1] / tangential : Number.NaN;
  const { axes } = install.scratch;
  const turned = placeFrame(install, i, joint, cos, sin, slides);
  if (turned) joint.motors.fill(Number.NaN);
  // X in the tangent frame of the patch.
  let x = 0;
  let y = 0;
  for (let e = 0; e < 3; e++) {
    x += axes[e] * t[at + e];
    y += axes[e] * u[at + e];
  }
  measurePlaces(install, i, joint);
  joint.margin = plan.isEstimated[i] === 1 ? ESTIMATED_CHANGE : slides ? COEFFICIENT_CHANGE : BOUND_CHANGE;
  // The spring of a rigid law finds its deflection by itself.
  joint.slack = hasAddedSpring(patches.law[i]) ? BOUND_CHANGE : FORCE_CHANGE;
  // Changes are measured against the whole load of a body.
  const ratio = loadRatio(install, i);
  const mass = linearInverseMass(patches, i);
  const stiffest = (STIFFNESS + DAMPING) / dt;
  // A moving surface carries its springs along, and a row has one bound for both directions: if these differ, a spring that is still
  // deflected would hold too much after the load has reversed. Bristles that yield are no spring. All three are dampers, written in every step.
  const isDriven = tangentVelocity[at] !== 0 || tangentVelocity[at + 1] !== 0 || tangentVelocity[at + 2] !== 0;
  const yields = patches.sliding[i] === 1 && !hasAddedSpring(patches.law[i]);
  const isDamper = isDriven || yields || isAsymmetric(install, i, x, y);
  const elastic = isDamper ? 0 : elasticShare(install, i, joint, dt);
  if (slides) {
    setSlidingMotor(install, joint, 0, tangentVelocity[at] * x + tangentVelocity[at + 1] * y, mass, tangential / dt);
    switchOff(install, joint, 1);
  } else {
    const softX = x * x * eps[at] + y * y * eps[at + 1];
    const softY = y * y * eps[at] + x * x * eps[at + 1];
    const across = directed ? Math.max(ACROSS, Math.sqrt(Math.max(0, 1 - (tangential / limit) ** 2))) : 1;
    // A row has one bound for both directions: the one of the direction in which it is loaded.
    const towards = impulse[at] * x + impulse[at + 1] * y < 0 ? -1 : 1;
    const aside = impulse[at + 1] * x - impulse[at] * y < 0 ? -1 : 1;
    const radiusX = radiusAlong(install, i, towards * x, towards * y, 0);
    const radiusY = radiusAlong(install, i, -aside * y, aside * x, 0);
    const boundX = load * beyond(radiusX, native);
    const boundY = across * load * beyond(radiusY, native);
    const targetX = x * (tangentVelocity[at] - bias[at]) + y * (tangentVelocity[at + 1] - bias[at + 1]);
    const targetY = x * (tangentVelocity[at + 1] - bias[at + 1]) - y * (tangentVelocity[at] - bias[at]);
    const scale = (ratio * load * Math.max(radiusX, radiusY)) / dt;
    setHoldingMotor(install, joint, 0, targetX, damping(softX, stiffest / mass, dt), elastic, boundX / dt, scale);
    setHoldingMotor(install, joint, 1, targetY, damping(softY, stiffest / mass, dt), elastic, boundY / dt, scale);
  }
  const spinMass = block[6 * i + 5];
  if (plan.isSpinning[i] === 1)
    setSlidingMotor(install, joint, 2, tangentVelocity[at + 2], spinMass, Math.abs(impulse[at + 2]) / dt);
  else if (native > 0) switchOff(install, joint, 2);
  else {
    const bound = load * radiusAlong(install, i, 0, 0, 1);
    const target = tangentVelocity[at + 2] - bias[at + 2];
    setHoldingMotor(
      install,
      joint,
      2,
      target,
      damping(eps[at + 2], stiffest / spinMass, dt),
      elastic,
      bound / dt,
      (ratio * bound) / dt,
    );
  }
}

/**
 * Elastic share of a law's damper: of D = k h + c the first part depends on the step,
 *
 *     k h/D = 2 (1 - D(h/2)/D(h)),     D = 1/(h eps)
 */
function elasticShare({ store }: InstallState, i: number, joint: FrictionJoint, dt: number): number {
  if (hasAddedSpring(store.current.law[i])) return STIFFNESS / (STIFFNESS + DAMPING);
  if (joint.step === dt) return joint.elastic;
  const patches = store.current;
  const load = patches.normalImpulse[i];
  const eps = patches.eps[3 * i];
  patches.normalImpulse[i] = 0.5 * load;
  linearizePatch(patches, i, 0.5 * dt);
  const share = 2 * (1 - (2 * eps) / patches.eps[3 * i]);
  patches.normalImpulse[i] = load;
  linearizePatch(patches, i, dt);
  joint.elastic = Math.max(0, Math.min(1, share));
  joint.step = dt;
  return joint.elastic;
}

/** What a set holds beyond Rapier's friction; 0 within rounding. */
function beyond(radius: number, native: number): number {
  return radius - native > NO_FRICTION ? radius - native : 0;
}

/** Damper of a compliance over a step, no stiffer than one pass of the engine can follow. */
function damping(eps: number, stiffest: number, dt: number): number {
  return eps > 0 ? Math.min(stiffest, 1 / (eps * dt)) : stiffest;
}
