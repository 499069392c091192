import { requireKnownOptions, requirePositive } from '@stiction/friction-core/adapter';
import { MOMENTS } from '../kernels/far-field.js';
import { EDGE_STRIDE, POLYGON_HEADER } from '../kernels/polygon.js';
import { requireFinite } from '../options.js';
import { type Point, rejectGradientAndCentre, requirePoint, shapeKey } from './options.js';
import { meanDistance, type Pressure, secondMoment } from './pressure.js';

export interface LineContactOptions {
  /** Length, > 0 m. */
  length: number;
  /** Direction of the line; any length but 0. @default [1, 0] */
  direction?: Point;
  /**
   * Relative gradient of the pressure along the direction, 1/m. Where the pressure would be negative it is 0.
   * @default 0
   */
  gradient?: number;
  /** Pressure centre along the direction, m from the middle, less than half the length. */
  centre?: number;
}

/** Uniform or linear pressure on a straight line through the origin, in closed form, see `kernels/segments.ts`. */
export function lineContact(options: LineContactOptions): Pressure {
  const owner = 'lineContact';
  requireKnownOptions(owner, options, ['length', 'direction', 'gradient', 'centre']);
  const length = requirePositive(owner, 'length', options.length, 'm');
  const [dx, dy] = requirePoint(owner, 'direction', options.direction ?? [1, 0], 'any unit');
  const size = Math.sqrt(dx * dx + dy * dy);
  if (!(size > 0)) throw new RangeError(`${owner}: direction must not be [0, 0]`);
  const t: Point = [dx / size, dy / size];
  rejectGradientAndCentre(owner, options);
  const half = 0.5 * length;
  let gradient = requireFinite(owner, 'gradient', options.gradient ?? 0, '1/m');
  // The part under pressure is from..to, with p = p0 + slope s, s measured from the pressure centre e.
  let from = -half;
  let to = half;
  if (options.centre !== undefined) {
    const e = requireFinite(owner, 'centre', options.centre, 'm');
    if (!(Math.abs(e) < half)) {
      throw new RangeError(`${owner}: centre must be within half the length, ${half} m (got ${e})`);
    }
    gradient = (12 * e) / (length * length);
    // A triangular pressure has its centre at a third of its base.
    if (gradient * half > 1) from = half - 3 * (half - e);
    if (gradient * half < -1) to = -half + 3 * (half + e);
  } else {
    if (gradient * half > 1) from = -1 / gradient;
    if (gradient * half < -1) to = -1 / gradient;
  }
  const pressedLength = to - from;
  // Pressure at both ends for unit load: triangular if part of the line lifts off.
  let low = (1 - gradient * half) / pressedLength;
  let high = (1 + gradient * half) / pressedLength;
  if (from > -half) [low, high] = [0, 2 / pressedLength];
  if (to < half) [low, high] = [2 / pressedLength, 0];
  const slope = (high - low) / pressedLength;
  const e = 0.5 * (from + to) + (slope * pressedLength * pressedLength * pressedLength) / 12;
  const p0 = low + slope * (e - from);
  const R = pressedLength / Math.sqrt(12);
  const data = new Float64Array(POLYGON_HEADER + EDGE_STRIDE);
  data.set([R, p0 * R, slope * R * R * t[0], slope * R * R * t[1]]);
  writeMoments(data, t, (from - e) / R, (to - e) / R, p0 * R, slope * R * R);
  data.set([((from - e) / R) * t[0], ((from - e) / R) * t[1], t[0], t[1], pressedLength / R], POLYGON_HEADER);
  const parts = [{ kind: 'segments' as const, weight: 1, x: 0, y: 0, data, count: 1 }];
  return {
    shape: owner,
    key: shapeKey('segments', data.subarray(1)),
    isRound: false,
    area: 0,
    centre: [e * t[0], e * t[1]],
    r: meanDistance(parts),
    u: secondMoment(data),
    parts,
    density: () => 0,
    extent: half,
  };
}

/**
 * Moments of `kernels/far-field.ts` for p = p0 + slope s on a..b: moments along the line times powers of its direction.
 */
function writeMoments(data: Float64Array, t: Point, a: number, b: number, p0: number, slope: number): void {
  let at = MOMENTS;
  for (let n = 2; n <= 4; n++) {
    const constant = (p0 * (power(b, n + 1) - power(a, n + 1))) / (n + 1);
    const linear = (slope * (power(b, n + 2) - power(a, n + 2))) / (n + 2);
    for (let k = 0; k <= n; k++) data[at++] = (constant + linear) * power(t[0], n - k) * power(t[1], k);
  }
}

/** base^n by multiplication: `**` may differ between JavaScript engines. */
function power(base: number, n: number): number {
  let product = 1;
  for (let k = 0; k < n; k++) product *= base;
  return product;
}
