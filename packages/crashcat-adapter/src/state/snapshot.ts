import {
  beginSnapshot,
  finishSnapshot,
  type KinematicTarget,
  openSnapshot,
  REMOVED,
  readKinematicTargets,
  readNumber,
  readPatches,
  readSlotBodies,
  replacePatches,
  resizeBodies,
  writeKinematicTargets,
  writePatches,
} from '@stiction/friction-core/adapter';
import type { RigidBody, World } from 'crashcat';
import { bodyOfKey, keyOf } from './body-keys.js';
import type { AdapterState } from './state.js';

/** A snapshot identifies a body by its index in the world, and a shape by its path through compounds. */

const ENGINE = 'crashcat';

export function takeSnapshot(state: AdapterState): Uint8Array {
  const { world, store, engineBodies } = state;
  const out = beginSnapshot(ENGINE);
  const keys = store.current.key.slice(0, 4 * (store.current.count + store.sleepingCount));
  for (let k = 0; k < keys.length; k += 2) keys[k] = bodyOfKey(world, keys[k])?.index ?? REMOVED;
  writePatches(out, store, state.pairs, keys);
  out.push(state.dt, state.h, engineBodies.length);
  for (let slot = 0; slot < engineBodies.length; slot++) out.push(state.bodyAt(slot)?.index ?? REMOVED);
  const known = world.bodies.pool.filter((body) => !body._pooled && state.kinematicTargetIds[body.index] === body.id);
  writeKinematicTargets(
    out,
    known,
    known.map(({ index }) => state.kinematicTargets[index]),
  );
  return finishSnapshot(out);
}

/** Reads and checks the whole snapshot before it changes anything. */
export function restoreSnapshot(state: AdapterState, data: Uint8Array): void {
  const { world, bodies } = state;
  const bodyAt = (index: number) => requireBody(world, index);
  const reader = openSnapshot(data, ENGINE);
  const { patches, sleepingCount } = readPatches(reader, state.pairs);
  const { key } = patches;
  for (let k = 0; k < 4 * (patches.count + sleepingCount); k += 2) {
    if (key[k] !== REMOVED) key[k] = keyOf(bodyAt(key[k]));
  }
  const dt = readNumber(reader);
  const h = readNumber(reader);
  const engineBodies = readSlotBodies(reader, bodyAt);
  const kinematicTargets: KinematicTarget[] = [];
  const kinematicTargetIds: number[] = [];
  readKinematicTargets(reader, (index, target) => {
    kinematicTargetIds[index] = bodyAt(index).id;
    kinematicTargets[index] = target;
  });

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

function requireBody(world: World, index: number): RigidBody {
  const body = world.bodies.pool[index];
  if (!body || body._pooled) {
    throw new RangeError(
      `restore: the world must have the bodies of the snapshot, one at index ${index} (got ${world.bodies.pool.length} bodies)`,
    );
  }
  return body;
}
