import type { JointFriction } from '../joint-friction/joint-friction.js';
import { memoryOf } from '../joint-friction/joint-friction.js';
import type { MovingSurfaces } from '../materials/moving-surfaces.js';
import { copyNumbers, ensureCapacity } from '../math/buffers.js';
import {
  PATCH_BYTES,
  PATCH_FLOATS,
  PATCH_INTS,
  type PatchBuffers,
  POINT_FLOATS,
  reservePatches,
} from '../patches/patch-buffers.js';
import { type PatchRecords, selectPatchRecord } from '../patches/patch-records.js';
import type { PatchStore } from '../patches/patch-store.js';
import { copyLandings, createLandings, type Landings } from './impacts.js';

/**
 * States in memory, for games that go back some steps and step again. A function names each part of the state once and passes it through
 * `keep…`, which writes it to the buffer while saving, and returns what was written while loading. So both have the same order. A buffer
 * is reused; it grows and never shrinks. Snapshots (`snapshot.ts`) are bytes for another world; these are for the world they came from.
 */
export interface StateBuffer {
  isLoading: boolean;
  numbers: Float64Array;
  /** Position of the next number, and of the next object. */
  at: number;
  objects: unknown[];
  objectAt: number;
  landings: Landings<unknown>;
}

/** What `saveState` returns and `loadState` takes: a buffer of the handle, to be reused. */
export interface SavedState {
  /** Memory of its numbers [bytes]. */
  readonly byteLength: number;
}

export function createStateBuffer(): StateBuffer {
  return {
    isLoading: false,
    numbers: new Float64Array(0),
    at: 0,
    objects: [],
    objectAt: 0,
    landings: createLandings(),
  };
}

/** Starts at the beginning of the buffer, to save or to load. */
export function rewind(buffer: StateBuffer, isLoading: boolean): void {
  buffer.isLoading = isLoading;
  buffer.at = 0;
  buffer.objectAt = 0;
}

/** Makes room for the next `count` numbers and returns where they start: for callers that copy them without a call per number. */
export function advance(buffer: StateBuffer, count: number): number {
  const { at } = buffer;
  buffer.at += count;
  if (!buffer.isLoading && buffer.at > buffer.numbers.length)
    buffer.numbers = ensureCapacity(buffer.numbers, buffer.at);
  return at;
}

export function keepNumber(buffer: StateBuffer, value: number): number {
  const at = advance(buffer, 1);
  if (buffer.isLoading) return buffer.numbers[at];
  buffer.numbers[at] = value;
  return value;
}

export function keepFlag(buffer: StateBuffer, value: boolean): boolean {
  return keepNumber(buffer, value ? 1 : 0) === 1;
}

/** The first `count` numbers of an array. */
export function keepNumbers(buffer: StateBuffer, array: NumberList, count: number): void {
  const at = advance(buffer, count);
  // One loop per kind of array: a loop that has seen several is four times as slow.
  if (!(array instanceof Float64Array)) copyOthers(buffer, at, array, count);
  else if (buffer.isLoading) copyNumbers(buffer.numbers, at, array, 0, count);
  else copyNumbers(array, 0, buffer.numbers, at, count);
}

function copyOthers({ isLoading, numbers }: StateBuffer, at: number, array: NumberList, count: number): void {
  if (isLoading) for (let k = 0; k < count; k++) array[k] = numbers[at + k];
  else for (let k = 0; k < count; k++) numbers[at + k] = array[k];
}

type NumberList = Float64Array | Float32Array | Int32Array | Uint8Array | number[];

/** A reference to an object, e.g. a law. */
export function keepObject<T>(buffer: StateBuffer, object: T): T {
  if (buffer.isLoading) return buffer.objects[buffer.objectAt++] as T;
  buffer.objects[buffer.objectAt++] = object;
  return object;
}

/** All patches, those of sleeping pairs included, and what laws have recorded about them. */
export function keepPatches(buffer: StateBuffer, store: PatchStore): void {
  const p = store.current;
  p.count = keepNumber(buffer, p.count);
  p.pointCount = keepNumber(buffer, p.pointCount);
  p.stateStride = keepNumber(buffer, p.stateStride);
  store.sleepingCount = keepNumber(buffer, store.sleepingCount);
  const total = p.count + store.sleepingCount;
  if (buffer.isLoading) reservePatches(p, total, p.pointCount);
  for (let i = 0; i < total; i++) p.law[i] = keepObject(buffer, p.law[i]);
  keepColumns(buffer, p, PATCH_INTS, total);
  keepColumns(buffer, p, PATCH_BYTES, total);
  keepColumns(buffer, p, PATCH_FLOATS, total);
  keepColumns(buffer, p, POINT_FLOATS, p.pointCount);
  keepNumbers(buffer, p.state, p.stateStride * total);
  p.stamp = keepNumber(buffer, p.stamp);
  for (let i = 0; i < p.count; i++) if (p.law[i].records) keepRecord(buffer, p, i);
}

/** What a law has recorded about patch i. */
function keepRecord(buffer: StateBuffer, patches: PatchBuffers, i: number): void {
  const records = patches.law[i].records as PatchRecords;
  selectPatchRecord(records, patches, i);
  const { values, offset, stride } = records;
  const at = advance(buffer, stride);
  if (buffer.isLoading) copyNumbers(buffer.numbers, at, values, offset, stride);
  else copyNumbers(values, offset, buffer.numbers, at, stride);
}

function keepColumns(
  buffer: StateBuffer,
  patches: PatchBuffers,
  strides: Readonly<Record<string, number>>,
  items: number,
): void {
  for (const name in strides) keepNumbers(buffer, patches[name as keyof typeof PATCH_FLOATS], strides[name] * items);
}

/** The memory of joints with friction; their number and laws must be those of the saved state. */
export function keepJointFriction(buffer: StateBuffer, { patches }: JointFriction): void {
  patches.h = keepNumber(buffer, patches.h);
  for (const { array, stride } of memoryOf(patches)) keepNumbers(buffer, array, stride * patches.count);
}

/** Which surfaces moved. Those of laws that have been set since keep what is known about them. */
export function keepMovingSurfaces(buffer: StateBuffer, { modifiers, moved }: MovingSurfaces): void {
  const count = keepNumber(buffer, modifiers.length);
  for (let k = 0; k < count; k++) {
    const modifier = keepObject(buffer, modifiers[k]);
    const hasMoved = keepFlag(buffer, moved[k]);
    const now = modifiers[k] === modifier ? k : modifiers.indexOf(modifier);
    if (now >= 0) moved[now] = hasMoved;
  }
}

/** Impacts that are not over. */
export function keepLandings<Body>(buffer: StateBuffer, landings: Landings<Body>): void {
  const saved = buffer.landings as Landings<Body>;
  if (buffer.isLoading) copyLandings(saved, landings);
  else copyLandings(landings, saved);
}
