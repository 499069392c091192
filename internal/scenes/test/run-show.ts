import { expect } from 'vitest';
import type { EngineName, SceneWorld } from '../src/index.js';
import {
  type Control,
  defaultsOf,
  type Probe,
  type Show,
  startPlay,
  type Value,
  type Values,
} from '../src/show/index.js';
import { engines } from './engines.js';
import { full } from './full.js';

const runs = new Map<string, ShowRun>();

export interface ShowRun {
  proof: number;
  good: boolean;
  probe: Probe;
  /** The largest distance between the curve and its ghost, where there is one. */
  apart: number;
  /** Every number of all bodies is finite at the end: what is not once never is again. */
  finite: boolean;
}

/** Runs a show until it is done, or for so many seconds. Asked again, it answers from the first run. */
export function runShow<V extends Values>(
  show: Show<V>,
  engine: EngineName,
  stiction: boolean,
  change: Partial<V> = {},
  seconds = Number.POSITIVE_INFINITY,
): ShowRun {
  const key = JSON.stringify([show.id, engine, stiction, change, seconds]);
  const run = runs.get(key) ?? runOnce(show, engine, stiction, change, seconds);
  runs.set(key, run);
  return run;
}

function runOnce<V extends Values>(
  show: Show<V>,
  engine: EngineName,
  stiction: boolean,
  change: Partial<V>,
  seconds: number,
): ShowRun {
  const values: V = { ...defaultsOf(show), ...change };
  const { create } = engines.find((one) => one.engine === engine) as (typeof engines)[number];
  const play = startPlay(show, create, values, { stiction });
  let apart = 0;
  while (play.world.time < seconds && !play.done) {
    play.step();
    const gap = Math.abs(play.probe.curve - (show.curve.theory?.(play.world.time, values) ?? Number.NaN));
    if (gap > apart) apart = gap;
  }
  const finite = isFiniteWorld(play.world);
  play.dispose();
  const { proof } = play.probe;
  return { proof, good: show.proof.good(proof, values), probe: play.probe, apart, finite };
}

/** Is every number finite after so many seconds, whatever one control is set to? Tells where not. */
export function breaksAt<V extends Values>(show: Show<V>, engine: EngineName, seconds: number): string[] {
  const { create } = engines.find((one) => one.engine === engine) as (typeof engines)[number];
  return extremes(show).flatMap((change) => {
    const play = startPlay(show, create, { ...defaultsOf(show), ...change }, { stiction: true });
    while (play.world.time < seconds && !play.done) play.step();
    const fine = isFiniteWorld(play.world);
    play.dispose();
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
 * The full suite has each slider at both of its ends and each choice, the other values as they are. The ordinary one has all sliders
 * at their lower and all at their upper ends, each with another choice.
 */
export function extremes<V extends Values>(show: Show<V>): Partial<V>[] {
  const lists = Object.entries(show.controls)
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
      return [];
    default:
      return [true, false];
  }
}

/** Expects a proof that is good, and prints it if it is not. */
export function expectGood({ proof, good }: ShowRun, expected = true): void {
  expect(good, `proof ${proof}`).toBe(expected);
}
