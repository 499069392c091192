import { requirePositive } from '@stiction/friction-core/adapter';
import type { Body, Engine } from 'matter-js';
import { startFloor } from '../core/create-floor.js';
import { createFloorHandle, type Floor } from '../core/handle.js';
import { requireNotInstalled } from '../core/installed.js';
import { type FloorOptions, requireFloorOptions } from '../core/options.js';
import { stepFloor } from '../core/step.js';
import { BASE_DELTA, createMatterBodies } from './bodies.js';

export interface MatterFloorOptions extends FloorOptions {
  /** Units of length of the world (pixels) per metre, > 0. @default 100 */
  lengthUnit?: number;
}

/** Engines with a floor. */
const installed = /* @__PURE__ */ new WeakSet<object>();

/** The part of an engine that `Matter.Events` uses. */
interface WithEvents {
  events?: Record<string, ((event: { delta?: number }) => void)[]>;
}

/**
 * Friction between the bodies of a Matter.js engine and the floor they lie on. It acts in every `Engine.update(engine)`, by its events
 * 'beforeUpdate' and 'beforeSolve'. Set `engine.gravity.y = 0` yourself: seen from above, gravity does not pull bodies across the floor.
 */
export function installFloor(engine: Engine, options: MatterFloorOptions): Floor<Body> {
  if (typeof engine?.world?.bodies?.length !== 'number' || typeof engine.timing !== 'object') {
    throw new TypeError('installFloor: engine must be an Engine of Matter.js, not its world');
  }
  requireNotInstalled(installed, engine);
  const settings = requireFloorOptions('installFloor', options, ['lengthUnit']);
  const lengthUnit = requirePositive('installFloor', 'lengthUnit', options.lengthUnit ?? 100);
  const { port, beginStep, finishPush } = createMatterBodies(engine, lengthUnit);
  const state = startFloor(port, settings);
  const listeners = {
    beforeUpdate: (event: { delta?: number }): void => {
      if (!state.installed) return;
      beginStep();
      stepFloor(state, (event.delta ?? BASE_DELTA) / 1000);
    },
    beforeSolve: finishPush,
  };
  // As `Events.on`, without importing the engine.
  const target = engine as unknown as WithEvents;
  const hadEvents = target.events !== undefined;
  target.events ??= {};
  const { events } = target;
  for (const [name, listener] of Object.entries(listeners)) {
    events[name] ??= [];
    events[name].push(listener);
  }
  installed.add(engine);
  return createFloorHandle(state, () => {
    installed.delete(engine);
    for (const [name, listener] of Object.entries(listeners)) {
      // A new list, as `Events.off` makes: the engine may be iterating over this one.
      const rest = (events[name] ?? []).filter((other) => other !== listener);
      if (rest.length > 0) events[name] = rest;
      else delete events[name];
    }
    if (!hadEvents && Object.keys(events).length === 0) delete target.events;
  });
}
