import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { addShape, box, createExampleWorld, type Example } from './example.js';

export interface Heights extends Example {
  bodies: CANNON.Body[];
  /** Height of the ground [m]. */
  heightAt(x: number, y: number): number;
}

const SIZE = 17;
const CELL = 0.5;

/** Balls and boxes on a bowl made of a height field. */
export function buildHeightfield(): Heights {
  const world = createExampleWorld(0.4);
  const half = (CELL * (SIZE - 1)) / 2;
  const heightAt = (x: number, y: number): number => 0.06 * (x * x + y * y) + 0.3;
  const heights = Array.from({ length: SIZE }, (_, i) =>
    Array.from({ length: SIZE }, (_, j) => heightAt(CELL * i - half, CELL * j - half)),
  );
  addShape(world, new CANNON.Heightfield(heights, { elementSize: CELL }), { mass: 0, at: [-half, -half, 0] });
  const bodies: CANNON.Body[] = [];
  for (let k = 0; k < 9; k++) {
    const at = [((k % 3) - 1) * 1.3 + 0.07, (Math.floor(k / 3) - 1) * 1.3 + 0.11, 1.6] as const;
    const shape = k % 2 === 0 ? new CANNON.Sphere(0.25) : box(0.5, 0.5, 0.4);
    const body = addShape(world, shape, { mass: 1, at });
    body.angularDamping = 0.3;
    bodies.push(body);
  }
  return {
    world,
    law: coulomb({ mu: 0.4 }),
    bodies,
    heightAt,
    seconds: 8,
    view: { target: [0, 0, 0.6], distance: 10 },
  };
}
