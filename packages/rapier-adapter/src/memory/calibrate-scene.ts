import type { Collider, RigidBody, Rotation, Vector, World } from '@dimforge/rapier3d-compat';
import { addPrivateBody, addPrivateCollider } from './private-world.js';
import type { RawObject, RawShapes } from './view.js';

/**
 * The world in which the engine is calibrated: bodies that touch all there is to touch, and others that float about, no two with
 * a number in common.
 */
export interface Scene {
  /** Bodies that touch nothing. */
  free: RigidBody[];
  /** Colliders that make room for others later. */
  spare: Collider[];
  /** Follows a path that is set. */
  driven: RigidBody;
  /** Rests on several triangles of a mesh. */
  onMesh: RigidBody;
}

/** RigidBodyType. */
const FIXED = 1;
const POSITION_BASED = 2;
const VELOCITY_BASED = 3;

export function addScene(world: World, shapes: RawShapes): Scene {
  used = 0;
  // So that bodies and their colliders do not have the same index.
  const spare: Collider[] = [];
  for (let k = 0; k < 3; k++) {
    spare.push(addPrivateCollider(world, () => shapes.ball(0.1), undefined, { translation: far(k) }));
  }
  addSlope(world, shapes);
  addPedestal(world, shapes);
  const free = [];
  for (let k = 0; k < 7; k++) free.push(addFree(world, shapes, k));
  const at = { x: 50, y: 1, z: 0.25 };
  addMesh(world, shapes, at);
  return { free, spare, driven: addDriven(world, shapes), onMesh: addBoxOnMesh(world, shapes, at) };
}

/** In the place of others, the last one first: so they have a generation, and of this pair the mesh is the second. */
export function addLate({ spare }: Scene, world: World, shapes: RawShapes): void {
  for (const collider of spare) world.removeCollider(collider, false);
  const at = { x: 50, y: 20, z: 0.75 };
  addMesh(world, shapes, at);
  addBoxOnMesh(world, shapes, at);
}

let used = 0;

/** A number from 0.1 to 1.1 that has not been given out before, and whose bits are nothing special. */
function fresh(): number {
  used++;
  return Math.fround(0.1 + ((used * 0.6180339887498949) % 1));
}

function freshVector(scale = 1): Vector {
  return { x: scale * fresh(), y: scale * fresh(), z: scale * fresh() };
}

function far(k: number): Vector {
  return { x: -100 - 10 * k - fresh(), y: 100 + fresh(), z: 100 + fresh() };
}

function turn(axis: Vector, angle: number): Rotation {
  const s = Math.sin(0.5 * angle) / Math.hypot(axis.x, axis.y, axis.z);
  return { x: s * axis.x, y: s * axis.y, z: s * axis.z, w: Math.cos(0.5 * angle) };
}

function turned({ x, y, z, w }: Rotation, v: Vector): Vector {
  const a = 2 * (y * v.z - z * v.y);
  const b = 2 * (z * v.x - x * v.z);
  const c = 2 * (x * v.y - y * v.x);
  return { x: v.x + w * a + y * c - z * b, y: v.y + w * b + z * a - x * c, z: v.z + w * c + x * b - y * a };
}

/** Three boxes on a slope, each with a coefficient of its own. */
function addSlope(world: World, shapes: RawShapes): void {
  const rotation = turn({ x: 0.6, y: 0.8, z: 0.1 }, 0.2);
  addPrivateCollider(world, () => shapes.cuboid(6, 6, 0.5), undefined, { rotation, friction: 0.13 });
  for (let k = 0; k < 3; k++) {
    const translation = turned(rotation, { x: 2 * k - 2 + 0.3 * fresh(), y: fresh() - 0.5, z: 0.5 + 0.25 });
    const spin = turn({ x: 0, y: 0, z: 1 }, fresh());
    const body = addPrivateBody(world, { translation, rotation: product(rotation, spin), linvel: freshVector(0.01) });
    addPrivateCollider(world, () => shapes.cuboid(0.3, 0.25, 0.25), body, {
      friction: 0.1 * fresh(),
      density: 1 + fresh(),
    });
  }
}

function product(p: Rotation, q: Rotation): Rotation {
  return {
    x: p.w * q.x + q.w * p.x + p.y * q.z - p.z * q.y,
    y: p.w * q.y + q.w * p.y + p.z * q.x - p.x * q.z,
    z: p.w * q.z + q.w * p.z + p.x * q.y - p.y * q.x,
    w: p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
  };
}

/** A box turned by 45 degrees on another: eight points of which four are solved. It leans, so that all gaps differ. */
function addPedestal(world: World, shapes: RawShapes): void {
  const at = { x: 80 + fresh(), y: fresh(), z: fresh() };
  const pedestal = addPrivateBody(world, { status: FIXED, translation: at });
  addPrivateCollider(world, () => shapes.cuboid(0.5, 0.5, 0.3), pedestal, { friction: 0.17 });
  const lean = turn({ x: 1, y: 0.3, z: 0 }, 4e-4);
  const body = addPrivateBody(world, {
    translation: { x: at.x, y: at.y, z: at.z + 0.3 + 0.2 },
    rotation: product(lean, turn({ x: 0, y: 0, z: 1 }, Math.PI / 4)),
  });
  addPrivateCollider(world, () => shapes.cuboid(0.5, 0.5, 0.2), body, { friction: 0.05 });
}

function addFree(world: World, shapes: RawShapes, k: number): RigidBody {
  const body = addPrivateBody(world, {
    status: k === 0 ? VELOCITY_BASED : 0,
    translation: { x: 200 + 10 * k + fresh(), y: fresh(), z: 10 * fresh() },
    rotation: turn(freshVector(), 3 * fresh()),
    linvel: freshVector(),
    angvel: freshVector(),
    rotationsEnabledY: k % 3 !== 1,
    translationsEnabledX: k % 3 !== 2,
    canSleep: true,
  });
  const translation = freshVector(0.3);
  const rotation = turn(freshVector(), fresh());
  addPrivateCollider(world, () => shapes.cuboid(0.2, 0.3, 0.4), body, { translation, rotation, density: 1 + fresh() });
  body.addForce(freshVector(3), true);
  body.addTorque(freshVector(0.1), true);
  return body;
}

function addDriven(world: World, shapes: RawShapes): RigidBody {
  const body = addPrivateBody(world, { status: POSITION_BASED, translation: far(5), rotation: turn(freshVector(), 1) });
  addPrivateCollider(world, () => shapes.ball(0.2), body, { translation: freshVector(0.2) });
  return body;
}

/** Sets the next pose of the driven body. */
export function drive({ driven }: Scene): void {
  const { x, y, z } = driven.translation();
  driven.setNextKinematicTranslation({ x: x + 0.01 * fresh(), y: y + 0.01 * fresh(), z: z + 0.01 * fresh() });
  driven.setNextKinematicRotation(turn(freshVector(), 1 + 0.01 * fresh()));
}

function addMesh(world: World, shapes: RawShapes, translation: Vector): void {
  addPrivateCollider(world, () => mesh(shapes), undefined, { translation });
}

/** A box that rests on the corner that six triangles share. */
function addBoxOnMesh(world: World, shapes: RawShapes, at: Vector): RigidBody {
  const body = addPrivateBody(world, { translation: { x: at.x + 0.02, y: at.y + 0.03, z: at.z + 0.25 } });
  addPrivateCollider(world, () => shapes.cuboid(0.3, 0.3, 0.25), body, { friction: 0.02 });
  return body;
}

const CELLS = 6;

/** A flat grid of triangles around the origin. */
function mesh(shapes: RawShapes): RawObject {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= CELLS; i++) {
    for (let j = 0; j <= CELLS; j++) {
      const v = vertices.length / 3;
      vertices.push(i - CELLS / 2, j - CELLS / 2, 0);
      if (i < CELLS && j < CELLS) indices.push(v, v + CELLS + 1, v + 1, v + 1, v + CELLS + 1, v + CELLS + 2);
    }
  }
  const raw = shapes.trimesh(new Float32Array(vertices), new Uint32Array(indices), 0);
  if (!raw) throw new Error('no triangle mesh');
  return raw;
}
