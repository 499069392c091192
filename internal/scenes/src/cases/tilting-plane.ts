import type { PlainWorld, Scene } from '../scene.js';
import { bodyOnGround, GRAVITY } from './box-on-ground.js';
import { type Build, settle } from './run.js';

/** Case 1: a box on a plane with suddenly tilted gravity. */
export function tiltingPlane(options: { mu: number; mass?: number; halfExtents?: [number, number, number] }): Scene {
  const { mu, mass = 1, halfExtents = [0.25, 0.25, 0.1] } = options;
  const shape = { kind: 'box', halfExtents } as const;
  return bodyOnGround({ name: 'tilting plane', mu, mass, shape, height: halfExtents[2], duration: 2 });
}

/** Gravity in the frame of a plane tilted by the angle [rad] about y: the box slides along +x. */
export function tiltGravity(world: PlainWorld, angle: number): void {
  world.setGravity(GRAVITY * Math.sin(angle), 0, -GRAVITY * Math.cos(angle));
}

/** Exact Coulomb: distance of the box after t seconds from rest. */
export function slideDistance(mu: number, angle: number, t: number): number {
  return 0.5 * Math.max(0, slideAcceleration(mu, angle)) * t * t;
}

export function slideAcceleration(mu: number, angle: number): number {
  return GRAVITY * (Math.sin(angle) - mu * Math.cos(angle));
}

const MOVED = 0.01;
const WATCH = 2;

/** The smallest angle at which exact Coulomb moves the box by more than 1 cm in 2 s [rad]. */
export function exactThreshold(mu: number): number {
  return bisect((angle) => slideDistance(mu, angle, WATCH) > MOVED, 0, Math.PI / 2, 1e-12);
}

/** The same in an engine, bisected to 0.01 degrees [rad]. `around`: search only within this share of the exact threshold. */
export function measureThreshold(build: Build, mu: number, dt: number, around?: number): number {
  const moves = (angle: number): boolean => {
    const world = build(tiltingPlane({ mu }));
    settle(world, dt);
    tiltGravity(world, angle);
    return moved(world, WATCH, dt) > MOVED;
  };
  const [low, high] =
    around === undefined ? [0, Math.PI / 2] : [1 - around, 1 + around].map((share) => share * exactThreshold(mu));
  return bisect(moves, low, high, (0.01 * Math.PI) / 180);
}

export interface CreepResult {
  /** Elastic displacement of the box in the first half second after the tilt [m]. */
  yield: number;
  /** Creep after that, in ten seconds by default [m]. */
  creep: number;
}

/** A box at rest at 90 % of the friction angle. */
export function measureCreep(build: Build, mu: number, dt: number, mass = 1, seconds = 10): CreepResult {
  const world = build(tiltingPlane({ mu, mass }));
  settle(world, dt);
  tiltGravity(world, 0.9 * Math.atan(mu));
  const [x0] = world.position('body');
  settle(world, dt);
  const given = world.position('body')[0] - x0;
  return { yield: given, creep: moved(world, seconds, dt) };
}

function moved(world: PlainWorld, seconds: number, dt: number): number {
  const [x0, y0] = world.position('body');
  const steps = Math.round(seconds / dt);
  for (let k = 0; k < steps; k++) world.step(dt);
  const [x, y] = world.position('body');
  world.dispose();
  return Math.hypot(x - x0, y - y0);
}

function bisect(isAbove: (x: number) => boolean, low: number, high: number, width: number): number {
  let below = low;
  let above = high;
  while (above - below > width) {
    const middle = 0.5 * (below + above);
    if (isAbove(middle)) above = middle;
    else below = middle;
  }
  return 0.5 * (below + above);
}
