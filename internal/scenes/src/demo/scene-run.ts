import type { BuildWorld } from '../load-engine.js';
import type { EngineName, Scene, SceneWorld } from '../scene.js';
import type { DemoScene, Probe, Value, Values } from './demo-scene.js';

/** One world of a demo scene, with its probe. */
export interface SceneRun {
  readonly scene: Scene;
  readonly world: SceneWorld;
  readonly probe: Probe;
  readonly steps: number;
  readonly done: boolean;
  step(): void;
  dispose(): void;
}

export interface SceneRunOptions {
  stiction: boolean;
  /** @default that of the scene */
  dt?: number;
  effort?: number;
}

/** The initial values of a scene's controls, in all engines or in one. */
export function defaultsOf<V extends Values>(demo: DemoScene<V>, engine?: EngineName): V {
  const entries = Object.entries(demo.controls).map(([name, control]): [string, Value] => [name, control.value]);
  return { ...(Object.fromEntries(entries) as V), ...(engine && demo.engineValues?.[engine]) };
}

/** Starts a demo scene in one world. `values` stays live. */
export function startSceneRun<V extends Values>(
  demo: DemoScene<V>,
  build: BuildWorld,
  values: V,
  { stiction, effort = 1, dt = demo.dt ?? 1 / 60 }: SceneRunOptions,
): SceneRun {
  const scene = demo.scene(values);
  const world = build(scene, { stiction, effort });
  const probe = demo.probe(values, world);
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
      probe.drive?.(world, dt);
      world.step(dt);
      steps++;
      probe.sample(world, dt);
    },
    dispose: () => world.dispose(),
  };
}
