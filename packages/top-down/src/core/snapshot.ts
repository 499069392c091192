import {
  beginSnapshot,
  finishSnapshot,
  materialId,
  openSnapshot,
  readIndex,
  readNumber,
  readText,
  type SnapshotReader,
  writeText,
} from '@stiction/friction-core/adapter';
import { MAX_GROUPS, MEMORY } from './constants.js';
import { updateLaw } from './laws.js';
import { slotFor } from './slots.js';
import { type FloorState, releasePatch, takePatch } from './state.js';

/**
 * Snapshots of what the floor remembers from step to step: bristles, the last slip, what pushed the bodies. Bodies are told apart by
 * the order in which the engine lists them.
 */

interface SavedPatch {
  floorMaterial: string;
  law: string;
  numbers: number[];
  state: number[];
}

interface SavedBody {
  material: string;
  numbers: number[];
  hasTyres: boolean;
  acceleration: [number, number];
  patches: SavedPatch[];
}

/** Numbers per body: active, expected, pushed, pushedBefore. */
const BODY_NUMBERS = 10;
/** Numbers per patch: impulse, slip, sliding, wasSliding, load, directions of the block step. */
const PATCH_NUMBERS = 15;

export function saveFloor<Body>(state: FloorState<Body>): Uint8Array {
  const { engine, slots } = state;
  const out = beginSnapshot(owner(state));
  out.push(state.dt, state.step);
  const list: Body[] = [];
  engine.forEach((body) => void list.push(body));
  out.push(list.length);
  for (const body of list) {
    const slot = slots.of.get(body);
    out.push(slot === undefined ? 0 : 1);
    if (slot !== undefined) saveBody(state, slot, out);
  }
  return finishSnapshot(out);
}

function owner<Body>({ engine }: FloorState<Body>): string {
  return `a floor in ${engine.name}`;
}

function patchesOf<Body>({ slots }: FloorState<Body>, slot: number): number[] {
  const tyres = slots.tyres[slot];
  if (tyres) return tyres.patches;
  return Array.from({ length: slots.groupCount[slot] }, (_, k) => slots.group[MAX_GROUPS * slot + k]);
}

function saveBody<Body>(state: FloorState<Body>, slot: number, out: number[]): void {
  const { slots, patches, extras, pairs } = state;
  const s = 3 * slot;
  writeText(out, pairs.names[slots.material[slot]]);
  out.push(slots.active[slot], ...slots.expected.subarray(s, s + 3));
  out.push(...slots.pushed.subarray(s, s + 3), ...slots.pushedBefore.subarray(s, s + 3));
  const tyres = slots.tyres[slot];
  out.push(tyres ? 1 : 0, tyres?.acceleration[0] ?? 0, tyres?.acceleration[1] ?? 0);
  const list = patchesOf(state, slot);
  out.push(list.length);
  for (const i of list) {
    writeText(out, pairs.names[extras.floorMaterial[i]] ?? '');
    writeText(out, patches.law[i].name);
    out.push(...patches.impulse.subarray(3 * i, 3 * i + 3), ...patches.slip.subarray(3 * i, 3 * i + 3));
    out.push(patches.sliding[i], patches.wasSliding[i], patches.normalImpulse[i]);
    out.push(...extras.memory.subarray(MEMORY * i + 3, MEMORY * (i + 1)));
    const { stateSize } = patches.law[i];
    out.push(stateSize, ...patches.state.subarray(patches.stateStride * i, patches.stateStride * i + stateSize));
  }
}

export function restoreFloor<Body>(state: FloorState<Body>, data: Uint8Array): void {
  const reader = openSnapshot(data, owner(state));
  const dt = readNumber(reader);
  const step = readNumber(reader);
  const list: Body[] = [];
  state.engine.forEach((body) => void list.push(body));
  const count = readIndex(reader);
  if (count !== list.length) {
    throw new Error(`restore: the snapshot has ${count} bodies, the world ${list.length}`);
  }
  const saved = list.map((body) => (readNumber(reader) === 1 ? readBody(state, body, reader) : null));
  state.dt = dt;
  state.step = step;
  for (const [k, body] of list.entries()) {
    const from = saved[k];
    if (from) applyBody(state, slotFor(state, body), from);
  }
}

function readBody<Body>(state: FloorState<Body>, body: Body, reader: SnapshotReader): SavedBody {
  const numbers = (n: number) => Array.from({ length: n }, () => readNumber(reader));
  const material = readText(reader);
  const own = numbers(BODY_NUMBERS);
  const [hasTyres, x, y] = numbers(3);
  const count = readIndex(reader, 1000);
  const slot = state.slots.of.get(body);
  const tyres = slot === undefined ? null : state.slots.tyres[slot];
  const expected = hasTyres === 1 ? count : 0;
  if ((tyres?.patches.length ?? 0) !== expected) {
    throw new Error(
      `restore: a body has ${expected} tyres in the snapshot and ${tyres?.patches.length ?? 0} here; call tyres first`,
    );
  }
  const patches = Array.from({ length: count }, (): SavedPatch => {
    const floorMaterial = readText(reader);
    const law = readText(reader);
    return { floorMaterial, law, numbers: numbers(PATCH_NUMBERS), state: numbers(readIndex(reader, 10_000)) };
  });
  return { material, numbers: own, hasTyres: hasTyres === 1, acceleration: [x, y], patches };
}

function applyBody<Body>(state: FloorState<Body>, slot: number, saved: SavedBody): void {
  const { slots, patches, extras, pairs } = state;
  const s = 3 * slot;
  slots.material[slot] = saved.material === '' ? 0 : materialId(pairs, saved.material);
  slots.active[slot] = saved.numbers[0];
  slots.idle[slot] = 0;
  slots.expected.set(saved.numbers.slice(1, 4), s);
  slots.pushed.set(saved.numbers.slice(4, 7), s);
  slots.pushedBefore.set(saved.numbers.slice(7, 10), s);
  const tyres = slots.tyres[slot];
  if (tyres) tyres.acceleration.set(saved.acceleration);
  else {
    for (const i of patchesOf(state, slot)) releasePatch(state, i);
    slots.groupCount[slot] = saved.patches.length;
  }
  for (const [k, from] of saved.patches.entries()) {
    const i = tyres ? tyres.patches[k] : takePatch(state, slot, pairs.defaultPair.law);
    if (!tyres) slots.group[MAX_GROUPS * slot + k] = i;
    const floor = from.floorMaterial === '' ? 0 : materialId(pairs, from.floorMaterial);
    const law = tyres?.laws[k];
    if (!law) updateLaw(state, i, floor, tyres ? tyres.materials[k] : slots.material[slot]);
    else patches.law[i] = law;
    if (law) extras.changes[i] = 0;
    patches.impulse.set(from.numbers.slice(0, 3), 3 * i);
    patches.slip.set(from.numbers.slice(3, 6), 3 * i);
    patches.sliding[i] = from.numbers[6];
    patches.wasSliding[i] = from.numbers[7];
    patches.normalImpulse[i] = from.numbers[8];
    extras.memory.set(from.numbers.slice(9, PATCH_NUMBERS), MEMORY * i + 3);
    const { stateSize, name } = patches.law[i];
    if (name === from.law && stateSize === from.state.length) patches.state.set(from.state, patches.stateStride * i);
  }
}
