import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { gaussianRoughness } from '../../src/generators/roughness.js';
import { MAX_SLOPE, type NormalMapOptions, normalMap } from '../../src/maps/normal-map.js';
import { toPixels } from '../../src/maps/pixels.js';
import { largestDifference } from '../support.js';

/** 4 x 3 pixels of the same colour. */
function plain(
  colour: readonly number[],
  Kind: typeof Uint8Array | typeof Uint16Array | typeof Float32Array = Uint8Array,
) {
  const data = new Kind(12 * colour.length);
  for (let k = 0; k < data.length; k++) data[k] = colour[k % colour.length];
  return { width: 4, height: 3, channels: colour.length, data };
}

/** 16-bit colours of normals with these slopes, one pixel each. */
function encoded(slopes: readonly (readonly [number, number])[]): Uint16Array {
  return Uint16Array.from(
    slopes.flatMap(([x, y]) => {
      const z = 1 / Math.sqrt(1 + x * x + y * y);
      return [x * z, y * z, z].map((n) => Math.round(32767.5 * (n + 1)));
    }),
  );
}

describe('flat maps', () => {
  test.each([
    ['8 bits, 128', plain([128, 128, 255])],
    ['8 bits, 127', plain([127, 127, 255])],
    ['8 bits, mixed', plain([127, 128, 255, 0])],
    ['8 bits clamped', { ...plain([128, 128, 255]), data: new Uint8ClampedArray(plain([128, 128, 255]).data) }],
    ['16 bits', plain([32768, 32767, 65535], Uint16Array)],
    ['fractions', plain([0.5, 0.5, 1], Float32Array)],
    ['two channels', plain([128, 127])],
  ])('%s: has no slope', (_, pixels) => {
    const map = normalMap(pixels);
    expect(map.slopes.length).toBe(24);
    expect(map.slopes.every((s) => s === 0)).toBe(true);
    expect(map.warnings).toEqual(['all pixels are flat: there is no texture']);
  });
});

describe('slopes', () => {
  // Rows from the top: A B over C D.
  const [A, B, C, D] = [
    [0.5, -0.25],
    [-1, 0],
    [0, 2],
    [0.1, 0.3],
  ] as const;
  const picture = { width: 2, height: 2, channels: 3, data: encoded([A, B, C, D]) };
  const near = (options: Partial<NormalMapOptions>, expected: readonly (readonly number[])[]) =>
    expect(largestDifference(normalMap({ ...picture, ...options }).slopes, expected.flat())).toBeLessThan(2e-4);
  const down = ([x, y]: readonly [number, number]) => [x, -y];

  test('the first row is the top, v = 1, and green points up', () => {
    near({}, [C, D, A, B]);
  });

  test('DirectX: green points down', () => {
    near({ convention: 'directx' }, [down(C), down(D), down(A), down(B)]);
  });

  test('flipY false: the first row is at v = 0, and v runs down the image', () => {
    near({ flipY: false }, [down(A), down(B), down(C), down(D)]);
    near({ flipY: false, convention: 'directx' }, [A, B, C, D]);
  });

  test('scale multiplies the slopes, together or per axis', () => {
    near(
      { scale: 0.5 },
      [C, D, A, B].map(([x, y]) => [0.5 * x, 0.5 * y]),
    );
    near(
      { scale: [2, -1] },
      [C, D, A, B].map(([x, y]) => [2 * x, -y]),
    );
  });

  test('the length of the vectors does not matter', () => {
    const shorter = Float32Array.from(picture.data, (c) => 0.5 + 0.4 * (c / 65535 - 0.5));
    near({ data: shorter }, [C, D, A, B]);
  });

  test('two channels: z is reconstructed', () => {
    const data = picture.data.filter((_, k) => k % 3 !== 2);
    near({ channels: 2, data }, [C, D, A, B]);
  });

  test('8 bits: mirrored colours give exactly opposite slopes', () => {
    const seed = 5;
    const random = seededRandom(seed);
    const data = Uint8Array.from({ length: 3 * 64 }, (_, k) => (k % 3 === 2 ? 200 : 256 * random()));
    const mirrored = data.map((c, k) => (k % 3 === 2 ? c : 255 - c));
    const size = { width: 8, height: 8 };
    const [a, b] = [normalMap({ ...size, data }), normalMap({ ...size, data: mirrored })];
    expect(a.slopes.some((s) => s > 0.1)).toBe(true);
    expect(
      largestDifference(
        a.slopes,
        b.slopes.map((s) => -s),
      ),
    ).toBe(0);
  });

  test('facets that are too steep or face inwards are clamped to 85 degrees and counted', () => {
    const data = Uint8Array.of(255, 128, 0, 128, 0, 128, 128, 128, 0, 128, 128, 255);
    const map = normalMap({ width: 4, height: 1, data });
    const expected = [MAX_SLOPE, 0, 0, -MAX_SLOPE, 0, 0, 0, 0];
    expect(MAX_SLOPE).toBeCloseTo(Math.tan((85 * Math.PI) / 180), 12);
    expect(largestDifference(map.slopes, expected)).toBeLessThan(1e-6);
    expect(map.warnings.join()).toContain('75 % of the pixels are steeper');
  });
});

describe('round trip through pixels', () => {
  const seed = 3;
  const map = gaussianRoughness({ width: 64, height: 32, sigmaX: 0.2, sigmaY: 1, seed });
  test.each([
    [8, 'opengl', true],
    [8, 'directx', true],
    [8, 'opengl', false],
    [16, 'directx', false],
    [16, 'opengl', true],
  ] as const)(`%i bits, %s, flipY %s, seed ${seed}`, (depth, convention, flipY) => {
    const pixels = toPixels(map, { depth, convention, flipY });
    expect(pixels.data.length).toBe(3 * 64 * 32);
    const back = normalMap({ ...pixels, convention, flipY });
    expect(back.warnings).toEqual([]);
    const steps = depth === 8 ? 127 : 32767;
    for (let k = 0; k < map.slopes.length; k += 2) {
      const s = Math.hypot(map.slopes[k], map.slopes[k + 1]);
      const bound = ((1 + s) * Math.sqrt(1 + s * s)) / steps;
      expect(Math.abs(back.slopes[k] - map.slopes[k])).toBeLessThan(bound);
      expect(Math.abs(back.slopes[k + 1] - map.slopes[k + 1])).toBeLessThan(bound);
    }
  });

  test('the mask is stored in alpha', () => {
    const mask = Float32Array.from({ length: 64 * 32 }, (_, k) => (k % 101) / 100);
    const pixels = toPixels({ ...map, mask }, { channels: 4, depth: 16 });
    const back = normalMap({ ...pixels, mask: 'alpha' });
    expect(largestDifference(back.mask ?? [], mask)).toBeLessThan(1e-4);
    expect(toPixels(map, { channels: 4 }).data[3]).toBe(255);
  });

  test('options are checked', () => {
    expect(() => toPixels(map, { depth: 12 as 8 })).toThrow('toPixels: depth must be 8 or 16 (got 12)');
    expect(() => toPixels(map, { channels: 2 as 3 })).toThrow(
      'toPixels: channels must be an integer from 3 to 4 (got 2)',
    );
    expect(() => toPixels(map, { convention: 'metal' as 'opengl' })).toThrow('toPixels: convention must be one of');
  });
});

describe('input', () => {
  const good = {
    width: 2,
    height: 2,
    channels: 3,
    data: encoded([
      [0, 0.1],
      [0.1, 0],
      [0, 0],
      [0.2, 0],
    ]),
  };

  test('accepts the result of a PNG decoder', () => {
    const map = normalMap({ ...good, depth: 16, text: {}, resolution: { x: 1, y: 1, unit: 0 } });
    expect([map.width, map.height, map.wrap, map.mask]).toEqual([2, 2, 'repeat', null]);
  });

  test('the rows of the mask match the data', () => {
    const map = normalMap({ ...good, mask: [1, 2, 3, 4], wrap: 'clamp' });
    expect([...(map.mask ?? [])]).toEqual([3, 4, 1, 2]);
    expect(map.wrap).toBe('clamp');
    expect([...(normalMap({ ...good, mask: [1, 2, 3, 4], flipY: false }).mask ?? [])]).toEqual([1, 2, 3, 4]);
  });

  test.each<[string, object, string]>([
    ['no width', { width: 0 }, 'width must be an integer from 1 to 16384 (got 0)'],
    ['half a height', { height: 1.5 }, 'height must be an integer from 1 to 16384 (got 1.5)'],
    ['too little data', { data: new Uint8Array(11) }, 'data must have 2 x 2 x 3 = 12 numbers (got 11)'],
    ['no data', { data: undefined }, 'data must be a Uint8Array'],
    ['a plain array', { data: [1, 2, 3] }, 'data must be a Uint8Array'],
    ['not finite', { data: new Float32Array(12).fill(Number.NaN) }, 'fractions from 0 to 1 (got NaN at 0)'],
    ['from -1 to 1', { data: new Float32Array(12).fill(-0.5) }, 'fractions from 0 to 1 (got -0.5 at 0)'],
    ['one channel', { channels: 1, data: new Uint8Array(4) }, 'use heightMap for a height map'],
    ['five channels', { channels: 5 }, 'channels must be an integer from 1 to 4 (got 5)'],
    ['a different depth', { depth: 8 }, 'depth must be 16 to match the data (got 8)'],
    ['a palette', { palette: [[0, 0, 0]] }, 'palette images are not supported'],
    ['a misspelt option', { scael: 1 }, "unknown option 'scael'"],
    [
      'an infinite scale',
      { scale: Number.POSITIVE_INFINITY },
      'scale must be one or two finite numbers (got Infinity)',
    ],
    ['three scales', { scale: [1, 1, 1] }, 'scale must be one or two finite numbers'],
    ['an unknown convention', { convention: 'vulkan' }, 'convention must be one of opengl, directx (got vulkan)'],
    ['an unknown wrap', { wrap: 'mirror' }, 'wrap must be one of repeat, clamp, none (got mirror)'],
    ['flipY as a string', { flipY: 'yes' }, 'flipY must be true or false (got yes)'],
    ['a short mask', { mask: [1] }, 'mask must be 2 x 2 = 4 numbers (got 1)'],
    ['a negative mask', { mask: [1, 1, -1, 1] }, 'mask must be finite and >= 0 (got -1 at 0, 1)'],
    ['an alpha mask without alpha channel', { mask: 'alpha' }, "mask 'alpha' needs 4 channels (got 3)"],
  ])('%s throws', (_, wrong, message) => {
    expect(() => normalMap({ ...good, ...wrong } as NormalMapOptions)).toThrow(message);
  });
});
