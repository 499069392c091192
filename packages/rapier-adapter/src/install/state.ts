import type RAPIER from '@dimforge/rapier3d-compat';
import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import {
  type Combine,
  createDebugLines,
  createMaterialPairs,
  createPatchStore,
  createReport,
  createStickSlip,
  type DebugLines,
  type FrictionLaw,
  type FrictionReport,
  type GatherOptions,
  type MaterialPairs,
  type PatchStore,
  type StickSlip,
  setUnnamedLaw,
} from '@stiction/friction-core';
import { createPlan, type Plan } from '../hold/plan.js';
import { type ColliderFilter, type ColliderTable, createColliderTable } from '../ownership/collider-table.js';
import { createColliderLaw } from '../ownership/from-colliders.js';
import { createPredicted, type Predicted } from '../predict/solve-predicted.js';
import { type BodyTable, createBodyTable } from '../read/body-table.js';
import { notePartner } from '../read/choose-visits.js';
import { countPatches, createView, meetViewPair, type View } from '../read/read-view.js';
import { createReading, type Reading } from '../read/reading.js';
import { createRowJoints, type RowJoints } from '../rows/row-joints.js';
import { isUnvisited } from '../step/finish.js';
import { type Engine, recogniseEngine } from './engine.js';
import { createScratch, type Scratch } from './scratch.js';

/** All that one install knows: plain data, handed from stage to stage of the step. */
export interface InstallState {
  world: World;
  engine: Engine;
  /** The engine's module, where the user gave it: rows are made of its joints. */
  rapier: typeof RAPIER | null;
  /** Laws as the user has set them, and as they act: see `lawsInUse`. */
  pairs: MaterialPairs;
  laws: MaterialPairs;
  /** The law of pairs whose coefficient comes from the colliders; null without the option. */
  colliderLaw: FrictionLaw | null;
  /** A law in use remembers something from step to step. */
  remembers: boolean;
  /** Smallest coefficient at rest of the laws that Rapier's own friction holds. */
  leastMu: number;
  /** Up to this slip speed all of them are at rest [m/s]. */
  restSpeed: number;
  scopeAll: boolean;
  isOurs: ColliderFilter;
  hasVetoed: boolean;
  store: PatchStore;
  bodies: BodyTable;
  colliders: ColliderTable;
  joints: RowJoints;
  reading: Reading;
  view: View;
  plan: Plan;
  predicted: Predicted;
  report: FrictionReport;
  events: StickSlip<RigidBody | null>;
  lines: DebugLines;
  scratch: Scratch;
  gatherOptions: GatherOptions;
  /** Was a pair of bodies, or of colliders, not looked at in this step, by their keys? What is known of it stays. */
  isKeptPatch: (bodyKeyA: number, bodyKeyB: number) => boolean;
  isKeptJoint: (colliderKeyA: number, colliderKeyB: number) => boolean;
  /** The body in a slot, null for colliders without one; undefined where it is gone. */
  bodyAt: (slot: number) => RigidBody | null | undefined;
  combine: Combine;
  /** World units per metre. */
  lengthUnit: number;
  /** Counts friction steps; stamps in the tables refer to it. */
  stepIndex: number;
  /** Length of the last step [s]; 0 before the first. */
  dt: number;
  /** The engine's gravity before the last step. */
  gravity: Float64Array;
  /** Handles of bodies that were given something that is not finite since the last step. */
  suspects: Set<number>;
  /** Slots of bodies whose motion the user has changed since the last step. */
  moved: Set<number>;
  /** Everything that is acquired slept after the last step; and something has been changed in the world since. */
  resting: boolean;
  disturbed: boolean;
  /** The step that is being made has an event queue or hooks of the user's. */
  hooksGiven: boolean;
  /** A step has been made, or a snapshot restored. */
  begun: boolean;
  /** True while we write to colliders ourselves. */
  writing: boolean;
  /** True while a step runs: the engine's data may not be touched then. */
  stepping: boolean;
  uninstallAfterStep: boolean;
  installed: boolean;
  /** What Rapier's own step has thrown. */
  engineFailure: unknown;
  /** True where that was a trap: nothing of the world can be used any more. */
  lost: boolean;
}

export interface StateOptions {
  /** Of pairs that have none of their own; undefined where it comes from the colliders. */
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
  const engine = recogniseEngine(world);
  // What is neither is refused here.
  const pairs = createMaterialPairs(law ?? (colliderLaw as FrictionLaw));
  const install: InstallState = {
    world,
    engine,
    rapier,
    pairs,
    laws: pairs,
    colliderLaw,
    remembers: false,
    leastMu: 0,
    restSpeed: Number.POSITIVE_INFINITY,
    scopeAll,
    isOurs,
    hasVetoed: false,
    store: createPatchStore(),
    bodies: createBodyTable(),
    colliders: createColliderTable(),
    joints: createRowJoints(),
    reading: createReading(),
    view: createView(),
    plan: createPlan(),
    predicted: createPredicted(),
    report: createReport(),
    events: createStickSlip(),
    lines: createDebugLines(),
    scratch: createScratch(),
    gatherOptions: { impulsesGiven: true, impulseScale: 1, h: 0, matchDistance: 0 },
    isKeptPatch: (a, b) => isUnvisited(install, a, b),
    isKeptJoint: (a, b) => {
      const one = install.colliders.ofKey.get(a);
      const other = install.colliders.ofKey.get(b);
      if (!one || !other) return false;
      const { key } = install.bodies;
      return isUnvisited(install, key[one.slot], key[other.slot]);
    },
    bodyAt: (slot) => {
      const body = install.bodies.body[slot];
      return isAlive(install, body) ? body : undefined;
    },
    combine,
    lengthUnit,
    stepIndex: 0,
    dt: 0,
    gravity: new Float64Array(3),
    suspects: new Set(),
    moved: new Set(),
    resting: false,
    disturbed: false,
    hooksGiven: false,
    begun: false,
    writing: false,
    stepping: false,
    uninstallAfterStep: false,
    installed: true,
    engineFailure: null,
    lost: false,
  };
  // Patches that rest are not counted in a step, but when somebody asks.
  Object.defineProperty(install.report, 'patches', { enumerable: true, get: () => countPatches(install) });
  install.view.onPair = (handle) => meetViewPair(install, handle);
  install.reading.onAwake = () => {
    install.reading.anyAwake = true;
  };
  install.reading.onPartner = (handle) => notePartner(install, handle);
  if (colliderLaw) setUnnamedLaw(install.pairs, colliderLaw);
  return install;
}

/** Is a body, or the nothing that colliders without a body stand on, still in the world? */
export function isAlive(install: InstallState, body: RigidBody | null): boolean {
  return body === null || (install.world.bodies !== undefined && body.isValid());
}
