import { gatherStep, notifyStickSlip, planStep, solveStep, throwFailure } from '@stiction/friction-core';
import type { Equation, World } from 'cannon-es';
import { dropTrailing, rememberAnchors } from './anchors.js';
import { apply, applyMultipliers } from './apply.js';
import { assignMus } from './contact-materials.js';
import { extract } from './extract.js';
import { extractJoints } from './joints.js';
import { followKinematicTargets } from './kinematic-targets.js';
import { reduceManifolds } from './reduce-manifolds.js';
import type { AdapterState } from './state.js';

/** One step, from extract to apply: what the world calls its solver for. Returns the sweeps. */
export function solveWorld(state: AdapterState, equations: readonly Equation[], dt: number): number {
  if (!(dt > 0) || dt === Number.POSITIVE_INFINITY) return 0;
  extract(state, equations);
  reduceManifolds(state);
  const h = planStep(state, dt);
  extractJoints(state, dt, h, state.gathering.impulseScale);
  followKinematicTargets(state, dt, h);
  gatherStep(state);
  if (state.contactMus) assignMus(state, state.contactMus);
  solveStep(state, dt);
  dropTrailing(state);
  apply(state, dt);
  applyMultipliers(state, dt);
  return state.report.sweeps;
}

/**
 * `Body.integrate` takes the pose that `apply` left as the one before the step; rendering interpolates from it. Afterwards it
 * is set to the true one.
 */
function keepPreviousPose(state: AdapterState): void {
  const { pose } = state.bodies;
  for (let slot = 0; slot < state.bodyOf.length; slot++) {
    const body = state.bodyAt(slot);
    if (!body) continue;
    const { previousPosition: x, previousQuaternion: q } = body;
    const p = 7 * slot;
    x.set(pose[p], pose[p + 1], pose[p + 2]);
    q.set(pose[p + 3], pose[p + 4], pose[p + 5], pose[p + 6]);
  }
}

/**
 * Wraps the methods of the world that a step goes through; the function that is returned puts the world's own back.
 *
 * - `internalStep`: `onStickSlip` callbacks run when a step is over, with bodies in their final poses and sleep states.
 * - `step` may take several of those. It rethrows what a callback threw, after all of them; `afterStep` always runs at its end.
 * - `dispatchEvent`: previous poses are restored before `postStep` listeners run. A listener of our own would have to share the
 *   list with those of users, and cannon-es skips or trips over entries when the list changes while it is walked.
 */
export function wrapSteps(state: AdapterState, afterStep: () => void): () => void {
  const { world, events } = state;
  const { step, internalStep, dispatchEvent } = world;
  let depth = 0;
  const ownStep: World['step'] = (dt, timeSinceLastCalled, maxSubSteps) => {
    if (events.notifying) throw new Error('world.step: called from within an onStickSlip callback');
    events.failure.length = 0;
    depth++;
    try {
      step.call(world, dt, timeSinceLastCalled, maxSubSteps);
    } finally {
      depth--;
      if (depth === 0) afterStep();
    }
    throwFailure(events);
  };
  const ownInternalStep: World['internalStep'] = (dt) => {
    events.count = 0;
    internalStep.call(world, dt);
    notifyStickSlip(events, isAlive);
  };
  const ownDispatchEvent: World['dispatchEvent'] = (event) => {
    if (event.type === 'postStep') {
      keepPreviousPose(state);
      rememberAnchors(state);
    }
    return dispatchEvent.call(world, event);
  };
  const restores = [
    replace(world, 'step', ownStep),
    replace(world, 'internalStep', ownInternalStep),
    replace(world, 'dispatchEvent', ownDispatchEvent),
  ];
  return () => {
    for (const restore of restores) restore();
  };
}

/** Bodies are the user's objects: they stay what they are when they leave the world. */
function isAlive(): boolean {
  return true;
}

/** Sets a method of one object; the function that is returned gives it back what it had, unless others have set theirs. */
function replace(object: object, name: string, method: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(object, name);
  Reflect.set(object, name, method);
  return () => {
    if (Reflect.get(object, name) !== method) return;
    if (own) Object.defineProperty(object, name, own);
    else Reflect.deleteProperty(object, name);
  };
}
