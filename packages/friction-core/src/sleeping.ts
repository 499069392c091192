import { copyNumbers } from './buffers.js';
import { reservePatches } from './patch-buffers.js';
import { inherit, type PatchStore } from './patches.js';

/**
 * After `gatherPatches`, for engines that report no contacts of sleeping pairs: their patches stay known behind the active
 * ones, with all they need to be found again. `sleeps` tells for two body keys.
 */
export function keepSleeping(
  store: PatchStore,
  sleeps: (bodyKeyA: number, bodyKeyB: number) => boolean,
  impulseScale: number,
): void {
  const { current, previous } = store;
  for (let j = 0; j < store.previousTotal; j++) {
    if (store.taken[j] === 1 || !sleeps(previous.key[4 * j], previous.key[4 * j + 2])) continue;
    const i = current.count + store.dormant++;
    const first = current.pointCount;
    const points = previous.points[j];
    reservePatches(current, i + 1, first + points);
    copyNumbers(previous.key, 4 * j, current.key, 4 * i, 4);
    copyNumbers(previous.carriedTangent, 3 * j, current.carriedTangent, 3 * i, 3);
    copyNumbers(previous.carriedNormal, 3 * j, current.carriedNormal, 3 * i, 3);
    current.law[i] = previous.law[j];
    current.carrier[i] = previous.carrier[j];
    inherit(store, i, j, impulseScale);
    current.firstPoint[i] = first;
    current.points[i] = points;
    current.pointCount += points;
    const from = previous.firstPoint[j];
    copyNumbers(previous.pointLocalA, 3 * from, current.pointLocalA, 3 * first, 3 * points);
    copyNumbers(previous.pointLocalB, 3 * from, current.pointLocalB, 3 * first, 3 * points);
    for (let q = 0; q < points; q++) {
      current.pointImpulse[first + q] = impulseScale * previous.pointImpulse[from + q];
    }
  }
}
