import { coulomb } from '@stiction/friction-core';
import { gaussianRoughness, type NormalMap, planeMapping, surface, textured } from '@stiction/texture-friction';
import { GRAVITY } from '../cases/box-on-ground.js';
import { type Build, settle } from '../cases/run.js';
import { rungeKutta } from '../cases/sliding-reference.js';
import type { Scene } from '../scene.js';
import { PAPER_WIDTH, sharedMap } from './cubes.js';

/**
 * A flat box slides along x with its left half (y > 0) on a rough stripe. It rotates towards the rough side, because friction acts at the
 * weighted centre of its corners. A box or polygon cone has a separate limit for spin, which would prevent the rotation. SI units.
 */
const MU0 = 0.2;
/** Gaussian slopes of the stripe, which add 2/pi sigma / √(2 pi) = 0.25. */
const SIGMA = 1;
const ROUGH = (2 / Math.PI) * (SIGMA / Math.sqrt(2 * Math.PI));
const HALF = 0.1;
const HALF_HEIGHT = 0.01;

/** Map of 1.024 m; its lower half is masked out. */
const PIXELS = 512;
const TILE = 1.024;

/** `rough`: the side on which the floor is rough; `both` for all of it. */
export type RoughSide = 'left' | 'right' | 'both';

function stripe(rough: RoughSide): NormalMap {
  const noise = gaussianRoughness({ width: PIXELS, height: PIXELS, sigmaX: SIGMA, sigmaY: SIGMA, seed: 11 });
  const mask = new Float32Array(PIXELS * PIXELS);
  for (let row = 0; row < PIXELS; row++) {
    const left = row < PIXELS / 2;
    mask.fill(rough === 'both' || left === (rough === 'left') ? 1 : 0, PIXELS * row, PIXELS * (row + 1));
  }
  return { ...noise, mask };
}

export function halfRoughFloor(rough: RoughSide): Scene {
  const map = sharedMap(`rough ${rough}`, () => stripe(rough));
  const a = surface({ map, mapping: planeMapping({ tile: TILE }) });
  return {
    name: 'half-rough floor',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'floor', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'floor' },
      {
        name: 'box',
        kind: 'dynamic',
        mass: 1,
        shape: { kind: 'box', halfExtents: [HALF, HALF, HALF_HEIGHT] },
        position: [0, 0, HALF_HEIGHT],
        material: 'box',
      },
    ],
    stockMu: MU0,
    law: coulomb({ mu: MU0 }),
    pairs: [['floor', 'box', textured({ mu0: MU0, a, width: PAPER_WIDTH })]],
    duration: 1,
  };
}

export interface HalfRoughSlide {
  distance: number;
  /** To the left [m]. */
  sideways: number;
  /** Final angle, counter-clockwise [rad]. */
  yaw: number;
  /** Largest spin during the slide, with its sign [rad/s]. */
  spin: number;
}

export function measureHalfRough(build: Build, rough: RoughSide, speed: number, dt: number): HalfRoughSlide {
  const scene = halfRoughFloor(rough);
  const world = build(scene);
  settle(world, dt);
  const [x0, y0] = world.position('box');
  world.setVelocity('box', speed, 0, 0);
  let spin = 0;
  for (let k = 0; k * dt < scene.duration; k++) {
    world.step(dt);
    const now = world.angularVelocity('box')[2];
    if (Math.abs(now) > Math.abs(spin)) spin = now;
  }
  const [x, y] = world.position('box');
  const [, , qz, qw] = world.rotation('box');
  world.dispose();
  return { distance: x - x0, sideways: y - y0, yaw: 2 * Math.atan2(qz, qw), spin };
}

/** [force along x, along y, torque] on the box at an angle, with its velocities; y is the position of its centre. */
type PlanarFriction = (y: number, angle: number, vx: number, vy: number, spin: number) => [number, number, number];

/** Corners of the box relative to its centre, with the friction of the floor below each; each carries a quarter of the weight. */
function cornersAt(rough: RoughSide, y: number, angle: number): { x: number; y: number; limit: number }[] {
  const [cos, sin] = [HALF * Math.cos(angle), HALF * Math.sin(angle)];
  return [
    [cos - sin, sin + cos],
    [cos + sin, sin - cos],
    [-cos - sin, cos - sin],
    [sin - cos, -sin - cos],
  ].map(([cx, cy]) => {
    const isRough = rough === 'both' || y + cy > 0 === (rough === 'left');
    return { x: cx, y: cy, limit: ((MU0 + (isRough ? ROUGH : 0)) * GRAVITY) / 4 };
  });
}

/** Lower slip speeds count as 0. */
const SLOWEST = 1e-3;

/** The reference: Coulomb's law at each of the four corners. */
export function exactHalfRough(rough: RoughSide, speed: number): HalfRoughSlide {
  return slidePlanar(speed, (y, angle, vx, vy, spin) => {
    const sum: [number, number, number] = [0, 0, 0];
    for (const corner of cornersAt(rough, y, angle)) {
      const [sx, sy] = [vx - spin * corner.y, vy + spin * corner.x];
      const force = corner.limit / Math.max(SLOWEST, Math.hypot(sx, sy));
      sum[0] -= force * sx;
      sum[1] -= force * sy;
      sum[2] -= force * (corner.x * sy - corner.y * sx);
    }
    return sum;
  });
}

/**
 * The result with one ellipsoid for sliding and spinning, as in `coulomb` and the smooth cone: all friction acts at the weighted centre of
 * the corners, and |f|² + (torque / r)² is bounded. While the box slides faster than it spins, this damps its spin twice as much as four
 * corners do.
 */
export function ellipsoidHalfRough(rough: RoughSide, speed: number): HalfRoughSlide {
  const r = Math.SQRT2 * HALF;
  return slidePlanar(speed, (y, angle, vx, vy, spin) => {
    let [grip, cx, cy] = [0, 0, 0];
    for (const corner of cornersAt(rough, y, angle)) {
      grip += corner.limit;
      cx += corner.limit * corner.x;
      cy += corner.limit * corner.y;
    }
    cx /= grip;
    cy /= grip;
    const [sx, sy] = [vx - spin * cy, vy + spin * cx];
    const force = grip / Math.max(SLOWEST, Math.hypot(sx, sy, r * spin));
    return [-force * sx, -force * sy, -force * (r * r * spin + cx * sy - cy * sx)];
  });
}

function slidePlanar(speed: number, friction: PlanarFriction): HalfRoughSlide {
  const inertia = (2 * HALF) ** 2 / 6;
  const rate = ([, y, angle, vx, vy, spin]: number[]): number[] => {
    const [fx, fy, torque] = friction(y, angle, vx, vy, spin);
    return [vx, vy, spin, fx, fy, torque / inertia];
  };
  let state = [0, 0, 0, speed, 0, 0];
  let fastest = 0;
  const h = 4e-4;
  for (let k = 0; k * h < 1; k++) {
    state = rungeKutta(rate, state, h);
    if (Math.abs(state[5]) > Math.abs(fastest)) fastest = state[5];
  }
  return { distance: state[0], sideways: state[1], yaw: state[2], spin: fastest };
}
