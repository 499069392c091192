import { requireKnownOptions, requirePositive } from '@stiction/friction-core/adapter';
import { requirePressure } from '../options.js';
import { type Point, requirePoint, shapeKey } from './options.js';
import { meanDistance, type Pressure, type PressurePart } from './pressure.js';

export interface PressureTerm {
  pressure: Pressure;
  /** Position of the origin of its coordinates, m. @default [0, 0] */
  at?: Point;
  /** Share of the load, > 0, relative to the other terms. @default its area, for equal mean pressure */
  load?: number;
  /** Subtracts this shape from the others, for uniform pressures that surround it. @default false */
  hole?: boolean;
}

/** Sum of several contacts that move together, e.g. the feet of a table, or a plate with a round hole. */
export function sumPressure(terms: readonly PressureTerm[]): Pressure {
  const owner = 'sumPressure';
  if (!Array.isArray(terms) || terms.length === 0) {
    throw new RangeError(`${owner}: terms must be an array of at least 1 term (got ${String(terms)})`);
  }
  const parsed = terms.map((term, k) => requireTerm(`${owner}: terms[${k}]`, term));
  const load = parsed.reduce((sum, term) => sum + term.load, 0);
  const area = parsed.reduce((sum, term) => sum + (term.load < 0 ? -1 : 1) * term.pressure.area, 0);
  if (!(load > 0)) throw new RangeError(`${owner}: holes must leave a load (got ${load})`);
  const centre: [number, number] = [0, 0];
  for (const { pressure, at, load: share } of parsed) {
    for (let k = 0; k < 2; k++) centre[k] += (share / load) * (at[k] + pressure.centre[k]);
  }
  const parts: PressurePart[] = [];
  let u = 0;
  for (const { pressure, at, load: share } of parsed) {
    const x = at[0] + pressure.centre[0] - centre[0];
    const y = at[1] + pressure.centre[1] - centre[1];
    u += (share / load) * (pressure.u + x * x + y * y);
    for (const part of pressure.parts) {
      parts.push({ ...part, weight: (part.weight * share) / load, x: part.x + x, y: part.y + y });
    }
  }
  const r = meanDistance(parts);
  const partKeys = parts.map(({ weight, x, y }) => shapeKey('', [weight, x / r, y / r]));
  return {
    shape: 'sum',
    key: `sum(${parsed.map(({ pressure }) => `${pressure.key}*${shapeKey('', [pressure.r / r])}`)};${partKeys})`,
    isRound: parts.every(({ x, y }) => x === 0 && y === 0) && parsed.every(({ pressure }) => pressure.isRound),
    area,
    centre,
    r,
    u,
    parts,
    density: (x, y) => {
      let sum = 0;
      for (const { pressure, at, load: share } of parsed) {
        sum += (share / load) * pressure.density(x - at[0], y - at[1]);
      }
      return sum > 1e-9 / (r * r) ? sum : 0;
    },
    extent: Math.max(...parsed.map(({ pressure, at }) => pressure.extent + Math.max(Math.abs(at[0]), Math.abs(at[1])))),
  };
}

function requireTerm(owner: string, term: PressureTerm): { pressure: Pressure; at: Point; load: number } {
  requireKnownOptions(owner, term, ['pressure', 'at', 'load', 'hole']);
  const pressure = requirePressure(owner, term.pressure);
  const at = requirePoint(owner, 'at', term.at ?? [0, 0]);
  if (term.load === undefined && !(pressure.area > 0)) {
    throw new RangeError(`${owner}: load must be given for a ${pressure.shape}, which has no area`);
  }
  const load = term.load === undefined ? pressure.area : requirePositive(owner, 'load', term.load);
  return { pressure, at, load: term.hole === true ? -load : load };
}
