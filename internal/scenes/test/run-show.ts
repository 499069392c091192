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

export interface ShowRun {
  proof: number;
  good: boolean;
  probe: Probe;
  /** The largest distance between the curve and its ghost, where there is one. */
  apart: number;
  /** Every number of all bodies is finite at the end: what is not once never is again. */
  finite: boolean;
}

/** Runs a show until it is done, or for so many seconds. */
export function runShow<V extends Values>(
  show: Show<V>,
  engine: EngineName,
  stiction: boolean,
  change: Partial<V> = {},
  seconds = Number.POSITIVE_INFINITY,
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

/** Each slider at both of its ends, each choice, the other values as they are. */
export function extremes<V extends Values>(show: Show<V>): Partial<V>[] {
  const controls: [string, Control][] = Object.entries(show.controls);
  return controls.flatMap(([name, control]) => {
    const list: Value[] =
      control.kind === 'slider'
        ? [control.min, control.max]
        : control.kind === 'choice'
          ? control.options.map(({ value }) => value)
          : control.kind === 'paint'
            ? []
            : [true, false];
    return list.map((value) => ({ [name]: value }) as Partial<V>);
  });
}
