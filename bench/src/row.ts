import type { Build, EngineName } from '@stiction/scenes';
import type { Contestant } from './builds.js';

/** One line of the accuracy tables. */
export interface Row {
  /** Begins with the number of the scene. */
  title: string;
  goal: string;
  /** The goal as a number, where there is one for this step and engine. */
  limit?(dt: number, engine: EngineName): number | undefined;
  /** The stock engines have no such friction. */
  lawsOnly?: boolean;
  /** Engines in which the scene makes no sense. */
  not?: EngineName;
  show(value: number): string;
  measure(build: Build, dt: number): number;
}

export const DEGREE = Math.PI / 180;

export const percent = (value: number): string =>
  Math.abs(value) > 100 ? '> 10000 %' : `${(100 * value).toFixed(Math.abs(value) < 1e-3 ? 3 : 2)} %`;
export const metres = (value: number): string =>
  value < 1e-4 ? `${value.toExponential(1)} m` : `${(1e3 * value).toFixed(2)} mm`;
export const degrees = (value: number): string => `${(value / DEGREE).toPrecision(2)}°`;

/** What a contestant reaches; marked where Stiction misses its goal. */
export function cell(row: Row, { label, stiction, build }: Contestant, dt: number): string {
  const engine = label.endsWith('Rapier') ? 'rapier' : 'cannon';
  if (row.not === engine || (row.lawsOnly && !stiction)) return '-';
  const value = row.measure(build, dt);
  const limit = stiction ? row.limit?.(dt, engine) : undefined;
  const missed = limit !== undefined && !(Math.abs(value) <= limit);
  return missed ? `${row.show(value)} ✗` : row.show(value);
}
