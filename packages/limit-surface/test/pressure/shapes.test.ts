import { readFileSync } from 'node:fs';
import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { cellsOf, gridPressure } from '../../src/pressure/grid.js';
import { lineContact } from '../../src/pressure/line.js';
import { polygon, rectangle } from '../../src/pressure/polygon.js';
import { evaluatePressure, type Pressure } from '../../src/pressure/pressure.js';
import { disc, hertz, powerLaw, ring } from '../../src/pressure/round.js';
import { sumPressure } from '../../src/pressure/sum.js';
import { differenceError, maxDifference, randomTwist } from '../support.js';

interface Sampled {
  cop: [number, number];
  r: number;
  u: number;
  rows: number[][];
}
const reference: Record<string, Sampled> = JSON.parse(
  readFileSync(new URL('../fixtures/limit_surface.json', import.meta.url), 'utf8'),
).shapes;

const foot = rectangle({ width: 0.003, height: 0.003 });
const shapes: Record<string, Pressure> = {
  circle: disc({ radius: 0.01 }),
  square: rectangle({ width: 0.02, height: 0.02 }),
  line: lineContact({ length: 0.02, direction: [0, 1] }),
  lineGrad: lineContact({ length: 0.02, direction: [0, 3], gradient: 100 }),
  nonConvex1: sumPressure([
    { pressure: foot, at: [-0.0085, 0] },
    { pressure: foot, at: [0.0085, 0] },
  ]),
  nonConvex2: sumPressure([
    { pressure: rectangle({ width: 0.014, height: 0.003 }), at: [-0.003, 0] },
    { pressure: rectangle({ width: 0.003, height: 0.014 }), at: [0.0085, 0] },
  ]),
};

describe('shapes of the reference implementation', () => {
  test.each(Object.keys(reference))('%s: pressure centre, r and u to 1e-10, samples to 1e-8', (name) => {
    const { cop, r, u, rows } = reference[name];
    const pressure = shapes[name];
    expect(maxDifference(pressure.centre, cop)).toBeLessThan(1e-10 * r);
    expect(Math.abs(pressure.r - r)).toBeLessThan(1e-10 * r);
    expect(Math.abs(pressure.u - u)).toBeLessThan(1e-10 * u);
    const out = new Float64Array(10);
    let worst = 0;
    for (const row of rows) {
      evaluatePressure(pressure, Float64Array.from(row.slice(0, 3)), out);
      worst = Math.max(worst, maxDifference([-out[1], -out[2], -out[3] / pressure.r], row.slice(3)));
    }
    expect(worst).toBeLessThan(1e-8);
  });
});

const PI = Math.PI;
describe('area, r and u match known values', () => {
  const cases: [string, Pressure, { area: number; r: number; u: number }][] = [
    ['disc', disc({ radius: 2 }), { area: 4 * PI, r: 4 / 3, u: 2 }],
    ['ring', ring({ radius: 2, inner: 1 }), { area: 3 * PI, r: ((2 / 3) * 7) / 3, u: 2.5 }],
    ['Hertz', hertz({ radius: 1 }), { area: PI, r: (3 * PI) / 16, u: 0.4 }],
    ['power law of 2', powerLaw({ a: 1, k: 2 }), { area: PI, r: (3 * PI) / 16, u: 0.4 }],
    ['power law of 1, a cone', powerLaw({ a: 1, k: 1 }), { area: PI, r: 0.5, u: 0.3 }],
    ['square', rectangle({ width: 2, height: 2 }), { area: 4, r: (Math.SQRT2 + Math.asinh(1)) / 3, u: 2 / 3 }],
    ['line', lineContact({ length: 1 }), { area: 0, r: 0.25, u: 1 / 12 }],
  ];
  test.each(cases)('%s', (_, pressure, { area, r, u }) => {
    expect(Math.abs(pressure.area - area)).toBeLessThan(1e-12 * (1 + area));
    expect(Math.abs(pressure.r - r)).toBeLessThan(1e-11);
    expect(Math.abs(pressure.u - u)).toBeLessThan(1e-11);
    expect(maxDifference(pressure.centre, [0, 0])).toBeLessThan(1e-15);
  });

  test('a power law with a large exponent approaches a disc', () => {
    const blunt = powerLaw({ a: 1, k: 800 });
    expect(Math.abs(blunt.r - 2 / 3)).toBeLessThan(2e-3);
  });

  test('the closed form of Hertz agrees with a stack of discs, seed 1', () => {
    const closed = hertz({ radius: 0.5 });
    const [part] = closed.parts;
    const pile: Pressure = { ...closed, parts: [{ ...part, kind: 'powerLaw' }] };
    const random = seededRandom(1);
    const a = new Float64Array(10);
    const b = new Float64Array(10);
    for (let k = 0; k < 60; k++) {
      const twist = randomTwist(random);
      twist[2] *= 3;
      evaluatePressure(closed, Float64Array.from(twist), a);
      evaluatePressure(pile, Float64Array.from(twist), b);
      expect(maxDifference(a, b, 0, 4)).toBeLessThan(1e-10);
      expect(maxDifference(a, b, 4)).toBeLessThan(1e-7);
    }
  });

  test.each([0.7, 1, 3, 7])('power law of %f: f and H are the derivatives of psi, also with a gradient', (k) => {
    const pressure = powerLaw({ a: 1, k, gradient: [0.4, -0.5] });
    for (const twist of [
      [0.3, 0.2, 1],
      [1, -0.6, 0.4],
      [0.7, 0.7, -1],
      [1, 0.5, 0.01],
    ]) {
      const [f, H] = differenceError((v, out) => evaluatePressure(pressure, v, out), twist);
      expect(f).toBeLessThan(1e-7);
      expect(H).toBeLessThan(1e-5);
    }
  });
});

describe('linear pressure', () => {
  const square = { width: 2, height: 2 };

  test('a gradient moves the pressure centre by gradient times second moment', () => {
    expect(maxDifference(rectangle({ ...square, gradient: [0.3, -0.6] }).centre, [0.1, -0.2])).toBeLessThan(1e-14);
    expect(maxDifference(disc({ radius: 2, gradient: [0.1, 0.2] }).centre, [0.1, 0.2])).toBeLessThan(1e-14);
    expect(maxDifference(hertz({ radius: 1, gradient: [0.5, 0] }).centre, [0.1, 0])).toBeLessThan(1e-14);
    expect(maxDifference(lineContact({ length: 2, gradient: -0.3 }).centre, [-0.1, 0])).toBeLessThan(1e-14);
  });

  test('negative pressure is cut off, which leaves a triangle at the end of a line or rectangle', () => {
    // p ∝ (1 + 2 s)₊ on [-1, 1]: from -1/2 to 1, centre at two thirds of that.
    const line = lineContact({ length: 2, gradient: 2 });
    expect(maxDifference(line.centre, [0.5, 0])).toBeLessThan(1e-14);
    expect(line.u).toBeCloseTo((1.5 * 1.5) / 18, 12);
    const strip = rectangle({ ...square, gradient: [2, 0] });
    expect(maxDifference(strip.centre, [0.5, 0])).toBeLessThan(1e-12);
    expect(strip.area).toBeCloseTo(3, 10);
    expect(strip.u).toBeCloseTo((1.5 * 1.5) / 18 + 1 / 3, 10);
    const same = lineContact({ length: 2, centre: 0.5 });
    expect(same.r).toBeCloseTo(line.r, 14);
  });

  test.each([1, 2, 3, 4, 5, 6])('the requested pressure centre is reached and agrees with cells, seed %i', (seed) => {
    const random = seededRandom(seed);
    const centre = [1.7 * (random() - 0.5), 1.7 * (random() - 0.5)] as const;
    const holes =
      seed % 2 === 0
        ? [
            [
              [-0.5, -0.5],
              [-0.2, 0.4],
              [0.5, -0.3],
            ] as [number, number][],
          ]
        : [];
    const pressure = polygon({
      points: [
        [-1, -1],
        [-1, 1],
        [1, 1],
        [1, -1],
      ],
      holes,
      centre,
    });
    expect(maxDifference(pressure.centre, centre)).toBeLessThan(1e-9);
    const cells = cellsOf(pressure, 401).data;
    let r = 0;
    for (let k = 1; k < cells.length; k += 3) r += cells[k + 2] * Math.hypot(cells[k], cells[k + 1]);
    expect(r / pressure.r).toBeCloseTo(1, 2);
    expect(cells[0] ** 2 / pressure.u).toBeCloseTo(1, 2);
    const [f, H] = differenceError((v, out) => evaluatePressure(pressure, v, out), [0.3, -0.5, 0.8]);
    expect(f).toBeLessThan(1e-7);
    expect(H).toBeLessThan(1e-3);
  });

  test('a concave outline may have its pressure centre in the notch, but not outside its hull', () => {
    const points = [
      [0, 0],
      [3, 0],
      [3, 1],
      [1, 1],
      [1, 3],
      [0, 3],
    ] as const;
    for (const centre of [
      [1.2, 1.2],
      [1.5, 1.5],
      [0.3, 0.3],
      [2.5, 0.5],
    ] as const) {
      expect(maxDifference(polygon({ points, centre }).centre, centre)).toBeLessThan(1e-9);
    }
    // Also with a gradient, up to the tips of the two legs.
    const steep = polygon({ points, gradient: [5, 5] });
    expect(steep.centre[0]).toBeCloseTo(steep.centre[1], 12);
    expect(steep.centre[0]).toBeGreaterThan(1.2);
    for (const centre of [
      [2.2, 2.2],
      [-0.1, 1],
      [4, 0],
    ] as const) {
      expect(() => polygon({ points, centre })).toThrow(/polygon: centre must lie within 98 %/);
    }
  });

  test('a disc becomes a polygon if part of it lifts off', () => {
    const inside = disc({ radius: 1, centre: [0.2499, 0] });
    const outside = disc({ radius: 1, centre: [0.2501, 0] });
    expect(inside.parts[0].kind).toBe('disc');
    expect(outside.parts[0].kind).toBe('polygon');
    expect(outside.r).toBeCloseTo(inside.r, 3);
    expect(outside.u).toBeCloseTo(inside.u, 3);
    const ends = disc({ radius: 1, centre: [0.6, 0.6] });
    expect(maxDifference(ends.centre, [0.6, 0.6])).toBeLessThan(1e-9);
    const washer = ring({ radius: 1, inner: 0.5, centre: [0.5, 0] });
    expect(maxDifference(washer.centre, [0.5, 0])).toBeLessThan(1e-9);
  });
});

describe('sums and holes', () => {
  test('a disc minus a disc equals a ring', () => {
    const made = sumPressure([{ pressure: disc({ radius: 2 }) }, { pressure: disc({ radius: 1 }), hole: true }]);
    const known = ring({ radius: 2, inner: 1 });
    expect(made.area).toBeCloseTo(known.area, 12);
    expect(made.r).toBeCloseTo(known.r, 12);
    expect(made.u).toBeCloseTo(known.u, 12);
    expect(made.isRound).toBe(true);
    expect(made.density(0.5, 0)).toBe(0);
    expect(made.density(1.5, 0)).toBeCloseTo(1 / known.area, 12);
  });

  test('a polygon with a hole equals the sum of outline and hole', () => {
    const points = [
      [-2, -1],
      [2, -1],
      [2, 1],
      [-2, 1],
    ] as const;
    const hole = [
      [1, 0],
      [1.5, 0.5],
      [1.5, -0.5],
    ] as const;
    const whole = polygon({ points, holes: [hole] });
    const summed = sumPressure([
      { pressure: polygon({ points }) },
      { pressure: polygon({ points: hole }), hole: true },
    ]);
    expect(maxDifference(whole.centre, summed.centre)).toBeLessThan(1e-14);
    const a = new Float64Array(10);
    const b = new Float64Array(10);
    for (const twist of [
      [1, 0.5, 1],
      [0, 0, 1],
      [1, 1, 0],
    ]) {
      evaluatePressure(whole, Float64Array.from(twist), a);
      evaluatePressure(summed, Float64Array.from(twist), b);
      expect(maxDifference(a, b)).toBeLessThan(1e-11);
    }
  });

  test('the loads of the terms move the pressure centre', () => {
    const leg = disc({ radius: 0.01 });
    const table = sumPressure([
      { pressure: leg, at: [-1, 0], load: 1 },
      { pressure: leg, at: [1, 0], load: 3 },
    ]);
    expect(maxDifference(table.centre, [0.5, 0])).toBeLessThan(1e-14);
    expect(table.u).toBeCloseTo(0.75 + 0.5e-4, 12);
  });
});

describe('grids', () => {
  test('a fine grid converges to the sampled shape', () => {
    const grid = gridPressure({ n: 201, size: 0.02, weight: (x, y) => (x * x + y * y < 1e-4 ? 1 : 0) });
    expect(grid.r / shapes.circle.r).toBeCloseTo(1, 3);
    expect(grid.u / shapes.circle.u).toBeCloseTo(1, 2);
    expect(grid.area / shapes.circle.area).toBeCloseTo(1, 2);
  });

  test('weights as an array and as a function give the same pressure', () => {
    const weight = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const byNumbers = gridPressure({ n: 3, size: 3, weight });
    const byFunction = gridPressure({ n: 3, size: 3, weight: (x, y) => 5 + x - 3 * y });
    expect(byFunction.key).toBe(byNumbers.key);
    expect(byNumbers.centre[0]).toBeCloseTo((3 + 6 + 9 - 1 - 4 - 7) / 45, 14);
    expect(byNumbers.centre[1]).toBeCloseTo((1 + 2 + 3 - 7 - 8 - 9) / 45, 14);
    expect(byNumbers.density(-1, 1)).toBeCloseTo(1 / 45, 14);
  });

  test('cells of a line lie on the line', () => {
    const { data, count } = cellsOf(lineContact({ length: 1, direction: [0, 1], gradient: 1 }), 50);
    expect(count).toBe(50);
    expect(data.filter((_, k) => k % 3 === 1).every((x) => Math.abs(x) < 1e-15)).toBe(true);
  });
});

describe('invalid options throw', () => {
  const point = [0, 0] as const;
  const cases: [string, () => unknown, RegExp][] = [
    ['radius', () => disc({ radius: -1 }), /disc: radius must be .* > 0 m \(got -1\)/],
    ['radius 0', () => disc({ radius: 0 }), /disc: radius must be a finite number > 0 m \(got 0\)/],
    ['unknown', () => disc({ radius: 1, size: 2 } as never), /disc: unknown option 'size'/],
    ['inner', () => ring({ radius: 1, inner: 1 }), /ring: inner must be < radius = 1 m \(got 1\)/],
    ['both', () => disc({ radius: 1, gradient: point, centre: point }), /disc: give gradient or centre, not both/],
    ['centre', () => rectangle({ width: 1, height: 1, centre: [0.6, 0] }), /rectangle: centre must lie within 98 %/],
    ['NaN', () => rectangle({ width: Number.NaN, height: 1 }), /rectangle: width must be .* \(got NaN\)/],
    ['points', () => polygon({ points: [point, point] }), /polygon: points must be at least 3 points/],
    ['no area', () => polygon({ points: [point, point, point] }), /polygon: points must enclose an area/],
    [
      'not a point',
      () => polygon({ points: [point, [1, 0], 'x' as never] }),
      /polygon: points\[2\] must be two finite/,
    ],
    [
      'line centre',
      () => lineContact({ length: 1, centre: 0.5 }),
      /lineContact: centre must be within half the length/,
    ],
    ['direction', () => lineContact({ length: 1, direction: [0, 0] }), /lineContact: direction must not be/],
    ['negative pressure', () => hertz({ radius: 1, gradient: [2, 0] }), /hertz: the pressure centre must be within/],
    ['k', () => powerLaw({ a: 1, k: 0 }), /powerLaw: k must be .* >= 0.25/],
    ['n', () => gridPressure({ n: 0, size: 1, weight: [] }), /gridPressure: n must be an integer from 1/],
    ['weights', () => gridPressure({ n: 2, size: 1, weight: [1] }), /gridPressure: weight must be a function or 4/],
    [
      'negative weight',
      () => gridPressure({ n: 1, size: 1, weight: [-1] }),
      /gridPressure: weight of cell 0, 0 must be/,
    ],
    ['no load', () => gridPressure({ n: 1, size: 1, weight: [0] }), /gridPressure: weight must be > 0 somewhere/],
    ['terms', () => sumPressure([]), /sumPressure: terms must be an array of at least 1/],
    [
      'line load',
      () => sumPressure([{ pressure: lineContact({ length: 1 }) }]),
      /load must be given for a lineContact/,
    ],
    ['term', () => sumPressure([{ pressure: 1 as never }]), /terms\[0\]: pressure must be a pressure/],
  ];
  test.each(cases)('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
