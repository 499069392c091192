import { isMiss, type League, type Result } from './results.js';

/** A known miss and its error, so that it cannot get worse unnoticed. */
export type KnownMiss = Pick<Result, 'case' | 'contestant' | 'step'> & { error: number };

export interface Verdict {
  failures: string[];
  /** Known misses that now reach their goal: remove them from the list. */
  better: string[];
}

/** Math functions of the runtime differ in the last digits. */
const SLACK = 1.05;

/** Judges the accuracy of Stiction only. */
export function judge(league: Pick<League, 'contestants' | 'results'>, known: readonly KnownMiss[]): Verdict {
  const ours = new Set(league.contestants.filter(({ kind }) => kind === 'stiction').map(({ name }) => name));
  const verdict: Verdict = { failures: [], better: [] };
  for (const result of league.results) {
    const { case: id, contestant, step, error, failed, limit } = result;
    if (!ours.has(contestant)) continue;
    const where = `case ${id}, ${contestant}, dt ${step}`;
    const miss = known.find((one) => one.case === id && one.contestant === contestant && one.step === step);
    if (failed !== undefined) verdict.failures.push(`${where}: ${failed}`);
    else if (!isMiss(result)) {
      if (miss) verdict.better.push(`${where}: now reaches its goal (${error}, limit ${limit})`);
    } else if (!miss) {
      verdict.failures.push(`${where}: ${error}, limit ${limit}`);
    } else if (!(Math.abs(error ?? Number.NaN) <= SLACK * Math.abs(miss.error))) {
      verdict.failures.push(`${where}: ${error}, worse than the known ${miss.error} (limit ${limit})`);
    }
  }
  return verdict;
}

/** The list of known misses after this run. */
export function missesOf({ results }: Pick<League, 'results'>): KnownMiss[] {
  return results.filter(isMiss).map(({ case: id, contestant, step, error }) => ({
    case: id,
    contestant,
    step,
    error: error ?? Number.NaN,
  }));
}
