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
} from '@stiction/friction-core';
import { type BodyTable, createBodyTable } from './body-table.js';
import { type ColliderTable, createColliderTable } from './collider-table.js';

/** Ranges [first, last) of `store.contacts`: pairs whose normal impulses Rapier's API does not tell. */
interface HiddenPairs {
  count: number;
  range: Int32Array;
}

/** All that one install knows: plain data, handed from stage to stage of the step. */
export interface InstallState {
  world: World;
  pairs: MaterialPairs;
  store: PatchStore;
  bodies: BodyTable;
  colliders: ColliderTable;
  hidden: HiddenPairs;
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
  /** Length of the last step [s]; 0 before the first. */
  dt: number;
  /** The engine's, as it was before the last step. */
  gravity: Float64Array;
  /** True while the engine's own step runs: its data may not be touched then. */
  stepping: boolean;
  uninstallAfterStep: boolean;
  installed: boolean;
}

/**
 * A turn that changes no patch by more than this share of its load is the last. At 60 Hz and g 9.81 the slip left over is
 * then below 2e-5 m/s: not two tenths of a millimetre in ten seconds, even if it always pointed the same way.
 */
const TOLERANCE = 1e-4;

export interface StateOptions {
  law: FrictionLaw;
  iterations: number;
  combine: Combine;
  lengthUnit: number;
}

export function createInstallState(world: World, options: StateOptions): InstallState {
  const { law, iterations, combine, lengthUnit } = options;
  const install: InstallState = {
    world,
    pairs: createMaterialPairs(law),
    store: createPatchStore(),
    bodies: createBodyTable(),
    colliders: createColliderTable(),
    hidden: { count: 0, range: new Int32Array(0) },
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
    gravity: new Float64Array(3),
    stepping: false,
    uninstallAfterStep: false,
    installed: true,
  };
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
  reportProblem(
    report,
    'the velocity, pose, mass or force of a body is not a finite number: the body and its contacts are left out',
  );
}

/** Bodies that Rapier has disabled for that reason stay in the count until they are enabled again or removed. */
export function countBroken(install: InstallState): void {
  const { bodies: table, report } = install;
  for (let k = table.broken.length - 1; k >= 0; k--) {
    if (table.body[table.broken[k]]?.isEnabled() === false) report.badBodies++;
    else table.broken.splice(k, 1);
  }
}
