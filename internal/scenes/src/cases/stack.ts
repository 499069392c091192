import { coulomb } from '@stiction/friction-core';
import type { BodySpec, Scene } from '../scene.js';
import { GRAVITY } from './box-on-ground.js';
import { type Build, settle } from './run.js';

/** Case 12: towers of cubes that should stand; one, or many side by side for measuring cost. */
export function stack(options: { count: number; towers?: number; edge?: number; mu?: number }): Scene {
  const { count, towers = 1, edge = 1, mu = 0.5 } = options;
  const half = edge / 2;
  const side = Math.ceil(Math.sqrt(towers));
  const bodies: BodySpec[] = [{ name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] }];
  for (let t = 0; t < towers; t++) {
    const x = 2 * edge * (t % side);
    const y = 2 * edge * Math.floor(t / side);
    for (let k = 0; k < count; k++) {
      bodies.push({
        name: towers === 1 ? `cube ${k}` : `cube ${t}.${k}`,
        kind: 'dynamic',
        mass: 1,
        shape: { kind: 'box', halfExtents: [half, half, half] },
        // A tiny overlap: rounding would leave gaps otherwise, and cubes would fall first.
        position: [x, y, (half + k * edge) * (1 - 1e-9)],
      });
    }
  }
  return {
    name: towers === 1 ? `stack of ${count}` : `${towers} stacks of ${count}`,
    gravity: [0, 0, -GRAVITY],
    bodies,
    stockMu: mu,
    law: coulomb({ mu }),
    duration: 10,
  };
}

export interface StackResult {
  /** Largest sideways drift of a cube [m]. */
  lateral: number;
  /** Sink of the top cube [m]. */
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
