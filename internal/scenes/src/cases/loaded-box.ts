import { coulomb } from '@stiction/friction-core';
import type { Scene } from '../scene.js';
import { GRAVITY } from './box-on-ground.js';
import { type Build, settle } from './run.js';

/** Case 6: B (10 kg) lies on A (1 kg), and A is pulled. */
export function loadedBox(options: { mu: number; massA?: number; massB?: number }): Scene {
  const { mu, massA = 1, massB = 10 } = options;
  return {
    name: 'loaded box',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] },
      {
        name: 'A',
        kind: 'dynamic',
        mass: massA,
        shape: { kind: 'box', halfExtents: [0.5, 0.5, 0.1] },
        position: [0, 0, 0.1],
      },
      {
        name: 'B',
        kind: 'dynamic',
        mass: massB,
        shape: { kind: 'box', halfExtents: [0.3, 0.3, 0.3] },
        position: [0, 0, 0.5],
      },
    ],
    stockMu: mu,
    law: coulomb({ mu }),
    duration: 2,
  };
}

/** μ (mA + mB) g. */
export function exactPull(mu: number, massA = 1, massB = 10): number {
  return mu * (massA + massB) * GRAVITY;
}

/** The pair has moved if it is this far away after a second [m]; less counts as creep. */
const MOVED = 0.01;

/**
 * The smallest force on A that moves the pair, bisected to 1e-4 of the exact force [N]. `around`: search only within this share of the
 * exact force.
 */
export function measurePull(build: Build, mu: number, dt: number, massA = 1, massB = 10, around?: number): number {
  const reference = exactPull(mu, massA, massB);
  // With exact Coulomb friction the pair moves that far if the force exceeds the threshold by 2 m MOVED / t².
  const excess = 2 * MOVED * (massA + massB);
  let below = around === undefined ? 0 : (1 - around) * reference + excess;
  let above = around === undefined ? 3 * reference : (1 + around) * reference + excess;
  while (above - below > 1e-4 * reference) {
    const force = 0.5 * (below + above);
    if (pulled(build, mu, force, dt, massA, massB) > MOVED) above = force;
    else below = force;
  }
  return 0.5 * (below + above) - excess;
}

function pulled(build: Build, mu: number, force: number, dt: number, massA: number, massB: number): number {
  const world = build(loadedBox({ mu, massA, massB }));
  settle(world, dt);
  const [x0] = world.position('A');
  const steps = Math.round(1 / dt);
  for (let k = 0; k < steps; k++) {
    world.push('A', force, 0, 0);
    world.step(dt);
  }
  const [x] = world.position('A');
  world.dispose();
  return Math.abs(x - x0);
}
