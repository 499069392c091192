import type { NormalMap } from '../src/maps/normal-map.js';

/** [Andrews] (5), averaged over all pixels: 2/pi mean max(0, s . d). */
export function ploughing(map: NormalMap, angle: number): number {
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  let sum = 0;
  for (let k = 0; k < map.slopes.length; k += 2) sum += Math.max(0, x * map.slopes[k] + y * map.slopes[k + 1]);
  return ((2 / Math.PI) * sum) / (map.width * map.height);
}

/** Means, standard deviations and the largest slope. */
export function statistics({ slopes, width, height }: NormalMap) {
  const n = width * height;
  let [x, y, xx, yy, largest] = [0, 0, 0, 0, 0];
  for (let k = 0; k < slopes.length; k += 2) {
    x += slopes[k] / n;
    y += slopes[k + 1] / n;
    xx += (slopes[k] * slopes[k]) / n;
    yy += (slopes[k + 1] * slopes[k + 1]) / n;
    largest = Math.max(largest, Math.abs(slopes[k]), Math.abs(slopes[k + 1]));
  }
  return { x, y, deviationX: Math.sqrt(xx - x * x), deviationY: Math.sqrt(yy - y * y), largest };
}

/** Height mismatch of the map at its tiled edges, in units of the largest rise between two pixels. */
export function gapOfTiles({ slopes, width, height }: NormalMap): number {
  let gap = 0;
  let largest = 0;
  for (const s of slopes) largest = Math.max(largest, Math.abs(s));
  for (let j = 0; j < height; j++) {
    let sum = 0;
    for (let i = 0; i < width; i++) sum += slopes[2 * (width * j + i)];
    gap = Math.max(gap, Math.abs(sum));
  }
  for (let i = 0; i < width; i++) {
    let sum = 0;
    for (let j = 0; j < height; j++) sum += slopes[2 * (width * j + i) + 1];
    gap = Math.max(gap, Math.abs(sum));
  }
  return gap / largest;
}

export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = a.length === b.length ? 0 : Number.POSITIVE_INFINITY;
  for (let k = 0; k < a.length; k++) worst = Math.max(worst, Math.abs(a[k] - b[k]));
  return worst;
}

/** An attribute of a three.js geometry. */
export function attribute(values: number[], size: number) {
  return {
    count: values.length / size,
    getX: (i: number) => values[size * i],
    getY: (i: number) => values[size * i + 1],
    getZ: (i: number) => values[size * i + 2],
  };
}
