import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import {
  addBroadphaseLayer,
  addObjectLayer,
  box,
  constraints,
  createWorld,
  createWorldSettings,
  enableCollision,
  MotionType,
  plane,
  type RigidBody,
  type RigidBodySettings,
  registerAll,
  rigidBody,
  type Shape,
  updateWorld,
  type World,
} from 'crashcat';
import { type CrashcatFriction, type CrashcatFrictionOptions, installFriction } from '../../src/index.js';

export const G = 9.81;
export type Vec3 = [number, number, number];

/** A world with a ground plane at z = 0, gravity along -z, and sleeping disabled. */
export function createScene(gravity: Vec3 = [0, 0, -G]): { world: World; layer: number; ground: RigidBody } {
  registerAll();
  const settings = createWorldSettings();
  const layer = addObjectLayer(settings, addBroadphaseLayer(settings));
  enableCollision(settings, layer, layer);
  settings.gravity = gravity;
  settings.sleeping.allowSleeping = false;
  const world = createWorld(settings);
  const shape = plane.create({ plane: { normal: [0, 0, 1], constant: 0 } });
  const ground = rigidBody.create(world, { shape, objectLayer: layer, motionType: MotionType.STATIC, friction: 0.5 });
  return { world, layer, ground };
}

export function addBody(world: World, shape: Shape, position: Vec3, more: Partial<RigidBodySettings> = {}): RigidBody {
  return rigidBody.create(world, {
    shape,
    objectLayer: 0,
    motionType: MotionType.DYNAMIC,
    position,
    mass: 1,
    friction: 0.5,
    linearDamping: 0,
    angularDamping: 0,
    ...more,
  });
}

export function addBox(
  world: World,
  halfExtents: Vec3,
  position: Vec3,
  more: Partial<RigidBodySettings> = {},
): RigidBody {
  const convexRadius = 0.1 * Math.min(...halfExtents);
  return addBody(world, box.create({ halfExtents, convexRadius }), position, more);
}

/** Installs friction with the option `constraints`. */
export function install(
  world: World,
  law: FrictionLaw = coulomb({ mu: 0.5 }),
  more: Partial<CrashcatFrictionOptions> = {},
): CrashcatFriction {
  return installFriction(world, { default: law, constraints, ...more });
}

export function run(world: World, seconds: number, dt = 1 / 60, each?: (time: number) => void): void {
  const steps = Math.round(seconds / dt);
  for (let k = 0; k < steps; k++) {
    each?.(k * dt);
    updateWorld(world, undefined, dt);
  }
}

/** Rotates gravity, which is equivalent to tilting the ground. */
export function tilt(world: World, angle: number): void {
  world.settings.gravity = [G * Math.sin(angle), 0, -G * Math.cos(angle)];
}

export function speedOf({ motionProperties: m }: RigidBody): number {
  return Math.hypot(...m.linearVelocity);
}
