import { isMiss, type League, type Result } from './results.js';

/** Goals that are known to be missed, with the error they had: they cannot get worse unseen. */
export type KnownMiss = Pick<Result, 'row' | 'contestant' | 'step'> & { error: number };

export interface Verdict {
  failures: string[];
  /** Known misses that are none any more, or much smaller: the list should be made shorter. */
  better: string[];
}

/** The last digits depend on the runtime's own functions. */
const SLACK = 1.05;

/** Judges the accuracy of Stiction, and of nobody else. */
export function judge(league: Pick<League, 'contestants' | 'results'>, known: readonly KnownMiss[]): Verdict {
  const ours = new Set(league.contestants.filter(({ kind }) => kind === 'stiction').map(({ name }) => name));
  const verdict: Verdict = { failures: [], better: [] };
  for (const result of league.results) {
    const { row, contestant, step, error, failed, limit } = result;
    if (!ours.has(contestant)) continue;
    const where = `row ${row}, ${contestant}, dt ${step}`;
    const miss = known.find((one) => one.row === row && one.contestant === contestant && one.step === step);
    if (failed !== undefined) verdict.failures.push(`${where}: ${failed}`);
    else if (!isMiss(result)) {
      if (miss) verdict.better.push(`${where}: reaches its goal now (${error}, limit ${limit})`);
    } else if (!miss) {
      verdict.failures.push(`${where}: ${error}, limit ${limit}`);
    } else if (!(Math.abs(error ?? Number.NaN) <= SLACK * Math.abs(miss.error))) {
      verdict.failures.push(`${where}: ${error}, worse than the known ${miss.error} (limit ${limit})`);
    }
  }
  return verdict;
}

/** The list as it would be after this run. */
export function missesOf({ results }: Pick<League, 'results'>): KnownMiss[] {
  return results.filter(isMiss).map(({ row, contestant, step, error }) => ({
    row,
    contestant,
    step,
    error: error ?? Number.NaN,
  }));
}
