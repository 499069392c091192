import { putNumbers, type SnapshotReader, takeIndex, takeNumber, takeNumbers } from '@stiction/friction-core';
import type { OwnedCollider } from './collider-table.js';
import { createTouchingPairs, hashRows, POINTS, reserveRows, type TouchingPairs } from './touching-pairs.js';

/** What readers remember of contacts, in a snapshot: the next step reads only what has changed. */
export function putTouching(out: number[], pairs: TouchingPairs): void {
  let present = 0;
  for (let row = 0; row < pairs.count; row++) if (isPresent(pairs, row)) present++;
  out.push(present);
  for (let row = 0; row < pairs.count; row++) {
    if (!isPresent(pairs, row)) continue;
    out.push(pairs.first[row].handle, pairs.second[row].handle);
    out.push(pairs.contacts[row], pairs.solved[row], pairs.mask[row]);
    eachColumn(pairs, row, (part) => putNumbers(out, part, part.length));
  }
}

/** Pairs of colliders that are gone would be dropped in the next step. */
function isPresent(pairs: TouchingPairs, row: number): boolean {
  return !pairs.first[row].gone && !pairs.second[row].gone;
}

export function takeTouching(reader: SnapshotReader, owned: ReadonlyMap<number, OwnedCollider>): TouchingPairs {
  const pairs = createTouchingPairs();
  for (let left = takeIndex(reader); left > 0; left--) {
    const first = owned.get(takeNumber(reader));
    const second = owned.get(takeNumber(reader));
    if (!first || !second) throw new Error('restore: expected the colliders of all pairs in the snapshot');
    const row = pairs.count++;
    reserveRows(pairs, pairs.count);
    pairs.first[row] = first;
    pairs.second[row] = second;
    pairs.contacts[row] = takeNumber(reader);
    pairs.solved[row] = takeNumber(reader);
    pairs.mask[row] = takeNumber(reader);
    pairs.located[row] = -1;
    pairs.added[row] = -1;
    eachColumn(pairs, row, (part) => takeNumbers(reader, part, part.length));
  }
  hashRows(pairs);
  return pairs;
}

function eachColumn(pairs: TouchingPairs, row: number, act: (part: Float64Array) => void): void {
  const count = Math.min(POINTS, Math.max(0, pairs.contacts[row]));
  act(pairs.travel.subarray(2 * row, 2 * row + 2));
  act(pairs.normal.subarray(3 * row, 3 * row + 3));
  act(pairs.distance.subarray(POINTS * row, POINTS * row + count));
  act(pairs.impulse.subarray(POINTS * row, POINTS * row + count));
  act(pairs.localA.subarray(3 * POINTS * row, 3 * (POINTS * row + count)));
  act(pairs.localB.subarray(3 * POINTS * row, 3 * (POINTS * row + count)));
}
