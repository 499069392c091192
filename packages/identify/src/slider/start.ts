import { addRow, createTriangle, solveTriangle } from '../fit/triangle.js';
import type { Samples } from './linearize.js';
import { fitLocally, halfWindow, type LocalFit } from './local-fit.js';
import { GYRATION, MASS, type Motion, MU, RADIUS, STATE } from './motion.js';
import type { NoiseModel, Run } from './whiten.js';

/** Quadratics through the neighbours of every sample, for x, y and angle. */
export type LocalMotion = readonly LocalFit[];

export function measureLocally({ t, pose }: Samples): LocalMotion {
  const half = halfWindow(t);
  return [0, 1, 2].map((i) =>
    fitLocally(
      t,
      Float64Array.from({ length: t.length }, (_, k) => pose[3 * k + i]),
      half,
    ),
  );
}

/** A sample counts as sliding if its velocity exceeds so many standard errors: rest is not mistaken for it. */
const SIGNIFICANT = 8;
/** Shortest run: with fewer samples there is nothing left after fitting the initial state. */
const SHORTEST = 4;

/**
 * Runs of consecutive sliding samples. At rest friction is only bounded, and where the speed is lost in the noise its
 * direction is unknown: neither tells anything about the parameters.
 */
export function findRuns(local: LocalMotion, noise: NoiseModel, minSpeed: number): Run[] {
  const [x, y, angle] = local;
  const count = x.velocity.length;
  const runs: Run[] = [];
  let first = -1;
  for (let k = 0; k <= count; k++) {
    const slides = k < count && slipOf(local, noise, k) > SIGNIFICANT && speedOf(k) >= minSpeed;
    if (slides && first < 0) first = k;
    if (!slides && first >= 0) {
      if (k - first >= SHORTEST) runs.push({ first, last: k - 1, states: nominal(first, k - 1) });
      first = -1;
    }
  }
  return runs;

  function speedOf(k: number): number {
    return minSpeed === 0 ? 0 : Math.hypot(x.velocity[k], y.velocity[k]);
  }

  function nominal(from: number, to: number): Float64Array {
    const states = new Float64Array(STATE * (to - from + 1));
    for (let k = from; k <= to; k++) {
      const at = STATE * (k - from);
      [x, y, angle].forEach((fit, i) => {
        states[at + i] = fit.position[k];
        states[at + 3 + i] = fit.velocity[k];
      });
    }
    return states;
  }
}

/** Velocity in units of its standard error. */
function slipOf([x, y, angle]: LocalMotion, noise: NoiseModel, k: number): number {
  const of = (fit: LocalFit, sd: number) => fit.velocity[k] / (sd * fit.velocityError[k]);
  return Math.hypot(of(x, noise.pose[0]), of(y, noise.pose[1]), of(angle, noise.pose[2]));
}

/** Most starts to try: the cost has several minima in the torsion radius if the record is short. */
const STARTS = 4;

/**
 * Starts of the parameters, the best first: for each of many torsion radii, the accelerations of the local quadratics as a linear
 * least-squares problem for the others,
 *
 *     v̇ = F (1/m) - (μ g) v/σ,   ẇ = T (1/(m k²)) - (μ g r²/k²) w/σ,   σ = |(v, r w)|
 *
 * and the radii with the smallest residuals. What is given stays.
 */
export function findStarts(
  motion: Motion,
  free: readonly number[],
  samples: Samples,
  local: LocalMotion,
  runs: readonly Run[],
): Float64Array[] {
  const extent = free.includes(GYRATION) ? typicalRadius(local, runs) : motion.parameters[GYRATION];
  const trials: Trial[] = [];
  for (let n = -12; n <= 12; n++) {
    const found = tryRadius(motion, free, samples, local, runs, extent * 10 ** (n / 8));
    if (found) trials.push(found);
  }
  trials.sort((a, b) => a.residual - b.residual);
  const starts: Float64Array[] = [];
  for (const { parameters } of trials) {
    if (starts.every((other) => Math.abs(Math.log(other[RADIUS] / parameters[RADIUS])) > 0.8)) starts.push(parameters);
  }
  return starts.length > 0 ? starts.slice(0, STARTS) : [motion.parameters.slice()];
}

/** A length to begin with if the radius of gyration is unknown: median of |v| / |w|, within 1 mm to 1 m. */
function typicalRadius([x, y, angle]: LocalMotion, runs: readonly Run[]): number {
  const ratios: number[] = [];
  for (const { first, last } of runs) {
    for (let k = first; k <= last; k++) {
      ratios.push(Math.hypot(x.velocity[k], y.velocity[k]) / Math.max(Math.abs(angle.velocity[k]), 1e-9));
    }
  }
  ratios.sort((a, b) => a - b);
  return Math.min(Math.max(ratios[ratios.length >> 1] ?? 0.05, 1e-3), 1);
}

interface Trial {
  parameters: Float64Array;
  residual: number;
}

function tryRadius(
  motion: Motion,
  free: readonly number[],
  { force }: Samples,
  [x, y, angle]: LocalMotion,
  runs: readonly Run[],
  radius: number,
): Trial | undefined {
  const { gravity, hasForces } = motion;
  const p = motion.parameters.slice();
  p[RADIUS] = radius;
  const massFree = free.includes(MASS);
  const gyrationFree = free.includes(GYRATION);
  // Translation: μ, and 1/m if unknown. The spin then has one more unknown, 1/k².
  const linear = createTriangle(massFree ? 2 : 1);
  const spin = createTriangle(1);
  const row = new Float64Array(linear.size + 1);
  const short = new Float64Array(2);
  const known = hasForces && !massFree ? 1 / p[MASS] : 0;
  const each = (use: (k: number, s: number) => void) => {
    for (const { first, last } of runs) {
      for (let k = first; k <= last; k++) {
        use(k, Math.max(Math.hypot(x.velocity[k], y.velocity[k], radius * angle.velocity[k]), 1e-12));
      }
    }
  };
  each((k, s) => {
    for (const [fit, i] of [
      [x, 0],
      [y, 1],
    ] as const) {
      row[0] = (-gravity * fit.velocity[k]) / s;
      if (massFree) row[1] = force[3 * k + i];
      row[linear.size] = fit.acceleration[k] - known * force[3 * k + i];
      addRow(linear, row);
    }
    if (gyrationFree) return;
    // A given radius of gyration couples the spin to μ; scaled to a speed.
    const k2 = p[GYRATION] ** 2;
    row[0] = ((-gravity * radius * radius * angle.velocity[k]) / (s * k2)) * p[GYRATION];
    if (massFree) row[1] = force[3 * k + 2] / p[GYRATION];
    row[linear.size] = (angle.acceleration[k] - (known * force[3 * k + 2]) / k2) * p[GYRATION];
    addRow(linear, row);
  });
  const solution = new Float64Array(linear.size);
  solveTriangle(linear, solution);
  if (!(solution[0] > 1e-4)) return undefined;
  p[MU] = Math.min(solution[0], 10);
  if (massFree) {
    if (!(solution[1] > 0)) return undefined;
    p[MASS] = 1 / solution[1];
  }
  let residual = linear.r[(linear.size + 1) ** 2 - 1] ** 2;
  if (gyrationFree) {
    each((k, s) => {
      const push = hasForces ? force[3 * k + 2] / p[MASS] : 0;
      short[0] = push - (p[MU] * gravity * radius * radius * angle.velocity[k]) / s;
      short[1] = angle.acceleration[k];
      addRow(spin, short);
    });
    solveTriangle(spin, solution);
    p[GYRATION] = solution[0] > 0 ? Math.min(Math.max(1 / Math.sqrt(solution[0]), 0.1 * radius), 10 * radius) : radius;
    residual += (spin.r[3] * p[GYRATION]) ** 2;
  }
  return { parameters: p, residual };
}
