import { type CrashcatFriction, installFriction } from '@stiction/crashcat-adapter';
import type { FrictionLaw } from '@stiction/friction-core';
import type { EngineWorld } from '@stiction/friction-core/testing';
import {
  addBroadphaseLayer,
  addObjectLayer,
  box,
  compound,
  constraints,
  convexHull,
  createWorld,
  createWorldSettings,
  cylinder,
  dof,
  enableCollision,
  hingeConstraint,
  MaterialCombineMode,
  MotionType,
  massProperties,
  plane,
  pointConstraint,
  type RigidBody,
  registerAll,
  rigidBody,
  type Shape,
  sphere,
  transformed,
  updateWorld,
  type World,
} from 'crashcat';
import type { BuildOptions } from './load-engine.js';
import type { BodySpec, JointSpec, PlainWorld, Scene, ShapeSpec, Vector } from './scene.js';

export interface CrashcatSceneWorld extends EngineWorld, PlainWorld {
  readonly engine: 'crashcat';
  readonly world: World;
  readonly friction: CrashcatFriction | null;
  body(name: string): RigidBody;
  clone(): CrashcatSceneWorld;
  cloneStock(): CrashcatSceneWorld;
}

/** Builds a scene in crashcat: stock, or with Stiction. */
export function createCrashcatWorld(scene: Scene, options: BuildOptions): CrashcatSceneWorld {
  registerAll();
  const { effort = 1 } = options;
  const { world, layer } = createEmptyWorld(scene, effort);
  const indices = new Map<string, number>();
  for (const spec of scene.bodies) indices.set(spec.name, createBody(world, layer, scene, spec).index);
  const result = wrap(scene, effort, world, indices, 0);
  for (const joint of scene.joints ?? []) addJoint(world, result, joint);
  if (options.stiction) result.install(scene.law);
  return result;
}

/** The world is plain data, so a deep copy is another world in the same state; bodies are identified by index. */
function wrap(
  scene: Scene,
  effort: number,
  world: World,
  indices: Map<string, number>,
  startTime: number,
): CrashcatSceneWorld {
  let friction: CrashcatFriction | null = null;
  let time = startTime;
  const find = (name: string): RigidBody => {
    const index = indices.get(name);
    if (index === undefined) throw new Error(`scene ${scene.name}: no body named '${name}'`);
    return world.bodies.pool[index];
  };
  const result: CrashcatSceneWorld = {
    engine: 'crashcat',
    world,
    get friction() {
      return friction;
    },
    get time() {
      return time;
    },
    body: find,
    names: scene.bodies.map((spec) => spec.name),
    step(dt) {
      scene.drive?.(result, time, dt);
      updateWorld(world, undefined, dt);
      time += dt;
    },
    setGravity(x, y, z) {
      world.settings.gravity = [x, y, z];
    },
    position: (name) => [...find(name).position],
    rotation: (name) => [...find(name).quaternion],
    velocity: (name) => [...find(name).motionProperties.linearVelocity],
    angularVelocity: (name) => [...find(name).motionProperties.angularVelocity],
    setVelocity: (name, x, y, z) => rigidBody.setLinearVelocity(world, find(name), [x, y, z]),
    setAngularVelocity: (name, x, y, z) => rigidBody.setAngularVelocity(world, find(name), [x, y, z]),
    push(name, x, y, z, from = [0, 0, 0]) {
      const c = find(name).centerOfMassPosition;
      const at: Vec3 = [c[0] + from[0], c[1] + from[1], c[2] + from[2]];
      rigidBody.addForceAtPosition(world, find(name), [x, y, z], at, true);
    },
    remove(name) {
      rigidBody.remove(world, find(name));
      indices.delete(name);
    },
    install(law: FrictionLaw) {
      const iterations = Math.max(1, Math.round(effort));
      friction = installFriction(world, { default: law, iterations, lengthUnit: scene.lengthUnit ?? 1, constraints });
      for (const spec of scene.bodies) if (indices.has(spec.name)) nameMaterials(friction, spec, find(spec.name));
      for (const [a, b, pairLaw] of scene.pairs ?? []) friction.setPair(a, b, pairLaw);
      for (const [name, surface] of scene.surfaces ?? []) friction.setSurface(find(name), surface);
      return friction;
    },
    uninstall() {
      friction?.uninstall();
      friction = null;
    },
    cloneStock: () => result.clone(),
    clone: () => wrap(scene, effort, structuredClone(world), new Map(indices), time),
    dispose() {
      result.uninstall();
    },
  };
  return result;
}

type Vec3 = [number, number, number];

/** crashcat's tolerances are in metres. */
function createEmptyWorld(scene: Scene, effort: number): { world: World; layer: number } {
  const settings = createWorldSettings();
  const layer = addObjectLayer(settings, addBroadphaseLayer(settings));
  enableCollision(settings, layer, layer);
  settings.gravity = [...scene.gravity];
  settings.sleeping.allowSleeping = scene.canSleep ?? false;
  settings.solver.velocityIterations = Math.max(1, Math.round(effort * settings.solver.velocityIterations));
  const unit = scene.lengthUnit ?? 1;
  settings.contacts.contactPointPreserveLambdaMaxDistSq *= unit * unit;
  settings.narrowphase.collisionTolerance *= unit;
  settings.narrowphase.speculativeContactDistance *= unit;
  settings.narrowphase.manifoldTolerance *= unit;
  settings.narrowphase.bodyPairCacheMaxDeltaPositionSq *= unit * unit;
  settings.solver.minVelocityForRestitution *= unit;
  settings.solver.penetrationSlop *= unit;
  settings.solver.maxPenetrationDistance *= unit;
  settings.sleeping.pointVelocitySleepThreshold *= unit;
  return { world: createWorld(settings), layer };
}

const MOTION = { dynamic: MotionType.DYNAMIC, fixed: MotionType.STATIC, kinematic: MotionType.KINEMATIC };

function createBody(world: World, objectLayer: number, { stockMu, lengthUnit = 1 }: Scene, spec: BodySpec): RigidBody {
  const body = rigidBody.create(world, {
    shape: createShape(spec.shape, lengthUnit),
    objectLayer,
    motionType: MOTION[spec.kind],
    position: [...spec.position],
    quaternion: [...(spec.rotation ?? ([0, 0, 0, 1] as const))],
    friction: stockMu,
    restitution: spec.bounce ?? 0,
    restitutionCombineMode: MaterialCombineMode.MIN,
    linearDamping: 0,
    angularDamping: 0,
    maxLinearVelocity: 500 * lengthUnit,
    maxAngularVelocity: 1000,
    ...(spec.kind === 'dynamic' ? massOf(spec) : {}),
    ...(spec.guide ? { allowedDegreesOfFreedom: along(spec.guide) } : {}),
  });
  if (spec.velocity) rigidBody.setLinearVelocity(world, body, [...spec.velocity]);
  if (spec.angularVelocity) rigidBody.setAngularVelocity(world, body, [...spec.angularVelocity]);
  return body;
}

function along(axis: 'x' | 'y' | 'z'): number {
  return dof(axis === 'x', axis === 'y', axis === 'z', false, false, false);
}

function massOf({ mass = 1, inertia }: BodySpec) {
  if (!inertia) return { mass };
  const massPropertiesOverride = massProperties.create();
  massPropertiesOverride.mass = mass;
  for (let e = 0; e < 3; e++) massPropertiesOverride.inertia[5 * e] = inertia[e];
  return { massPropertiesOverride };
}

/** Convex radius for collision detection: below the engine's 5 cm for small shapes. */
function convexRadius(smallest: number, unit: number): number {
  return Math.min(0.05 * unit, 0.1 * smallest);
}

function createShape(spec: ShapeSpec, unit: number): Shape {
  switch (spec.kind) {
    case 'box':
      return box.create({
        halfExtents: [...spec.halfExtents],
        convexRadius: convexRadius(Math.min(...spec.halfExtents), unit),
      });
    case 'sphere':
      return sphere.create({ radius: spec.radius });
    case 'cylinder': {
      // The axis of crashcat is y.
      const { radius } = spec;
      const halfHeight = spec.height / 2;
      const shape = cylinder.create({
        radius,
        halfHeight,
        convexRadius: convexRadius(Math.min(radius, halfHeight), unit),
      });
      return transformed.create({ shape, position: [0, 0, 0], quaternion: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] });
    }
    case 'hull':
      return convexHull.create({ positions: spec.points.flat(), convexRadius: 0, hullTolerance: 1e-5 * unit });
    case 'compound':
      return compound.create({
        children: spec.parts.map(({ shape, position, rotation = [0, 0, 0, 1] }) => ({
          shape: createShape(shape, unit),
          position: [...position],
          quaternion: [...rotation],
        })),
      });
    case 'ground':
      return plane.create({ plane: { normal: [0, 0, 1], constant: 0 }, halfExtent: 1000 * unit });
  }
}

function nameMaterials(friction: CrashcatFriction, { material, shape }: BodySpec, body: RigidBody): void {
  if (material !== undefined) friction.setMaterial(body, material);
  if (shape.kind !== 'compound') return;
  const { children } = body.shape as { children?: { shape: Shape }[] };
  shape.parts.forEach((part, k) => {
    if (part.material === undefined || !children) return;
    const { shape: child } = children[k];
    friction.setMaterial((child as { shape?: Shape }).shape ?? child, part.material);
  });
}

function addJoint(world: World, { body }: CrashcatSceneWorld, joint: JointSpec): void {
  const at: Vec3 = [...joint.at];
  const common = { bodyIdA: body(joint.bodyA).id, bodyIdB: body(joint.bodyB).id, pointA: at, pointB: at };
  if (joint.kind === 'ball') pointConstraint.create(world, common);
  else {
    const hingeAxis: Vec3 = [...joint.axis];
    const normalAxis = acrossOf(joint.axis);
    hingeConstraint.create(world, {
      ...common,
      hingeAxisA: hingeAxis,
      hingeAxisB: hingeAxis,
      normalAxisA: normalAxis,
      normalAxisB: normalAxis,
    });
  }
}

/** A perpendicular unit vector. */
function acrossOf([x, y, z]: Vector): Vec3 {
  const other: Vector = Math.abs(x) < 0.6 * Math.hypot(x, y, z) ? [1, 0, 0] : [0, 1, 0];
  const cross: Vec3 = [y * other[2] - z * other[1], z * other[0] - x * other[2], x * other[1] - y * other[0]];
  const length = Math.hypot(...cross);
  return [cross[0] / length, cross[1] / length, cross[2] / length];
}
