import type { RigidBody, TempContactManifold, World } from '@dimforge/rapier3d-compat';

/**
 * All differences between Rapier 0.19.2, 0.20 and 0.21. Versions are detected by their features, so that any build works.
 *
 * The raw sets and manifolds below have the methods of 0.20 and later, whose getters fill a given Float32Array: `bodies.rbLinvel(handle, out)`. Those
 * of 0.19 return a new object in wasm memory, which is copied and freed here.
 */
export interface Engine {
  readonly bodies: RawBodies;
  readonly colliders: RawColliders;
  /** The manifold with filling getters; `free` it through the original. In 0.20 and later it is the original. */
  readonly filling: (manifold: RawManifold) => RawManifold;
  /** Until 0.20, contact impulses include their warm start: see `removeWarmStart`. */
  readonly countsWarmStart: boolean;
  /** From 0.20 on, joints have motors with a largest force, and movable frames. */
  readonly hasMotors: boolean;
  /** These write three numbers at from[at] without waking the body. */
  setLinvel(body: RigidBody, from: Float64Array, at: number): void;
  setAngvel(body: RigidBody, from: Float64Array, at: number): void;
  /** Position and quaternion. */
  setPose(body: RigidBody, from: Float64Array, at: number): void;
  addForce(body: RigidBody, from: Float64Array, at: number): void;
  addTorque(body: RigidBody, from: Float64Array, at: number): void;
  resetForces(body: RigidBody): void;
  /** Moves the body by three numbers at by[at]. */
  translate(body: RigidBody, by: Float64Array, at: number): void;
}

type RawBodies = World['bodies']['raw'];
type RawColliders = World['colliders']['raw'];
export type RawManifold = TempContactManifold['raw'];

export function detectEngine(world: World): Engine {
  const bodies = world.bodies.raw;
  const colliders = world.colliders.raw;
  // 0.19 has `solverContactFriction(i)`. Soft bodies came with 0.21.
  const is19 = typeof world.narrowPhase.tempManifold.friction !== 'function';
  return {
    bodies: is19 ? withFillingGetters(bodies, BODY_GETTERS) : bodies,
    colliders: is19 ? withFillingGetters(colliders, COLLIDER_GETTERS) : colliders,
    filling: is19 ? fillingManifold : identity,
    countsWarmStart: typeof world.createSoftBody !== 'function',
    ...createWriters(world.bodies.raw),
    hasMotors: typeof world.impulseJoints.raw.jointSetMotorMaxForce === 'function',
  };
}

const BODY_GETTERS: readonly (keyof RawBodies)[] = [
  'rbTranslation',
  'rbRotation',
  'rbNextTranslation',
  'rbNextRotation',
  'rbLinvel',
  'rbAngvel',
  'rbWorldCom',
  'rbLocalCom',
  'rbEffectiveInvMass',
  'rbEffectiveWorldInvInertia',
  'rbUserForce',
  'rbUserTorque',
];
const COLLIDER_GETTERS: readonly (keyof RawColliders)[] = [
  'coTranslation',
  'coRotation',
  'coTranslationWrtParent',
  'coRotationWrtParent',
];

/** What getters of 0.19 return. */
interface RawValue {
  x: number;
  y: number;
  z: number;
  w?: number;
  elements?(): Float32Array;
  free(): void;
}

/** Returns false if there is no value. */
function fill(value: RawValue | undefined, out: Float32Array): boolean {
  if (!value) return false;
  if (value.elements) out.set(value.elements());
  else {
    out[0] = value.x;
    out[1] = value.y;
    out[2] = value.z;
    if (value.w !== undefined) out[3] = value.w;
  }
  value.free();
  return true;
}

/** A view of a set whose getters fill a given array. */
function withFillingGetters<T extends object>(set: T, getters: readonly (keyof T)[]): T {
  const view = Object.create(set) as Record<keyof T, unknown>;
  const original = set as Record<keyof T, (handle: number) => RawValue | undefined>;
  for (const name of getters) view[name] = (handle: number, out: Float32Array) => fill(original[name](handle), out);
  return view as T;
}

/** Manifolds of 0.19. */
interface OldManifold {
  normal(): RawValue;
  contact_local_p1(k: number): RawValue | undefined;
  contact_local_p2(k: number): RawValue | undefined;
  solver_contact_point(i: number): RawValue | undefined;
  solver_contact_friction(i: number): number;
}

function fillingManifold(manifold: RawManifold): RawManifold {
  const old = manifold as unknown as OldManifold;
  const view = Object.create(manifold) as RawManifold;
  view.normal = (out) => {
    fill(old.normal(), out);
  };
  view.contact_local_p1 = (k, out) => fill(old.contact_local_p1(k), out);
  view.contact_local_p2 = (k, out) => fill(old.contact_local_p2(k), out);
  view.solver_contact_point = (_bodies, i, out) => fill(old.solver_contact_point(i), out);
  view.friction = () => (view.num_solver_contacts() > 0 ? old.solver_contact_friction(0) : 0);
  return view;
}

function identity(manifold: RawManifold): RawManifold {
  return manifold;
}

type Writers = Pick<
  Engine,
  'setPose' | 'setLinvel' | 'setAngvel' | 'addForce' | 'addTorque' | 'resetForces' | 'translate'
>;
type RawVector = Parameters<RawBodies['rbSetLinvel']>[1];

/** Creating and freeing an engine vector costs six times as much as the call it is for, so one is reused. */
function createWriters(set: RawBodies): Writers {
  // Methods of the set itself record changes by the user (see `watchChanges`); these do not.
  const { rbSetLinvel, rbSetAngvel, rbAddForce, rbAddTorque, rbResetForces, rbResetTorques } = Object.getPrototypeOf(
    set,
  ) as RawBodies;
  const { rbSetTranslation, rbSetRotation } = Object.getPrototypeOf(set) as RawBodies;
  let shared: RawVector | null = null;
  const vector = (body: RigidBody, from: Float64Array, at: number): RawVector => {
    shared ??= createRawVector(body);
    shared.x = from[at];
    shared.y = from[at + 1];
    shared.z = from[at + 2];
    return shared;
  };
  return {
    setLinvel: (body, from, at) => rbSetLinvel.call(set, body.handle, vector(body, from, at), false),
    setAngvel: (body, from, at) => rbSetAngvel.call(set, body.handle, vector(body, from, at), false),
    setPose({ handle }, from, at) {
      rbSetTranslation.call(set, handle, from[at], from[at + 1], from[at + 2], false);
      rbSetRotation.call(set, handle, from[at + 3], from[at + 4], from[at + 5], from[at + 6], false);
    },
    addForce: (body, from, at) => rbAddForce.call(set, body.handle, vector(body, from, at), false),
    addTorque: (body, from, at) => rbAddTorque.call(set, body.handle, vector(body, from, at), false),
    resetForces(body) {
      rbResetForces.call(set, body.handle, false);
      rbResetTorques.call(set, body.handle, false);
    },
    translate(body, by, at) {
      const { x, y, z } = body.translation();
      rbSetTranslation.call(set, body.handle, x + by[at], y + by[at + 1], z + by[at + 2], false);
    },
  };
}

/** The type is not public, but a body that sets its velocity passes one to its set: calls it with a set that captures it. */
function createRawVector(body: RigidBody): RawVector {
  let Vector: (new (x: number, y: number, z: number) => RawVector) | undefined;
  const rbSetLinvel = (_handle: number, vector: RawVector) => {
    Vector = vector.constructor as typeof Vector;
  };
  body.setLinvel.call({ rawSet: { rbSetLinvel }, handle: body.handle } as unknown as RigidBody, ZERO, false);
  if (!Vector) throw new Error('@stiction/rapier-adapter: this build of Rapier is not known');
  return new Vector(0, 0, 0);
}

const ZERO = { x: 0, y: 0, z: 0 };
