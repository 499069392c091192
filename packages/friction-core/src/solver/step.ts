import { resizeBodies } from '../bodies/bodies.js';
import { CONTACT_SLOP, CONTACT_SLOP_FRACTION, MAX_IMPULSE_SCALE } from '../constants.js';
import { collectImpacts, type ImpactStep } from '../handle/impacts.js';
import { reportLawError } from '../handle/report.js';
import { collectStickSlip } from '../handle/stick-slip.js';
import { gatherPatches, storeFrames } from '../patches/gather-patches.js';
import { keepSleepingPatches } from '../patches/sleeping-patches.js';
import { solveContacts } from './contact-solver.js';
import { freeAcceleration } from './normal-rows.js';
import type { SolverState } from './solver-state.js';
import { countSubsteps } from './substep-count.js';

/**
 * The stages of a step, between the adapter's extract and apply:
 *
 *     clearStep     the adapter then reads bodies and contacts, and calls `updateTippingRate` for each contact
 *     planStep      chooses the substeps; the adapter then reads joints, which may depend on them
 *     gatherStep    turns contacts into patches
 *     solveStep     advances velocities and `bodies.motion`; the adapter then writes them back
 */

/** Clears the bodies and contacts of the last step. */
export function clearStep<Body>(state: SolverState<Body>): void {
  state.engineBodies.length = 0;
  resizeBodies(state.bodies, 0);
  state.store.contacts.count = 0;
  state.solver.options.tippingRate = 0;
  state.report.nonFiniteBodies = 0;
  state.report.nonFiniteContacts = 0;
}

/** Overlap that a contact keeps at rest; `size` is the bounding radius of the smaller shape. */
export function contactSlop(lengthUnit: number, size: number): number {
  return Math.min(CONTACT_SLOP * lengthUnit, CONTACT_SLOP_FRACTION * size);
}

/** Takes a contact into account that could tip: bodies in slots `a` and `b`, bounding radius `size` of the smaller shape. */
export function updateTippingRate<Body>(
  { bodies, solver }: SolverState<Body>,
  a: number,
  b: number,
  size: number,
): void {
  const rate = freeAcceleration(bodies, a, b) / size;
  if (rate > (solver.options.tippingRate ?? 0)) solver.options.tippingRate = rate;
}

/** Returns the length of a substep. */
export function planStep<Body>(state: SolverState<Body>, dt: number): number {
  const { options, bucklingRate } = state.solver;
  const h = dt / countSubsteps(options, dt, bucklingRate);
  state.gatherOptions.impulseScale = state.h > 0 ? Math.min(MAX_IMPULSE_SCALE, h / state.h) : 1;
  state.gatherOptions.h = h;
  return h;
}

export function gatherStep<Body>(state: SolverState<Body>): void {
  const { store, joints, gatherOptions } = state;
  // Without contacts and joints, as when everything sleeps, remembered patches can stay where they are.
  const hasConstraints = store.contacts.count + joints.count + store.current.count > 0;
  if (!hasConstraints && gatherOptions.impulseScale === 1) return;
  gatherPatches(store, state.bodies, state.pairs, gatherOptions);
  keepSleepingPatches(store, state.areAsleep, gatherOptions.impulseScale);
}

export function solveStep<Body>(state: SolverState<Body>, dt: number): void {
  const { bodies, store, joints, solver, report } = state;
  solveContacts(solver, bodies, store.current, joints, dt, state.refreshJoints);
  storeFrames(store.current, bodies);
  reportLawError(report, store.current);
  state.dt = dt;
  state.solvedPatches = store.current;
  collectStickSlip(state.events, store.current, dt, state.fillView);
  collectImpacts(state.events, updateImpactStep(state));
  state.h = state.gatherOptions.h;
  report.steps++;
  report.patches = store.current.count;
  report.points = store.contacts.count;
  report.jointRows = joints.count;
  report.substeps = solver.substeps;
  report.sweeps = 2 * solver.substeps * solver.options.iterations;
}

/** What `collectImpacts` needs to know, in an object that is reused. */
function updateImpactStep<Body>({ impactStep: step, store, solver, dt }: SolverState<Body>): ImpactStep<Body> {
  step.patches = store.current;
  step.startVelocity = solver.islands.stepStartVelocity;
  step.pointLoad = store.current.pointStepImpulse;
  step.patchLoad = store.current.stepNormalImpulse;
  step.dt = dt;
  return step;
}
