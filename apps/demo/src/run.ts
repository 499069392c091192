import type { BuildWorld, EngineName } from '@stiction/scenes';
import { type DemoScene, type SceneRun, startSceneRun, type Values } from '@stiction/scenes/demo';
import { createHistory, type History } from './history.js';
import { createPoses, type Poses } from './poses.js';
import { type PerSide, SIDES } from './sides.js';

/** A scene running in two worlds of one engine, from the same start. */
export interface Run {
  readonly demo: DemoScene;
  readonly values: Values;
  readonly engine: EngineName;
  readonly dt: number;
  readonly sides: PerSide<SceneRun>;
  readonly poses: PerSide<Poses>;
  readonly history: History;
  /** Smoothed step time [ms]. */
  readonly cost: PerSide<number>;
  readonly steps: number;
  readonly time: number;
  readonly done: boolean;
  /** Current time between the last two steps, 0 to 1. */
  readonly share: number;
  /** False once a law acts, or has acted in this run, for which the scene's reference does not hold. */
  readonly isComparable: boolean;
  /** Advances by some scene time, or as far as the frame allows. */
  advance(seconds: number): void;
  step(): void;
  /** Swaps to another law of `demo.laws`. */
  setLaw(id: string): void;
  dispose(): void;
}

/** Limits per frame: slow machines show slow motion instead of falling behind [s] or freezing [ms]. */
const MAX_CATCH_UP = 0.1;
const FRAME_BUDGET = 24;
const SMOOTHING = 0.05;
const WARM_UP = 10;

export interface RunOptions {
  engine: EngineName;
  build: BuildWorld;
  dt: number;
  effort: number;
  law: string;
}

export function startRun(demo: DemoScene, values: Values, options: RunOptions): Run {
  const { engine, build, dt, effort } = options;
  const start = (stiction: boolean): SceneRun => startSceneRun(demo, build, values, { stiction, dt, effort });
  const stock = start(false);
  const sides: PerSide<SceneRun> = { stock, stiction: guard(() => start(true), stock) };
  const poses = { stock: createPoses(stock), stiction: createPoses(sides.stiction) };
  const history = createHistory(demo, values, dt);
  const cost = { stock: 0, stiction: 0 };
  let steps = 0;
  let pending = 0;
  let isComparable = true;

  function step(): void {
    for (const side of SIDES) {
      poses[side].keep();
      const before = performance.now();
      sides[side].step();
      const took = performance.now() - before;
      // The first steps run code that is not compiled yet.
      if (steps < WARM_UP) cost[side] = steps === 0 ? took : Math.min(cost[side], took);
      else cost[side] += SMOOTHING * (took - cost[side]);
    }
    steps++;
    history.add(steps, sides.stock.probe.curve, sides.stiction.probe.curve);
  }

  const isDone = (): boolean => SIDES.every((side) => sides[side].done) || sides.stiction.world.time >= longest(sides);

  const run: Run = {
    demo,
    values,
    engine,
    dt,
    sides,
    poses,
    history,
    cost,
    step,
    get steps() {
      return steps;
    },
    get time() {
      return steps * dt;
    },
    get done() {
      return isDone();
    },
    get share() {
      return Math.min(1, pending / dt);
    },
    get isComparable() {
      return isComparable;
    },
    advance(seconds) {
      pending = Math.min(pending + seconds, Math.max(MAX_CATCH_UP, dt));
      const begin = performance.now();
      while (pending >= dt && !isDone()) {
        step();
        pending -= dt;
        if (performance.now() - begin > FRAME_BUDGET) pending %= dt;
      }
      if (isDone()) pending = dt;
    },
    setLaw(id) {
      const choice = demo.laws?.find((law) => law.id === id) ?? demo.laws?.[0];
      const { friction } = sides.stiction.world;
      if (!choice || !friction) return;
      const law = choice.law(values);
      isComparable = (isComparable || steps === 0) && (choice === demo.laws?.[0] || choice.sameReference === true);
      if (choice.pair) friction.setPair(...choice.pair, law);
      else friction.setDefault(law);
    },
    dispose() {
      for (const side of SIDES) sides[side].dispose();
    },
  };
  if (options.law) run.setLaw(options.law);
  return run;
}

function longest(sides: PerSide<SceneRun>): number {
  return sides.stiction.scene.duration;
}

/** Frees what has been built if the rest fails. */
function guard<T>(build: () => T, built: { dispose(): void }): T {
  try {
    return build();
  } catch (cause) {
    built.dispose();
    throw cause;
  }
}
