import {
  distributedModel,
  evaluatePressure,
  type LimitSurface,
  limitSurface,
  type Pressure,
  reducedModel,
} from '@stiction/limit-surface';
import { DT, errorsOf, out, rmse, STEPS, twists } from '../../packages/limit-surface/test/models/profile.js';
import { maskedGrid, P1 } from '../../packages/limit-surface/test/models/support.js';
import type { Point } from './law-pictures-runs.js';

/** Friction force over torque divided by r, from pure spinning to pure sliding along (x, y). */
export function limitCurve(pressure: Pressure, [x, y]: Point): Point[] {
  const points: Point[] = [];
  const values = new Float64Array(10);
  for (let k = 0; k <= 200; k++) {
    const angle = (0.5 * Math.PI * k) / 200;
    const v = k === 200 ? 1 : Math.sin(angle);
    const w = k === 200 ? 0 : Math.cos(angle) / pressure.r;
    evaluatePressure(pressure, Float64Array.of(v * x, v * y, w), values);
    points.push([Math.hypot(values[1], values[2]), values[3] / pressure.r]);
  }
  return points;
}

/** Root mean square errors in percent of the largest force and torque, by size. */
export interface Errors {
  force: Point[];
  torque: Point[];
}

function measure(sizes: readonly number[], name: string, run: (size: number) => void): Errors {
  const errors: Errors = { force: [], torque: [] };
  for (const size of sizes) {
    run(size);
    const [force, torque] = rmse(name);
    errors.force.push([size, force]);
    errors.torque.push([size, torque]);
  }
  return errors;
}

/** The distributed model by number of cells, as in [Waltersson] Fig. 9. */
export function distributedErrors(name: string, sizes: readonly number[]): Errors {
  return measure(sizes, name, (n) => {
    distributedModel(maskedGrid(name, n), P1).steps(twists, STEPS + 1, 1, DT, out);
  });
}

/** The reduced model by number of cells for its table, as in Fig. 36. */
export function reducedErrors(name: string, sizes: readonly number[]): Errors {
  return measure(sizes, name, (n) => runReduced(limitSurface(maskedGrid(name, n))));
}

/** The reduced model by number of table nodes per quarter turn, as in Fig. 37, from 101 × 101 cells. */
export function tableErrors(name: string, sizes: readonly number[], interpolation: 'linear' | 'quadratic'): Errors {
  const grid = maskedGrid(name, 101);
  return measure(sizes, name, (resolution) => runReduced(limitSurface(grid, { resolution, interpolation })));
}

export function ellipsoidErrors(name: string): [force: number, torque: number] {
  runReduced(limitSurface(maskedGrid(name, 101)), 'ellipsoid');
  return rmse(name);
}

/** Errors of the reduced model at 1 kHz, with a table from 101 × 101 cells. */
export function reducedErrorsInTime(
  name: string,
  kind: 'table' | 'ellipsoid',
): [force: Float64Array, torque: Float64Array] {
  runReduced(limitSurface(maskedGrid(name, 101)), kind);
  return errorsOf(name);
}

function runReduced(surface: LimitSurface, kind: 'table' | 'ellipsoid' = 'table'): void {
  reducedModel(surface, P1, { surface: kind }).steps(twists, STEPS + 1, 1, DT, out);
}

/** Friction during the motion of Fig. 5, 100 samples per second: fx, fy in N and the torque in N mm. */
export type Response = [fx: Point[], fy: Point[], torque: Point[]];

export function respond(name: string, cells: number, model: 'distributed' | 'reduced' | 'ellipsoid'): Response {
  const grid = maskedGrid(name, cells);
  // Implicit, with steps ten times as long: there are many cells.
  const dt = 10 * DT;
  const steps = STEPS / 10;
  const thin = Float64Array.from({ length: 3 * (steps + 1) }, (_, k) => twists[30 * Math.floor(k / 3) + (k % 3)]);
  const options = { method: 'implicit' } as const;
  const made =
    model === 'distributed'
      ? distributedModel(grid, P1, options)
      : reducedModel(limitSurface(grid), P1, { ...options, surface: model === 'reduced' ? 'table' : 'ellipsoid' });
  made.steps(thin, steps + 1, 1, dt, out);
  const series = (e: number, unit: number) =>
    Array.from({ length: 501 }, (_, k): Point => [k / 100, unit * out[300 * k + e]]);
  return [series(0, 1), series(1, 1), series(2, 1000)];
}

/** The motion itself: vx and vy in mm/s, w in rad/s. */
export function motion(): Response {
  const series = (e: number, unit: number) =>
    Array.from({ length: 501 }, (_, k): Point => [k / 100, unit * twists[3000 * k + e]]);
  return [series(0, 1000), series(1, 1000), series(2, 1)];
}
