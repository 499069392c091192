import { cross, dot } from '../convex-faces.js';
import type { Vector } from '../scene.js';

/**
 * The gliding tippe top: a ball of radius R on a plane, its centre of mass at a distance d from its middle, with the same moment of
 * inertia I about every axis. It stays on the plane and slides in its one contact point, with Coulomb friction. Runge-Kutta of fourth
 * order with steps of 0.2 ms. Independent of the packages.
 *
 *     m v′ = F,    I ω′ = a × (N ẑ + F),    e′ = ω × e,    F = -μ N s/√(|s|² + ε²)
 *     a = d e - R ẑ,    s = the part of v + ω × a along the plane
 *     N from the height of the centre of mass,  z = R - d e_z:   N = m (g - d e_z″)
 *
 *   v  velocity of the centre of mass, along the plane [m/s]     e  from the centre of mass to the middle of the ball     ε  5 mm/s
 *
 * (Moffatt & Tokieda 2008, Rauch-Wojciechowski et al. 2005; the vertical part of s vanishes by the constraint on z.)
 */
export interface TippeTop {
  radius: number;
  /** d [m]. */
  offset: number;
  mass: number;
  /** I [kg m²]. */
  inertia: number;
  mu: number;
  /** Initial spin about the vertical [rad/s], and initial angle between axis and vertical [rad]. */
  spin: number;
  tilt: number;
  gravity: number;
}

const STEP = 2e-4;
const SOFT = 5e-3;

export interface TippeCourse {
  /** Angle between axis and vertical [rad] and spin about the axis, ω·e [rad/s], once per millisecond. */
  angles: Float64Array;
  spins: Float64Array;
}

export function integrateTippeTop(top: TippeTop, seconds: number): TippeCourse {
  const { tilt, spin } = top;
  // vx, vy, e, ω.
  let state = [0, 0, Math.sin(tilt), 0, Math.cos(tilt), 0, 0, spin];
  const count = Math.round(seconds / 1e-3);
  const angles = new Float64Array(count + 1);
  const spins = new Float64Array(count + 1);
  for (let k = 0; k <= count; k++) {
    const [, , ex, ey, ez, wx, wy, wz] = state;
    angles[k] = Math.acos(Math.max(-1, Math.min(1, ez / Math.hypot(ex, ey, ez))));
    spins[k] = wx * ex + wy * ey + wz * ez;
    for (let n = 0; n < 1e-3 / STEP - 0.5; n++) state = rungeKutta(state, top);
  }
  return { angles, spins };
}

function rungeKutta(state: number[], top: TippeTop): number[] {
  const at = (slope: number[], h: number): number[] => state.map((value, k) => value + h * slope[k]);
  const k1 = change(state, top);
  const k2 = change(at(k1, STEP / 2), top);
  const k3 = change(at(k2, STEP / 2), top);
  const k4 = change(at(k3, STEP), top);
  return state.map((value, k) => value + (STEP / 6) * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]));
}

function change([vx, vy, ex, ey, ez, wx, wy, wz]: number[], top: TippeTop): number[] {
  const { radius, offset: d, mass, inertia, mu, gravity } = top;
  const e: Vector = [ex, ey, ez];
  const w: Vector = [wx, wy, wz];
  const arm: Vector = [d * ex, d * ey, d * ez - radius];
  const round = cross(w, arm);
  const slip = [vx + round[0], vy + round[1]];
  const speed = Math.hypot(slip[0], slip[1], SOFT);
  /** Friction per load. */
  const f: Vector = [(-mu * slip[0]) / speed, (-mu * slip[1]) / speed, 1];
  // e″ = ω′ × e + ω × (ω × e), with ω′ = N (arm × f)/I: its z is own + N per.
  const turn = cross(arm, f);
  const own = wz * dot(w, e) - ez * dot(w, w);
  const per = cross(turn, e)[2] / inertia;
  const load = Math.max(0, (mass * (gravity - d * own)) / (1 + mass * d * per));
  const [dx, dy, dz] = cross(w, e);
  return [
    (load * f[0]) / mass,
    (load * f[1]) / mass,
    dx,
    dy,
    dz,
    (load * turn[0]) / inertia,
    (load * turn[1]) / inertia,
    (load * turn[2]) / inertia,
  ];
}
