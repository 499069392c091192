import { describe, expect, test } from 'vitest';
import { embossed } from '../../src/generators/embossed.js';
import { brushedMetal, stone, woodGrain } from '../../src/generators/materials.js';
import { createRandom, fillGaussian, sineOf, smoothNoise } from '../../src/generators/random.js';
import { ridges, sawtooth, threads } from '../../src/generators/ridges.js';
import { gaussianRoughness, heightNoise } from '../../src/generators/roughness.js';
import { wovenCloth } from '../../src/generators/woven-cloth.js';
import type { NormalMap } from '../../src/maps/normal-map.js';
import { gapOfTiles, largestDifference, ploughing, statistics } from '../support.js';

const size = { width: 192, height: 128 };
const directions = Array.from({ length: 16 }, (_, k) => (2 * Math.PI * k) / 16);
const QUARTER = Math.PI / 2;

describe('random numbers', () => {
  test('normal numbers of seed 4 have the moments of a Gaussian', () => {
    const values = new Float64Array(200_000);
    fillGaussian(values, createRandom(4));
    const moment = (p: number) => values.reduce((sum, x) => sum + x ** p, 0) / values.length;
    // Within five standard deviations of each mean.
    expect(Math.abs(moment(1))).toBeLessThan(5 * Math.sqrt(1 / 2e5));
    expect(Math.abs(moment(2) - 1)).toBeLessThan(5 * Math.sqrt(2 / 2e5));
    expect(Math.abs(moment(3))).toBeLessThan(5 * Math.sqrt(15 / 2e5));
    expect(Math.abs(moment(4) - 3)).toBeLessThan(5 * Math.sqrt(96 / 2e5));
    let neighbours = 0;
    for (let k = 1; k < values.length; k++) neighbours += values[k] * values[k - 1];
    expect(Math.abs(neighbours / values.length)).toBeLessThan(5 * Math.sqrt(1 / 2e5));
  });

  test('smooth noise of seed 4 has the requested correlation lengths', () => {
    const [w, h] = [256, 256];
    const noise = smoothNoise(w, h, 6, 2, 4);
    // A Gaussian blur of deviation L gives the correlation exp(-d²/4L²).
    const correlation = (dx: number, dy: number) => {
      let sum = 0;
      for (let j = 0; j < h; j++) {
        for (let i = 0; i < w; i++) sum += noise[w * j + i] * noise[w * ((j + dy) % h) + ((i + dx) % w)];
      }
      return sum / (w * h);
    };
    expect(correlation(0, 0)).toBeCloseTo(1, 10);
    expect(Math.abs(correlation(6, 0) - Math.exp(-0.25))).toBeLessThan(0.06);
    expect(Math.abs(correlation(0, 2) - Math.exp(-0.25))).toBeLessThan(0.06);
    expect(Math.abs(correlation(0, 12))).toBeLessThan(0.1);
  });

  test('sineOf matches Math.sin', () => {
    for (let turns = -3; turns < 3; turns += 0.0371)
      expect(sineOf(turns)).toBeCloseTo(Math.sin(2 * Math.PI * turns), 12);
  });
});

describe('closed forms', () => {
  const gauss = (sigma: number) => ((2 / Math.PI) * sigma) / Math.sqrt(2 * Math.PI);

  test.each([1, 2, 3])(
    'isotropic Gaussian slopes, seed %i: 2/pi sigma / sqrt(2 pi) to 1 %%, 16 directions equal to 2 %%',
    (seed) => {
      const map = gaussianRoughness({ width: 256, height: 256, sigmaX: 1, sigmaY: 1, seed });
      const mus = directions.map((angle) => ploughing(map, angle));
      for (const mu of mus) expect(Math.abs(mu / gauss(1) - 1)).toBeLessThan(0.01);
      expect(Math.max(...mus) / Math.min(...mus)).toBeLessThan(1.02);
    },
  );

  test.each([1, 2, 3])('anisotropic Gaussian slopes 0.1 and 1, seed %i', (seed) => {
    const map = gaussianRoughness({ width: 256, height: 256, sigmaX: 0.1, sigmaY: 1, seed });
    for (const angle of directions) {
      const sigma = Math.hypot(0.1 * Math.cos(angle), Math.sin(angle));
      expect(Math.abs(ploughing(map, angle) / gauss(sigma) - 1)).toBeLessThan(0.01);
    }
  });

  test.each([1, 2, 3])(
    'height noise, seed %i: Ra / (pi pixel) in all directions, slopes of sqrt(pi/2) Ra / pixel',
    (seed) => {
      const map = heightNoise({ width: 256, height: 256, Ra: 1.5e-4, pixel: 1e-3, seed });
      const mu = 0.15 / Math.PI;
      for (const angle of directions) expect(Math.abs(ploughing(map, angle) / mu - 1)).toBeLessThan(0.015);
      const { deviationX, deviationY } = statistics(map);
      expect(deviationX / (0.15 * Math.sqrt(Math.PI / 2))).toBeCloseTo(1, 1.5);
      expect(deviationY / (0.15 * Math.sqrt(Math.PI / 2))).toBeCloseTo(1, 1.5);
    },
  );

  test('height noise without roughness is flat', () => {
    expect(statistics(heightNoise({ ...size, Ra: 0, pixel: 1e-3 })).largest).toBe(0);
  });

  test('sawtooth: two facets, equal means in both directions, no friction along the ridges', () => {
    const map = sawtooth({ ...size, period: 16, steepFraction: 0.25, depth: 3e-3, pixel: 1e-3 });
    const mu = ((2 / Math.PI) * 3) / 16;
    expect(ploughing(map, 0)).toBeCloseTo(mu, 6);
    expect(ploughing(map, Math.PI)).toBeCloseTo(mu, 6);
    expect(ploughing(map, QUARTER)).toBeLessThan(1e-9);
    // Twelve pixels rise gently towards +u, four fall steeply and face +u.
    for (let i = 0; i < 192; i++) expect(map.slopes[2 * i]).toBeCloseTo(i % 16 < 12 ? -3 / 12 : 3 / 4, 6);
  });

  test.each([
    ['x', 0],
    ['y', QUARTER],
    ['-x', Math.PI],
    ['-y', -QUARTER],
  ] as const)('sawtooth towards %s: the steep facets face there', (direction, angle) => {
    const map = sawtooth({ ...size, period: 8, depth: 2, pixel: 1, direction });
    const squares = (at: number) => {
      let sum = 0;
      for (let k = 0; k < map.slopes.length; k += 2) {
        const s = Math.max(0, Math.cos(at) * map.slopes[k] + Math.sin(at) * map.slopes[k + 1]);
        sum += s * s;
      }
      return sum / (192 * 128);
    };
    // Means of squares: depth² / (fraction period²), one steep pixel and seven gentle ones.
    expect(squares(angle)).toBeCloseTo(4 / 8, 5);
    expect(squares(angle + Math.PI)).toBeCloseTo(4 / (7 * 8), 5);
    expect(ploughing(map, angle + QUARTER)).toBeLessThan(1e-6);
  });

  test.each(['flat', 'round'] as const)('%s ridges: 2/pi depth / (period pixel) across, 0 along', (profile) => {
    for (const [direction, angle] of [
      ['x', 0],
      ['y', QUARTER],
    ] as const) {
      const map = ridges({ ...size, period: 32, depth: 4e-3, pixel: 5e-4, profile, direction });
      for (const way of [angle, angle + Math.PI]) {
        expect(ploughing(map, way)).toBeCloseTo(((2 / Math.PI) * 4) / 16, 5);
      }
      expect(ploughing(map, angle + QUARTER)).toBeLessThan(1e-6);
    }
  });

  test.each([
    ['right', 1],
    ['left', 1],
    ['right', 3],
  ] as const)('threads, %s-handed with %i starts: free along the helix alone', (hand, starts) => {
    const [radius, pitch, depth] = [2e-3, 7e-4, 4.3e-4];
    const map = threads({ width: 256, height: 128, radius, pitch, turns: 4, starts, depth, hand });
    const lead = Math.atan2((hand === 'right' ? 1 : -1) * starts * pitch, 2 * Math.PI * radius);
    expect(ploughing(map, lead)).toBeLessThan(1e-7);
    expect(ploughing(map, lead + Math.PI)).toBeLessThan(1e-7);
    // Across: facets of slope 2 depth / (pitch cos lead), except for the pixels at the kinks.
    const across = ((2 / Math.PI) * depth) / (pitch * Math.cos(lead));
    for (const way of [lead + QUARTER, lead - QUARTER]) {
      expect(ploughing(map, way) / across).toBeLessThan(1.001);
      expect(ploughing(map, way) / across).toBeGreaterThan(0.95);
    }
    expect(statistics(map).largest).toBeCloseTo((2 * depth) / pitch, 4);
  });
});

describe('materials', () => {
  test('woven cloth: equal along both yarns, which pass alternately over and under', () => {
    const map = wovenCloth({ width: 128, height: 128, period: 16, depth: 4, pixel: 1 });
    expect(ploughing(map, 0) / ploughing(map, QUARTER)).toBeCloseTo(1, 5);
    expect(ploughing(map, 0)).toBeGreaterThan(0.03);
    const shifted = (dx: number, dy: number) =>
      map.slopes.map((_, k) => {
        const [i, j] = [((k >> 1) + dx) % 128, (Math.floor(k / 256) + dy) % 128];
        return map.slopes[2 * (128 * j + (i % 128)) + (k % 2)];
      });
    expect(largestDifference(map.slopes, shifted(32, 0))).toBeLessThan(1e-6);
    expect(largestDifference(map.slopes, shifted(16, 16))).toBeLessThan(1e-6);
    expect(largestDifference(map.slopes, shifted(16, 0))).toBeGreaterThan(0.1);
  });

  test('woven cloth: the yarn along v is on top in the first cell, the one along u in the next', () => {
    const map = wovenCloth({ width: 64, height: 64, period: 16, depth: 4, pixel: 1, crimp: 0.3 });
    const squares = (cell: number, axis: number) => {
      let sum = 0;
      for (let j = 0; j < 16; j++) {
        for (let i = 0; i < 16; i++) sum += map.slopes[2 * (64 * j + 16 * cell + i) + axis] ** 2;
      }
      return sum;
    };
    // Steep across the round yarn, gentle along it.
    expect(squares(0, 0)).toBeGreaterThan(1.5 * squares(0, 1));
    expect(squares(1, 1)).toBeGreaterThan(1.5 * squares(1, 0));
  });

  test('stone: isotropic in 16 directions within 10 %', () => {
    const map = stone({ width: 256, height: 256, Ra: 1e-4, pixel: 2e-4 });
    const mus = directions.map((angle) => ploughing(map, angle));
    expect(Math.min(...mus)).toBeGreaterThan(0.02);
    expect(Math.max(...mus) / Math.min(...mus)).toBeLessThan(1.1);
  });

  test.each([
    ['brushed metal', brushedMetal, 10],
    ['wood', woodGrain, 3],
  ] as const)('%s: rough across, smooth along, either way round', (_, make, ratio) => {
    const along = make({ ...size, Ra: 5e-5, pixel: 2e-4 });
    expect(ploughing(along, QUARTER) / ploughing(along, 0)).toBeGreaterThan(ratio);
    const transposed = make({ width: 128, height: 192, Ra: 5e-5, pixel: 2e-4, direction: 'y' });
    expect(ploughing(transposed, 0)).toBeCloseTo(ploughing(along, QUARTER), 6);
  });

  test('roughness is proportional to Ra', () => {
    for (const make of [heightNoise, stone, brushedMetal, woodGrain]) {
      const [one, two] = [1e-5, 2e-5].map((Ra) => ploughing(make({ width: 64, height: 64, Ra, pixel: 1e-4 }), 1));
      expect(two / one).toBeCloseTo(2, 5);
    }
  });

  const square = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.75, 0.75],
    [0.25, 0.75],
  ] as const;
  const hole = [
    [0.4, 0.4],
    [0.6, 0.4],
    [0.6, 0.6],
    [0.4, 0.6],
  ] as const;

  test('embossed: flat except for edges of slope depth / bevel facing outwards, with a hole', () => {
    const map = embossed({ width: 80, height: 80, depth: 2e-3, bevel: 4e-3, pixel: 1e-3, outlines: [square, hole] });
    const at = (i: number, j: number) =>
      [...map.slopes.subarray(2 * (80 * j + i), 2 * (80 * j + i) + 2)].map((s) => s + 0);
    const near = (i: number, j: number, x: number, y: number) => {
      expect(at(i, j)[0]).toBeCloseTo(x, 6);
      expect(at(i, j)[1]).toBeCloseTo(y, 6);
    };
    for (const i of [18, 19, 20, 21]) near(i, 40, -0.5, 0);
    for (const i of [58, 59, 60, 61]) near(i, 40, 0.5, 0);
    for (const j of [18, 19, 20, 21]) near(40, j, 0, -0.5);
    for (const i of [30, 31, 32, 33]) near(i, 40, 0.5, 0);
    for (const [i, j] of [
      [0, 0],
      [17, 40],
      [22, 40],
      [26, 26],
      [40, 40],
      [62, 40],
      [79, 79],
    ])
      near(i, j, 0, 0);
  });

  test('embossed from a raster: the same logo within half a pixel', () => {
    // Rows from the top; raised in the right half of the lower half.
    const raster = Float32Array.from({ length: 1600 }, (_, k) => (k % 40 >= 20 && k >= 800 ? 1 : 0));
    const map = embossed({ width: 40, height: 40, depth: 1, bevel: 5, pixel: 1, raster });
    const rise = (j: number, from: number, to: number) => {
      let sum = 0;
      for (let i = from; i < to; i++) sum -= map.slopes[2 * (40 * j + i)];
      return sum;
    };
    expect(rise(10, 10, 30)).toBeCloseTo(1, 5);
    // The middle of the edge is at 20, the raster's border.
    expect(Math.abs(rise(10, 10, 20) - 0.5)).toBeLessThan(0.11);
    expect(rise(30, 10, 30)).toBeCloseTo(0, 5);
    expect(statistics(map).largest).toBeCloseTo(0.2, 5);
  });
});

const all: [string, (seed: number, options?: object) => NormalMap][] = [
  ['gaussianRoughness', (seed, o) => gaussianRoughness({ ...size, sigmaX: 0.1, sigmaY: 0.3, seed, ...o })],
  ['heightNoise', (seed, o) => heightNoise({ ...size, Ra: 1e-4, pixel: 1e-3, seed, ...o })],
  ['stone', (seed, o) => stone({ ...size, Ra: 1e-4, pixel: 1e-3, seed, ...o })],
  ['brushedMetal', (seed, o) => brushedMetal({ ...size, Ra: 1e-4, pixel: 1e-3, seed, ...o })],
  ['woodGrain', (seed, o) => woodGrain({ ...size, Ra: 1e-4, pixel: 1e-3, seed, ...o })],
];
const still: [string, (options?: object) => NormalMap][] = [
  ['sawtooth', (o) => sawtooth({ ...size, depth: 1, pixel: 1, period: 16, steepFraction: 0.17, ...o })],
  ['ridges', (o) => ridges({ ...size, depth: 1, pixel: 1, period: 16, ...o })],
  ['threads', (o) => threads({ ...size, radius: 0.01, pitch: 0.01, starts: 2, turns: 3, ...o })],
  ['wovenCloth', (o) => wovenCloth({ ...size, depth: 1, pixel: 1, period: 16, ...o })],
  ['embossed', (o) => embossed({ ...size, depth: 1, pixel: 1, bevel: 3, raster: new Uint8Array(192 * 128), ...o })],
];

describe('all generators', () => {
  test.each(all)('%s: equal seeds give equal bits, other seeds other textures', (_, make) => {
    expect(make(5).slopes).toEqual(make(5).slopes);
    expect(largestDifference(make(5).slopes, make(6).slopes)).toBeGreaterThan(0.01);
    expect(make(5)).toMatchObject({ width: 192, height: 128, wrap: 'repeat', mask: null, warnings: [] });
  });

  test.each<[string, NormalMap]>([
    ...all.slice(1).map(([name, make]): [string, NormalMap] => [name, make(5)]),
    ...still.slice(0, 4).map(([name, make]): [string, NormalMap] => [name, make()]),
  ])('%s: heights match at the tiled edges', (_, map) => {
    expect(statistics(map).largest).toBeGreaterThan(0.01);
    expect(gapOfTiles(map)).toBeLessThan(1e-4);
  });

  test.each([...all.map(([name, make]) => [name, (o: object) => make(1, o)] as const), ...still])(
    '%s rejects invalid options',
    (name, make) => {
      expect(() => make({ width: 0 })).toThrow(`${name}: width must be an integer from 1 to 16384 (got 0)`);
      expect(() => make({ height: Number.NaN })).toThrow(
        `${name}: height must be an integer from 1 to 16384 (got NaN)`,
      );
      expect(() => make({ colour: 1 })).toThrow(`${name}: unknown option 'colour'`);
    },
  );

  test.each<[string, () => NormalMap, string]>([
    ['a negative seed', () => all[1][1](-1), 'heightNoise: seed must be an integer from 0 to 4294967295 (got -1)'],
    [
      'a negative sigma',
      () => all[0][1](1, { sigmaX: -1 }),
      'gaussianRoughness: sigmaX must be a finite number >= 0 (got -1)',
    ],
    ['a negative Ra', () => all[1][1](1, { Ra: -1 }), 'heightNoise: Ra must be a finite number >= 0 m (got -1)'],
    ['no pixel', () => all[2][1](1, { pixel: 0 }), 'stone: pixel must be a finite number > 0 m (got 0)'],
    ['no pits', () => all[2][1](1, { pit: 0 }), 'stone: pit must be a finite number > 0 (got 0)'],
    [
      'a scratch of no length',
      () => all[3][1](1, { scratch: 0 }),
      'brushedMetal: scratch must be a finite number > 0 (got 0)',
    ],
    ['half a ring', () => all[4][1](1, { rings: 0.5 }), 'woodGrain: rings must be an integer from 1 to 1000 (got 0.5)'],
    ['an oblique grain', () => all[4][1](1, { direction: 'z' }), 'woodGrain: direction must be one of x, y (got z)'],
    [
      'a period that does not fit',
      () => still[0][1]({ period: 10 }),
      'sawtooth: width must be a multiple of period = 10 pixels so that the map tiles (got 192)',
    ],
    ['a steep fraction of 1', () => still[0][1]({ steepFraction: 1 }), 'sawtooth: steepFraction must be < 1 (got 1)'],
    ['a negative depth', () => still[1][1]({ depth: -1 }), 'ridges: depth must be a finite number >= 0 m (got -1)'],
    ['half a start', () => still[2][1]({ starts: 0.5 }), 'threads: starts must be an integer from 1 to 1000 (got 0.5)'],
    [
      'an odd number of yarns',
      () => still[3][1]({ width: 48 }),
      'wovenCloth: width must be a multiple of two periods = 32 pixels so that the map tiles (got 48)',
    ],
    ['too much crimp', () => still[3][1]({ crimp: 2 }), 'wovenCloth: crimp must be at most 1 (got 2)'],
    ['no logo', () => still[4][1]({ raster: undefined }), 'embossed: either outlines or raster must be given'],
    [
      'a short raster',
      () => still[4][1]({ raster: [1] }),
      'embossed: raster must have 192 x 128 = 24576 numbers (got 1)',
    ],
    [
      'a line',
      () =>
        still[4][1]({
          raster: undefined,
          outlines: [
            [
              [0, 0],
              [1, 1],
            ],
          ],
        }),
      'embossed: outlines[0] must have 3 or more corners (got 2)',
    ],
    [
      'no outline',
      () => still[4][1]({ raster: undefined, outlines: [] }),
      'embossed: outlines must have at least one outline',
    ],
  ])('%s throws', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
