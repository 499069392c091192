import { fixture, twistsOf } from './support.js';

/** The prescribed twist of [Waltersson] Fig. 5 on the six shapes, 0.02 m, 1 N, Euler's method with 1e-5 s: inputs and errors. */

interface Series {
  fx: ArrayLike<number>;
  fy: ArrayLike<number>;
  tau: ArrayLike<number>;
}
interface Errors {
  forceRmseNorm: number;
  torqueRmseNorm: number;
}
interface Checkpoints extends Series {
  reduced: Series;
  reducedMinusDistributed: Errors;
  distributedN21MinusN101: Errors;
}
const file = fixture<{
  profile: { knots_t: number[]; vx: number[]; vy: number[]; omega: number[] };
  cases: Record<string, Checkpoints>;
}>('velocity_profile_euler');

export const shapes = ['Circle', 'Square', 'Line', 'LineGrad', 'NonConvex1', 'NonConvex2'];
/** Friction by Euler's method, 20 samples per second. */
export const checkpoints = file.cases;

export const DT = 1e-5;
export const STEPS = 500_000;
export const twists = twistsOf(file.profile, STEPS + 1, DT);
/** Friction of all steps. */
export const out = new Float64Array(3 * (STEPS + 1));

interface Packed {
  unit: number;
  data: string;
}
/** Friction of 101 × 101 cells by Runge-Kutta, 1 kHz. */
const series = Object.fromEntries(
  Object.entries(
    fixture<{ cases: Record<string, Record<'fx' | 'fy' | 'tau', Packed>> }>('velocity_profile_series').cases,
  ).map(([name, { fx, fy, tau }]) => [name, { fx: unpack(fx), fy: unpack(fy), tau: unpack(tau) }]),
);

function unpack({ unit, data }: Packed): Float64Array {
  const bytes = Buffer.from(data, 'base64');
  return Float64Array.from({ length: bytes.length / 2 }, (_, k) => unit * bytes.readInt16LE(2 * k));
}

/** Largest difference between `out` and the checkpoints, force in N and torque over r. */
export function checkpointError(to: Series, seconds: number, r: number): number {
  let worst = 0;
  for (let k = 0; k <= Math.round(20 * seconds); k++) {
    const at = 3 * 5000 * k;
    worst = Math.max(
      worst,
      Math.abs(out[at] - to.fx[k]),
      Math.abs(out[at + 1] - to.fy[k]),
      Math.abs(out[at + 2] - to.tau[k]) / r,
    );
  }
  return worst;
}

/** Errors of `out` against 101 × 101 cells at 1 kHz, in percent of the largest force and torque. */
export function errorsOf(name: string): [force: Float64Array, torque: Float64Array] {
  const to = series[`${name}_p1`];
  const count = to.fx.length;
  const force = new Float64Array(count);
  const torque = new Float64Array(count);
  let most = 0;
  let mostTorque = 0;
  for (let k = 0; k < count; k++) {
    const at = 3 * 100 * k;
    force[k] = Math.hypot(out[at] - to.fx[k], out[at + 1] - to.fy[k]);
    torque[k] = Math.abs(out[at + 2] - to.tau[k]);
    most = Math.max(most, Math.hypot(to.fx[k], to.fy[k]));
    mostTorque = Math.max(mostTorque, Math.abs(to.tau[k]));
  }
  return [force.map((f) => (100 * f) / most), torque.map((t) => (100 * t) / mostTorque)];
}

/** Root mean squares of `errorsOf`. */
export function rmse(name: string): [force: number, torque: number] {
  const [force, torque] = errorsOf(name).map((errors) =>
    Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length),
  );
  return [force, torque];
}
