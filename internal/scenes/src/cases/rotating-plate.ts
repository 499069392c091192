import type { FrictionLaw } from '@stiction/friction-core';
import type { PlainWorld, Scene } from '../scene.js';
import { GRAVITY } from './box-on-ground.js';
import { type Build, settle } from './run.js';
import { type Friction, type Plane, rotate, rungeKutta } from './sliding-reference.js';

/**
 * Case 8 on a moving floor: a kinematic plate that moves at `travel` and rotates about the vertical through its centre at `rate`; the
 * same box slides on it. It starts with the plate's spin, which friction does not change (see `anisotropic-floor.ts`), so relative to
 * the plate it moves like a point,
 *
 *     r'' = g f(r') + Ω² r - 2 Ω ẑ × r'
 *
 *   r   position of the box on the plate [m]     Ω   rate [rad/s]     f   friction per load, in the plate's frame
 */
export interface PlateMotion {
  rate: number;
  /** Velocity of the plate's centre [m/s]. */
  travel: Plane;
  /** Initial position and velocity of the box, relative to the plate. */
  place: Plane;
  velocity: Plane;
}

export function rotatingPlate(law: FrictionLaw, place: Plane): Scene {
  return {
    name: 'rotating plate',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      {
        name: 'plate',
        kind: 'kinematic',
        shape: { kind: 'box', halfExtents: [3, 3, 0.1] },
        position: [0, 0, -0.1],
        material: 'plate',
      },
      {
        name: 'body',
        kind: 'dynamic',
        mass: 1,
        shape: { kind: 'box', halfExtents: [0.25, 0.25, 0.1] },
        position: [...place, 0.1],
        material: 'body',
      },
    ],
    stockMu: 0.4,
    law,
    pairs: [['plate', 'body', law]],
    duration: 3,
  };
}

/** End point of the box on the plate, by RK4 at 1e-5 s. `friction` depends on time, for laws that do not rotate with the plate. */
export function plateEnd(motion: PlateMotion, friction: (time: number) => Friction): Plane {
  const { rate: w, place, velocity } = motion;
  const h = 1e-5;
  let state = [0, ...place, ...velocity];
  const change = ([t, x, y, vx, vy]: number[]): number[] => {
    const [fx, fy] = friction(t)(vx, vy);
    return [1, vx, vy, GRAVITY * fx + w * w * x + 2 * w * vy, GRAVITY * fy + w * w * y - 2 * w * vx];
  };
  // Below 2e-4 m/s some 1e-8 m are left.
  while (Math.hypot(state[3], state[4]) > 2e-4) state = rungeKutta(change, state, h);
  return [state[1], state[2]];
}

export interface PlateResult {
  /** End point of the box on the plate. */
  end: Plane;
  /** Largest spin of the box relative to the plate [rad/s]. */
  spin: number;
}

export function measurePlate(build: Build, law: FrictionLaw, motion: PlateMotion, dt: number): PlateResult {
  const { rate, travel, place, velocity } = motion;
  const world = build(rotatingPlate(law, place));
  settle(world, dt);
  const [x, y] = onPlate(world).place;
  world.setVelocity('plate', ...travel, 0);
  world.setAngularVelocity('plate', 0, 0, rate);
  world.setVelocity('body', travel[0] + velocity[0] - rate * y, travel[1] + velocity[1] + rate * x, 0);
  world.setAngularVelocity('body', 0, 0, rate);
  let spin = 0;
  const steps = Math.round(4 / dt);
  for (let k = 0; k < steps && (k < 2 || onPlate(world).speed > 1e-4); k++) {
    world.step(dt);
    spin = Math.max(spin, Math.abs(world.angularVelocity('body')[2] - rate));
  }
  const end = onPlate(world).place;
  world.dispose();
  return { end: [end[0] - x + place[0], end[1] - y + place[1]], spin };
}

/** Position of the box on the plate, and its speed relative to it. */
function onPlate(world: PlainWorld): { place: Plane; speed: number } {
  const [px, py] = world.position('plate');
  const [bx, by] = world.position('body');
  const [pvx, pvy] = world.velocity('plate');
  const [bvx, bvy] = world.velocity('body');
  const w = world.angularVelocity('plate')[2];
  const [, , qz, qw] = world.rotation('plate');
  const place = rotate([bx - px, by - py], -2 * Math.atan2(qz, qw));
  return { place, speed: Math.hypot(bvx - pvx + w * (by - py), bvy - pvy - w * (bx - px)) };
}
