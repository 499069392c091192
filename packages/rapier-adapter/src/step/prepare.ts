import { linearizePatch, measureSlip, prepareFriction } from '@stiction/friction-core/adapter';
import { addAdhesionForce, addMotorImpulse, addPatchForce, addPatchMoment } from '../apply/forces.js';
import { isLoadedAtRest } from '../correct/breakaway.js';
import { chooseCoefficients } from '../correct/choose-coefficients.js';
import { isLoadLost } from '../correct/lost-load.js';
import { writeCorrection } from '../correct/native-model.js';
import { planCorrected, planIdle } from '../correct/plan-correction.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { dropJoint, ensureJoint, pairNumber } from '../motors/friction-joints.js';
import { canMotorsFollow, holdBeyondInnerCircle, planMotors, writeMotors } from '../motors/plan-motors.js';
import { colliderA, colliderB } from '../ownership/collider-table.js';
import { CORRECTED, hasInnerCircle, type Kind, NATIVE, REPLACED } from '../ownership/law-kind.js';
import { isPredicted, predictPatches } from '../predict/predict.js';
import { slowSpeed } from '../read/choose-visits.js';
import { readEntry } from '../read/read-bodies.js';
import { set3 } from '../set3.js';
import { BY_MOTORS, KNOWN, MOVES, PULLED, SLIDES, SPINS } from './flags.js';
import { reservePlan } from './plan.js';

/** Before the engine's step: coefficients, forces and motors, from the contacts of the last step and the current velocities. */
export function prepareStep(install: InstallState, dt: number): void {
  const { store, plan, reading } = install;
  readGravity(install);
  reading.slowSpeed = slowSpeed(install, dt);
  reading.dt = dt;
  const patches = store.current;
  reservePlan(plan, patches.count);
  const scale = install.dt > 0 ? dt / install.dt : 1;
  for (let i = 0; i < patches.count; i++) {
    plan.kind[i] = kindOfPatch(install, i);
    plan.isReplaced[i] = plan.kind[i] === REPLACED ? 1 : 0;
    if (plan.kind[i] === NATIVE) continue;
    readEntry(install, patches.bodyA[i]);
    readEntry(install, patches.bodyB[i]);
    patches.normalImpulse[i] *= scale;
    plan.load[i] = patches.normalImpulse[i];
    if (!install.predicted.isReady) prepareFriction(patches, i, install.bodies.bodies);
    install.bodies.normalLoad[patches.bodyA[i]] += patches.normalImpulse[i];
    install.bodies.normalLoad[patches.bodyB[i]] += patches.normalImpulse[i];
  }
  for (let i = 0; i < patches.count; i++) {
    if (plan.kind[i] === NATIVE) continue;
    set3(patches.tangentVelocity, 3 * i, 0);
    plan.isIdle[i] = plan.kind[i] === CORRECTED && isIdle(install, i) ? 1 : 0;
    if (plan.isIdle[i] === 1) {
      planIdle(install, i);
      continue;
    }
    linearizePatch(patches, i, dt);
    if (isPredicted(install, i)) {
      plan.coefficient[i] = 0;
      continue;
    }
    findMidSlip(install, i);
    if (isLoadLost(install, i, dt)) patches.normalImpulse[i] = 0;
    // Motors hold nothing without a load, and a landing body needs Rapier's friction.
    if (plan.kind[i] === REPLACED && !(patches.normalImpulse[i] > 0)) plan.kind[i] = CORRECTED;
    if (plan.kind[i] === REPLACED && !canMotorsFollow(install, i)) useNativeFallback(install, i);
    if (plan.kind[i] === CORRECTED) planCorrected(install, i);
    else planMotors(install, i);
  }
  chooseCoefficients(install);
  for (let i = 0; i < patches.count; i++) if (plan.kind[i] !== NATIVE) patches.recentImpulse[i] = plan.load[i];
  predictPatches(install, dt);
  let lastPair = -1;
  let ordinal = 0;
  for (let i = 0; i < patches.count; i++) {
    if (plan.kind[i] === NATIVE) continue;
    const pair = pairNumber(patches.key[4 * i + 1], patches.key[4 * i + 3]);
    ordinal = pair === lastPair ? ordinal + 1 : 0;
    lastPair = pair;
    if (plan.isIdle[i] === 1) {
      set3(patches.impulse, 3 * i, 0);
    } else if (isPredicted(install, i)) {
      // Done by `predictPatches`.
    } else if (plan.kind[i] === CORRECTED) {
      if (!hasInnerCircle(patches.law[i]) || !holdBeyondInnerCircle(install, i, ordinal, dt)) {
        dropJoint(install, i, ordinal);
        writeCorrection(install, i);
        addPatchForce(install, i, dt);
      }
    } else {
      const joint = ensureJoint(install, i, ordinal);
      if (joint) writeMotors(install, i, joint, dt, 0);
      addMotorImpulse(install, i);
    }
    if (patches.law[i].extraRows) addPatchMoment(install, i);
    if (patches.adhesion[i] > 0) addAdhesionForce(install, i);
    patches.flags[i] =
      (patches.flags[i] & MOVES) +
      (plan.kind[i] === REPLACED ? KNOWN + BY_MOTORS : KNOWN) +
      (plan.isSliding[i] === 1 ? SLIDES : 0) +
      (plan.isSpinning[i] === 1 ? SPINS : 0) +
      (patches.adhesion[i] > 0 ? PULLED : 0);
  }
}

/** Gravity in the engine's precision, as a restored world has it, and its change since the last step. */
export function readGravity({ world, gravity, predicted }: InstallState): void {
  const { gravityChange } = predicted;
  for (let e = 0; e < 3; e++) gravityChange[e] = -gravity[e];
  const { x, y, z } = world.gravity;
  gravity[0] = Math.fround(x);
  gravity[1] = Math.fround(y);
  gravity[2] = Math.fround(z);
  for (let e = 0; e < 3; e++) gravityChange[e] += gravity[e];
}

/** REPLACED if either collider is; NATIVE if a body or collider of the patch no longer exists. */
function kindOfPatch(install: InstallState, i: number): Kind {
  const { bodies: table, store } = install;
  const { key, bodyA, bodyB } = store.current;
  const a = colliderA(install, i);
  const b = colliderB(install, i);
  if (!a || !b || table.key[bodyA[i]] !== key[4 * i] || table.key[bodyB[i]] !== key[4 * i + 2]) return NATIVE;
  if (a.kind === REPLACED || b.kind === REPLACED) return REPLACED;
  return a.kind === CORRECTED || b.kind === CORRECTED ? CORRECTED : NATIVE;
}

/** Rapier's friction holds a patch that motors cannot. */
function useNativeFallback({ plan, store, bodies: table, stepIndex }: InstallState, i: number): void {
  const { bodyA, bodyB } = store.current;
  plan.kind[i] = CORRECTED;
  table.fallbackStep[bodyA[i]] = stepIndex;
  table.fallbackStep[bodyB[i]] = stepIndex;
}

/**
 * True if Rapier's friction with the rest coefficient is all that the patch needs: it is slow, or its law is plain Coulomb friction and its load only an
 * estimate.
 */
function isIdle(install: InstallState, i: number): boolean {
  const { store, plan, bodies: table, reading, scratch } = install;
  const patches = store.current;
  const law = patches.law[i];
  if (law.coulombMatch === 'always' && plan.isEstimated[i] === 1) return true;
  if (isLoadedAtRest(install, i)) return false;
  if (!law.coulombMatch || law.extraTorsion || law.extraRows || (patches.flags[i] & MOVES) !== 0) return false;
  const { slip } = scratch;
  measureSlip(patches, i, table.bodies, slip, 0);
  const radius = Math.max(plan.nativeLever[i], patches.torsionRadius[i]);
  const least = reading.slowSpeed;
  return slip[0] * slip[0] + slip[1] * slip[1] < least * least && Math.abs(slip[2]) * radius < least;
}

/**
 * Extrapolates the slip to mid step. Never past a change of sign, and not if the patch was at rest and something has set it in motion
 * since: friction may stop it again.
 */
export function findMidSlip({ plan, store, bodies: table }: InstallState, i: number): void {
  const patches = store.current;
  const at = 3 * i;
  const { midSlip, lastSlip } = plan;
  measureSlip(patches, i, table.bodies, midSlip, at);
  const rested = length(lastSlip[at], lastSlip[at + 1]) < RESTED * length(midSlip[at], midSlip[at + 1]);
  if (rested || (patches.flags[i] & KNOWN) === 0) return;
  for (let e = at; e < at + 3; e++) {
    const now = midSlip[e];
    const ahead = now + 0.5 * (now - lastSlip[e]);
    if (ahead * now > 0 && Math.abs(ahead) < 2 * Math.abs(now)) midSlip[e] = ahead;
  }
}

/** A slip below this share of the next step's slip counts as rest. */
const RESTED = 0.01;
