import { coulomb } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import type { BodySpec, Scene, ShapeSpec } from '../scene.js';
import { GRAVITY } from './box-on-ground.js';

/** Balls, boxes and cylinders dropped on a heap, for measuring cost. The same seed gives the same heap. */
export function pile(options: { count: number; seed?: number; mu?: number }): Scene {
  const { count, seed = 1, mu = 0.5 } = options;
  const random = seededRandom(seed);
  const bodies: BodySpec[] = [{ name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] }];
  const side = Math.max(2, Math.round(Math.cbrt(count / 2)));
  for (let k = 0; k < count; k++) {
    const layer = Math.floor(k / (side * side));
    const x = (k % side) - (side - 1) / 2;
    const y = (Math.floor(k / side) % side) - (side - 1) / 2;
    const size = 0.3 + 0.15 * random();
    bodies.push({
      name: `body ${k}`,
      kind: 'dynamic',
      mass: 8 * size ** 3,
      shape: SHAPES[k % SHAPES.length](size),
      position: [x + 0.1 * (random() - 0.5), y + 0.1 * (random() - 0.5), 0.6 + 1.05 * layer],
    });
  }
  return {
    name: `pile of ${count}`,
    gravity: [0, 0, -GRAVITY],
    bodies,
    stockMu: mu,
    law: coulomb({ mu }),
    duration: 10,
  };
}

const SHAPES: readonly ((size: number) => ShapeSpec)[] = [
  (size) => ({ kind: 'box', halfExtents: [size, 0.8 * size, 0.6 * size] }),
  (size) => ({ kind: 'sphere', radius: size }),
  (size) => ({ kind: 'cylinder', radius: size, height: 1.2 * size }),
];
