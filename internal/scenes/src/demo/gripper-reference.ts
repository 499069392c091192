import { GRAVITY } from '../cases/box-on-ground.js';

/**
 * A plank between two round pads of radius R, each with uniform pressure and the force N. Its weight W acts at a distance d beside the
 * pads, so each pad carries W/2 and W d/2. It slips when this load reaches the limit surface of the pads, that is, for some centre of
 * rotation at e R beside the middle of the pad, away from the load,
 *
 *     W/2 = μ N f(e),   W d/2 = μ N R m(e)
 *     (f, m) = 1/π ∫ (x + e, x (x + e) + z²)/√((x + e)² + z²) dx dz  over the unit disc
 *
 * f/m = R/d gives e, and e gives N. From then on the plank rotates by an angle a about that centre (neglecting the change of load by its
 * acceleration, some per cent of the weight),
 *
 *     m (k² + (d + e R)²) a'' = W d cos a - 2 μ N R m(e),   e from f(e) = W/(2 μ N)
 *
 *   k²   moment of inertia of the plank about its middle, per mass     m²
 *
 * Independent of the packages; SI units, angles in rad.
 */
export interface HeldPlank {
  mass: number;
  /** d. */
  overhang: number;
  mu: number;
  /** R. */
  pad: number;
  /** k². */
  gyration: number;
}

const RINGS = 60;
const SECTORS = 120;

/** f and m of a unit disc rotating about a point at e, by midpoints. */
export function discFriction(e: number): { force: number; moment: number } {
  let [force, moment] = [0, 0];
  for (let i = 0; i < RINGS; i++) {
    const r = (i + 0.5) / RINGS;
    for (let k = 0; k < SECTORS; k++) {
      const angle = (2 * Math.PI * (k + 0.5)) / SECTORS;
      const x = r * Math.cos(angle);
      const z = r * Math.sin(angle);
      const weight = (2 * r) / (RINGS * SECTORS * Math.hypot(x + e, z));
      force += weight * (x + e);
      moment += weight * (x * (x + e) + z * z);
    }
  }
  return { force, moment };
}

/** e, f and m for centres from the middle to far beyond the rim. */
const TABLE = Array.from({ length: 41 }, (_, k) => {
  const e = (0.05 * k) / (1.025 - 0.025 * k);
  return { e, ...discFriction(e) };
});

/** Interpolates the entry of the table at which an increasing property has a value. */
function entryAt(property: (entry: (typeof TABLE)[number]) => number, value: number): (typeof TABLE)[number] {
  const next = TABLE.findIndex((entry) => property(entry) >= value);
  if (next <= 0) return TABLE[next === 0 ? 0 : TABLE.length - 1];
  const [a, b] = [TABLE[next - 1], TABLE[next]];
  const share = (value - property(a)) / (property(b) - property(a));
  const between = (p: number, q: number): number => p + share * (q - p);
  return { e: between(a.e, b.e), force: between(a.force, b.force), moment: between(a.moment, b.moment) };
}

/** Grip force N below which it pivots [N]. */
export function pivotGrip({ mass, overhang, mu, pad }: HeldPlank): number {
  const { moment } = entryAt((entry) => entry.force / entry.moment, pad / overhang);
  return (mass * GRAVITY * overhang) / (2 * mu * pad * moment);
}

/** Angles at steps of `step` seconds, for a grip that depends on time and angle. */
export function pivotAngles(
  plank: HeldPlank,
  grip: (time: number, angle: number) => number,
  seconds: number,
  step = 1e-3,
): Float64Array {
  const { mass, overhang, mu, pad, gyration } = plank;
  const weight = mass * GRAVITY;
  const angles = new Float64Array(Math.ceil(seconds / step) + 1);
  let [angle, rate] = [0, 0];
  for (let k = 1; k < angles.length; k++) {
    const press = 2 * mu * grip(k * step, angle);
    const { e, moment } = entryAt((entry) => entry.force, weight / press);
    const inertia = mass * (gyration + (overhang + e * pad) ** 2);
    // Friction stops it, but does not reverse it.
    rate = Math.max(0, rate + (step / inertia) * (weight * overhang * Math.cos(angle) - press * pad * moment));
    angle += step * rate;
    angles[k] = angle;
  }
  return angles;
}
