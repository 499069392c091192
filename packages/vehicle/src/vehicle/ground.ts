import type { FrictionLaw } from '@stiction/friction-core';

/** What a wheel has hit. The object is reused: copy what you keep. */
export interface GroundHit<Ground> {
  /** Index of the wheel. */
  wheel: number;
  /** cannon-es: the body; Rapier: the collider. */
  ground: Ground;
  /** Name of the ground's material, '' if there is none. */
  material: string;
  /** Contact point and normal in the world. */
  point: Float64Array;
  normal: Float64Array;
}

/** Returns the law or coefficient of tyre and ground at a contact, or undefined to look it up. */
export type GroundFriction<Ground> = (hit: GroundHit<Ground>) => FrictionLaw | number | undefined;
