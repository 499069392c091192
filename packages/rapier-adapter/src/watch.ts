import type { World } from '@dimforge/rapier3d-compat';
import type { InstallState } from './install-state.js';

/**
 * Notes what the user changes between steps. Every change goes through a method of the engine's raw sets, whoever calls it
 * and by whatever object; these methods are wrapped on this world's own sets. So a body that nobody has touched need not be
 * asked before each step for the velocity and force that are known already.
 *
 * Controllers write to bodies without these methods: while a world has any, its bodies are all taken for touched.
 */
export function watchChanges(install: InstallState): () => void {
  const { world } = install;
  const undo = [
    watch(world.bodies.raw, BODY_CHANGES, (handle) => touchBody(install, handle)),
    watch(world.colliders.raw, COLLIDER_CHANGES, (handle) => touchCollider(install, handle)),
    watch(world.impulseJoints.raw, ANY_CHANGE, () => stir(install)),
    watch(world.multibodyJoints.raw, ANY_CHANGE, () => stir(install)),
  ];
  return () => {
    for (const unwatch of undo) unwatch();
  };
}

const BODY_CHANGES = /^(rb(Set|Add|Apply|Reset|Lock|WakeUp|Sleep|Enable|Recompute)|remove|create)/;
/** Friction and restitution, groups and events change nothing that is remembered of a body. */
const COLLIDER_CHANGES =
  /^(coSet(?!Friction|Restitution|Active|Collision|Solver|ContactForce)|coCombine|coPropagate|remove|create)/;
/** Creating, removing and setting up joints may wake bodies. */
const ANY_CHANGE = /^(create|remove|joint(Set|Configure|Attach))/;

/** All bodies may have been changed. */
export function touchAll(install: InstallState): void {
  install.stirred = true;
  install.bodies.touched.fill(1);
}

/** Do controllers of the world write to bodies? */
export function hasControllers(world: World): boolean {
  return (world.vehicleControllers?.size ?? 0) > 0 || (world.pidControllers?.size ?? 0) > 0;
}

function stir(install: InstallState): void {
  install.stirred = true;
}

function touchBody(install: InstallState, handle: number): void {
  install.stirred = true;
  const slot = install.bodies.slotOf.get(handle);
  if (slot !== undefined) install.bodies.touched[slot] = 1;
}

function touchCollider(install: InstallState, handle: number): void {
  install.stirred = true;
  const owned = install.colliders.owned.get(handle);
  if (owned) install.bodies.touched[owned.slot] = 1;
}

type Method = (...values: unknown[]) => unknown;

/** Wraps the methods of one object; returns what unwraps them. */
function watch(set: object, names: RegExp, note: (handle: number) => void): () => void {
  const methods = set as Record<string, Method>;
  const wrapped: [string, PropertyDescriptor | undefined][] = [];
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(set))) {
    if (!names.test(name) || typeof methods[name] !== 'function') continue;
    wrapped.push([name, Object.getOwnPropertyDescriptor(set, name)]);
    const original = methods[name];
    methods[name] = (...values) => {
      note(values[0] as number);
      return original.apply(set, values);
    };
  }
  return () => {
    for (const [name, before] of wrapped) {
      if (before) Object.defineProperty(set, name, before);
      else Reflect.deleteProperty(set, name);
    }
  };
}
