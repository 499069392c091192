import { reserve } from '@stiction/friction-core';

/** What a step decides for each patch before the engine runs; indices are those of `store.current` until contacts are read again. */
export interface Plan {
  /** There were patches in the last step. */
  busy: boolean;
  /** Law of this kind: see `law-kind.ts`. */
  kind: Uint8Array;
  /** 1 where nothing is to be done. */
  idle: Uint8Array;
  /** 1 where friction cannot stop the slip, or the spin, in this step. */
  slides: Uint8Array;
  spins: Uint8Array;
  /** Load as it was in the last step [N s]; that of the patch may be taken for gone. */
  load: Float64Array;
  /** 1 where the engine does not tell the load: several manifolds (meshes, height fields, compounds). */
  estimated: Uint8Array;
  /** Coefficient that Rapier's own friction should have at this patch. */
  wanted: Float64Array;
  /** Friction of the law per unit of load, [t1, t2, torsion], at mid-step slip. */
  wrench: Float64Array;
  /** Slip at mid step, and after the step before the last one. */
  mid: Float64Array;
  lastSlip: Float64Array;
  /** Where Rapier's own friction acts, from the pressure centre, along t1 and t2, and the lever of its torsion there [m]. */
  offset: Float64Array;
  lever: Float64Array;
  /** What Rapier's own friction carried at a patch at rest in the last step [N s, N s, N m s]; 0 where that is not known. */
  carried: Float64Array;
  /** Slip of the last step by the way that the patch has gone [m/s, m/s, rad/s]: velocities of loaded bodies at rest are not 0. */
  rate: Float64Array;
}

export const PLAN_BYTES = { kind: 1, idle: 1, slides: 1, spins: 1, estimated: 1 };
export const PLAN_FLOATS = {
  load: 1,
  wanted: 1,
  wrench: 3,
  mid: 3,
  lastSlip: 3,
  lever: 1,
  carried: 3,
  offset: 2,
  rate: 3,
};

export function createPlan(): Plan {
  const plan = { busy: true } as Plan;
  reservePlan(plan, 0);
  return plan;
}

export function reservePlan(plan: Plan, patches: number): void {
  reserve(plan, Uint8Array, PLAN_BYTES, patches);
  reserve(plan, Float64Array, PLAN_FLOATS, patches);
}
