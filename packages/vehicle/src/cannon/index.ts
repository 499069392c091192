export { type CannonVehicleOptions, createVehicle } from './create-vehicle.js';
export { type GroundFrictionOptions, groundFriction } from './ground-friction.js';
export type { CannonVehicleFriction } from './ground-law.js';
