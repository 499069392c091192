import type RAPIER from '@dimforge/rapier3d-compat';
import type { Collider, ColliderDesc, ImpulseJoint, RigidBody, RigidBodyDesc, World } from '@dimforge/rapier3d-compat';
import type { FrictionLaw } from '@stiction/friction-core';
import { installFriction, type RapierFriction } from '@stiction/rapier-adapter';
import type { BodySpec, JointSpec, Scene, SceneHandle, SceneWorld, Vector } from './scene.js';

/** The engine's module, after its `init()` has been awaited. */
export type RapierModule = typeof RAPIER;

export interface RapierWorldOptions {
  /** Friction by Stiction, else Rapier's own. */
  stiction: boolean;
}

/** Half extents of the slab that stands for the ground, whose top face is z = 0 [m]. */
const GROUND: Vector = [200, 200, 10];

interface Part {
  body: RigidBody;
  collider: Collider;
  material: string | undefined;
}

/** A scene in Rapier, ready to step. The engine's own objects are there for what the common interface does not offer. */
export interface RapierSceneWorld extends SceneWorld {
  readonly world: World;
  readonly friction: RapierFriction | null;
  body(name: string): RigidBody;
  collider(name: string): Collider;
  clone(): RapierSceneWorld;
}

export function createRapierWorld(rapier: RapierModule, scene: Scene, options: RapierWorldOptions): RapierSceneWorld {
  const [gx, gy, gz] = scene.gravity;
  const world = new rapier.World({ x: gx, y: gy, z: gz });
  world.lengthUnit = scene.lengthUnit ?? 1;
  const parts = new Map<string, Part>();
  for (const spec of scene.bodies) parts.set(spec.name, addBody(rapier, world, spec, scene));
  for (const spec of scene.joints ?? []) {
    const { body: bodyA } = find(scene, parts, spec.bodyA);
    addJoint(rapier, world, spec, bodyA, find(scene, parts, spec.bodyB).body);
  }
  const result = wrap(rapier, scene, world, parts, 0);
  if (options.stiction) result.install(scene.law);
  return result;
}

function find(scene: Scene, parts: Map<string, Part>, name: string): Part {
  const found = parts.get(name);
  if (!found) throw new Error(`scene '${scene.name}': no body named '${name}'`);
  return found;
}

/** The common interface around a Rapier world whose bodies have names. */
function wrap(
  rapier: RapierModule,
  scene: Scene,
  world: World,
  parts: Map<string, Part>,
  startTime: number,
): RapierSceneWorld {
  const pushed = new Set<RigidBody>();
  let friction: RapierFriction | null = null;
  let time = startTime;
  const part = (name: string) => find(scene, parts, name);

  const result: RapierSceneWorld = {
    engine: 'rapier',
    world,
    body: (name) => part(name).body,
    collider: (name) => part(name).collider,
    names: [...parts.keys()],
    get friction() {
      return friction;
    },
    get time() {
      return time;
    },
    step(dt) {
      scene.drive?.(result, time, dt);
      world.timestep = dt;
      if (friction) friction.step();
      else world.step();
      for (const body of pushed) {
        if (!body.isValid()) continue;
        body.resetForces(false);
        body.resetTorques(false);
      }
      pushed.clear();
      time += dt;
    },
    setGravity(x, y, z) {
      world.gravity = { x, y, z };
    },
    position: (name) => triple(part(name).body.translation()),
    rotation(name) {
      const { x, y, z, w } = part(name).body.rotation();
      return [x, y, z, w];
    },
    velocity: (name) => triple(part(name).body.linvel()),
    angularVelocity: (name) => triple(part(name).body.angvel()),
    setVelocity: (name, x, y, z) => part(name).body.setLinvel({ x, y, z }, true),
    setAngularVelocity: (name, x, y, z) => part(name).body.setAngvel({ x, y, z }, true),
    push(name, x, y, z, from = [0, 0, 0]) {
      const { body } = part(name);
      body.addForce({ x, y, z }, true);
      body.addTorque(vector(cross(from, [x, y, z])), true);
      pushed.add(body);
    },
    remove(name) {
      world.removeRigidBody(part(name).body);
      parts.delete(name);
    },
    install(law: FrictionLaw): SceneHandle {
      const handle = installFriction(world, { default: law });
      friction = handle;
      for (const { collider, material } of parts.values()) if (material) handle.setMaterial(collider, material);
      for (const [a, b, pairLaw] of scene.pairs ?? []) handle.setPair(a, b, pairLaw);
      return handle;
    },
    uninstall() {
      friction?.uninstall();
      friction = null;
    },
    cloneStock() {
      const clone = result.clone();
      if (friction)
        for (const name of parts.keys()) giveFriction(rapier, clone.body(name), clone.collider(name), scene);
      return clone;
    },
    clone() {
      const clone = rapier.World.restoreSnapshot(world.takeSnapshot());
      const cloned = new Map<string, Part>();
      for (const [name, { body, collider, material }] of parts) {
        cloned.set(name, {
          body: clone.getRigidBody(body.handle),
          collider: clone.getCollider(collider.handle),
          material,
        });
      }
      return wrap(rapier, scene, clone, cloned, time);
    },
    dispose() {
      result.uninstall();
      world.free();
    },
  };
  return result;
}

/** Where friction was Stiction's it is Rapier's again. */
function giveFriction(rapier: RapierModule, body: RigidBody, collider: Collider, scene: Scene): void {
  collider.setFriction(scene.stockMu);
  collider.setFrictionCombineRule(rapier.CoefficientCombineRule.Average);
  // Makes Rapier look at resting contacts anew, and so at the coefficient.
  const place = collider.translationWrtParent();
  if (place && body.isDynamic()) collider.setTranslationWrtParent(place);
}

function triple({ x, y, z }: { x: number; y: number; z: number }): [number, number, number] {
  return [x, y, z];
}

function addBody(rapier: RapierModule, world: World, spec: BodySpec, scene: Scene): Part {
  const [x, y, z] = spec.position;
  const desc = describeBody(rapier, spec)
    .setTranslation(x, y, z)
    .setCanSleep(scene.canSleep ?? false);
  if (spec.rotation) desc.setRotation(quaternion(spec.rotation));
  if (spec.velocity) desc.setLinvel(...spec.velocity);
  if (spec.angularVelocity) desc.setAngvel(vector(spec.angularVelocity));
  const body = world.createRigidBody(desc);
  const shape = describeShape(rapier, spec, scene.lengthUnit ?? 1)
    .setFriction(scene.stockMu)
    .setRestitution(0);
  if (spec.kind === 'dynamic') {
    if (!(spec.mass && spec.mass > 0)) throw new Error(`body '${spec.name}': mass must be > 0 kg (got ${spec.mass})`);
    shape.setMass(spec.mass);
  }
  return { body, collider: world.createCollider(shape, body), material: spec.material };
}

function describeBody(rapier: RapierModule, spec: BodySpec): RigidBodyDesc {
  switch (spec.kind) {
    case 'dynamic':
      return rapier.RigidBodyDesc.dynamic();
    case 'kinematic':
      return rapier.RigidBodyDesc.kinematicVelocityBased();
    case 'fixed':
      return rapier.RigidBodyDesc.fixed();
  }
}

function describeShape(rapier: RapierModule, spec: BodySpec, lengthUnit: number): ColliderDesc {
  const { shape } = spec;
  switch (shape.kind) {
    case 'box':
      return rapier.ColliderDesc.cuboid(...shape.halfExtents);
    case 'sphere':
      return rapier.ColliderDesc.ball(shape.radius);
    case 'cylinder':
      // Rapier's cylinder stands along y; a quarter turn about x stands it along z.
      return rapier.ColliderDesc.cylinder(shape.height / 2, shape.radius).setRotation({
        x: Math.SQRT1_2,
        y: 0,
        z: 0,
        w: Math.SQRT1_2,
      });
    case 'ground':
      return rapier.ColliderDesc.cuboid(
        lengthUnit * GROUND[0],
        lengthUnit * GROUND[1],
        lengthUnit * GROUND[2],
      ).setTranslation(0, 0, -lengthUnit * GROUND[2]);
  }
}

function addJoint(
  rapier: RapierModule,
  world: World,
  spec: JointSpec,
  bodyA: RigidBody,
  bodyB: RigidBody,
): ImpulseJoint {
  const anchorA = toLocal(bodyA, spec.at);
  const anchorB = toLocal(bodyB, spec.at);
  if (spec.kind === 'ball') {
    return world.createImpulseJoint(rapier.JointData.spherical(anchorA, anchorB), bodyA, bodyB, true);
  }
  // Rapier takes one axis for both bodies, in their own frames: they have to agree at the start.
  const axis = rotateBack(bodyA.rotation(), spec.axis);
  const other = rotateBack(bodyB.rotation(), spec.axis);
  if (Math.hypot(axis.x - other.x, axis.y - other.y, axis.z - other.z) > 1e-6) {
    throw new Error(`hinge of '${spec.bodyA}' and '${spec.bodyB}': the axis must be the same in both bodies' frames`);
  }
  return world.createImpulseJoint(rapier.JointData.revolute(anchorA, anchorB, axis), bodyA, bodyB, true);
}

function toLocal(body: RigidBody, at: Vector): { x: number; y: number; z: number } {
  const { x, y, z } = body.translation();
  return rotateBack(body.rotation(), [at[0] - x, at[1] - y, at[2] - z]);
}

/** R(q)ᵀ v. */
function rotateBack(
  q: { x: number; y: number; z: number; w: number },
  [x, y, z]: Vector,
): { x: number; y: number; z: number } {
  const tx = 2 * (q.z * y - q.y * z);
  const ty = 2 * (q.x * z - q.z * x);
  const tz = 2 * (q.y * x - q.x * y);
  return {
    x: x + q.w * tx - q.y * tz + q.z * ty,
    y: y + q.w * ty - q.z * tx + q.x * tz,
    z: z + q.w * tz - q.x * ty + q.y * tx,
  };
}

function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

function vector([x, y, z]: Vector): { x: number; y: number; z: number } {
  return { x, y, z };
}

function quaternion([x, y, z, w]: readonly [number, number, number, number]) {
  return { x, y, z, w };
}
