import type RAPIER from '@dimforge/rapier3d-compat';
import type { Collider, ColliderDesc, ImpulseJoint, RigidBody, RigidBodyDesc, World } from '@dimforge/rapier3d-compat';
import type { FrictionLaw } from '@stiction/friction-core';
import { installFriction, type RapierFriction } from '@stiction/rapier-adapter';
import { cross } from './convex-faces.js';
import { createHand, type HeldState } from './grab.js';
import type { BuildOptions } from './load-engine.js';
import { multiply, type Piece, piecesOf } from './pieces.js';
import type { BodySpec, JointSpec, Scene, SceneHandle, SceneWorld, Terrain, Vector } from './scene.js';
import { rotateVector, solidOf } from './solid.js';
import { readRapierContacts } from './stock-contacts.js';

/** The engine's module, after its `init()` has been awaited. */
export type RapierModule = typeof RAPIER;

export interface RapierWorldOptions extends BuildOptions {
  /** Shape of the ground. @default 'cuboid' */
  ground?: RapierGround;
  /** Which colliders Stiction acquires. @default 'special' */
  scope?: RapierScope;
}

/** See the option of that name of the adapter. */
type RapierScope = 'special' | 'all';

/** A slab, or a flat mesh or height field with cells of 1 m, wide enough for every case. Internal edges are fixed: bodies would trip over them in the stock engine too. */
export type RapierGround = 'cuboid' | 'trimesh' | 'heightfield';

const GROUND_CELLS = 100;

/** Half extents of the slab that represents the ground, with its top face at z = 0 [m]. */
const GROUND: Vector = [200, 200, 10];

interface Part {
  body: RigidBody;
  /** One, unless the body is a compound. */
  colliders: readonly Collider[];
  /** Of each collider. */
  materials: readonly (string | undefined)[];
}

/** A scene in Rapier, ready to step. Exposes the engine's objects for what the common interface lacks. */
export interface RapierSceneWorld extends SceneWorld {
  readonly world: World;
  readonly friction: RapierFriction | null;
  body(name: string): RigidBody;
  /** The first collider of a compound. */
  collider(name: string): Collider;
  clone(): RapierSceneWorld;
}

export function createRapierWorld(rapier: RapierModule, scene: Scene, options: RapierWorldOptions): RapierSceneWorld {
  const [gx, gy, gz] = scene.gravity;
  const world = new rapier.World({ x: gx, y: gy, z: gz });
  world.lengthUnit = scene.rapierUnit ?? scene.lengthUnit ?? 1;
  world.numSolverIterations = Math.max(1, Math.round((options.effort ?? 1) * world.numSolverIterations));
  const parts = new Map<string, Part>();
  for (const spec of scene.bodies)
    parts.set(spec.name, addBody(rapier, world, spec, scene, scene.terrain ?? options.ground ?? 'cuboid'));
  const joints = (scene.joints ?? []).map((spec) => {
    const { body: bodyA } = find(scene, parts, spec.bodyA);
    return addJoint(rapier, world, spec, bodyA, find(scene, parts, spec.bodyB).body);
  });
  const result = wrap(rapier, scene, world, { parts, joints }, 0, options.scope ?? 'special');
  if (options.stiction) result.install(scene.law);
  return result;
}

function find(scene: Scene, parts: Map<string, Part>, name: string): Part {
  const found = parts.get(name);
  if (!found) throw new Error(`scene '${scene.name}': no body named '${name}'`);
  return found;
}

/** The common interface of a Rapier world with named bodies. */
function wrap(
  rapier: RapierModule,
  scene: Scene,
  world: World,
  { parts, joints }: { parts: Map<string, Part>; joints: readonly ImpulseJoint[] },
  startTime: number,
  scope: RapierScope,
): RapierSceneWorld {
  const pushed = new Set<RigidBody>();
  let friction: RapierFriction | null = null;
  let time = startTime;
  const part = (name: string) => find(scene, parts, name);
  const hand = createHand(scene, {
    read: (name, out) => readState(part(name).body, out),
    push(name, force, from, torque) {
      result.push(name, ...force, from);
      part(name).body.addTorque(vector(torque), true);
    },
  });

  const result: RapierSceneWorld = {
    engine: 'rapier',
    world,
    body: (name) => part(name).body,
    stockContacts: () => readRapierContacts(world),
    collider: (name) => part(name).colliders[0],
    names: [...parts.keys()],
    get friction() {
      return friction;
    },
    get time() {
      return time;
    },
    step(dt) {
      scene.drive?.(result, time, dt);
      hand.act(triple(world.gravity), dt);
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
    grab: hand.grab,
    moveGrab: hand.moveGrab,
    release: hand.release,
    remove(name) {
      if (hand.body === name) hand.release();
      world.removeRigidBody(part(name).body);
      parts.delete(name);
    },
    install(law: FrictionLaw): SceneHandle {
      const handle = installFriction(world, { default: law, rapier, scope });
      friction = handle;
      for (const { colliders, materials } of parts.values()) {
        for (const [k, material] of materials.entries()) if (material) handle.setMaterial(colliders[k], material);
      }
      for (const [name, own] of scene.materialLaws ?? []) handle.setMaterialLaw(name, own);
      for (const [a, b, pairLaw] of scene.pairs ?? []) handle.setPair(a, b, pairLaw);
      for (const [name, surface] of scene.surfaces ?? []) handle.setSurface(part(name).colliders[0], surface);
      for (const [k, { friction: pin }] of (scene.joints ?? []).entries()) {
        if (pin) handle.setJointFriction(joints[k], pin.law, { load: pin.load, radius: pin.radius });
      }
      return handle;
    },
    uninstall() {
      friction?.uninstall();
      friction = null;
    },
    cloneStock() {
      const clone = result.clone();
      if (friction)
        for (const name of parts.keys()) {
          const body = clone.body(name);
          for (let k = 0; k < body.numColliders(); k++) giveFriction(rapier, body, body.collider(k), scene);
        }
      return clone;
    },
    clone() {
      const clone = rapier.World.restoreSnapshot(world.takeSnapshot());
      const cloned = new Map<string, Part>();
      for (const [name, { body, colliders, materials }] of parts) {
        cloned.set(name, {
          body: clone.getRigidBody(body.handle),
          colliders: colliders.map(({ handle }) => clone.getCollider(handle)),
          materials,
        });
      }
      const clonedJoints = joints.map(({ handle }) => clone.getImpulseJoint(handle));
      return wrap(rapier, scene, clone, { parts: cloned, joints: clonedJoints }, time, scope);
    },
    dispose() {
      result.uninstall();
      world.free();
    },
  };
  return result;
}

/** Returns friction from Stiction to Rapier. */
function giveFriction(rapier: RapierModule, body: RigidBody, collider: Collider, scene: Scene): void {
  collider.setFriction(scene.stockMu);
  collider.setFrictionCombineRule(rapier.CoefficientCombineRule.Average);
  // Makes Rapier update resting contacts, and thus the coefficient.
  const place = collider.translationWrtParent();
  if (place && body.isDynamic()) collider.setTranslationWrtParent(place);
}

function readState(body: RigidBody, out: HeldState): void {
  const { x, y, z, w } = body.rotation();
  out.position.splice(0, 3, ...triple(body.worldCom()));
  out.rotation.splice(0, 4, x, y, z, w);
  out.velocity.splice(0, 3, ...triple(body.linvel()));
  out.angularVelocity.splice(0, 3, ...triple(body.angvel()));
  out.inverseMass.splice(0, 3, ...triple(body.effectiveInvMass()));
  // Last: the matrix lies in a buffer that Rapier reuses in every call.
  const { m11, m12, m13, m22, m23, m33 } = body.effectiveWorldInvInertia();
  out.inverseInertia.splice(0, 9, m11, m12, m13, m12, m22, m23, m13, m23, m33);
}

function triple({ x, y, z }: { x: number; y: number; z: number }): [number, number, number] {
  return [x, y, z];
}

function addBody(
  rapier: RapierModule,
  world: World,
  spec: BodySpec,
  scene: Scene,
  ground: RapierGround | Terrain,
): Part {
  const [x, y, z] = spec.position;
  const desc = describeBody(rapier, spec)
    .setTranslation(x, y, z)
    .setCanSleep(scene.canSleep ?? false);
  if (spec.rotation) desc.setRotation(quaternion(spec.rotation));
  if (spec.velocity) desc.setLinvel(...spec.velocity);
  if (spec.angularVelocity) desc.setAngvel(vector(spec.angularVelocity));
  if (spec.guide) {
    desc.enabledTranslations(spec.guide === 'x', spec.guide === 'y', spec.guide === 'z');
    desc.lockRotations();
  }
  if (spec.inertia) {
    const moments = vector(spec.inertia);
    desc.setAdditionalMassProperties(spec.mass ?? 0, vector([0, 0, 0]), moments, quaternion([0, 0, 0, 1]));
  }
  const body = world.createRigidBody(desc);
  if (spec.kind === 'dynamic' && !(spec.mass && spec.mass > 0)) {
    throw new Error(`body '${spec.name}': mass must be > 0 kg (got ${spec.mass})`);
  }
  const pieces = piecesOf(spec.shape, spec.material);
  const total = pieces.length > 1 && !spec.inertia ? solidOf(spec.shape).volume : 1;
  const mu = scene.stockMus?.[spec.material ?? ''];
  const colliders = pieces.map(({ shape, position, rotation }) => {
    const collider = describeShape(rapier, shape, scene.lengthUnit ?? 1, ground);
    const own = collider.rotation;
    const at = rotateVector(rotation, [collider.translation.x, collider.translation.y, collider.translation.z]);
    collider
      .setTranslation(position[0] + at[0], position[1] + at[1], position[2] + at[2])
      .setRotation(quaternion(multiply(rotation, [own.x, own.y, own.z, own.w])))
      .setFriction(scene.stockMu)
      .setRestitution(spec.bounce ?? 0)
      .setRestitutionCombineRule(rapier.CoefficientCombineRule.Min);
    if (mu !== undefined) {
      collider.setFriction(Math.sqrt(mu)).setFrictionCombineRule(rapier.CoefficientCombineRule.Multiply);
    }
    const share = pieces.length > 1 && !spec.inertia ? solidOf(shape).volume / total : 1;
    if (spec.kind === 'dynamic') collider.setMass(spec.inertia ? 0 : share * (spec.mass as number));
    return world.createCollider(collider, body);
  });
  return { body, colliders, materials: pieces.map(({ material }) => material) };
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

function describeShape(
  rapier: RapierModule,
  shape: Piece['shape'],
  lengthUnit: number,
  ground: RapierGround | Terrain,
): ColliderDesc {
  switch (shape.kind) {
    case 'box':
      return rapier.ColliderDesc.cuboid(...shape.halfExtents);
    case 'sphere':
      return rapier.ColliderDesc.ball(shape.radius);
    case 'cylinder':
      // Rapier's cylinder axis is y; a quarter turn about x makes it z.
      return rapier.ColliderDesc.cylinder(shape.height / 2, shape.radius).setRotation({
        x: Math.SQRT1_2,
        y: 0,
        z: 0,
        w: Math.SQRT1_2,
      });
    case 'hull': {
      const hull = rapier.ColliderDesc.convexHull(Float32Array.from(shape.points.flat()));
      if (!hull) throw new Error(`hull: the points must span a volume (got ${shape.points.length} points)`);
      return hull;
    }
    case 'ground':
      return typeof ground === 'object' ? describeTerrain(rapier, ground) : describeGround(rapier, lengthUnit, ground);
  }
}

function describeGround(rapier: RapierModule, lengthUnit: number, ground: RapierGround): ColliderDesc {
  const width = lengthUnit * GROUND_CELLS;
  switch (ground) {
    case 'cuboid':
      return rapier.ColliderDesc.cuboid(
        lengthUnit * GROUND[0],
        lengthUnit * GROUND[1],
        lengthUnit * GROUND[2],
      ).setTranslation(0, 0, -lengthUnit * GROUND[2]);
    case 'trimesh':
      return describeMesh(rapier, lengthUnit);
    case 'heightfield':
      // Rapier's height field has y up; a quarter turn about x makes that z.
      return rapier.ColliderDesc.heightfield(
        GROUND_CELLS,
        GROUND_CELLS,
        new Float32Array((GROUND_CELLS + 1) ** 2),
        vector([width, lengthUnit, width]),
        rapier.HeightFieldFlags.FIX_INTERNAL_EDGES,
      ).setRotation(quaternion([Math.SQRT1_2, 0, 0, Math.SQRT1_2]));
  }
}

/** Rapier's height field has y up and its centre at the origin; heights are those of one x after the other, from the largest y down. */
function describeTerrain(rapier: RapierModule, { cell, from: [x, y], heights }: Terrain): ColliderDesc {
  const columns = heights.length - 1;
  const rows = heights[0].length - 1;
  const [width, depth] = [cell * columns, cell * rows];
  return rapier.ColliderDesc.heightfield(
    rows,
    columns,
    Float32Array.from(heights.flatMap((row) => row.slice().reverse())),
    vector([width, 1, depth]),
    rapier.HeightFieldFlags.FIX_INTERNAL_EDGES,
  )
    .setRotation(quaternion([Math.SQRT1_2, 0, 0, Math.SQRT1_2]))
    .setTranslation(x + width / 2, y + depth / 2, 0);
}

/** Two triangles per cell; the origin lies within a cell, not on an edge. */
function describeMesh(rapier: RapierModule, lengthUnit: number): ColliderDesc {
  const row = GROUND_CELLS + 1;
  const vertices = new Float32Array(3 * row * row);
  const triangles: number[] = [];
  for (let i = 0; i < row; i++) {
    for (let k = 0; k < row; k++) {
      vertices[3 * (row * i + k)] = lengthUnit * (i - GROUND_CELLS / 2 + 0.3);
      vertices[3 * (row * i + k) + 1] = lengthUnit * (k - GROUND_CELLS / 2 + 0.3);
      if (i === GROUND_CELLS || k === GROUND_CELLS) continue;
      const at = row * i + k;
      triangles.push(at, at + row, at + row + 1, at, at + row + 1, at + 1);
    }
  }
  return rapier.ColliderDesc.trimesh(vertices, Uint32Array.from(triangles), rapier.TriMeshFlags.FIX_INTERNAL_EDGES);
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
  // Rapier takes one axis for both bodies, in their own frames: these must agree at the start.
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
