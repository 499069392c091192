import type { Collider } from '@dimforge/rapier3d-compat';
import { describe, requireKnownOptions } from '@stiction/friction-core/adapter';
import type { GroundFriction } from '../vehicle/ground.js';
import { buildVehicle, type Vehicle, type VehicleOptions } from '../vehicle/vehicle.js';
import { createRapierEngine } from './engine.js';
import { asEngineBody, asEngineWorld, type ChassisOf, type GroundOf, type RapierVehicleWorld } from './flavours.js';
import type { RapierVehicleFriction } from './ground-law.js';

export interface RapierVehicleOptions<W extends RapierVehicleWorld = RapierVehicleWorld> extends VehicleOptions {
  /** The world of the chassis: bodies of Rapier do not know it. */
  world: W;
  /** Law or coefficient of tyre and ground, before those of the friction handle. */
  groundFriction?: GroundFriction<GroundOf<W>>;
  /** Collision groups of the wheels' rays. @default those of the first collider of the chassis */
  groups?: number;
}

/**
 * Creates a vehicle. `friction` gives the laws of tyre and ground; with null the ground's own coefficient, `collider.friction()`, applies.
 */
export function createVehicle<W extends RapierVehicleWorld>(
  friction: RapierVehicleFriction<GroundOf<W>> | null,
  chassis: ChassisOf<W>,
  options: RapierVehicleOptions<W>,
): Vehicle<GroundOf<W>> {
  requireKnownOptions('createVehicle', options, ['world', 'up', 'forward', 'groundFriction', 'groups']);
  const { world: givenWorld, groundFriction, groups, ...axes } = options;
  const world = asEngineWorld(givenWorld);
  if (typeof world?.createVehicleController !== 'function' || !world.bodies) {
    throw new TypeError(`createVehicle: world must be a Rapier world that has not been freed (got ${describe(world)})`);
  }
  if (world.getRigidBody(chassis?.handle) !== chassis || !chassis.isDynamic()) {
    throw new TypeError(`createVehicle: chassis must be a dynamic body of the world (got ${describe(chassis)})`);
  }
  if (groundFriction !== undefined && typeof groundFriction !== 'function') {
    throw new TypeError(`createVehicle: groundFriction must be a function (got ${describe(groundFriction)})`);
  }
  const engine = createRapierEngine(
    asEngineBody(chassis),
    world,
    friction as RapierVehicleFriction | null,
    groundFriction as GroundFriction<Collider> | undefined,
    groups,
  );
  const vehicle: unknown = buildVehicle(engine, axes);
  return vehicle as Vehicle<GroundOf<W>>; // with the class of this world's colliders
}
