import { requireKnownOptions, requireNumber } from '@stiction/friction-core';
import { DISC_SIZE } from './disc-kernel.js';
import { writeDisc } from './kernel-patch.js';
import { meanDistance, type Pressure, type PressurePart } from './pressure.js';
import { keyOf, type Point, requirePositive, requireTilt, type TiltOptions } from './pressure-options.js';
import { powerLawMoments, powerLawProfile } from './pressure-radial.js';
import { pressOutlines, regularOutline } from './shapes-polygon.js';

/** Round contacts. Their own coordinates have the origin in the middle. */

export interface DiscOptions extends TiltOptions {
  /** > 0 m. */
  radius: number;
}

/**
 * Uniform or linear pressure on a disc, in closed form by complete elliptic integrals. A pressure centre further than a quarter
 * of the radius from the middle leaves a part unpressed; then a 96-gon of equal polar radius stands for the disc (1e-6).
 */
export function disc(options: DiscOptions): Pressure {
  requireKnownOptions('disc', options, ['radius', 'gradient', 'centre']);
  const radius = requirePositive('disc', 'radius', options.radius);
  return pressRound('disc', radius, 0, options);
}

export interface RingOptions extends DiscOptions {
  /** Radius of the hole, 0 <= inner < radius, m. */
  inner: number;
}

/** The same on a disc with a concentric hole. */
export function ring(options: RingOptions): Pressure {
  requireKnownOptions('ring', options, ['radius', 'inner', 'gradient', 'centre']);
  const radius = requirePositive('ring', 'radius', options.radius);
  const inner = requireNumber('ring', 'inner', options.inner, 0, 'm');
  if (!(inner < radius)) throw new RangeError(`ring: inner must be < radius = ${radius} m (got ${inner})`);
  return pressRound('ring', radius, inner, options);
}

function pressRound(shape: string, radius: number, inner: number, options: TiltOptions): Pressure {
  const { gradient, centre } = requireTilt(shape, options);
  const spread = (radius * radius + inner * inner) / 4;
  const e = centre ?? (gradient ? [spread * gradient[0], spread * gradient[1]] : [0, 0]);
  const data = new Float64Array(DISC_SIZE);
  if (!writeDisc(radius, inner, 0, 0, Float64Array.from(e), data, 0)) {
    const outlines = [regularOutline(radius, 96)];
    if (inner > 0) outlines.push(regularOutline(inner, 96).reverse());
    return pressOutlines(shape, outlines, gradient ? { gradient } : { centre: [e[0], e[1]] });
  }
  const area = Math.PI * (radius * radius - inner * inner);
  const [gx, gy] = [e[0] / spread, e[1] / spread];
  return finishRound(
    { shape, key: keyOf(shape, data.subarray(1)), area, centre: [e[0], e[1]], extent: radius },
    { kind: 'disc', weight: 1, x: 0, y: 0, data, count: 0 },
    2 * spread - e[0] * e[0] - e[1] * e[1],
    (x, y) => {
      const square = x * x + y * y;
      return square <= radius * radius && square >= inner * inner ? (1 + gx * x + gy * y) / area : 0;
    },
  );
}

export interface RadialOptions extends TiltOptions {
  /** Radius of the contact, > 0 m. */
  radius: number;
}

/** The pressure of Hertz, 3/(2 π a²) √(1 - (ρ/a)²): a sphere on a plane. In closed form, unless it is tilted. */
export function hertz(options: RadialOptions): Pressure {
  requireKnownOptions('hertz', options, ['radius', 'gradient', 'centre']);
  return pressPowerLaw('hertz', requirePositive('hertz', 'radius', options.radius), 2, options);
}

export interface PowerLawOptions extends TiltOptions {
  /** Radius of the contact, > 0 m. */
  a: number;
  /** Exponent, 0.25 to 1000: 2 is Hertz, large ones are nearly uniform. */
  k: number;
}

/**
 * p = C [1 - (ρ/a)ᵏ]^(1/k), [Waltersson] (44): soft fingers.
 * Differs from the paper: C is such that the load is 1 for every k; the paper's 1.144/(π a²) is right for k = 4.
 */
export function powerLaw(options: PowerLawOptions): Pressure {
  requireKnownOptions('powerLaw', options, ['a', 'k', 'gradient', 'centre']);
  const k = requireNumber('powerLaw', 'k', options.k, 0.25);
  if (k > 1000) throw new RangeError(`powerLaw: k must be at most 1000 (got ${k})`);
  return pressPowerLaw('powerLaw', requirePositive('powerLaw', 'a', options.a), k, options);
}

function pressPowerLaw(shape: string, a: number, k: number, options: TiltOptions): Pressure {
  const { gradient, centre } = requireTilt(shape, options);
  const [load, second] = powerLawMoments(k);
  // A pile of discs: ⟨ρ²⟩ of one is s²/2.
  const square = (0.5 * a * a * second) / load;
  const spread = 0.5 * square;
  const e: Point = centre ?? (gradient ? [spread * gradient[0], spread * gradient[1]] : [0, 0]);
  const [gx, gy] = [e[0] / spread, e[1] / spread];
  if (Math.sqrt(gx * gx + gy * gy) * a > 1 + 1e-12) {
    throw new RangeError(
      `${shape}: the pressure would pull at the edge; the pressure centre must be within ${spread / a} m of the middle ` +
        `(got ${e[0]}, ${e[1]})`,
    );
  }
  const R = Math.sqrt(square);
  const data = Float64Array.of(R, a / R, 0, -e[0] / R, -e[1] / R, gx * R, gy * R, k, load);
  const closed = k === 2 && gx === 0 && gy === 0;
  const peak = 1 / (Math.PI * a * a * load);
  return finishRound(
    { shape, key: keyOf('powerLaw', data.subarray(1)), area: Math.PI * a * a, centre: e, extent: a },
    { kind: closed ? 'hertz' : 'powerLaw', weight: 1, x: 0, y: 0, data, count: 0 },
    square - e[0] * e[0] - e[1] * e[1],
    (x, y) => {
      const share = Math.sqrt(x * x + y * y) / a;
      return share < 1 ? peak * powerLawProfile(share, k) * (1 + gx * x + gy * y) : 0;
    },
  );
}

type Named = Pick<Pressure, 'shape' | 'key' | 'area' | 'centre' | 'extent'>;

function finishRound(named: Named, part: PressurePart, u: number, density: Pressure['density']): Pressure {
  const parts = [part];
  const round = part.data[5] === 0 && part.data[6] === 0;
  return { ...named, round, r: meanDistance(parts), u, parts, density };
}
