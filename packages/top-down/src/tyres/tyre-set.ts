import type { FrictionLaw } from '@stiction/friction-core';

/** A tyre of a body seen from above. */
export interface TyreOptions {
  /** Where it touches the floor, in the body's frame, from the centre of mass [m]. +x of the body is forward. */
  position: readonly [number, number];
  /**
   * Its law; the tyre is 'a', so `direction` [1, 0, 0] is the rolling direction: `anisotropic({ mu: [1.1, 0.9] })`. @default the law
   * between `material` and the floor where the tyre is
   */
  law?: FrictionLaw;
  /** Name of its material, for laws by `setPair` and `setMaterialLaw`. @default 'tyre' */
  material?: string;
  /** Steering angle, counter-clockwise [rad]. @default 0 */
  steer?: number;
  /** Force of the engine along the rolling direction [N]. @default 0 */
  drive?: number;
  /** Largest force of the brake [N]; Infinity locks the wheel. @default 0 */
  brake?: number;
}

/** A tyre. `steer`, `drive` and `brake` act in the next step; everything else is what the last step found. */
export interface Tyre {
  steer: number;
  drive: number;
  brake: number;
  readonly position: readonly [number, number];
  /** Place of the contact in the world [m]. */
  readonly x: number;
  readonly y: number;
  /** Force of the floor on it [N], N along and across the rolling direction (left). */
  readonly force: readonly [along: number, across: number];
  /** Load on it [N]. */
  readonly load: number;
  /** Sliding speed over the floor, along and across [m/s]; along is the speed of a locked wheel, 0 while the wheel turns freely. */
  readonly slip: readonly [along: number, across: number];
  /** True if it is at the limit of its law. */
  readonly skidding: boolean;
  /** Material of the floor under it. */
  readonly material: string;
}

/** Further options of `tyres`. */
export interface TyresOptions {
  /** Height of the centre of mass above the floor, >= 0 m: accelerating and cornering shift the loads. @default 0 */
  centreHeight?: number;
}

/** Tyres of one body, as data of the step. */
export interface TyreSet {
  tyres: WritableTyre[];
  /** Patch of each tyre. */
  patches: number[];
  /** Slot of each tyre's own frame in `bodies`, for laws with a direction. */
  frames: number[];
  laws: (FrictionLaw | null)[];
  materials: number[];
  centreHeight: number;
  /** Acceleration by the tyres in the last step, in the body's frame [m/s²]. */
  acceleration: Float64Array;
  /** Inverse of the sums Σ[1, x, y]ᵀ[1, x, y] over the tyres, six numbers. */
  loads: Float64Array;
}

export interface WritableTyre {
  steer: number;
  drive: number;
  brake: number;
  position: readonly [number, number];
  x: number;
  y: number;
  force: [number, number];
  load: number;
  slip: [number, number];
  skidding: boolean;
  material: string;
}
