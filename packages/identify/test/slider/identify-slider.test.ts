import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { identifySlider, type SliderData } from '../../src/index.js';
import { addNoise, normals, recordSlide } from './slide.js';

const seed = 20280102;
const slide = { mu: 0.3, er: 0.04, mass: 0.8, gyrationRadius: 0.05, height: 0.02, vx: 0.8, vy: -0.3, spin: 12 };
const camera = { position: 1e-4, angle: 1e-3 };
const push = (t: number) => [2 + 6 * Math.cos(5 * t), 5 * Math.sin(7 * t), 0.05 * Math.sin(9 * t)] as const;

describe('without noise', () => {
  test.each([50, 1000])('a free slide at %i Hz gives the parameters', (rate) => {
    const found = identifySlider(recordSlide({ ...slide, rate, duration: 0.6 }));
    expect(found.mu.value / 0.3).toBeCloseTo(1, 4);
    expect(found.torsionRadius.value / 0.04).toBeCloseTo(1, 4);
    expect(found.gyrationRadius.value / 0.05).toBeCloseTo(1, 4);
    expect(found.mass.status).toBe('unidentifiable');
    expect(found.law?.name).toBe('ecp');
  });

  test('a push with known forces also gives the mass', () => {
    const found = identifySlider(recordSlide({ ...slide, push, rate: 500, duration: 1.5 }));
    expect(found.mu.value / 0.3).toBeCloseTo(1, 3);
    expect(found.torsionRadius.value / 0.04).toBeCloseTo(1, 3);
    expect(found.gyrationRadius.value / 0.05).toBeCloseTo(1, 3);
    expect(found.mass.value / 0.8).toBeCloseTo(1, 3);
  });

  test('different friction along the two axes of the body', () => {
    // `createEcpSlider` has its axes in the world: the body must not turn far.
    const one = recordSlide({ ...slide, eo: 0.6, height: 0, vx: 1, vy: 0.7, spin: 0, rate: 200, duration: 0.5 });
    const found = identifySlider({ ...one, anisotropic: true, gyrationRadius: 0.05 });
    expect(found.mu.value / 0.3).toBeCloseTo(1, 3);
    expect(found.anisotropy.value / 0.6).toBeCloseTo(1, 3);
  });
});

test(`a far start, long pauses and turns of the angle do not matter (seed ${seed})`, () => {
  const normal = normals(seededRandom(seed));
  const stops = (t: number): readonly [number, number, number] => (t < 0.8 ? [0, 0, 0] : [4, 0.5, 0.06]);
  const data = addNoise(recordSlide({ ...slide, push: stops, rate: 200, duration: 1.6 }), camera, normal);
  const wrapped = Array.from(data.angle, (angle) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI)));
  const far = Array.from(data.x, (x) => x + 1000);
  const found = identifySlider({ ...data, angle: wrapped, x: far });
  expect(found.mu.value / 0.3).toBeCloseTo(1, 1);
  expect(Math.abs(found.mu.value - 0.3)).toBeLessThan(4 * found.mu.standardError);
  expect(Math.abs(found.torsionRadius.value - 0.04)).toBeLessThan(4 * found.torsionRadius.standardError);
});

test(`the noise is found, or taken as given (seed ${seed})`, () => {
  const clean = recordSlide({ ...slide, rate: 500, duration: 0.5 });
  const data = addNoise(clean, { position: 3e-4, angle: 2e-3 }, normals(seededRandom(seed)));
  const found = identifySlider(data);
  // 250 poses: the noise is known to 4 %.
  expect(Math.abs(found.noise.position / 3e-4 - 1)).toBeLessThan(0.15);
  expect(Math.abs(found.noise.angle / 2e-3 - 1)).toBeLessThan(0.15);
  expect(Math.abs(found.misfit - 1)).toBeLessThan(0.15);
  const given = identifySlider({ ...data, noise: { position: 6e-4, angle: 4e-3 } });
  expect(given.misfit).toBeCloseTo(0.5, 1);
  expect(Math.abs(given.mu.standardError / found.mu.standardError - 2)).toBeLessThan(0.3);
});

describe('what the motion does not tell is said', () => {
  test('no spin: coulomb, and no torsion radius', () => {
    const data = addNoise(
      recordSlide({ ...slide, spin: 0, rate: 200, duration: 0.5 }),
      camera,
      normals(seededRandom(1)),
    );
    const found = identifySlider(data);
    expect(found.mu.value / 0.3).toBeCloseTo(1, 1);
    expect(found.torsionRadius.status).toBe('unidentifiable');
    expect(found.torsionRadius.interval[1]).toBe(Number.POSITIVE_INFINITY);
    expect(found.law?.name).toBe('coulomb');
    expect(found.messages.join()).toContain('torsionRadius is not determined: record a motion that slides and spins');
  });

  test('friction that grows with the speed is no noise', () => {
    // x(t) of v' = -2 - 3 v from 1 m/s, sampled at 200 Hz.
    const t = Array.from({ length: 30 }, (_, k) => k / 100);
    const x = t.map((s) => ((5 / 3) * (1 - Math.exp(-3 * s))) / 3 - (2 / 3) * s);
    const normal = normals(seededRandom(2));
    const data = addNoise({ t, x, y: t.map(() => 0), angle: t.map(() => 0) }, { position: 2e-5, angle: 1e-3 }, normal);
    expect(identifySlider(data).messages.join()).toMatch(/does not (quite )?follow the model/);
  });
});

test('the same data give the same bits, and the data are not changed', () => {
  const data = addNoise(recordSlide({ ...slide, rate: 100, duration: 0.5 }), camera, normals(seededRandom(3)));
  const before = JSON.stringify(data);
  expect(JSON.stringify(identifySlider(data))).toBe(JSON.stringify(identifySlider(data)));
  expect(JSON.stringify(data)).toBe(before);
});

describe('bad data are refused', () => {
  const t = [0, 1, 2, 3, 4, 5, 6];
  const zero = t.map(() => 0);
  const good: SliderData = { t, x: zero, y: zero, angle: zero };
  test.each<[object, string]>([
    [{ t: [0, 1, 2] }, 't must have 6 or more times (got 3)'],
    [{ t: [0, 1, 2, 2, 4, 5, 6] }, 't[3] must be later than t[2] = 2 s (got 2)'],
    [{ x: [1, 2] }, 'x must have 7 numbers, as many as t (got 2)'],
    [{ y: undefined }, 'y must be an array of numbers (got undefined)'],
    [{ x: [0, 0, Number.NaN, 0, 0, 0, 0] }, 'x[2] must be a finite number (got NaN)'],
    [{ fx: zero }, 'give both fx and fy, or neither'],
    [{ mass: 0 }, 'mass must be a finite number > 0 kg (got 0)'],
    [{ gyrationRadius: '1' }, "gyrationRadius must be a finite number > 0 m (got '1', a string)"],
    [{ gravity: 0 }, 'gravity must be a finite number > 0 m/s² (got 0)'],
    [{ height: -1 }, 'height must be a finite number >= 0 m (got -1)'],
    [{ anisotropic: 1 }, 'anisotropic must be true or false (got 1)'],
    [{ noise: { position: 0 } }, 'noise.position must be a finite number > 0, a standard deviation (got 0)'],
    [{ noise: { pose: 1 } }, "noise: unknown option 'pose'"],
    [{ m: 1 }, "unknown option 'm'"],
    [{}, 'x, y and angle must contain 4 or more consecutive samples that slide faster than the noise (got none in 7'],
  ])('%j', (change, message) => {
    expect(() => identifySlider({ ...good, ...change } as SliderData)).toThrow(message);
    expect(() => identifySlider({ ...good, ...change } as SliderData)).toThrow('identifySlider: ');
  });
});
