import { seededRandom } from '@stiction/friction-core/testing';
import type { NormalMap } from '../../src/maps/normal-map.js';

export function normalNumber(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export function mapOf(
  width: number,
  height: number,
  slopeAt: (i: number, j: number) => readonly [number, number],
  wrap: NormalMap['wrap'] = 'repeat',
): NormalMap {
  const slopes = new Float32Array(2 * width * height);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) slopes.set(slopeAt(i, j), 2 * (i + width * j));
  }
  return { width, height, slopes, mask: null, wrap, warnings: [] };
}

export function gaussianMap(size: number, sx: number, sy: number, seed: number): NormalMap {
  const random = seededRandom(seed);
  return mapOf(size, size, () => [sx * normalNumber(random), sy * normalNumber(random)]);
}

/** Ridges along v with a period in pixels: a fraction `steep` of it rises by `height` periods towards -u. */
export function sawtoothMap(size: number, period: number, steep: number, height: number): NormalMap {
  return mapOf(size, size, (i) => {
    const x = ((i % period) + 0.5) / period;
    return [x < 1 - steep ? -height / (1 - steep) : height / steep, 0];
  });
}

/** A smooth height field of waves up to `most` per map. */
export function waveMap(size: number, most: number, seed: number): NormalMap {
  const random = seededRandom(seed);
  const waves = Array.from({ length: 24 }, () => {
    const kx = Math.round((2 * random() - 1) * most);
    const ky = Math.round((2 * random() - 1) * most);
    return { kx, ky, a: normalNumber(random) / most, phase: 2 * Math.PI * random() };
  });
  return mapOf(size, size, (i, j) => {
    let [x, y] = [0, 0];
    for (const { kx, ky, a, phase } of waves) {
      const slope = a * Math.cos((2 * Math.PI * (kx * i + ky * j)) / size + phase);
      x += kx * slope;
      y += ky * slope;
    }
    return [x, y];
  });
}

/** Flat stones with steep rims and rough faces: slopes of very different sizes. */
export function stoneMap(size: number, stones: number, seed: number): NormalMap {
  const random = seededRandom(seed);
  const centres = Array.from({ length: stones }, () => [size * random(), size * random(), 0.2 * random()]);
  const around = (d: number) => d - size * Math.round(d / size);
  return mapOf(size, size, (i, j) => {
    let nearest = Number.POSITIVE_INFINITY;
    let at = 0;
    let second = nearest;
    centres.forEach(([x, y], k) => {
      const d = Math.hypot(around(i - x), around(j - y));
      if (d < nearest) [second, nearest, at] = [nearest, d, k];
      else if (d < second) second = d;
    });
    const rough = centres[at][2];
    const rim = second - nearest < 3 ? 1 / Math.max(nearest, 1) : 0;
    const [x, y] = centres[at];
    return [rough * normalNumber(random) + rim * around(i - x), rough * normalNumber(random) + rim * around(j - y)];
  });
}
