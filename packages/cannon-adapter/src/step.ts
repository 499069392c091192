import { gatherStep, planStep, readAdhesiveBodies, solveStep } from '@stiction/friction-core/adapter';
import type { Equation } from 'cannon-es';
import { apply, applyMultipliers } from './apply/apply.js';
import { assignCoefficients } from './extract/contact-materials.js';
import { extract } from './extract/extract.js';
import { removeAnchorSlots } from './extract/joint-anchors.js';
import { extractJoints } from './extract/joints.js';
import { followKinematicTargets } from './extract/kinematic-targets.js';
import { reduceManifolds } from './extract/reduce-manifolds.js';
import { readSurfaces } from './extract/surfaces.js';
import type { AdapterState } from './state/state.js';

/** One step, called by the world instead of its solver: extract, solve, apply. Returns the number of sweeps. */
export function solveWorld(state: AdapterState, equations: readonly Equation[], dt: number): number {
  if (!(dt > 0) || dt === Number.POSITIVE_INFINITY) return 0;
  extract(state, equations);
  reduceManifolds(state);
  readSurfaces(state);
  readAdhesiveBodies(state.store, state.gatherOptions.adhesive);
  const h = planStep(state, dt);
  extractJoints(state, dt, h, state.gatherOptions.impulseScale);
  followKinematicTargets(state, dt, h);
  gatherStep(state);
  if (state.contactCoefficients) assignCoefficients(state, state.contactCoefficients);
  solveStep(state, dt);
  removeAnchorSlots(state);
  apply(state, dt);
  applyMultipliers(state, dt);
  return state.report.sweeps;
}
