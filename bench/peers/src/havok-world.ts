import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import HavokPhysics, {
  type HavokPhysicsWithBindings,
  type HP_BodyId,
  type HP_ConstraintId,
  type HP_ShapeId,
  type HP_WorldId,
  type PhysicsMaterial,
  type Quaternion,
  type Vector3,
} from '@babylonjs/havok';
import {
  type BodySpec,
  type JointSpec,
  type Piece,
  piecesOf,
  type Rotation,
  type Scene,
  type Vector,
} from '@stiction/scenes';
import type { Peer, PeerWorld } from './peer.js';
import { massProperties, rotateBack } from './rigid-parts.js';

/**
 * Settings. The plugin has almost none: no iterations, tolerances, margins or substeps.
 *
 * - Ideal step 0: the solver is as stiff as the step allows. By default it is softer below 1/60 s, for consistent behaviour: at 1/240 a
 *   stack of 20 then falls and case 2 is 0.51 % short instead of 0.32 %; only case 6 is better with it (0.6 % instead of 4.4 %).
 * - Static and dynamic friction are equal, unless the scene has both. The smaller one of two bodies counts, and all bodies have the same.
 * - Activation: always active.
 *
 * Not configurable: Havok decelerates bodies slower than some 0.1 m/s by 0.3 m/s², even without contacts, so a box starts to slide 6 %
 * above the friction angle; inverse inertia is stored to 0.4 %.
 */
export interface HavokSettings {
  /** For HP_World_SetIdealStepTime [s]. */
  idealStep: number;
}

const BEST: HavokSettings = { idealStep: 0 };

/** Half extents of the slab that represents the ground, with its top face at z = 0: Havok has no plane [m]. */
const GROUND: Vector = [200, 200, 10];

export async function loadHavok(settings: Partial<HavokSettings> = {}): Promise<Peer> {
  // The package locates its binary only like a browser.
  const file = createRequire(import.meta.url).resolve('@babylonjs/havok/lib/esm/HavokPhysics.wasm');
  const bytes = await readFile(file);
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const havok = await HavokPhysics({ wasmBinary });
  return {
    name: 'havok',
    label: 'Havok',
    version: '@babylonjs/havok 1.3.14',
    settings: ['HP_World_SetIdealStepTime 0 instead of 1/60 s', 'HP_Body_SetActivationControl ALWAYS_ACTIVE'],
    features: {
      materials: {
        anisotropic: false,
        spinningRadius: false,
        rollingRadius: false,
        staticKinetic: true,
        surfaceVelocity: false,
      },
      documented: {
        isotropic: 'HP_Shape_SetMaterial: dynamic friction',
        trueNormal: 'HP_Shape_SetMaterial: dynamic friction',
        staticKinetic: 'HP_Shape_SetMaterial: static friction, dynamic friction',
        swap: 'HP_Shape_SetMaterial',
      },
    },
    memoryUsed: () => topOfHeap(havok),
    build: (scene) => createHavokWorld(havok, scene, { ...BEST, ...settings }),
  };
}

type Havok = HavokPhysicsWithBindings;

/** Address of a free megabyte, above all memory in use. */
function topOfHeap({ _malloc, _free }: Havok): number {
  const address = _malloc(1 << 20);
  _free(address);
  return address;
}

/** Engine objects of a scene, to be freed. */
interface Held {
  world: HP_WorldId;
  bodies: Map<string, HP_BodyId>;
  anchors: HP_BodyId[];
  shapes: HP_ShapeId[];
  constraints: HP_ConstraintId[];
}

function createHavokWorld(havok: Havok, scene: Scene, settings: HavokSettings): PeerWorld {
  const world = ok(havok, havok.HP_World_Create());
  const held: Held = { world, bodies: new Map(), anchors: [], shapes: [], constraints: [] };
  havok.HP_World_SetGravity(world, vector(scene.gravity));
  havok.HP_World_SetIdealStepTime(world, settings.idealStep);
  for (const spec of scene.bodies) addBody(havok, held, spec, scene);
  const find = (name: string): HP_BodyId => {
    const body = held.bodies.get(name);
    if (!body) throw new Error(`scene '${scene.name}': no body named '${name}'`);
    return body;
  };
  for (const joint of scene.joints ?? []) addJoint(havok, held, joint, scene, find(joint.bodyA), find(joint.bodyB));
  const pushes: { name: string; force: Vector; from: Vector }[] = [];
  let time = 0;
  let disposed = false;

  const result: PeerWorld = {
    engine: 'havok',
    names: scene.bodies.map(({ name }) => name),
    friction: null,
    get time() {
      return time;
    },
    step(dt) {
      scene.drive?.(result, time, dt);
      for (const { name, force, from } of pushes.splice(0)) {
        const body = held.bodies.get(name);
        if (!body) continue;
        // Havok has no forces. An impulse at the centre of mass cannot rotate the body by rounding.
        havok.HP_Body_ApplyImpulse(body, ok(havok, havok.HP_Body_GetPosition(body)), scale(force, dt));
        const [fx, fy, fz] = force;
        const [x, y, z] = from;
        const torque: Vector = [y * fz - z * fy, z * fx - x * fz, x * fy - y * fx];
        if (Math.hypot(...torque) > 0) havok.HP_Body_ApplyAngularImpulse(body, scale(torque, dt));
      }
      havok.HP_World_Step(world, dt);
      time += dt;
    },
    setGravity: (x, y, z) => void havok.HP_World_SetGravity(world, [x, y, z]),
    position: (name) => ok(havok, havok.HP_Body_GetPosition(find(name))),
    rotation: (name) => ok(havok, havok.HP_Body_GetOrientation(find(name))),
    velocity: (name) => ok(havok, havok.HP_Body_GetLinearVelocity(find(name))),
    angularVelocity: (name) => ok(havok, havok.HP_Body_GetAngularVelocity(find(name))),
    setVelocity: (name, x, y, z) => void havok.HP_Body_SetLinearVelocity(find(name), [x, y, z]),
    setAngularVelocity: (name, x, y, z) => void havok.HP_Body_SetAngularVelocity(find(name), [x, y, z]),
    push(name, x, y, z, from = [0, 0, 0]) {
      find(name);
      pushes.push({ name, force: [x, y, z], from });
    },
    remove(name) {
      const body = find(name);
      havok.HP_World_RemoveBody(world, body);
      havok.HP_Body_Release(body);
      held.bodies.delete(name);
    },
    dispose() {
      if (!disposed) release(havok, held);
      disposed = true;
    },
  };
  return result;
}

function release(havok: Havok, { world, bodies, anchors, shapes, constraints }: Held): void {
  for (const constraint of constraints) {
    havok.HP_Constraint_SetEnabled(constraint, 0);
    havok.HP_Constraint_Release(constraint);
  }
  for (const body of [...bodies.values(), ...anchors]) {
    havok.HP_World_RemoveBody(world, body);
    havok.HP_Body_Release(body);
  }
  for (const shape of shapes) havok.HP_Shape_Release(shape);
  havok.HP_World_Release(world);
}

function addBody(havok: Havok, held: Held, spec: BodySpec, scene: Scene): void {
  const body = ok(havok, havok.HP_Body_Create());
  const { STATIC, KINEMATIC, DYNAMIC } = havok.MotionType;
  havok.HP_Body_SetShape(body, createShape(havok, held, spec, scene));
  havok.HP_Body_SetMotionType(body, spec.kind === 'dynamic' ? DYNAMIC : spec.kind === 'kinematic' ? KINEMATIC : STATIC);
  havok.HP_Body_SetQTransform(body, [vector(spec.position), quaternion(spec.rotation ?? [0, 0, 0, 1])]);
  if (spec.kind === 'dynamic') {
    const { mass, moments } = massProperties(spec);
    havok.HP_Body_SetMassProperties(body, [[0, 0, 0], mass, scale(moments, 1 / mass), [0, 0, 0, 1]]);
  }
  havok.HP_Body_SetLinearDamping(body, 0);
  havok.HP_Body_SetAngularDamping(body, 0);
  if (!scene.canSleep) havok.HP_Body_SetActivationControl(body, havok.ActivationControl.ALWAYS_ACTIVE);
  havok.HP_World_AddBody(held.world, body, false);
  if (spec.velocity) havok.HP_Body_SetLinearVelocity(body, vector(spec.velocity));
  if (spec.angularVelocity) havok.HP_Body_SetAngularVelocity(body, vector(spec.angularVelocity));
  held.bodies.set(spec.name, body);
  if (spec.guide && spec.kind === 'dynamic') addGuide(havok, held, spec, body);
}

/** A container if there are several pieces. */
function createShape(havok: Havok, held: Held, spec: BodySpec, scene: Scene): HP_ShapeId {
  const pieces = piecesOf(spec.shape).map(({ position, rotation, ...piece }) => {
    const shape = createPiece(havok, { ...piece, position, rotation });
    havok.HP_Shape_SetMaterial(shape, materialOf(havok, scene, spec));
    held.shapes.push(shape);
    return { shape, position, rotation };
  });
  if (spec.shape.kind !== 'compound') return pieces[0].shape;
  const container = ok(havok, havok.HP_Shape_CreateContainer());
  held.shapes.push(container);
  for (const { shape, position, rotation } of pieces) {
    havok.HP_Shape_AddChild(container, shape, [vector(position), quaternion(rotation), [1, 1, 1]]);
  }
  return container;
}

function materialOf(
  { MaterialCombine }: Havok,
  { stockMu, peerFriction }: Scene,
  { bounce = 0 }: BodySpec,
): PhysicsMaterial {
  const { muS, muC } = peerFriction?.staticKinetic ?? { muS: stockMu, muC: stockMu };
  return [muS, muC, bounce, MaterialCombine.MINIMUM, MaterialCombine.MINIMUM];
}

function createPiece(havok: Havok, { shape }: Piece): HP_ShapeId {
  switch (shape.kind) {
    case 'box':
      return ok(havok, havok.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], scale(shape.halfExtents, 2)));
    case 'sphere':
      return ok(havok, havok.HP_Shape_CreateSphere([0, 0, 0], shape.radius));
    case 'cylinder': {
      const half = shape.height / 2;
      return ok(havok, havok.HP_Shape_CreateCylinder([0, 0, -half], [0, 0, half], shape.radius));
    }
    case 'hull':
      return createHull(havok, shape.points);
    case 'ground':
      return ok(havok, havok.HP_Shape_CreateBox([0, 0, -GROUND[2]], [0, 0, 0, 1], scale(GROUND, 2)));
  }
}

function createHull(havok: Havok, points: readonly Vector[]): HP_ShapeId {
  const numbers = Float32Array.from(points.flat());
  const address = havok._malloc(numbers.byteLength);
  havok.HEAPU8.set(new Uint8Array(numbers.buffer), address);
  const shape = ok(havok, havok.HP_Shape_CreateConvexHull(address, points.length));
  havok._free(address);
  return shape;
}

/** Constrained to a fixed body in all axes but one. */
function addGuide(
  havok: Havok,
  held: Held,
  { position, rotation = [0, 0, 0, 1], guide }: BodySpec,
  body: HP_BodyId,
): void {
  const anchor = ok(havok, havok.HP_Body_Create());
  havok.HP_Body_SetMotionType(anchor, havok.MotionType.STATIC);
  havok.HP_Body_SetQTransform(anchor, [vector(position), [0, 0, 0, 1]]);
  havok.HP_World_AddBody(held.world, anchor, false);
  held.anchors.push(anchor);
  const axis = guide === 'x' ? [1, 0, 0] : guide === 'y' ? [0, 1, 0] : [0, 0, 1];
  const x: Vector = [axis[0], axis[1], axis[2]];
  const y = acrossOf(x);
  const { LINEAR_Y, LINEAR_Z, ANGULAR_X, ANGULAR_Y, ANGULAR_Z } = havok.ConstraintAxis;
  constrain(
    havok,
    held,
    [anchor, [0, 0, 0], x, y],
    [body, [0, 0, 0], rotateBack(rotation, x), rotateBack(rotation, y)],
    [LINEAR_Y, LINEAR_Z, ANGULAR_X, ANGULAR_Y, ANGULAR_Z],
  );
}

function addJoint(havok: Havok, held: Held, joint: JointSpec, scene: Scene, bodyA: HP_BodyId, bodyB: HP_BodyId): void {
  const x: Vector = joint.kind === 'hinge' ? normalized(joint.axis) : [1, 0, 0];
  const y = acrossOf(x);
  const side = (name: string, body: HP_BodyId): Side => {
    const { position, rotation = [0, 0, 0, 1] } = scene.bodies.find((spec) => spec.name === name) as BodySpec;
    const at: Vector = [joint.at[0] - position[0], joint.at[1] - position[1], joint.at[2] - position[2]];
    return [body, rotateBack(rotation, at), rotateBack(rotation, x), rotateBack(rotation, y)];
  };
  const { LINEAR_X, LINEAR_Y, LINEAR_Z, ANGULAR_Y, ANGULAR_Z } = havok.ConstraintAxis;
  constrain(havok, held, side(joint.bodyA, bodyA), side(joint.bodyB, bodyB), [
    LINEAR_X,
    LINEAR_Y,
    LINEAR_Z,
    ...(joint.kind === 'hinge' ? [ANGULAR_Y, ANGULAR_Z] : []),
  ]);
}

/** A body, and in its frame the pivot and the axes x and y of the constraint. */
type Side = readonly [body: HP_BodyId, pivot: Vector, x: Vector, y: Vector];

function constrain(
  havok: Havok,
  held: Held,
  [parent, pivotA, xA, yA]: Side,
  [child, pivotB, xB, yB]: Side,
  locked: readonly Havok['ConstraintAxis'][keyof Havok['ConstraintAxis']][],
): void {
  const constraint = ok(havok, havok.HP_Constraint_Create());
  havok.HP_Constraint_SetParentBody(constraint, parent);
  havok.HP_Constraint_SetChildBody(constraint, child);
  havok.HP_Constraint_SetAnchorInParent(constraint, vector(pivotA), vector(xA), vector(yA));
  havok.HP_Constraint_SetAnchorInChild(constraint, vector(pivotB), vector(xB), vector(yB));
  for (const axis of locked) {
    havok.HP_Constraint_SetAxisMode(constraint, axis, havok.ConstraintAxisLimitMode.LOCKED);
  }
  havok.HP_Constraint_SetCollisionsEnabled(constraint, 1);
  havok.HP_Constraint_SetEnabled(constraint, 1);
  held.constraints.push(constraint);
}

/** The value of a call, whose result code must be OK. */
function ok<T>({ Result }: Havok, [result, value]: [Havok['Result'][keyof Havok['Result']], T]): T {
  if (result !== Result.RESULT_OK) throw new Error(`Havok: a call failed (result ${JSON.stringify(result)})`);
  return value;
}

function vector([x, y, z]: Vector): Vector3 {
  return [x, y, z];
}

function quaternion([x, y, z, w]: Rotation): Quaternion {
  return [x, y, z, w];
}

function scale([x, y, z]: Vector, factor: number): Vector3 {
  return [factor * x, factor * y, factor * z];
}

function normalized(v: Vector): Vector {
  return scale(v, 1 / Math.hypot(...v));
}

/** A perpendicular unit vector. */
function acrossOf([x, y, z]: Vector): Vector {
  return Math.abs(x) < 0.7 ? normalized([0, z, -y]) : normalized([-z, 0, x]);
}
