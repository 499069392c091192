import { requireNumber } from '@stiction/friction-core';
import type { Pressure } from './pressure.js';

/** Checks of the shapes' options. Messages name the option, its range and the value. */

export type Point = readonly [x: number, y: number];

/** Pressure that is not uniform: at most one of the two. */
export interface TiltOptions {
  /**
   * Relative gradient of the pressure, 1/m: p ∝ (1 + gradient · (ρ - centroid)), and nothing where that would pull.
   * @default [0, 0]
   */
  gradient?: Point;
  /** Where the pressure centre shall be, m, within the shape's hull; the pressure is linear and never pulls. */
  centre?: Point;
}

export function requirePositive(owner: string, option: string, value: unknown, unit = 'm'): number {
  const number = requireNumber(owner, option, value, 0, unit);
  if (!(number > 0)) throw new RangeError(`${owner}: ${option} must be > 0${unit && ` ${unit}`} (got ${number})`);
  return number;
}

export function requireFinite(owner: string, option: string, value: unknown, unit: string): number {
  if (!Number.isFinite(value)) {
    throw new RangeError(`${owner}: ${option} must be a finite number in ${unit} (got ${String(value)})`);
  }
  return value as number;
}

export function requirePoint(owner: string, option: string, value: unknown, unit = 'm'): Point {
  const v = value as ArrayLike<unknown> | null | undefined;
  if (typeof v !== 'object' || v?.length !== 2 || !Number.isFinite(v[0]) || !Number.isFinite(v[1])) {
    throw new RangeError(`${owner}: ${option} must be two finite numbers in ${unit} (got ${String(value)})`);
  }
  return [v[0] as number, v[1] as number];
}

export function requireTilt(owner: string, options: TiltOptions): { gradient?: Point; centre?: Point } {
  if (options.gradient !== undefined && options.centre !== undefined) {
    throw new TypeError(`${owner}: give gradient or centre, not both`);
  }
  if (options.gradient !== undefined) return { gradient: requirePoint(owner, 'gradient', options.gradient, '1/m') };
  if (options.centre !== undefined) return { centre: requirePoint(owner, 'centre', options.centre) };
  return {};
}

/** The shape that a law is given, if any. */
export function requirePressure(owner: string, pressure: Pressure | undefined): Pressure | undefined {
  if (pressure !== undefined && !Array.isArray(pressure?.parts)) {
    throw new TypeError(`${owner}: pressure must come from disc, rectangle, polygon, … (got ${String(pressure)})`);
  }
  return pressure;
}

/** Numbers as a key that ignores rounding. */
export function keyOf(name: string, numbers: ArrayLike<number>): string {
  const texts = Array.from(numbers, (value) => (Math.abs(value) < 1e-12 ? '0' : value.toPrecision(12)));
  return `${name}(${texts.join()})`;
}
