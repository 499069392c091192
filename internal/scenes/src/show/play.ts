import type { BuildWorld } from '../load-engine.js';
import type { Scene, SceneWorld } from '../scene.js';
import type { Probe, Show, Value, Values } from './show.js';

/** One world of a show, with what watches it. */
export interface Play {
  readonly scene: Scene;
  readonly world: SceneWorld;
  readonly probe: Probe;
  readonly steps: number;
  readonly done: boolean;
  step(): void;
  dispose(): void;
}

export interface PlayOptions {
  stiction: boolean;
  /** @default the show's */
  dt?: number;
  effort?: number;
}

/** The values that a show starts with. */
export function defaultsOf<V extends Values>(show: Show<V>): V {
  const entries = Object.entries(show.controls).map(([name, control]): [string, Value] => [name, control.value]);
  return Object.fromEntries(entries) as V;
}

/** Starts a show in one world. `values` stays live. */
export function startPlay<V extends Values>(
  show: Show<V>,
  build: BuildWorld,
  values: V,
  { stiction, effort = 1, dt = show.dt ?? 1 / 60 }: PlayOptions,
): Play {
  const scene = show.scene(values);
  const world = build(scene, { stiction, effort });
  const probe = show.probe(values, world);
  let steps = 0;
  return {
    scene,
    world,
    probe,
    get steps() {
      return steps;
    },
    get done() {
      return probe.done || world.time > scene.duration - 0.5 * dt;
    },
    step() {
      world.step(dt);
      steps++;
      probe.sample(world, dt);
    },
    dispose: () => world.dispose(),
  };
}
