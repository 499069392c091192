import { rotatedSet } from '@stiction/friction-core/adapter';
import { type ConvexSet, ellipsoidSet, polygonSet, quarterEllipseSet } from '@stiction/lcp-solver';
import { disc, evaluatePressure } from '@stiction/limit-surface';
import { radialSet } from '../../packages/friction-core/src/sets/radial.js';
import { speedSet } from '../../packages/friction-core/src/sets/speed.js';
import {
  type SurfaceKernel,
  solveSurfaceBlock,
  surfaceGauge,
  writeSpinFriction,
} from '../../packages/limit-surface/src/surfaces/block-step.js';
import { offsetSet } from '../../packages/texture-friction/src/sets/offset-set.js';

/** One set with the parameters of an instance, for pictures and cost. */
export interface Shown {
  name: string;
  title: string;
  set: ConvexSet;
  shape: Float64Array;
  /** Second axis of the picture: 1 is t2, 2 is torsion in units of `lever`. */
  other: 1 | 2;
  lever: number;
}

const SQUARE = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
const HEXAGON = Array.from({ length: 6 }, (_, k) => [Math.cos((Math.PI * k) / 3), Math.sin((Math.PI * k) / 3)]);

const RADIUS = 0.15;

/** The set of `patch` for a disc: shape = [μ]. */
export function discSet(): ConvexSet {
  const pressure = disc({ radius: RADIUS });
  const R = Math.sqrt(pressure.u);
  const metres = new Float64Array(3);
  const kernel: SurfaceKernel = (twist, out) => {
    metres.set([twist[0], twist[1], twist[2] / R]);
    evaluatePressure(pressure, metres, out);
    for (const k of [3, 6, 8]) out[k] /= R;
    out[9] /= R * R;
  };
  const memory = new Float64Array(6);
  writeSpinFriction(kernel, memory, 0);
  const size = Float64Array.of(R, 0);
  const twist = new Float64Array(3);
  const values = new Float64Array(10);
  return {
    name: 'limitSurface',
    minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
      size[1] = scale[scaleAt] * shape[shapeAt];
      return solveSurfaceBlock(kernel, A, aAt, c, size, memory, 0, out);
    },
    support(d, shape, shapeAt, out) {
      twist.set([d[0], d[1], R * d[2]]);
      kernel(twist, values);
      const mu = shape[shapeAt];
      out.set([mu * values[1], mu * values[2], mu * R * values[3]]);
    },
    gauge: (lambda, at, shape, shapeAt) => surfaceGauge(kernel, lambda, at, R) / shape[shapeAt],
  };
}

const falling = (x: Float64Array): void => {
  x[1] = 0.3 + 0.3 * Math.exp(-20 * x[0]);
};
const [COS, SIN] = [Math.cos(0.5), Math.sin(0.5)];

export const SETS: readonly Shown[] = [
  {
    name: 'ellipsoid',
    title: 'radii 0.6, 0.4',
    set: ellipsoidSet,
    shape: Float64Array.of(0.6, 0.4, 0.06),
    other: 1,
    lever: 1,
  },
  {
    name: 'quarter-ellipse',
    title: 'radii 0.7, 0.3, 0.45, 0.25',
    set: quarterEllipseSet,
    shape: Float64Array.of(0.7, 0.3, 0.45, 0.25, 0.05),
    other: 1,
    lever: 1,
  },
  {
    name: 'polygon',
    title: 'six faces, one low',
    set: polygonSet(HEXAGON),
    shape: Float64Array.of(0.5, 0.5, 0.25, 0.5, 0.5, 0.5, 0.05),
    other: 1,
    lever: 1,
  },
  {
    name: 'box',
    title: 'four faces at 0.45',
    set: polygonSet(SQUARE),
    shape: Float64Array.of(0.45, 0.45, 0.45, 0.45, 0.05),
    other: 1,
    lever: 1,
  },
  {
    name: 'turned',
    title: 'ellipse 0.7, 0.3, turned by 0.5 rad',
    set: rotatedSet(ellipsoidSet),
    shape: Float64Array.of(COS, SIN, 1, 0.7, 0.3, 0.05),
    other: 1,
    lever: 1,
  },
  {
    name: 'radial',
    title: 'ellipse 0.7, 0.3',
    set: radialSet(ellipsoidSet, 2),
    shape: Float64Array.of(0.7, 0.3, 0.05),
    other: 1,
    lever: 1,
  },
  {
    name: 'speed',
    title: 'μ(0) = 0.6, falling to 0.3',
    set: speedSet(falling, true),
    shape: Float64Array.of(0.6, 0.6, 0.06, 1),
    other: 1,
    lever: 1,
  },
  {
    name: 'limit-surface',
    title: 'disc of R 0.15 m, μ 0.6',
    set: discSet(),
    shape: Float64Array.of(0.6),
    other: 2,
    lever: (2 / 3) * RADIUS,
  },
  {
    name: 'offset',
    title: 'friction acts 0.05 m aside',
    set: offsetSet(ellipsoidSet),
    shape: Float64Array.of(0, 0.05, 0.6, 0.6, 0.06),
    other: 2,
    lever: 0.1,
  },
];
