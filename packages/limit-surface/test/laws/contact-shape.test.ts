import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import {
  createPatchBuffers,
  type PatchBuffers,
  reservePatches,
} from '../../../friction-core/src/patches/patch-buffers.js';
import { disc, evaluatePressure, lineContact, type Pressure, polygon, rectangle } from '../../src/index.js';
import { beginContactShape, createShapeFitter, fitContactShape } from '../../src/laws/contact-shape.js';
import { DISC, evalContactShape, POINT, POLYGON, RECORD_SIZE, shapeRadius } from '../../src/laws/shape-record.js';

const fitter = createShapeFitter();

/** One patch in the plane z = 0 with these points and this pressure centre. */
function patchOf(
  points: readonly (readonly [number, number])[],
  centre: readonly [number, number] = [0, 0],
): PatchBuffers {
  const patches = createPatchBuffers();
  reservePatches(patches, 1, points.length);
  patches.count = 1;
  patches.points[0] = points.length;
  patches.stamp = 1;
  patches.tangent1[0] = 1;
  patches.tangent2[1] = 1;
  patches.normal[2] = 1;
  patches.centre.set(centre, 0);
  points.forEach((point, k) => {
    patches.pointPosition.set(point, 3 * k);
  });
  return patches;
}

function shapeOf(patches: PatchBuffers): Float64Array {
  const records = new Float64Array(RECORD_SIZE);
  expect(beginContactShape(patches, 0, records)).toBe(true);
  expect(beginContactShape(patches, 0, records)).toBe(false); // once per step
  fitContactShape(fitter, patches, 0, records);
  expect(fitContactShape(fitter, patches, 0, records)).toBe(false);
  return records;
}

/** Friction [f1, f2, f3 in metres] of a record for a twist in metres. */
function friction(records: Float64Array, twist: readonly [number, number, number]): number[] {
  const R = shapeRadius(records, 0);
  if (records[0] === POINT) {
    const speed = Math.hypot(twist[0], twist[1]);
    return [twist[0] / speed, twist[1] / speed, 0];
  }
  const out = new Float64Array(10);
  evalContactShape(records, 0, Float64Array.from([twist[0], twist[1], R * twist[2]]), out);
  return [out[1], out[2], R * out[3]];
}

function expectLike(records: Float64Array, pressure: Pressure, tolerance: number): void {
  const random = seededRandom(7);
  const out = new Float64Array(10);
  for (let k = 0; k < 50; k++) {
    const twist = [2 * random() - 1, 2 * random() - 1, 10 * (random() - 0.5)] as const;
    evaluatePressure(pressure, Float64Array.from(twist), out);
    const f = friction(records, twist);
    expect(Math.abs(f[0] - out[1])).toBeLessThan(tolerance);
    expect(Math.abs(f[1] - out[2])).toBeLessThan(tolerance);
    expect(Math.abs(f[2] - out[3])).toBeLessThan(tolerance * pressure.r);
  }
}

const corners = (a: number, b: number) =>
  [
    [a, b],
    [-a, -b],
    [a, -b],
    [-a, b],
  ] as [number, number][];

const regular = (n: number, radius: number): [number, number][] =>
  Array.from({ length: n }, (_, k) => [
    radius * Math.cos((2 * Math.PI * k) / n),
    radius * Math.sin((2 * Math.PI * k) / n),
  ]);

describe('shape of a contact', () => {
  test('four corners make a rectangle, in any order, with points inside or on the edges', () => {
    const pressure = rectangle({ width: 0.4, height: 0.2 });
    expectLike(shapeOf(patchOf(corners(0.2, 0.1))), pressure, 1e-9);
    const more = [...corners(0.2, 0.1), [0, 0], [0.2, 0], [0.05, -0.02]] as [number, number][];
    expectLike(shapeOf(patchOf(more)), pressure, 1e-9);
  });

  test('an off-centre load gives a linear pressure', () => {
    const centre = [0.03, -0.01] as const;
    const records = shapeOf(patchOf(corners(0.2, 0.1), centre));
    expect(records[0]).toBe(POLYGON);
    expectLike(records, rectangle({ width: 0.4, height: 0.2, centre }), 1e-9);
  });

  test.each([8, 24, 64])('%d points on a circle make a disc', (n) => {
    const records = shapeOf(patchOf(regular(n, 0.3)));
    expect(records[0]).toBe(DISC);
    expectLike(records, disc({ radius: 0.3 }), 1e-9);
  });

  test('a hexagon stays a polygon', () => {
    const points = regular(6, 0.3);
    const records = shapeOf(patchOf(points));
    expect(records[0]).toBe(POLYGON);
    expectLike(records, polygon({ points }), 1e-9);
  });

  test('two points make a line', () => {
    const records = shapeOf(
      patchOf([
        [-0.2, 0],
        [0.2, 0],
      ]),
    );
    expectLike(records, lineContact({ length: 0.4 }), 2e-3);
  });

  test('a patch that shrinks to a line converges to the line', () => {
    let last = friction(shapeOf(patchOf(corners(0.2, 1e-2))), [0.3, 0.2, 2]);
    for (let b = 1e-2; b > 1e-6; b *= 0.9) {
      const now = friction(shapeOf(patchOf(corners(0.2, b))), [0.3, 0.2, 2]);
      now.forEach((value, e) => {
        expect(Math.abs(value - last[e])).toBeLessThan(2e-3);
      });
      last = now;
    }
  });

  test('a single point and coincident points have no shape', () => {
    expect(shapeOf(patchOf([[0, 0]]))[0]).toBe(POINT);
    expect(
      shapeOf(
        patchOf([
          [0, 0],
          [1e-14, 0],
        ]),
      )[0],
    ).toBe(POINT);
  });

  test('an ellipse reduced from 20 to 8 vertices keeps its polar radius', () => {
    const points = regular(20, 0.3).map(([x, y]) => [x, 0.5 * y] as [number, number]);
    const records = shapeOf(patchOf(points));
    expect(records[0]).toBe(POLYGON);
    expect(records[1]).toBeLessThanOrEqual(8);
    expectLike(records, polygon({ points }), 0.02);
  });

  test('a load on the edge is moved inside', () => {
    const records = shapeOf(patchOf(corners(0.2, 0.1), [0.2, 0]));
    for (const value of friction(records, [0.1, 0.5, 3])) expect(Number.isFinite(value)).toBe(true);
  });

  const TWIST = [0.3, 0.2, 2] as const;
  /** Friction while the load moves along a path, 0 to 1, and the largest change between two of n steps. */
  function follow(at: (share: number) => PatchBuffers, n: number): { last: number[]; jump: number } {
    let last = friction(shapeOf(at(0)), TWIST);
    let jump = 0;
    for (let k = 1; k <= n; k++) {
      const now = friction(shapeOf(at(k / n)), TWIST);
      now.forEach((value, e) => {
        jump = Math.max(jump, Math.abs(value - last[e]));
      });
      last = now;
    }
    return { last, jump };
  }
  const SPEED = Math.hypot(TWIST[0], TWIST[1]);
  const POINT_FRICTION = [TWIST[0] / SPEED, TWIST[1] / SPEED, 0];
  const endsIn = ({ last }: { last: number[] }, truth: ArrayLike<number>, tolerance: number) =>
    last.forEach((value, e) => {
      expect(Math.abs(value - truth[e])).toBeLessThan(tolerance);
    });

  const toEdge = (share: number) => patchOf(corners(0.2, 0.1), [0.2 * share, 0]);
  const toCorner = (share: number) => patchOf(corners(0.2, 0.1), [0.2 * share, 0.1 * share]);
  const alongEdge = (share: number) => patchOf(corners(0.2, 0.1), [0.2, 0.1 * share]);

  test('a load that moves to the edge turns the face into a line without a jump', () => {
    const edge = new Float64Array(10);
    evaluatePressure(lineContact({ length: 0.2, direction: [0, 1] }), Float64Array.from(TWIST), edge);
    const coarse = follow(toEdge, 400);
    endsIn(coarse, edge.subarray(1, 4), 2e-3);
    expect(coarse.jump).toBeLessThan(0.01);
    expect(follow(toEdge, full ? 1600 : 800).jump).toBeLessThan((full ? 0.5 : 0.75) * coarse.jump);
  });

  test('a load that moves to a corner turns the face or edge into a point without a jump', () => {
    for (const path of [toCorner, alongEdge]) {
      const coarse = follow(path, 400);
      endsIn(coarse, POINT_FRICTION, 2e-3);
      expect(coarse.jump).toBeLessThan(0.02);
      expect(follow(path, full ? 1600 : 800).jump).toBeLessThan((full ? 0.5 : 0.75) * coarse.jump);
    }
  });

  test('a hull that shrinks to a point converges to the point', () => {
    const shrink = (points: readonly (readonly [number, number])[]) => (share: number) =>
      patchOf(points.map(([x, y]) => [(1 - share) * x, (1 - share) * y]));
    const line: [number, number][] = [
      [-0.2, 0],
      [0.2, 0],
    ];
    const hulls = [corners(0.2, 0.1), line];
    if (full) hulls.push(regular(3, 0.2), regular(12, 0.2));
    for (const points of hulls) {
      const path = shrink(points);
      const coarse = follow(path, 400);
      endsIn(coarse, POINT_FRICTION, 1e-9);
      expect(coarse.jump).toBeLessThan(0.01);
      expect(follow(path, full ? 1600 : 800).jump).toBeLessThan((full ? 0.5 : 0.75) * coarse.jump);
    }
  });
});
