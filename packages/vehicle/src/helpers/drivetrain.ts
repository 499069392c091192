import { requireKnownOptions, requirePositive } from '@stiction/friction-core/adapter';
import type { Vehicle } from '../vehicle/vehicle.js';
import type { Wheel } from '../vehicle/wheel.js';

/**
 * Differential of an axle: 'open' gives both wheels the same torque, 'locked' the same spin, and a number is the torque up to which a
 * limited-slip differential keeps their spins together [N m].
 */
export function differential(vehicle: Vehicle, a: Wheel, b: Wheel, kind: 'open' | 'locked' | number): void {
  vehicle.couple(a, b, kind === 'open' ? 0 : kind === 'locked' ? Number.POSITIVE_INFINITY : kind);
}

export interface GearboxOptions {
  /** Ratios of the gears, first to last. @default [3.6, 2.1, 1.4, 1, 0.8] */
  ratios?: readonly number[];
  /** Ratio of the reverse gear. @default 3.4 */
  reverse?: number;
  /** @default 3.9 */
  finalDrive?: number;
  /** Largest torque of the engine [N m]. @default 200 */
  torque?: number;
  /** Speeds of the engine [rev/min]: idling, largest torque, and where it is cut off. @default 900, 4000, 6500 */
  idle?: number;
  peak?: number;
  redline?: number;
  /** Time of a change of gear, without torque [s]. @default 0.25 */
  shiftTime?: number;
}

/** An engine with an automatic gearbox. */
export interface Gearbox {
  /** -1 is reverse, 1 the first gear. */
  readonly gear: number;
  /** Speed of the engine [rev/min], for a sound or a dial. */
  readonly rpm: number;
  /** Call before each step: sets the drive torque of the vehicle for a throttle of -1 (full reverse) to 1. */
  update(throttle: number, h: number): void;
}

/** Shift up above this fraction of the redline, down below the second one. Their ratio exceeds the steps of usual gearboxes. */
const SHIFT_UP = 0.9;
const SHIFT_DOWN = 0.4;

/** Torque falls off as a parabola on both sides of its peak. No clutch: the engine idles below its idling speed and still pulls. */
export function gearbox(vehicle: Vehicle, options: GearboxOptions = {}): Gearbox {
  requireKnownOptions('gearbox', options, [
    'ratios',
    'reverse',
    'finalDrive',
    'torque',
    'idle',
    'peak',
    'redline',
    'shiftTime',
  ]);
  const { ratios = [3.6, 2.1, 1.4, 1, 0.8] } = options;
  if (!Array.isArray(ratios) || ratios.length === 0) {
    throw new TypeError(`gearbox: ratios must be a list of numbers > 0 (got ${String(ratios)})`);
  }
  ratios.forEach((ratio, k) => {
    requirePositive('gearbox', `ratios[${k}]`, ratio);
  });
  const reverse = requirePositive('gearbox', 'reverse', options.reverse ?? 3.4);
  const finalDrive = requirePositive('gearbox', 'finalDrive', options.finalDrive ?? 3.9);
  const largest = requirePositive('gearbox', 'torque', options.torque ?? 200, 'N m');
  const idle = requirePositive('gearbox', 'idle', options.idle ?? 900);
  const peak = requirePositive('gearbox', 'peak', options.peak ?? 4000);
  const redline = requirePositive('gearbox', 'redline', options.redline ?? 6500);
  const shiftTime = requirePositive('gearbox', 'shiftTime', options.shiftTime ?? 0.25, 's');
  const box = { gear: 1, rpm: idle };
  let pause = 0;
  const ratioOf = (gear: number) => finalDrive * (gear < 0 ? -reverse : ratios[gear - 1]);
  const rpmAt = (spin: number, gear: number) => (spin * ratioOf(gear) * 30) / Math.PI;

  function shift(gear: number): void {
    box.gear = gear;
    pause = shiftTime;
  }

  return {
    get gear() {
      return box.gear;
    },
    get rpm() {
      return box.rpm;
    },
    update(throttle, h) {
      let spin = 0;
      let shares = 0;
      for (const wheel of vehicle.wheels) {
        spin += wheel.drives * wheel.spin;
        shares += wheel.drives;
      }
      spin /= Math.max(shares, Number.MIN_VALUE);
      pause = Math.max(0, pause - h);
      const isSlow = Math.abs(vehicle.speed) < 1;
      if (throttle < 0 && box.gear > 0 && isSlow) shift(-1);
      else if (throttle > 0 && box.gear < 0 && isSlow) shift(1);
      const rpm = rpmAt(spin, box.gear);
      if (pause === 0 && box.gear > 0) {
        if (rpm > SHIFT_UP * redline && box.gear < ratios.length) shift(box.gear + 1);
        else if (rpm < SHIFT_DOWN * redline && box.gear > 1) shift(box.gear - 1);
      }
      box.rpm = Math.min(Math.max(rpm, idle), redline);
      const off = (box.rpm - peak) / (redline - Math.min(idle, peak));
      const isCut = pause > 0 || rpm > redline || Math.sign(throttle) !== Math.sign(box.gear);
      vehicle.setDrive(isCut ? 0 : Math.abs(throttle) * largest * (1 - off * off) * ratioOf(box.gear));
    },
  };
}
