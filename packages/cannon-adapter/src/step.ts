import { gatherStep, notifyStickSlip, planStep, solveStep, throwFailure } from '@stiction/friction-core';
import type { Equation, World } from 'cannon-es';
import { apply, applyMultipliers } from './apply.js';
import { assignMus } from './contact-materials.js';
import { extract } from './extract.js';
import { extractJoints } from './joints.js';
import { followCourses } from './kinematic-course.js';
import { reduceManifolds } from './reduce-manifolds.js';
import type { AdapterState } from './state.js';

/** One step, from extract to apply: what the world calls its solver for. Returns the sweeps. */
export function solveWorld(state: AdapterState, equations: readonly Equation[], dt: number): number {
  if (!(dt > 0) || dt === Number.POSITIVE_INFINITY) return 0;
  extract(state, equations);
  reduceManifolds(state);
  const h = planStep(state, dt, state.world.gravity.length());
  extractJoints(state, h, state.gathering.impulseScale);
  followCourses(state, dt, h);
  gatherStep(state);
  if (state.contactMus) assignMus(state, state.contactMus);
  solveStep(state, dt);
  apply(state, dt);
  applyMultipliers(state, dt);
  return state.report.sweeps;
}

/**
 * `Body.integrate` takes the pose that `apply` left as the one before the step; rendering interpolates from it. Afterwards it
 * is set to the true one.
 */
export function keepPreviousPose(state: AdapterState): void {
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

/** The world's own methods while friction is installed. */
export interface WrappedSteps {
  /** True while the world is inside a step: its lists of listeners may not change then. */
  isStepping(): boolean;
  unwrap(): void;
}

/**
 * `onStickSlip` speaks when a step is over, with bodies where they end and those asleep that fall asleep: that is at the end of
 * `internalStep`, of which `step` may take several. What a callback throws goes to the caller of `step`, after all of them.
 * `afterStep` is called at the end of `step`, whatever has happened in it.
 */
export function wrapSteps(state: AdapterState, afterStep: () => void): WrappedSteps {
  const { world, events } = state;
  const { step, internalStep } = world;
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
    notifyStickSlip(events, isThere);
  };
  const restoreStep = replace(world, 'step', ownStep);
  const restoreInternalStep = replace(world, 'internalStep', ownInternalStep);
  return {
    isStepping: () => depth > 0,
    unwrap() {
      restoreStep();
      restoreInternalStep();
    },
  };
}

/** Bodies are the user's objects: they stay what they are when they leave the world. */
function isThere(): boolean {
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
