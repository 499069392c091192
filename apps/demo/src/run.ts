import type { BuildWorld, EngineName } from '@stiction/scenes';
import { type Play, type Show, startPlay, type Values } from '@stiction/scenes/show';
import { createHistory, type History } from './history.js';
import { createPoses, type Poses } from './poses.js';
import { type PerSide, SIDES } from './sides.js';

/** A show that runs in two worlds of one engine, from the same start. */
export interface Run {
  readonly show: Show;
  readonly values: Values;
  readonly engine: EngineName;
  readonly dt: number;
  readonly plays: PerSide<Play>;
  readonly poses: PerSide<Poses>;
  readonly history: History;
  /** Milliseconds of a step, smoothed. */
  readonly cost: PerSide<number>;
  readonly steps: number;
  readonly time: number;
  readonly done: boolean;
  /** Where between the last two steps the present is, 0 to 1. */
  readonly share: number;
  /** Goes on by so much of the scene's time, or as far as the frame allows. */
  advance(seconds: number): void;
  step(): void;
  /** Another law of `show.laws`. */
  setLaw(id: string): void;
  dispose(): void;
}

/** A slow machine shows slow motion rather than falling ever further behind [s], or freezing [ms]. */
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

export function startRun(show: Show, values: Values, options: RunOptions): Run {
  const { engine, build, dt, effort } = options;
  const start = (stiction: boolean): Play => startPlay(show, build, values, { stiction, dt, effort });
  const stock = start(false);
  const plays: PerSide<Play> = { stock, stiction: guard(() => start(true), stock) };
  const poses = { stock: createPoses(stock), stiction: createPoses(plays.stiction) };
  const history = createHistory(show, values, dt);
  const cost = { stock: 0, stiction: 0 };
  let steps = 0;
  let pending = 0;

  function step(): void {
    for (const side of SIDES) {
      poses[side].keep();
      const before = performance.now();
      plays[side].step();
      const took = performance.now() - before;
      // The first steps are those of code that is not compiled yet.
      if (steps < WARM_UP) cost[side] = steps === 0 ? took : Math.min(cost[side], took);
      else cost[side] += SMOOTHING * (took - cost[side]);
    }
    steps++;
    history.add(steps, plays.stock.probe.curve, plays.stiction.probe.curve);
  }

  const isDone = (): boolean => SIDES.every((side) => plays[side].done) || plays.stiction.world.time >= longest(plays);

  const run: Run = {
    show,
    values,
    engine,
    dt,
    plays,
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
      const choice = show.laws?.find((law) => law.id === id) ?? show.laws?.[0];
      const { friction } = plays.stiction.world;
      if (!choice || !friction) return;
      const law = choice.law(values);
      if (choice.pair) friction.setPair(...choice.pair, law);
      else friction.setDefault(law);
    },
    dispose() {
      for (const side of SIDES) plays[side].dispose();
    },
  };
  if (options.law) run.setLaw(options.law);
  return run;
}

function longest(plays: PerSide<Play>): number {
  return plays.stiction.scene.duration;
}

/** What has been built already is freed where the rest cannot be. */
function guard<T>(build: () => T, built: { dispose(): void }): T {
  try {
    return build();
  } catch (cause) {
    built.dispose();
    throw cause;
  }
}
