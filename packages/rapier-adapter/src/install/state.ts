import type RAPIER from '@dimforge/rapier3d-compat';
import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import type { Combine, FrictionLaw, FrictionReport } from '@stiction/friction-core';
import {
  createDebugLines,
  createEvents,
  createMaterialPairs,
  createMovingSurfaces,
  createNameCheck,
  createPatchStore,
  createReport,
  createSurfaces,
  type DebugLines,
  type FillView,
  type FrictionEvents,
  type GatherOptions,
  type MaterialPairs,
  type MovingSurfaces,
  type NameCheck,
  type PatchStore,
  reportSurfaceProblem,
  type Surfaces,
  setNoMaterialLaw,
} from '@stiction/friction-core/adapter';
import type { JointFrictionList } from '../joint-friction/motor-joint.js';
import { createFrictionJoints, type FrictionJoints } from '../motors/friction-joints.js';
import { type ColliderFilter, type ColliderTable, createColliderTable } from '../ownership/collider-table.js';
import { createColliderLaw } from '../ownership/from-colliders.js';
import { createPredicted, type Predicted } from '../predict/solve-predicted.js';
import { type BodyTable, createBodyTable } from '../read/body-table.js';
import { addPartner } from '../read/choose-visits.js';
import { fillView } from '../read/describe.js';
import { createImpactReading, type ImpactReading } from '../read/impacts.js';
import { countPatches, createView, type View } from '../read/read-view.js';
import { createReading, type Reading } from '../read/reading.js';
import { createLatePulls, type LatePulls } from '../step/finish-adhesion.js';
import { isUnvisited } from '../step/gather.js';
import { createPlan, type Plan } from '../step/plan.js';
import { detectEngine, type Engine } from './engine.js';
import { createScratch, type Scratch } from './scratch.js';

/** The whole state of one install: plain data, passed from stage to stage. */
export interface InstallState {
  world: World;
  engine: Engine;
  /** The engine's module, if the user passed it: motors need its joints. */
  rapier: typeof RAPIER | null;
  /** Laws as set by the user, and as they act: see `lawsInUse`. */
  pairs: MaterialPairs;
  laws: MaterialPairs;
  /** The law of pairs whose coefficient comes from the colliders; null without the option. */
  colliderLaw: FrictionLaw | null;
  /** True if a law in use has memory. */
  hasMemory: boolean;
  /** True if a law is adhesive. */
  hasAdhesion: boolean;
  /** Smallest rest coefficient of the laws that Rapier's friction holds. */
  minRestMu: number;
  /** Up to this slip speed all of them count as resting [m/s]. */
  restSpeed: number;
  scopeAll: boolean;
  acceptsCollider: ColliderFilter;
  hasExcluded: boolean;
  store: PatchStore;
  bodies: BodyTable;
  colliders: ColliderTable;
  /** Colliders with a surface function also have it in their record. */
  surfaces: Surfaces;
  reportSurface: (problem: string) => void;
  movingSurfaces: MovingSurfaces;
  latePulls: LatePulls;
  nameCheck: NameCheck;
  addMaterialNames: (names: Set<string>) => void;
  /** Warnings to print after the step. */
  messages: string[];
  joints: FrictionJoints;
  /** Joints with friction; null if there are none. */
  jointFriction: JointFrictionList | null;
  reading: Reading;
  view: View;
  plan: Plan;
  predicted: Predicted;
  report: FrictionReport;
  events: FrictionEvents<RigidBody | null>;
  impacts: ImpactReading;
  lines: DebugLines;
  scratch: Scratch;
  gatherOptions: GatherOptions;
  /** True for a pair of bodies, or of colliders, by their keys, that was not read in this step: what is known about it stays. */
  isKeptPatch: (bodyKeyA: number, bodyKeyB: number) => boolean;
  isKeptJoint: (colliderKeyA: number, colliderKeyB: number) => boolean;
  /** The body in a slot, null for colliders without one; undefined if it was removed. */
  bodyAt: (slot: number) => RigidBody | null | undefined;
  fillView: FillView<RigidBody | null>;
  combine: Combine;
  /** World units per metre. */
  lengthUnit: number;
  /** Counts friction steps; the `…Step` fields of the tables refer to it. */
  stepIndex: number;
  /** Length of the last step [s]; 0 before the first. */
  dt: number;
  /** The engine's gravity before the last step. */
  gravity: Float64Array;
  /** Handles of bodies that were given a value that is not finite since the last step. */
  suspects: Set<number>;
  /** Slots of bodies that the user has moved since the last step. */
  movedByUser: Set<number>;
  /** True if every acquired body slept after the last step; and if anything in the world has changed since. */
  allAsleep: boolean;
  worldChanged: boolean;
  /** True if the current step has an event queue or hooks. */
  hasQueueOrHooks: boolean;
  /** True after a step or a restored snapshot. */
  hasStepped: boolean;
  /** True while we write to colliders ourselves. */
  isWriting: boolean;
  /** True during a step: the engine's data must not be touched. */
  isStepping: boolean;
  uninstallAfterStep: boolean;
  installed: boolean;
  /** Error thrown by Rapier's step. */
  engineFailure: unknown;
  /** True if that was a trap: the world is unusable. */
  engineTrapped: boolean;
}

export interface StateOptions {
  /** The law of pairs without their own; undefined with `fromColliders`. */
  law: FrictionLaw | undefined;
  fromColliders: boolean;
  scopeAll: boolean;
  isOurs: ColliderFilter;
  combine: Combine;
  lengthUnit: number;
  rapier: typeof RAPIER | null;
}

export function createInstallState(world: World, options: StateOptions): InstallState {
  const { law, combine, lengthUnit, isOurs, scopeAll, rapier } = options;
  const colliderLaw = options.fromColliders ? createColliderLaw(() => install.colliders) : null;
  const engine = detectEngine(world);
  // Throws if it is neither.
  const pairs = createMaterialPairs(law ?? (colliderLaw as FrictionLaw));
  const install: InstallState = {
    world,
    engine,
    rapier,
    pairs,
    laws: pairs,
    colliderLaw,
    hasMemory: false,
    hasAdhesion: false,
    minRestMu: 0,
    restSpeed: Number.POSITIVE_INFINITY,
    scopeAll,
    acceptsCollider: isOurs,
    hasExcluded: false,
    store: createPatchStore(),
    bodies: createBodyTable(),
    colliders: createColliderTable(),
    surfaces: createSurfaces(),
    movingSurfaces: createMovingSurfaces(),
    latePulls: createLatePulls(),
    nameCheck: createNameCheck(),
    messages: [],
    addMaterialNames: (names) => {
      for (const { material } of install.colliders.byHandle.values()) names.add(pairs.names[material]);
      names.delete('');
    },
    reportSurface: (problem) => reportSurfaceProblem(install.report, null, problem),
    joints: createFrictionJoints(),
    jointFriction: null,
    reading: createReading(),
    view: createView(),
    plan: createPlan(),
    predicted: createPredicted(),
    report: createReport(),
    events: createEvents(),
    impacts: createImpactReading(() => install),
    lines: createDebugLines(),
    scratch: createScratch(),
    gatherOptions: { hasNormalImpulses: true, impulseScale: 1, h: 0, matchDistance: 0 },
    isKeptPatch: (a, b) => isUnvisited(install, a, b),
    isKeptJoint: (a, b) => {
      const one = install.colliders.byKey.get(a);
      const other = install.colliders.byKey.get(b);
      if (!one || !other) return false;
      const { key } = install.bodies;
      return isUnvisited(install, key[one.slot], key[other.slot]);
    },
    bodyAt: (slot) => {
      const body = install.bodies.body[slot];
      return isAlive(install, body) ? body : undefined;
    },
    fillView: (view, patches, i, perSecond) => fillView(install, view, patches, i, perSecond),
    combine,
    lengthUnit,
    stepIndex: 0,
    dt: 0,
    gravity: new Float64Array(3),
    suspects: new Set(),
    movedByUser: new Set(),
    allAsleep: false,
    worldChanged: false,
    hasQueueOrHooks: false,
    hasStepped: false,
    isWriting: false,
    isStepping: false,
    uninstallAfterStep: false,
    installed: true,
    engineFailure: null,
    engineTrapped: false,
  };
  // Resting patches are counted on demand, not in a step.
  Object.defineProperty(install.report, 'patches', { enumerable: true, get: () => countPatches(install) });
  install.reading.onAwake = () => {
    install.reading.anyAwake = true;
  };
  install.reading.onPartner = (handle) => addPartner(install, handle);
  install.reading.onNeighbour = (handle) => {
    if (install.colliders.byHandle.get(handle)?.visitedStep !== install.stepIndex)
      install.reading.allNeighboursRead = false;
  };
  if (colliderLaw) setNoMaterialLaw(install.pairs, colliderLaw);
  return install;
}

/** True if the body is still in the world; null stands for colliders without a body. */
export function isAlive(install: InstallState, body: RigidBody | null): boolean {
  return body === null || (install.world.bodies !== undefined && body.isValid());
}
