import { type CannonFriction, installFriction } from '@stiction/cannon-adapter';
import type { Example } from './example.js';

export interface Running<T extends Example> {
  example: T;
  friction: CannonFriction | null;
  step(dt: number): void;
}

/** Builds an example, stock or with Stiction. */
export function startExample<T extends Example>(build: () => T, options: { stiction: boolean }): Running<T> {
  const example = build();
  const { world } = example;
  const friction = options.stiction ? installFriction(world, { default: example.law }) : null;
  for (const [a, b, law] of example.pairs ?? []) friction?.setPair(a, b, law);
  return {
    example,
    friction,
    step(dt) {
      example.drive?.(world.time);
      world.step(dt);
    },
  };
}
