import { adhesive, coulomb, type FrictionLaw } from '@stiction/friction-core';
import type { BodySpec, Scene, ShapeSpec, Vector } from '../scene.js';
import { GRAVITY } from './box-on-ground.js';
import { type Build, settle } from './run.js';

/** Boxes with adhesive surfaces: they hang from a ceiling, hold on a wall or a steep slope, and resist being pulled off. SI units. */

export const STICKY_MASS = 2;
export const STICKY_MU = 0.5;
/** m g. */
export const STICKY_WEIGHT = STICKY_MASS * GRAVITY;

const HALF: Vector = [0.2, 0.15, 0.1];
const BOX: ShapeSpec = { kind: 'box', halfExtents: HALF };
const SLAB: ShapeSpec = { kind: 'box', halfExtents: [2, 2, 0.5] };

/** What the box touches: the ceiling above it, the floor below it, or a wall on its left. */
export type Place = 'ceiling' | 'floor' | 'wall';

/** On a wall the box stands on edge, close to the wall: its weight must not tip it. */
const UPRIGHT: ShapeSpec = { kind: 'box', halfExtents: [HALF[2], HALF[1], HALF[0]] };

const PLACES: Record<Place, { slab: Vector; box: ShapeSpec; slabShape: ShapeSpec }> = {
  ceiling: { slab: [0, 0, 0.5 + HALF[2]], box: BOX, slabShape: SLAB },
  floor: { slab: [0, 0, -0.5 - HALF[2]], box: BOX, slabShape: SLAB },
  wall: { slab: [-0.5 - HALF[2], 0, 0], box: UPRIGHT, slabShape: { kind: 'box', halfExtents: [0.5, 2, 2] } },
};

export function stickyLaw(force: number, mu = STICKY_MU, range?: number): FrictionLaw {
  return adhesive(coulomb({ mu }), range === undefined ? { force } : { force, range });
}

export function stickyBox(place: Place, law: FrictionLaw, more: Partial<Scene> = {}): Scene {
  const { slab, box, slabShape } = PLACES[place];
  return {
    name: `adhesive box, ${place}`,
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'slab', kind: 'fixed', shape: slabShape, position: slab },
      { name: 'box', kind: 'dynamic', mass: STICKY_MASS, shape: box, position: [0, 0, 0] },
    ],
    stockMu: STICKY_MU,
    law,
    duration: 5,
    ...more,
  };
}

/** Distance that the box moves in some seconds [m]. */
export function measureMove(
  build: Build,
  scene: Scene,
  seconds: number,
  dt: number,
  force: Vector = [0, 0, 0],
): number {
  const world = build(scene);
  const start = world.position('box');
  const steps = Math.round(seconds / dt);
  for (let k = 0; k < steps; k++) {
    if (force[0] !== 0 || force[1] !== 0 || force[2] !== 0) world.push('box', ...force);
    world.step(dt);
  }
  const end = world.position('box');
  world.dispose();
  return Math.hypot(end[0] - start[0], end[1] - start[1], end[2] - start[2]);
}

/** Distance that a box moves on a slope of some angle [rad], after it has settled on the level floor [m]. */
export function measureStickySlope(build: Build, law: FrictionLaw, angle: number, seconds: number, dt: number): number {
  const world = build(stickyBox('floor', law));
  settle(world, dt);
  world.setGravity(GRAVITY * Math.sin(angle), 0, -GRAVITY * Math.cos(angle));
  const [x] = world.position('box');
  const steps = Math.round(seconds / dt);
  for (let k = 0; k < steps; k++) world.step(dt);
  const [end] = world.position('box');
  world.dispose();
  return end - x;
}

/** Attraction at which the slope just holds: μ (m g cos + a) = m g sin [N]. */
export function slopeAdhesion(angle: number): number {
  return STICKY_WEIGHT * (Math.sin(angle) / STICKY_MU - Math.cos(angle));
}

/** Deceleration of a box that slides at 4 m/s, from its speeds after 0.1 s and 0.3 s [m/s²]. */
export function measureStickySlide(build: Build, law: FrictionLaw, dt: number): number {
  const world = build(stickyBox('floor', law));
  settle(world, dt);
  world.setVelocity('box', 4, 0, 0);
  const run = (seconds: number) => {
    for (let k = 0; k < Math.round(seconds / dt); k++) world.step(dt);
    return world.velocity('box')[0];
  };
  const first = run(0.1);
  const deceleration = (first - run(0.2)) / 0.2;
  world.dispose();
  return deceleration;
}

/** Two boxes that touch, without gravity. */
export function stickyPair(law: FrictionLaw): Scene {
  const box = (name: string, x: number, mass: number): BodySpec => ({
    name,
    kind: 'dynamic',
    mass,
    shape: BOX,
    position: [x, 0, 0],
  });
  return {
    name: 'adhesive pair',
    gravity: [0, 0, 0],
    bodies: [box('left', -HALF[0], STICKY_MASS), box('right', HALF[0], 0.5 * STICKY_MASS)],
    stockMu: STICKY_MU,
    law,
    duration: 2,
  };
}

/** A column of boxes on the floor. */
export function stickyColumn(law: FrictionLaw, count: number): Scene {
  const scene = stickyBox('floor', law, { canSleep: true, name: 'adhesive column' });
  const [slab, box] = scene.bodies;
  const boxes = Array.from({ length: count }, (_, k) => ({
    ...box,
    name: `box ${k}`,
    position: [0, 0, 2 * HALF[2] * k] as const,
  }));
  return { ...scene, bodies: [slab, ...boxes] };
}

/** A box that hangs from the ceiling, sleeps, and is hit by a ball from the side after about 4 s. Only the box and the ceiling stick. */
export function stickyTarget(law: FrictionLaw): Scene {
  const scene = stickyBox('ceiling', coulomb({ mu: STICKY_MU }), { canSleep: true, name: 'hanging target' });
  const [slab, box] = scene.bodies;
  const ball: BodySpec = {
    name: 'ball',
    kind: 'dynamic',
    mass: 0.05 * STICKY_MASS,
    guide: 'x',
    shape: { kind: 'sphere', radius: 0.05 },
    position: [-2.25, 0, 0],
    velocity: [0.5, 0, 0],
  };
  return {
    ...scene,
    bodies: [{ ...slab, material: 'ceiling' }, { ...box, material: 'tape' }, ball],
    pairs: [['ceiling', 'tape', law]],
  };
}
