import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, it } from 'vitest';
import { boxMapping } from '../../src/mappings/box.js';
import { planeMapping } from '../../src/mappings/plane.js';
import { surface } from '../../src/mappings/surface.js';
import type { NormalMap } from '../../src/maps/normal-map.js';
import { createPairSample, createSampler, prepareSurface, samplePair } from '../../src/sampling/patch-sampler.js';
import { contactOf, cross, flatPose, type Pose, sample, sampleA } from './sample-helpers.js';
import { gaussianMap, mapOf, normalNumber, sawtoothMap, stoneMap, waveMap } from './sample-maps.js';

const METHODS = ['exact', 'table'] as const;
const seed = 23;
const mapping = planeMapping({ tile: 1 });

/** A vector rotated by a unit quaternion. */
function rotated(q: readonly number[], v: readonly number[]): number[] {
  const c = cross(q, v).map((x) => 2 * x);
  const d = cross(q, c);
  return v.map((x, k) => x + q[3] * c[k] + d[k]);
}

function randomQuaternion(random: () => number): number[] {
  const q = Array.from({ length: 4 }, () => normalNumber(random));
  const length = Math.hypot(...q);
  return q.map((x) => x / length);
}

describe.each(METHODS)('samplePair, %s', (method) => {
  it('A ploughs with facets that face its motion, B with facets that face the slip', () => {
    // All facets face +x.
    const map = mapOf(8, 8, () => [0.5, 0]);
    const sampler = createSampler({ width: 0.5, directions: 4, method });
    const one = surface({ map, mapping, saliency: 3 });
    const pose = flatPose(0.3, 0.3);
    const { a, b, mu } = sample(sampler, one, contactOf(pose, 1), one, contactOf(pose, 1));
    const top = (3 * (2 / Math.PI)) / 2;
    for (let j = 0; j < 4; j++) {
      expect(a[j]).toBeCloseTo(j === 2 ? top : 0, 10);
      expect(b[j]).toBeCloseTo(j === 0 ? top : 0, 10);
    }
    for (const j of mu.keys()) expect(mu[j]).toBe(a[j] + b[j]);
  });

  it(`swapping A and B swaps their coefficients, mirrored (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const first = surface({ map: stoneMap(64, 9, seed), mapping });
    const second = surface({
      map: gaussianMap(64, 0.3, 0.6, seed),
      mapping: boxMapping({ halfExtents: [1, 1, 1], tile: 1 }),
    });
    for (const p of [1, 3]) {
      const sampler = createSampler({ width: 0.4, directions: 12, method, sharpness: p });
      const angle = 6 * random();
      const onFirst = flatPose(random(), random(), angle);
      // The box's lower face on the plane; the slip of B relative to A is opposite to that of A relative to B.
      const onSecond: Pose = { ...onFirst, point: [0.9, 0.2, -1] };
      const one = sample(sampler, first, contactOf(onFirst, 1), second, contactOf(onSecond, -1));
      const flip = (pose: Pose): Pose => ({ ...pose, normal: [0, 0, -1] });
      const two = sample(sampler, second, contactOf(flip(onSecond), 1), first, contactOf(flip(onFirst), -1));
      // b reverses with the normal: direction j of one is -(direction -j) of the other.
      for (let j = 0; j < 12; j++) {
        const back = (12 - j + 6) % 12;
        expect(two.a[back]).toBeCloseTo(one.b[j], 10);
        expect(two.b[back]).toBeCloseTo(one.a[j], 10);
      }
      expect(two.coverage[0]).toBeCloseTo(one.coverage[0], 10);
      expect(one.coverage[0]).toBeLessThan(0.99);
    }
  });

  it(`textures rotate with their shape: rotating the frame rotates the friction (seed ${seed})`, () => {
    const random = seededRandom(seed + 1);
    const map = gaussianMap(64, 0.2, 0.9, seed);
    const one = surface({ map, mapping });
    const sampler = createSampler({ width: 0.3, directions: 16, method });
    // Rotations by 90° map the square window onto itself.
    for (let k = 0; k < 8; k++) {
      const [x, y] = [random(), random()];
      const before = sampleA(sampler, one, flatPose(x, y, 0.3)).a;
      const after = sampleA(sampler, one, flatPose(x, y, 0.3 + Math.PI / 2)).a;
      for (let j = 0; j < 16; j++) expect(after[j]).toBeCloseTo(before[(j + 4) % 16], method === 'exact' ? 9 : 2);
    }
    // On the whole map any angle works.
    const whole = createSampler({ width: 40, directions: 16, method, pixels: 256 });
    const straight = sampleA(whole, one, flatPose(0, 0, 0)).a;
    const oblique = sampleA(whole, one, flatPose(0, 0, Math.PI / 8)).a;
    for (let j = 0; j < 16; j++) expect(Math.abs(oblique[j] - straight[(j + 1) % 16])).toBeLessThan(0.01);
  });

  it(`friction depends on the local contact only: six faces of a box with one texture (seed ${seed})`, () => {
    const map = waveMap(64, 4, seed);
    const box = surface({ map, mapping: boxMapping({ halfExtents: [0.5, 0.5, 0.5], tile: 1 }) });
    const plane = surface({ map, mapping });
    const sampler = createSampler({ width: 0.3, directions: 8, method });
    const { mu } = sampleA(sampler, plane, flatPose(0.61, 0.43, 0));
    // Frames of the faces as in three.js.
    const faces: [number[], number[]][] = [
      [
        [1, 0, 0],
        [0, 0, -1],
      ],
      [
        [-1, 0, 0],
        [0, 0, 1],
      ],
      [
        [0, 1, 0],
        [1, 0, 0],
      ],
      [
        [0, -1, 0],
        [1, 0, 0],
      ],
      [
        [0, 0, 1],
        [1, 0, 0],
      ],
      [
        [0, 0, -1],
        [-1, 0, 0],
      ],
    ];
    for (const [normal, T] of faces) {
      const B = cross(normal, T);
      const point = normal.map((n, k) => 0.5 * n + (0.61 - 0.5) * T[k] + (0.43 - 0.5) * B[k]);
      const there = sampleA(sampler, box, { point, normal, t: T });
      for (const j of mu.keys()) expect(there.mu[j]).toBeCloseTo(mu[j], 9);
    }
  });

  it(`rotating everything together does not change friction (seed ${seed})`, () => {
    // The law transforms contacts to the frame of the shape; here both the shape and the contact are rotated.
    const random = seededRandom(seed + 2);
    const map = stoneMap(64, 9, seed);
    const one = surface({ map, mapping });
    const sampler = createSampler({ width: 0.2, directions: 8, method });
    for (let k = 0; k < 5; k++) {
      const q = randomQuaternion(random);
      const back = [-q[0], -q[1], -q[2], q[3]];
      const pose = flatPose(random(), random(), 6 * random());
      const world = { point: rotated(q, pose.point), normal: rotated(q, pose.normal), t: rotated(q, pose.t) };
      const again = {
        point: rotated(back, world.point),
        normal: rotated(back, world.normal),
        t: rotated(back, world.t),
      };
      const before = sampleA(sampler, one, pose);
      const after = sampleA(sampler, one, again);
      for (const j of before.mu.keys()) expect(after.mu[j]).toBeCloseTo(before.mu[j], method === 'exact' ? 2 : 9);
    }
  });

  it(`μ is convex: no direction is redundant in the set (seed ${seed})`, () => {
    const random = seededRandom(seed + 3);
    const maps = [
      stoneMap(64, 9, seed),
      sawtoothMap(64, 8, 0.2, 0.3),
      gaussianMap(32, 0.1, 1, seed),
      waveMap(64, 6, seed),
    ];
    for (const p of [1, 1.3, 2, 5]) {
      const k = 64;
      const sampler = createSampler({ width: 0.15, directions: k, method, sharpness: p });
      for (const map of maps) {
        const one = surface({ map, mapping });
        const { mu } = sample(
          sampler,
          one,
          contactOf(flatPose(random(), random(), 6 * random()), 1),
          one,
          contactOf(flatPose(random(), random(), 6 * random()), 1),
        );
        const top = Math.max(...mu);
        for (let j = 0; j < k; j++) {
          for (const apart of [1, 5, 15]) {
            // d_j is between d_j-n and d_j+n: 2 cos(n δ) d_j = d_j-n + d_j+n.
            const sides = mu[(j + k - apart) % k] + mu[(j + apart) % k];
            expect(2 * Math.cos((2 * Math.PI * apart) / k) * mu[j]).toBeLessThanOrEqual(sides + 1e-9 * top);
          }
        }
      }
    }
  });

  it('samples only where both surfaces cover: a quarter of the window at a corner of a box, nothing beyond it', () => {
    // Rough only for x > 0, while the box covers x < 0.
    const map = mapOf(64, 64, (i) => [i < 32 ? 0.1 : 10, 0]);
    const plane = surface({ map, mapping: planeMapping({ tile: 2, origin: [-1, -1, 0] }) });
    const box = surface({ map: mapOf(4, 4, () => [0, 0.2]), mapping: boxMapping({ halfExtents: [0.5, 0.5, 0.5] }) });
    const sampler = createSampler({ width: 0.4, directions: 4, method });
    const pose = flatPose(0, 0);
    const at = (x: number, y: number) =>
      sample(sampler, plane, contactOf(pose, 1), box, contactOf({ ...pose, point: [x, y, -0.5] }, -1));
    const corner = at(0.5, 0.5);
    expect(corner.coverage[0]).toBeCloseTo(0.25, 12);
    expect(corner.a[2]).toBeCloseTo((2 / Math.PI) * 0.1, 6);
    // u of the lower face runs along -x there; slopes along v = y face +y.
    expect(corner.b[1]).toBeCloseTo((2 / Math.PI) * 0.2, 6);
    expect(corner.b[3]).toBe(0);
    expect(at(0.5, 0).coverage[0]).toBeCloseTo(0.5, 12);
    expect(at(0, 0).coverage[0]).toBeCloseTo(1, 12);
    expect(at(0.75, 0).coverage[0]).toBe(0);
    expect(Array.from(at(0.75, 0).mu)).toEqual([0, 0, 0, 0]);
  });

  it('a null surface covers everything and adds no friction', () => {
    const sampler = createSampler({ width: 0.4, directions: 4, method });
    const contact = contactOf(flatPose(0, 0), 1);
    const { mu, coverage } = sample(sampler, null, contact, null, contact);
    expect(coverage[0]).toBe(1);
    expect(Array.from(mu)).toEqual([0, 0, 0, 0]);
  });

  it('wrap repeats the map, repeats its edge, or ends the texture', () => {
    const slope = (i: number) => (i === 0 ? 0.1 : i === 15 ? 0.4 : 0.2);
    const maps = (['repeat', 'clamp', 'none'] as const).map((wrap) => mapOf(16, 16, (i) => [slope(i), 0], wrap));
    const sampler = createSampler({ width: 2 / 16, directions: 4, method });
    const at = (map: NormalMap, x: number) => sampleA(sampler, surface({ map, mapping }), flatPose(x / 16, 0.5));
    const [repeat, clamp, none] = maps;
    const mu = (s: number) => (2 / Math.PI) * s;
    // One pixel on each side of the right edge, then of the left edge.
    expect(at(repeat, 16).a[2]).toBeCloseTo(mu(0.25), 6);
    expect(at(repeat, 16 * 1001).a[2]).toBeCloseTo(mu(0.25), 6);
    expect(at(repeat, -16 * 7).a[2]).toBeCloseTo(mu(0.25), 6);
    expect(at(clamp, 16).a[2]).toBeCloseTo(mu(0.4), 6);
    expect(at(clamp, 15).a[2]).toBeCloseTo(mu(0.3), 6);
    expect(at(clamp, 0).a[2]).toBeCloseTo(mu(0.1), 6);
    expect(at(clamp, -500).a[2]).toBeCloseTo(mu(0.1), 6);
    expect(at(none, 16).a[2]).toBeCloseTo(mu(0.4), 6);
    expect(at(none, 16).coverage[0]).toBeCloseTo(0.5, 12);
    expect(at(none, 17.5).coverage[0]).toBe(0);
    expect(at(none, 17.5).a[2]).toBe(0);
  });

  it('the mask scales single facets, saliency all of them', () => {
    const map = { ...mapOf(16, 16, () => [0.5, 0]), mask: new Float32Array(256).map((_, k) => (k % 16 < 8 ? 2 : 0)) };
    const sampler = createSampler({ width: 1, directions: 4, method, sharpness: 2 });
    const { a } = sampleA(sampler, surface({ map, mapping, saliency: 0.5 }), flatPose(0.5, 0.5));
    // (mean of (2 · 0.5)² over one half)^(1/2)
    expect(a[2]).toBeCloseTo(0.5 * (2 / Math.PI) * Math.SQRT1_2, 9);
  });

  it('non-finite and degenerate contacts cover nothing and do not affect later samples', () => {
    const sampler = createSampler({ width: 0.1, directions: 4, method });
    const one = surface({ map: gaussianMap(16, 1, 1, 1), mapping });
    const good = sampleA(sampler, one, flatPose(0.2, 0.2)).mu.slice();
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const { mu, coverage } = sampleA(sampler, one, { ...flatPose(0, 0), point: [bad, 0, 0] });
      expect([...mu, coverage[0]]).toEqual([0, 0, 0, 0, 0]);
    }
    expect(sampleA(sampler, one, flatPose(0.2, 0.2)).mu).toEqual(good);
    // Edge-on: t along the normal of the plane.
    const edge = sampleA(sampler, one, { point: [0.2, 0.2, 0], normal: [1, 0, 0], t: [0, 0, 1] });
    expect(edge.mu.every((x) => Number.isFinite(x) && x >= 0)).toBe(true);
  });

  it('huge slopes and saliency stay finite for every sharpness', () => {
    const map = mapOf(16, 16, (i) => [i % 2 === 0 ? 3e37 : 0, 0]);
    for (const sharpness of [1, 2.5, 8]) {
      const sampler = createSampler({ width: 1, directions: 4, method, sharpness });
      const { a } = sampleA(sampler, surface({ map, mapping, saliency: 1000 }), flatPose(0.5, 0.5));
      expect(a[2] / ((2 / Math.PI) * 3e40 * 0.5 ** (1 / sharpness))).toBeCloseTo(1, 6);
      expect(a[1]).toBe(0);
    }
  });

  it('writes into the same arrays with the same bits every time', () => {
    const sampler = createSampler({ width: 0.21, method, sharpness: 1.7 });
    const one = surface({ map: stoneMap(32, 5, 1), mapping });
    prepareSurface(sampler, one);
    const out = createPairSample(sampler);
    const contact = contactOf(flatPose(0.4, 0.1, 1), 1);
    const other = contactOf(flatPose(0.1, 0.7, 2), 1);
    const depth = new Float64Array(1);
    samplePair(sampler, one, contact, one, other, depth, out);
    const first = out.mu.slice();
    samplePair(sampler, one, other, null, other, depth, out);
    expect(out.mu).not.toEqual(first);
    samplePair(sampler, one, contact, one, other, depth, out);
    expect(out.mu).toEqual(first);
  });
});

describe('options', () => {
  const map = mapOf(2, 2, () => [0, 0]);
  it.each([
    [() => createSampler({ width: 0 }), /width must be > 0 m/],
    [() => createSampler({ width: Number.NaN }), /width must be a finite number/],
    [() => createSampler({ width: 1, directions: 3 }), /directions must be an integer from 4 to 64 \(got 3\)/],
    [() => createSampler({ width: 1, sharpness: 0.5 }), /sharpness must be a finite number >= 1/],
    [() => createSampler({ width: 1, sharpness: 9 }), /sharpness must be at most 8 \(got 9\)/],
    [() => createSampler({ width: 1, pixels: 0 }), /pixels must be an integer from 1/],
    [() => createSampler({ width: 1, method: 'magic' as 'table' }), /method must be one of table, exact/],
    [() => createSampler({ width: 1, tiles: 2 } as never), /unknown option 'tiles'/],
    [() => surface({ map, mapping, saliency: 1001 }), /saliency must be at most 1000 \(got 1001\)/],
    [() => surface({ map, mapping, saliency: -1 }), /saliency must be a finite number >= 0/],
    [() => surface({ map: null as never, mapping }), /map must be a normal map/],
    [() => surface({ map: { ...map, width: 3 }, mapping }), /two numbers for each of 3 x 2 pixels \(got 8\)/],
    [() => surface({ map, mapping: {} as never }), /mapping must be a texture mapping/],
    [() => surface({ map, mapping, pose: { rotation: [0, 0, 0, 2] } }), /unit quaternion/],
    [() => surface({ map, mapping, pose: { position: [0, 0] } }), /pose.position must be 3 finite numbers/],
  ])('%#', (make, message) => {
    expect(make).toThrow(message);
  });
});
