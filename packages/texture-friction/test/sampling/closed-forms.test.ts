import { describe, expect, it } from 'vitest';
import { planeMapping } from '../../src/mappings/plane.js';
import { surface } from '../../src/mappings/surface.js';
import { createSampler } from '../../src/sampling/patch-sampler.js';
import { powerAt } from '../../src/sampling/ploughing.js';
import { flatPose, sampleA } from './sample-helpers.js';
import { gaussianMap, sawtoothMap } from './sample-maps.js';

const METHODS = ['exact', 'table'] as const;
const seed = 7;

/** The window is the whole map, pixel by pixel. */
function wholeMap(method: 'exact' | 'table', pixels: number, sharpness = 1, directions = 16) {
  return createSampler({ width: 1, method, pixels, sharpness, directions });
}

const rough = gaussianMap(256, 1, 1, seed);
const mapping = planeMapping({ tile: 1 });
const MIDDLE = flatPose(0.5, 0.5);

describe.each(METHODS)('closed forms, %s', (method) => {
  it(`Gaussian slopes: 2/π σ/√2π within 1 %, sixteen directions equal within 2 % (seed ${seed})`, () => {
    for (const sigma of [0.05, 1]) {
      const map = gaussianMap(256, sigma, sigma, seed);
      const { a, coverage } = sampleA(wholeMap(method, 256), surface({ map, mapping }), MIDDLE);
      const exact = ((2 / Math.PI) * sigma) / Math.sqrt(2 * Math.PI);
      for (const mu of a) expect(Math.abs(mu / exact - 1)).toBeLessThan(0.01);
      expect(Math.max(...a) / Math.min(...a)).toBeLessThan(1.02);
      expect(coverage[0]).toBeCloseTo(1, 12);
    }
  });

  it(`power means of Gaussian slopes (seed ${seed})`, () => {
    // mean of max(0, x)² is σ²/2, of max(0, x)⁴ is 3/2 σ⁴.
    for (const [p, moment, within] of [
      [2, 1 / 2, 0.01],
      [4, 3 / 2, 0.02],
    ]) {
      const { a } = sampleA(wholeMap(method, 256, p), surface({ map: rough, mapping }), MIDDLE);
      for (const mu of a) expect(Math.abs(mu / ((2 / Math.PI) * moment ** (1 / p)) - 1)).toBeLessThan(within);
    }
  });

  it(`anisotropic Gaussian 0.1/1.0: 2/π σ_d/√2π with σ_d² = (0.1 cos)² + (1.0 sin)² (seed ${seed})`, () => {
    const map = gaussianMap(256, 0.1, 1, seed);
    const { a } = sampleA(wholeMap(method, 256), surface({ map, mapping }), MIDDLE);
    a.forEach((mu, j) => {
      const sigma = Math.hypot(0.1 * Math.cos((Math.PI * j) / 8), Math.sin((Math.PI * j) / 8));
      expect(Math.abs(mu / (((2 / Math.PI) * sigma) / Math.sqrt(2 * Math.PI)) - 1)).toBeLessThan(0.01);
    });
  });

  it('sawtooth: no friction along the ridges, symmetric for p = 1, 2/π (fraction s^p)^(1/p) against each side', () => {
    const steep = 1 / 4;
    const height = 0.15; // of a period
    const map = sawtoothMap(64, 8, steep, height);
    for (const p of [1, 1.5, 2, 3, 4, 8]) {
      // A moves along -d: for d = -x it ploughs with the steep facets, which face +x.
      const { a } = sampleA(wholeMap(method, 64, p), surface({ map, mapping }), MIDDLE);
      const against = (2 / Math.PI) * (steep * (height / steep) ** p) ** (1 / p);
      const along = (2 / Math.PI) * ((1 - steep) * (height / (1 - steep)) ** p) ** (1 / p);
      for (let j = 0; j < 16; j++) {
        const c = -Math.cos((Math.PI * j) / 8);
        const expected = c > 0 ? c * against : -c * along;
        expect(Math.abs(a[j] - expected)).toBeLessThan(1e-6 * against);
      }
      expect(a[4]).toBeLessThan(1e-7 * against);
      if (p === 1) expect(a[0]).toBeCloseTo(a[8], 7);
      else expect(a[8] / a[0]).toBeCloseTo((steep / (1 - steep)) ** (1 / p - 1), 5);
    }
  });

  it('ridges in any direction: no friction along them, |cos| across them', () => {
    const map = sawtoothMap(64, 8, 0.5, 0.2);
    const sampler = wholeMap(method, 64, 1, 64);
    const one = surface({ map, mapping });
    const top = (2 / Math.PI) * 0.2;
    for (const degrees of [3, 11.25, 17, 30, 45, 71]) {
      // The rotated window is not a whole number of periods: compare with its largest friction.
      const { a } = sampleA(sampler, one, flatPose(0.5, 0.5, (degrees * Math.PI) / 180));
      a.forEach((mu, j) => {
        const c = Math.cos((2 * Math.PI * j) / 64 + (degrees * Math.PI) / 180);
        expect(Math.abs(mu / top - Math.abs(c))).toBeLessThan(0.04);
        if (Math.abs(c) < 0.01) expect(mu / top).toBeLessThan(0.012);
      });
    }
  });
});

describe('p = 1 is symmetric for whole periods of a height field', () => {
  it.each(METHODS)('%s', (method) => {
    // Random heights with periodic differences as slopes, so their mean is 0.
    const size = 32;
    const heights = Array.from({ length: size * size }, (_, k) => Math.sin(12.9898 * k) * Math.cos(78.233 * k * k));
    const map = { ...gaussianMap(size, 1, 1, 1), slopes: new Float32Array(2 * size * size) };
    for (let k = 0; k < size * size; k++) {
      const [i, j] = [k % size, Math.floor(k / size)];
      map.slopes[2 * k] = -(heights[((i + 1) % size) + size * j] - heights[k]);
      map.slopes[2 * k + 1] = -(heights[i + size * ((j + 1) % size)] - heights[k]);
    }
    const plain = sampleA(wholeMap(method, size), surface({ map, mapping }), MIDDLE).a;
    const sharp = sampleA(wholeMap(method, size, 3), surface({ map, mapping }), MIDDLE).a;
    for (let j = 0; j < 8; j++) expect(Math.abs(plain[j] / plain[j + 8] - 1)).toBeLessThan(1e-5);
    expect(Math.max(...Array.from({ length: 8 }, (_, j) => Math.abs(sharp[j] / sharp[j + 8] - 1)))).toBeGreaterThan(
      1e-3,
    );
  });
});

describe('powerAt', () => {
  it('matches Math.pow up to rounding', () => {
    const x = new Float64Array(1);
    for (const p of [1, 2, 3, 7, 8, 0.5, 0.25, 0.125, 1.5, 2.7, 1 / 3, 1 / 1.5, 6.5]) {
      for (const base of [0, 1e-12, 0.3, 1, 1.7, 1e4]) {
        x[0] = base;
        powerAt(x, 0, Float64Array.of(p), 0);
        expect(Math.abs(x[0] - base ** p)).toBeLessThanOrEqual(1e-13 * base ** p);
      }
    }
  });
});
