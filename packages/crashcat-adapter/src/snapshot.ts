import {
  beginSnapshot,
  finishSnapshot,
  KINEMATIC_TARGET_SIZE,
  openSnapshot,
  putNumbers,
  putPatches,
  resizeBodies,
  type SnapshotReader,
  takeIndex,
  takeNumber,
  takeNumbers,
  takePatches,
  usePatches,
} from '@stiction/friction-core';
import type { RigidBody, World } from 'crashcat';
import { type AdapterState, bodyOfKey, keyOf } from './state.js';

/** In a snapshot a body is known by its index in the world, a shape by the way to it. */

const ENGINE = 'crashcat';

/** For bodies that are in the world no more. */
const GONE = -1;

export function takeSnapshot(state: AdapterState): Uint8Array {
  const { world, store, bodyOf } = state;
  const out = beginSnapshot(ENGINE);
  const keys = store.current.key.slice(0, 4 * (store.current.count + store.dormant));
  for (let k = 0; k < keys.length; k += 2) keys[k] = bodyOfKey(world, keys[k])?.index ?? GONE;
  putPatches(out, store, state.pairs, keys);
  out.push(state.dt, state.h, bodyOf.length);
  for (let slot = 0; slot < bodyOf.length; slot++) out.push(state.bodyAt(slot)?.index ?? GONE);
  const moved = world.bodies.pool.filter((body) => !body._pooled && state.courseOf[body.index] === body.id);
  out.push(moved.length);
  for (const { index } of moved) {
    out.push(index);
    putNumbers(out, state.kinematicTargets[index], KINEMATIC_TARGET_SIZE);
  }
  return finishSnapshot(out);
}

/** Reads and checks everything, and only then changes anything. */
export function restoreSnapshot(state: AdapterState, data: Uint8Array): void {
  const { world, bodies } = state;
  const reader = openSnapshot(data, ENGINE);
  const { patches, dormant } = takePatches(reader, state.pairs);
  const { key } = patches;
  for (let k = 0; k < 4 * (patches.count + dormant); k += 2) {
    if (key[k] !== GONE) key[k] = keyOf(requireBody(world, key[k]));
  }
  const dt = takeNumber(reader);
  const h = takeNumber(reader);
  const bodyOf = new Array<RigidBody>(takeIndex(reader));
  for (let slot = 0; slot < bodyOf.length; slot++) {
    const place = takeNumber(reader);
    if (place !== GONE) bodyOf[slot] = requireBody(world, place);
  }
  const { kinematicTargets, courseOf } = takeKinematicTargets(reader, world);

  usePatches(state.store, patches, dormant, bodies);
  Object.assign(state, { dt, h, bodyOf, kinematicTargets, courseOf });
  state.idOf.length = 0;
  bodyOf.forEach(({ id }, slot) => {
    state.idOf[slot] = id;
  });
  resizeBodies(bodies, bodyOf.length);
}

function takeKinematicTargets(
  reader: SnapshotReader,
  world: World,
): Pick<AdapterState, 'kinematicTargets' | 'courseOf'> {
  const result: Pick<AdapterState, 'kinematicTargets' | 'courseOf'> = { kinematicTargets: [], courseOf: [] };
  for (let count = takeIndex(reader); count > 0; count--) {
    const { id, index } = requireBody(world, takeNumber(reader));
    result.courseOf[index] = id;
    result.kinematicTargets[index] = new Float64Array(KINEMATIC_TARGET_SIZE);
    takeNumbers(reader, result.kinematicTargets[index], KINEMATIC_TARGET_SIZE);
  }
  return result;
}

function requireBody(world: World, place: number): RigidBody {
  const body = world.bodies.pool[place];
  if (!body || body._pooled) {
    throw new RangeError(
      `restore: expected the bodies of the snapshot, one at index ${place} (got ${world.bodies.pool.length} bodies)`,
    );
  }
  return body;
}
