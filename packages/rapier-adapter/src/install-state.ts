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
  type FrictionPassOptions,
  type FrictionReport,
  type MaterialPairs,
  type PatchStore,
  reportProblem,
  type StickSlip,
  setUnnamedLaw,
} from '@stiction/friction-core';
import { type BodyTable, createBodyTable } from './body-table.js';
import { type ColliderFilter, type ColliderTable, createColliderTable } from './collider-table.js';
import { createColliderLaw } from './from-colliders.js';
import { createImpulseExcess, type ImpulseExcess } from './impulse-excess.js';
import { createHeldJoints, type HeldJoints } from './joints.js';
import type { ContactReader } from './reader.js';
import { createApiReader } from './reader-api.js';
import { createTouchingPairs, type TouchingPairs } from './touching-pairs.js';
import { type Engine, recogniseEngine } from './versions.js';

/** Ranges [first, last) of `store.contacts`: pairs whose normal impulses Rapier's API does not tell. */
interface HiddenPairs {
  count: number;
  range: Int32Array;
}

/** All that one install knows: plain data, handed from stage to stage of the step. */
export interface InstallState {
  world: World;
  engine: Engine;
  reader: ContactReader;
  pairs: MaterialPairs;
  store: PatchStore;
  bodies: BodyTable;
  colliders: ColliderTable;
  touching: TouchingPairs;
  joints: HeldJoints;
  hidden: HiddenPairs;
  /** Contacts when patches were last gathered; -1 where they have to be gathered anew. */
  gathered: number;
  excess: ImpulseExcess;
  /** Per dormant patch: 1 where its impulse is part of this step's predictor. */
  foretold: Uint8Array;
  report: FrictionReport;
  events: StickSlip<RigidBody | null>;
  lines: DebugLines;
  /** The body in a slot, null for colliders without one; undefined where it is gone. */
  bodyAt: (slot: number) => RigidBody | null | undefined;
  combine: Combine;
  /** World units per metre. */
  lengthUnit: number;
  pass: FrictionPassOptions;
  /** Counts friction steps; stamps in the body table refer to it. */
  stepIndex: number;
  /** Length of the last step [s]; 0 before the first. And of the one that is being made. */
  dt: number;
  h: number;
  /** The user may have done something since the last step that wakes bodies. */
  stirred: boolean;
  /** The engine's, as it was before the last step. */
  gravity: Float64Array;
  /** True while the engine's own step runs: its data may not be touched then. */
  stepping: boolean;
  uninstallAfterStep: boolean;
  installed: boolean;
  /** What Rapier's own step has thrown. */
  engineFailure: unknown;
  /** True where that was a trap: nothing of the world can be used any more. */
  lost: boolean;
}

/**
 * A turn that changes no patch by more than this share of its load is the last. At 60 Hz and g 9.81 the slip left over is
 * then below 2e-5 m/s: not two tenths of a millimetre in ten seconds, even if it always pointed the same way.
 */
const TOLERANCE = 1e-4;

export interface StateOptions {
  /** Of pairs that have none of their own; undefined where it comes from the colliders. */
  law: FrictionLaw | undefined;
  fromColliders: boolean;
  isOurs: ColliderFilter;
  iterations: number;
  combine: Combine;
  lengthUnit: number;
}

export function createInstallState(world: World, options: StateOptions): InstallState {
  const { law, iterations, combine, lengthUnit, isOurs } = options;
  const colliderLaw = options.fromColliders ? createColliderLaw(() => install.colliders) : undefined;
  const engine = recogniseEngine(world);
  const install: InstallState = {
    world,
    engine,
    reader: createApiReader(world, engine),
    // What is neither is refused here.
    pairs: createMaterialPairs(law ?? (colliderLaw as FrictionLaw)),
    store: createPatchStore(),
    bodies: createBodyTable(),
    colliders: createColliderTable(isOurs),
    touching: createTouchingPairs(),
    joints: createHeldJoints(),
    gathered: -1,
    hidden: { count: 0, range: new Int32Array(0) },
    excess: createImpulseExcess(),
    foretold: new Uint8Array(0),
    report: createReport(),
    events: createStickSlip(),
    lines: createDebugLines(),
    bodyAt: (slot) => {
      const body = install.bodies.body[slot];
      return isThere(install, body) ? body : undefined;
    },
    combine,
    lengthUnit,
    pass: { iterations, tolerance: TOLERANCE },
    stepIndex: 0,
    dt: 0,
    h: 0,
    stirred: true,
    gravity: new Float64Array(3),
    stepping: false,
    uninstallAfterStep: false,
    installed: true,
    engineFailure: null,
    lost: false,
  };
  if (colliderLaw) setUnnamedLaw(install.pairs, colliderLaw);
  return install;
}

/** Is a body, or the nothing that colliders without a body stand on, still in the world? */
export function isThere(install: InstallState, body: RigidBody | null): boolean {
  return body === null || (install.world.bodies !== undefined && body.isValid());
}

/** Counts a body that is left out of this step because the engine's numbers for it are not finite. */
export function leaveOut(install: InstallState, slot: number): void {
  const { bodies: table, report } = install;
  report.badBodies++;
  if (!table.broken.includes(slot)) table.broken.push(slot);
  const body = table.body[slot];
  if (body) disable(body);
  reportProblem(
    report,
    'the velocity, pose, mass or force of a body is not a finite number: the body and its contacts are left out',
  );
}

/** Nothing that is not finite is left for the engine's step: 0.19 traps there, later versions disable the whole stack. */
function disable(body: RigidBody): void {
  body.setEnabled(false);
  body.resetForces(false);
  body.resetTorques(false);
  body.setLinvel(ZERO, false);
  body.setAngvel(ZERO, false);
}

const ZERO = { x: 0, y: 0, z: 0 };

/** Bodies that are disabled for that reason stay in the count until they are enabled again or removed. */
export function countBroken(install: InstallState): void {
  const { bodies: table, report } = install;
  for (let k = table.broken.length - 1; k >= 0; k--) {
    if (table.body[table.broken[k]]?.isEnabled() === false) report.badBodies++;
    else table.broken.splice(k, 1);
  }
}
