import type { PatchBuffers } from '@stiction/friction-core';
import { rotateBack } from '@stiction/friction-core/adapter';

/** Floats of a pose. */
const POSE = 13;

/** Distance that the centre may move, as a fraction of the window's width. */
const MAX_MOVE = 0.03125;
/** Angle that the frame may rotate by [rad]. */
const MAX_ROTATION = 0.01;

/**
 * A patch at rest has the same facets in every step. Its state stores the pose of the patch at the last sample, relative to both bodies, and
 * the sampled record. Until the patch has moved by a fraction of the window relative to either body, the record is reused:
 *
 *     [number of points, centre in A, centre in B, t1 in A, t1 in B, …record]
 */
export interface RestCache {
  /** Distance that the centre may move [m]. */
  readonly maxMove: number;
  /** Floats of the record. */
  readonly count: number;
  /** Pose of the patch: the first floats of the state. */
  readonly pose: Float64Array;
  readonly arm: Float64Array;
}

/** A cache for records of `count` floats and windows of `width` [m]. */
export function createRestCache(count: number, width: number): RestCache {
  return { maxMove: width * MAX_MOVE, count, pose: new Float64Array(POSE), arm: new Float64Array(3) };
}

/** Floats of state per patch. */
export function restCacheSize(count: number): number {
  return POSE + count;
}

/** Copies the stored record if it is still valid; otherwise stores the new pose and returns false. */
export function restoreSample(
  cache: RestCache,
  patches: PatchBuffers,
  i: number,
  record: Float64Array,
  at: number,
): boolean {
  const { pose, count } = cache;
  const { state } = patches;
  const from = patches.stateStride * i;
  writePose(cache, patches, i);
  let isSame = state[from] === pose[0];
  for (let v = 1; isSame && v < POSE; v += 3) {
    const x = pose[v] - state[from + v];
    const y = pose[v + 1] - state[from + v + 1];
    const z = pose[v + 2] - state[from + v + 2];
    const limit = v < 7 ? cache.maxMove : MAX_ROTATION;
    isSame = x * x + y * y + z * z < limit * limit;
  }
  if (isSame) for (let e = 0; e < count; e++) record[at + e] = state[from + POSE + e];
  else for (let e = 0; e < POSE; e++) state[from + e] = pose[e];
  return isSame;
}

/** Stores the record sampled at the pose that restoreSample has stored. */
export function storeSample(
  cache: RestCache,
  patches: PatchBuffers,
  i: number,
  record: Float64Array,
  at: number,
): void {
  const to = patches.stateStride * i + POSE;
  for (let e = 0; e < cache.count; e++) patches.state[to + e] = record[at + e];
}

function writePose({ pose, arm }: RestCache, patches: PatchBuffers, i: number): void {
  const bodyPose = patches.bodies.pose;
  pose[0] = patches.points[i];
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? patches.bodyA[i] : patches.bodyB[i];
    for (let e = 0; e < 3; e++) arm[e] = patches.centre[3 * i + e] - bodyPose[7 * body + e];
    rotateBack(bodyPose, 7 * body, arm, 0, pose, 1 + 3 * side);
    rotateBack(bodyPose, 7 * body, patches.tangent1, 3 * i, pose, 7 + 3 * side);
  }
}
