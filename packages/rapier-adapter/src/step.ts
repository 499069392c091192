import type { EventQueue, PhysicsHooks } from '@dimforge/rapier3d-compat';
import { collectStickSlip } from '@stiction/friction-core';
import { pushForces, restoreForces } from './apply.js';
import { syncColliders } from './collider-table.js';
import { correct } from './corrector.js';
import type { InstallState } from './install-state.js';
import { predict } from './predictor.js';
import { hasControllers, touchAll } from './watch.js';

/** Rapier's own step, as it was before the install. */
export type EngineStep = (eventQueue?: EventQueue, hooks?: PhysicsHooks) => void;

/** One step: predict friction, let the engine step with it as a force, correct it against the loads that came out. */
export function stepWithFriction(
  install: InstallState,
  engineStep: EngineStep,
  eventQueue?: EventQueue,
  hooks?: PhysicsHooks,
): void {
  const dt = install.world.timestep;
  if (!(dt > 0) || dt === Number.POSITIVE_INFINITY) {
    engineStep(eventQueue, hooks);
    return;
  }
  install.stepIndex++;
  install.h = dt;
  install.bodies.preparedCount = 0;
  install.bodies.loadedCount = 0;
  syncColliders(install.colliders, install.bodies, install.world);
  if (hasControllers(install.world)) touchAll(install);
  predict(install, dt);
  pushForces(install, dt);
  try {
    engineStep(eventQueue, hooks);
  } finally {
    restoreForces(install);
  }
  install.stirred = false;
  correct(install, dt);
  collectStickSlip(install.events, install.store.current, dt, install.bodyAt);
  install.dt = dt;
}
