import type { RapierContext } from '@react-three/rapier';
import { installFriction, type RapierFriction, type RapierFrictionOptions } from '@stiction/rapier-adapter';
import type { Object3D } from 'three';

export type World = RapierContext['world'];
export type Collider = ReturnType<World['getCollider']>;
/** The handle of `installFriction`, with the classes of @react-three/rapier's world. */
export type Friction3 = RapierFriction<World>;

/** What a component wants of friction: applied to the handle, and undone. It is applied again after a new install. */
export type Part = (friction: Friction3) => () => void;

/**
 * What the components inside `<Friction>` have asked for, and the handle that it is applied to. A new world (a remount, `setWorld`) gets all of it
 * at once, before its first step.
 */
export interface Setup {
  friction: Friction3 | null;
  /** Tells whether the world behind @react-three/rapier's proxy is still the one of the install: see `isStale`. */
  bodies: World['bodies'] | null;
  lengthUnit: number;
  parts: Map<Part, (() => void) | null>;
  /** Names of materials by the objects that contain their colliders. */
  names: Map<Object3D, string>;
  /** Colliders that have got their name. */
  named: WeakSet<Collider>;
}

export function createSetup(): Setup {
  return { friction: null, bodies: null, lengthUnit: 1, parts: new Map(), names: new Map(), named: new WeakSet() };
}

export function install(setup: Setup, world: World, options: RapierFrictionOptions<Collider>): Friction3 {
  uninstall(setup);
  const friction = installFriction(world, options);
  setup.friction = friction;
  setup.bodies = world.bodies;
  setup.lengthUnit = world.lengthUnit;
  setup.named = new WeakSet();
  for (const part of setup.parts.keys()) setup.parts.set(part, part(friction));
  return friction;
}

export function uninstall(setup: Setup): void {
  setup.friction?.uninstall();
  setup.friction = null;
}

/** True if `setWorld` has put another world behind the proxy, or `<Physics lengthUnit>` has changed. */
export function isStale({ friction, bodies, lengthUnit }: Setup, world: World): boolean {
  return friction !== null && (world.bodies !== bodies || world.lengthUnit !== lengthUnit);
}

/** Applies a part now and after every install. Returns a function that removes it. */
export function addPart(setup: Setup, part: Part): () => void {
  const { friction } = setup;
  setup.parts.set(part, friction && part(friction));
  return () => {
    const undo = setup.parts.get(part);
    setup.parts.delete(part);
    if (setup.friction) undo?.();
  };
}

/** Names the material of all colliders inside an object. Returns a function that forgets it. */
export function nameObject(setup: Setup, object: Object3D, name: string): () => void {
  setup.names.set(object, name);
  setup.named = new WeakSet();
  return () => {
    setup.names.delete(object);
  };
}

/** Names new colliders: they may appear some time after the components around them. */
export function nameColliders(setup: Setup, world: World, colliders: RapierContext['colliderStates']): void {
  const { friction, names, named } = setup;
  if (!friction || names.size === 0) return;
  for (const { collider, object } of colliders.values()) {
    if (named.has(collider)) continue;
    named.add(collider);
    const name = nearestName(names, object);
    const current = world.getCollider(collider.handle); // another object after `setWorld`
    if (name !== undefined && current) friction.setMaterial(current, name);
  }
}

function nearestName(names: Setup['names'], object: Object3D): string | undefined {
  for (let at: Object3D | null = object; at; at = at.parent) {
    const name = names.get(at);
    if (name !== undefined) return name;
  }
  return undefined;
}
