import { describe, expect, test } from 'vitest';
import {
  createMaterialPairs,
  createSurfaces,
  findPair,
  type MaterialPairs,
  materialAt,
  materialId,
  NO_MATERIAL,
  setPairLaw,
} from '../../src/adapter/index.js';
import { byHeight, bySlope, coulomb, type SurfaceFunction, splatMap, stribeck } from '../../src/index.js';

function setUp(): {
  pairs: MaterialPairs;
  problems: string[];
  at: (f: SurfaceFunction, x?: number[], n?: number[]) => number;
} {
  const pairs = createMaterialPairs(coulomb({ mu: 0.5 }));
  for (const [name, mu] of [
    ['grass', 0.6],
    ['ice', 0.04],
    ['rock', 0.8],
  ] as const) {
    setPairLaw(pairs, 'box', name, coulomb({ mu }));
  }
  const surfaces = createSurfaces();
  const problems: string[] = [];
  const at = (surface: SurfaceFunction, x = [0, 0, 0], n = [0, 1, 0]) => {
    surfaces.where.point.set(x);
    surfaces.where.local.set(x);
    surfaces.where.normal.set(n);
    return materialAt(surfaces, pairs, surface, (problem) => problems.push(problem));
  };
  return { pairs, problems, at };
}

const muAgainstBox = (pairs: MaterialPairs, id: number) => findPair(pairs, materialId(pairs, 'box'), id).law.mu;

describe('a surface function', () => {
  test('gives the material of a place', () => {
    const { pairs, at, problems } = setUp();
    expect(at(({ point }) => (point[0] > 1 ? 'ice' : 'grass'), [2, 0, 0])).toBe(pairs.ids.get('ice'));
    expect(at(({ point }) => (point[0] > 1 ? 'ice' : 'grass'), [0, 0, 0])).toBe(pairs.ids.get('grass'));
    expect(problems).toEqual([]);
  });

  test('that returns nonsense or throws is reported once, and the place has no material', () => {
    const { at, problems } = setUp();
    for (let k = 0; k < 3; k++) {
      expect(at(() => 'mud')).toBe(NO_MATERIAL);
      expect(at(() => 3 as never)).toBe(NO_MATERIAL);
      expect(at(() => undefined as never)).toBe(NO_MATERIAL);
      expect(at(() => ({ names: ['ice', 'mud'], weights: [1, 1] }))).toBe(NO_MATERIAL);
      expect(at(() => ({ names: ['ice'], weights: [0] }))).toBe(NO_MATERIAL);
      expect(at(() => ({ names: ['ice'], weights: [Number.NaN] }))).toBe(NO_MATERIAL);
      expect(
        at(() => {
          throw new Error('oops');
        }),
      ).toBe(NO_MATERIAL);
    }
    expect(problems).toEqual([
      "setSurface: no law mentions the material 'mud' (known: box, grass, ice, rock); the default law is used there",
      'setSurface: the function must return the name of a material (got 3); the default law is used there',
      'setSurface: the function must return the name of a material (got undefined); the default law is used there',
      'setSurface: the weights of a mixture must have a finite sum > 0; the default law is used there',
      'setSurface: the function threw: Error: oops; the default law is used there',
    ]);
  });

  test('that throws a new message each time does not fill the memory', () => {
    const { at, problems } = setUp();
    for (let k = 0; k < 1000; k++) {
      at(() => {
        throw new Error(`number ${k}`);
      });
    }
    expect(problems.length).toBe(20);
  });
});

describe('mixtures', () => {
  test('have the weighted coefficient of laws of one kind, within 1/64 of their difference', () => {
    const { pairs, at } = setUp();
    for (let k = 0; k <= 100; k++) {
      const weight = k / 100;
      const mu = muAgainstBox(
        pairs,
        at(() => ({ names: ['grass', 'ice'], weights: [1 - weight, weight] })),
      ) as number;
      expect(Math.abs(mu - (0.6 * (1 - weight) + 0.04 * weight))).toBeLessThanOrEqual(0.56 / 64 + 1e-12);
    }
    expect(at(() => ({ names: ['grass', 'ice'], weights: [0, 7] }))).toBe(pairs.ids.get('ice'));
  });

  test('of different kinds take the heaviest part as it is', () => {
    const { pairs, at } = setUp();
    const wet = stribeck({ muS: 0.3, muC: 0.2, vS: 0.01 });
    setPairLaw(pairs, 'box', 'wet', wet);
    expect(
      findPair(
        pairs,
        materialId(pairs, 'box'),
        at(() => ({ names: ['wet', 'ice'], weights: [3, 1] })),
      ).law,
    ).toMatchObject({
      name: 'stribeck',
      mu: 0.3,
    });
    expect(
      muAgainstBox(
        pairs,
        at(() => ({ names: ['wet', 'ice'], weights: [1, 3] })),
      ),
    ).toBe(0.04);
  });

  test('follow a change of their laws', () => {
    const { pairs, at } = setUp();
    const mix = { names: ['grass', 'ice'], weights: [1, 1] };
    expect(
      muAgainstBox(
        pairs,
        at(() => mix),
      ),
    ).toBeCloseTo(0.32, 12);
    setPairLaw(pairs, 'box', 'ice', coulomb({ mu: 0.2 }));
    expect(
      muAgainstBox(
        pairs,
        at(() => mix),
      ),
    ).toBeCloseTo(0.4, 12);
  });
});

describe('places', () => {
  test('by height, with the lowest level below the first', () => {
    const { pairs, at } = setUp();
    const surface = byHeight({
      levels: [
        { from: 10, name: 'ice' },
        { from: 0, name: 'grass' },
        { from: 3, name: 'rock' },
      ],
    });
    const name = (y: number) => pairs.names[at(surface, [0, y, 0])];
    expect([-5, 0, 2.9, 3, 9, 10, 99].map(name)).toEqual(['grass', 'grass', 'grass', 'rock', 'rock', 'ice', 'ice']);
    const zUp = byHeight({
      levels: [
        { from: 0, name: 'grass' },
        { from: 1, name: 'ice' },
      ],
      up: [0, 0, 2],
    });
    expect(pairs.names[at(zUp, [0, 0, 1.01])]).toBe('ice');
  });

  test('by slope: floors up to the angle, then walls and ceilings', () => {
    const { pairs, at } = setUp();
    const surface = bySlope({ floor: 'grass', wall: 'ice', angle: Math.PI / 6 });
    const name = (degrees: number) => {
      const angle = (degrees * Math.PI) / 180;
      return pairs.names[at(surface, [0, 0, 0], [Math.sin(angle), Math.cos(angle), 0])];
    };
    expect([0, 29.9, 30.1, 90, 180].map(name)).toEqual(['grass', 'grass', 'ice', 'ice', 'ice']);
  });

  test('a splat map interpolates between the centres of its pixels, and ends at its border', () => {
    const { pairs, at } = setUp();
    // Two pixels, RGBA: grass left, ice right.
    const data = Uint8Array.from([255, 0, 0, 0, 0, 255, 0, 0]);
    const surface = splatMap({ data, width: 2, height: 1, names: ['grass', 'ice'], uv: { from: [0, 0], to: [2, 1] } });
    const mu = (x: number) => muAgainstBox(pairs, at(surface, [x, 0, 0.5]));
    expect([-9, 0.2, 0.5, 1, 1.5, 9].map((x) => mu(x)?.toFixed(3))).toEqual([
      '0.600',
      '0.600',
      '0.600',
      '0.320',
      '0.040',
      '0.040',
    ]);
    const flipped = splatMap({
      data,
      width: 2,
      height: 1,
      names: ['grass', 'ice'],
      uv: (where, out) => {
        out[0] = 1 - where.local[0] / 2;
        out[1] = 0.5;
      },
    });
    expect(muAgainstBox(pairs, at(flipped, [0.2, 0, 0]))).toBe(0.04);
  });

  test.each<[() => unknown, string]>([
    [() => byHeight({ levels: [] }), 'byHeight: levels must be a list of { from, name }'],
    [
      () => byHeight({ levels: [{ from: '1', name: 'a' } as never] }),
      "byHeight: levels[0].from must be a number (got '1', a string)",
    ],
    [
      () => byHeight({ levels: [{ from: 1, name: '' }] }),
      "byHeight: levels[0].name must be a non-empty name (got '', a string)",
    ],
    [() => bySlope({ floor: 'a', wall: 3 as never }), 'bySlope: wall must be a non-empty name (got 3)'],
    [() => bySlope({ floor: 'a', wall: 'b', up: [0, 0, 0] }), 'bySlope: up must not be [0, 0, 0]'],
    [() => splatMap({ data: [1, 2], width: 1, height: 1, names: [], uv: () => {} }), 'splatMap: names must be a list'],
    [
      () => splatMap({ data: [1], width: 1, height: 1, names: ['a', 'b'], uv: () => {} }),
      'splatMap: data must have width x height',
    ],
    [
      () => splatMap({ data: [1], width: 0, height: 1, names: ['a'], uv: () => {} }),
      'splatMap: width must be an integer from 1',
    ],
    [
      () => splatMap({ data: [1], width: 1, height: 1, names: ['a'], uv: { from: [0, 0], to: [0, 1] } }),
      'splatMap: uv.from and uv.to must differ in both coordinates',
    ],
    [
      () => splatMap({ data: [1], width: 1, height: 1, names: ['a'], uv: { from: [0] as never, to: [0, 1] } }),
      'splatMap: uv.from must be two finite numbers in m (got 0)',
    ],
    [
      () => splatMap({ image: { width: 0, height: 0 }, names: ['a'], uv: () => {} }),
      'splatMap: image must be a decoded image',
    ],
    [
      () => splatMap({ image: { width: 1, height: 1 }, names: ['a'], uv: () => {} }),
      'splatMap: there is no OffscreenCanvas',
    ],
  ])('bad options are rejected: %#', (make, message) => {
    expect(make).toThrow(message);
  });
});
