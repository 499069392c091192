import type { Collider, RigidBody, World } from '@dimforge/rapier3d-compat';
import { describe, requireKnownOptions } from '@stiction/friction-core/adapter';
import type { GroundFriction } from '../vehicle/ground.js';
import { buildVehicle, type Vehicle, type VehicleOptions } from '../vehicle/vehicle.js';
import { createRapierEngine } from './engine.js';
import type { RapierVehicleFriction } from './ground-law.js';

export interface RapierVehicleOptions extends VehicleOptions {
  /** The world of the chassis: bodies of Rapier do not know it. */
  world: World;
  /** Law or coefficient of tyre and ground, before those of the friction handle. */
  groundFriction?: GroundFriction<Collider>;
  /** Collision groups of the wheels' rays. @default those of the first collider of the chassis */
  groups?: number;
}

/**
 * Creates a vehicle. `friction` gives the laws of tyre and ground; with null the ground's own coefficient, `collider.friction()`, applies.
 */
export function createVehicle(
  friction: RapierVehicleFriction | null,
  chassis: RigidBody,
  options: RapierVehicleOptions,
): Vehicle<Collider> {
  requireKnownOptions('createVehicle', options, ['world', 'up', 'forward', 'groundFriction', 'groups']);
  const { world, groundFriction, groups, ...axes } = options;
  if (typeof world?.createVehicleController !== 'function' || !world.bodies) {
    throw new TypeError(`createVehicle: world must be a Rapier world that has not been freed (got ${describe(world)})`);
  }
  if (world.getRigidBody(chassis?.handle) !== chassis || !chassis.isDynamic()) {
    throw new TypeError(`createVehicle: chassis must be a dynamic body of the world (got ${describe(chassis)})`);
  }
  if (groundFriction !== undefined && typeof groundFriction !== 'function') {
    throw new TypeError(`createVehicle: groundFriction must be a function (got ${describe(groundFriction)})`);
  }
  return buildVehicle(createRapierEngine(chassis, world, friction, groundFriction, groups), axes);
}
