import type { World } from '@dimforge/rapier3d-compat';

/**
 * Rapier's own snapshot, loaded into the world it came from. Rapier's API makes a new world of it, with new bodies and colliders. Here the
 * data of the new world takes the place of the old data: an object of the engine's bindings is a pointer, and the pointers are exchanged. All
 * objects of the user, and everything that holds on to the world, stay valid.
 */

/** An object of the bindings. */
interface Pointer {
  __wbg_ptr: number;
  /** Gives up the pointer: returns it, and the object no longer frees it. */
  __destroy_into_raw(): number;
  free(): void;
}

/** Parts of the world that a snapshot contains, and the methods that take them out of a loaded one. */
const PARTS = [
  ['integrationParameters', 'takeIntegrationParameters'],
  ['islands', 'takeIslandManager'],
  ['broadPhase', 'takeBroadPhase'],
  ['narrowPhase', 'takeNarrowPhase'],
  ['bodies', 'takeBodies'],
  ['colliders', 'takeColliders'],
  // From 0.21 on.
  ['softBodies', 'takeSoftBodies'],
  ['impulseJoints', 'takeImpulseJoints'],
  ['multibodyJoints', 'takeMultibodyJoints'],
] as const;

type Loaded = Record<string, () => Pointer | undefined> & { free(): void };

/** Throws, before anything is changed, if this build of Rapier is not known. */
export function requireExchangeable(world: World): void {
  for (const [part] of PARTS) {
    const object = rawOf(world, part);
    if (object && (typeof object.__wbg_ptr !== 'number' || typeof object.__destroy_into_raw !== 'function')) {
      throw new Error(
        'loadState: this build of Rapier is not known; use world.takeSnapshot() with friction.snapshot() and friction.restore() instead',
      );
    }
  }
}

export function loadWorld(world: World, bytes: Uint8Array): void {
  const loaded = world.serializationPipeline.raw.deserializeAll(bytes) as unknown as Loaded | undefined;
  if (!loaded) throw new Error("loadState: Rapier cannot read its own snapshot of the world's state");
  const gravity = loaded.takeGravity() as unknown as { x: number; y: number; z: number; free(): void };
  world.gravity.x = gravity.x;
  world.gravity.y = gravity.y;
  world.gravity.z = gravity.z;
  gravity.free();
  for (const [part, take] of PARTS) {
    const ours = rawOf(world, part);
    const theirs = ours && loaded[take]?.();
    if (!ours || !theirs) continue;
    const old = ours.__destroy_into_raw();
    ours.__wbg_ptr = theirs.__destroy_into_raw();
    theirs.__wbg_ptr = old;
    theirs.free();
  }
  loaded.free();
}

function rawOf(world: World, part: string): Pointer | undefined {
  return (world as unknown as Record<string, { raw: Pointer } | undefined>)[part]?.raw;
}
