import { tyre } from '../tyre/tyre.js';
import type { Vector, WheelOptions } from '../vehicle/options.js';

/** Numbers of a vehicle with y up and z ahead. */
export interface VehiclePreset {
  /** Mass of the chassis [kg] and the half extents of its box [m]. */
  readonly mass: number;
  readonly halfExtents: Vector;
  /** Front left, front right, and so on to the rear. Positions are for a body whose origin is its centre. */
  readonly wheels: readonly WheelOptions[];
  /** Largest torques [N m], for `setDrive`, `setBrake` and `setHandbrake`, and largest steering angle [rad]. */
  readonly drive: number;
  readonly brake: number;
  readonly handbrake: number;
  readonly steering: number;
  /** Stiffness of anti-roll bars [N/m]; 0 for none. */
  readonly antiRoll: number;
}

interface Axles {
  mass: number;
  halfExtents: Vector;
  /** Of each axle, from front to rear [m]. */
  axles: readonly { ahead: number; drives: boolean; steers: number }[];
  track: number;
  radius: number;
  width: number;
  inertia: number;
  /** Top of the struts against the centre [m]. */
  height: number;
  suspension: WheelOptions['suspension'];
  tyre: WheelOptions['tyre'];
}

function build(axles: Axles, limits: Pick<VehiclePreset, 'drive' | 'brake' | 'handbrake' | 'steering' | 'antiRoll'>) {
  const wheels = axles.axles.flatMap(({ ahead, drives, steers }) =>
    [0.5, -0.5].map(
      (side): WheelOptions => ({
        position: [side * axles.track, axles.height, ahead],
        radius: axles.radius,
        width: axles.width,
        inertia: axles.inertia,
        suspension: axles.suspension,
        drives,
        steers,
        ...(axles.tyre && { tyre: axles.tyre }),
      }),
    ),
  );
  return { mass: axles.mass, halfExtents: axles.halfExtents, wheels, ...limits };
}

/** Front-wheel drive, soft, forgiving. */
export function cityCar(): VehiclePreset {
  return build(
    {
      mass: 1100,
      halfExtents: [0.8, 0.3, 1.9],
      axles: [
        { ahead: 1.25, drives: true, steers: 1 },
        { ahead: -1.25, drives: false, steers: 0 },
      ],
      track: 1.45,
      radius: 0.3,
      width: 0.19,
      inertia: 0.7,
      height: 0,
      suspension: { rest: 0.35, travel: 0.2, frequency: 1.4, damping: 0.4 },
      tyre: tyre({ muX: 0.95, loadSensitivity: 0.1, falloff: 0.15 }),
    },
    { drive: 2000, brake: 1500, handbrake: 1500, steering: 0.6, antiRoll: 12_000 },
  );
}

/** No suspension to speak of, rear axle locked, as real karts have it. */
export function kart(): VehiclePreset {
  return build(
    {
      mass: 160,
      halfExtents: [0.5, 0.1, 0.7],
      axles: [
        { ahead: 0.52, drives: false, steers: 1 },
        { ahead: -0.52, drives: true, steers: 0 },
      ],
      track: 1.1,
      radius: 0.135,
      width: 0.15,
      inertia: 0.03,
      height: 0,
      suspension: { rest: 0.12, travel: 0.05, frequency: 4, damping: 0.6 },
      tyre: tyre({ muX: 1.3, relaxation: 0.1 }),
    },
    { drive: 130, brake: 150, handbrake: 150, steering: 0.5, antiRoll: 0 },
  );
}

/** Three axles, the rear two driven. */
export function truck(): VehiclePreset {
  return build(
    {
      mass: 12_000,
      halfExtents: [1.2, 0.8, 3.8],
      axles: [
        { ahead: 2.6, drives: false, steers: 1 },
        { ahead: -1.4, drives: true, steers: 0 },
        { ahead: -2.7, drives: true, steers: 0 },
      ],
      track: 2.05,
      radius: 0.5,
      width: 0.32,
      inertia: 12,
      height: -0.5,
      suspension: { rest: 0.5, travel: 0.25, frequency: 1.6, damping: 0.45 },
      tyre: tyre({ muX: 0.75, stiffnessX: 12, stiffnessY: 8, relaxation: 0.5 }),
    },
    { drive: 24_000, brake: 16_000, handbrake: 16_000, steering: 0.6, antiRoll: 120_000 },
  );
}

/** Rear-wheel drive with tyres that lose a third of their friction when they slide. */
export function driftCar(): VehiclePreset {
  return build(
    {
      mass: 1300,
      halfExtents: [0.85, 0.28, 2.1],
      axles: [
        { ahead: 1.3, drives: false, steers: 1 },
        { ahead: -1.3, drives: true, steers: 0 },
      ],
      track: 1.55,
      radius: 0.32,
      width: 0.24,
      inertia: 1,
      height: 0,
      suspension: { rest: 0.32, travel: 0.16, frequency: 2, damping: 0.5 },
      tyre: tyre({ muX: 1, falloff: 0.35, loadSensitivity: 0.1 }),
    },
    { drive: 5000, brake: 2500, handbrake: 4000, steering: 0.85, antiRoll: 25_000 },
  );
}

/** Six small wheels, all driven, front and rear steered against each other. */
export function rover(): VehiclePreset {
  return build(
    {
      mass: 180,
      halfExtents: [0.6, 0.25, 0.9],
      axles: [
        { ahead: 0.9, drives: true, steers: 1 },
        { ahead: 0, drives: true, steers: 0 },
        { ahead: -0.9, drives: true, steers: -1 },
      ],
      track: 1.5,
      radius: 0.25,
      width: 0.3,
      inertia: 0.3,
      height: 0,
      suspension: { rest: 0.5, travel: 0.35, frequency: 1.2, damping: 0.6 },
      tyre: tyre({ muX: 0.8, peak: 0.2 }),
    },
    { drive: 400, brake: 200, handbrake: 200, steering: 0.5, antiRoll: 0 },
  );
}
