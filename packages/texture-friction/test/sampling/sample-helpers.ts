import type { TexturedSurface } from '../../src/mappings/surface.js';
import type { NormalMap } from '../../src/maps/normal-map.js';
import { createLocalContact } from '../../src/sampling/contact-chart.js';
import { createPairSample, type PairSample, type PatchSampler, samplePair } from '../../src/sampling/patch-sampler.js';

export interface Pose {
  point: readonly number[];
  /** From A to B. */
  normal: readonly number[];
  t: readonly number[];
}

export function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The contact in the frame of one surface; `side` 1 for A, -1 for B. */
export function contactOf(pose: Pose, side: 1 | -1): Float64Array {
  const contact = createLocalContact();
  contact.set(pose.point, 0);
  contact.set(
    pose.normal.map((x) => side * x),
    3,
  );
  contact.set(pose.t, 6);
  contact.set(cross(pose.normal, pose.t), 9);
  return contact;
}

/** A contact on a plane perpendicular to z at (x, y), with t rotated by `angle` from x. */
export function flatPose(x: number, y: number, angle = 0): Pose {
  return { point: [x, y, 0], normal: [0, 0, 1], t: [Math.cos(angle), Math.sin(angle), 0] };
}

export function sample(
  sampler: PatchSampler,
  a: TexturedSurface | null,
  contactA: Float64Array,
  b: TexturedSurface | null,
  contactB: Float64Array,
  depth = 0,
): PairSample {
  const out = createPairSample(sampler);
  samplePair(sampler, a, contactA, b, contactB, Float64Array.of(depth), out);
  return out;
}

/** Samples A alone. */
export function sampleA(sampler: PatchSampler, a: TexturedSurface, pose: Pose): PairSample {
  const contact = contactOf(pose, 1);
  return sample(sampler, a, contact, null, contact);
}

/**
 * μ of a surface moving along each of k directions, from t towards b and rotated by `turn`, over the window, on a fine grid and
 * independent of the samplers. `place` maps window positions to map pixels; the directions start from the map's x axis.
 */
export function bruteForce(
  map: NormalMap,
  place: (x: number, y: number) => readonly [number, number],
  turn: number,
  width: number,
  k: number,
  p: number,
  grid = 128,
): number[] {
  const sums = new Float64Array(k);
  const cos = Array.from(sums, (_, j) => Math.cos((2 * Math.PI * j) / k + turn));
  const sin = Array.from(sums, (_, j) => Math.sin((2 * Math.PI * j) / k + turn));
  for (let at = 0; at < grid * grid; at++) {
    const x = (((at % grid) + 0.5) / grid - 0.5) * width;
    const y = ((Math.floor(at / grid) + 0.5) / grid - 0.5) * width;
    const [U, V] = place(x, y);
    const column = Math.floor(U) - map.width * Math.floor(Math.floor(U) / map.width);
    const row = Math.floor(V) - map.height * Math.floor(Math.floor(V) / map.height);
    const pixel = column + map.width * row;
    const sx = map.slopes[2 * pixel];
    const sy = map.slopes[2 * pixel + 1];
    for (let j = 0; j < k; j++) {
      const slope = sx * cos[j] + sy * sin[j];
      if (slope > 0) sums[j] += p === 1 ? slope : slope ** p;
    }
  }
  return Array.from(sums, (sum) => (2 / Math.PI) * (sum / (grid * grid)) ** (1 / p));
}
