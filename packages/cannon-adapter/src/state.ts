import {
  type Bodies,
  type Combine,
  type ContactSolver,
  createBodies,
  createContactSolver,
  createDebugLines,
  createJointRows,
  createMaterialPairs,
  createPatchStore,
  createReport,
  createStickSlip,
  type DebugLines,
  type FrictionLaw,
  type FrictionReport,
  type GatherOptions,
  type JointRows,
  type MaterialPairs,
  type PatchStore,
  type StickSlip,
} from '@stiction/friction-core';
import type { Body, ContactEquation, Equation, World } from 'cannon-es';
import type { ContactMus } from './contact-materials.js';
import { createReduction, type Reduction } from './reduce-manifolds.js';
import type { Warnings } from './warnings.js';

/** Points farther apart than this [m] between two steps are not the same contact point. */
const MATCH_DISTANCE = 0.03;

/** Everything that one installed world has; the engine's own objects keep no trace of us. */
export interface AdapterState {
  world: World;
  bodies: Bodies;
  store: PatchStore;
  joints: JointRows;
  solver: ContactSolver;
  pairs: MaterialPairs;
  combine: Combine;
  report: FrictionReport;
  warnings: Warnings;
  /** Where μ comes from the engine's own materials; else null. */
  contactMus: ContactMus | null;
  events: StickSlip<Body>;
  lines: DebugLines;
  /** World units per metre. */
  lengthUnit: number;
  /** Material ids of cannon materials without a name, by their `id`. */
  unnamedMaterials: Map<number, number>;
  /** Slot -> body, and body -> slot by `body.index` (UNSEEN, BAD or the slot) for this step. */
  bodyOf: Body[];
  bodyAt: (slot: number) => Body | undefined;
  slotOf: Int32Array;
  /** The same for bodies that constraints hold although they are not in the world. */
  outsiders: Map<Body, number>;
  /** The equations of this step, apart: contact c of the buffer, row r of the joints. */
  contactEquations: ContactEquation[];
  jointEquations: Equation[];
  /** Contacts that others stand for: they carry nothing. */
  idleEquations: ContactEquation[];
  reduction: Reduction;
  /** Bounding radius of the smallest shape that touches something in this step and could tip. */
  smallestSize: number;
  gathering: GatherOptions;
  /** Where kinematic bodies come from, see `followCourses`. */
  courses: WeakMap<Body, Float64Array>;
  /** Do the bodies with these ids both sleep, or stand still for good? */
  sleeps: (idA: number, idB: number) => boolean;
  /** Called by the solver before each substep but the first. */
  refreshJoints: () => void;
  /** Length of the last step, and of its substeps. */
  dt: number;
  h: number;
}

export interface StateOptions {
  law: FrictionLaw;
  combine: Combine;
  /** 0: chosen from the step. */
  substeps: number;
  iterations: number;
  /** See `ContactSolverOptions`. */
  directWork: number | undefined;
  lengthUnit: number;
  warnings: Warnings;
  contactMus: ContactMus | null;
}

export function createState(world: World, options: StateOptions): AdapterState {
  const { law, combine, substeps, iterations, directWork, lengthUnit, warnings, contactMus } = options;
  const state: AdapterState = {
    world,
    bodies: createBodies(),
    store: createPatchStore(),
    joints: createJointRows(),
    solver: createContactSolver({ substeps, iterations, directWork, restitutionThreshold: 0, lengthUnit }),
    pairs: createMaterialPairs(law),
    combine,
    report: createReport(),
    warnings,
    contactMus,
    events: createStickSlip(),
    lines: createDebugLines(),
    lengthUnit,
    unnamedMaterials: new Map(),
    bodyOf: [],
    bodyAt: (slot) => state.bodyOf[slot],
    slotOf: new Int32Array(0),
    outsiders: new Map(),
    contactEquations: [],
    jointEquations: [],
    idleEquations: [],
    reduction: createReduction(),
    smallestSize: Number.POSITIVE_INFINITY,
    gathering: { impulsesGiven: false, impulseScale: 1, h: 0, matchDistance: MATCH_DISTANCE * lengthUnit },
    courses: new WeakMap(),
    sleeps: () => false,
    refreshJoints: () => undefined,
    dt: 0,
    h: 0,
  };
  return state;
}
