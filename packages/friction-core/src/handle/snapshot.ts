import type { Bodies } from '../bodies/bodies.js';
import type { FrictionLaw } from '../laws/friction-law.js';
import { BLEND_STEPS, type Blend, blendId } from '../materials/blend.js';
import { findPair, type MaterialPairs, materialId, NO_MATERIAL } from '../materials/material-pairs.js';
import {
  createPatchBuffers,
  PATCH_BYTES,
  PATCH_FLOATS,
  PATCH_INTS,
  type PatchBuffers,
  POINT_FLOATS,
  reservePatches,
} from '../patches/patch-buffers.js';
import type { PatchStore } from '../patches/patch-store.js';

/**
 * Snapshots of everything that the next step depends on: patches and their memory, including those of sleeping pairs. An adapter
 * appends its own part. The user saves bodies, poses and velocities with the engine.
 *
 * A snapshot is a sequence of 64-bit floats, little-endian like all machines with a browser:
 *
 *     'STIC', version, length, engine, law names, patches, the adapter's part
 */

type NumberArray = Float64Array | Int32Array | Uint8Array;

/** Position in a snapshot that is being read. */
export interface SnapshotReader {
  numbers: Float64Array;
  at: number;
}

const MAGIC = 0x53544943; // 'STIC'
const VERSION = 3;

/** Not saved, because every step fills them before they are read. Keys are translated by the adapter. */
const NOT_SAVED: readonly (keyof PatchBuffers)[] = [
  'key',
  'eps',
  'bias',
  'tangentVelocity',
  'block',
  'slipDisplacement',
  'pointRestitution',
  'pointStepImpulse',
];

export function beginSnapshot(engine: string): number[] {
  const out = [MAGIC, VERSION, 0];
  writeText(out, engine);
  return out;
}

export function finishSnapshot(out: number[]): Uint8Array {
  out[2] = out.length;
  return new Uint8Array(Float64Array.from(out).buffer);
}

export function writeText(out: number[], text: string): void {
  out.push(text.length);
  for (let k = 0; k < text.length; k++) out.push(text.charCodeAt(k));
}

/** Writes the first `count` numbers of an array, without the count. */
export function writeNumbers(out: number[], array: NumberArray, count: number): void {
  for (let k = 0; k < count; k++) out.push(array[k]);
}

/** Checks that the data is a complete snapshot of this engine and version. */
export function openSnapshot(data: unknown, engine: string): SnapshotReader {
  if (!(data instanceof Uint8Array)) {
    throw new TypeError(`restore: expected the Uint8Array from snapshot() (got ${String(data)})`);
  }
  const numbers = new Float64Array(data.slice(0, data.length - (data.length % 8)).buffer);
  expect('the magic number of a friction snapshot', MAGIC, numbers[0]);
  expect('snapshot version', VERSION, numbers[1]);
  expect('length in bytes', 8 * numbers[2], data.length);
  const reader = { numbers, at: 3 };
  expect('a snapshot of', engine, readText(reader));
  return reader;
}

function expect(what: string, expected: unknown, got: unknown): void {
  if (got !== expected) throw new Error(`restore: expected ${what} ${expected} (got ${got})`);
}

export function readNumber(reader: SnapshotReader): number {
  if (reader.at >= reader.numbers.length) throw new Error('restore: the snapshot is damaged');
  return reader.numbers[reader.at++];
}

/** Reads an integer from 0 to `max`. */
export function readIndex(reader: SnapshotReader, max = reader.numbers.length): number {
  const value = readNumber(reader);
  if (!(value >= 0 && value <= max)) throw new Error(`restore: the snapshot is damaged (${value} of ${max})`);
  return value;
}

export function readText(reader: SnapshotReader): string {
  let text = '';
  for (let k = readIndex(reader); k > 0; k--) text += String.fromCharCode(readNumber(reader));
  return text;
}

export function readNumbers(reader: SnapshotReader, array: NumberArray, count: number): void {
  for (let k = 0; k < count; k++) array[k] = readNumber(reader);
}

/** Writes all patches. `keys`: their keys, in a form that can be read in another world. */
export function writePatches(out: number[], store: PatchStore, pairs: MaterialPairs, keys: Int32Array): void {
  const patches = store.current;
  const total = patches.count + store.sleepingCount;
  const laws = allLaws(pairs);
  writeText(out, describeLaws(laws));
  writeMaterials(out, pairs);
  out.push(patches.count, store.sleepingCount, patches.pointCount, patches.stateStride);
  // 0 for a law that was replaced since the last step.
  for (let i = 0; i < total; i++) {
    const index = laws.indexOf(patches.law[i]);
    out.push(index < 0 && isBlended(pairs, patches, i) ? laws.length + 1 : index + 1);
  }
  writeNumbers(out, keys, 4 * total);
  forEachArray(patches, total, (array, count) => writeNumbers(out, array, count));
}

/** Reads patches, with their keys as written, into new buffers. `blendPairs`: the laws of mixtures, if `pairs` is only a list. */
export function readPatches(
  reader: SnapshotReader,
  pairs: MaterialPairs,
  blendPairs: MaterialPairs = pairs,
): { patches: PatchBuffers; sleepingCount: number } {
  const laws = allLaws(pairs);
  expect(
    'the laws of the snapshot (default, pairs, materials, in the order they were set):',
    readText(reader),
    describeLaws(laws),
  );
  const ids = readMaterials(reader, pairs);
  const patches = createPatchBuffers();
  // Buffers no larger than the data can fill: a patch has more than 50 numbers.
  const maxPatches = reader.numbers.length / 50;
  patches.count = readIndex(reader, maxPatches);
  const sleepingCount = readIndex(reader, maxPatches);
  const total = patches.count + sleepingCount;
  patches.pointCount = readIndex(reader);
  patches.stateStride = readIndex(reader, 1000);
  reservePatches(patches, total, patches.pointCount);
  // A replaced law is represented by a copy that is not set anywhere, so that the current law of the pair continues the patch.
  const codes = Array.from({ length: total }, () => readIndex(reader, laws.length + 1));
  readNumbers(reader, patches.key, 4 * total);
  forEachArray(patches, total, (array, count) => readNumbers(reader, array, count));
  for (let k = 0; k < 2 * total; k++) patches.material[k] = ids[patches.material[k]] ?? NO_MATERIAL;
  codes.forEach((code, i) => {
    const { material } = patches;
    const isBlend = code === laws.length + 1;
    patches.law[i] = isBlend
      ? findPair(blendPairs, material[2 * i], material[2 * i + 1]).law
      : (laws[code - 1] ?? { ...laws[0] });
  });
  return { patches, sleepingCount };
}

/** Replaces the current patches by those of `readPatches`. */
export function replacePatches(store: PatchStore, patches: PatchBuffers, sleepingCount: number, bodies: Bodies): void {
  patches.bodies = bodies;
  store.current = patches;
  store.sleepingCount = sleepingCount;
}

/** True if a material is a mixture: the law is not in the lists of laws. */
function isBlended({ blends }: MaterialPairs, { material }: PatchBuffers, i: number): boolean {
  return blends.has(material[2 * i]) || blends.has(material[2 * i + 1]);
}

/** Names of materials and parts of mixtures: ids may differ in the world that reads them. */
function writeMaterials(out: number[], { names, blends }: MaterialPairs): void {
  out.push(names.length);
  names.forEach((name, id) => {
    const { ids, weights } = blends.get(id) ?? NO_BLEND;
    writeText(out, name);
    out.push(ids.length, ...ids, ...weights);
  });
}

/** Returns the id here of each id in the snapshot. */
function readMaterials(reader: SnapshotReader, pairs: MaterialPairs): number[] {
  const here: number[] = [];
  const count = readIndex(reader);
  for (let id = 0; id < count; id++) {
    const name = readText(reader);
    const parts = Array.from({ length: readIndex(reader) }, () => here[readIndex(reader, id)]);
    const weights = parts.map(() => readIndex(reader, BLEND_STEPS));
    if (id === NO_MATERIAL) here.push(NO_MATERIAL);
    else here.push(parts.length > 0 ? blendId(pairs, parts, weights) : materialId(pairs, name));
  }
  return here;
}

const NO_BLEND: Blend = { ids: [], weights: [] };

/** All laws that a patch can have, in the order in which the user set them. */
function allLaws(pairs: MaterialPairs): FrictionLaw[] {
  const { defaultPair, pairLaws, wildcardLaws, combinedLaws, lawsWithDefault } = pairs;
  const maps = [pairLaws, wildcardLaws, combinedLaws, lawsWithDefault];
  const paired = [defaultPair, ...maps.flatMap((map) => [...map.values()])].map(({ law }) => law);
  return [...paired, ...pairs.materialLaws.values()];
}

/** Names with state sizes: two laws of one name may differ in size (elements of `maxwellSlip`). */
function describeLaws(laws: readonly FrictionLaw[]): string {
  return laws.map(({ name, stateSize }) => (stateSize > 0 ? `${name}(${stateSize})` : name)).join(', ');
}

function forEachArray(patches: PatchBuffers, total: number, visit: (array: NumberArray, count: number) => void): void {
  const arrays = patches as unknown as Record<string, NumberArray>;
  for (const strides of [PATCH_INTS, PATCH_BYTES, PATCH_FLOATS, POINT_FLOATS]) {
    const items = strides === POINT_FLOATS ? patches.pointCount : total;
    for (const [name, stride] of Object.entries(strides)) {
      if (!(NOT_SAVED as readonly string[]).includes(name)) visit(arrays[name], stride * items);
    }
  }
  visit(patches.state, patches.stateStride * total);
}
