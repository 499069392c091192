/** Option types and checks common to the mappings. */

/** Metres per repeat of a texture, for both axes or each, or 'fit' for one repeat over the shape. */
export type Tile = 'fit' | readonly [number, number] | number;

export type Axis = 'x' | 'y' | 'z';

/** Metres per repeat of the texture along u and v, or null for 'fit'. */
export function requireTile(owner: string, value: unknown): Float64Array | null {
  if (value === 'fit') return null;
  const [u, v] = typeof value === 'number' ? [value, value] : Array.from((value ?? []) as ArrayLike<number>);
  if (!(u > 0 && v > 0 && Number.isFinite(u) && Number.isFinite(v))) {
    throw new RangeError(`${owner}: tile must be one or two lengths > 0 m, or 'fit' (got ${String(value)})`);
  }
  return Float64Array.of(u, v);
}

export function requireLength(owner: string, option: string, value: unknown): number {
  if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value)) {
    throw new RangeError(`${owner}: ${option} must be a finite number > 0 m (got ${String(value)})`);
  }
  return value;
}

/** An array of three numbers, or an object with x, y and z such as the vectors of cannon-es, Rapier and three.js. */
export type Point = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };

export function requirePoint(owner: string, option: string, value: Point): Float64Array {
  const v = typeof value === 'object' && value !== null && 'x' in value ? [value.x, value.y, value.z] : value;
  if (v?.length !== 3 || !Array.from(v).every((x) => Number.isFinite(x))) {
    throw new RangeError(`${owner}: ${option} must be three finite numbers (got ${String(value)})`);
  }
  return Float64Array.from(v);
}

/** Index of the axis: 0, 1, 2. */
export function requireAxis(owner: string, option: string, value: unknown): number {
  const axis = ['x', 'y', 'z'].indexOf(value as string);
  if (axis < 0) throw new RangeError(`${owner}: ${option} must be one of x, y, z (got ${String(value)})`);
  return axis;
}
