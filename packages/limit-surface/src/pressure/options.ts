/** Option checks of the shapes. Messages name the option, its range and the value. */

export type Point = readonly [x: number, y: number];

/** Linear pressure. Set at most one of the two. */
export interface TiltOptions {
  /**
   * Relative gradient of the pressure, 1/m: p ∝ 1 + gradient · (ρ - centroid). Where that would be negative, p is 0.
   * @default [0, 0]
   */
  gradient?: Point;
  /** Pressure centre, m, inside the shape's hull. The pressure is linear and never negative. */
  centre?: Point;
}

export function requirePoint(owner: string, option: string, value: unknown, unit = 'm'): Point {
  const v = value as ArrayLike<unknown> | null | undefined;
  if (typeof v !== 'object' || v?.length !== 2 || !Number.isFinite(v[0]) || !Number.isFinite(v[1])) {
    throw new RangeError(`${owner}: ${option} must be two finite numbers in ${unit} (got ${String(value)})`);
  }
  return [v[0] as number, v[1] as number];
}

export function requireTilt(owner: string, options: TiltOptions): { gradient?: Point; centre?: Point } {
  rejectGradientAndCentre(owner, options);
  if (options.gradient !== undefined) return { gradient: requirePoint(owner, 'gradient', options.gradient, '1/m') };
  if (options.centre !== undefined) return { centre: requirePoint(owner, 'centre', options.centre) };
  return {};
}

export function rejectGradientAndCentre(owner: string, options: { gradient?: unknown; centre?: unknown }): void {
  if (options.gradient !== undefined && options.centre !== undefined) {
    throw new TypeError(`${owner}: give gradient or centre, not both`);
  }
}

/** Cache key of a shape, insensitive to rounding. */
export function shapeKey(name: string, numbers: ArrayLike<number>): string {
  const texts = Array.from(numbers, (value) => (Math.abs(value) < 1e-12 ? '0' : value.toPrecision(12)));
  return `${name}(${texts.join()})`;
}
