import { type CannonFriction, installFriction } from '@stiction/cannon-adapter';
import type { FrictionLaw } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { convexFaces } from './convex-faces.js';
import { createHand, type HeldState } from './grab.js';
import type { BuildOptions } from './load-engine.js';
import type { BodySpec, JointSpec, Scene, SceneWorld, ShapeSpec, Terrain } from './scene.js';
import { inertiaOf, solidOf } from './solid.js';
import { readCannonContacts } from './stock-contacts.js';

export interface CannonSceneWorld extends SceneWorld {
  readonly world: CANNON.World;
  body(name: string): CANNON.Body;
  copyState(name: string, from: CANNON.Body): void;
  /** Copies the clock of another world. */
  copyClock(from: CANNON.World, time: number): void;
}

/** Shape of the ground: a flat height field with cells of 1 m or a slab, wide enough for every case. */
export type CannonGround = 'plane' | 'box' | 'heightfield';

const GROUND_HALF_WIDTH = 50;

/** Builds a scene in cannon-es: stock, or with Stiction. */
export function createCannonWorld(scene: Scene, options: BuildOptions & { ground?: CannonGround }): CannonSceneWorld {
  const { ground = 'plane', effort = 1 } = options;
  const world = new CANNON.World({ gravity: new CANNON.Vec3(...scene.gravity) });
  world.defaultContactMaterial.friction = scene.stockMu;
  world.defaultContactMaterial.restitution = 0;
  world.allowSleep = scene.canSleep ?? false;
  if (world.solver instanceof CANNON.GSSolver)
    world.solver.iterations = Math.max(1, Math.round(effort * world.solver.iterations));
  const bodies = new Map<string, CANNON.Body>();
  for (const spec of scene.bodies) {
    const body = createBody(spec, world.allowSleep, scene.terrain ?? ground);
    // cannon-es multiplies the coefficients of two materials.
    const mu = scene.stockMus?.[spec.material ?? ''];
    if (body.material && mu !== undefined) body.material.friction = Math.sqrt(mu);
    bodies.set(spec.name, body);
    world.addBody(body);
  }
  addBounces(world, scene, bodies);
  const joints = (scene.joints ?? []).map((spec) => createJoint(spec, bodies));
  for (const joint of joints) world.addConstraint(joint);
  const find = (name: string): CANNON.Body => {
    const body = bodies.get(name);
    if (!body) throw new Error(`scene ${scene.name}: no body named '${name}'`);
    return body;
  };
  let friction: CannonFriction | null = null;
  let time = 0;
  const hand = createHand(scene, {
    read: (name, out) => readState(find(name), out),
    push(name, force, from, torque) {
      const body = find(name);
      body.wakeUp();
      body.applyForce(new CANNON.Vec3(...force), new CANNON.Vec3(...from));
      body.torque.vadd(new CANNON.Vec3(...torque), body.torque);
    },
  });

  const result: CannonSceneWorld = {
    engine: 'cannon',
    world,
    get friction() {
      return friction;
    },
    get time() {
      return time;
    },
    body: find,
    stockContacts: () => readCannonContacts(world),
    names: scene.bodies.map((spec) => spec.name),
    step(dt) {
      scene.drive?.(result, time, dt);
      hand.act(toArray(world.gravity), dt);
      world.step(dt);
      time += dt;
    },
    setGravity: (x, y, z) => world.gravity.set(x, y, z),
    position: (name) => toArray(find(name).position),
    rotation: (name) => {
      const q = find(name).quaternion;
      return [q.x, q.y, q.z, q.w];
    },
    velocity: (name) => toArray(find(name).velocity),
    angularVelocity: (name) => toArray(find(name).angularVelocity),
    setVelocity: (name, x, y, z) => find(name).velocity.set(x, y, z),
    setAngularVelocity: (name, x, y, z) => find(name).angularVelocity.set(x, y, z),
    push: (name, x, y, z, from = [0, 0, 0]) =>
      find(name).applyForce(new CANNON.Vec3(x, y, z), new CANNON.Vec3(...from)),
    grab: hand.grab,
    moveGrab: hand.moveGrab,
    release: hand.release,
    remove(name) {
      if (hand.body === name) hand.release();
      world.removeBody(find(name));
      bodies.delete(name);
    },
    install(law: FrictionLaw) {
      const iterations = Math.max(1, Math.round(effort));
      friction = installFriction(world, { default: law, iterations, lengthUnit: scene.lengthUnit ?? 1 });
      for (const [name, own] of scene.materialLaws ?? []) friction.setMaterialLaw(name, own);
      for (const [a, b, pairLaw] of scene.pairs ?? []) friction.setPair(a, b, pairLaw);
      for (const [name, surface] of scene.surfaces ?? []) friction.setSurface(find(name).shapes[0], surface);
      for (const [k, { friction: pin }] of (scene.joints ?? []).entries()) {
        if (pin) friction.setJointFriction(joints[k], pin.law, { load: pin.load, radius: pin.radius });
      }
      return friction;
    },
    uninstall() {
      friction?.uninstall();
      friction = null;
    },
    cloneStock() {
      const clone = createCannonWorld(
        { ...scene, bodies: scene.bodies.filter((spec) => bodies.has(spec.name)) },
        { stiction: false, ground, effort },
      );
      for (const spec of scene.bodies) {
        const from = bodies.get(spec.name);
        if (from) clone.copyState(spec.name, from);
      }
      clone.copyClock(world, time);
      return clone;
    },
    // The engine's objects hold no friction state.
    clone: () => result.cloneStock(),
    copyState(name, from) {
      const body = find(name);
      body.position.copy(from.position);
      body.quaternion.copy(from.quaternion);
      body.velocity.copy(from.velocity);
      body.angularVelocity.copy(from.angularVelocity);
      body.force.copy(from.force);
      body.torque.copy(from.torque);
      body.previousPosition.copy(from.previousPosition);
      body.previousQuaternion.copy(from.previousQuaternion);
      // Recomputing it would change the last bits if the engine has kept an older value.
      body.invInertiaWorld.copy(from.invInertiaWorld);
      body.sleepState = from.sleepState;
      body.timeLastSleepy = from.timeLastSleepy;
      body.wakeUpAfterNarrowphase = from.wakeUpAfterNarrowphase;
      body.aabbNeedsUpdate = true;
    },
    copyClock(from, sceneTime) {
      world.gravity.copy(from.gravity);
      world.time = from.time;
      world.stepnumber = from.stepnumber;
      time = sceneTime;
    },
    dispose() {
      result.uninstall();
    },
  };
  if (options.stiction) result.install(scene.law);
  return result;
}

function createBody(spec: BodySpec, allowSleep: boolean, ground: CannonGround | Terrain): CANNON.Body {
  const mass = spec.kind === 'dynamic' ? (spec.mass ?? 1) : 0;
  const type =
    spec.kind === 'dynamic' ? CANNON.Body.DYNAMIC : spec.kind === 'fixed' ? CANNON.Body.STATIC : CANNON.Body.KINEMATIC;
  const body = new CANNON.Body({ mass, type, linearDamping: 0, angularDamping: 0, allowSleep });
  if (spec.material !== undefined) body.material = new CANNON.Material(spec.material);
  if (spec.shape.kind === 'ground') addGround(body, ground);
  else addShape(body, spec.shape);
  if (mass > 0) setInertia(body, spec, mass);
  body.position.set(...spec.position);
  if (spec.rotation) body.quaternion.set(...spec.rotation);
  if (spec.velocity) body.velocity.set(...spec.velocity);
  if (spec.angularVelocity) body.angularVelocity.set(...spec.angularVelocity);
  if (spec.guide) {
    body.linearFactor.set(0, 0, 0);
    body.linearFactor[spec.guide] = 1;
    body.angularFactor.set(0, 0, 0);
  }
  return body;
}

/** cannon-es sets restitution per pair of materials; here each body has its own material object. */
function addBounces(world: CANNON.World, { bodies: specs, stockMu }: Scene, bodies: Map<string, CANNON.Body>): void {
  const bouncing = specs.filter(({ bounce }) => bounce);
  for (const [k, a] of bouncing.entries()) {
    for (const b of bouncing.slice(k + 1)) {
      const [one, other] = [a, b].map(({ name }) => bodies.get(name)?.material ?? null);
      if (!one || !other) throw new Error(`bodies '${a.name}' and '${b.name}' bounce and need a material`);
      const restitution = Math.min(a.bounce ?? 0, b.bounce ?? 0);
      world.addContactMaterial(new CANNON.ContactMaterial(one, other, { friction: stockMu, restitution }));
    }
  }
}

function addShape(
  body: CANNON.Body,
  shape: ShapeSpec,
  position = new CANNON.Vec3(),
  rotation = new CANNON.Quaternion(),
): void {
  switch (shape.kind) {
    case 'box':
      body.addShape(new CANNON.Box(new CANNON.Vec3(...shape.halfExtents)), position, rotation);
      break;
    case 'sphere':
      body.addShape(new CANNON.Sphere(shape.radius), position, rotation);
      break;
    case 'cylinder': {
      // The axis of cannon-es is y.
      const upright = new CANNON.Quaternion();
      upright.setFromEuler(Math.PI / 2, 0, 0);
      const cylinder = new CANNON.Cylinder(shape.radius, shape.radius, shape.height, 24);
      body.addShape(cylinder, position, rotation.mult(upright));
      break;
    }
    case 'hull': {
      // Centred on its origin, as cannon-es expects of a polyhedron.
      const vertices = shape.points.map((point) => new CANNON.Vec3(...point));
      const middle = vertices.reduce((sum, v) => sum.vadd(v), new CANNON.Vec3()).scale(1 / vertices.length);
      for (const vertex of vertices) vertex.vsub(middle, vertex);
      const hull = new CANNON.ConvexPolyhedron({ vertices, faces: convexFaces(shape.points) });
      body.addShape(hull, position.vadd(rotation.vmult(middle)), rotation);
      break;
    }
    case 'compound':
      for (const part of shape.parts) {
        const at = position.vadd(rotation.vmult(new CANNON.Vec3(...part.position)));
        const turned = part.rotation ? rotation.mult(new CANNON.Quaternion(...part.rotation)) : rotation;
        const before = body.shapes.length;
        addShape(body, part.shape, at, turned);
        if (part.material !== undefined) body.shapes[before].material = new CANNON.Material(part.material);
      }
      break;
    case 'ground':
      body.addShape(new CANNON.Plane(), position, rotation);
      break;
  }
}

/** The surface contains the body's origin. */
function addGround(body: CANNON.Body, ground: CannonGround | Terrain): void {
  const half = GROUND_HALF_WIDTH;
  if (typeof ground === 'object') {
    const heights = ground.heights.map((row) => [...row]);
    const [x, y] = ground.from;
    body.addShape(new CANNON.Heightfield(heights, { elementSize: ground.cell }), new CANNON.Vec3(x, y, 0));
  } else if (ground === 'plane') body.addShape(new CANNON.Plane());
  else if (ground === 'box') body.addShape(new CANNON.Box(new CANNON.Vec3(half, half, 1)), new CANNON.Vec3(0, 0, -1));
  else {
    const heights = Array.from({ length: 2 * half + 1 }, () => new Array<number>(2 * half + 1).fill(0));
    body.addShape(new CANNON.Heightfield(heights, { elementSize: 1 }), new CANNON.Vec3(-half, -half, 0));
  }
}

/** Inertia of the solid; cannon-es uses the bounding box. */
function setInertia(body: CANNON.Body, { shape, inertia }: BodySpec, mass: number): void {
  if (inertia) {
    body.inertia.set(...inertia);
  } else if (shape.kind === 'box') {
    const [x, y, z] = shape.halfExtents;
    body.inertia.set((mass / 3) * (y * y + z * z), (mass / 3) * (x * x + z * z), (mass / 3) * (x * x + y * y));
  } else if (shape.kind === 'sphere') {
    const i = 0.4 * mass * shape.radius ** 2;
    body.inertia.set(i, i, i);
  } else if (shape.kind === 'cylinder') {
    const across = (mass / 12) * (3 * shape.radius ** 2 + shape.height ** 2);
    body.inertia.set(across, across, 0.5 * mass * shape.radius ** 2);
  } else {
    setSolidInertia(body, shape, mass);
  }
  body.invInertia.set(1 / body.inertia.x, 1 / body.inertia.y, 1 / body.inertia.z);
  body.updateInertiaWorld(true);
}

/** cannon-es needs the centre of mass at the origin and the principal axes along x, y and z. */
function setSolidInertia(body: CANNON.Body, shape: ShapeSpec, mass: number): void {
  const solid = solidOf(shape);
  const [inertia, products] = inertiaOf(solid, mass);
  const size = Math.cbrt(solid.volume);
  if (Math.hypot(...solid.centre) > 1e-6 * size || Math.hypot(...products) > 1e-6 * Math.max(...inertia)) {
    throw new Error(`${shape.kind}: centre of mass ${solid.centre} must be 0, and products of inertia ${products} too`);
  }
  body.inertia.set(...inertia);
}

function createJoint(joint: JointSpec, bodies: ReadonlyMap<string, CANNON.Body>): CANNON.Constraint {
  const a = bodies.get(joint.bodyA) as CANNON.Body;
  const b = bodies.get(joint.bodyB) as CANNON.Body;
  const at = new CANNON.Vec3(...joint.at);
  const pivotA = a.pointToLocalFrame(at);
  const pivotB = b.pointToLocalFrame(at);
  if (joint.kind === 'ball') return new CANNON.PointToPointConstraint(a, pivotA, b, pivotB);
  const axis = new CANNON.Vec3(...joint.axis);
  return new CANNON.HingeConstraint(a, b, {
    pivotA,
    pivotB,
    axisA: a.vectorToLocalFrame(axis),
    axisB: b.vectorToLocalFrame(axis),
  });
}

function readState(body: CANNON.Body, out: HeldState): void {
  const { linearFactor, angularFactor, invInertiaWorld } = body;
  out.position.splice(0, 3, ...body.position.toArray());
  out.rotation.splice(0, 4, ...body.quaternion.toArray());
  out.velocity.splice(0, 3, ...body.velocity.toArray());
  out.angularVelocity.splice(0, 3, ...body.angularVelocity.toArray());
  out.inverseMass.splice(0, 3, ...linearFactor.scale(body.invMass).toArray());
  const turns = angularFactor.toArray();
  for (let k = 0; k < 9; k++) {
    out.inverseInertia[k] = turns[Math.floor(k / 3)] * invInertiaWorld.elements[k] * turns[k % 3];
  }
}

function toArray(v: CANNON.Vec3): [number, number, number] {
  return [v.x, v.y, v.z];
}
