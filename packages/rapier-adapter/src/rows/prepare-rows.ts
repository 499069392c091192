import { linearizePatch, SHAPE_STRIDE } from '@stiction/friction-core';
import {
  BOUND_CHANGE,
  DAMPING,
  DIRECTED,
  ESTIMATED_CHANGE,
  FORCE_CHANGE,
  JOINTED_STIFFNESS,
  NO_FRICTION,
  STIFFNESS,
} from '../constants.js';
import { crowding, useRate } from '../hold/prepare-held.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { restOf } from '../ownership/law-kind.js';
import { BY_ROWS } from '../step/flags.js';
import { holdRow, slideRow, switchOff } from './motors.js';
import { isUpright, measurePlaces, placeFrame } from './place-frame.js';
import { countJoints, findJoint, jointFor, MULTIBODY, type RowJoint } from './row-joints.js';
import { DIAGONAL, hasGivenWay, isHeldBySprings, linearInverseMass } from './spring-law.js';

/**
 * Friction as motor rows of a joint that Rapier solves together with normals, joints and motors. What a law says over a step,
 *
 *     v + eps λ + bias = 0,  unless λ leaves λN K,
 *
 * is a damper with a target and a bound: damping 1/(h eps), target velocity drive - bias, bound λN K along the row. Its elastic part is
 * a spring of the engine's: see `holdRow`. While a patch slides faster than friction can stop it, its row gives the constant force of
 * the law against the slip at mid step.
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
  load[0] = patches.normalScale[i] * patches.normalImpulse[i];
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
  // What the patch is about to bear: what its slip asks for, or what it bore in the last step if it holds.
  const wereRows = (patches.averageImpulse[i] & BY_ROWS) !== 0;
  const bore =
    wereRows && !slides && !spins && length(stepImpulse[at], stepImpulse[at + 1]) > length(vector[0], vector[1]);
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
 * resolved by it, and where joints or other contacts hold the bodies as well rows come too late much sooner. Rapier's own friction
 * holds these.
 */
export function rowsFit(install: InstallState, i: number): boolean {
  const patches = install.store.current;
  const { law, eps, bodyA, bodyB } = patches;
  if (law[i].mu === undefined) return true;
  const stiffness = linearInverseMass(patches, i) / eps[3 * i];
  const joints = countJoints(install, bodyA[i]) + countJoints(install, bodyB[i]);
  if (joints >= MULTIBODY) return false;
  return stiffness <= (joints > 0 || crowding(install, i) > 1 ? JOINTED_STIFFNESS : STIFFNESS + DAMPING);
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

/** Does friction along a direction differ from that against it? */
function isLopsided(install: InstallState, i: number, x: number, y: number): boolean {
  const along = radiusAlong(install, i, x, y, 0);
  return Math.abs(along - radiusAlong(install, i, -x, -y, 0)) > BOUND_CHANGE * along;
}

/**
 * A patch that Rapier's own friction holds as far as the circle inside K goes: when it gives way all the same, rows hold the rest, up to
 * the limit in their direction, until it slides. Returns whether they do.
 */
export function holdBeyond(install: InstallState, i: number, ordinal: number, dt: number): boolean {
  const { store, plan } = install;
  const patches = store.current;
  const at = 3 * i;
  const held = findJoint(install, i, ordinal);
  if (plan.slides[i] === 1 || !(patches.normalImpulse[i] > 0)) return false;
  const { impulse, bias, eps, block } = patches;
  // What has rolled away from where it was held need not be held there.
  if (held ? !isUpright(install, i, held) : !hasGivenWay(patches, i)) return false;
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
  const { impulse, tangent1: t, tangent2: u, eps, bias, tangentVelocity, block } = patches;
  const at = 3 * i;
  const slides = plan.slides[i] === 1;
  const load = patches.normalScale[i] * patches.normalImpulse[i] * (slides || plan.spins[i] === 1 ? 1 : plan.wanted[i]);
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
  joint.margin = plan.estimated[i] === 1 ? ESTIMATED_CHANGE : BOUND_CHANGE;
  // The spring of a rigid law finds the place that it needs by itself.
  joint.slack = isHeldBySprings(patches.law[i]) ? BOUND_CHANGE : FORCE_CHANGE;
  // What matters is measured by all of the load that a body has.
  const crowd = crowding(install, i);
  const mass = linearInverseMass(patches, i);
  const stiffest = (STIFFNESS + DAMPING) / dt;
  // A surface that moves by itself takes its springs along, and a row has one bound for both of its directions: where they differ, a spring
  // that is still bent would hold too much after the load has turned. Those are dampers, written in every step.
  const isDriven = tangentVelocity[at] !== 0 || tangentVelocity[at + 1] !== 0 || tangentVelocity[at + 2] !== 0;
  const elastic = isDriven || isLopsided(install, i, x, y) ? 0 : elasticShare(install, i, joint, dt);
  if (slides) {
    slideRow(install, joint, 0, tangentVelocity[at] * x + tangentVelocity[at + 1] * y, mass, tangential / dt);
    switchOff(install, joint, 1);
  } else {
    const softX = x * x * eps[at] + y * y * eps[at + 1];
    const softY = y * y * eps[at] + x * x * eps[at + 1];
    const across = directed ? Math.sqrt(Math.max(0, 1 - (tangential / limit) ** 2)) : 1;
    // A row has one bound for both of its directions: that of the one in which it is loaded.
    const towards = impulse[at] * x + impulse[at + 1] * y < 0 ? -1 : 1;
    const aside = impulse[at + 1] * x - impulse[at] * y < 0 ? -1 : 1;
    const radiusX = radiusAlong(install, i, towards * x, towards * y, 0);
    const radiusY = radiusAlong(install, i, -aside * y, aside * x, 0);
    const boundX = load * beyond(radiusX, native);
    const boundY = across * load * beyond(radiusY, native);
    const targetX = x * (tangentVelocity[at] - bias[at]) + y * (tangentVelocity[at + 1] - bias[at + 1]);
    const targetY = x * (tangentVelocity[at + 1] - bias[at + 1]) - y * (tangentVelocity[at] - bias[at]);
    const scale = (crowd * load * Math.max(radiusX, radiusY)) / dt;
    holdRow(install, joint, 0, targetX, damping(softX, stiffest / mass, dt), elastic, boundX / dt, scale);
    holdRow(install, joint, 1, targetY, damping(softY, stiffest / mass, dt), elastic, boundY / dt, scale);
  }
  const spinMass = block[6 * i + 5];
  if (plan.spins[i] === 1)
    slideRow(install, joint, 2, tangentVelocity[at + 2], spinMass, Math.abs(impulse[at + 2]) / dt);
  else if (native > 0) switchOff(install, joint, 2);
  else {
    const bound = load * radiusAlong(install, i, 0, 0, 1);
    const target = tangentVelocity[at + 2] - bias[at + 2];
    holdRow(
      install,
      joint,
      2,
      target,
      damping(eps[at + 2], stiffest / spinMass, dt),
      elastic,
      bound / dt,
      (crowd * bound) / dt,
    );
  }
}

/**
 * The elastic share of a law's damper: of D = k h + c the first part goes with the step,
 *
 *     k h/D = 2 (1 - D(h/2)/D(h)),     D = 1/(h eps)
 */
function elasticShare({ store }: InstallState, i: number, joint: RowJoint, dt: number): number {
  if (isHeldBySprings(store.current.law[i])) return STIFFNESS / (STIFFNESS + DAMPING);
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

/** What a set holds beyond Rapier's own friction; 0 where that is all but rounding. */
function beyond(radius: number, native: number): number {
  return radius - native > NO_FRICTION ? radius - native : 0;
}

/** The damper of a compliance over a step, no stiffer than the engine's single pass can follow. */
function damping(eps: number, stiffest: number, dt: number): number {
  return eps > 0 ? Math.min(stiffest, 1 / (eps * dt)) : stiffest;
}
