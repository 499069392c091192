import { whiteNoise } from '../series.js';
import type { SliderNoise } from './identify-slider.js';
import type { Samples } from './linearize.js';
import { STATE } from './motion.js';
import type { NoiseModel, Run } from './whiten.js';

/** Noise as given, or from the roughness of each series. */
export function measureNoise({ t, pose, force }: Samples, given: SliderNoise, hasForces: boolean): NoiseModel {
  const [x, y, angle] = [0, 1, 2].map((i) => floored(t, take(pose, i)));
  const position = given.position ?? Math.hypot(x, y) / Math.SQRT2;
  const turn = given.angle ?? angle;
  if (!hasForces) return { pose: [position, position, turn], force: [0, 0, 0] };
  const [fx, fy, torque] = [0, 1, 2].map((i) => whiteNoise(t, take(force, i)));
  const push = given.force ?? Math.hypot(fx, fy) / Math.SQRT2;
  return { pose: [position, position, turn], force: [push, push, given.torque ?? torque] };
}

/** Noise of the poses from the residuals of a fit without forces, where the states follow the model exactly. */
export function residualNoise(
  { pose }: Samples,
  runs: readonly Run[],
  given: SliderNoise,
  degrees: number,
): NoiseModel {
  const squares = [0, 0, 0];
  let count = 0;
  for (const { first, last, states } of runs) {
    for (let k = first; k <= last; k++, count++) {
      for (let i = 0; i < 3; i++) squares[i] += (pose[3 * k + i] - states[STATE * (k - first) + i]) ** 2;
    }
  }
  // The fitted parameters take their share of the noise.
  const share = count * Math.max(degrees / (3 * count), 0.1);
  const extent = pose.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const least = 1e-12 * Math.max(extent, 1e-3);
  const position = given.position ?? Math.max(Math.sqrt((squares[0] + squares[1]) / (2 * share)), least);
  const angle = given.angle ?? Math.max(Math.sqrt(squares[2] / share), least);
  return { pose: [position, position, angle], force: [0, 0, 0] };
}

/** Noise that is not 0, also for exact data. */
function floored(t: Float64Array, values: Float64Array): number {
  const extent = values.reduce((most, value) => Math.max(most, Math.abs(value - values[0])), 0);
  return Math.max(whiteNoise(t, values), 1e-6 * extent, 1e-12);
}

function take(rows: Float64Array, i: number): Float64Array {
  return Float64Array.from({ length: rows.length / 3 }, (_, k) => rows[3 * k + i]);
}
