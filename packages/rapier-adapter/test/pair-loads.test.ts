import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { full } from '../../../scripts/testing/full.js';
import { createPairLoads, type PairLoads, solvePairLoads } from '../src/read/pair-loads.js';

const ROUNDS = full ? 2000 : 200;
const MASS = 3;
/** Half width of the face, and its depth below the centre of mass [m]. */
const SIZE = 0.4;
const HEIGHT = 0.3;

type Vector = [number, number, number];

/** A body on fixed ground with contacts at `places`. u is its velocity change from the normal impulses and one friction impulse. */
function createPair(places: Vector[], normals: Vector[], impulses: number[], friction: Vector = [0, 0, 0]): PairLoads {
  const p = createPairLoads();
  const count = places.length;
  p.place = Float64Array.from(places.flat());
  p.j = new Float64Array(6 * count);
  p.lambda = new Float64Array(count);
  for (let e = 0; e < 3; e++) {
    p.A[7 * e] = 1 / MASS;
    p.A[7 * (e + 3)] = 1 / (MASS * (0.03 + 0.01 * e));
  }
  const wrench = wrenchOf([0, 0, -HEIGHT], friction);
  for (const [k, place] of places.entries()) {
    const j = wrenchOf(place, normals[k]);
    p.j.set(j, 6 * k);
    for (const [e, value] of j.entries()) wrench[e] += impulses[k] * value;
  }
  for (let e = 0; e < 6; e++) p.u[e] = p.A[7 * e] * wrench[e];
  return p;
}

function wrenchOf([x, y, z]: Vector, [a, b, c]: Vector): number[] {
  return [a, b, c, y * c - z * b, z * a - x * c, x * b - y * a];
}

/** Total of the impulses, and their centre in the face. */
function centreOf(places: Vector[], impulses: ArrayLike<number>): Vector {
  const sum: Vector = [0, 0, 0];
  for (const [k, [x, y]] of places.entries()) {
    sum[0] += impulses[k];
    sum[1] += impulses[k] * x;
    sum[2] += impulses[k] * y;
  }
  return [sum[0], sum[1] / sum[0], sum[2] / sum[0]];
}

function facePoints(random: () => number): Vector[] {
  const count = 4 + Math.floor(20 * random());
  return Array.from({ length: count }, () => [SIZE * (2 * random() - 1), SIZE * (2 * random() - 1), -HEIGHT]);
}

const UP: Vector = [0, 0, 1];
const up = (places: Vector[]): Vector[] => places.map(() => UP);

describe('solvePairLoads', () => {
  test.each([
    ['spread over the face', 1, 3e-4],
    ['concentrated at a few points', 30, 2e-3],
  ] as const)('recovers total and centre of a load %s, under unknown friction, seed 1', (_, exponent, tolerance) => {
    const random = seededRandom(1);
    for (let n = 0; n < ROUNDS; n++) {
      const places = facePoints(random);
      const impulses = places.map(() => random() ** exponent);
      const [load, x, y] = centreOf(places, impulses);
      const friction: Vector = [load * (random() - 0.5), load * (random() - 0.5), 0];
      const p = createPair(places, up(places), impulses, friction);
      solvePairLoads(p, places.length);
      const found = centreOf(places, p.lambda);
      expect(Math.abs(found[0] / load - 1)).toBeLessThan(tolerance);
      expect(Math.abs(found[1] - x)).toBeLessThan(tolerance * SIZE);
      expect(Math.abs(found[2] - y)).toBeLessThan(tolerance * SIZE);
      expect(p.lambda.every((impulse) => impulse >= 0)).toBe(true);
    }
  });

  test('does not mistake friction for load on slightly uneven ground, seed 2', () => {
    const random = seededRandom(2);
    for (let n = 0; n < ROUNDS; n++) {
      const places = facePoints(random);
      const normals = places.map((): Vector => {
        const [a, b] = [0.06 * (random() - 0.5), 0.06 * (random() - 0.5)];
        return [a, b, Math.sqrt(1 - a * a - b * b)];
      });
      const impulses = places.map(() => random());
      const [load, x, y] = centreOf(places, impulses);
      const p = createPair(places, normals, impulses, [0.3 * load, 0, 0]);
      solvePairLoads(p, places.length);
      const found = centreOf(places, p.lambda);
      expect(Math.abs(found[0] / load - 1)).toBeLessThan(0.03);
      expect(Math.hypot(found[1] - x, found[2] - y)).toBeLessThan(0.05 * SIZE);
    }
  });

  test('distributes the load of a face linearly, also with duplicate points', () => {
    const corners: Vector[] = [
      [SIZE, SIZE, -HEIGHT],
      [-SIZE, SIZE, -HEIGHT],
      [-SIZE, -SIZE, -HEIGHT],
      [SIZE, -SIZE, -HEIGHT],
    ];
    const places = [...corners, ...corners, [0, 0, -HEIGHT] as Vector];
    const p = createPair(places, up(places), [0.4, 0.2, 0.2, 0.4, 0, 0, 0, 0, 0]);
    solvePairLoads(p, places.length);
    const [load] = centreOf(places, p.lambda);
    expect(load).toBeCloseTo(1.2, 4);
    for (let k = 0; k < 4; k++) expect(p.lambda[k]).toBeCloseTo(p.lambda[4 + k], 6);
    expect(p.lambda[8]).toBeCloseTo(load / 9, 5);
    expect(p.lambda[0] - p.lambda[1]).toBeCloseTo(p.lambda[3] - p.lambda[2], 6);
  });

  test('finds no load for contacts that would have to pull, nor between immovable bodies', () => {
    const places = facePoints(seededRandom(3));
    const p = createPair(
      places,
      up(places),
      places.map(() => -1),
    );
    solvePairLoads(p, places.length);
    expect([...p.lambda]).toEqual(places.map(() => 0));
    p.A.fill(0);
    solvePairLoads(p, places.length);
    expect([...p.lambda, ...p.wrench].every((value) => value === 0)).toBe(true);
  });
});
