import { expAt, logAt, requireKnownOptions, requireNumber, requirePositive } from '@stiction/friction-core/adapter';
import { powerLawProfile } from '../kernels/power-law.js';
import { type LimitSurface, type LimitSurfaceOptions, limitSurface } from '../surfaces/limit-surface.js';
import type { Pressure } from './pressure.js';
import { powerLaw } from './round.js';

/**
 * Round contact that grows with its load, [Waltersson] (43), (44): radius a = c fNᵐ, pressure ∝ [1 - (ρ/a)ᵏ]^(1/k),
 * where k may also depend on the load. With a constant k, a change of load changes only r and u. Otherwise the column
 * of the table is blended from the tables of the two nearest values in a fixed series of k (linear in ln k, 9 % apart,
 * each built on first use).
 *
 *   c, m      growth of the radius: a = c (fN / 1 N)ᵐ; Hertz has m = 1/3            m, 1
 *   k         exponent of the pressure                                              1
 *
 * Differs from the paper: c is a length (its 6 counts cells of its grid); the load is 1 for every k (the factor 1.144
 * of (44) holds for k = 4 only).
 */
export interface LoadDependentPressure {
  /** Radius a under a load in N, m. */
  readonly radiusAt: (fN: number) => number;
  /** Exponent k under a load in N. */
  readonly exponentAt: (fN: number) => number;
  /** True if k depends on the load. */
  readonly hasVariableExponent: boolean;
}

export interface LoadDependentOptions {
  /** c, the radius under 1 N, > 0 m. */
  radius: number;
  /** m, 0 to 1. @default 1/3 */
  growth?: number;
  /** k, a number or a function of the load in N; clamped to 0.25..1000. @default 2 */
  k?: number | ((fN: number) => number);
}

const K_MIN = 0.25;
const K_MAX = 1000;

export function loadDependentPressure(options: LoadDependentOptions): LoadDependentPressure {
  const owner = 'loadDependentPressure';
  requireKnownOptions(owner, options, ['radius', 'growth', 'k']);
  const radius = requirePositive(owner, 'radius', options.radius, 'm');
  const growth = requireNumber(owner, 'growth', options.growth ?? 1 / 3, 0);
  if (growth > 1) throw new RangeError(`${owner}: growth must be at most 1 (got ${growth})`);
  const { k = 2 } = options;
  const hasVariableExponent = typeof k === 'function';
  if (!hasVariableExponent && !(k >= K_MIN && k <= K_MAX)) {
    throw new RangeError(`${owner}: k must be from ${K_MIN} to ${K_MAX} (got ${String(k)})`);
  }
  return {
    hasVariableExponent,
    radiusAt: (fN) => radius * powerOf(fN, growth),
    exponentAt: hasVariableExponent ? (fN) => Math.min(Math.max(k(fN), K_MIN), K_MAX) : () => k,
  };
}

const scratch = new Float64Array(1);

/** base^exponent for base ≥ 0. Math.pow differs between JavaScript engines. */
function powerOf(base: number, exponent: number): number {
  if (!(base > 0)) return 0;
  scratch[0] = base;
  logAt(scratch, 0);
  const power = exponent * scratch[0];
  scratch[0] = power > 0 ? -power : power;
  expAt(scratch, 0);
  return power > 0 ? 1 / scratch[0] : scratch[0];
}

/** Limit surface of a load-dependent contact, for `reducedModel`. */
export interface LoadDependentSurface {
  readonly pressure: LoadDependentPressure;
  readonly options: LimitSurfaceOptions;
  /** Surface under the last load, updated in place. */
  readonly current: { -readonly [key in keyof LimitSurface]: LimitSurface[key] };
  /** Last load, N, and the k of its table. */
  load: number;
  k: number;
  /** r and u at a = 1 m. */
  unitR: number;
  unitU: number;
  /** Surfaces at a = 1 m by index in the series of k. */
  readonly surfacesByExponent: Map<number, LimitSurface>;
}

export function loadDependentSurface(
  pressure: LoadDependentPressure,
  options: LimitSurfaceOptions = {},
): LoadDependentSurface {
  if (typeof pressure?.radiusAt !== 'function') {
    throw new TypeError(
      `loadDependentSurface: pressure must come from loadDependentPressure (got ${String(pressure)})`,
    );
  }
  const k = pressure.exponentAt(1);
  const unit = limitSurface(powerLaw({ a: 1, k }), options);
  // Blended in place, so it must not be the cached table.
  const table = pressure.hasVariableExponent ? { ...unit.table, nodes: unit.table.nodes.slice() } : unit.table;
  const { shape, centre, r, u } = unit;
  return {
    pressure,
    options,
    current: { shape, centre, r, u, table },
    load: Number.NaN,
    k,
    unitR: r,
    unitU: u,
    surfacesByExponent: new Map(),
  };
}

export function isLoadDependent(surface: unknown): surface is LoadDependentSurface {
  return typeof surface === 'object' && surface !== null && 'surfacesByExponent' in surface && 'current' in surface;
}

/** Surface under a load; always the same object. Does nothing if the load has not changed. */
export function surfaceAt(surface: LoadDependentSurface, fN: number): LimitSurface {
  const { current, pressure } = surface;
  if (fN === surface.load) return current;
  surface.load = fN;
  if (pressure.hasVariableExponent) blendTables(surface, pressure.exponentAt(fN));
  const a = pressure.radiusAt(fN);
  current.r = surface.unitR * a;
  current.u = surface.unitU * a * a;
  return current;
}

/** Spacing of the series of k in ln k. */
const SPACING = 0.08664339756999316; // ln 2 / 8

function blendTables(surface: LoadDependentSurface, k: number): void {
  if (k === surface.k) return;
  surface.k = k;
  scratch[0] = k;
  logAt(scratch, 0);
  const place = scratch[0] / SPACING;
  const low = Math.floor(place);
  const share = place - low;
  const a = unitSurfaceAt(surface, low);
  const b = unitSurfaceAt(surface, low + 1);
  const { nodes } = surface.current.table;
  for (let n = 0; n < nodes.length; n++) {
    nodes[n] = (1 - share) * a.table.nodes[n] + share * b.table.nodes[n];
  }
  surface.unitR = (1 - share) * a.r + share * b.r;
  surface.unitU = (1 - share) * a.u + share * b.u;
}

function unitSurfaceAt(surface: LoadDependentSurface, index: number): LimitSurface {
  let unit = surface.surfacesByExponent.get(index);
  if (unit === undefined) {
    const k = Math.min(Math.max(powerOf(2, index / 8), K_MIN), K_MAX);
    unit = limitSurface(powerLaw({ a: 1, k }), surface.options);
    surface.surfacesByExponent.set(index, unit);
  }
  return unit;
}

/** Writes the load shares of cells at (x, y) from the middle, for `distributedModel`. Returns Σ p ρ². */
export function distributeLoad(
  pressure: LoadDependentPressure,
  fN: number,
  x: Float64Array,
  y: Float64Array,
  weight: Float64Array,
): number {
  const a = pressure.radiusAt(fN);
  const k = pressure.exponentAt(fN);
  let load = 0;
  let second = 0;
  for (let n = 0; n < x.length; n++) {
    const square = x[n] * x[n] + y[n] * y[n];
    const share = Math.sqrt(square) / a;
    weight[n] = share < 1 ? powerLawProfile(share, k) : 0;
    load += weight[n];
    second += weight[n] * square;
  }
  if (!(load > 0)) return 0;
  for (let n = 0; n < x.length; n++) weight[n] /= load;
  return second / load;
}

/** Pressure under one load, e.g. for `limitSurface` or for plotting. */
export function pressureAt(pressure: LoadDependentPressure, fN: number): Pressure {
  return powerLaw({ a: pressure.radiusAt(fN), k: pressure.exponentAt(fN) });
}
