import {
  checkNames,
  clearEvents,
  hasSurface,
  type LawModifier,
  notifyEvents,
  throwCallbackError,
  updateMovingSurfaces,
} from '@stiction/friction-core/adapter';
import type { World } from 'cannon-es';
import { writePreviousPoses } from '../apply/apply.js';
import { rememberAnchorPoses } from '../extract/joint-anchors.js';
import type { AdapterState } from '../state/state.js';

/**
 * Wraps the world's methods that make up a step. Returns a function that restores them.
 *
 * - `step` may run several internal steps. It rethrows the first error of a callback after all of them; `afterStep` always runs last.
 * - `internalStep`: callbacks run at its end, when bodies have their final poses and sleep states.
 * - `dispatchEvent`: restores `previousPosition` and `previousQuaternion` before `postStep` listeners run. A listener could not do
 *   this: cannon-es skips entries or throws if the listener list changes during dispatch.
 */
export function wrapStep(state: AdapterState, afterStep: () => void): () => void {
  const { world, events } = state;
  const { step, internalStep, dispatchEvent } = world;
  let depth = 0;
  const wrappedStep: World['step'] = (dt, timeSinceLastCalled, maxSubSteps) => {
    if (events.isNotifying) {
      throw new Error('world.step: must not be called from an onStickSlip or onImpact callback');
    }
    events.errors.length = 0;
    depth++;
    state.isStepping = true;
    try {
      step.call(world, dt, timeSinceLastCalled, maxSubSteps);
    } finally {
      depth--;
      state.isStepping = depth > 0;
      if (depth === 0) afterStep();
    }
    throwCallbackError(events);
  };
  const wrappedInternalStep: World['internalStep'] = (dt) => {
    clearEvents(events);
    updateMovingSurfaces(state, wakeSleepers);
    internalStep.call(world, dt);
    const { warnings, nameCheck, pairs, surfaces, addMaterialNames } = state;
    checkNames(nameCheck, pairs, surfaces, addMaterialNames, warnings.messages);
    notifyEvents(events, isAlive);
  };
  const wrappedDispatchEvent: World['dispatchEvent'] = (event) => {
    if (event.type === 'postStep') {
      writePreviousPoses(state);
      rememberAnchorPoses(state);
    }
    return dispatchEvent.call(world, event);
  };
  const restores = [
    replaceMethod(world, 'step', wrappedStep),
    replaceMethod(world, 'internalStep', wrappedInternalStep),
    replaceMethod(world, 'dispatchEvent', wrappedDispatchEvent),
  ];
  return () => {
    for (const restore of restores) restore();
  };
}

export function addMaterialNames({ world, unnamedMaterials, pairs }: AdapterState, names: Set<string>): void {
  for (const body of world.bodies) {
    for (const material of [body.material, ...body.shapes.map((shape) => shape.material)]) {
      if (material) names.add(material.name || pairs.names[unnamedMaterials.get(material.id) ?? 0]);
    }
  }
  names.delete('');
}

/** A belt that starts takes sleeping bodies along. */
function wakeSleepers({ world, store }: AdapterState, surface: LawModifier): void {
  const { current, sleepingCount } = store;
  const ids = new Set<number>();
  for (let i = current.count; i < current.count + sleepingCount; i++) {
    if (hasSurface(current.law[i], surface)) ids.add(current.key[4 * i]).add(current.key[4 * i + 2]);
  }
  for (const body of world.bodies) if (ids.has(body.id)) body.wakeUp();
}

/** Bodies belong to the user and stay valid when they leave the world. */
function isAlive(): boolean {
  return true;
}

/** Sets a method on one object. Returns a function that undoes it, unless someone else has replaced the method since. */
function replaceMethod(object: object, name: string, method: unknown): () => void {
  const previous = Object.getOwnPropertyDescriptor(object, name);
  Reflect.set(object, name, method);
  return () => {
    if (Reflect.get(object, name) !== method) return;
    if (previous) Object.defineProperty(object, name, previous);
    else Reflect.deleteProperty(object, name);
  };
}
