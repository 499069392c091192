import {
  beginSnapshot,
  finishSnapshot,
  openSnapshot,
  readIndex,
  readNumber,
  readPatches,
  replacePatches,
  resizeBodies,
  type SnapshotReader,
  writePatches,
} from '@stiction/friction-core/adapter';
import type { RigidBody, World } from 'crashcat';
import { readKinematicTargets, writeKinematicTargets } from '../extract/kinematic-targets.js';
import { bodyOfKey, keyOf } from './body-keys.js';
import type { AdapterState } from './state.js';

/** A snapshot identifies a body by its index in the world, and a shape by its path through compounds. */

const ENGINE = 'crashcat';

/** Index of bodies that are no longer in the world. */
const REMOVED = -1;

export function takeSnapshot(state: AdapterState): Uint8Array {
  const { world, store, engineBodies } = state;
  const out = beginSnapshot(ENGINE);
  const keys = store.current.key.slice(0, 4 * (store.current.count + store.sleepingCount));
  for (let k = 0; k < keys.length; k += 2) keys[k] = bodyOfKey(world, keys[k])?.index ?? REMOVED;
  writePatches(out, store, state.pairs, keys);
  out.push(state.dt, state.h, engineBodies.length);
  for (let slot = 0; slot < engineBodies.length; slot++) out.push(state.bodyAt(slot)?.index ?? REMOVED);
  writeKinematicTargets(out, state);
  return finishSnapshot(out);
}

/** Reads and checks the whole snapshot before it changes anything. */
export function restoreSnapshot(state: AdapterState, data: Uint8Array): void {
  const { world, bodies } = state;
  const reader = openSnapshot(data, ENGINE);
  const { patches, sleepingCount } = readPatches(reader, state.pairs);
  const { key } = patches;
  for (let k = 0; k < 4 * (patches.count + sleepingCount); k += 2) {
    if (key[k] !== REMOVED) key[k] = keyOf(requireBody(world, key[k]));
  }
  const dt = readNumber(reader);
  const h = readNumber(reader);
  const engineBodies = readBodies(reader, world);
  const { kinematicTargets, kinematicTargetIds } = readKinematicTargets(reader, (index) => requireBody(world, index));

  replacePatches(state.store, patches, sleepingCount, bodies);
  state.dt = dt;
  state.h = h;
  state.engineBodies = engineBodies;
  state.kinematicTargets = kinematicTargets;
  state.kinematicTargetIds = kinematicTargetIds;
  state.slotIds.length = 0;
  engineBodies.forEach(({ id }, slot) => {
    state.slotIds[slot] = id;
  });
  resizeBodies(bodies, engineBodies.length);
}

/** The bodies of the slots, with holes for removed ones. */
function readBodies(reader: SnapshotReader, world: World): RigidBody[] {
  const engineBodies = new Array<RigidBody>(readIndex(reader));
  for (let slot = 0; slot < engineBodies.length; slot++) {
    const index = readNumber(reader);
    if (index !== REMOVED) engineBodies[slot] = requireBody(world, index);
  }
  return engineBodies;
}

function requireBody(world: World, index: number): RigidBody {
  const body = world.bodies.pool[index];
  if (!body || body._pooled) {
    throw new RangeError(
      `restore: the world must have the bodies of the snapshot, one at index ${index} (got ${world.bodies.pool.length} bodies)`,
    );
  }
  return body;
}
