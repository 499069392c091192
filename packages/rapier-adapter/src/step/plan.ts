import { reserve } from '@stiction/friction-core/adapter';
import type { Columns } from '../columns.js';

export const PLAN_BYTES = {
  /** NATIVE, CORRECTED or REPLACED: see `law-kind.ts`. */
  kind: 1,
  /** 1 if Rapier's friction is off at this patch: one of its colliders is REPLACED. Set when patches are gathered and before each step. */
  isReplaced: 1,
  /** 1 if there is nothing to do. */
  isIdle: 1,
  /** 1 if friction cannot stop the slip, or the spin, within this step. */
  isSliding: 1,
  isSpinning: 1,
  /** 1 if the engine does not report the load: pairs with several manifolds (meshes, height fields, compounds). */
  isEstimated: 1,
};
export const PLAN_FLOATS = {
  /** Load of the last step [N s]; the patch's own may be set to 0 if it is considered lost. */
  load: 1,
  /** Coefficient that Rapier's friction should have at this patch. */
  coefficient: 1,
  /** Friction of the law per unit of load at the mid-step slip, [t1, t2, torsion]. */
  lawWrench: 3,
  /** Slip at mid step, and after the step before the last one. */
  midSlip: 3,
  lastSlip: 3,
  /** Lever of the torsion of Rapier's friction about the point where it acts [m]. */
  nativeLever: 1,
  /** Friction that Rapier carried at a resting patch in the last step [N s, N s, N m s]; 0 if unknown. */
  restLoad: 3,
  /** Where Rapier's friction acts, relative to the pressure centre, along t1 and t2 [m]. */
  nativeOffset: 2,
  /** Slip rate of the last step from displacements [m/s, m/s, rad/s]: loaded bodies at rest have velocities that are not 0. */
  slipRate: 3,
};

/** Decisions for each patch before the engine's step. Indices are those of `store.current` until contacts are read again. */
export interface Plan extends Columns<typeof PLAN_BYTES, Uint8Array>, Columns<typeof PLAN_FLOATS, Float64Array> {
  /** True if the last step had patches. */
  hadPatches: boolean;
}

export function createPlan(): Plan {
  const plan = { hadPatches: true } as Plan;
  reservePlan(plan, 0);
  return plan;
}

export function reservePlan(plan: Plan, patches: number): void {
  reserve(plan, Uint8Array, PLAN_BYTES, patches);
  reserve(plan, Float64Array, PLAN_FLOATS, patches);
}
