import type { EngineName } from '@stiction/scenes';
import type { Control, Show, Value, Values } from '@stiction/scenes/show';

export type ViewMode = 'split' | 'stock' | 'stiction';

/** What the reader has chosen, as it stands in the address. */
export interface Address {
  scene: string;
  engine: EngineName;
  view: ViewMode;
  /** Id of a law of the show; '' for its own. */
  law: string;
  /** Steps per second; 0 for the show's own. */
  rate: number;
  effort: number;
  forces: boolean;
  /** Starts paused. */
  paused: boolean;
  /** Values of the show that are not as it starts, as text. */
  values: Readonly<Record<string, string>>;
}

/** Names that no control of a show may have. */
const RESERVED = ['scene', 'engine', 'view', 'law', 'rate', 'effort', 'forces', 'paused'] as const;

const VIEWS: readonly ViewMode[] = ['split', 'stock', 'stiction'];
export const RATES: readonly number[] = [30, 60, 120, 240, 480];
export const EFFORTS: readonly number[] = [1, 2, 4, 8];

export function readAddress(search: string, scenes: readonly string[]): Address {
  const query = new URLSearchParams(search);
  const oneOf = <T>(options: readonly T[], value: unknown, fallback: T): T =>
    options.find((option) => option === value) ?? fallback;
  const values = Object.fromEntries([...query].filter(([name]) => !RESERVED.some((word) => word === name)));
  return {
    scene: oneOf(scenes, query.get('scene'), scenes[0]),
    engine: query.get('engine') === 'rapier' ? 'rapier' : 'cannon',
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

/** The values of a show, from the texts of an address: what is not understood is as the show starts. */
export function parseValues(show: Show, texts: Readonly<Record<string, string>>): Values {
  const entries = Object.entries(show.controls).map(([name, control]): [string, Value] => [
    name,
    name in texts ? parseValue(control, texts[name]) : control.value,
  ]);
  return Object.fromEntries(entries);
}

function parseValue(control: Control, text: string): Value {
  switch (control.kind) {
    case 'slider': {
      const value = text.trim() === '' ? Number.NaN : Number(text);
      return Number.isFinite(value) ? Math.min(Math.max(value, control.min), control.max) : control.value;
    }
    case 'toggle':
      return text === 'true' ? true : text === 'false' ? false : control.value;
    case 'hold':
      return false;
    case 'choice':
      return control.options.some(({ value }) => value === text) ? text : control.value;
    case 'paint':
      return /^\d+$/.test(text) && text.length === control.columns * control.rows ? text : control.value;
  }
}

/** The values that differ from those that the show starts with. */
export function formatValues(show: Show, values: Values): Record<string, string> {
  const changed = Object.entries(values).filter(([name, value]) => {
    const control = show.controls[name];
    return control.kind !== 'hold' && value !== control.value;
  });
  return Object.fromEntries(changed.map(([name, value]) => [name, String(value)]));
}
