import type { Scene } from '../scene.js';
import { bodyOnGround } from './box-on-ground.js';
import { type Build, settle } from './run.js';

/** Case 7: a ball that slides without spin starts to roll. */
export function ball(options: { mu: number; radius: number; mass?: number }): Scene {
  const { mu, radius, mass = 1 } = options;
  return bodyOnGround({ name: 'ball', mu, mass, shape: { kind: 'sphere', radius }, height: radius, duration: 1.5 });
}

/** A solid ball keeps 5/7 of its speed, whatever μ and R. */
export function exactRollingSpeed(speed: number): number {
  return (5 / 7) * speed;
}

export function measureRollingSpeed(build: Build, mu: number, radius: number, speed: number, dt: number): number {
  const world = build(ball({ mu, radius }));
  settle(world, dt);
  world.setVelocity('body', speed, 0, 0);
  const steps = Math.round(1.5 / dt);
  for (let k = 0; k < steps; k++) world.step(dt);
  const result = Math.hypot(...world.velocity('body'));
  world.dispose();
  return result;
}
