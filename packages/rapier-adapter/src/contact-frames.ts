import { grown } from '@stiction/friction-core';
import type { OwnedCollider } from './collider-table.js';
import type { InstallState } from './install-state.js';

/** What both readers do with contacts: carry their points from one frame to another, and list what is not told. */

/**
 * Farther apart than this [m] a contact of a pair with several manifolds carries nothing. Rapier solves contacts within
 * 2 mm, but the distances it reports are stale by some millimetres while it recycles a manifold.
 */
export const REACH = 0.02;

/** The contacts from `from` on belong to a pair whose impulses are not told. */
export function noteHidden({ hidden, store }: InstallState, from: number): void {
  hidden.range = grown(hidden.range, 2 * hidden.count + 2);
  hidden.range[2 * hidden.count] = from;
  hidden.range[2 * hidden.count + 1] = store.contacts.count;
  hidden.count++;
}

/** to = R(q) x + t, with [t, q] at pose[poseAt]. */
export function movePoint(
  pose: Float64Array,
  poseAt: number,
  x: Float64Array,
  at: number,
  to: Float64Array,
  toAt: number,
): void {
  const qx = pose[poseAt + 3];
  const qy = pose[poseAt + 4];
  const qz = pose[poseAt + 5];
  const qw = pose[poseAt + 6];
  const a = x[at];
  const b = x[at + 1];
  const c = x[at + 2];
  const u = 2 * (qy * c - qz * b);
  const v = 2 * (qz * a - qx * c);
  const w = 2 * (qx * b - qy * a);
  to[toAt] = pose[poseAt] + a + qw * u + qy * w - qz * v;
  to[toAt + 1] = pose[poseAt + 1] + b + qw * v + qz * u - qx * w;
  to[toAt + 2] = pose[poseAt + 2] + c + qw * w + qx * v - qy * u;
}

/** Writes the turn by half the angle [x, y, z], as a quaternion, to pose[3..6]; off by the cube of the angle only. */
export function setTurn(pose: Float64Array, x: number, y: number, z: number): void {
  const scale = 1 / Math.sqrt(1 + x * x + y * y + z * z);
  pose[3] = scale * x;
  pose[4] = scale * y;
  pose[5] = scale * z;
  pose[6] = scale;
}

const partPlace = new Float64Array(7);

/** A point from the frame of a part of a compound to that of the whole. */
export function movePart(parts: NonNullable<OwnedCollider['parts']>, part: number, x: Float64Array, at: number): void {
  const t = parts.positions[part];
  const q = parts.rotations[part];
  if (!t || !q) return;
  partPlace[0] = t.x;
  partPlace[1] = t.y;
  partPlace[2] = t.z;
  partPlace[3] = q.x;
  partPlace[4] = q.y;
  partPlace[5] = q.z;
  partPlace[6] = q.w;
  movePoint(partPlace, 0, x, at, x, at);
}
