import { requireKnownOptions, requirePositive } from '../options.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';

export interface AdhesiveOptions {
  /** Attraction per patch [N], > 0. Give either this or `pressure`. */
  force?: number;
  /** Attraction per area of the patch [Pa], > 0. The area is that of the hull of the contact points: 0 for a ball. */
  pressure?: number;
  /** Distance up to which surfaces that have touched attract each other [m], > 0. @default 0.001, times `lengthUnit` */
  range?: number;
}

/** Attraction between the surfaces of a law. */
export interface Adhesion {
  /** N per patch; 0 with a pressure. */
  readonly force: number;
  /** N per area; 0 with a force. */
  readonly pressure: number;
  /** m; undefined for the default. */
  readonly range: number | undefined;
}

/**
 * Adhesion added to any law: the surfaces attract each other with the force a, from their first touch until they are `range` apart.
 *
 *     |friction| ≤ μ (N + a),      pulling them apart takes a
 *
 *   N   normal force without adhesion, negative if something pulls the bodies apart       N
 *   a   `force`, or `pressure` times the area of the patch                                N
 *
 * a acts at the centroid of the contact area, on both bodies. The normal force of the contact balances it, so it is N + a, and the
 * law limits friction by it as usual.
 */
export function adhesive(law: FrictionLaw, options: AdhesiveOptions): FrictionLaw {
  requireKnownOptions('adhesive', options, ['force', 'pressure', 'range']);
  const adhesion = requireAdhesion(options);
  if (law.adhesion) throw new TypeError(`adhesive: the law '${law.name}' is adhesive already`);
  return makeLaw({
    ...law,
    // The engine's friction holds it as well, but not the attraction.
    coulombMatch: law.coulombMatch && 'sticking',
    combineWith: undefined,
    modifier: {
      kind: 'adhesive',
      size: adhesion.force + adhesion.pressure,
      inner: law,
      apply: (other) => adhesive(other, options),
    },
    adhesion,
  });
}

function requireAdhesion({ force, pressure, range }: AdhesiveOptions): Adhesion {
  if ((force === undefined) === (pressure === undefined)) {
    throw new TypeError(
      `adhesive: give either force or pressure (got force ${String(force)}, pressure ${String(pressure)})`,
    );
  }
  return {
    force: force === undefined ? 0 : requirePositive('adhesive', 'force', force, 'N'),
    pressure: pressure === undefined ? 0 : requirePositive('adhesive', 'pressure', pressure, 'Pa'),
    range: range === undefined ? undefined : requirePositive('adhesive', 'range', range, 'm'),
  };
}
