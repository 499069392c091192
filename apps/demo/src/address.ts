import type { EngineName } from '@stiction/scenes';
import {
  type Control,
  type DemoScene,
  defaultsOf,
  openingScenes,
  type Value,
  type Values,
} from '@stiction/scenes/demo';

export type ViewMode = 'split' | 'stock' | 'stiction';

/** The user's choices, as stored in the address. */
export interface Address {
  scene: string;
  engine: EngineName;
  view: ViewMode;
  /** Id of a law of the scene; '' for the default. */
  law: string;
  /** Steps per second; 0 for the scene's default. */
  rate: number;
  effort: number;
  forces: boolean;
  /** Starts paused. */
  paused: boolean;
  /** Control values that differ from the defaults, as text. */
  values: Readonly<Record<string, string>>;
}

/** Reserved names, which no control may have. */
const RESERVED = ['scene', 'engine', 'view', 'law', 'rate', 'effort', 'forces', 'paused'] as const;

const VIEWS: readonly ViewMode[] = ['split', 'stock', 'stiction'];
export const RATES: readonly number[] = [30, 60, 120, 240, 480];
export const EFFORTS: readonly number[] = [1, 2, 4, 8];

export function readAddress(search: string, scenes: readonly string[]): Address {
  const query = new URLSearchParams(search);
  const oneOf = <T>(options: readonly T[], value: unknown, fallback: T): T =>
    options.find((option) => option === value) ?? fallback;
  const values = Object.fromEntries([...query].filter(([name]) => !RESERVED.some((word) => word === name)));
  const engine = query.get('engine') === 'rapier' ? 'rapier' : 'cannon';
  return {
    scene: oneOf(scenes, query.get('scene'), openingScenes[engine]),
    engine,
    view: oneOf(VIEWS, query.get('view'), 'split'),
    law: query.get('law') ?? '',
    rate: oneOf(RATES, Number(query.get('rate')), 0),
    effort: oneOf(EFFORTS, Number(query.get('effort')), 1),
    forces: query.has('forces'),
    paused: query.has('paused'),
    values,
  };
}

export function writeAddress(address: Address): string {
  const query = new URLSearchParams({ scene: address.scene, engine: address.engine });
  if (address.view !== 'split') query.set('view', address.view);
  if (address.law) query.set('law', address.law);
  if (address.rate) query.set('rate', String(address.rate));
  if (address.effort !== 1) query.set('effort', String(address.effort));
  const flags = (['forces', 'paused'] as const).filter((flag) => address[flag]);
  for (const [name, text] of Object.entries(address.values)) query.set(name, text);
  return `?${query}${flags.map((flag) => `&${flag}`).join('')}`;
}

/** Control values from an address; invalid ones become the defaults. A design that somebody has built is missed, so `onBroken` is told why. */
export function parseValues(
  demo: DemoScene,
  engine: EngineName,
  texts: Readonly<Record<string, string>>,
  onBroken: (cause: unknown) => void,
): Values {
  const defaults = defaultsOf(demo, engine);
  const parse = (name: string, control: Control, text: string): Value => {
    try {
      return parseValue(control, text, defaults[name]);
    } catch (cause) {
      onBroken(cause);
      return defaults[name];
    }
  };
  const entries = Object.entries(demo.controls).map(([name, control]): [string, Value] => [
    name,
    name in texts ? parse(name, control, texts[name]) : defaults[name],
  ]);
  return Object.fromEntries(entries);
}

function parseValue(control: Control, text: string, fallback: Value): Value {
  switch (control.kind) {
    case 'slider': {
      const value = text.trim() === '' ? Number.NaN : Number(text);
      return Number.isFinite(value) ? Math.min(Math.max(value, control.min), control.max) : fallback;
    }
    case 'toggle':
      return text === 'true' ? true : text === 'false' ? false : fallback;
    case 'hold':
      return false;
    case 'choice':
      return control.options.some(({ value }) => value === text) ? text : fallback;
    case 'paint':
      return /^\d+$/.test(text) && text.length === control.columns * control.rows ? text : fallback;
    case 'design':
      control.check(text);
      return text;
  }
}

/** Control values in another engine: those that are still the defaults of one become those of the other. */
export function translateValues(demo: DemoScene, values: Values, from: EngineName, to: EngineName): Values {
  const [before, after] = [defaultsOf(demo, from), defaultsOf(demo, to)];
  const isSame = Object.keys(before).every((name) => before[name] === after[name]);
  if (isSame) return values;
  const entries = Object.entries(values).map(([name, value]): [string, Value] => [
    name,
    value === before[name] ? after[name] : value,
  ]);
  return Object.fromEntries(entries);
}

/** Control values that differ from the defaults. */
export function formatValues(demo: DemoScene, engine: EngineName, values: Values): Record<string, string> {
  const defaults = defaultsOf(demo, engine);
  const changed = Object.entries(values).filter(
    ([name, value]) => demo.controls[name].kind !== 'hold' && value !== defaults[name],
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, String(value)]));
}
