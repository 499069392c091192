import type { Body, World } from 'planck';
import { startFloor } from '../core/create-floor.js';
import { createFloorHandle, type Floor } from '../core/handle.js';
import { requireNotInstalled } from '../core/installed.js';
import { type FloorOptions, requireFloorOptions } from '../core/options.js';
import { stepFloor } from '../core/step.js';
import { createPlanckBodies } from './bodies.js';

/** Worlds with a floor. */
const installed = /* @__PURE__ */ new WeakSet<object>();

/**
 * Friction between the bodies of a Planck world and the floor they lie on. It acts in every `world.step()`: this world's `step` is
 * wrapped until `uninstall`. (The event 'pre-step' of newer versions comes to the same, but older ones lack it.)
 */
export function installFloor(world: World, options: FloorOptions): Floor<Body> {
  if (typeof world?.step !== 'function' || typeof world.getBodyList !== 'function') {
    throw new TypeError('installFloor: world must be a World of Planck');
  }
  requireNotInstalled(installed, world);
  const settings = requireFloorOptions('installFloor', options);
  const state = startFloor(createPlanckBodies(world), settings);
  const own = Object.getOwnPropertyDescriptor(world, 'step');
  const original = world.step;
  const step: World['step'] = (timeStep, velocityIterations, positionIterations) => {
    if (state.installed) stepFloor(state, timeStep);
    original.call(world, timeStep, velocityIterations, positionIterations);
  };
  world.step = step;
  installed.add(world);
  return createFloorHandle(state, () => {
    installed.delete(world);
    if (world.step !== step) return;
    if (own) Object.defineProperty(world, 'step', own);
    else Reflect.deleteProperty(world, 'step');
  });
}
