import type { Scene } from '../scene.js';
import { bodyOnGround, GRAVITY } from './box-on-ground.js';
import { type Build, runUntilSlow, settle } from './run.js';

/** Cases 2 and 3: a box slides to a stop, in any direction. */
export function stoppingBox(options: { mu: number; mass?: number }): Scene {
  const { mu, mass = 1 } = options;
  const shape = { kind: 'box', halfExtents: [0.25, 0.25, 0.1] } as const;
  return bodyOnGround({ name: 'stopping box', mu, mass, shape, height: 0.1, duration: 3 });
}

/** v² / (2 μ g). */
export function exactStop(mu: number, speed: number): number {
  return speed ** 2 / (2 * mu * GRAVITY);
}

export interface StopResult {
  distance: number;
  /** Angle between the path and the initial velocity [rad]. */
  direction: number;
  /** Largest gain of kinetic energy in a step, as a share of the initial energy. */
  energyRise: number;
}

export function measureStop(build: Build, mu: number, speed: number, heading: number, dt: number): StopResult {
  const world = build(stoppingBox({ mu }));
  settle(world, dt);
  const [x0, y0] = world.position('body');
  world.setVelocity('body', speed * Math.cos(heading), speed * Math.sin(heading), 0);
  const inertia = [(0.25 ** 2 + 0.1 ** 2) / 3, (0.25 ** 2 + 0.1 ** 2) / 3, (0.25 ** 2 + 0.25 ** 2) / 3];
  const energy = (): number => {
    const v = world.velocity('body');
    const w = world.angularVelocity('body');
    return 0.5 * v.reduce((sum, x) => sum + x * x, 0) + 0.5 * w.reduce((sum, x, k) => sum + inertia[k] * x * x, 0);
  };
  const start = energy();
  let last = start;
  let energyRise = 0;
  runUntilSlow(world, 'body', dt, 1e-4, 5, () => {
    const now = energy();
    energyRise = Math.max(energyRise, (now - last) / start);
    last = now;
  });
  const [x, y] = world.position('body');
  world.dispose();
  return { distance: Math.hypot(x - x0, y - y0), direction: Math.atan2(y - y0, x - x0) - heading, energyRise };
}
