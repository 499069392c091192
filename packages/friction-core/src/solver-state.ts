import { type Bodies, createBodies, resizeBodies } from './bodies.js';
import { freeAcceleration } from './contact-points.js';
import { type ContactSolver, countSubsteps, createContactSolver, solveContacts } from './contact-solver.js';
import type { BodyOf } from './contact-view.js';
import type { FrictionLaw } from './contract.js';
import { createDebugLines, type DebugLines } from './debug-lines.js';
import { createJointRows, type JointRows } from './joint-rows.js';
import { requirePositive } from './laws/stribeck-curve.js';
import { type Combine, requireCombine } from './material-laws.js';
import { createMaterialPairs, type MaterialPairs } from './material-pairs.js';
import { requireInteger } from './options.js';
import { carryFrames, createPatchStore, type GatherOptions, gatherPatches, type PatchStore } from './patches.js';
import { createReport, type FrictionReport, reportFault } from './report.js';
import { keepSleeping } from './sleeping.js';
import { collectStickSlip, createStickSlip, type StickSlip } from './stick-slip.js';

/**
 * What an adapter has where our contact solver stands in for the engine's, and a step between `extract` and `apply`:
 *
 *     clearStep     then the adapter reads bodies and contacts, and calls `noteTipping` for each
 *     planStep      how many substeps; then the adapter reads joints, which may need to know
 *     gatherStep    contacts become patches
 *     solveStep     velocities and `bodies.motion` become those of the end; then the adapter hands them back
 */
export interface SolverState<Body> {
  bodies: Bodies;
  store: PatchStore;
  joints: JointRows;
  solver: ContactSolver;
  pairs: MaterialPairs;
  combine: Combine;
  report: FrictionReport;
  events: StickSlip<Body>;
  lines: DebugLines;
  /** World units per metre. */
  lengthUnit: number;
  /** The bodies of the slots in this step. */
  bodyOf: Body[];
  bodyAt: BodyOf<Body>;
  gathering: GatherOptions;
  /** Do the bodies with these keys both sleep, or stand still for good? Then the engine reports no contact of theirs. */
  sleeps: (keyA: number, keyB: number) => boolean;
  /** Called by the solver before each substep but the first. */
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
  directWork?: number | undefined;
  lengthUnit: number;
}

/** Options that every adapter with our solver has. */
export interface SolverSettings {
  /** The law of every pair that has none of its own. */
  default: FrictionLaw;
  /** Substeps per step of the world, 1..64. @default chosen so that a substep is about 1/480 s (8 at 60 Hz) */
  substeps?: number;
  /** Sweeps of each kind per substep, 1..100. @default 1 */
  iterations?: number;
  /** How the laws of two materials (`setMaterialLaw`) become one: by their coefficients mu, or as a function says. @default 'geometric' */
  combine?: Combine;
  /** World units per metre, > 0: 100 for a world in centimetres. Tolerances are made for metres and scale with it. @default 1 */
  lengthUnit?: number;
}

/** Resting contacts keep this overlap [m], or this share of the smaller shape: engines lose what only just touches. */
const SLOP = 1e-4;
const SLOP_SHARE = 1e-3;
/** Points farther apart than this [m] between two steps are not the same contact point. */
const MATCH_DISTANCE = 0.03;
const MAX_IMPULSE_SCALE = 4;

/** Checks them; the law itself is checked where the state is made. */
export function requireSolverSettings(owner: string, options: Partial<SolverSettings>): SolverStateOptions {
  const { substeps, iterations = 1, combine = 'geometric', lengthUnit = 1 } = options;
  return {
    // What is no law is refused where it is used.
    law: options.default as FrictionLaw,
    combine: requireCombine(owner, combine),
    substeps: substeps === undefined ? 0 : requireInteger(owner, 'substeps', substeps, 1, 64),
    iterations: requireInteger(owner, 'iterations', iterations, 1, 100),
    lengthUnit: requirePositive(owner, 'lengthUnit', lengthUnit, 'units per metre'),
  };
}

export function createSolverState<Body>(options: SolverStateOptions): SolverState<Body> {
  const { law, combine, substeps, iterations, directWork, lengthUnit } = options;
  const state: SolverState<Body> = {
    bodies: createBodies(),
    store: createPatchStore(),
    joints: createJointRows(),
    solver: createContactSolver({ substeps, iterations, directWork, restitutionThreshold: 0, lengthUnit }),
    pairs: createMaterialPairs(law),
    combine,
    report: createReport(),
    events: createStickSlip(),
    lines: createDebugLines(),
    lengthUnit,
    bodyOf: [],
    bodyAt: (slot) => state.bodyOf[slot],
    gathering: { impulsesGiven: false, impulseScale: 1, h: 0, matchDistance: MATCH_DISTANCE * lengthUnit },
    sleeps: () => false,
    refreshJoints: () => undefined,
    dt: 0,
    h: 0,
  };
  return state;
}

/** What was read for the last step is forgotten. */
export function clearStep<Body>(state: SolverState<Body>): void {
  state.bodyOf.length = 0;
  resizeBodies(state.bodies, 0);
  state.store.contacts.count = 0;
  state.solver.options.tippingRate = 0;
  state.report.badBodies = 0;
  state.report.badContacts = 0;
}

/** The overlap that a contact keeps at rest; `size` is the bounding radius of the smaller shape. */
export function slopOf(lengthUnit: number, size: number): number {
  return Math.min(SLOP * lengthUnit, SLOP_SHARE * size);
}

/** A contact of bodies in slots `a` and `b` whose smaller shape has the bounding radius `size` and could tip. */
export function noteTipping<Body>({ bodies, solver }: SolverState<Body>, a: number, b: number, size: number): void {
  const rate = freeAcceleration(bodies, a, b) / size;
  if (rate > (solver.options.tippingRate ?? 0)) solver.options.tippingRate = rate;
}

/** Returns the length of a substep. */
export function planStep<Body>(state: SolverState<Body>, dt: number): number {
  const { options, buckling } = state.solver;
  const h = dt / countSubsteps(options, dt, buckling);
  // After a step of next to no length its impulses say little about forces.
  state.gathering.impulseScale = state.h > 0 ? Math.min(MAX_IMPULSE_SCALE, h / state.h) : 1;
  state.gathering.h = h;
  return h;
}

export function gatherStep<Body>(state: SolverState<Body>): void {
  const { store, joints, gathering } = state;
  // Where nothing touches, as when all sleep, what is remembered may lie as it is.
  const touching = store.contacts.count + joints.count + store.current.count > 0;
  if (!touching && gathering.impulseScale === 1) return;
  gatherPatches(store, state.bodies, state.pairs, gathering);
  keepSleeping(store, state.sleeps, gathering.impulseScale);
}

export function solveStep<Body>(state: SolverState<Body>, dt: number): void {
  const { bodies, store, joints, solver, report } = state;
  solveContacts(solver, bodies, store.current, joints, dt, state.refreshJoints);
  carryFrames(store.current, bodies);
  collectStickSlip(state.events, store.current, dt, state.bodyAt);
  reportFault(report, store.current);
  state.dt = dt;
  state.h = state.gathering.h;
  report.steps++;
  report.patches = store.current.count;
  report.points = store.contacts.count;
  report.jointRows = joints.count;
  report.substeps = solver.substeps;
  report.sweeps = 2 * solver.substeps * solver.options.iterations;
}
