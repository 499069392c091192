import { coulomb } from '@stiction/friction-core';
import type { Scene, ShapeSpec, Vector } from '../scene.js';

export const GRAVITY = 9.81;

/** One body resting on the ground: the base of most cases. */
export function bodyOnGround(options: {
  name: string;
  mu: number;
  shape: ShapeSpec;
  /** Height of the centre of mass above the ground. */
  height: number;
  mass?: number;
  velocity?: Vector;
  duration: number;
}): Scene {
  const { name, mu, shape, height, mass = 1, velocity = [0, 0, 0], duration } = options;
  return {
    name,
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ground' },
      { name: 'body', kind: 'dynamic', shape, mass, position: [0, 0, height], velocity, material: 'body' },
    ],
    stockMu: mu,
    law: coulomb({ mu }),
    duration,
  };
}
