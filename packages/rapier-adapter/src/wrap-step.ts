import { reportProblem } from '@stiction/friction-core';
import type { InstallState } from './install-state.js';
import type { EngineStep } from './step.js';

/** Library sources see neither Node nor the DOM, but both have this. */
declare const console: { warn(message: string): void };

/** Lets a plain `world.step` warn: it would run without any friction. */
export function wrapStep(install: InstallState): { engineStep: EngineStep; unwrap: () => void } {
  const { world, report } = install;
  const own = Object.getOwnPropertyDescriptor(world, 'step');
  const original = world.step;
  let warned = false;
  const step: EngineStep = (eventQueue, hooks) => {
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
      install.stepping = outer;
    }
  };
  world.step = step;
  return {
    engineStep: (eventQueue, hooks) => original.call(world, eventQueue, hooks),
    unwrap: () => {
      if (world.step !== step) return;
      if (own) Object.defineProperty(world, 'step', own);
      else Reflect.deleteProperty(world, 'step');
    },
  };
}
