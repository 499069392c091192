import { reportProblem } from '@stiction/friction-core';
import { dropHooks, refreshChanged, settleHooks } from '../ownership/native.js';
import type { EngineStep } from '../step/step.js';
import { noteNativeStep, updateOwnership } from '../step/step.js';
import type { InstallState } from './state.js';

/** Library sources see neither Node nor the DOM, but both have this. */
declare const console: { warn(message: string): void };

/**
 * Gives a plain `world.step` to `replacement`, where there is one, while friction is installed. Else it is as good as `friction.step`
 * while nothing is acquired; where something is, that has no friction of its own, and the first such step warns.
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
    install.hooksGiven = hooks !== undefined || eventQueue !== undefined;
    if (install.installed && install.hooksGiven) dropHooks(install, false);
    if (install.installed) {
      updateOwnership(install);
      refreshChanged(install);
      if (world.timestep > 0) noteNativeStep(install);
      // It may wake what the next friction step would take for asleep.
      install.disturbed = true;
    }
    if (install.installed && install.colliders.acquired.length > 0 && !warned) {
      warned = true;
      const message =
        'world.step() was called while colliders have friction that Rapier lacks: they step without it. Call friction.step().';
      reportProblem(report, message);
      console.warn(`@stiction/rapier-adapter: ${message}`);
    }
    const outer = install.stepping;
    install.stepping = true;
    try {
      original.call(world, eventQueue, hooks);
      if (install.installed) settleHooks(install);
    } finally {
      install.stepping = outer;
    }
  };
  world.step = step;
  return {
    engineStep: (eventQueue, hooks) => {
      try {
        original.call(world, eventQueue, hooks);
      } catch (error) {
        install.engineFailure = error;
        throw error;
      }
    },
    unwrap: () => {
      if (world.step !== step) return;
      if (own) Object.defineProperty(world, 'step', own);
      else Reflect.deleteProperty(world, 'step');
    },
  };
}
