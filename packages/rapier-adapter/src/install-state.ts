import type { World } from '@dimforge/rapier3d-compat';
import {
  createMaterialPairs,
  createPatchStore,
  createReport,
  type FrictionLaw,
  type FrictionPassOptions,
  type FrictionReport,
  type MaterialPairs,
  type PatchStore,
} from '@stiction/friction-core';
import { type BodyTable, createBodyTable } from './body-table.js';
import { type ColliderTable, createColliderTable } from './collider-table.js';

/** All that one install knows: plain data, handed from stage to stage of the step. */
export interface InstallState {
  world: World;
  pairs: MaterialPairs;
  store: PatchStore;
  bodies: BodyTable;
  colliders: ColliderTable;
  report: FrictionReport;
  pass: FrictionPassOptions;
  /** Counts friction steps; stamps in the body table refer to it. */
  stepIndex: number;
  /** Length of the last step [s]; 0 before the first. */
  dt: number;
  gravity: Float64Array;
  /** True while the engine's own step runs: its data may not be touched then. */
  stepping: boolean;
  uninstallAfterStep: boolean;
  installed: boolean;
}

/**
 * A sweep that changes no patch by more than this share of its normal impulse is the last. At 60 Hz the slip left over is
 * about 1e-5 m/s where g is 9.81; the next step goes on from there.
 */
const TOLERANCE = 1e-4;

export function createInstallState(world: World, law: FrictionLaw, iterations: number): InstallState {
  return {
    world,
    pairs: createMaterialPairs(law),
    store: createPatchStore(),
    bodies: createBodyTable(),
    colliders: createColliderTable(),
    report: createReport(),
    pass: { iterations, tolerance: TOLERANCE },
    stepIndex: 0,
    dt: 0,
    gravity: new Float64Array(3),
    stepping: false,
    uninstallAfterStep: false,
    installed: true,
  };
}
