import type { PatchBuffers } from '../patches/patch-buffers.js';
import type { SolverState } from '../solver/solver-state.js';
import { type ContactPair, type ContactView, fillContactView, fillMotion, fillSleepingView } from './contact-view.js';

/** Contacts of adapters that use the contact solver. */

/** `DescribePatch`: patches behind `patches.count` belong to sleeping pairs and have no slots. */
export function describePatch<Body>(
  state: SolverState<Body>,
  pair: ContactPair<Body>,
  patches: PatchBuffers,
  i: number,
): boolean {
  const isSleeping = i >= patches.count;
  const a = isSleeping ? state.bodyOfKey(patches.key[4 * i]) : state.bodyAt(patches.bodyA[i]);
  const b = isSleeping ? state.bodyOfKey(patches.key[4 * i + 2]) : state.bodyAt(patches.bodyB[i]);
  if (a === undefined || b === undefined) return false;
  const { names } = state.pairs;
  pair.bodyA = a;
  pair.bodyB = b;
  pair.materialA = names[patches.material[2 * i]] ?? '';
  pair.materialB = names[patches.material[2 * i + 1]] ?? '';
  state.describeEngine(pair, patches, i);
  return true;
}

/** `FillView`. */
export function fillView<Body>(
  state: SolverState<Body>,
  view: ContactView<Body>,
  patches: PatchBuffers,
  i: number,
  perSecond: Float64Array,
): boolean {
  if (!describePatch(state, view, patches, i)) return false;
  if (i >= patches.count) {
    perSecond[0] = 1 / state.h;
    fillSleepingView(view, patches, i, perSecond);
    return true;
  }
  fillContactView(view, patches, i, perSecond);
  // After `restore` the velocities of the last step are unknown.
  if (state.solvedPatches === patches) {
    const { stepStartVelocity } = state.solver.islands;
    fillMotion(view, patches, i, perSecond, state.bodies, stepStartVelocity, patches.pointStepImpulse);
  }
  return true;
}
