import type { World } from '@dimforge/rapier2d-compat';

/** What the types ask of Rapier 2D. They are structural: every npm package of it fits, in every version. */
export interface Rapier2DWorld {
  timestep: number;
  gravity: Rapier2DVector;
  getRigidBody(handle: number): Rapier2DBody;
  step(...args: never[]): void;
}

export interface Rapier2DVector {
  x: number;
  y: number;
}

export interface Rapier2DBody {
  readonly handle: number;
  isValid(): boolean;
  numColliders(): number;
  translation(): Rapier2DVector;
  rotation(): number;
  linvel(): Rapier2DVector;
  angvel(): number;
}

/** The class of a world's rigid bodies. */
export type Body2DOf<W extends Rapier2DWorld> = ReturnType<W['getRigidBody']>;

/** The sources are checked against the newest version of one package. The others differ from it in private members. */
export function asEngineWorld(world: Rapier2DWorld): World {
  return world as World;
}
