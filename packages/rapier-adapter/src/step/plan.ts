import { reserve, type Strides } from '@stiction/friction-core/adapter';

/** Decisions for each patch before the engine's step. Indices are those of `store.current` until contacts are read again. */
export interface Plan {
  /** True if the last step had patches. */
  hadPatches: boolean;
  /** NATIVE, CORRECTED or REPLACED: see `law-kind.ts`. */
  kind: Uint8Array;
  /** 1 if Rapier's friction is off at this patch: one of its colliders is REPLACED. Set when patches are gathered and before each step. */
  isReplaced: Uint8Array;
  /** 1 if there is nothing to do. */
  isIdle: Uint8Array;
  /** 1 if friction cannot stop the slip, or the spin, within this step. */
  isSliding: Uint8Array;
  isSpinning: Uint8Array;
  /** Load of the last step [N s]; the patch's own may be set to 0 if it is considered lost. */
  load: Float64Array;
  /** 1 if the engine does not report the load: pairs with several manifolds (meshes, height fields, compounds). */
  isEstimated: Uint8Array;
  /** Coefficient that Rapier's friction should have at this patch. */
  coefficient: Float64Array;
  /** Friction of the law per unit of load at the mid-step slip, [t1, t2, torsion]. */
  lawWrench: Float64Array;
  /** Slip at mid step, and after the step before the last one. */
  midSlip: Float64Array;
  lastSlip: Float64Array;
  /** Where Rapier's friction acts, relative to the pressure centre, along t1 and t2; and the lever of its torsion there [m]. */
  nativeOffset: Float64Array;
  nativeLever: Float64Array;
  /** Friction that Rapier carried at a resting patch in the last step [N s, N s, N m s]; 0 if unknown. */
  restLoad: Float64Array;
  /** Slip rate of the last step from displacements [m/s, m/s, rad/s]: loaded bodies at rest have velocities that are not 0. */
  slipRate: Float64Array;
}

export const PLAN_BYTES = {
  kind: 1,
  isReplaced: 1,
  isIdle: 1,
  isSliding: 1,
  isSpinning: 1,
  isEstimated: 1,
} satisfies Partial<Strides<Plan, Uint8Array>>;
export const PLAN_FLOATS = {
  load: 1,
  coefficient: 1,
  lawWrench: 3,
  midSlip: 3,
  lastSlip: 3,
  nativeLever: 1,
  restLoad: 3,
  nativeOffset: 2,
  slipRate: 3,
} satisfies Partial<Strides<Plan, Float64Array>>;

export function createPlan(): Plan {
  const plan = { hadPatches: true } as Plan;
  reservePlan(plan, 0);
  return plan;
}

export function reservePlan(plan: Plan, patches: number): void {
  reserve(plan, Uint8Array, PLAN_BYTES, patches);
  reserve(plan, Float64Array, PLAN_FLOATS, patches);
}
