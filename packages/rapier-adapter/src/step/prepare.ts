import { linearizePatch, measureSlip, prepareFriction } from '@stiction/friction-core';
import { addPatchForce, addPatchMoment } from '../apply/forces.js';
import { isLoadGone } from '../hold/parting.js';
import { reservePlan } from '../hold/plan.js';
import { chooseCoefficients, planHeld, planIdle, writeDifference } from '../hold/prepare-held.js';
import { isLoadedAtRest } from '../hold/rest-load.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { HELD, isPartlyHeld, type Kind, NATIVE, ROWS } from '../ownership/law-kind.js';

import { isPredicted, predictPatches } from '../predict/predict.js';
import { slowSpeed } from '../read/choose-visits.js';

import { readEntry } from '../read/read-bodies.js';
import { holdBeyond, planRows, rowsFit, writeRows } from '../rows/prepare-rows.js';
import { dropJoint, jointFor, pairNumber } from '../rows/row-joints.js';
import { BY_ROWS, KNOWN, MOVES, SLIDES, SPINS } from './flags.js';

/** Before the engine's step: coefficients, forces and rows of friction, from the contacts of the last step and the velocities now. */
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
    if (plan.kind[i] === NATIVE) continue;
    readEntry(install, patches.bodyA[i]);
    readEntry(install, patches.bodyB[i]);
    patches.normalImpulse[i] *= scale;
    plan.load[i] = patches.normalImpulse[i];
    if (!install.predicted.isReady) prepareFriction(patches, i, install.bodies.bodies);
    install.bodies.load[patches.bodyA[i]] += patches.normalImpulse[i];
    install.bodies.load[patches.bodyB[i]] += patches.normalImpulse[i];
  }
  for (let i = 0; i < patches.count; i++) {
    if (plan.kind[i] === NATIVE) continue;
    patches.tangentVelocity.fill(0, 3 * i, 3 * i + 3);
    plan.idle[i] = plan.kind[i] === HELD && isIdle(install, i) ? 1 : 0;
    if (plan.idle[i] === 1) {
      planIdle(install, i);
      continue;
    }
    linearizePatch(patches, i, dt);
    if (isPredicted(install, i)) {
      plan.wanted[i] = 0;
      continue;
    }
    findMidSlip(install, i);
    if (isLoadGone(install, i, dt)) patches.normalImpulse[i] = 0;
    // Without a load rows hold nothing, and what lands needs Rapier's own friction.
    if (plan.kind[i] === ROWS && !(patches.normalImpulse[i] > 0)) plan.kind[i] = HELD;
    if (plan.kind[i] === ROWS && !rowsFit(install, i)) holdInstead(install, i);
    if (plan.kind[i] === HELD) planHeld(install, i);
    else planRows(install, i);
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
    if (plan.idle[i] === 1) {
      patches.impulse.fill(0, 3 * i, 3 * i + 3);
    } else if (isPredicted(install, i)) {
      // See `predictPatches`.
    } else if (plan.kind[i] === HELD) {
      if (!isPartlyHeld(patches.law[i]) || !holdBeyond(install, i, ordinal, dt)) {
        dropJoint(install, i, ordinal);
        writeDifference(install, i);
        addPatchForce(install, i, dt);
      }
    } else {
      const joint = jointFor(install, i, ordinal);
      if (joint) writeRows(install, i, joint, dt, 0);
      addKnownRows(install, i);
    }
    if (patches.law[i].extraRows) addPatchMoment(install, i);
    patches.averageImpulse[i] =
      (patches.averageImpulse[i] & MOVES) +
      (plan.kind[i] === ROWS ? KNOWN + BY_ROWS : KNOWN) +
      (plan.slides[i] === 1 ? SLIDES : 0) +
      (plan.spins[i] === 1 ? SPINS : 0);
  }
}

/** As the engine has it, and a world that is restored from a snapshot; and how it has changed. */
function readGravity({ world, gravity, predicted }: InstallState): void {
  const { gravityChange } = predicted;
  for (let e = 0; e < 3; e++) gravityChange[e] = -gravity[e];
  const { x, y, z } = world.gravity;
  gravity[0] = Math.fround(x);
  gravity[1] = Math.fround(y);
  gravity[2] = Math.fround(z);
  for (let e = 0; e < 3; e++) gravityChange[e] += gravity[e];
}

/** Rows where one of the colliders has them; NATIVE where the patch is to be left alone: a body or collider of it is gone. */
function kindOfPatch({ bodies: table, colliders, store }: InstallState, i: number): Kind {
  const { key, bodyA, bodyB } = store.current;
  const a = colliders.ofKey.get(key[4 * i + 1]);
  const b = colliders.ofKey.get(key[4 * i + 3]);
  if (!a || !b || table.key[bodyA[i]] !== key[4 * i] || table.key[bodyB[i]] !== key[4 * i + 2]) return NATIVE;
  if (a.kind === ROWS || b.kind === ROWS) return ROWS;
  return a.kind === HELD || b.kind === HELD ? HELD : NATIVE;
}

/** Rapier's own friction holds a patch for which rows do not fit. */
function holdInstead({ plan, store, bodies: table, stepIndex }: InstallState, i: number): void {
  const { bodyA, bodyB } = store.current;
  plan.kind[i] = HELD;
  table.heldInstead[bodyA[i]] = stepIndex;
  table.heldInstead[bodyB[i]] = stepIndex;
}

/** A patch so slow that Rapier's own friction, with the coefficient at rest, is all it needs. */
function isIdle(install: InstallState, i: number): boolean {
  const { store, plan, bodies: table, reading, scratch } = install;
  const patches = store.current;
  const law = patches.law[i];
  if (isLoadedAtRest(install, i)) return false;
  if (!law.coulombMatch || law.extraTorsion || law.extraRows || (patches.averageImpulse[i] & MOVES) !== 0) return false;
  const { slip } = scratch;
  measureSlip(patches, i, table.bodies, slip, 0);
  const radius = Math.max(plan.lever[i], patches.torsionRadius[i]);
  const least = reading.slowSpeed;
  return slip[0] * slip[0] + slip[1] * slip[1] < least * least && Math.abs(slip[2]) * radius < least;
}

/**
 * The slip in the middle of the step, if it goes on to change as it did: not past a change of sign, and not where the patch was at rest
 * and something has set it in motion since, which friction may stop again.
 */
function findMidSlip({ plan, store, bodies: table }: InstallState, i: number): void {
  const patches = store.current;
  const at = 3 * i;
  const { mid, lastSlip } = plan;
  measureSlip(patches, i, table.bodies, mid, at);
  const rested = length(lastSlip[at], lastSlip[at + 1]) < RESTED * length(mid[at], mid[at + 1]);
  if (rested || (patches.averageImpulse[i] & KNOWN) === 0) return;
  for (let e = at; e < at + 3; e++) {
    const now = mid[e];
    const ahead = now + 0.5 * (now - lastSlip[e]);
    if (ahead * now > 0 && Math.abs(ahead) < 2 * Math.abs(now)) mid[e] = ahead;
  }
}

/** A slip below this share of that one step later was rest. */
const RESTED = 0.01;

/** What rows will do to the bodies, as far as that is known: for `estimateLoads`. */
function addKnownRows({ bodies: table, store }: InstallState, i: number): void {
  const { impulse, normal: n, tangent1: t, tangent2: u, armA, armB, bodyA, bodyB } = store.current;
  const at = 3 * i;
  const { known } = table;
  for (let side = 0; side < 2; side++) {
    const k = 6 * (side === 0 ? bodyA[i] : bodyB[i]);
    const arm = side === 0 ? armA : armB;
    const sign = side === 0 ? -1 : 1;
    const x = sign * (impulse[at] * t[at] + impulse[at + 1] * u[at]);
    const y = sign * (impulse[at] * t[at + 1] + impulse[at + 1] * u[at + 1]);
    const z = sign * (impulse[at] * t[at + 2] + impulse[at + 1] * u[at + 2]);
    const s = sign * impulse[at + 2];
    known[k] += x;
    known[k + 1] += y;
    known[k + 2] += z;
    known[k + 3] += arm[at + 1] * z - arm[at + 2] * y + s * n[at];
    known[k + 4] += arm[at + 2] * x - arm[at] * z + s * n[at + 1];
    known[k + 5] += arm[at] * y - arm[at + 1] * x + s * n[at + 2];
  }
}
