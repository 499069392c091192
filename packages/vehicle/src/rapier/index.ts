export { createVehicle, type RapierVehicleOptions } from './create-vehicle.js';
export type {
  ChassisOf,
  GroundOf,
  RapierChassis,
  RapierGround,
  RapierVector,
  RapierVehicleController,
  RapierVehicleWorld,
} from './flavours.js';
export { type GroundFrictionOptions, groundFriction } from './ground-friction.js';
export type { RapierVehicleFriction } from './ground-law.js';
