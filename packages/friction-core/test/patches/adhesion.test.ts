import { expect, test } from 'vitest';
import { updateAdhesion } from '../../src/adapter/index.js';
import { adhesive, coulomb } from '../../src/index.js';
import { createPatchBuffers, reservePatches } from '../../src/patches/patch-buffers.js';
import { seededRandom } from '../../src/testing/check.js';

/** A patch in the plane z = 0 with a pressure of 1: its attraction is its area. */
function patchOf(points: readonly (readonly [number, number])[]) {
  const patches = createPatchBuffers();
  reservePatches(patches, 1, points.length);
  patches.count = 1;
  patches.points[0] = points.length;
  patches.law[0] = adhesive(coulomb({ mu: 0.5 }), { pressure: 1, range: 0.01 });
  patches.normal.set([0, 0, 1]);
  patches.tangent1.set([Math.SQRT1_2, Math.SQRT1_2, 0]);
  patches.tangent2.set([-Math.SQRT1_2, Math.SQRT1_2, 0]);
  points.forEach(([x, y], q) => {
    patches.pointPosition.set([x, y, 0], 3 * q);
  });
  updateAdhesion(patches, 0, 1);
  return patches;
}

test('acts at the centroid of the hull, whatever the order of the points and however many lie inside', () => {
  const corners: [number, number][] = [
    [1, 1],
    [5, 1],
    [5, 3],
    [1, 3],
  ];
  const random = seededRandom(3);
  for (let run = 0; run < 50; run++) {
    const inside = Array.from({ length: run % 7 }, () => [1 + 4 * random(), 1 + 2 * random()] as [number, number]);
    const points = [...corners, ...inside].sort(() => random() - 0.5);
    const { adhesion, adhesionCentre } = patchOf(points);
    expect(adhesion[0]).toBeCloseTo(8, 12);
    expect([...adhesionCentre.subarray(0, 3)]).toEqual([
      expect.closeTo(3, 12),
      expect.closeTo(2, 12),
      expect.closeTo(0, 12),
    ]);
  }
});

test('a triangle has its centroid, an edge its midpoint and no area', () => {
  const triangle = patchOf([
    [0, 0],
    [3, 0],
    [0, 6],
  ]);
  expect(triangle.adhesion[0]).toBeCloseTo(9, 12);
  expect(triangle.adhesionCentre[0]).toBeCloseTo(1, 12);
  expect(triangle.adhesionCentre[1]).toBeCloseTo(2, 12);
  const edge = patchOf([
    [0, 0],
    [2, 2],
  ]);
  expect(edge.adhesion[0]).toBe(0);
  expect(edge.adhesionCentre[0]).toBeCloseTo(1, 12);
});

test('starts with a touch and ends out of range', () => {
  const square: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  const patches = patchOf(square);
  const at = (gap: number) => {
    patches.pointGap.fill(gap);
    updateAdhesion(patches, 0, 1);
    return patches.adhesion[0] > 0;
  };
  expect([at(0.009), at(0.011), at(0.009), at(0), at(0.009)]).toEqual([true, false, false, true, true]);
});
