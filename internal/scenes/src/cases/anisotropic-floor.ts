import type { FrictionLaw } from '@stiction/friction-core';
import type { PeerFriction, Rotation, Scene } from '../scene.js';
import { bodyOnGround } from './box-on-ground.js';
import { type Build, runUntilSlow, settle } from './run.js';
import type { Plane } from './sliding-reference.js';

/**
 * Case 8: a box .5 x .5 x .2 m slides to a stop on a floor with direction-dependent friction. It does not rotate: the centre of
 * pressure moves along the friction force, which then has no lever arm about the vertical.
 * References: `sliding-reference.ts`. Lengths in m, speeds in m/s, angles in rad.
 */
export interface FloorOptions {
  /** Law of the pair floor (a), box (b). */
  law: FrictionLaw;
  /** Rotation of the floor about the vertical. @default 0 */
  floorTurn?: number;
  boxTurn?: number;
  /** True if the box is created before the floor. */
  boxFirst?: boolean;
  /** The law for engines with such a material. */
  peerFriction?: PeerFriction;
}

export function anisotropicFloor(options: FloorOptions): Scene {
  const { law, floorTurn = 0, boxTurn = 0, boxFirst = false, peerFriction } = options;
  const shape = { kind: 'box', halfExtents: [0.25, 0.25, 0.1] } as const;
  const scene = bodyOnGround({ name: 'anisotropic floor', mu: 0.4, shape, height: 0.1, duration: 3 });
  const [floor, box] = scene.bodies;
  const bodies = [
    { ...floor, rotation: aboutVertical(floorTurn) },
    { ...box, rotation: aboutVertical(boxTurn) },
  ];
  return {
    ...scene,
    bodies: boxFirst ? bodies.reverse() : bodies,
    pairs: [['ground', 'body', law]],
    ...(peerFriction && { peerFriction }),
  };
}

function aboutVertical(angle: number): Rotation {
  return [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
}

export interface FloorResult {
  /** From the start to the end point. */
  end: Plane;
  /** Largest angular speed during the slide [rad/s]. */
  spin: number;
}

export function measureFloor(build: Build, options: FloorOptions, velocity: Plane, dt: number): FloorResult {
  const world = build(anisotropicFloor(options));
  settle(world, dt);
  const [x0, y0] = world.position('body');
  world.setVelocity('body', ...velocity, 0);
  let spin = 0;
  runUntilSlow(world, 'body', dt, 1e-4, 5, () => {
    spin = Math.max(spin, Math.abs(world.angularVelocity('body')[2]));
  });
  const [x, y] = world.position('body');
  world.dispose();
  return { end: [x - x0, y - y0], spin };
}

/** Distance between the measured and the reference end point, over the reference distance. */
export function endError(end: Plane, reference: Plane): number {
  return Math.hypot(end[0] - reference[0], end[1] - reference[1]) / Math.hypot(...reference);
}
