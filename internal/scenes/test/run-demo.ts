import { expect } from 'vitest';
import {
  type Control,
  type DemoScene,
  defaultsOf,
  type Probe,
  startSceneRun,
  type Value,
  type Values,
} from '../src/demo/index.js';
import type { BuildWorld, EngineName, SceneWorld } from '../src/index.js';
import { engines } from './engines.js';
import { full } from './full.js';
import { planar } from './planar.js';

const runs = new Map<string, ShowRun>();

export interface ShowRun {
  proof: number;
  good: boolean;
  probe: Probe;
  /** Largest distance between the curve and its reference. */
  apart: number;
  /** True if all numbers of all bodies are finite at the end; NaN never becomes finite again. */
  finite: boolean;
}

/** Runs a demo scene until it is done, or for some seconds. Repeated calls return the first run. */
export function runDemo<V extends Values>(
  demo: DemoScene<V>,
  engine: EngineName,
  stiction: boolean,
  change: Partial<V> = {},
  seconds = Number.POSITIVE_INFINITY,
): ShowRun {
  const key = JSON.stringify([demo.id, engine, stiction, change, seconds]);
  const run = runs.get(key) ?? runOnce(demo, engine, stiction, change, seconds);
  runs.set(key, run);
  return run;
}

function runOnce<V extends Values>(
  demo: DemoScene<V>,
  engine: EngineName,
  stiction: boolean,
  change: Partial<V>,
  seconds: number,
): ShowRun {
  const values: V = { ...defaultsOf(demo), ...change };
  const run = startSceneRun(demo, builderOf(demo, engine), values, { stiction });
  let apart = 0;
  while (run.world.time < seconds && !run.done) {
    run.step();
    const gap = Math.abs(run.probe.curve - (demo.curve.theory?.(run.world.time, values) ?? Number.NaN));
    if (gap > apart) apart = gap;
  }
  const finite = isFiniteWorld(run.world);
  run.dispose();
  const { proof } = run.probe;
  return { proof, good: demo.proof.good(proof, values), probe: run.probe, apart, finite };
}

function builderOf<V extends Values>(demo: DemoScene<V>, engine: EngineName): BuildWorld {
  const found = (demo.engines ? planar : engines).find((one) => one.engine === engine);
  if (!found) throw new Error(`no engine '${engine}'`);
  return found.create;
}

/** Values of single controls for which numbers are not finite after some seconds. */
export function breaksAt<V extends Values>(demo: DemoScene<V>, engine: EngineName, seconds: number): string[] {
  const create = builderOf(demo, engine);
  return extremes(demo).flatMap((change) => {
    const run = startSceneRun(demo, create, { ...defaultsOf(demo), ...change }, { stiction: true });
    while (run.world.time < seconds && !run.done) run.step();
    const fine = isFiniteWorld(run.world);
    run.dispose();
    return fine ? [] : [JSON.stringify(change)];
  });
}

function isFiniteWorld(world: SceneWorld): boolean {
  return world.names.every((name) =>
    [world.position(name), world.rotation(name), world.velocity(name), world.angularVelocity(name)]
      .flat()
      .every(Number.isFinite),
  );
}

/**
 * The full suite sets each slider to both ends and tries each choice, with the other values unchanged. The short one sets all sliders to
 * their lower and all to their upper ends, each with another choice.
 */
export function extremes<V extends Values>(demo: DemoScene<V>): Partial<V>[] {
  const lists = Object.entries(demo.controls)
    .map(([name, control]): [string, Value[]] => [name, endsOf(control)])
    .filter(([, list]) => list.length > 0);
  if (full) return lists.flatMap(([name, list]) => list.map((value) => ({ [name]: value }) as Partial<V>));
  return Array.from(
    { length: Math.max(...lists.map(([, list]) => list.length)) },
    (_, k) => Object.fromEntries(lists.map(([name, list]) => [name, list[k % list.length]])) as Partial<V>,
  );
}

function endsOf(control: Control): Value[] {
  switch (control.kind) {
    case 'slider':
      return [control.min, control.max];
    case 'choice':
      return control.options.map(({ value }) => value);
    case 'paint':
    case 'design':
      return [];
    default:
      return [true, false];
  }
}

/** Expects a good proof; the message shows it. */
export function expectGood({ proof, good }: ShowRun, expected = true): void {
  expect(good, `proof ${proof}`).toBe(expected);
}
