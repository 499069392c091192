import type { EngineName, Vector } from '@stiction/scenes';
import type { Value, Values } from '@stiction/scenes/demo';
import type { PatchSight } from '../patches.js';
import type { Measured } from '../run.js';
import type { PerSide } from '../sides.js';

/** What the page asks of the worker. It answers each order with a report, in order; `run` tells to which run an answer belongs. */
export type Order = { run: number } & (
  | { kind: 'start'; scene: string; engine: EngineName; values: Values; dt: number; effort: number; law: string }
  /** `budget`: stops early after this time [ms]. `patches`: the report has the contacts. */
  | { kind: 'step'; count: number; budget: number; patches: boolean }
  | { kind: 'law'; id: string }
  | { kind: 'value'; name: string; value: Value }
  | { kind: 'grab'; body: string; localPoint: Vector }
  | { kind: 'pull'; pull: Vector }
  | { kind: 'release' }
  | { kind: 'dispose' }
);

export interface Report {
  run: number;
  state: RunState | null;
  /** Set if the order failed. */
  error: string;
}

/** A run as the page needs it to draw. */
export interface RunState {
  steps: number;
  done: boolean;
  otherwise: string;
  cost: PerSide<number>;
  /** One number for each step since the last report. */
  curves: PerSide<number[]>;
  sides: PerSide<SideState>;
}

interface SideState {
  /** Poses before and after the last step, see poses.ts. */
  last: Float32Array<ArrayBuffer>;
  now: Float32Array<ArrayBuffer>;
  trails: readonly (readonly number[])[];
  probe: Measured;
  /** null if they were not asked for. */
  patches: readonly PatchSight[] | null;
}
