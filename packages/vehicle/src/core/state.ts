import { type Bodies, createBodies } from './bodies.js';
import { createGroundPatch, type GroundPatch } from './ground-limit.js';
import { createRows, type Rows } from './rows.js';
import { createWheels, type Wheels } from './wheels.js';

/** Locks two wheels together up to a torque: a locked or limited-slip axle. */
interface Coupling {
  a: number;
  b: number;
  /** Largest torque [N m]. */
  torque: number;
}

/** Anti-roll bar: a spring between the compressions of two struts. */
interface Bar {
  a: number;
  b: number;
  /** [N/m] */
  stiffness: number;
}

/** Everything the solver knows about one vehicle. */
export interface VehicleState {
  wheels: Wheels;
  bodies: Bodies;
  rows: Rows;
  groundPatch: GroundPatch;
  couplings: Coupling[];
  /** Last impulses of couplings and bars. */
  couplingImpulse: Float64Array;
  bars: Bar[];
  barImpulse: Float64Array;
  /** In the frame of the chassis. */
  localUp: Float64Array;
  localAxle: Float64Array;
  /** In the world, this step. */
  up: Float64Array;
  rightAxle: Float64Array;
  ahead: Float64Array;
  /** Length of the last step [s]. */
  h: number;
  /** Gravity [m/s²], and at FALL the speed that it gives a body in this step [m/s]. */
  gravity: Float64Array;
  /** Inverse mass that the static loads belong to; 0 to compute them again. */
  staticInvMass: number;
  sweeps: number;
}

export const FALL = 3;
export const MAX_LINKS = 24;

export function createState(localUp: Float64Array, localAxle: Float64Array): VehicleState {
  return {
    wheels: createWheels(),
    bodies: createBodies(),
    rows: createRows(),
    groundPatch: createGroundPatch(),
    couplings: [],
    couplingImpulse: new Float64Array(MAX_LINKS),
    bars: [],
    barImpulse: new Float64Array(MAX_LINKS),
    localUp,
    localAxle,
    up: new Float64Array(3),
    rightAxle: new Float64Array(3),
    ahead: new Float64Array(3),
    h: 0,
    gravity: new Float64Array(4),
    staticInvMass: 0,
    sweeps: 0,
  };
}
