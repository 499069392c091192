import RAPIER, { type ColliderDesc, type RigidBody, type Vector, type World } from '@dimforge/rapier3d-compat';
import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import { expect } from 'vitest';
import { installFriction, type RapierFriction } from '../../src/index.js';

await RAPIER.init();

export const G = 9.81;
/** `npm run test:full` runs every case; `npm test` runs the short sibling of each. */
export const full = process.env.STICTION_FULL === '1';
export const STEPS = full ? [1 / 60, 1 / 240] : [1 / 60];

/** Gravity of a plane tilted by the angle [rad] about y: things slide along +x. */
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

/** Every collider acquired, Coulomb friction too: what these tests look at is the adapter's work, not stock Rapier's. */
export function install(world: World, mu: number | FrictionLaw = 0.5): RapierFriction {
  const law = typeof mu === 'number' ? coulomb({ mu }) : mu;
  return installFriction(world, { default: law, rapier: RAPIER, scope: 'all' });
}

/** Rapier's own friction with one coefficient for all, before the first step. */
export function stock(world: World, mu: number): World {
  world.forEachCollider((collider) => collider.setFriction(mu));
  return world;
}

/** Coulomb friction stays Rapier's own. */
function installNative(world: World, mu: number): RapierFriction {
  return installFriction(world, { default: coulomb({ mu }) });
}

type Stepper = { step(): void };

/**
 * What sticks is held by Rapier's own friction: measures how far it moves in a stock world, with friction that acquires nothing (the
 * same bits), and with every collider acquired (as far, but for 2 % and `slack` metres).
 */
export function expectHeldAsInStock(
  measure: (give: (world: World, mu: number) => Stepper) => number,
  slack = 1e-5,
): void {
  const own = measure(stock);
  expect(measure(installNative), 'nothing acquired').toBe(own);
  expect(measure(install), `all acquired, ${own} in stock`).toBeLessThan(1.02 * own + slack);
}

/** Steps for `seconds` of the world's own timestep. */
export function run(stepper: Stepper, world: World, seconds: number, before?: (k: number) => void): void {
  const steps = Math.round(seconds / world.timestep);
  for (let k = 0; k < steps; k++) {
    before?.(k);
    stepper.step();
  }
}

/** How far the body is from a place it was at, along the ground. */
export function movedFrom(body: RigidBody, start: Vector): number {
  const { x, y } = body.translation();
  return Math.hypot(x - start.x, y - start.y);
}

export { RAPIER };

/** Two boxes, 3 m apart, settled on the ground. */
export function twoBoxes(): [World, RigidBody, RigidBody, RapierFriction] {
  const world = createWorld();
  const boxes = [addBox(world), addBox(world, { x: 3 })];
  const friction = install(world, 0.5);
  run(friction, world, 0.5);
  return [world, boxes[0], boxes[1], friction];
}

/** Stands on the ground, slides and stops as Coulomb says. */
export function expectIntact(friction: RapierFriction, world: World, box: RigidBody, mu = 0.5): void {
  world.timestep = 1 / 60;
  run(friction, world, 0.2);
  expect(box.translation().z).toBeCloseTo(0.1, 2);
  const from = box.translation();
  box.setLinvel({ x: 0, y: 2, z: 0 }, true);
  run(friction, world, 1.5);
  expect(Math.abs(movedFrom(box, from) / (4 / (2 * mu * G)) - 1)).toBeLessThan(0.02);
  expect(Math.hypot(box.linvel().x, box.linvel().y)).toBeLessThan(1e-3);
}
