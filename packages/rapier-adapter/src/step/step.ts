import type { EventQueue, PhysicsHooks } from '@dimforge/rapier3d-compat';
import { collectStickSlip, updateMovingSurfaces } from '@stiction/friction-core/adapter';
import { applyForces, restoreForces } from '../apply/forces.js';
import type { InstallState } from '../install/state.js';
import { removeLeftoverJoints } from '../motors/friction-joints.js';
import { syncColliders } from '../ownership/collider-table.js';
import { decideOwnership, wakeOnSurface } from '../ownership/decide.js';
import { clearRefreshHooks, refreshChanged, updateRefreshHooks } from '../ownership/native.js';
import { isAwake } from '../read/choose-visits.js';
import { collectImpacts, hasImpactListeners, readStartVelocities } from '../read/impacts.js';
import { checkSuspects, countNonFinite, readEntries } from '../read/read-bodies.js';
import { finishStep } from './finish.js';
import { handleUserMotion } from './gather.js';
import { prepareStep, readGravity } from './prepare.js';

/** Rapier's step as it was before the install. */
export type EngineStep = (eventQueue?: EventQueue, hooks?: PhysicsHooks) => void;

/** Updates the list of colliders and decides which of them are acquired. */
export function updateOwnership(install: InstallState): void {
  syncColliders(install);
  if (updateMovingSurfaces(install, wakeOnSurface)) install.colliders.undecided = true;
  decideOwnership(install);
}

/** One step: prepare friction, let the engine step, read the result. If nothing is acquired, only the engine's step. */
export function stepWithFriction(
  install: InstallState,
  engineStep: EngineStep,
  eventQueue?: EventQueue,
  hooks?: PhysicsHooks,
): void {
  const dt = install.world.timestep;
  install.hasQueueOrHooks = hooks !== undefined || eventQueue !== undefined;
  if (install.hasQueueOrHooks) clearRefreshHooks(install, false);
  updateOwnership(install);
  refreshChanged(install);
  checkSuspects(install);
  if (!install.hasStepped) removeLeftoverJoints(install);
  install.hasStepped = true;
  countNonFinite(install);
  if (install.colliders.acquired.length === 0 || !(dt > 0)) {
    if (dt > 0) {
      recordNativeStep(install);
      readStartVelocities(install);
    }
    engineStep(eventQueue, hooks);
    updateRefreshHooks(install);
    if (dt > 0) {
      install.report.steps++;
      collectImpacts(install, dt);
    }
    return;
  }
  if (canSkipStep(install)) {
    engineStep(eventQueue, hooks);
    install.report.steps++;
    if (!hasWokenUp(install)) return;
    install.stepIndex++;
    finishStep(install, dt);
    updateRefreshHooks(install);
    return;
  }
  install.worldChanged = false;
  if (install.movedByUser.size > 0 && install.dt > 0) handleUserMotion(install);
  install.movedByUser.clear();
  install.stepIndex++;
  if (install.view.asked === install.stepIndex - 1) readEntries(install);
  readStartVelocities(install);
  prepareStep(install, dt);
  applyForces(install, dt);
  try {
    engineStep(eventQueue, hooks);
  } finally {
    restoreForces(install);
  }
  finishStep(install, dt);
  install.report.steps++;
  updateRefreshHooks(install);
  collectStickSlip(install.events, install.store.current, dt, install.fillView);
  install.dt = dt;
  collectImpacts(install, dt);
}

/** True if every acquired body sleeps and nothing has changed in the world: the engine's step is enough. */
function canSkipStep(install: InstallState): boolean {
  const { allAsleep, worldChanged, view, stepIndex } = install;
  return allAsleep && !worldChanged && view.asked !== stepIndex && !hasImpactListeners(install);
}

/** True if the step of a sleeping world has woken an acquired body. */
function hasWokenUp(install: InstallState): boolean {
  const { world, reading, colliders } = install;
  reading.anyAwake = false;
  world.islands.raw.forEachActiveRigidBodyHandle(reading.onAwake);
  return reading.anyAwake && colliders.acquired.some(({ slot }) => slot !== 0 && isAwake(install, slot));
}

/** Records what readers of contacts need to know about a step without acquired colliders. */
export function recordNativeStep(install: InstallState): void {
  install.stepIndex++;
  install.dt = install.world.timestep;
  readGravity(install);
  if (install.view.asked === install.stepIndex - 1) readEntries(install);
}
