import { describe, expect, test } from 'vitest';
import { embossed } from '../../src/generators/embossed.js';
import { brushedMetal, stone, woodGrain } from '../../src/generators/materials.js';
import { smoothNoise } from '../../src/generators/random.js';
import { ridges, sawtooth, threads } from '../../src/generators/ridges.js';
import { gaussianRoughness, heightNoise } from '../../src/generators/roughness.js';
import { wovenCloth } from '../../src/generators/woven-cloth.js';
import { heightMap } from '../../src/maps/height-map.js';
import { type NormalMap, normalMap } from '../../src/maps/normal-map.js';
import { toPixels } from '../../src/maps/pixels.js';

const size = { width: 128, height: 128 };
const conventions = ['opengl', 'directx'] as const;
const FLIPPED = 'green looks flipped';

/** Bumps of the given width, with slopes of about the given size. */
function bumps(width: number, slope: number, seed: number, stencil: 'facet' | 'central' = 'facet'): NormalMap {
  const heights = smoothNoise(128, 128, width, width, seed).map((h) => slope * width * h);
  return heightMap({ ...size, data: heights, pixel: 1, stencil });
}

/** Slopes by Sobel filters, which many tools use to create normal maps from heights. */
function sobel(width: number, seed: number): NormalMap {
  const h = smoothNoise(128, 128, width, width, seed);
  const at = (i: number, j: number) => h[128 * ((j + 128) % 128) + ((i + 128) % 128)];
  const slopes = new Float32Array(2 * 128 * 128);
  for (let j = 0; j < 128; j++) {
    for (let i = 0; i < 128; i++) {
      const k = 2 * (128 * j + i);
      for (const [o, weight] of [
        [-1, 1],
        [0, 2],
        [1, 1],
      ] as const) {
        slopes[k] -= (0.3 * width * weight * (at(i + 1, j + o) - at(i - 1, j + o))) / 8;
        slopes[k + 1] -= (0.3 * width * weight * (at(i + o, j + 1) - at(i + o, j - 1))) / 8;
      }
    }
  }
  return { ...size, slopes, mask: null, wrap: 'repeat', warnings: [] };
}

const logo = [
  [
    [0.2, 0.2],
    [0.8, 0.3],
    [0.6, 0.8],
    [0.3, 0.7],
  ],
] as const;

describe('flipped green', () => {
  test.each<[string, NormalMap]>([
    ['small bumps', bumps(1.5, 0.3, 1)],
    ['bumps', bumps(5, 0.3, 2)],
    ['bumps, central differences', bumps(5, 0.3, 3, 'central')],
    ['wide gentle bumps that 8 bits hardly show', bumps(12, 0.04, 4)],
    ['bumps by Sobel', sobel(4, 5)],
    ['sharp bumps by Sobel', sobel(1, 6)],
    ['independent heights', heightNoise({ ...size, Ra: 0.3, pixel: 1, seed: 7 })],
    ['stone', stone({ ...size, Ra: 1e-4, pixel: 2e-4, seed: 8 })],
    ['woven cloth', wovenCloth({ ...size, depth: 4, pixel: 1, period: 16 })],
    ['threads', threads({ ...size, radius: 0.01, pitch: 0.01, starts: 4, turns: 4 })],
    ['a logo on a flat ground', embossed({ ...size, depth: 2, bevel: 3, pixel: 1, outlines: logo })],
  ])('%s: flipped green is detected in both conventions', (_, map) => {
    for (const written of conventions) {
      for (const flipY of [true, false]) {
        for (const read of conventions) {
          const { warnings } = normalMap({ ...toPixels(map, { convention: written, flipY }), convention: read, flipY });
          if (written === read) expect(warnings).toEqual([]);
          else expect(warnings).toEqual([expect.stringContaining(FLIPPED)]);
        }
      }
    }
  });

  test('the warning names the other convention', () => {
    const map = bumps(5, 0.3, 2);
    expect(normalMap({ ...toPixels(map, { convention: 'directx' }) }).warnings[0]).toContain("convention: 'directx'");
    expect(normalMap({ ...toPixels(map), convention: 'directx' }).warnings[0]).toContain("convention: 'opengl'");
  });

  test.each<[string, NormalMap]>([
    ['sawtooth along u', sawtooth({ ...size, depth: 2, pixel: 1, period: 8 })],
    ['ridges along v', ridges({ ...size, depth: 2, pixel: 1, period: 16, direction: 'y', profile: 'round' })],
    ['brushed metal', brushedMetal({ ...size, Ra: 4e-5, pixel: 2e-4, scratch: 1e4 })],
    ['independent slopes', gaussianRoughness({ ...size, sigmaX: 0.3, sigmaY: 0.3 })],
    ['independent slopes, mostly along u', gaussianRoughness({ ...size, sigmaX: 1, sigmaY: 0.05 })],
    ['six by four pixels', gaussianRoughness({ width: 6, height: 4, sigmaX: 0.3, sigmaY: 0.3 })],
  ])('%s: undecidable, so there is no warning', (_, map) => {
    for (const convention of conventions) expect(normalMap({ ...toPixels(map), convention }).warnings).toEqual([]);
  });

  const seeds = Array.from({ length: 60 }, (_, k) => k + 100);
  test(`unrelated slopes of ${seeds.length} seeds from ${seeds[0]}, rough or smoothed, are never reported`, () => {
    for (const seed of seeds) {
      const width = 16 << (seed % 3);
      const length = seed % 4;
      const x = smoothNoise(width, width, length, length, seed);
      const y = smoothNoise(width, width, length, length, seed + 1000);
      const slopes = new Float32Array(2 * width * width);
      x.forEach((value, k) => {
        slopes[2 * k] = 0.3 * value;
        slopes[2 * k + 1] = 0.3 * y[k];
      });
      const map: NormalMap = { width, height: width, slopes, mask: null, wrap: 'repeat', warnings: [] };
      expect(normalMap(toPixels(map)).warnings, `seed ${seed}`).toEqual([]);
    }
  });

  test('wood is not reported', () => {
    expect(normalMap(toPixels(woodGrain({ ...size, Ra: 1e-4, pixel: 2e-4 }))).warnings).toEqual([]);
  });
});

describe('other warnings', () => {
  const good = toPixels(bumps(4, 0.3, 9));
  const changed = (change: (c: number, channel: number, pixel: number) => number) =>
    normalMap({ ...good, data: good.data.map((c, k) => Math.round(change(c, k % 3, Math.floor(k / 3)))) as Uint8Array })
      .warnings;

  test('a correct map gives no warnings', () => {
    expect(changed((c) => c)).toEqual([]);
  });

  test('warns about vectors that are not unit vectors', () => {
    expect(changed((c) => 127.5 + 0.8 * (c - 127.5)).join()).toContain('100 % of the pixels are not unit vectors');
    // One percent may be off, e.g. if part of an image was painted over.
    expect(changed((c, _, k) => (k % 128 === 7 ? 127.5 + 0.8 * (c - 127.5) : c))).toEqual([]);
    expect(changed((c, _, k) => (k % 64 === 7 ? 127.5 + 0.8 * (c - 127.5) : c)).join()).toContain(
      '1.6 % of the pixels',
    );
  });

  test('accepts lengths off by 4 %', () => {
    expect(changed((c) => 127.5 + 0.96 * (c - 127.5))).toEqual([]);
  });

  test('warns about swapped channels', () => {
    const swapped = good.data.map((_, k) => good.data[k - (k % 3) + 2 - (k % 3)]) as Uint8Array;
    expect(normalMap({ ...good, data: swapped }).warnings.join()).toContain('face inwards');
    expect(changed((c, channel) => (channel === 2 ? 255 - c : c)).join()).toContain('blue is below 0.5');
  });

  test('warns about a height map', () => {
    expect(changed((_, __, k) => (k * 37) % 256)).toEqual([expect.stringContaining('looks like a height map')]);
  });

  test('warns about a uniform colour', () => {
    expect(changed((_, channel) => [200, 128, 233][channel])).toEqual([
      'all pixels have the same tilt: there is no texture',
    ]);
  });

  test('warns about colours converted between sRGB and linear', () => {
    const srgb = (c: number) => 255 * (1.055 * (c / 255) ** (1 / 2.4) - 0.055);
    const linear = (c: number) => 255 * ((c / 255 + 0.055) / 1.055) ** 2.4;
    expect(changed(srgb).join()).toContain('between sRGB and linear');
    expect(changed(linear).join()).toContain('between sRGB and linear');
  });

  test('warns about two channels outside the unit circle', () => {
    const data = new Uint8Array(2 * 64).fill(255);
    expect(normalMap({ width: 8, height: 8, data }).warnings.join()).toContain(
      '100 % of the pixels are not unit vectors',
    );
  });
});
