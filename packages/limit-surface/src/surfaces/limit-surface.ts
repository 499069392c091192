import { requireInteger, requireKnownOptions, requireOneOf, requirePositive } from '@stiction/friction-core/adapter';
import { KERNEL_SIZE } from '../kernels/kernel.js';
import { requirePressure } from '../options.js';
import type { Grid } from '../pressure/grid.js';
import { evaluatePressure, type Pressure } from '../pressure/pressure.js';
import { createGridSampler } from './grid-sampler.js';
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
 * Limit surface of a contact patch: the set of friction wrenches it can exert per unit load and friction coefficient,
 * as [force x, force y, torque] at the pressure centre. For sliding with a twist, the wrench is the point of the
 * surface with the largest dissipation, f = ∇psi (the support point), and the friction on the body is -f.
 *
 * Two ways to evaluate it: `supportPoint` evaluates the pressure exactly, in closed form where there is one;
 * `lookUpWrench` reads a precomputed table, a few nanoseconds for any shape, with the closed form where the table is
 * too coarse.
 */
export interface LimitSurface {
  readonly shape: string;
  /** Pressure centre in the shape's coordinates, m. */
  readonly centre: readonly [x: number, y: number];
  /** Mean distance from the pressure centre, [Waltersson] (23), m. */
  readonly r: number;
  /** Mean squared distance, (27), m². */
  readonly u: number;
  readonly table: WrenchTable;
  /** Pressure it was built from, up to a scale factor; undefined for a surface loaded from a file. */
  readonly pressure?: Pressure;
}

export interface LimitSurfaceOptions {
  /** Table cells per quarter turn, 2 to 1024, even for quadratic interpolation. @default 128 */
  resolution?: number;
  /** Coordinates of the table: 'diamond' (no trigonometry) or 'spherical' (as in the paper). @default 'diamond' */
  map?: TableMap;
  /** 'quadratic', or 'linear' as in the paper. @default 'quadratic' */
  interpolation?: Interpolation;
}

const DEFAULT_RESOLUTION = 128;
/** Tables in the cache; the oldest is evicted first. */
const MAX_CACHED_TABLES = 32;
const cache = new Map<string, WrenchTable>();

/**
 * Builds the limit surface of a pressure. Tables are cached by shape, so a shape that differs from an earlier one only
 * in size costs nothing. With the defaults a table is within 1e-4 of the exact surface on average and 1e-3 everywhere;
 * near kinks `lookUpWrench` uses the closed form instead. Grids, linear tables and loaded surfaces use the table alone.
 */
export function limitSurface(pressure: Pressure, options: LimitSurfaceOptions = {}): LimitSurface {
  const owner = 'limitSurface';
  requireKnownOptions(owner, options, ['resolution', 'map', 'interpolation']);
  requirePressure(owner, pressure);
  const { map = 'diamond', interpolation = 'quadratic' } = options;
  requireOneOf(owner, 'map', map, ['diamond', 'spherical']);
  requireOneOf(owner, 'interpolation', interpolation, ['linear', 'quadratic']);
  const resolution = requireInteger(owner, 'resolution', options.resolution ?? DEFAULT_RESOLUTION, 2, 1024);
  if (interpolation === 'quadratic' && resolution % 2 === 1) {
    throw new RangeError(`${owner}: resolution must be even for quadratic interpolation (got ${resolution})`);
  }
  const { shape, centre, u, isRound, key } = pressure;
  const sampler = createSampler(pressure);
  const name = `${key}|${map}|${interpolation}|${resolution}`;
  let table = cache.get(name);
  if (table === undefined) {
    table = buildTable(sampler.sample, {
      map,
      interpolation,
      resolution,
      isRound,
      markCoarse: interpolation === 'quadratic' && !('grid' in pressure),
    });
    if (cache.size >= MAX_CACHED_TABLES) for (const oldest of cache.keys()) if (cache.delete(oldest)) break;
    cache.set(name, table);
  }
  return { shape, centre, r: sampler.r, u, table, pressure };
}

/**
 * Samples wrenches for a table: closed forms, or (21) for a grid. r is the torque of pure spinning, which for a grid is
 * slightly less than the mean distance because (21) rounds the tip of the surface.
 */
export function createSampler(pressure: Pressure & { grid?: Grid }): { r: number; sample: WrenchSampler } {
  const { grid, parts, centre } = pressure;
  const scaledTwist = new Float64Array(3);
  if (grid === undefined) {
    const { r } = pressure;
    const values = new Float64Array(KERNEL_SIZE);
    return {
      r,
      sample(twist, out) {
        scaledTwist[0] = twist[0];
        scaledTwist[1] = twist[1];
        scaledTwist[2] = twist[2] / r;
        evaluatePressure(pressure, scaledTwist, values);
        out[0] = values[1];
        out[1] = values[2];
        out[2] = values[3] / r;
      },
    };
  }
  const sampleGrid = createGridSampler(parts[0], centre, grid);
  const spin = new Float64Array(3);
  sampleGrid(Float64Array.of(0, 0, 1), spin);
  const r = spin[2];
  return {
    r,
    sample(twist, out) {
      scaledTwist[0] = twist[0];
      scaledTwist[1] = twist[1];
      scaledTwist[2] = twist[2] / r;
      sampleGrid(scaledTwist, out);
      out[2] /= r;
    },
  };
}

const lookUpData = new Float64Array(LOOK_UP_SIZE);
const exact = new Float64Array(KERNEL_SIZE);
const direction = new Float64Array(3);

/** `lookUp`, or the exact wrench if the table is too coarse and the pressure is known. */
export function lookUpOrEvaluate(surface: LimitSurface, x: Float64Array): void {
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
 * Wrench [N, N, N m] per unit load and friction coefficient that opposes a twist [vx, vy, w]. Reads the table, or
 * evaluates the pressure where a quadratic table is too coarse.
 */
export function lookUpWrench(surface: LimitSurface, twist: ArrayLike<number>, out: Float64Array): Float64Array {
  lookUpData[0] = twist[0];
  lookUpData[1] = twist[1];
  lookUpData[2] = surface.r * twist[2];
  lookUpOrEvaluate(surface, lookUpData);
  out[0] = lookUpData[3];
  out[1] = lookUpData[4];
  out[2] = surface.r * lookUpData[5];
  return out;
}

/** Exact wrench: the point of the surface with the largest dissipation. For a loaded surface it reads the table. */
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

/** Limit surface of a patch of the same shape, `factor` times as large. Shares the table. */
export function scaleSurface(surface: LimitSurface, factor: number): LimitSurface {
  requirePositive('scaleSurface', 'factor', factor);
  const { centre, r, u } = surface;
  return {
    ...surface,
    centre: [factor * centre[0], factor * centre[1]],
    r: factor * r,
    u: factor * factor * u,
  };
}

/**
 * Points of the surface for plotting: rows of [vx, vy, w, force x, force y, torque] over n directions per quarter turn,
 * upper half first, exact if the pressure is known.
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
