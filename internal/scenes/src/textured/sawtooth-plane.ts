import { coulomb } from '@stiction/friction-core';
import {
  type Alignment,
  type Cone,
  gaussianRoughness,
  planeMapping,
  sawtooth,
  surface,
  textured,
} from '@stiction/texture-friction';
import { GRAVITY } from '../cases/box-on-ground.js';
import { type Build, settle } from '../cases/run.js';
import type { Rotation, Scene } from '../scene.js';
import { rotateVector } from '../solid.js';
import { CUBE_HALF, cube, cubeSurface, PAPER_WIDTH, sharedMap } from './cubes.js';

/**
 * Sawtooth plane, [Andrews] 5.2 and Fig. 12: an increasing force at its centre drags a box over teeth with gentle and steep facets. Along
 * the ridges it glides, over the gentle facets it slides, against the steep ones it sticks until it topples. With sharpness 1, the
 * paper's formula, both directions are equal; 5.5 rotates the plane under fixed contact frames.
 */
export interface SawtoothPlane {
  /** 1 is the paper's mean; above 1 steep facets have more friction than gentle ones. @default 3 */
  sharpness?: number;
  /** k_A of the plane. @default 4 */
  saliency?: number;
  /** Rotation of plane and box about the vertical [rad]. @default 0 */
  turn?: number;
  cone?: Cone;
  align?: Alignment;
}

/** Directions of the drag: up the gentle facets, against the steep ones, along the ridges to either side. */
export const PULLS = { gentle: [1, 0], steep: [-1, 0], left: [0, 1], right: [0, -1] } as const;
export type Pull = keyof typeof PULLS;

/** Table 1: k_A = 4, k_B = 1, mu_0 = 0.2, w = 0.02 m. */
const MU0 = 0.2;
const SALIENCY = 4;

/** Teeth of 2 mm, 0.4 mm high: slopes of 1/4 up and 1 down. Fine enough that every window at a corner has some. */
const PIXEL = 0.2e-3;
const PERIOD = 10;
const STEEP_SHARE = 0.2;
const DEPTH = 0.4e-3;

/** Slopes of the slightly rough box. */
const BOX_SIGMA = 0.1;

export function sawtoothPlane(options: SawtoothPlane = {}): Scene {
  const { sharpness = 3, saliency = SALIENCY, turn = 0, cone, align } = options;
  const teeth = sharedMap('teeth', () =>
    sawtooth({ width: 40, height: 40, depth: DEPTH, pixel: PIXEL, period: PERIOD, steepFraction: STEEP_SHARE }),
  );
  const rough = sharedMap('rough box', () =>
    gaussianRoughness({ width: 256, height: 256, sigmaX: BOX_SIGMA, sigmaY: BOX_SIGMA }),
  );
  const a = surface({ map: teeth, mapping: planeMapping({ tile: 40 * PIXEL }), saliency });
  const b = cubeSurface(rough, 1);
  const given = { ...(cone && { cone }), ...(align && { align }) };
  const law = textured({ mu0: MU0, a, b, width: PAPER_WIDTH, sharpness, ...given });
  const rotation: Rotation = [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)];
  return {
    name: 'sawtooth plane',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'plane', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], rotation, material: 'plane' },
      cube('box', [0, 0, 0.1], { rotation }),
    ],
    stockMu: MU0,
    law: coulomb({ mu: MU0 }),
    pairs: [['plane', 'box', law]],
    duration: 15,
  };
}

/**
 * Coefficient against a pull in closed form: power means of the two facets along x, none along the ridges, and Gaussian slopes of the box,
 * whose power mean is sigma (E max(0, x)^p)^(1/p).
 */
export function exactPullMu(pull: Pull, { sharpness: p = 3, saliency = SALIENCY }: SawtoothPlane = {}): number {
  const share = pull === 'steep' ? STEEP_SHARE : 1 - STEEP_SHARE;
  const across = pull === 'steep' || pull === 'gentle';
  const slope = across ? DEPTH / (share * PERIOD * PIXEL) : 0;
  // E max(0, x)^p of a normal number: 1/√(2π), 1/2, √(2/π) for p = 1, 2, 3.
  const moment = [1 / Math.sqrt(2 * Math.PI), 0.5, Math.sqrt(2 / Math.PI)][p - 1];
  return MU0 + (2 / Math.PI) * (saliency * slope * share ** (1 / p) + BOX_SIGMA * moment ** (1 / p));
}

export interface Dragged {
  /** First motion of the box. */
  outcome: 'slides' | 'topples';
  /** Force at which it starts, as a share of its weight: the coefficient if it slides, half width over half height if it topples. */
  at: number;
}

/** Thresholds of motion and tilt [m, rad]; a toppling cube has moved less by then. */
const MOVED = 3e-3;
const TILTED = 0.02;
/** Rate of the force [N/s]. */
const RATE = 4;

export function measureDrag(build: Build, options: SawtoothPlane, pull: Pull, dt: number): Dragged {
  const scene = sawtoothPlane(options);
  const world = build(scene);
  settle(world, dt);
  const [x0, y0] = world.position('box');
  const [dx, dy] = rotateVector(scene.bodies[0].rotation as Rotation, [...PULLS[pull], 0]);
  let force = 0;
  let topples = false;
  for (let k = 0; k * dt < scene.duration; k++) {
    force = RATE * k * dt;
    world.push('box', force * dx, force * dy, 0);
    world.step(dt);
    const [x, y] = world.position('box');
    const tilt = Math.acos(Math.min(1, rotateVector(world.rotation('box'), [0, 0, 1])[2]));
    topples = tilt > TILTED;
    if (topples || Math.hypot(x - x0, y - y0) > MOVED) break;
  }
  world.dispose();
  // Once free, 1 kg under a growing force has moved by RATE t³ / 6, or rotated about its edge by CUBE_HALF RATE t³ / (6 inertia).
  const inertia = (8 / 3) * CUBE_HALF ** 2;
  const late = RATE * Math.cbrt((6 * (topples ? (TILTED * inertia) / CUBE_HALF : MOVED)) / RATE);
  return { outcome: topples ? 'topples' : 'slides', at: (force - late) / GRAVITY };
}
