import { ensureCapacity, movePoint } from '@stiction/friction-core/adapter';
import type { RawManifold } from '../install/engine.js';
import type { InstallState } from '../install/state.js';
import type { ColliderRecord } from '../ownership/collider-table.js';
import { set3 } from '../set3.js';
import { DYNAMIC, FIXED } from './body-table.js';
import { placeCollider, writePose } from './collider-place.js';
import type { Reading } from './reading.js';

/** Reads the positions of a manifold's contacts, and which of them were solved, into `Reading`. */
export function readManifold(
  install: InstallState,
  manifold: RawManifold,
  first: ColliderRecord,
  second: ColliderRecord,
  count: number,
  solved: number,
): void {
  const { reading: r, scratch } = install;
  const { out } = scratch;
  if (count > r.impulse.length) reservePoints(r, count);
  for (let k = 0; k < count; k++) r.solved[k] = 1;
  manifold.normal(out);
  for (let e = 0; e < 3; e++) r.normal[e] = out[e];
  const partA = first.compound ? manifold.subshape1() : 0;
  const partB = second.compound ? manifold.subshape2() : 0;
  const all = count > solved;
  const onFirst = isOnFirst(install, first, second);
  const onSecond = isOnSecond(install, first, second);
  for (let k = 0; k < count; k++) {
    if (all || onFirst) toBody(install, first, partA, manifold.contact_local_p1(k, out), r.localA, 3 * k);
    if (all || onSecond) toBody(install, second, partB, manifold.contact_local_p2(k, out), r.localB, 3 * k);
  }
  if (all) findSolved(install, manifold, first.slot, second.slot, solved, count);
  if (first.isRound && onFirst) undoRotation(install, first.slot, r.localA, count);
  if (second.isRound && onSecond) undoRotation(install, second.slot, r.localB, count);
  for (let k = 0; k < count; k++) locate(install, first.slot, second.slot, onFirst, onSecond, k);
}

function reservePoints(r: Reading, count: number): void {
  r.impulse = ensureCapacity(r.impulse, count);
  const { length } = r.impulse;
  r.localA = ensureCapacity(r.localA, 3 * length);
  r.localB = ensureCapacity(r.localB, 3 * length);
  r.position = ensureCapacity(r.position, 3 * length);
  r.middle = ensureCapacity(r.middle, 3 * length);
  r.solved = ensureCapacity(r.solved, length);
}

/**
 * The step has moved the bodies relative to each other, and each carries its own copy of the point: uses the one on the dynamic body, or the midpoint
 * if both are dynamic.
 */
function isOnFirst({ bodies }: InstallState, first: ColliderRecord, second: ColliderRecord): boolean {
  return !first.isVoxels && (bodies.type[first.slot] === DYNAMIC || second.isVoxels);
}

function isOnSecond({ bodies }: InstallState, first: ColliderRecord, second: ColliderRecord): boolean {
  return first.isVoxels || (!second.isVoxels && bodies.type[second.slot] === DYNAMIC);
}

/** Transforms a point to the world. */
function locate(install: InstallState, a: number, b: number, onFirst: boolean, onSecond: boolean, k: number): void {
  const { reading: r, scratch } = install;
  const { pose } = install.bodies.bodies;
  const at = 3 * k;
  if (onFirst) movePoint(pose, 7 * a, r.localA, at, r.position, at);
  if (!onSecond) return;
  movePoint(pose, 7 * b, r.localB, at, scratch.other, 0);
  for (let e = 0; e < 3; e++) {
    r.position[at + e] = onFirst ? 0.5 * (r.position[at + e] + scratch.other[e]) : scratch.other[e];
  }
}

/**
 * A manifold may hold more contacts than were solved; the others keep stale impulses. Solved contacts are matched by position to the solver's
 * contacts, midway between the points on the two bodies; the order differs.
 */
function findSolved(
  install: InstallState,
  manifold: RawManifold,
  a: number,
  b: number,
  solved: number,
  count: number,
): void {
  const { reading: r, scratch } = install;
  const { pose } = install.bodies.bodies;
  for (let k = 0; k < count; k++) {
    r.solved[k] = 0;
    movePoint(pose, 7 * a, r.localA, 3 * k, scratch.vector, 0);
    movePoint(pose, 7 * b, r.localB, 3 * k, scratch.other, 0);
    for (let e = 0; e < 3; e++) r.middle[3 * k + e] = 0.5 * (scratch.vector[e] + scratch.other[e]);
  }
  for (let i = 0; i < solved; i++) {
    manifold.solver_contact_point(install.engine.bodies, i, scratch.out);
    const k = nearest(r, count, scratch.out);
    if (k >= 0) r.solved[k] = 1;
  }
}

function nearest(r: Reading, count: number, point: Float32Array): number {
  let best = -1;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    if (r.solved[k] === 1) continue;
    const dx = r.middle[3 * k] - point[0];
    const dy = r.middle[3 * k + 1] - point[1];
    const dz = r.middle[3 * k + 2] - point[2];
    const distance = dx * dx + dy * dy + dz * dz;
    if (distance < bestDistance) {
      best = k;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * Distance of contact k's surfaces along the normal at the start of the step. Rapier's own distance is from the step in which it last
 * computed the contact, and bodies may have come far apart since.
 */
export function measureGap(
  install: InstallState,
  manifold: RawManifold,
  first: ColliderRecord,
  second: ColliderRecord,
  k: number,
): number {
  const { out } = install.scratch;
  const { endA, endB, normal } = install.reading;
  const poseA = startPose(install, first.slot);
  const poseB = startPose(install, second.slot);
  // The bodies have just met.
  if (!poseA || !poseB) return manifold.contact_dist(k);
  toBody(install, first, first.compound ? manifold.subshape1() : 0, manifold.contact_local_p1(k, out), endA, 0);
  toBody(install, second, second.compound ? manifold.subshape2() : 0, manifold.contact_local_p2(k, out), endB, 0);
  movePoint(poseA, 7 * first.slot, endA, 0, endA, 0);
  movePoint(poseB, 7 * second.slot, endB, 0, endB, 0);
  let gap = 0;
  for (let e = 0; e < 3; e++) gap += (endB[e] - endA[e]) * normal[e];
  return gap;
}

/** The array with the body's pose at the start of the step; null if it is not known. */
function startPose({ bodies: table, stepIndex }: InstallState, slot: number): Float64Array | null {
  if (table.type[slot] === FIXED) return table.bodies.pose;
  return table.trackedStep[slot] === stepIndex ? table.previousPose : null;
}

/** Transforms the point in `scratch.out` from a collider, or a part of it, to its body, relative to the centre of mass. */
function toBody(
  install: InstallState,
  record: ColliderRecord,
  part: number,
  exists: boolean,
  to: Float64Array,
  at: number,
): void {
  const { out } = install.scratch;
  if (!record.isPlaced) placeCollider(install, record);
  for (let e = 0; e < 3; e++) to[at + e] = exists ? out[e] : Number.NaN;
  if (record.compound) movePart(install.reading.place, record.compound, part, to, at);
  movePoint(record.localPose, 0, to, at, to, at);
}

/** Transforms a point from a part of a compound to the compound. */
function movePart(
  place: Float64Array,
  parts: NonNullable<ColliderRecord['compound']>,
  part: number,
  x: Float64Array,
  at: number,
): void {
  const t = parts.positions[part];
  const q = parts.rotations[part];
  if (!t || !q) return;
  writePose(place, t, q);
  movePoint(place, 0, x, at, x, at);
}

/** Removes the body's rotation in this step from the first `count` points: x ← R(q)ᵀ R(-ω h) R(q) x = R(-R(q)ᵀ ω h) x. */
function undoRotation(install: InstallState, slot: number, x: Float64Array, count: number): void {
  const { pose, velocity } = install.bodies.bodies;
  const { vector } = install.scratch;
  const { place } = install.reading;
  set3(place, 0, 0);
  for (let e = 3; e < 6; e++) place[e] = -pose[7 * slot + e];
  place[6] = pose[7 * slot + 6];
  movePoint(place, 0, velocity, 6 * slot + 3, vector, 0);
  const half = -0.5 * install.reading.dt;
  const u = half * vector[0];
  const v = half * vector[1];
  const w = half * vector[2];
  const scale = 1 / Math.sqrt(1 + u * u + v * v + w * w);
  place[3] = scale * u;
  place[4] = scale * v;
  place[5] = scale * w;
  place[6] = scale;
  for (let k = 0; k < count; k++) movePoint(place, 0, x, 3 * k, x, 3 * k);
}
