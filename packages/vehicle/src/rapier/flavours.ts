import type { RigidBody, World } from '@dimforge/rapier3d-compat';

/** What the types ask of Rapier. They are structural: every npm package of it fits, in every version. */
export interface RapierVehicleWorld {
  timestep: number;
  gravity: RapierVector;
  getRigidBody(handle: number): RapierChassis;
  getCollider(handle: number): RapierGround;
  createVehicleController(chassis: RapierChassis): RapierVehicleController;
  step(...args: never[]): void;
}

export interface RapierVector {
  x: number;
  y: number;
  z: number;
}

/** A rigid body. */
export interface RapierChassis {
  readonly handle: number;
  isValid(): boolean;
  isDynamic(): boolean;
}

/** A collider. */
export interface RapierGround {
  readonly handle: number;
  friction(): number;
}

/** `DynamicRayCastVehicleController` of Rapier. */
export interface RapierVehicleController {
  numWheels(): number;
  wheelFrictionSlip(i: number): number | null;
  setWheelFrictionSlip(i: number, slip: number): void;
  wheelIsInContact(i: number): boolean;
  wheelGroundObject(i: number): RapierGround | null;
  wheelContactPoint(i: number): RapierVector | null;
  wheelContactNormal(i: number): RapierVector | null;
}

/** The class of a world's rigid bodies. */
export type ChassisOf<W extends RapierVehicleWorld> = ReturnType<W['getRigidBody']>;
/** The class of a world's colliders. */
export type GroundOf<W extends RapierVehicleWorld> = ReturnType<W['getCollider']>;

/** The sources are checked against the newest version of one package. The others differ from it in private members. */
export function asEngineWorld(world: RapierVehicleWorld): World {
  return world as World;
}

export function asEngineBody(body: RapierChassis): RigidBody {
  return body as RigidBody;
}
