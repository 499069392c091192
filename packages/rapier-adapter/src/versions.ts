import type { TempContactManifold, World } from '@dimforge/rapier3d-compat';

/**
 * What differs between Rapier 0.19.2, 0.20 and 0.21, in one place. A version is recognised by what its world can do, so that
 * any build of it works.
 *
 * The raw sets and manifolds below have the methods of 0.20 and later, whose getters fill a Float32Array that is handed in:
 * `bodies.rbLinvel(handle, out)`. Those of 0.19 return a new object in wasm memory, which is copied and freed here.
 */
export interface Engine {
  readonly bodies: RawBodies;
  readonly colliders: RawColliders;
  /** The same manifold with getters that fill; `free` it through the original. In 0.20 and later it is the original. */
  readonly filling: (manifold: RawManifold) => RawManifold;
  /** Until 0.20, the impulses of a contact include what it was warm-started with: see `impulse-excess.ts`. */
  readonly countsWarmStart: boolean;
}

export type RawBodies = World['bodies']['raw'];
type RawColliders = World['colliders']['raw'];
export type RawManifold = TempContactManifold['raw'];

export function recogniseEngine(world: World): Engine {
  const bodies = world.bodies.raw;
  const colliders = world.colliders.raw;
  // 0.19 has `solverContactFriction(i)`. Soft bodies came with 0.21.
  const is19 = typeof world.narrowPhase.tempManifold.friction !== 'function';
  return {
    bodies: is19 ? fillingSet(bodies, BODY_GETTERS) : bodies,
    colliders: is19 ? fillingSet(colliders, COLLIDER_GETTERS) : colliders,
    filling: is19 ? fillingManifold : itself,
    countsWarmStart: typeof world.createSoftBody !== 'function',
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

/** Returns whether there was a value. */
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

/** A view of a set: all methods of the set, but these getters fill. */
function fillingSet<T extends object>(set: T, getters: readonly (keyof T)[]): T {
  const view = Object.create(set) as Record<keyof T, unknown>;
  const original = set as Record<keyof T, (handle: number) => RawValue | undefined>;
  for (const name of getters) view[name] = (handle: number, out: Float32Array) => fill(original[name](handle), out);
  return view as T;
}

/** Manifolds as 0.19 has them. */
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

function itself(manifold: RawManifold): RawManifold {
  return manifold;
}
