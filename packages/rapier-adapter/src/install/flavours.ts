import type { World } from '@dimforge/rapier3d-compat';

/**
 * What the types ask of Rapier. They are structural, so that every npm package of it fits (`rapier3d`, `-compat`, `-simd`, `-deterministic`), in every
 * version, and several of them in one program. Handles keep the classes of the world that they were installed in: `RapierFriction<World>`.
 */
export interface RapierWorld {
  timestep: number;
  gravity: RapierVector;
  getCollider(handle: number): RapierCollider;
  getRigidBody(handle: number): RapierBody;
  getImpulseJoint(handle: number): RapierImpulseJoint;
  forEachCollider(visit: (collider: RapierCollider) => void): void;
  step(eventQueue?: RapierEventQueue, hooks?: RapierHooks): void;
}

export interface RapierVector {
  x: number;
  y: number;
  z: number;
}

export interface RapierRotation extends RapierVector {
  w: number;
}

export interface RapierBody {
  readonly handle: number;
  isValid(): boolean;
  isSleeping(): boolean;
  translation(): RapierVector;
  rotation(): RapierRotation;
  linvel(): RapierVector;
  angvel(): RapierVector;
}

export interface RapierCollider {
  readonly handle: number;
  isValid(): boolean;
  parent(): RapierBody | null;
  friction(): number;
}

export interface RapierImpulseJoint {
  readonly handle: number;
  isValid(): boolean;
  body1(): RapierBody;
  body2(): RapierBody;
}

/** `EventQueue` of Rapier. */
export interface RapierEventQueue {
  clear(): void;
  free(): void;
}

/** `PhysicsHooks` of Rapier. */
export interface RapierHooks {
  filterContactPair(collider1: number, collider2: number, body1: number, body2: number): number | null;
  filterIntersectionPair(collider1: number, collider2: number, body1: number, body2: number): boolean;
}

/** The class of a world's colliders. */
export type ColliderOf<W extends RapierWorld> = ReturnType<W['getCollider']>;
/** The class of a world's rigid bodies. */
export type BodyOf<W extends RapierWorld> = ReturnType<W['getRigidBody']>;
/** The class of a world's impulse joints. */
export type ImpulseJointOf<W extends RapierWorld> = ReturnType<W['getImpulseJoint']>;

/**
 * The sources are checked against the newest version of one package. Worlds of the others differ from it in private members, and in the raw methods that
 * `detectEngine` finds out.
 */
export function asEngineWorld(world: RapierWorld): World {
  return world as World;
}
