import { clearStep, gatherStep, planStep, readAdhesiveBodies, solveStep } from '@stiction/friction-core/adapter';
import { apply } from './apply/apply.js';
import { clearBodySlots } from './extract/bodies.js';
import { readContacts } from './extract/contacts.js';
import { extractJoints, finishJoints } from './extract/joints.js';
import { followKinematicTargets } from './extract/kinematic-targets.js';
import type { AdapterState } from './state/state.js';

/**
 * One step: extract, solve, apply. Before it the engine has found contacts and islands; after it the engine integrates poses and
 * corrects the positions of joints.
 */
export function solveWorld(state: AdapterState, dt: number): void {
  if (!(dt > 0) || dt === Number.POSITIVE_INFINITY) return;
  clearStep(state);
  state.currentDt = dt;
  clearBodySlots(state);
  readContacts(state, dt);
  readAdhesiveBodies(state.store, state.gatherOptions.adhesive);
  extractJoints(state, dt);
  const h = planStep(state, dt);
  state.solver.options.restitutionThreshold = state.world.settings.solver.minVelocityForRestitution;
  followKinematicTargets(state, dt, h);
  gatherStep(state);
  solveStep(state, dt);
  finishJoints(state, dt);
  state.report.jointRows = state.engineJoints.count;
  apply(state, dt);
}
