import RAPIER, { type ColliderDesc, type RigidBody, type Vector, type World } from '@dimforge/rapier3d-compat';
import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import { expect } from 'vitest';
import { installFriction, type RapierFriction } from '../../src/index.js';

await RAPIER.init();

export const G = 9.81;
/** `npm run test:full` runs every case; `npm test` runs a short version of each. */
export const full = process.env.STICTION_FULL === '1';
export const STEPS = full ? [1 / 60, 1 / 240] : [1 / 60];

/** Gravity on a plane tilted about y by the angle [rad]: bodies slide along +x. */
export function tilted(angle: number): Vector {
  return { x: G * Math.sin(angle), y: 0, z: -G * Math.cos(angle) };
}

/** A world whose ground is a slab without a body, top face z = 0. */
export function createWorld(dt = 1 / 60, ground = slab(), gravity = tilted(0)): World {
  const world = new RAPIER.World(gravity);
  world.timestep = dt;
  world.createCollider(ground);
  return world;
}

export function slab(): ColliderDesc {
  return RAPIER.ColliderDesc.cuboid(100, 100, 1).setTranslation(0, 0, -1).setFriction(0.5);
}

/** 0.5 x 0.5 x 0.2 m. */
export function boxShape(): ColliderDesc {
  return RAPIER.ColliderDesc.cuboid(0.25, 0.25, 0.1);
}

export interface BodyOptions {
  mass?: number;
  x?: number;
  y?: number;
  z?: number;
  canSleep?: boolean;
}

export function addBody(world: World, shape: ColliderDesc, options: BodyOptions = {}): RigidBody {
  const { mass = 1, x = 0, y = 0, z = 0.1, canSleep = false } = options;
  const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y, z).setCanSleep(canSleep));
  world.createCollider(shape.setMass(mass).setFriction(0.5), body);
  return body;
}

export function addBox(world: World, options: BodyOptions = {}): RigidBody {
  return addBody(world, boxShape(), options);
}

/** Acquires every collider, also with Coulomb friction, so that the tests see the adapter's work instead of stock Rapier's. */
export function install(world: World, mu: number | FrictionLaw = 0.5): RapierFriction {
  const law = typeof mu === 'number' ? coulomb({ mu }) : mu;
  return installFriction(world, { default: law, rapier: RAPIER, scope: 'all' });
}

/** Stock Rapier with one coefficient for all colliders. */
export function useStockFriction(world: World, mu: number): World {
  world.forEachCollider((collider) => collider.setFriction(mu));
  return world;
}

/** Acquires nothing: Rapier computes Coulomb friction. */
function installNative(world: World, mu: number): RapierFriction {
  return installFriction(world, { default: coulomb({ mu }) });
}

type Stepper = { step(): void };

/**
 * Rapier's friction holds sticking bodies. Measures a distance [m] in a stock world, with friction that acquires nothing (must be bit-identical),
 * and with every collider acquired (may exceed stock by 2 % plus `slack`).
 */
export function expectHeldAsInStock(
  measure: (setUp: (world: World, mu: number) => Stepper) => number,
  slack = 1e-5,
): void {
  const stock = measure(useStockFriction);
  expect(measure(installNative), 'nothing acquired').toBe(stock);
  expect(measure(install), `all acquired, ${stock} in stock`).toBeLessThan(1.02 * stock + slack);
}

/** Steps for `seconds`; `before(k)` runs before step k. */
export function run(stepper: Stepper, world: World, seconds: number, before?: (k: number) => void): void {
  const steps = Math.round(seconds / world.timestep);
  for (let k = 0; k < steps; k++) {
    before?.(k);
    stepper.step();
  }
}

/** Horizontal distance of the body from `start` [m]. */
export function distanceFrom(body: RigidBody, start: Vector): number {
  const { x, y } = body.translation();
  return Math.hypot(x - start.x, y - start.y);
}

export { RAPIER };

interface SettledOptions extends BodyOptions {
  dt?: number;
  gravity?: Vector;
}

/** A world with one box, after `seconds` on the ground. */
export function createSettledBox(
  mu: number | FrictionLaw,
  seconds: number,
  { dt, gravity, ...options }: SettledOptions = {},
): { world: World; box: RigidBody; friction: RapierFriction } {
  const world = createWorld(dt, undefined, gravity);
  const box = addBox(world, options);
  const friction = install(world, mu);
  run(friction, world, seconds);
  return { world, box, friction };
}

/** Coefficient of a sliding box, from its deceleration. */
export function measureMu(stepper: Stepper, world: World, box: RigidBody): number {
  run(stepper, world, 0.3);
  box.setLinvel({ x: 4, y: 0, z: 0 }, true);
  run(stepper, world, 0.05);
  const before = box.linvel().x;
  run(stepper, world, 0.1);
  return (before - box.linvel().x) / (0.1 * G);
}

/** Two boxes at rest on the ground, 3 m apart. */
export function createTwoBoxes(): [World, RigidBody, RigidBody, RapierFriction] {
  const world = createWorld();
  const boxes = [addBox(world), addBox(world, { x: 3 })];
  const friction = install(world, 0.5);
  run(friction, world, 0.5);
  return [world, boxes[0], boxes[1], friction];
}

/** Expects the box to stand on the ground, slide and stop as Coulomb's law predicts. */
export function expectFrictionWorks(friction: RapierFriction, world: World, box: RigidBody, mu = 0.5): void {
  world.timestep = 1 / 60;
  run(friction, world, 0.2);
  expect(box.translation().z).toBeCloseTo(0.1, 2);
  const from = box.translation();
  box.setLinvel({ x: 0, y: 2, z: 0 }, true);
  run(friction, world, 1.5);
  expect(Math.abs(distanceFrom(box, from) / (4 / (2 * mu * G)) - 1)).toBeLessThan(0.02);
  expect(Math.hypot(box.linvel().x, box.linvel().y)).toBeLessThan(1e-3);
}
