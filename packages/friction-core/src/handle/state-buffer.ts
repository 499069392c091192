import type { JointFriction } from '../joint-friction/joint-friction.js';
import { memoryOf } from '../joint-friction/joint-friction.js';
import type { MovingSurfaces } from '../materials/moving-surfaces.js';
import { ensureCapacity } from '../math/buffers.js';
import {
  PATCH_BYTES,
  PATCH_FLOATS,
  PATCH_INTS,
  type PatchBuffers,
  POINT_FLOATS,
  reservePatches,
} from '../patches/patch-buffers.js';
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

/** Columns of patches that every step fills before it reads them. */
const NOT_KEPT: { readonly [Name in keyof PatchBuffers]?: true } = {
  eps: true,
  bias: true,
  tangentVelocity: true,
  slipDisplacement: true,
  pointRestitution: true,
  pointStepImpulse: true,
};

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

export function keepNumber(buffer: StateBuffer, value: number): number {
  if (buffer.isLoading) return buffer.numbers[buffer.at++];
  if (buffer.at === buffer.numbers.length) buffer.numbers = ensureCapacity(buffer.numbers, buffer.at + 1);
  buffer.numbers[buffer.at++] = value;
  return value;
}

export function keepFlag(buffer: StateBuffer, value: boolean): boolean {
  return keepNumber(buffer, value ? 1 : 0) === 1;
}

/** The first `count` numbers of an array. */
export function keepNumbers(
  buffer: StateBuffer,
  array: Float64Array | Int32Array | Uint8Array | number[],
  count: number,
): void {
  const { at } = buffer;
  buffer.at += count;
  if (buffer.isLoading) {
    for (let k = 0; k < count; k++) array[k] = buffer.numbers[at + k];
    return;
  }
  buffer.numbers = ensureCapacity(buffer.numbers, buffer.at);
  for (let k = 0; k < count; k++) buffer.numbers[at + k] = array[k];
}

/** A reference to an object, e.g. a law. */
export function keepObject<T>(buffer: StateBuffer, object: T): T {
  if (buffer.isLoading) return buffer.objects[buffer.objectAt++] as T;
  buffer.objects[buffer.objectAt++] = object;
  return object;
}

/** All patches, those of sleeping pairs included. `stamp` goes on: a law must not see one twice. */
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
}

function keepColumns(
  buffer: StateBuffer,
  patches: PatchBuffers,
  strides: Readonly<Record<string, number>>,
  items: number,
): void {
  for (const name in strides) {
    const column = name as keyof typeof PATCH_FLOATS;
    if (!NOT_KEPT[column]) keepNumbers(buffer, patches[column], strides[name] * items);
  }
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
