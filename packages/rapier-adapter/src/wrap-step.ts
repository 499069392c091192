import { reportProblem } from '@stiction/friction-core';
import type { InstallState } from './install-state.js';
import type { EngineStep } from './step.js';
import { touchAll } from './watch.js';

/** Library sources see neither Node nor the DOM, but both have this. */
declare const console: { warn(message: string): void };

/**
 * Gives a plain `world.step` to `replacement`, where there is one, while friction is installed; else lets it warn: it would run
 * without any friction.
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
    if (install.installed && !warned) {
      warned = true;
      const message =
        'world.step() was called while friction is installed: it steps without friction. Call friction.step().';
      reportProblem(report, message);
      console.warn(`@stiction/rapier-adapter: ${message}`);
    }
    const outer = install.stepping;
    install.stepping = true;
    try {
      original.call(world, eventQueue, hooks);
    } finally {
      touchAll(install);
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
