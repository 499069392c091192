import {
  type Bodies,
  type ContactSolver,
  createBodies,
  createContactSolver,
  createJointRows,
  createMaterialPairs,
  createPatchStore,
  createReport,
  type FrictionLaw,
  type FrictionReport,
  type GatherOptions,
  type JointRows,
  type MaterialPairs,
  type PatchStore,
} from '@stiction/friction-core';
import type { Body, ContactEquation, Equation, World } from 'cannon-es';

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
  report: FrictionReport;
  /** Material ids of cannon materials without a name, by their `id`. */
  unnamedMaterials: Map<number, number>;
  /** Slot -> body, and body -> slot by `body.index` (UNSEEN, BAD or the slot) for this step. */
  bodyOf: Body[];
  slotOf: Int32Array;
  /** The same for bodies that constraints hold although they are not in the world. */
  outsiders: Map<Body, number>;
  /** The equations of this step, apart: contact c of the buffer, row r of the joints. */
  contactEquations: ContactEquation[];
  jointEquations: Equation[];
  gathering: GatherOptions;
  /** Called by the solver before each substep but the first. */
  refreshJoints: () => void;
  /** Length of the last step, and of its substeps. */
  dt: number;
  h: number;
}

export function createState(world: World, law: FrictionLaw, substeps: number, iterations: number): AdapterState {
  return {
    world,
    bodies: createBodies(),
    store: createPatchStore(),
    joints: createJointRows(),
    solver: createContactSolver({ substeps, iterations, restitutionThreshold: 0 }),
    pairs: createMaterialPairs(law),
    report: createReport(),
    unnamedMaterials: new Map(),
    bodyOf: [],
    slotOf: new Int32Array(0),
    outsiders: new Map(),
    contactEquations: [],
    jointEquations: [],
    gathering: { impulsesGiven: false, impulseScale: 1, h: 0, matchDistance: MATCH_DISTANCE },
    refreshJoints: () => undefined,
    dt: 0,
    h: 0,
  };
}
