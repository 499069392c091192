import { disc, type Pressure, type PressureTerm, polygon, sumPressure } from '@stiction/limit-surface';

/**
 * Shape and pressure with which a body lies on the floor, with its centre of mass as origin: what `disc`, `rectangle`, `polygon`,
 * `sumPressure`, … return.
 */
export type Footprint = Pressure;

/** A part of a body, from its engine. Positions are from the centre of mass [m]. */
export interface ShapePart {
  /** Outline; null for a circle. */
  points: readonly (readonly [number, number])[] | null;
  x: number;
  y: number;
  radius: number;
  /** Its share of the load, in any unit: its mass. */
  load: number;
}

/** Footprints by shape: equal bodies share one, with its moments and sample points. */
export type FootprintCache = Map<string, Footprint>;

/** Uniform pressure on each part, in proportion to its mass. Null if no part has an area. */
export function footprintOf(cache: FootprintCache, parts: readonly ShapePart[]): Footprint | null {
  const solid = parts.filter(hasArea);
  if (solid.length === 0) return null;
  const key = solid.map(keyOf).join(';');
  let footprint = cache.get(key);
  if (footprint === undefined) {
    footprint = solid.length === 1 && isCentredDisc(solid[0]) ? disc({ radius: solid[0].radius }) : sumParts(solid);
    cache.set(key, footprint);
  }
  return footprint;
}

function sumParts(parts: readonly ShapePart[]): Footprint {
  const hasLoads = parts.every(({ load }) => load > 0);
  const terms = parts.map(({ points, x, y, radius, load }): PressureTerm => {
    const pressure = points
      ? polygon({ points: points.map(([px, py]): [number, number] => [px, py]) })
      : disc({ radius });
    const term: PressureTerm = { pressure, at: points ? [0, 0] : [x, y] };
    if (hasLoads) term.load = load;
    return term;
  });
  return terms.length === 1 && parts[0].points ? terms[0].pressure : sumPressure(terms);
}

function isCentredDisc({ points, x, y, radius }: ShapePart): boolean {
  return points === null && Math.abs(x) + Math.abs(y) < 1e-6 * radius;
}

function hasArea({ points, radius }: ShapePart): boolean {
  if (points === null) return radius > 0 && Number.isFinite(radius);
  let area = 0;
  for (const [k, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(k + 1) % points.length];
    area += 0.5 * (x * nextY - nextX * y);
  }
  return points.length > 2 && Math.abs(area) > 0 && Number.isFinite(area);
}

/** Engines with single precision give equal bodies slightly different vertices. */
const DIGITS = 6;

function keyOf({ points, x, y, radius, load }: ShapePart): string {
  const numbers = points ? points.flat() : [x, y, radius];
  return `${points ? 'p' : 'c'}${[...numbers, load].map((value) => value.toPrecision(DIGITS)).join(',')}`;
}

/** A rounded end or capsule as an outline: half circles with `steps` edges at both ends of an axis along (ux, uy). */
export function capsuleOutline(half: number, radius: number, steps: number): [number, number][] {
  const points: [number, number][] = [];
  for (let end = 0; end < 2; end++) {
    for (let k = 0; k <= steps; k++) {
      const angle = Math.PI * (end + k / steps);
      points.push([radius * Math.cos(angle), radius * Math.sin(angle) + (end === 0 ? half : -half)]);
    }
  }
  return points;
}
