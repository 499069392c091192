import { GRAVITY } from '../cases/box-on-ground.js';
import { rungeKutta } from '../cases/sliding-reference.js';

/**
 * A ball of radius R on cloth, I = 2/5 m R². Per mass, with slip u = v + w × (-R ẑ) of its lowest point,
 *
 *     v' = f,   2/5 R² w' = (-R ẑ) × f + M + τ ẑ
 *     f = -g μ² u/D,   τ = -g r² w_z/D,   D = √(μ² |u|² + r² w_z²)          sliding and side spin share one ellipsoid
 *     M = -g ρ w_t/|w_t|,   w_t the part of w along the cloth                rolling resistance
 *
 *   μ   coefficient of sliding     1        r   spinning radius     m        ρ   rolling radius     m
 *
 * Without M and τ there are closed forms: u keeps its direction, the path is a parabola until u = 0 at t = 2 |u₀|/(7 μ g), and then
 * the ball rolls at v = v₀ - 2/7 u₀ = 5/7 v₀ + 2/7 R (w_y, -w_x). Side spin alone lasts for 2/5 R² w_z/(r g). An object ball is hit
 * centrally, takes (1 + e)/2 of the speed and has no friction with the cue ball.
 *
 * Directions are regularized below `SMALL`; Runge-Kutta steps of 1e-4 s. Independent of the packages. x along the shot, z up, SI units.
 */
export interface Shot {
  radius: number;
  mu: number;
  /** ρ. */
  rolling: number;
  /** r. */
  spinning: number;
  velocity: readonly [number, number];
  /** Initial w. */
  spin: readonly [number, number, number];
  /** Position of a resting ball on the x axis, and e. */
  target?: { x: number; bounce: number };
}

export interface ShotPath {
  /** x, y of the ball at steps of `SAMPLE`, until it rests. */
  places: [number, number][];
  /** Time at which u falls below 5 % of |u₀| for good, and the rolling velocity there. */
  rollTime: number;
  rollVelocity: [number, number];
  /** Time at which side spin has fallen to a tenth; NaN without side spin. */
  spinTime: number;
}

export const SAMPLE = 1e-3;
const STEP = 1e-4;
/** Regularization speed of the slip [m/s]; also of r w/μ and R w. */
const SMALL = 1e-3;

/** Slip of the lowest point. */
export function slipOf(radius: number, vx: number, vy: number, wx: number, wy: number): [number, number] {
  return [vx - radius * wy, vy + radius * wx];
}

export function shotPath(shot: Shot, longest = 30): ShotPath {
  const { radius: R, target } = shot;
  const rate = rates(shot);
  let state = [0, 0, ...shot.velocity, ...shot.spin];
  const [, , spinStart] = shot.spin;
  const slipStart = Math.hypot(...slipOf(R, ...shot.velocity, shot.spin[0], shot.spin[1]));
  const path: ShotPath = { places: [], rollTime: 0, rollVelocity: [0, 0], spinTime: Number.NaN };
  let met = false;
  for (let k = 0; k * STEP < longest; k++) {
    const [x, y, vx, vy, wx, wy, wz] = state;
    if (k % Math.round(SAMPLE / STEP) === 0) path.places.push([x, y]);
    if (Math.hypot(...slipOf(R, vx, vy, wx, wy)) > 0.05 * slipStart) {
      path.rollTime = (k + 1) * STEP;
      path.rollVelocity = [vx, vy];
    }
    if (Number.isNaN(path.spinTime) && Math.abs(wz) < 0.1 * Math.abs(spinStart)) path.spinTime = k * STEP;
    const spinDone = spinStart === 0 || !Number.isNaN(path.spinTime);
    if (spinDone && Math.hypot(vx, vy) < 2e-3 && R * Math.hypot(wx, wy) < 2e-3) break;
    state = rungeKutta(rate, state, STEP);
    if (target && !met && state[0] >= target.x - 2 * R) {
      met = true;
      state[2] *= 1 - 0.5 * (1 + target.bounce);
    }
  }
  return path;
}

function rates({ radius: R, mu, rolling, spinning }: Shot): (state: number[]) => number[] {
  const turning = 1 / (0.4 * R * R);
  return ([, , vx, vy, wx, wy, wz]) => {
    const [ux, uy] = slipOf(R, vx, vy, wx, wy);
    const size = Math.hypot(mu * ux, mu * uy, spinning * wz, mu * SMALL);
    const [fx, fy] = [(-GRAVITY * mu * mu * ux) / size, (-GRAVITY * mu * mu * uy) / size];
    const roll = (-GRAVITY * rolling) / Math.hypot(wx, wy, SMALL / R);
    const twist = (-GRAVITY * spinning * spinning * wz) / size;
    return [vx, vy, fx, fy, turning * (R * fy + roll * wx), turning * (-R * fx + roll * wy), turning * twist];
  };
}
