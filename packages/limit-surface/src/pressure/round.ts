import { requireKnownOptions, requireNumber, requirePositive } from '@stiction/friction-core/adapter';
import { DISC_SIZE } from '../kernels/disc.js';
import { writeDisc } from '../kernels/kernel-data.js';
import { powerLawMoments, powerLawProfile } from '../kernels/power-law.js';
import { type Point, requireTilt, shapeKey, type TiltOptions } from './options.js';
import { outlinePressure, regularOutline } from './polygon.js';
import { meanDistance, type Pressure, type PressurePart } from './pressure.js';

/**
 * Round contacts: `disc`, `ring`, `hertz`, `powerLaw`. The origin of their coordinates is the middle of the contact.
 */

export interface DiscOptions extends TiltOptions {
  /** > 0 m. */
  radius: number;
}

/**
 * Uniform or linear pressure on a disc, in closed form with complete elliptic integrals. If the pressure centre is more
 * than a quarter of the radius from the middle, part of the disc lifts off; a 96-gon with the same polar radius then
 * replaces the disc (accurate to 1e-6).
 */
export function disc(options: DiscOptions): Pressure {
  requireKnownOptions('disc', options, ['radius', 'gradient', 'centre']);
  const radius = requirePositive('disc', 'radius', options.radius, 'm');
  return discPressure('disc', radius, 0, options);
}

export interface RingOptions extends DiscOptions {
  /** Radius of the hole, 0 <= inner < radius, m. */
  inner: number;
}

/** Uniform or linear pressure on a disc with a concentric hole. */
export function ring(options: RingOptions): Pressure {
  requireKnownOptions('ring', options, ['radius', 'inner', 'gradient', 'centre']);
  const radius = requirePositive('ring', 'radius', options.radius, 'm');
  const inner = requireNumber('ring', 'inner', options.inner, 0, 'm');
  if (!(inner < radius)) throw new RangeError(`ring: inner must be < radius = ${radius} m (got ${inner})`);
  return discPressure('ring', radius, inner, options);
}

function discPressure(shape: string, radius: number, inner: number, options: TiltOptions): Pressure {
  const { gradient, centre } = requireTilt(shape, options);
  const variance = (radius * radius + inner * inner) / 4;
  const e = centre ?? (gradient ? [variance * gradient[0], variance * gradient[1]] : [0, 0]);
  const data = new Float64Array(DISC_SIZE);
  if (!writeDisc(radius, inner, 0, 0, Float64Array.from(e), data, 0)) {
    const outlines = [regularOutline(radius, 96)];
    if (inner > 0) outlines.push(regularOutline(inner, 96).reverse());
    return outlinePressure(shape, outlines, gradient ? { gradient } : { centre: [e[0], e[1]] });
  }
  const area = Math.PI * (radius * radius - inner * inner);
  const [gx, gy] = [e[0] / variance, e[1] / variance];
  return roundPressure(
    { shape, key: shapeKey(shape, data.subarray(1)), area, centre: [e[0], e[1]], extent: radius },
    { kind: 'disc', weight: 1, x: 0, y: 0, data, count: 0 },
    2 * variance - e[0] * e[0] - e[1] * e[1],
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

/**
 * Hertzian pressure of a sphere on a plane, 3/(2 π a²) √(1 - (ρ/a)²). In closed form unless a gradient or centre is
 * set.
 */
export function hertz(options: RadialOptions): Pressure {
  requireKnownOptions('hertz', options, ['radius', 'gradient', 'centre']);
  return powerLawPressure('hertz', requirePositive('hertz', 'radius', options.radius, 'm'), 2, options);
}

export interface PowerLawOptions extends TiltOptions {
  /** Radius of the contact, > 0 m. */
  a: number;
  /** Exponent, 0.25 to 1000: 2 is Hertz, large values approach uniform pressure. */
  k: number;
}

/**
 * Pressure of soft fingers, p = C [1 - (ρ/a)ᵏ]^(1/k), [Waltersson] (44).
 *
 * Differs from the paper: C gives unit load for every k; the paper's 1.144/(π a²) holds for k = 4 only.
 */
export function powerLaw(options: PowerLawOptions): Pressure {
  requireKnownOptions('powerLaw', options, ['a', 'k', 'gradient', 'centre']);
  const k = requireNumber('powerLaw', 'k', options.k, 0.25);
  if (k > 1000) throw new RangeError(`powerLaw: k must be at most 1000 (got ${k})`);
  return powerLawPressure('powerLaw', requirePositive('powerLaw', 'a', options.a, 'm'), k, options);
}

function powerLawPressure(shape: string, a: number, k: number, options: TiltOptions): Pressure {
  const { gradient, centre } = requireTilt(shape, options);
  const [load, secondMoment] = powerLawMoments(k);
  // A stack of discs: ⟨ρ²⟩ of one is s²/2.
  const square = (0.5 * a * a * secondMoment) / load;
  const variance = 0.5 * square;
  const e: Point = centre ?? (gradient ? [variance * gradient[0], variance * gradient[1]] : [0, 0]);
  const [gx, gy] = [e[0] / variance, e[1] / variance];
  if (Math.sqrt(gx * gx + gy * gy) * a > 1 + 1e-12) {
    throw new RangeError(
      `${shape}: the pressure centre must be within ${variance / a} m of the middle, or the pressure is negative at the ` +
        `edge (got ${e[0]}, ${e[1]})`,
    );
  }
  const R = Math.sqrt(square);
  const data = Float64Array.of(R, a / R, 0, -e[0] / R, -e[1] / R, gx * R, gy * R, k, load);
  const isHertz = k === 2 && gx === 0 && gy === 0;
  const peak = 1 / (Math.PI * a * a * load);
  return roundPressure(
    { shape, key: shapeKey('powerLaw', data.subarray(1)), area: Math.PI * a * a, centre: e, extent: a },
    { kind: isHertz ? 'hertz' : 'powerLaw', weight: 1, x: 0, y: 0, data, count: 0 },
    square - e[0] * e[0] - e[1] * e[1],
    (x, y) => {
      const share = Math.sqrt(x * x + y * y) / a;
      return share < 1 ? peak * powerLawProfile(share, k) * (1 + gx * x + gy * y) : 0;
    },
  );
}

type RoundShape = Pick<Pressure, 'shape' | 'key' | 'area' | 'centre' | 'extent'>;

function roundPressure(shape: RoundShape, part: PressurePart, u: number, density: Pressure['density']): Pressure {
  const parts = [part];
  const isRound = part.data[5] === 0 && part.data[6] === 0;
  return { ...shape, isRound, r: meanDistance(parts), u, parts, density };
}
