import type { PlainWorld, Scene } from '../scene.js';

/** Builds a scene in the engine and with the friction under test. */
export type Build = (scene: Scene) => PlainWorld;

/** Lets a scene settle for half a second. */
export function settle(world: PlainWorld, dt: number): void {
  const steps = Math.round(0.5 / dt);
  for (let k = 0; k < steps; k++) world.step(dt);
}

/** Steps until the body is slower than `speed` [m/s], or `limit` seconds have passed. Returns the time. */
export function runUntilSlow(
  world: PlainWorld,
  name: string,
  dt: number,
  speed: number,
  limit: number,
  onStep?: () => void,
): number {
  const start = world.time;
  do {
    world.step(dt);
    onStep?.();
  } while (Math.hypot(...world.velocity(name)) > speed && world.time - start < limit);
  return world.time - start;
}
