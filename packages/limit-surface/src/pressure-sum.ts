import { requireKnownOptions } from '@stiction/friction-core';
import { meanDistance, type Pressure, type PressurePart } from './pressure.js';
import { keyOf, type Point, requirePoint, requirePositive } from './pressure-options.js';

export interface PressureTerm {
  pressure: Pressure;
  /** Where the origin of its coordinates lies, m. @default [0, 0] */
  at?: Point;
  /** Its share of the load, > 0, relative to the other terms. @default its area: equal mean pressure */
  load?: number;
  /** Takes the place out of what the other terms press: for uniform pressures that surround it. @default false */
  hole?: boolean;
}

/** Several contacts that move as one: feet of a table, a plate with a round hole. */
export function sumPressure(terms: readonly PressureTerm[]): Pressure {
  const owner = 'sumPressure';
  if (!Array.isArray(terms) || terms.length === 0) {
    throw new RangeError(`${owner}: terms must be an array of at least 1 term (got ${String(terms)})`);
  }
  const checked = terms.map((term, k) => requireTerm(`${owner}: terms[${k}]`, term));
  const load = checked.reduce((sum, term) => sum + term.load, 0);
  const area = checked.reduce((sum, term) => sum + (term.load < 0 ? -1 : 1) * term.pressure.area, 0);
  if (!(load > 0)) throw new RangeError(`${owner}: holes must leave a load (got ${load})`);
  const centre: [number, number] = [0, 0];
  for (const { pressure, at, load: share } of checked) {
    for (let k = 0; k < 2; k++) centre[k] += (share / load) * (at[k] + pressure.centre[k]);
  }
  const parts: PressurePart[] = [];
  let u = 0;
  for (const { pressure, at, load: share } of checked) {
    const x = at[0] + pressure.centre[0] - centre[0];
    const y = at[1] + pressure.centre[1] - centre[1];
    u += (share / load) * (pressure.u + x * x + y * y);
    for (const part of pressure.parts) {
      parts.push({ ...part, weight: (part.weight * share) / load, x: part.x + x, y: part.y + y });
    }
  }
  const r = meanDistance(parts);
  const numbers = parts.map(({ weight, x, y }) => keyOf('', [weight, x / r, y / r]));
  return {
    shape: 'sum',
    key: `sum(${checked.map(({ pressure }) => `${pressure.key}*${keyOf('', [pressure.r / r])}`)};${numbers})`,
    round: parts.every(({ x, y }) => x === 0 && y === 0) && checked.every(({ pressure }) => pressure.round),
    area,
    centre,
    r,
    u,
    parts,
    density: (x, y) => {
      let sum = 0;
      for (const { pressure, at, load: share } of checked) {
        sum += (share / load) * pressure.density(x - at[0], y - at[1]);
      }
      return sum > 1e-9 / (r * r) ? sum : 0;
    },
    extent: Math.max(
      ...checked.map(({ pressure, at }) => pressure.extent + Math.max(Math.abs(at[0]), Math.abs(at[1]))),
    ),
  };
}

function requireTerm(owner: string, term: PressureTerm): { pressure: Pressure; at: Point; load: number } {
  requireKnownOptions(owner, term, ['pressure', 'at', 'load', 'hole']);
  const { pressure } = term;
  if (!Array.isArray(pressure?.parts)) {
    throw new TypeError(`${owner}: pressure must be a pressure, e.g. disc({ radius: 0.1 }) (got ${String(pressure)})`);
  }
  const at = requirePoint(owner, 'at', term.at ?? [0, 0]);
  if (term.load === undefined && !(pressure.area > 0)) {
    throw new RangeError(`${owner}: load must be given for a ${pressure.shape}, which has no area`);
  }
  const load = term.load === undefined ? pressure.area : requirePositive(owner, 'load', term.load, '');
  return { pressure, at, load: term.hole === true ? -load : load };
}
