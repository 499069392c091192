import { reportProblem } from '@stiction/friction-core/adapter';
import { finishJointFriction, planJointFriction } from '../joint-friction/step.js';
import { clearRefreshHooks, refreshChanged, updateRefreshHooks } from '../ownership/native.js';
import type { EngineStep } from '../step/step.js';
import { recordNativeStep, updateOwnership } from '../step/step.js';
import type { InstallState } from './state.js';

/** Library sources see neither Node nor the DOM, but both have this. */
declare const console: { warn(message: string): void };

/**
 * Redirects a plain `world.step` to `replacement`, if there is one. Otherwise it equals `friction.step` while nothing is acquired; with acquired
 * colliders it runs without their friction, and the first such step warns.
 */
export function wrapStep(
  install: InstallState,
  replacement: EngineStep | null,
): { engineStep: EngineStep; unwrap: () => void } {
  const { world, report } = install;
  const own = Object.getOwnPropertyDescriptor(world, 'step');
  const original = world.step;
  let warned = false;
  const step: EngineStep = (eventQueue, hooks) => {
    if (replacement && install.installed) {
      replacement(eventQueue, hooks);
      return;
    }
    install.hasQueueOrHooks = hooks !== undefined || eventQueue !== undefined;
    if (install.installed && install.hasQueueOrHooks) clearRefreshHooks(install, false);
    if (install.installed) {
      updateOwnership(install);
      refreshChanged(install);
      if (world.timestep > 0) recordNativeStep(install);
      // It may wake bodies that the next friction step would assume asleep.
      install.worldChanged = true;
    }
    const hasFriction = install.colliders.acquired.length > 0 || install.jointFriction !== null;
    if (install.installed && hasFriction && !warned) {
      warned = true;
      const message =
        'world.step() was called while colliders or joints have friction that Rapier lacks: they step without it. Call friction.step().';
      reportProblem(report, message);
      warn(message);
    }
    const outer = install.isStepping;
    install.isStepping = true;
    try {
      original.call(world, eventQueue, hooks);
      if (install.installed) updateRefreshHooks(install);
    } finally {
      install.isStepping = outer;
    }
  };
  world.step = step;
  return {
    engineStep: (eventQueue, hooks) => {
      planJointFriction(install, world.timestep);
      try {
        original.call(world, eventQueue, hooks);
      } catch (error) {
        install.engineFailure = error;
        throw error;
      }
      finishJointFriction(install, world.timestep);
    },
    unwrap: () => {
      if (world.step !== step) return;
      if (own) Object.defineProperty(world, 'step', own);
      else Reflect.deleteProperty(world, 'step');
    },
  };
}

export function warn(message: string): void {
  console.warn(`@stiction/rapier-adapter: ${message}`);
}
