import type { Build, PeerFriction } from '@stiction/scenes';

/** Time steps of the cases, by their name in the results [s]. */
export const STEPS = { '1/60': 1 / 60, '1/240': 1 / 240, '1/1000': 1 / 1000 } as const;
export type StepName = keyof typeof STEPS;
export const USUAL_STEPS: readonly StepName[] = ['1/60', '1/240'];

/** One line of the accuracy tables: a validation case of docs/accuracy.md, or one quantity of it. */
export interface Case {
  /** Starts with the number of the case. Stable: the key of results and known misses. */
  id: string;
  title: string;
  goal: string;
  /** The goal as a number, if this step and engine have one. */
  limit?(step: StepName, engine: string): number | undefined;
  /** Material features that the case needs; 'law' means only Stiction has them. */
  needs?: readonly (keyof PeerFriction)[] | 'law';
  /** Engines that skip the case: name → reason. */
  not?: { readonly [engine: string]: string };
  /** @default USUAL_STEPS */
  steps?: readonly StepName[];
  /** Unit of the error; 'share' is relative to the reference. */
  unit: 'share' | 'm' | 'rad';
  /** The reference, if it is one number. */
  reference?: { value: number; unit: string };
  /** Runs in CI: in all engines, or in cannon-es and Rapier. */
  quick?: 'all' | 'ours';
  /** The error. */
  measure(build: Build, dt: number): number;
}

export const DEGREE = Math.PI / 180;

/** The error of largest magnitude, with its sign; NaN if any error is NaN. */
export function worst(errors: readonly number[]): number {
  return errors.reduce((most, error) => (Math.abs(error) <= Math.abs(most) ? most : error), 0);
}

/** Caches a run that several cases share, per engine and step. */
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

/** Turns a measured quantity into its relative error. */
export function against(
  reference: number,
  unit: string,
  measure: (build: Build, dt: number) => number,
): Pick<Case, 'unit' | 'reference' | 'measure'> {
  return {
    unit: 'share',
    reference: { value: reference, unit },
    measure: (build, dt) => measure(build, dt) / reference - 1,
  };
}
