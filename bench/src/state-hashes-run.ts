import type { EngineWorld } from '@stiction/friction-core/testing';
import { type BuildWorld, createCannonWorld, loadEngine, type PlainWorld, type Scene } from '@stiction/scenes';
import { createCrashcatWorld } from '../../internal/scenes/src/crashcat-world.js';
import type { StateHash } from './state-hashes-hash.js';

/** One line of the output. */
export interface HashCase {
  /** The engine, or the package for models that need none. */
  engine: string;
  name: string;
  run(hash: StateHash): void;
}

/** A scene in one of the engines, with Stiction installed. */
export type HashWorld = EngineWorld & PlainWorld;
export type CreateWorld = (scene: Scene, options?: { effort?: number }) => HashWorld;

/** In the order of the output. */
export async function loadEngines(): Promise<Record<string, CreateWorld>> {
  const rapier: BuildWorld = await loadEngine('rapier');
  return {
    'cannon-es': (scene, options) => createCannonWorld(scene, { ...options, stiction: true }),
    rapier: (scene, options) => rapier(scene, { ...options, stiction: true }),
    'rapier-all': (scene, options) => rapier(scene, { ...options, stiction: true, scope: 'all' }),
    crashcat: (scene, options) => createCrashcatWorld(scene, { ...options, stiction: true }),
  };
}

/** A case is cut off at whichever comes first, summed over all of its worlds. */
const MOST_STEPS = 240;
const MOST_SECONDS = 2;
const limitOf = (dt: number): number => Math.min(MOST_STEPS, Math.round(MOST_SECONDS / dt));

/** Ends a case that has reached its limit. */
const END = new Error('the case has run long enough');

/** Returns the world it is given. From then on every step is hashed. */
export type Watch = <W extends PlainWorld>(world: W) => W;

/** Runs `act` up to the limit and hashes every body of the watched worlds after every step. */
export function hashWorlds(hash: StateHash, act: (watch: Watch) => void): void {
  const open = new Set<PlainWorld>();
  let steps = 0;
  const watch: Watch = (world) => {
    const names = new Set(world.names);
    const { step, remove, dispose } = world;
    world.step = (dt) => {
      if (steps >= limitOf(dt)) throw END;
      step(dt);
      steps++;
      addWorld(hash, world, names);
    };
    world.remove = (name) => {
      remove(name);
      names.delete(name);
    };
    world.dispose = () => {
      open.delete(world);
      dispose();
    };
    open.add(world);
    return world;
  };
  try {
    act(watch);
  } catch (error) {
    if (error !== END) throw error;
  } finally {
    for (const world of open) world.dispose();
  }
}

/** Steps a scene to its end or to the limit. */
export function hashScene(hash: StateHash, world: HashWorld, scene: Scene, dt: number): void {
  hashWorlds(hash, (watch) => {
    watch(world);
    while (world.time < scene.duration) world.step(dt);
  });
}

function addWorld(hash: StateHash, world: PlainWorld, names: Iterable<string>): void {
  for (const name of names)
    hash.add(world.position(name), world.rotation(name), world.velocity(name), world.angularVelocity(name));
}
