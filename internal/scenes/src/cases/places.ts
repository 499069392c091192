import {
  bySlope,
  coulomb,
  type SurfaceFunction,
  type SurfaceVelocityField,
  splatMap,
  surfaceVelocity,
} from '@stiction/friction-core';
import type { Scene, Vector } from '../scene.js';
import { GRAVITY } from './box-on-ground.js';
import { type Build, runUntilSlow, settle } from './run.js';

/** Materials by place: a floor of grass with ice on it, walls, and surfaces that move. The body is a flat crate. */

export const MU_GRASS = 0.5;
export const MU_ICE = 0.05;
const CRATE: Vector = [0.25, 0.25, 0.02];

/** A crate on a floor whose material depends on the place. */
export function crateOn(surface: SurfaceFunction, at: readonly [number, number] = [0, 0]): Scene {
  return {
    name: 'materials by place',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ground' },
      {
        name: 'body',
        kind: 'dynamic',
        shape: { kind: 'box', halfExtents: CRATE },
        position: [...at, CRATE[2]],
        mass: 2,
        material: 'crate',
      },
    ],
    law: coulomb({ mu: MU_GRASS }),
    pairs: [
      ['crate', 'grass', coulomb({ mu: MU_GRASS })],
      ['crate', 'ice', coulomb({ mu: MU_ICE })],
    ],
    surfaces: [['ground', surface]],
    stockMu: MU_GRASS,
    duration: 3,
  };
}

/** Ice for y > 0. */
export const HALF_ICE: SurfaceFunction = ({ point }) => (point[1] > 0 ? 'ice' : 'grass');

/** A stripe of ice, 1 m wide across x, from the weight map of a terrain shader with pixels of 0.25 m. */
export function stripeMap(from: number): SurfaceFunction {
  const [width, height] = [80, 2];
  const data = new Uint8Array(4 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = -10 + 0.25 * (pixel % width);
    data[4 * pixel + (x >= from - 1e-9 && x < from + 1 - 1e-9 ? 1 : 0)] = 255;
  }
  return splatMap({
    data,
    width,
    height,
    names: ['grass', 'ice'],
    uv: { from: [-10, -10], to: [10, 10], plane: 'xy' },
  });
}

/** Distance of a crate that crosses the whole stripe: v²/(2 g) = μ_grass (d - w) + μ_ice w. */
export function exactStripeStop(speed: number, width: number): number {
  return (speed ** 2 / (2 * GRAVITY) + (MU_GRASS - MU_ICE) * width) / MU_GRASS;
}

/** The distance along x until the crate stops. */
export function measureStripe(build: Build, surface: SurfaceFunction, speed: number, dt: number): number {
  const world = build(crateOn(surface));
  settle(world, dt);
  const [x0] = world.position('body');
  world.setVelocity('body', speed, 0, 0);
  runUntilSlow(world, 'body', dt, 1e-4, 10);
  const [x] = world.position('body');
  world.dispose();
  return x - x0;
}

export interface Slide {
  x: number;
  y: number;
  yaw: number;
}

/** Where a crate that slides along the edge of the ice comes to rest. */
export function measureHalfIce(build: Build, speed: number, dt: number): Slide {
  const world = build(crateOn(HALF_ICE));
  settle(world, dt);
  const [x0, y0] = world.position('body');
  world.setVelocity('body', speed, 0, 0);
  runUntilSlow(world, 'body', dt, 1e-3, 10);
  const [x, y] = world.position('body');
  const [, , qz, qw] = world.rotation('body');
  world.dispose();
  return { x: x - x0, y: y - y0, yaw: 2 * Math.atan2(qz, qw) };
}

/**
 * The same by a fine integration: corners on the same material are one patch, with the law `coulomb` at its pressure centre; loads vary
 * linearly over the base and balance tipping.
 */
export function integrateHalfIce(speed: number, muGrass = MU_GRASS, muIce = MU_ICE, h = 1e-5): Slide {
  const [a, b, height] = CRATE;
  const inertia = (a * a + b * b) / 3;
  const corners = [
    { x: a, y: b, load: 0.25 * GRAVITY },
    { x: -a, y: b, load: 0.25 * GRAVITY },
    { x: -a, y: -b, load: 0.25 * GRAVITY },
    { x: a, y: -b, load: 0.25 * GRAVITY },
  ];
  let [x, y, yaw, vx, vy, w] = [0, 0, 0, speed, 0, 0];
  while (Math.hypot(vx, vy) > 1e-3) {
    const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
    let [fx, fy, torque] = [0, 0, 0];
    for (const isIce of [true, false]) {
      const patch = corners.filter((corner) => y + s * corner.x + c * corner.y > 0 === isIce);
      if (patch.length === 0) continue;
      const load = patch.reduce((sum, corner) => sum + corner.load, 0);
      const px = patch.reduce((sum, corner) => sum + (corner.load * corner.x) / load, 0);
      const py = patch.reduce((sum, corner) => sum + (corner.load * corner.y) / load, 0);
      const radius = patch.reduce(
        (sum, corner) => sum + (corner.load / load) * Math.hypot(corner.x - px, corner.y - py),
        0,
      );
      const [rx, ry] = [c * px - s * py, s * px + c * py];
      const [ux, uy] = [vx - w * ry, vy + w * rx];
      const f = ((isIce ? muIce : muGrass) * load) / (Math.hypot(ux, uy, radius * w) + 1e-9);
      fx -= f * ux;
      fy -= f * uy;
      torque -= f * (rx * uy - ry * ux + radius * radius * w);
    }
    // Friction acts `height` below the centre: the loads shift against it.
    const [bx, by] = [c * fx + s * fy, c * fy - s * fx];
    for (const corner of corners) {
      corner.load = 0.25 * (GRAVITY - (height * bx * corner.x) / (a * a) - (height * by * corner.y) / (b * b));
    }
    vx += h * fx;
    vy += h * fy;
    w += (h * torque) / inertia;
    x += h * vx;
    y += h * vy;
    yaw += h * w;
  }
  return { x, y, yaw };
}

/** A crate on a plate whose surface moves. */
export function crateOnMoving(field: SurfaceVelocityField, at: readonly [number, number], mu = MU_GRASS): Scene {
  return {
    ...crateOn(() => 'grass', at),
    surfaces: [],
    pairs: [['ground', 'crate', surfaceVelocity(coulomb({ mu }), field)]],
  };
}

/** Distance from the axis after `seconds` on a turntable, for a crate that starts with the table's velocity. */
export function measureTurntable(build: Build, rate: number, radius: number, seconds: number, dt: number): number {
  const motion = { angular: [0, 0, 0] };
  const world = build(crateOnMoving(motion, [radius, 0]));
  settle(world, dt);
  motion.angular[2] = rate;
  world.setVelocity('body', 0, rate * radius, 0);
  world.setAngularVelocity('body', 0, 0, rate);
  for (let k = 0; k < seconds / dt; k++) world.step(dt);
  const [x, y] = world.position('body');
  world.dispose();
  return Math.hypot(x, y);
}

/** Pose after `seconds` on a belt that runs in a circle about the origin, given as a function; the crate starts at rest on it. */
export function measureCurvedBelt(build: Build, speed: number, radius: number, seconds: number, dt: number): Slide {
  const belt: SurfaceVelocityField = ([x, y], out) => {
    const r = Math.hypot(x, y);
    out[0] = (-speed * y) / r;
    out[1] = (speed * x) / r;
  };
  const world = build(crateOnMoving(belt, [radius, 0], 0.8));
  settle(world, dt);
  for (let k = 0; k < seconds / dt; k++) world.step(dt);
  const [x, y] = world.position('body');
  const [, , qz, qw] = world.rotation('body');
  world.dispose();
  return { x, y, yaw: 2 * Math.atan2(qz, qw) };
}

/** Fall of a crate that a force presses against a wall, after `seconds`. The wall and the floor are faces of the same shape. */
export function measureWallSlide(build: Build, seconds: number, dt: number): number {
  const surface = bySlope({ floor: 'grass', wall: 'slick', up: [0, 0, 1] });
  const half = 0.2;
  const world = build({
    ...crateOn(surface),
    bodies: [
      {
        name: 'ground',
        kind: 'fixed',
        shape: { kind: 'box', halfExtents: [1, 2, 5] },
        position: [1, 0, 0],
        material: 'ground',
      },
      {
        name: 'body',
        kind: 'dynamic',
        shape: { kind: 'box', halfExtents: [half, half, half] },
        position: [-half, 0, 3],
        mass: 1,
        material: 'crate',
      },
    ],
    pairs: [
      ['crate', 'grass', coulomb({ mu: MU_GRASS })],
      ['crate', 'slick', coulomb({ mu: 0 })],
    ],
  });
  for (let k = 0; k < seconds / dt; k++) {
    world.push('body', 30, 0, 0);
    world.step(dt);
  }
  const [, , z] = world.position('body');
  world.dispose();
  return 3 - z;
}
