import type { FrictionReport } from '../handle/report.js';
import type { Warnings } from '../handle/warnings.js';
import { describe } from '../options.js';
import { BLEND_STEPS, blendId } from './blend.js';
import { type MaterialPairs, NO_MATERIAL } from './material-pairs.js';

/** A contact point of a surface whose material depends on the place. The object and its vectors are reused: copy what you keep. */
export interface SurfacePoint {
  /** World position. */
  readonly point: Float64Array;
  /** Position in the frame of the collider or shape. */
  readonly local: Float64Array;
  /** World unit normal that points out of the surface. */
  readonly normal: Float64Array;
  /** Index of the triangle in a mesh or height field; -1 for other shapes, or if the engine does not report it. */
  readonly triangle: number;
  /** Index of the part in a compound, or of the shape in its body; 0 otherwise. */
  readonly subShape: number;
}

/** Mixture of materials: names, and weights with any sum > 0. Return the same object from call to call. */
export interface MaterialMix {
  readonly names: readonly string[];
  readonly weights: ArrayLike<number>;
}

/** Returns the name of the material at a point, or a mixture. */
export type SurfaceFunction = (where: SurfacePoint) => string | MaterialMix;

/** Calls the surface functions of one install, and contains their errors. */
export interface Surfaces {
  where: { -readonly [K in keyof SurfacePoint]: SurfacePoint[K] };
  /** Surface functions by the key of their shape. */
  byShape: Map<number, SurfaceFunction>;
  /** Materials that they have returned. */
  used: Set<number>;
  /** Per mixture object: the ids of its names, and the material of each combination of weights. */
  mixes: Map<MaterialMix, { ids: number[]; found: Map<number, number> }>;
  shares: Int32Array;
  /** The last name and its id, found after so many changes of laws: neighbouring points mostly have the same. */
  lastName: string;
  lastId: number;
  lastChanges: number;
  /** What went wrong in the last call, or ''. */
  problem: string;
  /** What has been reported, once for each reason. */
  reported: Set<string>;
}

export function createSurfaces(): Surfaces {
  return {
    where: {
      point: new Float64Array(3),
      local: new Float64Array(3),
      normal: new Float64Array(3),
      triangle: -1,
      subShape: 0,
    },
    byShape: new Map(),
    used: new Set(),
    mixes: new Map(),
    shares: new Int32Array(MAX_PARTS),
    lastName: '',
    lastId: NO_MATERIAL,
    lastChanges: -1,
    problem: '',
    reported: new Set(),
  };
}

const MAX_PARTS = 8;

/** Sets or, with null, removes the surface function of a shape. */
export function setSurfaceFunction(surfaces: Surfaces, key: number, surface: SurfaceFunction | null): void {
  if (surface !== null && typeof surface !== 'function') {
    throw new TypeError(
      `setSurface: surface must be a function that returns the name of a material, or null (got ${describe(surface)})`,
    );
  }
  if (surface) surfaces.byShape.set(key, surface);
  else surfaces.byShape.delete(key);
}

/**
 * Material id at `surfaces.where`. A name that no law mentions, or an error of the function, is reported once, and the place has no
 * material.
 */
export function materialAt(
  surfaces: Surfaces,
  pairs: MaterialPairs,
  surface: SurfaceFunction,
  report: (problem: string) => void,
): number {
  surfaces.problem = '';
  const id = callSurface(surfaces, pairs, surface);
  if (surfaces.problem === '') return id;
  const problem = `setSurface: ${surfaces.problem}; the default law is used there`;
  if (!surfaces.reported.has(problem) && surfaces.reported.size < MAX_REPORTS) {
    surfaces.reported.add(problem);
    report(problem);
  }
  return NO_MATERIAL;
}

/** Puts a problem of a surface function into the report and, where the adapter has them, the warnings. */
export function reportSurfaceProblem(report: FrictionReport, warnings: Warnings | null, problem: string): void {
  if (report.problem === '') report.problem = problem;
  warnings?.messages.push(problem);
}

/** A function that throws another message each time must not fill the memory. */
const MAX_REPORTS = 20;

function callSurface(surfaces: Surfaces, pairs: MaterialPairs, surface: SurfaceFunction): number {
  try {
    const answer = surface(surfaces.where);
    if (typeof answer === 'string') return knownId(surfaces, pairs, answer);
    if (Array.isArray(answer?.names)) return materialOfMix(surfaces, pairs, answer);
    surfaces.problem = `the function must return the name of a material (got ${describe(answer)})`;
  } catch (error) {
    surfaces.problem = `the function threw: ${String(error)}`;
  }
  return NO_MATERIAL;
}

function knownId(surfaces: Surfaces, pairs: MaterialPairs, name: string): number {
  if (name === surfaces.lastName && pairs.changes === surfaces.lastChanges) return surfaces.lastId;
  const id = pairs.ids.get(name);
  if (id !== undefined) {
    surfaces.used.add(id);
    surfaces.lastName = name;
    surfaces.lastId = id;
    surfaces.lastChanges = pairs.changes;
    return id;
  }
  const known = pairs.names.filter((_, other) => other !== NO_MATERIAL && !pairs.blends.has(other));
  surfaces.problem = `no law mentions the material '${name}' (known: ${known.join(', ') || 'none'})`;
  return NO_MATERIAL;
}

function materialOfMix(surfaces: Surfaces, pairs: MaterialPairs, mix: MaterialMix): number {
  let known = surfaces.mixes.get(mix);
  if (!known) {
    const { names } = mix;
    if (names.length === 0 || names.length > MAX_PARTS) {
      surfaces.problem = `a mixture must have 1 to ${MAX_PARTS} names (got ${names.length})`;
      return NO_MATERIAL;
    }
    known = { ids: names.map((name) => knownId(surfaces, pairs, name)), found: new Map() };
    if (surfaces.problem === '') surfaces.mixes.set(mix, known);
  }
  const { ids, found } = known;
  if (!roundWeights(mix.weights, ids.length, surfaces.shares)) {
    surfaces.problem = 'the weights of a mixture must have a finite sum > 0';
    return NO_MATERIAL;
  }
  let code = 0;
  for (let k = 0; k < ids.length; k++) code = code * (BLEND_STEPS + 1) + surfaces.shares[k];
  let id = found.get(code);
  if (id === undefined) {
    id = blendId(pairs, ids, surfaces.shares.subarray(0, ids.length));
    found.set(code, id);
    surfaces.used.add(id);
  }
  return id;
}

/** shares = the weights as integers with the sum BLEND_STEPS: the rounding error goes to the largest. Returns false if it cannot. */
function roundWeights(weights: ArrayLike<number>, count: number, shares: Int32Array): boolean {
  let sum = 0;
  let largest = 0;
  let heaviest = 0;
  for (let k = 0; k < count; k++) {
    const weight = weights[k];
    if (!(weight > 0)) continue;
    sum += weight;
    if (!(weight > largest)) continue;
    largest = weight;
    heaviest = k;
  }
  if (!(sum > 0 && sum < Number.POSITIVE_INFINITY)) return false;
  let rest = BLEND_STEPS;
  for (let k = 0; k < count; k++) {
    shares[k] = weights[k] > 0 ? Math.round((BLEND_STEPS * weights[k]) / sum) : 0;
    rest -= shares[k];
  }
  shares[heaviest] += rest;
  return true;
}
