import { grown } from '@stiction/friction-core';
import type { OwnedCollider } from './collider-table.js';

/**
 * Pairs of colliders that the engine looks at, in rows, and what was last read of their contacts. A row is found by the keys
 * of its colliders. Rows keep their order, which is the order in which contacts are read.
 */
export interface TouchingPairs {
  count: number;
  /** In the engine's order: its normals point from the first to the second. */
  first: OwnedCollider[];
  second: OwnedCollider[];
  /** Contacts that are remembered, at most POINTS; -1 where nothing is. And how many the engine has solved. */
  contacts: Int32Array;
  solved: Int32Array;
  /** A bit for each contact: has it been solved? */
  mask: Int32Array;
  /** `travel` of the two bodies when the contacts were read: see `BodyTable`. */
  travel: Float64Array;
  normal: Float64Array;
  /** Per contact: distance; normal impulse; place in the first and in the second body, from their centres of mass. */
  distance: Float64Array;
  impulse: Float64Array;
  localA: Float64Array;
  localB: Float64Array;
  /** And its place in the world, as of step `located`; -1 where it is not known. */
  position: Float64Array;
  located: Int32Array;
  /** Where its contacts stood in the contact buffer when they were last put there, and in which step. */
  at: Int32Array;
  added: Int32Array;
  /** Hash of the keys. */
  bucket: Int32Array;
  chain: Int32Array;
  /** Rows that are to be dropped by `dropRows`. */
  dropped: number;
  /** The step in which contacts were last read by these rows. */
  readIn: number;
}

/** Rapier reduces most manifolds to 4 contacts; of those with more than this nothing is remembered. */
export const POINTS = 8;

export function createTouchingPairs(): TouchingPairs {
  return {
    count: 0,
    first: [],
    second: [],
    contacts: new Int32Array(0),
    solved: new Int32Array(0),
    mask: new Int32Array(0),
    travel: new Float64Array(0),
    normal: new Float64Array(0),
    distance: new Float64Array(0),
    impulse: new Float64Array(0),
    localA: new Float64Array(0),
    localB: new Float64Array(0),
    position: new Float64Array(0),
    located: new Int32Array(0),
    at: new Int32Array(0),
    added: new Int32Array(0),
    bucket: new Int32Array(0),
    chain: new Int32Array(0),
    dropped: 0,
    readIn: -1,
  };
}

/** Makes sure that there is a row for two colliders. */
export function meetPair(pairs: TouchingPairs, first: OwnedCollider, second: OwnedCollider): void {
  if (pairs.bucket.length > 0) {
    let row = pairs.bucket[slotOf(pairs, first, second)];
    for (; row >= 0; row = pairs.chain[row]) {
      if (pairs.first[row] === first && pairs.second[row] === second) return;
      if (pairs.first[row] === second && pairs.second[row] === first) return;
    }
  }
  const row = pairs.count++;
  pairs.first[row] = first;
  pairs.second[row] = second;
  reserveRows(pairs, pairs.count);
  pairs.contacts[row] = -1;
  pairs.located[row] = -1;
  pairs.added[row] = -1;
  if (pairs.bucket.length < 2 * pairs.count) hashRows(pairs);
  else addToHash(pairs, row);
}

export function reserveRows(pairs: TouchingPairs, count: number): void {
  pairs.contacts = grown(pairs.contacts, count);
  pairs.solved = grown(pairs.solved, count);
  pairs.mask = grown(pairs.mask, count);
  pairs.chain = grown(pairs.chain, count);
  pairs.travel = grown(pairs.travel, 2 * count);
  pairs.normal = grown(pairs.normal, 3 * count);
  pairs.distance = grown(pairs.distance, POINTS * count);
  pairs.impulse = grown(pairs.impulse, POINTS * count);
  pairs.localA = grown(pairs.localA, 3 * POINTS * count);
  pairs.localB = grown(pairs.localB, 3 * POINTS * count);
  pairs.position = grown(pairs.position, 3 * POINTS * count);
  pairs.located = grown(pairs.located, count);
  pairs.at = grown(pairs.at, count);
  pairs.added = grown(pairs.added, count);
}

/** A pair that is gone. The row stays until `dropRows`. */
export function forgetPair(pairs: TouchingPairs, row: number): void {
  pairs.contacts[row] = GONE;
  pairs.dropped++;
}

const GONE = -2;

/** Closes the gaps of forgotten pairs. */
export function dropRows(pairs: TouchingPairs): void {
  if (pairs.dropped === 0) return;
  let to = 0;
  for (let row = 0; row < pairs.count; row++) {
    if (pairs.contacts[row] === GONE) continue;
    if (to !== row) moveRow(pairs, row, to);
    to++;
  }
  pairs.count = to;
  pairs.first.length = to;
  pairs.second.length = to;
  pairs.dropped = 0;
  hashRows(pairs);
}

function moveRow(pairs: TouchingPairs, from: number, to: number): void {
  pairs.first[to] = pairs.first[from];
  pairs.second[to] = pairs.second[from];
  pairs.contacts[to] = pairs.contacts[from];
  pairs.solved[to] = pairs.solved[from];
  pairs.mask[to] = pairs.mask[from];
  pairs.located[to] = -1;
  pairs.added[to] = -1;
  move(pairs.travel, 2, from, to);
  move(pairs.normal, 3, from, to);
  move(pairs.distance, POINTS, from, to);
  move(pairs.impulse, POINTS, from, to);
  move(pairs.localA, 3 * POINTS, from, to);
  move(pairs.localB, 3 * POINTS, from, to);
}

function move(array: Float64Array, stride: number, from: number, to: number): void {
  array.copyWithin(stride * to, stride * from, stride * (from + 1));
}

/** Builds the hash anew. */
export function hashRows(pairs: TouchingPairs): void {
  let size = Math.max(64, pairs.bucket.length);
  while (size < 2 * pairs.count) size *= 2;
  if (size !== pairs.bucket.length) pairs.bucket = new Int32Array(size);
  pairs.bucket.fill(-1);
  for (let row = 0; row < pairs.count; row++) addToHash(pairs, row);
}

function addToHash(pairs: TouchingPairs, row: number): void {
  const slot = slotOf(pairs, pairs.first[row], pairs.second[row]);
  pairs.chain[row] = pairs.bucket[slot];
  pairs.bucket[slot] = row;
}

/** The same for both orders. */
function slotOf(pairs: TouchingPairs, first: OwnedCollider, second: OwnedCollider): number {
  const low = Math.min(first.key, second.key);
  const high = Math.max(first.key, second.key);
  let hash = Math.imul(low, 0x9e3779b1) ^ high;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) & (pairs.bucket.length - 1);
}
