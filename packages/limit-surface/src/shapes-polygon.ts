import { requireKnownOptions, sineAt } from '@stiction/friction-core';
import { polygonRoom, writePolygon } from './kernel-patch.js';
import { addMoments, clipOutline } from './kernel-plane.js';
import { EDGE_STRIDE, POLYGON_HEADER } from './polygon-kernel.js';
import { meanDistance, type Pressure, secondMoment } from './pressure.js';
import { keyOf, type Point, requirePoint, requirePositive, requireTilt, type TiltOptions } from './pressure-options.js';

/** Contacts with straight edges, in closed form, see `polygon-kernel.ts`. */

export interface RectangleOptions extends TiltOptions {
  /** Size along x, > 0 m. */
  width: number;
  /** Size along y, > 0 m. */
  height: number;
}

/** Uniform or linear pressure on a rectangle around the origin. */
export function rectangle(options: RectangleOptions): Pressure {
  requireKnownOptions('rectangle', options, ['width', 'height', 'gradient', 'centre']);
  const x = 0.5 * requirePositive('rectangle', 'width', options.width);
  const y = 0.5 * requirePositive('rectangle', 'height', options.height);
  const outline: Point[] = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
  return pressOutlines('rectangle', [outline], requireTilt('rectangle', options));
}

export interface PolygonOptions extends TiltOptions {
  /** The outline, at least 3 points in m, either way round; it need not be convex, and must not cross itself. */
  points: readonly Point[];
  /** Holes in it, each an outline. @default [] */
  holes?: readonly (readonly Point[])[];
}

/** Uniform or linear pressure on a polygon, which may have holes. */
export function polygon(options: PolygonOptions): Pressure {
  requireKnownOptions('polygon', options, ['points', 'holes', 'gradient', 'centre']);
  const outlines = [requireOutline('points', options.points, 1)];
  for (const [k, hole] of (options.holes ?? []).entries()) outlines.push(requireOutline(`holes[${k}]`, hole, -1));
  return pressOutlines('polygon', outlines, requireTilt('polygon', options));
}

/** Points of an outline, turned counter-clockwise (sense 1) or clockwise (-1). */
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

/** A regular polygon with the polar radius of the disc. */
export function regularOutline(radius: number, count: number): Point[] {
  const angle = new Float64Array(2);
  const unit = Array.from({ length: count }, (_, k): Point => {
    // In quarter turns: sin and cos of what is left after whole ones.
    const turn = (4 * k) / count;
    const whole = Math.floor(turn);
    angle[0] = turn - whole;
    angle[1] = 1 - angle[0];
    sineAt(angle, 0);
    sineAt(angle, 1);
    const [s, c] = [angle[0], angle[1]];
    return whole === 0 ? [c, s] : whole === 1 ? [-s, c] : whole === 2 ? [-c, -s] : [s, -c];
  });
  const sums = new Float64Array(6);
  addMoments(Float64Array.from(unit.flat()), 0, count, sums);
  const size = radius * Math.sqrt(0.5 / ((sums[3] + sums[5]) / sums[0]));
  return unit.map(([x, y]): Point => [size * x, size * y]);
}

export function pressOutlines(
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
  const wanted = tilt.centre ?? centreUnder(xy, ends, uniform, tilt.gradient ?? [0, 0]);
  const centre = Float64Array.from(wanted);
  const room = new Float64Array(polygonRoom(xy.length / 2));
  const count = writePolygon(xy, ends, loops, centre, room, 0);
  const R = room[0];
  // Gradients were just integrated, so a centre that is not met was asked for by its place.
  const missed = Math.abs(centre[0] - wanted[0]) + Math.abs(centre[1] - wanted[1]);
  if (count === 0 || !(missed <= 1e-9 * R)) {
    const reach = '98 % of the way from the middle to the edge of its hull';
    throw new RangeError(`${shape}: centre must lie within ${reach} (got ${wanted[0]}, ${wanted[1]} m)`);
  }
  const data = room.slice(0, POLYGON_HEADER + EDGE_STRIDE * count);
  const parts = [{ kind: 'polygon' as const, weight: 1, x: 0, y: 0, data, count }];
  const p0 = data[1] / (R * R);
  const [gx, gy] = [data[2] / (R * R * R), data[3] / (R * R * R)];
  return {
    shape,
    key: keyOf('polygon', data.subarray(1)),
    round: false,
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
function centreUnder(xy: Float64Array, ends: Int32Array, uniform: Float64Array, gradient: Point): Point {
  const [cx, cy] = [uniform[1] / uniform[0], uniform[2] / uniform[0]];
  if (gradient[0] === 0 && gradient[1] === 0) return [cx, cy];
  // About the centroid, for fewer digits to lose.
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

/** Area of what the edges enclose, m². */
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
