import { describe, requireKnownOptions } from '@stiction/friction-core/adapter';
import type { Body } from 'cannon-es';
import type { GroundFriction } from '../vehicle/ground.js';
import { buildVehicle, type Vehicle, type VehicleOptions } from '../vehicle/vehicle.js';
import { createCannonEngine } from './engine.js';
import type { CannonVehicleFriction } from './ground-law.js';

export interface CannonVehicleOptions extends VehicleOptions {
  /** Law or coefficient of tyre and ground, before those of the friction handle. */
  groundFriction?: GroundFriction<Body>;
}

/**
 * Creates a vehicle in the world of its chassis. `friction` gives the laws of tyre and ground; with null they are cannon-es's: the
 * ContactMaterial of both names, or `Material.friction` of the ground. Without any of them, the tyre's own coefficient applies.
 */
export function createVehicle(
  friction: CannonVehicleFriction | null,
  chassis: Body,
  options: CannonVehicleOptions = {},
): Vehicle<Body> {
  requireKnownOptions('createVehicle', options, ['up', 'forward', 'groundFriction']);
  const { groundFriction, ...axes } = options;
  if (typeof chassis?.invMass !== 'number' || !chassis.world) {
    throw new TypeError(`createVehicle: chassis must be a cannon-es body in a world (got ${describe(chassis)})`);
  }
  if (groundFriction !== undefined && typeof groundFriction !== 'function') {
    throw new TypeError(`createVehicle: groundFriction must be a function (got ${describe(groundFriction)})`);
  }
  return buildVehicle(createCannonEngine(chassis, chassis.world, friction, groundFriction), axes);
}
