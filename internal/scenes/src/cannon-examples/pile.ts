import { coulomb } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import * as CANNON from 'cannon-es';
import { addCylinder, addShape, box, createExampleWorld, type Example } from './example.js';
import { createHull } from './hulls.js';

export interface Pile extends Example {
  bodies: CANNON.Body[];
}

const LAYERS = 6;

/** Four walls on the floor. */
export function addPit(world: CANNON.World, half: number, height: number): void {
  const thick = 0.4;
  for (const side of [-1, 1]) {
    addShape(world, box(thick, 2 * half + 2 * thick, height), {
      mass: 0,
      at: [side * (half + thick / 2), 0, height / 2],
    });
    addShape(world, box(2 * half, thick, height), { mass: 0, at: [0, side * (half + thick / 2), height / 2] });
  }
}

/** Balls, boxes and cylinders poured into a pit, allowed to sleep. */
export function buildPile(): Pile {
  const world = createExampleWorld(0.5, { sleep: true });
  addPit(world, 1, 0.8);
  const random = seededRandom(11);
  const bodies: CANNON.Body[] = [];
  for (let layer = 0; layer < LAYERS; layer++) {
    for (let k = 0; k < 4; k++) {
      const at = [(k % 2) - 0.5, Math.floor(k / 2) - 0.5, 0.5 + 0.8 * layer] as const;
      const turn = [[random(), random(), random()], random()] as const;
      const placed = { mass: 1, at, turn };
      const kind = (layer + k) % 3;
      if (kind === 0) bodies.push(addShape(world, box(0.5, 0.4, 0.3), placed));
      else if (kind === 1) bodies.push(addShape(world, new CANNON.Sphere(0.2), placed));
      else bodies.push(addCylinder(world, 0.2, 0.4, placed));
    }
  }
  for (const body of bodies) {
    body.allowSleep = true;
    body.sleepSpeedLimit = 0.1;
    body.sleepTimeLimit = 0.5;
    // Balls roll forever without it.
    body.angularDamping = 0.9;
  }
  return { world, law: coulomb({ mu: 0.5 }), bodies, seconds: 10, view: { target: [0, 0, 0.8], distance: 7 } };
}

/** Convex hulls of three kinds falling on each other. */
export function buildConvex(): Pile {
  const world = createExampleWorld(0.5);
  const random = seededRandom(5);
  const bodies: CANNON.Body[] = [];
  for (const [k, name] of (
    ['tetrahedron', 'octahedron', 'wedge', 'octahedron', 'wedge', 'tetrahedron'] as const
  ).entries()) {
    const turn = [[random(), random(), random()], 2 * random()] as const;
    const at = [0.25 * (k % 2), 0.15 * (k % 3), 0.7 + 1.1 * k] as const;
    bodies.push(addShape(world, createHull(name, 0.4, 0.4, 0.4), { mass: 1, at, turn }));
  }
  return { world, law: coulomb({ mu: 0.5 }), bodies, seconds: 6, view: { target: [0, 0, 1], distance: 9 } };
}
