import { cityCar, tractionControl, tyre, type Vehicle, type WheelOptions } from '@stiction/vehicle';
import type { Vector } from '../scene.js';

/** The car of the track with x ahead, y to the left and z up, and what its drivers and gauges need of it, in any engine, stock or ours. */

const preset = cityCar();
const turned = ([left, up, ahead]: Vector): Vector => [ahead, left, up];

export const CAR = {
  mass: preset.mass,
  halfExtents: turned(preset.halfExtents),
  /** Without falloff, so that sliding tyres have the coefficient of the ground. */
  wheels: preset.wheels.map((wheel): WheelOptions => ({ ...wheel, position: turned(wheel.position), tyre: tyre() })),
  radius: preset.wheels[0].radius,
  antiRoll: preset.antiRoll,
  drive: preset.drive,
  steering: preset.steering,
  /** Spring of the stock wheels per mass of the chassis [1/s²]: the same sag on four wheels. Damping at 0.4 of critical [1/s]. */
  stiffness: 19.3,
  damping: 3.5,
} as const;

const { rest } = preset.wheels[0].suspension;
const SAG = 9.81 / (4 * CAR.stiffness);
/** Height of the chassis at rest [m]. */
export const REST_HEIGHT = CAR.radius + rest - SAG;

/** For `createVehicle`. */
export const AXES = { up: [0, 0, 1], forward: [1, 0, 0] } as const;

/** Without unit: throttle from -1 (reverse) to 1, steering from -1 (right) to 1. */
export interface Controls {
  throttle: number;
  steering: number;
  brake: boolean;
  handbrake: boolean;
}

/** A wheel after a step. */
export interface WheelReading {
  readonly position: Float64Array;
  /** x, y, z, w. */
  readonly rotation: Float64Array;
  inContact: boolean;
  readonly point: Float64Array;
  readonly normal: Float64Array;
  /** Force on the ground, and force of the ground along the wheel and to the left [N]. */
  load: number;
  along: number;
  left: number;
  /** Speed of the rubber over the ground [m/s]. */
  sliding: number;
  /** rad/s */
  spin: number;
}

export interface Car {
  readonly wheels: readonly WheelReading[];
  /** Before a step of the length `dt`. */
  control(controls: Controls, dt: number): void;
  /** After a step: updates the readings. */
  read(dt: number): void;
}

export const newReading = (): WheelReading => ({
  position: new Float64Array(3),
  rotation: Float64Array.of(0, 0, 0, 1),
  inContact: false,
  point: new Float64Array(3),
  normal: Float64Array.of(0, 0, 1),
  load: 0,
  along: 0,
  left: 0,
  sliding: 0,
  spin: 0,
});

/** More than any ground can take up: the wheels lock [N m]. */
const LOCK = 20_000;

/** The controls and readings of our vehicle. `vehicle` has no wheels yet. */
export function wrapVehicle(vehicle: Vehicle, speed: number): Car {
  for (const wheel of CAR.wheels) vehicle.addWheel(wheel).spin = speed / CAR.radius;
  const own = vehicle.wheels;
  vehicle.antiRoll(own[0], own[1], CAR.antiRoll);
  vehicle.antiRoll(own[2], own[3], CAR.antiRoll);
  tractionControl(vehicle);
  const wheels = own.map(newReading);
  return {
    wheels,
    control({ throttle, steering, brake, handbrake }) {
      vehicle.setDrive(throttle * CAR.drive);
      vehicle.setSteering(steering * CAR.steering);
      vehicle.setBrake(brake ? LOCK : 0);
      vehicle.setHandbrake(handbrake ? LOCK : 0);
    },
    read() {
      for (const [k, reading] of wheels.entries()) {
        const wheel = own[k];
        reading.position.set(wheel.position);
        reading.rotation.set(wheel.quaternion);
        reading.inContact = wheel.inContact;
        reading.point.set(wheel.contactPoint);
        reading.normal.set(wheel.contactNormal);
        reading.load = wheel.load;
        reading.along = wheel.forceX;
        reading.left = -wheel.forceY;
        reading.sliding = wheel.slidingSpeed;
        reading.spin = wheel.spin;
      }
    },
  };
}
