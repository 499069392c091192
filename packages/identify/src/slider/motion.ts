/**
 * Motion of a slider between two samples, and its derivatives, for `identifySlider`. In axes that turn with the body,
 *
 *     v̇ = F/m + μ g (y_t, e y_o),   k² ẇ = T/m + μ g (r y_r + s_x e y_o - s_y y_t)
 *     σ y_t + β y_o = -(v_x - w s_y),   σ y_o - β y_t = -e (v_y + w s_x),   σ y_r = -r w,   |y| = 1
 *
 *   v, w    velocity of the CM, angular velocity                                              m/s, rad/s
 *   F, T    applied force and torque about the CM                                             N, N m
 *   y       friction, scaled to the unit ball                                                 1
 *   σ       slip speed in the norm of the ellipsoid                                           m/s
 *   μ, e    coefficient of friction along the body's x, ratio of y to x                       1, 1
 *   r, k    torsion radius e_r / e_t, radius of gyration √(I_z/m)                              m, m
 *   s       shift of the pressure centre by a push at another height, (q_p - q_z) F / (m g)    m
 *   β       μ e q_z w: friction shifts the pressure centre, and the spin moves it             m/s
 *
 * [Xie] (3)-(17) in continuous time. The spin w is known, so |y| = 1 is a quadratic equation for σ²,
 * S² + (β² - C - R) S - R β² = 0 with C = |(v_x - w s_y, e (v_y + w s_x))|², R = (r w)².
 */
export interface Motion {
  /** μ, r, e, k, m. */
  readonly parameters: Float64Array;
  readonly gravity: number;
  /** Height of the CM, m. */
  readonly height: number;
  /** Height of the push above the CM, m. */
  readonly pushOffset: number;
  readonly hasForces: boolean;
}

export const MU = 0;
export const RADIUS = 1;
export const RATIO = 2;
export const GYRATION = 3;
export const MASS = 4;
export const PARAMETERS = 5;

/** Floats of a state: x, y, angle, v_x, v_y, w. */
export const STATE = 6;

/** A step is at most this fraction of the time in which friction turns the velocity: RK4 then errs by about 1e-7. */
const STEP_FRACTION = 0.1;
/** The slider is at rest once friction would stop it within this time, s. */
const STOP_TIME = 1e-6;
/** Most steps between two samples. */
const MAX_STEPS = 400;

/** Steps between two samples, positive: RK4, negative: at rest. Replayed for the derivatives. */
interface Schedule {
  readonly steps: Float64Array;
  count: number;
}

export interface Integrator {
  readonly motion: Motion;
  readonly schedule: Schedule;
  readonly rate: Float64Array;
  readonly stages: Float64Array;
  readonly stage: Float64Array;
}

export function createIntegrator(motion: Motion): Integrator {
  return {
    motion,
    schedule: { steps: new Float64Array(MAX_STEPS + 1), count: 0 },
    rate: new Float64Array(STATE + 1),
    stages: new Float64Array(4 * STATE),
    stage: new Float64Array(STATE),
  };
}

/** Writes the derivative of the state, and the slip speed after it. */
function writeRate(motion: Motion, s: Float64Array, fx: number, fy: number, torque: number, rate: Float64Array): void {
  const p = motion.parameters;
  const e = p[RATIO];
  const c = Math.cos(s[2]);
  const n = Math.sin(s[2]);
  const w = s[5];
  const mass = p[MASS];
  const lever = motion.hasForces ? motion.pushOffset / (mass * motion.gravity) : 0;
  const sx = lever * (c * fx + n * fy);
  const sy = lever * (c * fy - n * fx);
  const c1 = -(c * s[3] + n * s[4] - w * sy);
  const c2 = -e * (c * s[4] - n * s[3] + w * sx);
  const rw = p[RADIUS] * w;
  const beta = p[MU] * e * motion.height * w;
  const b2 = beta * beta;
  const half = 0.5 * (c1 * c1 + c2 * c2 + rw * rw - b2);
  const square = half + Math.sqrt(half * half + rw * rw * b2);
  const sigma = Math.sqrt(Math.max(square, 0));
  rate[0] = s[3];
  rate[1] = s[4];
  rate[2] = w;
  rate[3] = motion.hasForces ? fx / mass : 0;
  rate[4] = motion.hasForces ? fy / mass : 0;
  rate[5] = motion.hasForces ? torque / (mass * p[GYRATION] * p[GYRATION]) : 0;
  rate[STATE] = sigma;
  if (sigma === 0) return;
  const scale = (p[MU] * motion.gravity) / (square + b2);
  const yt = scale * (sigma * c1 - beta * c2);
  const yo = e * scale * (sigma * c2 + beta * c1);
  rate[3] += c * yt - n * yo;
  rate[4] += n * yt + c * yo;
  const yr = (-p[MU] * motion.gravity * p[RADIUS] * rw) / sigma;
  rate[5] += (yr + sx * yo - sy * yt) / (p[GYRATION] * p[GYRATION]);
}

/** Whether friction can hold a slider at rest. */
function canHold({ parameters: p, gravity, hasForces }: Motion, angle: number, f: ArrayLike<number>): boolean {
  if (!hasForces) return true;
  const c = Math.cos(angle);
  const n = Math.sin(angle);
  const along = c * f[0] + n * f[1];
  const across = (c * f[1] - n * f[0]) / p[RATIO];
  return Math.hypot(along, across, f[2] / p[RADIUS]) <= p[MU] * p[MASS] * gravity;
}

/**
 * Advances `s` by `dt` under forces that go linearly from f0 to f1. Chooses the steps, or repeats those of the last
 * call if `replay`, so that differences of two results are smooth.
 */
export function advance(
  it: Integrator,
  s: Float64Array,
  f0: ArrayLike<number>,
  f1: ArrayLike<number>,
  dt: number,
  replay: boolean,
): void {
  const { motion, schedule, rate } = it;
  if (!replay) schedule.count = 0;
  const force = [0, 0, 0];
  let at = 0;
  for (let n = 0; replay ? n < schedule.count : at < dt; n++) {
    let h: number;
    if (replay) h = schedule.steps[n];
    else {
      interpolate(force, f0, f1, at / dt);
      writeRate(motion, s, force[0], force[1], force[2], rate);
      h = chooseStep(it, s, force, dt, dt - at, n);
      schedule.steps[schedule.count++] = h;
    }
    if (h < 0) {
      s[3] = 0;
      s[4] = 0;
      s[5] = 0;
      at -= h;
    } else {
      rungeKutta(it, s, f0, f1, at, h, dt);
      at += h;
    }
  }
}

function chooseStep(it: Integrator, s: Float64Array, force: number[], dt: number, left: number, n: number): number {
  const { motion, rate } = it;
  const p = motion.parameters;
  const sigma = rate[STATE];
  const brake = p[MU] * motion.gravity * Math.max(1, p[RATIO] ** 2, (p[RADIUS] / p[GYRATION]) ** 2);
  const shortest = dt / MAX_STEPS;
  if (n >= MAX_STEPS - 1) return left;
  const rests = sigma <= brake * Math.min(STOP_TIME, 0.01 * dt);
  if (rests && canHold(motion, s[2], force)) return motion.hasForces ? -Math.min(left, dt / 16) : -left;
  const h = Math.max((STEP_FRACTION * sigma) / Math.max(brake, 1e-300), rests ? shortest : 0);
  return h < left ? Math.min(h, left) : left;
}

function rungeKutta(
  it: Integrator,
  s: Float64Array,
  f0: ArrayLike<number>,
  f1: ArrayLike<number>,
  at: number,
  h: number,
  dt: number,
): void {
  const { motion, rate, stages, stage } = it;
  const force = [0, 0, 0];
  for (let k = 0; k < 4; k++) {
    const weight = k === 0 ? 0 : k === 3 ? 1 : 0.5;
    for (let i = 0; i < STATE; i++) stage[i] = s[i] + (k === 0 ? 0 : weight * h * stages[STATE * (k - 1) + i]);
    interpolate(force, f0, f1, (at + weight * h) / dt);
    writeRate(motion, stage, force[0], force[1], force[2], rate);
    for (let i = 0; i < STATE; i++) stages[STATE * k + i] = rate[i];
  }
  for (let i = 0; i < STATE; i++) {
    const sum = stages[i] + 2 * stages[STATE + i] + 2 * stages[2 * STATE + i] + stages[3 * STATE + i];
    s[i] += (h / 6) * sum;
  }
}

function interpolate(out: number[], f0: ArrayLike<number>, f1: ArrayLike<number>, part: number): void {
  for (let i = 0; i < 3; i++) out[i] = f0[i] + part * (f1[i] - f0[i]);
}
