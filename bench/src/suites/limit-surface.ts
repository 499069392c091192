import {
  disc,
  distributedModel,
  evaluatePressure,
  gridPressure,
  limitSurface,
  type PlanarModel,
  type PlanarParams,
  rectangle,
  reducedModel,
} from '@stiction/limit-surface';
import type { Case } from '../timing.js';

const PARAMS: PlanarParams = { sigma0: 1e5, sigma1: 20, sigma2: 0.2, muC: 1, muS: 1.2, vS: 1e-3 };
const TWIST = [0.1, -0.05, 1.59] as const;
const MANY = 1000;

/** Planar models per step, pressures per evaluation, and tables from new shapes. */
export function limitSurfaceCases(): Case[] {
  const square = (n: number) => gridPressure({ n, size: 0.02, weight: () => 1 });
  let shape = 0;
  return [
    model('distributed, 21 x 21', distributedModel(square(21), PARAMS), 20),
    model('distributed, implicit, 21 x 21', distributedModel(square(21), PARAMS, { method: 'implicit' }), 20),
    model('reduced', reducedModel(limitSurface(square(21)), PARAMS), MANY),
    model('reduced, ellipsoid', reducedModel(limitSurface(square(21)), PARAMS, { surface: 'ellipsoid' }), MANY),
    pressure('pressure of a disc', disc({ radius: 0.5 })),
    pressure('pressure of a rectangle', rectangle({ width: 0.5, height: 0.3 })),
    // Tables are cached by shape: use another one each time.
    {
      name: 'table of a rectangle',
      run: () => void limitSurface(rectangle({ width: 1, height: 1 + 1e-6 * ++shape })),
    },
  ];
}

function model(name: string, planar: PlanarModel, steps: number): Case {
  const twists = Float64Array.from({ length: 3 * steps }, (_, k) => TWIST[k % 3]);
  const wrenches = new Float64Array(3 * steps);
  return { name, per: steps, run: () => planar.steps(twists, steps, 1, 1e-4, wrenches) };
}

function pressure(name: string, of: Parameters<typeof evaluatePressure>[0]): Case {
  const twist = Float64Array.from(TWIST);
  const out = new Float64Array(10);
  return {
    name,
    per: MANY,
    run() {
      for (let k = 0; k < MANY; k++) {
        twist[2] = 0.01 * k;
        evaluatePressure(of, twist, out);
      }
    },
  };
}
