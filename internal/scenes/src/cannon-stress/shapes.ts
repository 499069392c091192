import * as CANNON from 'cannon-es';
import { box, type Part, UPRIGHT } from '../cannon-examples/example.js';
import { createHull, type HullName } from '../cannon-examples/hulls.js';

export type Random = () => number;

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** Log-uniform. */
export function logBetween(random: Random, low: number, high: number): number {
  return low * (high / low) ** random();
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)];
}

const HULLS: readonly HullName[] = ['tetrahedron', 'octahedron', 'wedge'];

/** A box, ball, cylinder, hull or compound that fits into a ball of the given radius and has half extents of at least a third of it. */
export function randomParts(random: Random, radius: number): Part[] {
  const half = (): number => between(random, 0.33, 0.57) * radius;
  switch (Math.floor(5 * random())) {
    case 0:
      return [{ shape: box(2 * half(), 2 * half(), 2 * half()) }];
    case 1:
      return [{ shape: new CANNON.Sphere(radius) }];
    case 2: {
      const r = half();
      return [{ shape: new CANNON.Cylinder(r, r, 2 * half(), 12), orientation: UPRIGHT }];
    }
    case 3:
      return [{ shape: createHull(pick(random, HULLS), half(), half(), half()) }];
    default: {
      // A symmetric dumb-bell: cannon-es spreads the mass over a bounding box.
      const end = 0.35 * radius;
      const reach = 0.6 * radius;
      const ends = random() < 0.5 ? () => new CANNON.Sphere(end) : () => box(1.1 * end, 1.1 * end, 1.1 * end);
      return [
        { shape: box(2 * reach, 0.5 * end, 0.5 * end) },
        { shape: ends(), offset: new CANNON.Vec3(-reach, 0, 0) },
        { shape: ends(), offset: new CANNON.Vec3(reach, 0, 0) },
      ];
    }
  }
}

export function randomTurn(random: Random): [[number, number, number], number] {
  const axis: [number, number, number] = [random() - 0.5, random() - 0.5, random() - 0.5];
  return [axis, Math.PI * random()];
}
