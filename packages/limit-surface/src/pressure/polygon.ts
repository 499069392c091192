import { requireKnownOptions, requirePositive, sineAt } from '@stiction/friction-core/adapter';
import { addMoments, clipOutline } from '../kernels/fit-plane.js';
import { createPolygonWriter, maxPolygonSize, writePolygon } from '../kernels/kernel-data.js';
import { EDGE_STRIDE, POLYGON_HEADER } from '../kernels/polygon.js';
import { type Point, requirePoint, requireTilt, shapeKey, type TiltOptions } from './options.js';
import { meanDistance, type Pressure, secondMoment } from './pressure.js';

/** Contacts with straight edges: `rectangle`, `polygon`. Evaluated in closed form, see `kernels/polygon.ts`. */

export interface RectangleOptions extends TiltOptions {
  /** Size along x, > 0 m. */
  width: number;
  /** Size along y, > 0 m. */
  height: number;
}

/** Uniform or linear pressure on a rectangle centred at the origin. */
export function rectangle(options: RectangleOptions): Pressure {
  requireKnownOptions('rectangle', options, ['width', 'height', 'gradient', 'centre']);
  const x = 0.5 * requirePositive('rectangle', 'width', options.width, 'm');
  const y = 0.5 * requirePositive('rectangle', 'height', options.height, 'm');
  const outline: Point[] = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
  return outlinePressure('rectangle', [outline], requireTilt('rectangle', options));
}

export interface PolygonOptions extends TiltOptions {
  /** Outline, at least 3 points in m, in either winding order. It may be concave but must not cross itself. */
  points: readonly Point[];
  /** Outlines of holes. @default [] */
  holes?: readonly (readonly Point[])[];
}

/** Uniform or linear pressure on a polygon, with or without holes. */
export function polygon(options: PolygonOptions): Pressure {
  requireKnownOptions('polygon', options, ['points', 'holes', 'gradient', 'centre']);
  const outlines = [requireOutline('points', options.points, 1)];
  for (const [k, hole] of (options.holes ?? []).entries()) outlines.push(requireOutline(`holes[${k}]`, hole, -1));
  return outlinePressure('polygon', outlines, requireTilt('polygon', options));
}

/** Checks an outline and returns it counter-clockwise (sense 1) or clockwise (-1). */
function requireOutline(option: string, value: readonly Point[], sense: number): Point[] {
  if (!Array.isArray(value) || value.length < 3) {
    throw new RangeError(`polygon: ${option} must be at least 3 points (got ${String(value)})`);
  }
  const points = value.map((point, k) => requirePoint('polygon', `${option}[${k}]`, point));
  let area = 0;
  for (const [k, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(k + 1) % points.length];
    area += 0.5 * (x * nextY - nextX * y);
  }
  if (!(Math.abs(area) > 0)) throw new RangeError(`polygon: ${option} must enclose an area (got ${area} m²)`);
  return area * sense > 0 ? points : points.reverse();
}

/** Regular polygon with the same polar radius as the disc. */
export function regularOutline(radius: number, count: number): Point[] {
  const angle = new Float64Array(2);
  const unit = Array.from({ length: count }, (_, k): Point => {
    // In quarter turns: sine and cosine of the fractional part.
    const quarters = (4 * k) / count;
    const quarter = Math.floor(quarters);
    angle[0] = quarters - quarter;
    angle[1] = 1 - angle[0];
    sineAt(angle, 0);
    sineAt(angle, 1);
    const [s, c] = [angle[0], angle[1]];
    return quarter === 0 ? [c, s] : quarter === 1 ? [-s, c] : quarter === 2 ? [-c, -s] : [s, -c];
  });
  const sums = new Float64Array(6);
  addMoments(Float64Array.from(unit.flat()), 0, count, sums);
  const size = radius * Math.sqrt(0.5 / ((sums[3] + sums[5]) / sums[0]));
  return unit.map(([x, y]): Point => [size * x, size * y]);
}

export function outlinePressure(
  shape: string,
  outlines: readonly (readonly Point[])[],
  tilt: { gradient?: Point; centre?: Point },
): Pressure {
  const xy = Float64Array.from(outlines.flat(2));
  const ends = new Int32Array(outlines.length);
  for (let k = 0, end = 0; k < ends.length; k++) ends[k] = end += outlines[k].length;
  const loops = ends.length;
  const uniform = momentsOf(xy, ends);
  const area = uniform[0];
  if (!(area > 0)) throw new RangeError(`${shape}: holes must leave an area (got ${area} m²)`);
  const target = tilt.centre ?? centreOfGradient(xy, ends, uniform, tilt.gradient ?? [0, 0]);
  const centre = Float64Array.from(target);
  const buffer = new Float64Array(maxPolygonSize(xy.length / 2));
  const count = writePolygon(createPolygonWriter(), xy, ends, loops, centre, buffer, 0);
  const R = buffer[0];
  // A gradient's centre was integrated above, so only a centre given as an option can be missed.
  const miss = Math.abs(centre[0] - target[0]) + Math.abs(centre[1] - target[1]);
  if (count === 0 || !(miss <= 1e-9 * R)) {
    const reach = '98 % of the distance from the middle to the edge of the hull';
    throw new RangeError(`${shape}: centre must lie within ${reach} (got ${target[0]}, ${target[1]} m)`);
  }
  const data = buffer.slice(0, POLYGON_HEADER + EDGE_STRIDE * count);
  const parts = [{ kind: 'polygon' as const, weight: 1, x: 0, y: 0, data, count }];
  const p0 = data[1] / (R * R);
  const [gx, gy] = [data[2] / (R * R * R), data[3] / (R * R * R)];
  return {
    shape,
    key: shapeKey('polygon', data.subarray(1)),
    isRound: false,
    area: pressedArea(data, count),
    centre: [centre[0], centre[1]],
    r: meanDistance(parts),
    u: secondMoment(data),
    parts,
    density: (x, y) => {
      const p = p0 + gx * (x - centre[0]) + gy * (y - centre[1]);
      return p > 0 && isInside(xy, ends, x, y) ? p : 0;
    },
    extent: xy.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  };
}

function momentsOf(xy: Float64Array, ends: Int32Array): Float64Array {
  const sums = new Float64Array(6);
  for (let k = 0, from = 0; k < ends.length; from = ends[k++]) addMoments(xy, from, ends[k] - from, sums);
  return sums;
}

/** Pressure centre of p ∝ (1 + g·(ρ - centroid))₊. */
function centreOfGradient(xy: Float64Array, ends: Int32Array, uniform: Float64Array, gradient: Point): Point {
  const [cx, cy] = [uniform[1] / uniform[0], uniform[2] / uniform[0]];
  if (gradient[0] === 0 && gradient[1] === 0) return [cx, cy];
  // About the centroid, to lose fewer digits to cancellation.
  const centred = xy.map((value, k) => value - (k % 2 === 0 ? cx : cy));
  const plane = Float64Array.of(1, gradient[0], gradient[1]);
  const cut = new Float64Array(2 * xy.length);
  const sums = new Float64Array(6);
  for (let k = 0, from = 0; k < ends.length; from = ends[k++]) {
    const count = clipOutline(centred, from, ends[k] - from, plane, cut, 0);
    if (count > 2) addMoments(cut, 0, count, sums);
  }
  const load = sums[0] + gradient[0] * sums[1] + gradient[1] * sums[2];
  return [
    cx + (sums[1] + gradient[0] * sums[3] + gradient[1] * sums[4]) / load,
    cy + (sums[2] + gradient[0] * sums[4] + gradient[1] * sums[5]) / load,
  ];
}

/** Area enclosed by the edges, m². */
function pressedArea(data: Float64Array, count: number): number {
  let area = 0;
  for (let k = 0; k < count; k++) {
    const e = POLYGON_HEADER + EDGE_STRIDE * k;
    area += 0.5 * (data[e] * data[e + 3] - data[e + 1] * data[e + 2]) * data[e + 4];
  }
  return area * data[0] * data[0];
}

/** Even-odd rule over all outlines. */
function isInside(xy: Float64Array, ends: Int32Array, x: number, y: number): boolean {
  let inside = false;
  for (let k = 0, from = 0; k < ends.length; from = ends[k++]) {
    for (let i = from, j = ends[k] - 1; i < ends[k]; j = i++) {
      const yi = xy[2 * i + 1];
      const yj = xy[2 * j + 1];
      if (yi > y !== yj > y && x < xy[2 * i] + ((y - yi) * (xy[2 * j] - xy[2 * i])) / (yj - yi)) inside = !inside;
    }
  }
  return inside;
}
