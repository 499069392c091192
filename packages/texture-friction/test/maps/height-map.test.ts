import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { type HeightMapOptions, heightMap } from '../../src/maps/height-map.js';
import { normalMap } from '../../src/maps/normal-map.js';
import { toPixels } from '../../src/maps/pixels.js';
import { largestDifference, ploughing } from '../support.js';

/** Heights h(x, y) at integer positions, first row at the bottom. */
function sampled(width: number, height: number, h: (x: number, y: number) => number) {
  const data = Float64Array.from({ length: width * height }, (_, k) => h(k % width, Math.floor(k / width)));
  return { width, height, data, flipY: false };
}

describe('slopes of heights', () => {
  test.each(['facet', 'central'] as const)(
    '%s: planes are exact up to the edge, where the map does not repeat',
    (stencil) => {
      for (const wrap of ['clamp', 'none'] as const) {
        const plane = sampled(7, 5, (x, y) => 0.3 * x - 0.2 * y);
        const { slopes, warnings } = heightMap({ ...plane, pixel: [0.5, 0.25], wrap, stencil });
        const expected = Array.from({ length: 70 }, (_, k) => (k % 2 === 0 ? -0.6 : 0.8));
        expect(largestDifference(slopes, expected)).toBeLessThan(1e-6);
        expect(warnings).toEqual([]);
      }
    },
  );

  test.each([
    ['facet', 0.5],
    ['central', 0],
  ] as const)('%s: second order for a wave, that lies %d pixels beside the heights', (stencil, offset) => {
    const errors = [32, 64].map((n) => {
      const k = (2 * Math.PI) / n;
      const { slopes } = heightMap({
        ...sampled(n, n, (x, y) => (Math.sin(k * x) * Math.cos(2 * k * y)) / k),
        pixel: 1,
        stencil,
      });
      const exact = Array.from({ length: 2 * n * n }, (_, at) => {
        const x = k * (((at >> 1) % n) + offset);
        const y = k * (Math.floor((at >> 1) / n) + offset);
        return at % 2 === 0 ? -Math.cos(x) * Math.cos(2 * y) : 2 * Math.sin(x) * Math.sin(2 * y);
      });
      return largestDifference(slopes, exact);
    });
    expect(errors[0]).toBeLessThan(0.06);
    expect(errors[0] / errors[1]).toBeGreaterThan(3.5);
  });

  test('a step is one facet of full slope, which central differences spread over two', () => {
    const step = sampled(8, 3, (x) => (x < 4 ? 0 : 1));
    const row = (stencil: 'facet' | 'central') =>
      [...heightMap({ ...step, pixel: 1, stencil, wrap: 'clamp' }).slopes].filter((_, k) => k % 2 === 0).slice(0, 8);
    expect(row('facet').map((s) => s + 0)).toEqual([0, 0, 0, -1, 0, 0, 0, 0]);
    expect(row('central').map((s) => s + 0)).toEqual([0, 0, 0, -0.5, -0.5, 0, 0, 0]);
  });

  const seed = 17;
  test(`friction is the sum of the rises over the length, seed ${seed}`, () => {
    const random = seededRandom(seed);
    const profile = Array.from({ length: 50 }, () => random());
    let rises = 0;
    profile.forEach((h, i) => {
      rises += Math.max(0, profile[(i + 1) % 50] - h);
    });
    const map = heightMap({ ...sampled(50, 4, (x) => profile[x]), pixel: 0.1 });
    const expected = ((2 / Math.PI) * rises) / (50 * 0.1);
    expect(ploughing(map, 0)).toBeCloseTo(expected, 6);
    expect(ploughing(map, Math.PI)).toBeCloseTo(expected, 6);
    expect(ploughing(map, Math.PI / 2)).toBeLessThan(1e-12);
  });

  test('a single pixel, row or column has no slope across it', () => {
    for (const wrap of ['repeat', 'clamp'] as const) {
      for (const stencil of ['facet', 'central'] as const) {
        expect(
          [...heightMap({ width: 1, height: 1, data: [3], pixel: 1, wrap, stencil }).slopes].map(Math.abs),
        ).toEqual([0, 0]);
        const row = heightMap({ width: 3, height: 1, data: [0, 1, 2], pixel: 1, wrap: 'clamp', stencil }).slopes;
        expect([...row].map((s) => s + 0)).toEqual([-1, 0, -1, 0, -1, 0]);
      }
    }
  });
});

describe('height images', () => {
  test('white is high, the first row is the top', () => {
    const data = Uint8Array.of(255, 255, 0, 0);
    const map = heightMap({ width: 2, height: 2, data, pixel: 2, amplitude: 1, wrap: 'clamp' });
    expect(largestDifference(map.slopes, [0, -0.5, 0, -0.5, 0, -0.5, 0, -0.5])).toBeLessThan(1e-7);
  });

  test('reads 16 bits and additional channels', () => {
    const data = Uint16Array.of(0, 9, 9, 65535, 9, 9);
    const map = heightMap({
      width: 2,
      height: 1,
      channels: 3,
      depth: 16,
      data,
      pixel: 1,
      amplitude: 0.5,
      wrap: 'clamp',
    });
    expect(largestDifference(map.slopes, [-0.5, 0, -0.5, 0])).toBeLessThan(1e-7);
  });

  test('warns about steep 8-bit steps', () => {
    const data = Uint8Array.from({ length: 64 }, (_, k) => 3 * k);
    const warnings = (pixel: number) =>
      heightMap({ width: 8, height: 8, data, pixel, amplitude: 1e-2 }).warnings.join();
    expect(warnings(1e-4)).toContain('8-bit heights come in steps with a slope of 0.39');
    expect(warnings(1e-3)).toBe('');
  });

  test('the slopes of a height map survive conversion to a normal map', () => {
    const map = heightMap({
      ...sampled(32, 32, (x, y) => Math.sin(x / 5.0929581789) * Math.cos(y / 5.0929581789)),
      pixel: 1,
    });
    const back = normalMap(toPixels(map, { depth: 16 }));
    expect(largestDifference(back.slopes, map.slopes)).toBeLessThan(1e-4);
  });
});

describe('invalid options', () => {
  const good = { width: 2, height: 2, data: [0, 1, 2, 3], pixel: 1 };
  test.each<[string, object, string]>([
    ['no pixel', { pixel: undefined }, 'pixel must be a finite number > 0 m (got undefined)'],
    ['a pixel without size', { pixel: 0 }, 'pixel must be a finite number > 0 m (got 0)'],
    ['three sizes', { pixel: [1, 1, 1] }, 'pixel must be one or two numbers (got 1,1,1)'],
    ['no width', { width: 0 }, 'width must be an integer from 1 to 16384 (got 0)'],
    ['too little data', { data: [1, 2, 3], channels: 1 }, 'data must have 2 x 2 x 1 = 4 numbers (got 3)'],
    ['not finite', { data: [0, 1, Number.POSITIVE_INFINITY, 0] }, 'data must be finite (got Infinity at 0, 1)'],
    ['strings', { data: 'heights' }, 'data must be a Uint8Array'],
    ['nothing', { data: undefined }, 'data must be a Uint8Array'],
    ['an image without amplitude', { data: new Uint8Array(4) }, 'amplitude must be the height of white above black'],
    ['an unknown stencil', { stencil: 'sobel' }, 'stencil must be one of facet, central (got sobel)'],
    ['a misspelt option', { amplitud: 1 }, "unknown option 'amplitud'"],
    ['a short mask', { mask: [1] }, 'mask must be 2 x 2 = 4 numbers (got 1)'],
  ])('%s', (_, wrong, message) => {
    expect(() => heightMap({ ...good, ...wrong } as HeightMapOptions)).toThrow(message);
  });

  test('warns about equal heights', () => {
    expect(heightMap({ ...good, data: [1, 1, 1, 1] }).warnings).toEqual(['all heights are equal: there is no texture']);
  });
});
