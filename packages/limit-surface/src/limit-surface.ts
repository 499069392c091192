import { requireInteger, requireKnownOptions } from '@stiction/friction-core';
import { KERNEL_SIZE } from './kernel.js';
import { gridSampler } from './limit-surface-grid.js';
import { evaluatePressure, type Pressure } from './pressure.js';
import type { Grid } from './pressure-grid.js';
import { requirePositive } from './pressure-options.js';
import {
  buildTable,
  directionAt,
  type Interpolation,
  LOOK_UP_SIZE,
  lookUp,
  type TableMap,
  type WrenchSampler,
  type WrenchTable,
} from './table.js';

/**
 * The limit surface of a contact patch: every wrench that friction can give it, per load and friction coefficient, as
 * [force x, force y, torque] at the pressure centre. For sliding with a twist the wrench is the point of the surface that
 * dissipates most, f = ∇psi (its support point), and the friction on the body is -f.
 *
 * Two sources: exactly, from the pressure (`supportPoint`), in closed form where there is one; or from a table that is filled
 * once (`lookUpWrench`), which costs a few nanoseconds for any shape, and the closed form where the table is too coarse.
 */
export interface LimitSurface {
  readonly shape: string;
  /** Pressure centre in the shape's own coordinates, m. */
  readonly centre: readonly [x: number, y: number];
  /** Mean distance from the pressure centre, [Waltersson] (23), m. */
  readonly r: number;
  /** Mean squared distance, (27), m². */
  readonly u: number;
  readonly table: WrenchTable;
  /** What it was made from, up to its size; not known for a surface that was loaded. */
  readonly pressure?: Pressure;
}

export interface LimitSurfaceOptions {
  /** Cells of the table in a quarter turn, 2 to 1024, even for quadratic interpolation. @default 128 */
  resolution?: number;
  /** Coordinates of the table: 'diamond' (no trigonometry) or 'spherical' (as in the paper). @default 'diamond' */
  map?: TableMap;
  /** 'quadratic', or 'linear' as in the paper. @default 'quadratic' */
  interpolation?: Interpolation;
}

const RESOLUTION = 128;
/** Tables kept by shape; the oldest goes first. */
const KEPT = 32;
const cache = new Map<string, WrenchTable>();

/**
 * Tables are cached by shape: one that differs from an earlier one only in size costs nothing. With the defaults they are within
 * 1e-4 of the exact surface in the mean and within 1e-3 everywhere; near its kinks `lookUpWrench` takes the closed form instead.
 * Grids, linear tables and loaded surfaces have their table alone.
 */
export function limitSurface(pressure: Pressure, options: LimitSurfaceOptions = {}): LimitSurface {
  const owner = 'limitSurface';
  requireKnownOptions(owner, options, ['resolution', 'map', 'interpolation']);
  if (!Array.isArray(pressure?.parts)) {
    throw new TypeError(`${owner}: pressure must be a pressure, e.g. disc({ radius: 0.1 }) (got ${String(pressure)})`);
  }
  const { map = 'diamond', interpolation = 'quadratic' } = options;
  if (map !== 'diamond' && map !== 'spherical') {
    throw new RangeError(`${owner}: map must be one of diamond, spherical (got ${String(map)})`);
  }
  if (interpolation !== 'linear' && interpolation !== 'quadratic') {
    throw new RangeError(`${owner}: interpolation must be one of linear, quadratic (got ${String(interpolation)})`);
  }
  const resolution = requireInteger(owner, 'resolution', options.resolution ?? RESOLUTION, 2, 1024);
  if (interpolation === 'quadratic' && resolution % 2 === 1) {
    throw new RangeError(`${owner}: resolution must be even for quadratic interpolation (got ${resolution})`);
  }
  const { shape, centre, u, round, key } = pressure;
  const sampler = samplerOf(pressure);
  const name = `${key}|${map}|${interpolation}|${resolution}`;
  let table = cache.get(name);
  if (table === undefined) {
    table = buildTable(sampler.sample, {
      map,
      interpolation,
      resolution,
      round,
      checked: interpolation === 'quadratic' && !('grid' in pressure),
    });
    if (cache.size >= KEPT) for (const oldest of cache.keys()) if (cache.delete(oldest)) break;
    cache.set(name, table);
  }
  return { shape, centre, r: sampler.r, u, table, pressure };
}

/**
 * Wrenches for a table: closed forms, or (21) for a grid. The r that goes with them is the torque of pure spinning; for a grid
 * that is a little less than the mean distance, because (21) rounds the tip of the surface.
 */
export function samplerOf(pressure: Pressure & { grid?: Grid }): { r: number; sample: WrenchSampler } {
  const { grid, parts, centre } = pressure;
  const turned = new Float64Array(3);
  if (grid === undefined) {
    const { r } = pressure;
    const values = new Float64Array(KERNEL_SIZE);
    return {
      r,
      sample(twist, out) {
        turned[0] = twist[0];
        turned[1] = twist[1];
        turned[2] = twist[2] / r;
        evaluatePressure(pressure, turned, values);
        out[0] = values[1];
        out[1] = values[2];
        out[2] = values[3] / r;
      },
    };
  }
  const ofGrid = gridSampler(parts[0], centre, grid);
  const spin = new Float64Array(3);
  ofGrid(Float64Array.of(0, 0, 1), spin);
  const r = spin[2];
  return {
    r,
    sample(twist, out) {
      turned[0] = twist[0];
      turned[1] = twist[1];
      turned[2] = twist[2] / r;
      ofGrid(turned, out);
      out[2] /= r;
    },
  };
}

const x = new Float64Array(LOOK_UP_SIZE);
const exact = new Float64Array(KERNEL_SIZE);
const direction = new Float64Array(3);

/** `lookUp`, exactly where the table is too coarse and the pressure is known. */
export function findWrench(surface: LimitSurface, x: Float64Array): void {
  const { pressure } = surface;
  if (lookUp(surface.table, x) || pressure === undefined) return;
  direction[0] = x[0];
  direction[1] = x[1];
  direction[2] = x[2] / pressure.r;
  evaluatePressure(pressure, direction, exact);
  x[3] = exact[1];
  x[4] = exact[2];
  x[5] = exact[3] / pressure.r;
}

/**
 * The wrench [N, N, N m] per load and friction coefficient that opposes a twist [vx, vy, w], from the table, or exactly where a
 * quadratic table is too coarse.
 */
export function lookUpWrench(surface: LimitSurface, twist: ArrayLike<number>, out: Float64Array): Float64Array {
  x[0] = twist[0];
  x[1] = twist[1];
  x[2] = surface.r * twist[2];
  findWrench(surface, x);
  out[0] = x[3];
  out[1] = x[4];
  out[2] = surface.r * x[5];
  return out;
}

/** The same exactly: the point of the surface that dissipates most against the twist. A loaded surface has only its table. */
export function supportPoint(surface: LimitSurface, twist: ArrayLike<number>, out: Float64Array): Float64Array {
  const { pressure } = surface;
  if (pressure === undefined) return lookUpWrench(surface, twist, out);
  const scale = Math.sqrt(surface.u / pressure.u);
  direction[0] = twist[0];
  direction[1] = twist[1];
  direction[2] = scale * twist[2];
  evaluatePressure(pressure, direction, exact);
  out[0] = exact[1];
  out[1] = exact[2];
  out[2] = scale * exact[3];
  return out;
}

/** The surface of a patch of the same shape that is `factor` times as large: same table, other r and u. */
export function scaleSurface(surface: LimitSurface, factor: number): LimitSurface {
  requirePositive('scaleSurface', 'factor', factor, '');
  const { centre, r, u } = surface;
  return {
    ...surface,
    centre: [factor * centre[0], factor * centre[1]],
    r: factor * r,
    u: factor * factor * u,
  };
}

/**
 * Points of the surface for drawing: rows of [vx, vy, w, force x, force y, torque] over n directions in a quarter turn, upper
 * half first, exact if the pressure is known.
 */
export function sampleSurface(surface: LimitSurface, n = 16): Float64Array {
  requireInteger('sampleSurface', 'n', n, 1, 1024);
  const rows = new Float64Array(6 * 2 * 4 * n * (n + 1));
  const twist = new Float64Array(3);
  const wrench = new Float64Array(3);
  let at = 0;
  for (const sign of [1, -1]) {
    for (let i = 0; i < 4 * n; i++) {
      for (let j = 0; j <= n; j++) {
        directionAt('spherical', n, i, j, twist);
        twist[2] *= sign / surface.r;
        rows.set(twist, at);
        rows.set(supportPoint(surface, twist, wrench), at + 3);
        at += 6;
      }
    }
  }
  return rows;
}
