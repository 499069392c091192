import { MIN_SLIP_SPEED, SKID_SPEED } from '../constants.js';
import { CHASSIS } from '../core/bodies.js';
import type { VehicleState } from '../core/state.js';
import { cross, dot, rotate } from '../core/vector.js';
import type { WheelSettings } from './options.js';

/** A wheel. Readings are those of the last step; vectors are reused, so copy what you keep. */
export interface Wheel<Ground = unknown> {
  readonly index: number;
  readonly radius: number;
  readonly width: number;
  readonly material: string;
  /** Top of the strut, ahead and to the right of the origin of the chassis [m]. */
  readonly ahead: number;
  readonly right: number;
  /** Shares in the controls of the vehicle. */
  readonly drives: number;
  readonly steers: number;
  readonly brakes: number;
  readonly handbrake: number;
  /** Steering angle, left is positive [rad]; `setSteering` writes it. */
  steering: number;
  /** Drive torque, forwards is positive [N m]; `setDrive` writes it. */
  drive: number;
  /** Largest brake torque [N m]; `setBrake` and `setHandbrake` write it. */
  brake: number;
  /** What control systems let pass of the two torques [N m]. @default Infinity */
  driveLimit: number;
  brakeLimit: number;
  /** Spin, rolling forwards is positive [rad/s]. You may set it, e.g. after a teleport. */
  spin: number;
  /** Centre of the wheel and its rotation [x, y, z, w] in the world, for rendering. The wheel's axle is the chassis' right. */
  readonly position: Float64Array;
  readonly quaternion: Float64Array;
  /** True if the wheel touches the ground. */
  readonly inContact: boolean;
  /** Contact point and normal in the world. */
  readonly contactPoint: Float64Array;
  readonly contactNormal: Float64Array;
  /** What the wheel stands on (cannon-es: the body, Rapier: the collider), or null. */
  readonly ground: Ground | null;
  /** Name of the ground's material; '' if it has none or is not known. */
  readonly groundMaterial: string;
  /** Compression of the strut [m]. */
  readonly compression: number;
  /** Force that presses the wheel on the ground [N]. */
  readonly load: number;
  /** Tyre force on the vehicle, along the wheel and to the right [N]. */
  readonly forceX: number;
  readonly forceY: number;
  /** (ω R - v) / |v|: positive under power, -1 for a locked wheel. */
  readonly slipRatio: number;
  /** Angle between the wheel's heading and its motion, positive if it moves to the right [rad]. */
  readonly slipAngle: number;
  /** Speed at which the tyre's surface slides over the ground, without its deformation [m/s]. */
  readonly slidingSpeed: number;
  /** Friction that acts and the most that could, in this direction [N]. */
  readonly frictionUsed: number;
  readonly frictionAvailable: number;
  /** The most friction along the wheel beside the present side force [N]. */
  readonly frictionAlong: number;
  /** True if the tyre slides at 0.1 m/s or more. */
  readonly skidding: boolean;
}

type Controls = 'steering' | 'drive' | 'brake' | 'driveLimit' | 'brakeLimit';

/** What the engine knows about the ground of each wheel. */
export interface GroundView<Ground> {
  ground(i: number): Ground | null;
  material(i: number): string;
}

export function createWheel<Ground>(
  state: VehicleState,
  i: number,
  settings: WheelSettings,
  view: GroundView<Ground>,
  wake: () => void,
): Wheel<Ground> {
  const { wheels } = state;
  const position = new Float64Array(3);
  const quaternion = Float64Array.of(0, 0, 0, 1);
  const point = wheels.patch.subarray(3 * i, 3 * i + 3);
  const normal = wheels.normal.subarray(3 * i, 3 * i + 3);
  const control = (name: 'steering' | 'drive' | 'brake') => ({
    enumerable: true,
    get: () => wheels[name][i],
    set: (value: number) => {
      if (value === wheels[name][i]) return;
      if (!(value * 0 === 0)) throw new RangeError(`wheel: ${name} must be a finite number (got ${String(value)})`);
      wheels[name][i] = value;
      wake();
    },
  });
  const limit = (name: 'driveLimit' | 'brakeLimit') => ({
    enumerable: true,
    get: () => wheels[name][i],
    set: (value: number) => {
      if (!(value >= 0)) throw new RangeError(`wheel: ${name} must be a number >= 0 (got ${String(value)})`);
      wheels[name][i] = value;
    },
  });
  const localAhead = new Float64Array(3);
  cross(state.localUp, 0, state.localAxle, 0, localAhead, 0);
  const along = () => wheels.slipX[i] + wheels.groundSpin[i] * wheels.radius[i];
  const newtons = (impulse: number) => (state.h > 0 ? impulse / state.h : 0);
  const force = () => Math.hypot(wheels.pX[i], wheels.pY[i]);
  const wheel = {
    index: i,
    radius: wheels.radius[i],
    width: wheels.width[i],
    ...settings,
    ahead: dot(wheels.position, 3 * i, localAhead, 0),
    right: dot(wheels.position, 3 * i, state.localAxle, 0),
    position,
    quaternion,
    contactPoint: point,
    contactNormal: normal,
    get spin() {
      return wheels.omega[i];
    },
    set spin(value: number) {
      if (!(value * 0 === 0)) throw new RangeError(`wheel: spin must be a finite number (got ${String(value)})`);
      wheels.omega[i] = value;
    },
    get inContact() {
      return wheels.contact[i] === 1;
    },
    get ground() {
      return wheels.contact[i] === 1 ? view.ground(i) : null;
    },
    get groundMaterial() {
      return wheels.contact[i] === 1 ? view.material(i) : '';
    },
    get compression() {
      return wheels.compression[i];
    },
    get load() {
      return newtons(wheels.load[i]);
    },
    get forceX() {
      return newtons(wheels.pX[i]);
    },
    get forceY() {
      return newtons(wheels.pY[i]);
    },
    get slipRatio() {
      return wheels.contact[i] === 1 ? -wheels.slipX[i] / Math.max(Math.abs(along()), MIN_SLIP_SPEED) : 0;
    },
    get slipAngle() {
      return wheels.contact[i] === 1 ? Math.atan2(wheels.slipY[i], Math.max(Math.abs(along()), MIN_SLIP_SPEED)) : 0;
    },
    get slidingSpeed() {
      return wheels.slidingSpeed[i];
    },
    get frictionUsed() {
      return newtons(force());
    },
    get frictionAvailable() {
      const { used, muX, load } = wheels;
      return newtons(used[i] > 0 ? force() / used[i] : muX[i] * load[i]);
    },
    get frictionAlong() {
      const { muX, muY, load, pY } = wheels;
      const across = muY[i] * load[i] > 0 ? pY[i] / (muY[i] * load[i]) : 0;
      return newtons(muX[i] * load[i] * Math.sqrt(Math.max(0, 1 - across * across)));
    },
    get skidding() {
      return wheels.slidingSpeed[i] >= SKID_SPEED;
    },
  };
  return Object.defineProperties(wheel, {
    steering: control('steering'),
    drive: control('drive'),
    brake: control('brake'),
    driveLimit: limit('driveLimit'),
    brakeLimit: limit('brakeLimit'),
  }) as typeof wheel & Pick<Wheel<Ground>, Controls>;
}

/**
 * Where wheel i is now. `origin` and `rotation` of slot 0 must be those after the step; the strut has followed its velocity.
 */
export function placeForRendering({ wheels, bodies, localUp, localAxle, h }: VehicleState, wheel: Wheel): void {
  const { index: i, position, quaternion } = wheel;
  const { rotation, origin } = bodies;
  const { contact, rest, compression, extension, travel } = wheels;
  const moved = contact[i] === 1 ? compression[i] - h * extension[i] : 0;
  const length = rest[i] - Math.min(Math.max(moved, 0), Math.max(travel[i], compression[i]));
  for (let e = 0; e < 3; e++) position[e] = wheels.position[3 * i + e] - length * localUp[e];
  rotate(rotation, 4 * CHASSIS, position, 0, position, 0);
  for (let e = 0; e < 3; e++) position[e] += origin[e];
  // chassis · steering about up · spin about the axle, forwards is -ω a
  const steer = wheels.steering[i] / 2;
  const spin = -wheels.angle[i] / 2;
  const s = Math.sin(steer);
  const cs = Math.cos(steer);
  const r = Math.sin(spin);
  const cr = Math.cos(spin);
  // Product of the two: up and axle are perpendicular.
  const ux = s * localUp[0];
  const uy = s * localUp[1];
  const uz = s * localUp[2];
  const ax = r * localAxle[0];
  const ay = r * localAxle[1];
  const az = r * localAxle[2];
  const bx = cs * ax + cr * ux + uy * az - uz * ay;
  const by = cs * ay + cr * uy + uz * ax - ux * az;
  const bz = cs * az + cr * uz + ux * ay - uy * ax;
  const bw = cs * cr;
  const x = rotation[0];
  const y = rotation[1];
  const z = rotation[2];
  const w = rotation[3];
  quaternion[0] = w * bx + x * bw + y * bz - z * by;
  quaternion[1] = w * by + y * bw + z * bx - x * bz;
  quaternion[2] = w * bz + z * bw + x * by - y * bx;
  quaternion[3] = w * bw - x * bx - y * by - z * bz;
}
