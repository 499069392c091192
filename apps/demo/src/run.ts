import type { BuildWorld, EngineName, Scene, Vector } from '@stiction/scenes';
import {
  type DemoScene,
  type Probe,
  type SceneRun,
  startSceneRun,
  type Value,
  type Values,
} from '@stiction/scenes/demo';
import { grabBoth, type Held, pullBoth } from './hand.js';
import { createHistory, type History } from './history.js';
import { createPatchReader, type PatchReader } from './patches.js';
import { createPoses, createPreview, type Poses } from './poses.js';
import { type PerSide, SIDES } from './sides.js';

/** What a probe has measured. */
export type Measured = Omit<Probe, 'sample' | 'drive'>;

/** One world of a run, as the page sees it. */
export interface RunSide {
  readonly scene: Scene;
  readonly probe: Measured;
  readonly patches: PatchReader;
  /** One step of this world alone, for measurements; not of a world in a worker. */
  step?(): void;
}

/** A scene running in two worlds of one engine, from the same start. */
export interface Run {
  readonly demo: DemoScene;
  readonly values: Values;
  readonly engine: EngineName;
  readonly dt: number;
  readonly sides: PerSide<RunSide>;
  readonly poses: PerSide<Pick<Poses, 'read' | 'trails'>>;
  readonly history: History;
  /** Smoothed step time [ms]. */
  readonly cost: PerSide<number>;
  readonly steps: number;
  readonly time: number;
  readonly done: boolean;
  /** Current time between the last two steps, 0 to 1. */
  readonly share: number;
  /** False once something acts, or has acted in this run, for which the scene's reference does not hold. */
  readonly isComparable: boolean;
  /** Why not: a note for the tile of the reference. */
  readonly otherwise: string;
  /** The body in the user's hand. */
  readonly held: Held | null;
  /** Advances by some scene time, or as far as the frame allows. */
  advance(seconds: number): void;
  /** Advances by some steps, up to the end. A promise if the worlds are in a worker. */
  step(count?: number): void | Promise<void>;
  /** Swaps to another law of `demo.laws`. */
  setLaw(id: string): void;
  /** Changes a value while the scene runs. */
  setValue(name: string, value: Value): void;
  /** Holds a dynamic body in both worlds. The run goes on for a while after the end of the scene. */
  grab(body: string, localPoint: Vector): void;
  /** How far the pointer has moved the point since then. */
  pullGrab(pull: Vector): void;
  release(): void;
  /** Draws a body displaced, until it is null. */
  preview(body: string | null, by?: Vector): void;
  dispose(): void;
}

/** Limits per frame: slow machines show slow motion instead of falling behind [s] or freezing [ms]. */
export const MAX_CATCH_UP = 0.1;
export const FRAME_BUDGET = 24;
const SMOOTHING = 0.05;
const WARM_UP = 10;
/** A scene goes on for this time after a body has been let go [s]. */
const AFTER_GRAB = 8;
const OTHER_LAW = 'of another law';
export const GRABBED = 'not grabbed';

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
  const runs: PerSide<SceneRun> = { stock, stiction: guard(() => start(true), stock) };
  const worlds = { stock: runs.stock.world, stiction: runs.stiction.world };
  const sides = { stock: sideOf(runs.stock), stiction: sideOf(runs.stiction) };
  const poses = {
    stock: createPoses(runs.stock, demo.trails),
    stiction: createPoses(runs.stiction, demo.trails),
  };
  const preview = createPreview(runs.stock.scene);
  const history = createHistory(demo, values, dt);
  const cost = { stock: 0, stiction: 0 };
  let steps = 0;
  let pending = 0;
  let otherwise = '';
  let held: Held | null = null;
  /** Steps to go after a grab. */
  let extra = 0;

  function step(): void {
    for (const side of SIDES) {
      poses[side].keep();
      const before = performance.now();
      runs[side].step();
      const took = performance.now() - before;
      // The first steps run code that is not compiled yet.
      if (steps < WARM_UP) cost[side] = steps === 0 ? took : Math.min(cost[side], took);
      else cost[side] += SMOOTHING * (took - cost[side]);
    }
    steps++;
    if (!held && extra > 0) extra--;
    history.add(steps, runs.stock.probe.curve, runs.stiction.probe.curve);
  }

  function isDone(): boolean {
    if (held || extra > 0) return false;
    return SIDES.every((side) => runs[side].done) || runs.stiction.world.time >= runs.stiction.scene.duration;
  }

  const run: Run = {
    demo,
    values,
    engine,
    dt,
    sides,
    poses: { stock: preview.add(poses.stock), stiction: preview.add(poses.stiction) },
    history,
    cost,
    step(count = 1) {
      for (let k = 0; k < count && !isDone(); k++) step();
    },
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
      return otherwise === '';
    },
    get otherwise() {
      return otherwise;
    },
    get held() {
      return held;
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
      const { friction } = worlds.stiction;
      if (!choice || !friction) return;
      const law = choice.law(values);
      const isOther = !hasReference(demo, id);
      if (steps === 0 && otherwise === OTHER_LAW) otherwise = '';
      if (isOther && otherwise === '') otherwise = OTHER_LAW;
      if (choice.pair) friction.setPair(...choice.pair, law);
      else friction.setDefault(law);
    },
    setValue(name, value) {
      values[name] = value;
      history.renewTheory();
    },
    grab(body, localPoint) {
      held = grabBoth(worlds, body, localPoint);
      if (held) otherwise = GRABBED;
    },
    pullGrab(pull) {
      if (held) pullBoth(worlds, held, pull);
    },
    release() {
      if (held) extra = Math.round(AFTER_GRAB / dt);
      held = null;
      for (const side of SIDES) worlds[side].release();
    },
    preview: preview.set,
    dispose() {
      for (const side of SIDES) runs[side].dispose();
    },
  };
  if (options.law) run.setLaw(options.law);
  return run;
}

/** More bodies take more than a frame per step. */
const MANY = 200;

/** True if the worlds belong in a worker, see worker/remote-run.ts. */
export function isHeavy(demo: DemoScene, values: Values): boolean {
  return typeof Worker !== 'undefined' && demo.scene(values).bodies.length > MANY;
}

/** True if the scene's reference holds for a law of the scene. */
function hasReference({ laws }: DemoScene, id: string): boolean {
  const choice = laws?.find((law) => law.id === id) ?? laws?.[0];
  return choice === laws?.[0] || choice?.sameReference === true;
}

function sideOf({ scene, world, probe, step }: SceneRun): RunSide {
  return { scene, probe, patches: createPatchReader(world), step };
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
