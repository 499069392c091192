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
}

export function createRapierWorld(rapier: RapierModule, scene: Scene, options: RapierWorldOptions): RapierSceneWorld {
  const [gx, gy, gz] = scene.gravity;
  const world = new rapier.World({ x: gx, y: gy, z: gz });
  const parts = new Map<string, Part>();
  for (const spec of scene.bodies) parts.set(spec.name, addBody(rapier, world, spec, scene.stockMu));
  for (const spec of scene.joints ?? []) {
    const { body: bodyA } = find(scene, parts, spec.bodyA);
    addJoint(rapier, world, spec, bodyA, find(scene, parts, spec.bodyB).body);
  }
  const result = wrap(rapier, scene, world, parts);
  if (options.stiction) result.install(scene.law);
  return result;
}

function find(scene: Scene, parts: Map<string, Part>, name: string): Part {
  const found = parts.get(name);
  if (!found) throw new Error(`scene '${scene.name}': no body named '${name}'`);
  return found;
}

/** The common interface around a Rapier world whose bodies have names. */
function wrap(rapier: RapierModule, scene: Scene, world: World, parts: Map<string, Part>): RapierSceneWorld {
  const pushed = new Set<RigidBody>();
  let friction: RapierFriction | null = null;
  let time = 0;
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
      for (const body of pushed) if (body.isValid()) body.resetForces(false);
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
    push(name, x, y, z) {
      const { body } = part(name);
      body.addForce({ x, y, z }, true);
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
    cloneStock: () => cloneStock(rapier, scene, world, parts, friction !== null),
    dispose() {
      result.uninstall();
      world.free();
    },
  };
  return result;
}

/** The same state in a world of its own; where friction was Stiction's it is Rapier's there. */
function cloneStock(
  rapier: RapierModule,
  scene: Scene,
  world: World,
  parts: Map<string, Part>,
  installed: boolean,
): RapierSceneWorld {
  const clone = rapier.World.restoreSnapshot(world.takeSnapshot());
  const cloned = new Map<string, Part>();
  for (const [name, { body, collider, material }] of parts) {
    const twin = { body: clone.getRigidBody(body.handle), collider: clone.getCollider(collider.handle), material };
    if (installed) {
      twin.collider.setFriction(scene.stockMu);
      twin.collider.setFrictionCombineRule(rapier.CoefficientCombineRule.Average);
      // Makes Rapier look at resting contacts anew, and so at the coefficient.
      const place = twin.collider.translationWrtParent();
      if (place && twin.body.isDynamic()) twin.collider.setTranslationWrtParent(place);
    }
    cloned.set(name, twin);
  }
  return wrap(rapier, scene, clone, cloned);
}

function triple({ x, y, z }: { x: number; y: number; z: number }): [number, number, number] {
  return [x, y, z];
}

function addBody(rapier: RapierModule, world: World, spec: BodySpec, stockMu: number): Part {
  const [x, y, z] = spec.position;
  const desc = describeBody(rapier, spec).setTranslation(x, y, z).setCanSleep(false);
  if (spec.rotation) desc.setRotation(quaternion(spec.rotation));
  if (spec.velocity) desc.setLinvel(...spec.velocity);
  if (spec.angularVelocity) desc.setAngvel(vector(spec.angularVelocity));
  const body = world.createRigidBody(desc);
  const shape = describeShape(rapier, spec).setFriction(stockMu).setRestitution(0);
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

function describeShape(rapier: RapierModule, spec: BodySpec): ColliderDesc {
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
      return rapier.ColliderDesc.cuboid(...GROUND).setTranslation(0, 0, -GROUND[2]);
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

function vector([x, y, z]: Vector): { x: number; y: number; z: number } {
  return { x, y, z };
}

function quaternion([x, y, z, w]: readonly [number, number, number, number]) {
  return { x, y, z, w };
}
