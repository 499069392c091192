import type { FrictionLaw } from '@stiction/friction-core';
import type { VehicleState } from './state.js';

/** What a vehicle needs from an engine. */
export interface Port {
  /** Fills slot 0 and `state.gravity`. Returns false if the vehicle has nothing to do: the chassis sleeps or is not in the world. */
  readChassis(state: VehicleState, h: number): boolean;
  /** Casts all wheels: fills hit, distance, normal and groundKey. */
  cast(state: VehicleState, h: number): void;
  /** Fills a slot with the body under wheel i. */
  readGround(state: VehicleState, slot: number, i: number, h: number): void;
  /** The law of tyre and ground at the contact of wheel i, its coefficient, or undefined for the tyre's own. */
  groundLaw(state: VehicleState, i: number): FrictionLaw | number | undefined;
  /** Applies `impulse / h` of slot 0 and of dynamic ground bodies as forces. */
  apply(state: VehicleState, h: number): void;
}
