import { describe, expect, test } from 'vitest';
import { measureNativeModel } from '../src/correct/native-model.js';
import { createFakeInstall } from './fake-install.js';

interface Point {
  at: [x: number, y: number, z: number];
  impulse: number;
}

/** The model for contact points and a pressure centre; the points come second in the buffers. */
function measure(points: Point[], centre = [0, 0, 0], restitution = 0) {
  const install = createFakeInstall();
  const patches = install.store.current;
  const first = 2;
  patches.firstPoint[0] = first;
  patches.points[0] = points.length;
  patches.pointPosition.fill(99);
  patches.pointImpulse.fill(99);
  for (const [k, { at, impulse }] of points.entries()) {
    patches.pointPosition.set(at, 3 * (first + k));
    patches.pointImpulse[first + k] = impulse;
    patches.pointRestitution[first + k] = restitution;
  }
  patches.centre.set(centre);
  measureNativeModel(install, 0);
  const { nativeLever, nativeOffset, isEstimated } = install.plan;
  return { lever: nativeLever[0], offset: [...nativeOffset.subarray(0, 2)], isEstimated: isEstimated[0] };
}

/** Four corners of a rectangle of 6 x 8 m around (1, 2). */
const CORNERS: Point['at'][] = [
  [4, 6, 0],
  [-2, 6, 0],
  [-2, -2, 0],
  [4, -2, 0],
];
const corners = (impulses: number[]): Point[] => CORNERS.map((at, k) => ({ at, impulse: impulses[k] }));

describe('measureNativeModel', () => {
  test('puts friction at the mean of the points, relative to the pressure centre', () => {
    const { offset } = measure(corners([3, 0, 0, 1]), [4, 4, 0]);
    expect(offset[0]).toBeCloseTo(1 - 4, 12);
    expect(offset[1]).toBeCloseTo(2 - 4, 12);
  });

  test('has the mean distance of the load from there as the lever of torsion', () => {
    expect(measure(corners([3, 0, 0, 1])).lever).toBeCloseTo(5, 12);
    const points: Point[] = [
      { at: [0, 0, 0], impulse: 1 },
      { at: [3, 0, 0], impulse: 1 },
      { at: [9, 0, 0], impulse: 2 },
    ];
    // Distances from the mean x = 4: 4, 1 and 5.
    expect(measure(points).lever).toBeCloseTo((4 + 1 + 2 * 5) / 4, 12);
  });

  test('has no lever for a single point or without load', () => {
    expect(measure([{ at: [1, 2, 0], impulse: 3 }]).lever).toBe(0);
    expect(measure(corners([0, 0, 0, 0])).lever).toBe(0);
  });

  test('marks patches whose load is estimated', () => {
    expect(measure(corners([1, 1, 1, 1])).isEstimated).toBe(0);
    expect(measure(corners([1, 1, 1, 1]), [0, 0, 0], 0.5).isEstimated).toBe(1);
  });
});
