import type { World } from '@dimforge/rapier2d-compat';
import { startFloor } from '../core/create-floor.js';
import { createFloorHandle, type Floor } from '../core/handle.js';
import { requireNotInstalled } from '../core/installed.js';
import { type FloorOptions, requireFloorOptions } from '../core/options.js';
import { stepFloor } from '../core/step.js';
import { createRapierBodies } from './bodies.js';
import { asEngineWorld, type Body2DOf, type Rapier2DWorld } from './flavours.js';

/** Worlds with a floor. */
const installed = /* @__PURE__ */ new WeakSet<object>();

/**
 * Friction between the bodies of a Rapier 2D world and the floor they lie on. It acts in every `world.step()`: this world's `step` is
 * wrapped until `uninstall`.
 */
export function installFloor<W extends Rapier2DWorld>(givenWorld: W, options: FloorOptions): Floor<Body2DOf<W>> {
  const world = asEngineWorld(givenWorld);
  if (typeof world?.step !== 'function' || typeof world.bodies?.forEach !== 'function') {
    throw new TypeError('installFloor: world must be a World of Rapier 2D');
  }
  requireNotInstalled(installed, world);
  const settings = requireFloorOptions('installFloor', options);
  const { port, forces } = createRapierBodies(world);
  const state = startFloor(port, settings);
  const own = Object.getOwnPropertyDescriptor(world, 'step');
  const original = world.step;
  const step: World['step'] = (eventQueue, hooks) => {
    if (state.installed) stepFloor(state, world.timestep);
    try {
      original.call(world, eventQueue, hooks);
    } finally {
      forces.restore();
    }
  };
  world.step = step;
  installed.add(world);
  const floor: unknown = createFloorHandle(state, () => {
    installed.delete(world);
    forces.remove();
    if (world.step !== step) return;
    if (own) Object.defineProperty(world, 'step', own);
    else Reflect.deleteProperty(world, 'step');
  });
  return floor as Floor<Body2DOf<W>>; // with the class of this world's bodies
}
