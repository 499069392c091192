import type { EventQueue, PhysicsHooks } from '@dimforge/rapier3d-compat';
import { collectStickSlip } from '@stiction/friction-core';
import { pushForces, restoreForces } from '../apply/forces.js';
import type { InstallState } from '../install/state.js';
import { syncColliders } from '../ownership/collider-table.js';
import { decideOwnership } from '../ownership/decide.js';
import { dropHooks, refreshChanged, settleHooks } from '../ownership/native.js';
import { isAwake } from '../read/choose-visits.js';
import { checkSuspects, countNonFinite, readEntries } from '../read/read-bodies.js';
import { removeForeignJoints } from '../rows/row-joints.js';
import { finishStep, noteMoved } from './finish.js';
import { prepareStep } from './prepare.js';

/** Rapier's own step, as it was before the install. */
export type EngineStep = (eventQueue?: EventQueue, hooks?: PhysicsHooks) => void;

/** Colliders that have come or gone, and whose they are. */
export function updateOwnership(install: InstallState): void {
  syncColliders(install);
  decideOwnership(install);
}

/** One step: say what friction is to be, let the engine step with it, read what came out. Where nothing is acquired: the engine's. */
export function stepWithFriction(
  install: InstallState,
  engineStep: EngineStep,
  eventQueue?: EventQueue,
  hooks?: PhysicsHooks,
): void {
  const dt = install.world.timestep;
  install.hooksGiven = hooks !== undefined || eventQueue !== undefined;
  if (install.hooksGiven) dropHooks(install, false);
  updateOwnership(install);
  refreshChanged(install);
  checkSuspects(install);
  if (!install.begun) removeForeignJoints(install);
  install.begun = true;
  countNonFinite(install);
  if (install.colliders.acquired.length === 0 || !(dt > 0)) {
    if (dt > 0) noteNativeStep(install);
    engineStep(eventQueue, hooks);
    settleHooks(install);
    if (dt > 0) install.report.steps++;
    return;
  }
  if (isResting(install)) {
    engineStep(eventQueue, hooks);
    install.report.steps++;
    if (!wokeUp(install)) return;
    install.stepIndex++;
    finishStep(install, dt);
    settleHooks(install);
    return;
  }
  install.disturbed = false;
  if (install.moved.size > 0 && install.dt > 0) noteMoved(install);
  install.moved.clear();
  install.stepIndex++;
  if (install.view.asked === install.stepIndex - 1) readEntries(install);
  prepareStep(install, dt);
  pushForces(install, dt);
  try {
    engineStep(eventQueue, hooks);
  } finally {
    restoreForces(install);
  }
  finishStep(install, dt);
  install.report.steps++;
  settleHooks(install);
  collectStickSlip(install.events, install.store.current, dt, install.bodyAt);
  install.dt = dt;
}

/** Everything that is acquired sleeps, and nobody has touched the world since: a step is the engine's alone. */
function isResting({ resting, disturbed, view, stepIndex }: InstallState): boolean {
  return resting && !disturbed && view.asked !== stepIndex;
}

/** Has a step of a world at rest woken something that is acquired? */
function wokeUp(install: InstallState): boolean {
  const { world, reading, colliders } = install;
  reading.anyAwake = false;
  world.islands.raw.forEachActiveRigidBodyHandle(reading.onAwake);
  return reading.anyAwake && colliders.acquired.some(({ slot }) => slot !== 0 && isAwake(install, slot));
}

/** A step that is all Rapier's: what readers of contacts want to know of it. */
export function noteNativeStep(install: InstallState): void {
  const { world, gravity } = install;
  install.stepIndex++;
  install.dt = world.timestep;
  gravity[0] = Math.fround(world.gravity.x);
  gravity[1] = Math.fround(world.gravity.y);
  gravity[2] = Math.fround(world.gravity.z);
  if (install.view.asked === install.stepIndex - 1) readEntries(install);
}
