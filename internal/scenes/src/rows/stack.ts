import { coulomb } from '@stiction/friction-core';
import type { BodySpec, Scene } from '../scene.js';
import { GRAVITY } from './box-on-ground.js';
import { type Build, settle } from './run.js';

/** Row 12: a tower of cubes that should just stand. */
export function stack(options: { count: number; edge?: number; mu?: number }): Scene {
  const { count, edge = 1, mu = 0.5 } = options;
  const half = edge / 2;
  const cubes = Array.from(
    { length: count },
    (_, k): BodySpec => ({
      name: `cube ${k}`,
      kind: 'dynamic',
      mass: 1,
      shape: { kind: 'box', halfExtents: [half, half, half] },
      position: [0, 0, half + k * edge],
    }),
  );
  return {
    name: `stack of ${count}`,
    gravity: [0, 0, -GRAVITY],
    bodies: [{ name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] }, ...cubes],
    stockMu: mu,
    law: coulomb({ mu }),
    duration: 10,
  };
}

export interface StackResult {
  /** The largest sideways distance of a cube from its place [m]. */
  lateral: number;
  /** How far the top cube has sunk [m]. */
  sink: number;
}

export function measureStack(build: Build, count: number, seconds: number, dt: number, edge = 1): StackResult {
  const world = build(stack({ count, edge }));
  settle(world, dt);
  const steps = Math.round(seconds / dt);
  for (let k = 0; k < steps; k++) world.step(dt);
  let lateral = 0;
  for (let k = 0; k < count; k++) {
    const [x, y] = world.position(`cube ${k}`);
    lateral = Math.max(lateral, Math.hypot(x, y));
  }
  const sink = (count - 0.5) * edge - world.position(`cube ${count - 1}`)[2];
  world.dispose();
  return { lateral, sink };
}
