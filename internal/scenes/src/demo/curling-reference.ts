import { GRAVITY } from '../cases/box-on-ground.js';
import { rungeKutta } from '../cases/sliding-reference.js';

/**
 * A ring that slides and spins on a plane under a body with its centre of mass at height h above it. Per mass,
 *
 *     v' = g f,   k² w' = g m_z,   f = -∫ p μ(|u|) (1 - δ s) u/|u| dφ,   m_z the moment of the same
 *     u = v + w × R e(φ),   s = e·v/|v|,   p = (1 + 2 c·e/R)/(2π),   c = -h f
 *
 *   p   load along the ring: linear, its centre c balances the moment of friction at height -h     1/rad
 *   k²  moment of inertia about the vertical per mass                                                  m²
 *
 * c and f depend on each other and are found by fixed-point iteration. Independent of the packages; SI units.
 */
export interface Ring {
  /** R. */
  band: number;
  /** h. */
  height: number;
  /** k². */
  gyration: number;
  mu(speed: number): number;
  /** δ. */
  wear: number;
  speed: number;
  /** Initial w. */
  spin: number;
}

/** Positions along the throw and to its left, at increasing times. */
export interface CurlingPath {
  times: number[];
  along: number[];
  sideways: number[];
}

/** Points on the ring; few suffice, because all integrands are smooth and periodic. */
const COUNT = 72;
const RING = Array.from({ length: COUNT }, (_, k) => {
  const angle = (2 * Math.PI * (k + 0.5)) / COUNT;
  return [Math.cos(angle), Math.sin(angle)] as const;
});

/** Friction on the ring and its moment, per load: [fx, fy, mz]. */
export function ringFriction(ring: Ring, vx: number, vy: number, w: number): [number, number, number] {
  const { band: R, height, mu, wear } = ring;
  const speed = Math.hypot(vx, vy);
  let [fx, fy, mz] = [0, 0, 0];
  let moved = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 50 && moved > 1e-10; round++) {
    const [cx, cy] = [-height * fx, -height * fy];
    let [sumX, sumY, sumZ] = [0, 0, 0];
    for (const [ex, ey] of RING) {
      const [ux, uy] = [vx - w * R * ey, vy + w * R * ex];
      const slip = Math.hypot(ux, uy);
      if (slip === 0) continue;
      const front = speed > 0 ? (ex * vx + ey * vy) / speed : 0;
      const share = ((1 + (2 * (cx * ex + cy * ey)) / R) * (1 - wear * front) * mu(slip)) / (COUNT * slip);
      sumX -= share * ux;
      sumY -= share * uy;
      sumZ -= share * R * (ex * uy - ey * ux);
    }
    moved = Math.hypot(sumX - fx, sumY - fy);
    [fx, fy, mz] = [sumX, sumY, sumZ];
  }
  return [fx, fy, mz];
}

export function curlingPath(ring: Ring): CurlingPath {
  // t, x, y, vx, vy, w
  let state = [0, 0, 0, ring.speed, 0, ring.spin];
  const rate = ([, , , vx, vy, w]: number[]): number[] => {
    const [fx, fy, mz] = ringFriction(ring, vx, vy, w);
    return [1, vx, vy, GRAVITY * fx, GRAVITY * fy, (GRAVITY * mz) / ring.gyration];
  };
  const fastest = ([, , , vx, vy, w]: number[]): number => Math.hypot(vx, vy) + Math.abs(ring.band * w);
  const start = fastest(state);
  const path: CurlingPath = { times: [0], along: [0], sideways: [0] };
  // Smaller steps towards the stop, where directions change fast.
  while (fastest(state) > 1e-3 * start && state[0] < 100) {
    state = rungeKutta(rate, state, Math.min(0.05, (0.02 * fastest(state)) / (GRAVITY * ring.mu(fastest(state)))));
    path.times.push(state[0]);
    path.along.push(state[1]);
    path.sideways.push(state[2]);
  }
  return path;
}

/** Position along and sideways at a time; the final position after the stop. */
export function pathAt({ times, along, sideways }: CurlingPath, time: number): [number, number] {
  let [low, high] = [0, times.length - 1];
  if (time >= times[high]) return [along[high], sideways[high]];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  const share = (time - times[low]) / (times[high] - times[low]);
  return [along[low] + share * (along[high] - along[low]), sideways[low] + share * (sideways[high] - sideways[low])];
}
