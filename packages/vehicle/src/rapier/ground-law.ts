import type { FrictionLaw } from '@stiction/friction-core';
import type { RapierGround, RapierVector } from './flavours.js';

/** The handle that `installFriction` of `@stiction/rapier-adapter` returns. */
export interface RapierVehicleFriction<Ground extends RapierGround = RapierGround> {
  lawBetween(a: string, b: string): FrictionLaw;
  materialAt(collider: Ground, point: RapierVector, normal: RapierVector): string;
  // Arguments do not matter here; typed like this, handles of all builds of Rapier fit.
  step(...args: never[]): void;
}

/** The law of tyre and ground. Without a handle, or if its law leaves the coefficient to Rapier, `collider.friction()`. */
export function groundLaw(
  friction: RapierVehicleFriction | null,
  tyre: string,
  name: string,
  ground: RapierGround,
): FrictionLaw | number {
  const law = friction?.lawBetween(tyre, name);
  return law?.mu === undefined ? ground.friction() : law;
}
