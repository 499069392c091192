import {
  describe,
  requireKnownOptions,
  requireNumber,
  requireOneOf,
  requirePositive,
} from '@stiction/friction-core/adapter';
import { MAX_WHEELS } from '../constants.js';
import type { VehicleState } from '../core/state.js';
import { cross, dot, normalize } from '../core/vector.js';
import { isTyreLaw, type TyreLaw, tyre } from '../tyre/tyre.js';

export type Vector = readonly [number, number, number];

export interface SuspensionOptions {
  /** Length of the free strut, from `position` to the hub [m]. */
  rest: number;
  /** How far it can be compressed before the bump stop [m]. @default rest */
  travel?: number;
  /** Natural frequency of the mass on the wheel [Hz]: 1 to 1.5 for a road car, 2 to 3 for a sports car. @default 1.5 */
  frequency?: number;
  /** Stiffness instead of a frequency [N/m]. */
  stiffness?: number;
  /**
   * Damping, or one value each for compression (`bump`) and extension (`rebound`): the ratio to critical damping with `frequency`, and
   * N s/m with `stiffness`. @default 0.4, as a ratio
   */
  damping?: number | { bump: number; rebound: number };
  /** Largest force [N]. @default Infinity */
  maxForce?: number;
}

export interface WheelOptions {
  /** Top of the strut in the frame of the chassis [m]. */
  position: Vector;
  radius: number;
  /** @default 0.6 radius */
  width?: number;
  /**
   * How the wheel finds the ground: 'ray' along the strut, or 'cylinder', the whole wheel. A cylinder touches kerbs before its axle is above
   * them, rolls over gaps, and stands on what is below any part of its width; it costs more. @default 'ray'
   */
  cast?: 'ray' | 'cylinder';
  suspension: SuspensionOptions;
  /** Moment of inertia about the axle [kg m²]. @default 4 radius², a wheel of 8 kg with its mass halfway out */
  inertia?: number;
  /** Name of the tyre's material, for the laws of pairs. @default 'tyre' */
  material?: string;
  /** Slip curve of the tyre, and its coefficient where the ground has none. @default tyre() */
  tyre?: TyreLaw;
  /** Share of the drive torque, or true for 1. @default false */
  drives?: boolean | number;
  /** Share of the steering angle; negative for rear wheels that steer against the front ones. @default false */
  steers?: boolean | number;
  /** Share of the brake torque. @default true */
  brakes?: boolean | number;
  /** Share of the handbrake torque. @default true for wheels that do not steer */
  handbrake?: boolean | number;
}

const WHEEL_OPTIONS = [
  'position',
  'radius',
  'width',
  'cast',
  'suspension',
  'inertia',
  'material',
  'tyre',
  'drives',
  'steers',
  'brakes',
  'handbrake',
] as const satisfies readonly (keyof WheelOptions)[];
const SUSPENSION_OPTIONS = [
  'rest',
  'travel',
  'frequency',
  'stiffness',
  'damping',
  'maxForce',
] as const satisfies readonly (keyof SuspensionOptions)[];

/** Shares of a wheel in the controls of its vehicle, and its material. */
export interface WheelSettings {
  material: string;
  drives: number;
  steers: number;
  brakes: number;
  handbrake: number;
}

const DEFAULT_FREQUENCY = 1.5;
const DEFAULT_DAMPING = 0.4;

/** Checks the options of a wheel and adds it. Nothing changes if an option is wrong. */
export function addWheelTo({ wheels }: VehicleState, options: WheelOptions): WheelSettings {
  requireKnownOptions('addWheel', options, WHEEL_OPTIONS);
  if (wheels.count >= MAX_WHEELS) {
    throw new RangeError(`addWheel: a vehicle has at most ${MAX_WHEELS} wheels`);
  }
  const position = requirePoint('addWheel', 'position', options.position);
  const radius = requirePositive('addWheel', 'radius', options.radius, 'm');
  const width = requirePositive('addWheel', 'width', options.width ?? 0.6 * radius, 'm');
  const inertia = requirePositive('addWheel', 'inertia', options.inertia ?? 4 * radius ** 2, 'kg m²');
  const cast = requireOneOf('addWheel', 'cast', options.cast ?? 'ray', ['ray', 'cylinder']);
  const { material = 'tyre', tyre: law = tyre() } = options;
  if (typeof material !== 'string' || material === '') {
    throw new TypeError(`addWheel: material must be a non-empty name (got ${describe(material)})`);
  }
  if (!law || !isTyreLaw(law)) {
    throw new TypeError(`addWheel: tyre must be a tyre such as tyre({ muX: 1 }) (got ${describe(law)})`);
  }
  const steers = requireShare('steers', options.steers ?? false);
  const settings: WheelSettings = {
    material,
    drives: requireShare('drives', options.drives ?? false, 0),
    steers,
    brakes: requireShare('brakes', options.brakes ?? true, 0),
    handbrake: requireShare('handbrake', options.handbrake ?? steers === 0, 0),
  };
  const suspension = requireSuspension(options.suspension);
  const i = wheels.count;
  wheels.position.set(position, 3 * i);
  wheels.radius[i] = radius;
  wheels.width[i] = width;
  wheels.isCylinder[i] = cast === 'cylinder' ? 1 : 0;
  wheels.inertia[i] = inertia;
  wheels.rest[i] = suspension.rest;
  wheels.travel[i] = suspension.travel;
  wheels.frequency[i] = suspension.frequency;
  wheels.stiffness[i] = suspension.stiffness;
  wheels.bump[i] = suspension.bump;
  wheels.rebound[i] = suspension.rebound;
  wheels.maxForce[i] = suspension.maxForce;
  wheels.tyre[i] = law.tyre;
  wheels.curve[i] = law.tyre;
  wheels.count++;
  return settings;
}

function requireSuspension(options: SuspensionOptions) {
  requireKnownOptions('addWheel: suspension', options, SUSPENSION_OPTIONS);
  const owner = 'addWheel';
  if (options.frequency !== undefined && options.stiffness !== undefined) {
    throw new TypeError('addWheel: suspension must have either frequency or stiffness, not both');
  }
  const rest = requirePositive(owner, 'suspension.rest', options.rest, 'm');
  const hasStiffness = options.stiffness !== undefined;
  if (hasStiffness && options.damping === undefined) {
    throw new TypeError('addWheel: suspension.damping must be given in N s/m together with stiffness');
  }
  const { damping = DEFAULT_DAMPING, maxForce = Number.POSITIVE_INFINITY } = options;
  const { bump, rebound } = typeof damping === 'object' ? damping : { bump: damping, rebound: damping };
  if (typeof maxForce !== 'number' || !(maxForce > 0)) {
    throw new RangeError(`addWheel: suspension.maxForce must be a number > 0 N (got ${describe(maxForce)})`);
  }
  return {
    rest,
    travel: requirePositive(owner, 'suspension.travel', options.travel ?? rest, 'm'),
    stiffness: hasStiffness ? requirePositive(owner, 'suspension.stiffness', options.stiffness, 'N/m') : 0,
    frequency: hasStiffness
      ? 0
      : requirePositive(owner, 'suspension.frequency', options.frequency ?? DEFAULT_FREQUENCY, 'Hz'),
    bump: requireNumber(owner, 'suspension.damping', bump, 0),
    rebound: requireNumber(owner, 'suspension.damping', rebound, 0),
    maxForce,
  };
}

function requireShare(option: string, value: unknown, min = Number.NEGATIVE_INFINITY): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' && value >= min && Number.isFinite(value)) return value;
  const range = min === 0 ? 'number >= 0' : 'finite number';
  throw new RangeError(`addWheel: ${option} must be true, false or a ${range} (got ${describe(value)})`);
}

function requirePoint(owner: string, option: string, value: unknown): Float64Array {
  const v = value as ArrayLike<number> | undefined;
  if (v?.length !== 3 || !Number.isFinite(v[0] + v[1] + v[2])) {
    throw new RangeError(`${owner}: ${option} must be three finite numbers [x, y, z] (got ${describe(value)})`);
  }
  return Float64Array.from(v);
}

/** Unit vectors up and right in the frame of the chassis. */
export function requireAxes(up: unknown = [0, 1, 0], forward: unknown = [0, 0, 1]) {
  const localUp = requirePoint('createVehicle', 'up', up);
  const ahead = requirePoint('createVehicle', 'forward', forward);
  const localAxle = new Float64Array(3);
  const isUnit = normalize(localUp, 0) > 0 && normalize(ahead, 0) > 0;
  if (!isUnit || Math.abs(dot(localUp, 0, ahead, 0)) > 1e-6) {
    throw new RangeError(
      `createVehicle: up and forward must be perpendicular (got ${String(up)} and ${String(forward)})`,
    );
  }
  cross(ahead, 0, localUp, 0, localAxle, 0);
  return { localUp, localAxle };
}
