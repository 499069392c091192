import { type Bodies, createBodies } from '../bodies/bodies.js';
import { MATCH_DISTANCE } from '../constants.js';
import type { BodyLookup, ContactPair, FillView } from '../handle/contact-view.js';
import { createDebugLines, type DebugLines } from '../handle/debug-lines.js';
import { createEvents, type FrictionEvents } from '../handle/events.js';
import { describePatch, fillView } from '../handle/fill-view.js';
import type { ImpactStep } from '../handle/impacts.js';
import { createReport, type FrictionReport } from '../handle/report.js';
import type { FrictionLaw } from '../laws/friction-law.js';
import { type Combine, requireCombine } from '../materials/material-laws.js';
import { createMaterialPairs, type MaterialPairs } from '../materials/material-pairs.js';
import { createMovingSurfaces, type MovingSurfaces } from '../materials/moving-surfaces.js';
import { createSurfaces, type Surfaces } from '../materials/surface.js';
import { createNameCheck, type NameCheck } from '../materials/unused-names.js';
import { requireInteger, requirePositive } from '../options.js';
import type { GatherOptions } from '../patches/gather-patches.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import { createPatchStore, type PatchStore } from '../patches/patch-store.js';
import { type ContactSolver, createContactSolver } from './contact-solver.js';
import { createJointRows, type JointRows } from './joint-rows.js';

/** State of an adapter that replaces the engine's solver by the contact solver. The stages of a step are in `step.ts`. */
export interface SolverState<Body> {
  bodies: Bodies;
  store: PatchStore;
  joints: JointRows;
  solver: ContactSolver;
  pairs: MaterialPairs;
  combine: Combine;
  surfaces: Surfaces;
  movingSurfaces: MovingSurfaces;
  nameCheck: NameCheck;
  report: FrictionReport;
  events: FrictionEvents<Body>;
  impactStep: ImpactStep<Body>;
  debugLines: DebugLines;
  /** World units per metre. */
  lengthUnit: number;
  /** The engine's bodies by slot, in this step. */
  engineBodies: Body[];
  bodyAt: BodyLookup<Body>;
  /** Returns the body with a key, for sleeping pairs; undefined if it was removed. */
  bodyOfKey: (key: number) => Body | undefined;
  /** Adds what the engine knows about patch i to a contact or impact, such as its shapes. */
  describeEngine: (pair: ContactPair<Body>, patches: PatchBuffers, i: number) => void;
  fillView: FillView<Body>;
  /** The patches of the last step, to which its velocities belong; others after `restore`. */
  solvedPatches: PatchBuffers | null;
  gatherOptions: GatherOptions;
  /** True if the bodies with these keys are both asleep or static: the engine then reports no contact between them. */
  areAsleep: (keyA: number, keyB: number) => boolean;
  /** The slot of the body with this key, read if necessary; negative if there is none. For adhesive patches that the engine does not report. */
  slotOfKey: (key: number) => number;
  /** Called by the solver before each substep except the first. */
  refreshJoints: () => void;
  /** Length of the last step, and of its substeps. */
  dt: number;
  h: number;
}

export interface SolverStateOptions {
  law: FrictionLaw;
  combine: Combine;
  /** 0: chosen from the step. */
  substeps: number;
  iterations: number;
  /** See `ContactSolverOptions`. */
  maxDirectWork?: number | undefined;
  lengthUnit: number;
}

/** Options of every adapter that uses the contact solver. */
export interface SolverSettings {
  /** Law of every pair without its own law. */
  default: FrictionLaw;
  /** Substeps per step of the world, 1..64. @default chosen so that a substep is about 1/480 s (8 at 60 Hz) */
  substeps?: number;
  /** Sweeps of each kind per substep, 1..100. @default 1 */
  iterations?: number;
  /** How the laws of two materials (`setMaterialLaw`) are combined: by a rule for their coefficients mu, or by a function. @default 'geometric' */
  combine?: Combine;
  /** World units per metre, > 0: 100 for a world in centimetres. Tolerances are given in metres and scale with it. @default 1 */
  lengthUnit?: number;
}

/** Checks all settings except the law, which is checked by `createSolverState`. */
export function requireSolverSettings(owner: string, options: Partial<SolverSettings>): SolverStateOptions {
  const { substeps, iterations = 1, combine = 'geometric', lengthUnit = 1 } = options;
  return {
    law: options.default as FrictionLaw,
    combine: requireCombine(owner, combine),
    substeps: substeps === undefined ? 0 : requireInteger(owner, 'substeps', substeps, 1, 64),
    iterations: requireInteger(owner, 'iterations', iterations, 1, 100),
    lengthUnit: requirePositive(owner, 'lengthUnit', lengthUnit, 'units per metre'),
  };
}

export function createSolverState<Body>(options: SolverStateOptions): SolverState<Body> {
  const { law, combine, substeps, iterations, maxDirectWork, lengthUnit } = options;
  const bodies = createBodies();
  const store = createPatchStore();
  const state: SolverState<Body> = {
    bodies,
    store,
    joints: createJointRows(),
    solver: createContactSolver({ substeps, iterations, maxDirectWork, restitutionThreshold: 0, lengthUnit }),
    pairs: createMaterialPairs(law),
    combine,
    surfaces: createSurfaces(),
    movingSurfaces: createMovingSurfaces(),
    nameCheck: createNameCheck(),
    report: createReport(),
    events: createEvents(),
    debugLines: createDebugLines(),
    lengthUnit,
    engineBodies: [],
    bodyAt: (slot) => state.engineBodies[slot],
    bodyOfKey: () => undefined,
    describeEngine: () => undefined,
    fillView: (view, patches, i, perSecond) => fillView(state, view, patches, i, perSecond),
    solvedPatches: null,
    impactStep: {
      patches: store.current,
      bodies,
      startVelocity: new Float64Array(0),
      pointLoad: new Float64Array(0),
      patchLoad: new Float64Array(0),
      dt: 0,
      worldSlot: -1,
      gravity: 0,
      lengthUnit,
      describe: (pair, patches, i) => describePatch(state, pair, patches, i),
    },
    gatherOptions: { hasNormalImpulses: false, impulseScale: 1, h: 0, matchDistance: MATCH_DISTANCE * lengthUnit },
    areAsleep: () => false,
    slotOfKey: () => -1,
    refreshJoints: () => undefined,
    dt: 0,
    h: 0,
  };
  state.gatherOptions.adhesive = {
    slotOfKey: (key) => state.slotOfKey(key),
    areAsleep: (keyA, keyB) => state.areAsleep(keyA, keyB),
    lengthUnit,
  };
  return state;
}
