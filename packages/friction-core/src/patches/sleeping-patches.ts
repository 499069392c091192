import { copyNumbers } from '../math/buffers.js';
import { inheritState } from './match-patches.js';
import { reservePatches, SHAPE_STRIDE } from './patch-buffers.js';
import type { PatchStore } from './patch-store.js';

/**
 * Keeps the patches of sleeping pairs behind the active ones, with everything that is needed to match them again. Call it after
 * `gatherPatches` for engines that report no contacts of sleeping pairs. `areAsleep` takes two body keys.
 */
export function keepSleepingPatches(
  store: PatchStore,
  areAsleep: (bodyKeyA: number, bodyKeyB: number) => boolean,
  impulseScale: number,
): void {
  const { current, previous } = store;
  for (let j = 0; j < store.previousTotal; j++) {
    if (store.previousMatched[j] === 1 || !areAsleep(previous.key[4 * j], previous.key[4 * j + 2])) continue;
    const i = current.count + store.sleepingCount++;
    const first = current.pointCount;
    const points = previous.points[j];
    reservePatches(current, i + 1, first + points);
    copyNumbers(previous.key, 4 * j, current.key, 4 * i, 4);
    copyNumbers(previous.material, 2 * j, current.material, 2 * i, 2);
    copyNumbers(previous.localTangent, 3 * j, current.localTangent, 3 * i, 3);
    copyNumbers(previous.localNormal, 3 * j, current.localNormal, 3 * i, 3);
    // For `contacts({ sleeping: true })`.
    copyNumbers(previous.normal, 3 * j, current.normal, 3 * i, 3);
    copyNumbers(previous.tangent1, 3 * j, current.tangent1, 3 * i, 3);
    copyNumbers(previous.tangent2, 3 * j, current.tangent2, 3 * i, 3);
    copyNumbers(previous.centre, 3 * j, current.centre, 3 * i, 3);
    copyNumbers(previous.shape, SHAPE_STRIDE * j, current.shape, SHAPE_STRIDE * i, SHAPE_STRIDE);
    current.normalScale[i] = previous.normalScale[j];
    current.law[i] = previous.law[j];
    current.frameBody[i] = previous.frameBody[j];
    inheritState(store, i, j, impulseScale);
    current.firstPoint[i] = first;
    current.points[i] = points;
    current.pointCount += points;
    const from = previous.firstPoint[j];
    copyNumbers(previous.pointLocalA, 3 * from, current.pointLocalA, 3 * first, 3 * points);
    copyNumbers(previous.pointLocalB, 3 * from, current.pointLocalB, 3 * first, 3 * points);
    for (let q = 0; q < points; q++) {
      current.pointImpulse[first + q] = impulseScale * previous.pointImpulse[from + q];
      current.pointGap[first + q] = previous.pointGap[from + q];
      current.pointSlop[first + q] = previous.pointSlop[from + q];
    }
  }
}
