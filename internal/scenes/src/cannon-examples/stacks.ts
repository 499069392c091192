import { coulomb } from '@stiction/friction-core';
import type * as CANNON from 'cannon-es';
import { addCylinder, addShape, box, createExampleWorld, type Example } from './example.js';

export interface Stacks extends Example {
  /** Each from the bottom up. */
  stacks: CANNON.Body[][];
}

/** Three towers, of cubes, of cylinders and of planks laid crosswise, and a small pyramid. */
export function buildStacks(): Stacks {
  const world = createExampleWorld(0.5);
  const cubes: CANNON.Body[] = [];
  const cylinders: CANNON.Body[] = [];
  const planks: CANNON.Body[] = [];
  const pyramid: CANNON.Body[] = [];
  for (let k = 0; k < 8; k++) cubes.push(addShape(world, box(0.5, 0.5, 0.5), { mass: 1, at: [-3, 0, 0.25 + 0.5 * k] }));
  for (let k = 0; k < 5; k++) cylinders.push(addCylinder(world, 0.3, 0.5, { mass: 1, at: [-1.5, 0, 0.25 + 0.5 * k] }));
  for (let layer = 0; layer < 8; layer++) {
    const turn = [[0, 0, 1], layer % 2 === 0 ? 0 : Math.PI / 2] as const;
    for (const side of [-0.35, 0.35]) {
      const at = [layer % 2 === 0 ? 0 : side, layer % 2 === 0 ? side : 0, 0.1 + 0.2 * layer] as const;
      planks.push(addShape(world, box(1, 0.2, 0.2), { mass: 0.5, at, turn }));
    }
  }
  for (let row = 0; row < 4; row++) {
    for (let k = 0; k < 4 - row; k++) {
      const at = [1.6 + 0.55 * k + 0.275 * row, 0, 0.25 + 0.5 * row] as const;
      pyramid.push(addShape(world, box(0.5, 0.5, 0.5), { mass: 1, at }));
    }
  }
  return {
    world,
    law: coulomb({ mu: 0.5 }),
    stacks: [cubes, cylinders, planks, pyramid],
    seconds: 6,
    view: { target: [0, 0, 1.5], distance: 13 },
  };
}
