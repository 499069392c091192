import type { Collider, ColliderDesc, RigidBody, RigidBodyDesc, World } from '@dimforge/rapier3d-compat';
import type { RawObject, RawShapes } from './view.js';

/**
 * A world of our own, made with the classes of a world that a user has: the engine is never imported. Descriptions are plain
 * objects with the fields that the engine reads.
 */
export function createPrivateWorld(like: World): World {
  const world = new (worldClass(like))({ x: 0, y: 0, z: -9.81 });
  world.timestep = 1 / 60;
  return world;
}

/** The engine's own class, also of a world whose class the user has derived from it. */
export function worldClass(world: World): typeof World {
  let prototype = Object.getPrototypeOf(world);
  while (prototype && !Object.hasOwn(prototype, 'takeSnapshot')) prototype = Object.getPrototypeOf(prototype);
  if (typeof prototype?.constructor !== 'function') throw new Error('the class of the world is not in reach');
  return prototype.constructor;
}

/** The engine's class of raw shapes, through any collider. Shapes with many parts are copied, so a simple one is taken. */
export function rawShapesOf(colliders: Iterable<Collider>): RawShapes | null {
  let simplest: Collider | null = null;
  for (const collider of colliders) {
    if (!collider.isValid()) continue;
    simplest ??= collider;
    if ((collider.shapeType() as number) > LAST_SIMPLE_SHAPE) continue;
    simplest = collider;
    break;
  }
  if (!simplest) return null;
  const raw = simplest.shape.intoRaw() as unknown as RawObject;
  const shapes = raw.constructor as unknown as RawShapes;
  raw.free();
  return shapes;
}

/** ShapeType: ball, cuboid, capsule. */
const LAST_SIMPLE_SHAPE = 2;

const NOWHERE = { x: 0, y: 0, z: 0 };
const UPRIGHT = { x: 0, y: 0, z: 0, w: 1 };

/** A dynamic body that never sleeps by itself, where `fields` say nothing else. */
export function addPrivateBody(world: World, fields: Partial<RigidBodyDesc>): RigidBody {
  return world.createRigidBody({
    enabled: true,
    status: 0,
    translation: NOWHERE,
    rotation: UPRIGHT,
    gravityScale: 1,
    linvel: NOWHERE,
    angvel: NOWHERE,
    mass: 0,
    massOnly: false,
    centerOfMass: NOWHERE,
    principalAngularInertia: NOWHERE,
    angularInertiaLocalFrame: UPRIGHT,
    translationsEnabledX: true,
    translationsEnabledY: true,
    translationsEnabledZ: true,
    rotationsEnabledX: true,
    rotationsEnabledY: true,
    rotationsEnabledZ: true,
    linearDamping: 0,
    angularDamping: 0,
    canSleep: false,
    sleeping: false,
    ccdEnabled: false,
    softCcdPrediction: 0,
    dominanceGroup: 0,
    additionalSolverIterations: 0,
    additionalPgsIterations: 0,
    userData: undefined,
    ...fields,
  } as RigidBodyDesc);
}

/** A collider of density 1 without friction, where `fields` say nothing else. */
export function addPrivateCollider(
  world: World,
  shape: () => RawObject,
  body?: RigidBody,
  fields: Partial<ColliderDesc> = {},
): Collider {
  const description = {
    enabled: true,
    shape: { intoRaw: shape },
    translation: NOWHERE,
    rotation: UPRIGHT,
    massPropsMode: 0,
    density: 1,
    mass: 0,
    centerOfMass: NOWHERE,
    principalAngularInertia: NOWHERE,
    angularInertiaLocalFrame: UPRIGHT,
    friction: 0,
    restitution: 0,
    frictionCombineRule: 0,
    restitutionCombineRule: 0,
    isSensor: false,
    collisionGroups: 0xffffffff,
    solverGroups: 0xffffffff,
    activeCollisionTypes: 15,
    activeEvents: 0,
    activeHooks: 0,
    contactForceEventThreshold: 0,
    contactSkin: 0,
    ...fields,
  };
  return world.createCollider(description as unknown as ColliderDesc, body);
}
