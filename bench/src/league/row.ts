import type { Build, PeerFriction } from '@stiction/scenes';

/** Steps at which rows are measured, as they are named in results [s]. */
export const STEPS = { '1/60': 1 / 60, '1/240': 1 / 240, '1/1000': 1 / 1000 } as const;
export type StepName = keyof typeof STEPS;
export const USUAL_STEPS: readonly StepName[] = ['1/60', '1/240'];

/** One line of the accuracy tables: a scene of validation.md, or one aspect of it. */
export interface Row {
  /** Never changes: results, known misses and tables are found by it. Begins with the number of the scene. */
  id: string;
  title: string;
  goal: string;
  /** The goal as a number, where there is one for this step and engine. */
  limit?(step: StepName, engine: string): number | undefined;
  /** What an engine's own materials must offer for the row to make sense; 'law' is what Stiction alone has. */
  needs?: readonly (keyof PeerFriction)[] | 'law';
  /** Why an engine is left out, by its name. */
  not?: { readonly [engine: string]: string };
  /** @default USUAL_STEPS */
  steps?: readonly StepName[];
  /** Of the error: relative to the truth, metres or radians. */
  unit: 'share' | 'm' | 'rad';
  /** What the error is relative to, where that is one number. */
  truth?: { value: number; unit: string };
  /** Runs in CI: in all engines, or in cannon-es and Rapier. */
  quick?: 'all' | 'ours';
  /** The error. */
  measure(build: Build, dt: number): number;
}

export const DEGREE = Math.PI / 180;

/** Of some errors the one that is largest, with its sign; NaN where one is. */
export function worst(errors: readonly number[]): number {
  return errors.reduce((most, error) => (Math.abs(error) <= Math.abs(most) ? most : error), 0);
}

/** A run that several rows look at is done once per engine and step. */
export function shared<T>(run: (build: Build, dt: number) => T): (build: Build, dt: number) => T {
  const known = new WeakMap<Build, Map<number, T>>();
  return (build, dt) => {
    const runs = known.get(build) ?? new Map<number, T>();
    known.set(build, runs);
    const result = runs.has(dt) ? (runs.get(dt) as T) : run(build, dt);
    runs.set(dt, result);
    return result;
  };
}

/** From a measured quantity to its error. */
export function against(
  truth: number,
  unit: string,
  measure: (build: Build, dt: number) => number,
): Pick<Row, 'unit' | 'truth' | 'measure'> {
  return {
    unit: 'share',
    truth: { value: truth, unit },
    measure: (build, dt) => measure(build, dt) / truth - 1,
  };
}
