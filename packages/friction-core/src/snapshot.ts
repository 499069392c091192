import type { Bodies } from './bodies.js';
import type { FrictionLaw } from './contract.js';
import type { MaterialPairs } from './material-pairs.js';
import {
  createPatchBuffers,
  PATCH_BYTES,
  PATCH_FLOATS,
  PATCH_INTS,
  type PatchBuffers,
  POINT_FLOATS,
  reservePatches,
} from './patch-buffers.js';
import type { PatchStore } from './patches.js';

/**
 * What the next step depends on: patches with all they remember, those of sleeping pairs included. An adapter writes its own
 * part behind them. Bodies, poses and velocities are the engine's, for the user to save.
 *
 * A snapshot is a row of 64-bit numbers, little-endian as all machines with a browser are:
 *
 *     'STIC', version, how many numbers, engine, laws by name, patches, the adapter's part
 */

type NumberArray = Float64Array | Int32Array | Uint8Array;

/** A snapshot that is being read. */
export interface SnapshotReader {
  numbers: Float64Array;
  at: number;
}

const MAGIC = 0x53544943; // 'STIC'
const VERSION = 1;

/** Filled anew in every step before they are read; keys are the adapter's to translate. */
const NOT_SAVED: readonly string[] = [
  'key',
  'eps',
  'bias',
  'drive',
  'block',
  'shift',
  'pointSlop',
  'pointRestitution',
  'pointStepImpulse',
];

export function beginSnapshot(engine: string): number[] {
  const out = [MAGIC, VERSION, 0];
  putText(out, engine);
  return out;
}

export function finishSnapshot(out: number[]): Uint8Array {
  out[2] = out.length;
  return new Uint8Array(Float64Array.from(out).buffer);
}

export function putText(out: number[], text: string): void {
  out.push(text.length);
  for (let k = 0; k < text.length; k++) out.push(text.charCodeAt(k));
}

/** The first `count` numbers of an array; how many there are is not written. */
export function putNumbers(out: number[], array: NumberArray, count: number): void {
  for (let k = 0; k < count; k++) out.push(array[k]);
}

/** Checks that this is a whole snapshot of the engine, of the version that is understood here. */
export function openSnapshot(data: unknown, engine: string): SnapshotReader {
  if (!(data instanceof Uint8Array)) {
    throw new TypeError(`restore: expected the Uint8Array that snapshot() has given (got ${String(data)})`);
  }
  const numbers = new Float64Array(data.slice(0, data.length - (data.length % 8)).buffer);
  expect('the mark of a friction snapshot', MAGIC, numbers[0]);
  expect('snapshot version', VERSION, numbers[1]);
  expect('length in bytes', 8 * numbers[2], data.length);
  const reader = { numbers, at: 3 };
  expect('a snapshot of', engine, takeText(reader));
  return reader;
}

function expect(what: string, expected: unknown, got: unknown): void {
  if (got !== expected) throw new Error(`restore: expected ${what} ${expected} (got ${got})`);
}

export function takeNumber(reader: SnapshotReader): number {
  if (reader.at >= reader.numbers.length) throw new Error('restore: the snapshot is damaged');
  return reader.numbers[reader.at++];
}

/** An integer from 0 to `most`. */
export function takeIndex(reader: SnapshotReader, most = reader.numbers.length): number {
  const value = takeNumber(reader);
  if (!(value >= 0 && value <= most)) throw new Error(`restore: the snapshot is damaged (${value} of ${most})`);
  return value;
}

export function takeText(reader: SnapshotReader): string {
  let text = '';
  for (let k = takeIndex(reader); k > 0; k--) text += String.fromCharCode(takeNumber(reader));
  return text;
}

export function takeNumbers(reader: SnapshotReader, array: NumberArray, count: number): void {
  for (let k = 0; k < count; k++) array[k] = takeNumber(reader);
}

/** `keys`: the patches' keys, as they can be understood later. */
export function putPatches(out: number[], store: PatchStore, pairs: MaterialPairs, keys: Int32Array): void {
  const patches = store.current;
  const total = patches.count + store.dormant;
  const laws = knownLaws(pairs);
  putText(out, namesOf(laws));
  out.push(patches.count, store.dormant, patches.pointCount, patches.stateStride);
  // 0 for a law that has been replaced since the last step.
  for (let i = 0; i < total; i++) out.push(laws.indexOf(patches.law[i]) + 1);
  putNumbers(out, keys, 4 * total);
  eachArray(patches, total, (array, count) => putNumbers(out, array, count));
}

/** Patches as they were, with the keys that were written, in buffers of their own: nothing that is in use is touched. */
export function takePatches(reader: SnapshotReader, pairs: MaterialPairs): { patches: PatchBuffers; dormant: number } {
  const laws = knownLaws(pairs);
  expect(
    'the laws of the snapshot (default, pairs, materials, in the order they were set):',
    takeText(reader),
    namesOf(laws),
  );
  const patches = createPatchBuffers();
  // No larger buffers than the data can fill: a patch has more than 50 numbers.
  const most = reader.numbers.length / 50;
  patches.count = takeIndex(reader, most);
  const dormant = takeIndex(reader, most);
  const total = patches.count + dormant;
  patches.pointCount = takeIndex(reader);
  patches.stateStride = takeIndex(reader, 1000);
  reservePatches(patches, total, patches.pointCount);
  // What stands for a replaced law is none of those that are set: the one that holds now takes the patch over.
  for (let i = 0; i < total; i++) patches.law[i] = laws[takeIndex(reader, laws.length) - 1] ?? { ...laws[0] };
  takeNumbers(reader, patches.key, 4 * total);
  eachArray(patches, total, (array, count) => takeNumbers(reader, array, count));
  return { patches, dormant };
}

/** Puts what `takePatches` has given into use. */
export function usePatches(store: PatchStore, patches: PatchBuffers, dormant: number, bodies: Bodies): void {
  patches.bodies = bodies;
  store.current = patches;
  store.dormant = dormant;
}

/** All laws that a patch may have, in the order in which the user has set them. */
function knownLaws(pairs: MaterialPairs): FrictionLaw[] {
  const paired = [pairs.fallback, ...pairs.laws.values(), ...pairs.combined.values()].map(({ law }) => law);
  return [...paired, ...pairs.own.values()];
}

/** With how much each remembers: two laws of one name may differ in that (elements of `maxwellSlip`). */
function namesOf(laws: readonly FrictionLaw[]): string {
  return laws.map(({ name, stateSize }) => (stateSize > 0 ? `${name}(${stateSize})` : name)).join(', ');
}

function eachArray(patches: PatchBuffers, total: number, act: (array: NumberArray, count: number) => void): void {
  const arrays = patches as unknown as Record<string, NumberArray>;
  for (const strides of [PATCH_INTS, PATCH_BYTES, PATCH_FLOATS, POINT_FLOATS]) {
    const items = strides === POINT_FLOATS ? patches.pointCount : total;
    for (const [name, stride] of Object.entries(strides)) {
      if (!NOT_SAVED.includes(name)) act(arrays[name], stride * items);
    }
  }
  act(patches.state, patches.stateStride * total);
}
