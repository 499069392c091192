import type { Collider, ColliderDesc, ImpulseJoint, JointData, RigidBody, World } from '@dimforge/rapier3d-compat';
import type { FrictionLaw } from '@stiction/friction-core';
import { installFriction, type RapierFriction } from '@stiction/rapier-adapter';
import * as CANNON from 'cannon-es';
import type { RapierModule } from '../rapier-world.js';

/**
 * Steps a cannon-es world with Rapier: the same bodies with the same masses and inertias, shapes and joints. After each step the cannon-es
 * bodies get Rapier's poses and velocities, so that the same measurements work for both.
 *
 * A body starts unrotated in Rapier, and its shapes and inertia are rotated instead: a hinge in Rapier has one axis for both bodies.
 * Distance joints become ropes, cone-twist joints ball joints.
 */
export interface Mirror {
  world: World;
  friction: RapierFriction | null;
  /** Syncs added and removed bodies, steps, and writes poses and velocities back. */
  step(dt: number): void;
  dispose(): void;
}

interface Reflection {
  body: RigidBody;
  colliders: Collider[];
  /** Rotation of the body when it was added. */
  turn: CANNON.Quaternion;
}

export interface MirrorOptions {
  /** Stiction's law; null for the stock engine. */
  law: FrictionLaw | null;
  /** Which colliders Stiction acquires. @default 'special' */
  scope?: 'special' | 'all';
}

export function mirrorInRapier(rapier: RapierModule, scene: CANNON.World, options: MirrorOptions): Mirror {
  const { x, y, z } = scene.gravity;
  const world = new rapier.World({ x, y, z });
  const reflections = new Map<CANNON.Body, Reflection>();
  const joints = new Map<CANNON.Constraint, ImpulseJoint>();
  const { friction: mu, restitution } = scene.defaultContactMaterial;

  function take(): void {
    for (const body of scene.bodies) {
      if (!reflections.has(body)) reflections.set(body, reflect(rapier, world, body, { mu, restitution }));
    }
    for (const constraint of scene.constraints) {
      if (joints.has(constraint)) continue;
      const [a, b] = [constraint.bodyA, constraint.bodyB].map((body) => reflections.get(body)!);
      const joint = world.createImpulseJoint(describeJoint(rapier, constraint, a, b), a.body, b.body, true);
      joint.setContactsEnabled(constraint.collideConnected);
      joints.set(constraint, joint);
    }
    for (const [constraint, joint] of joints) {
      if (scene.constraints.includes(constraint)) continue;
      world.removeImpulseJoint(joint, true);
      joints.delete(constraint);
    }
    for (const [body, { body: reflected }] of reflections) {
      if (scene.bodies.includes(body)) continue;
      world.removeRigidBody(reflected);
      reflections.delete(body);
    }
  }

  take();
  const friction = options.law
    ? installFriction(world, { default: options.law, rapier, scope: options.scope ?? 'special' })
    : null;
  return {
    world,
    friction,
    step(dt) {
      take();
      world.timestep = dt;
      if (friction) friction.step();
      else world.step();
      for (const [body, reflection] of reflections) copyBack(body, reflection);
    },
    dispose() {
      friction?.uninstall();
      world.free();
    },
  };
}

function reflect(
  rapier: RapierModule,
  world: World,
  body: CANNON.Body,
  surface: { mu: number; restitution: number },
): Reflection {
  const turn = body.quaternion.clone();
  const isDynamic = body.type === CANNON.Body.DYNAMIC;
  const desc = isDynamic ? rapier.RigidBodyDesc.dynamic() : rapier.RigidBodyDesc.fixed();
  const { position: p, velocity: v, angularVelocity: w } = body;
  desc
    .setTranslation(p.x, p.y, p.z)
    .setLinvel(v.x, v.y, v.z)
    .setAngvel(plain(w))
    .setLinearDamping(body.linearDamping)
    .setAngularDamping(body.angularDamping)
    .setCanSleep(false);
  if (isDynamic) {
    desc.setAdditionalMassProperties(body.mass, { x: 0, y: 0, z: 0 }, plain(body.inertia), {
      ...plain(turn),
      w: turn.w,
    });
  }
  const reflected = world.createRigidBody(desc);
  const colliders = body.shapes.map((shape, k) => {
    const place = turn.vmult(body.shapeOffsets[k]);
    const rotation = turn.mult(body.shapeOrientations[k]);
    const collider = describeShape(rapier, shape, place, rotation)
      .setDensity(0)
      .setFriction(surface.mu)
      .setRestitution(surface.restitution);
    return world.createCollider(collider, reflected);
  });
  return { body: reflected, colliders, turn };
}

/** Half extents of the slab that represents a plane [m]. */
const WIDE = 1000;

function describeShape(
  rapier: RapierModule,
  shape: CANNON.Shape,
  place: CANNON.Vec3,
  rotation: CANNON.Quaternion,
): ColliderDesc {
  const put = (desc: ColliderDesc, at = place, q = rotation): ColliderDesc =>
    desc.setTranslation(at.x, at.y, at.z).setRotation({ ...plain(q), w: q.w });
  if (shape instanceof CANNON.Sphere) return put(rapier.ColliderDesc.ball(shape.radius));
  if (shape instanceof CANNON.Box) {
    const { x, y, z } = shape.halfExtents;
    return put(rapier.ColliderDesc.cuboid(x, y, z));
  }
  // Rapier's axis is y, too.
  if (shape instanceof CANNON.Cylinder) return put(rapier.ColliderDesc.cylinder(shape.height / 2, shape.radiusTop));
  if (shape instanceof CANNON.Plane) {
    const below = place.vadd(rotation.vmult(new CANNON.Vec3(0, 0, -WIDE)));
    return put(rapier.ColliderDesc.cuboid(WIDE, WIDE, WIDE), below);
  }
  if (shape instanceof CANNON.ConvexPolyhedron) {
    const hull = rapier.ColliderDesc.convexHull(Float32Array.from(shape.vertices.flatMap(({ x, y, z }) => [x, y, z])));
    if (hull) return put(hull);
  }
  throw new Error(`mirrorInRapier: no shape of type ${shape.type}`);
}

const IDENTITY = { x: 0, y: 0, z: 0, w: 1 };

function describeJoint(rapier: RapierModule, constraint: CANNON.Constraint, a: Reflection, b: Reflection): JointData {
  if (constraint instanceof CANNON.DistanceConstraint) {
    const middle = { x: 0, y: 0, z: 0 };
    return rapier.JointData.rope(constraint.distance, middle, middle);
  }
  if (!(constraint instanceof CANNON.PointToPointConstraint)) {
    throw new Error(`mirrorInRapier: no joint like ${constraint.constructor.name}`);
  }
  const pivotA = plain(a.turn.vmult(constraint.pivotA));
  const pivotB = plain(b.turn.vmult(constraint.pivotB));
  if (constraint instanceof CANNON.HingeConstraint) {
    return rapier.JointData.revolute(pivotA, pivotB, plain(a.turn.vmult(constraint.axisA)));
  }
  if (constraint instanceof CANNON.LockConstraint) return rapier.JointData.fixed(pivotA, IDENTITY, pivotB, IDENTITY);
  return rapier.JointData.spherical(pivotA, pivotB);
}

function plain({ x, y, z }: { x: number; y: number; z: number }): { x: number; y: number; z: number } {
  return { x, y, z };
}

function copyBack(to: CANNON.Body, { body, turn }: Reflection): void {
  if (to.type !== CANNON.Body.DYNAMIC) return;
  const p = body.translation();
  const q = body.rotation();
  const v = body.linvel();
  const w = body.angvel();
  to.position.set(p.x, p.y, p.z);
  new CANNON.Quaternion(q.x, q.y, q.z, q.w).mult(turn, to.quaternion);
  to.velocity.set(v.x, v.y, v.z);
  to.angularVelocity.set(w.x, w.y, w.z);
}
