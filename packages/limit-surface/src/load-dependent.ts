import { expAt, logAt, requireKnownOptions, requireNumber } from '@stiction/friction-core';
import { type LimitSurface, type LimitSurfaceOptions, limitSurface } from './limit-surface.js';
import type { Pressure } from './pressure.js';
import { requirePositive } from './pressure-options.js';
import { powerLawProfile } from './pressure-radial.js';
import { powerLaw } from './shapes.js';

/**
 * A round contact that grows with its load, [Waltersson] (43), (44): radius a = c fNᵐ, pressure ∝ [1 - (ρ/a)ᵏ]^(1/k), where k may
 * depend on the load too. While k stays, a change of load changes only r and u; with k, the column of the surface's table is
 * mixed from those of the two nearest of a fixed row of k (linear in ln k, 9 % apart, each made when it is first needed).
 *
 *   c, m      growth of the radius: a = c (fN / 1 N)ᵐ; Hertz has m = 1/3            m, 1
 *   k         exponent of the pressure                                              1
 *
 * Differs from the paper: c is a length (its 6 counts cells of its grid); the load is 1 for every k (the factor 1.144 of (44)
 * belongs to k = 4).
 */
export interface LoadDependentPressure {
  /** a at a load in N, m. */
  readonly radiusAt: (fN: number) => number;
  /** k at a load in N. */
  readonly exponentAt: (fN: number) => number;
  /** Whether k depends on the load. */
  readonly varies: boolean;
}

export interface LoadDependentOptions {
  /** c: the radius under 1 N, > 0 m. */
  radius: number;
  /** m, 0 to 1. @default 1/3 */
  growth?: number;
  /** k, a number or a function of the load in N; kept within 0.25 to 1000. @default 2 */
  k?: number | ((fN: number) => number);
}

const K_MIN = 0.25;
const K_MAX = 1000;

export function loadDependentPressure(options: LoadDependentOptions): LoadDependentPressure {
  const owner = 'loadDependentPressure';
  requireKnownOptions(owner, options, ['radius', 'growth', 'k']);
  const radius = requirePositive(owner, 'radius', options.radius);
  const growth = requireNumber(owner, 'growth', options.growth ?? 1 / 3, 0);
  if (growth > 1) throw new RangeError(`${owner}: growth must be at most 1 (got ${growth})`);
  const { k = 2 } = options;
  const varies = typeof k === 'function';
  if (!varies && !(k >= K_MIN && k <= K_MAX)) {
    throw new RangeError(`${owner}: k must be from ${K_MIN} to ${K_MAX} (got ${String(k)})`);
  }
  return {
    varies,
    radiusAt: (fN) => radius * powerOf(fN, growth),
    exponentAt: varies ? (fN) => Math.min(Math.max(k(fN), K_MIN), K_MAX) : () => k,
  };
}

const work = new Float64Array(1);

/** base^exponent for base ≥ 0, by our own functions: Math.pow differs between engines. */
function powerOf(base: number, exponent: number): number {
  if (!(base > 0)) return 0;
  work[0] = base;
  logAt(work, 0);
  const power = exponent * work[0];
  work[0] = power > 0 ? -power : power;
  expAt(work, 0);
  return power > 0 ? 1 / work[0] : work[0];
}

/** The limit surface of such a contact, for `reducedModel`. */
export interface LoadDependentSurface {
  readonly pressure: LoadDependentPressure;
  readonly options: LimitSurfaceOptions;
  /** The surface at the load of last time, changed in place. */
  readonly current: { -readonly [key in keyof LimitSurface]: LimitSurface[key] };
  /** That load, N, and the k of its table. */
  load: number;
  k: number;
  /** r and u at a = 1 m. */
  unitR: number;
  unitU: number;
  /** Surfaces at a = 1 m by number in the row of k. */
  readonly row: Map<number, LimitSurface>;
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
  // Mixed in place, so not the cached one.
  const table = pressure.varies ? { ...unit.table, nodes: unit.table.nodes.slice() } : unit.table;
  const { shape, centre, r, u } = unit;
  return {
    pressure,
    options,
    current: { shape, centre, r, u, table },
    load: Number.NaN,
    k,
    unitR: r,
    unitU: u,
    row: new Map(),
  };
}

export function isLoadDependent(surface: unknown): surface is LoadDependentSurface {
  return typeof surface === 'object' && surface !== null && 'row' in surface && 'current' in surface;
}

/** The surface under a load; the same object every time. Nothing is done while the load stays. */
export function surfaceAt(surface: LoadDependentSurface, fN: number): LimitSurface {
  const { current, pressure } = surface;
  if (fN === surface.load) return current;
  surface.load = fN;
  if (pressure.varies) mix(surface, pressure.exponentAt(fN));
  const a = pressure.radiusAt(fN);
  current.r = surface.unitR * a;
  current.u = surface.unitU * a * a;
  return current;
}

/** Neighbours in the row of k are this far apart in ln k. */
const SPACING = 0.08664339756999316; // ln 2 / 8

function mix(surface: LoadDependentSurface, k: number): void {
  if (k === surface.k) return;
  surface.k = k;
  work[0] = k;
  logAt(work, 0);
  const place = work[0] / SPACING;
  const low = Math.floor(place);
  const share = place - low;
  const a = rowAt(surface, low);
  const b = rowAt(surface, low + 1);
  const { nodes } = surface.current.table;
  for (let n = 0; n < nodes.length; n++) {
    nodes[n] = (1 - share) * a.table.nodes[n] + share * b.table.nodes[n];
  }
  surface.unitR = (1 - share) * a.r + share * b.r;
  surface.unitU = (1 - share) * a.u + share * b.u;
}

function rowAt(surface: LoadDependentSurface, number: number): LimitSurface {
  let unit = surface.row.get(number);
  if (unit === undefined) {
    const k = Math.min(Math.max(powerOf(2, number / 8), K_MIN), K_MAX);
    unit = limitSurface(powerLaw({ a: 1, k }), surface.options);
    surface.row.set(number, unit);
  }
  return unit;
}

/** Shares of the load of the cells at (x, y) from the middle, for `distributedModel`; returns Σ p ρ². */
export function weighCells(
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

/** The pressure under one load, e.g. for `limitSurface` or a picture. */
export function pressureUnder(pressure: LoadDependentPressure, fN: number): Pressure {
  return powerLaw({ a: pressure.radiusAt(fN), k: pressure.exponentAt(fN) });
}
