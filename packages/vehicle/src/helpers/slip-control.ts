import { requireKnownOptions, requirePositive } from '@stiction/friction-core/adapter';
import type { Vehicle } from '../vehicle/vehicle.js';
import type { Wheel } from '../vehicle/wheel.js';

export interface SlipControlOptions {
  /** Fraction of the friction along the wheel that is used at most. @default 0.95 */
  share?: number;
}

/** Slip at which the torque is reduced, and the slip beyond that at which it is 0: a wheel that has locked must spin up again soon. */
const MAX_SLIP = 0.1;
const SLIP_RANGE = 0.2;
/** Below this speed wheels may lock, so that the vehicle comes to rest [m/s]. */
const MIN_ABS_SPEED = 1;
/** Least torque that passes, as a fraction of that at friction 1: slippery ground must not cut it off for good. */
const MIN_PASSED = 0.01;

/**
 * Anti-lock brakes: limits the brake torque of each wheel to what its tyre can take up, share · T R, and less above a slip of 0.1. A
 * switching control would be too coarse: at 60 Hz, brakes change the speed of a wheel's rim by metres per second in one step. Wheels that
 * the handbrake holds may lock. Returns the function that switches it off.
 */
export function antiLock(vehicle: Vehicle, options: SlipControlOptions = {}): () => void {
  const share = requireShare('antiLock', options);
  return control(vehicle, 'brakeLimit', (wheel) => {
    const isFree = Math.abs(vehicle.speed) < MIN_ABS_SPEED || (vehicle.handbrake > 0 && wheel.handbrake > 0);
    return isFree ? Number.POSITIVE_INFINITY : grip(wheel, share, -wheel.slipRatio);
  });
}

/** Traction control: the same for the drive torque. */
export function tractionControl(vehicle: Vehicle, options: SlipControlOptions = {}): () => void {
  const share = requireShare('tractionControl', options);
  return control(vehicle, 'driveLimit', (wheel) => grip(wheel, share, Math.sign(wheel.drive) * wheel.slipRatio));
}

function grip({ frictionAlong, load, radius }: Wheel, share: number, slip: number): number {
  const passed = 1 - Math.min(Math.max((slip - MAX_SLIP) / SLIP_RANGE, 0), 1);
  return radius * Math.max(passed * share * frictionAlong, MIN_PASSED * load);
}

function requireShare(owner: string, options: SlipControlOptions): number {
  requireKnownOptions(owner, options, ['share']);
  return requirePositive(owner, 'share', options.share ?? 0.95);
}

function control(vehicle: Vehicle, name: 'brakeLimit' | 'driveLimit', limit: (wheel: Wheel) => number): () => void {
  const stop = vehicle.beforeStep(() => {
    for (const wheel of vehicle.wheels) wheel[name] = limit(wheel);
  });
  return () => {
    stop();
    for (const wheel of vehicle.wheels) wheel[name] = Number.POSITIVE_INFINITY;
  };
}
