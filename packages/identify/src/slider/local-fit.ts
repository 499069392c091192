import { addRow, createTriangle, solveTriangle } from '../fit/triangle.js';

/** Quadratics fitted to a few neighbours of every sample: position, velocity, acceleration. */
export interface LocalFit {
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  /** Standard error of the velocities and accelerations per standard deviation of the data. */
  readonly velocityError: Float64Array;
  readonly accelerationError: Float64Array;
}

/** Half the length of the windows in samples: about 30 ms, and at least two. */
export function halfWindow(t: Float64Array): number {
  const step = (t[t.length - 1] - t[0]) / (t.length - 1);
  return Math.max(2, Math.min(Math.round(0.03 / step), 60, Math.floor((t.length - 1) / 2)));
}

export function fitLocally(t: Float64Array, values: Float64Array, half: number): LocalFit {
  const n = t.length;
  const fit: LocalFit = {
    position: new Float64Array(n),
    velocity: new Float64Array(n),
    acceleration: new Float64Array(n),
    velocityError: new Float64Array(n),
    accelerationError: new Float64Array(n),
  };
  const row = new Float64Array(4);
  const x = new Float64Array(3);
  for (let k = 0; k < n; k++) {
    const first = Math.max(0, Math.min(k - half, n - 1 - 2 * half));
    const last = Math.min(n - 1, first + 2 * half);
    const scale = t[last] - t[first];
    const triangle = createTriangle(3);
    for (let i = first; i <= last; i++) {
      const u = (t[i] - t[k]) / scale;
      row[0] = u * u;
      row[1] = u;
      row[2] = 1;
      row[3] = values[i];
      addRow(triangle, row);
    }
    solveTriangle(triangle, x);
    fit.position[k] = x[2];
    fit.velocity[k] = x[1] / scale;
    fit.acceleration[k] = (2 * x[0]) / scale ** 2;
    fit.accelerationError[k] = errorOf(triangle.r, 0) * (2 / scale ** 2);
    fit.velocityError[k] = errorOf(triangle.r, 1) / scale;
  }
  return fit;
}

/** Standard error of unknown i of three: the length of row i of R⁻¹. */
function errorOf(r: Float64Array, i: number): number {
  const inverse = [0, 0, 0];
  let sum = 0;
  for (let j = i; j < 3; j++) {
    let value = j === i ? 1 : 0;
    for (let k = i; k < j; k++) value -= inverse[k] * r[4 * k + j];
    inverse[j] = value / r[4 * j + j];
    sum += inverse[j] ** 2;
  }
  return Math.sqrt(sum);
}
