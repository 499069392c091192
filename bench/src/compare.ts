import { quantile, type Timed } from './timing.js';

/** A saved run of the bench. */
export interface Saved {
  date: string;
  node: string;
  /** Suite → its cases. */
  suites: { [name: string]: Timed[] };
}

export interface Comparison {
  suite: string;
  name: string;
  /** Now over before, of the medians relative to the yardstick. NaN if only one run has the case. */
  ratio: number;
  verdict: 'same' | 'faster' | 'slower' | 'new' | 'gone';
}

/** Smaller differences never count. */
const LEAST = 0.05;

/**
 * A difference counts if the interquartile ranges of the rounds do not overlap and the fastest rounds, which load disturbs least, differ
 * too.
 */
export function compareCase(
  before: Pick<Timed, 'rounds'>,
  now: Pick<Timed, 'rounds'>,
): Pick<Comparison, 'ratio' | 'verdict'> {
  const ratio = quantile(now.rounds, 0.5) / quantile(before.rounds, 0.5);
  const isSlower = (slow: readonly number[], fast: readonly number[]): boolean =>
    quantile(slow, 0.25) > quantile(fast, 0.75) && quantile(slow, 0.1) > (1 + LEAST) * quantile(fast, 0.1);
  if (isSlower(now.rounds, before.rounds)) return { ratio, verdict: 'slower' };
  if (isSlower(before.rounds, now.rounds)) return { ratio, verdict: 'faster' };
  return { ratio, verdict: 'same' };
}

/** Leaves out suites that only one run has. */
export function compareRuns(before: Saved, now: Saved): Comparison[] {
  return Object.keys(now.suites)
    .filter((suite) => suite in before.suites)
    .flatMap((suite) => {
      const [old, fresh] = [before.suites[suite], now.suites[suite]];
      const gone = old.filter(({ name }) => !fresh.some((one) => one.name === name));
      return [
        ...fresh.map((one): Comparison => {
          const other = old.find(({ name }) => name === one.name);
          return {
            suite,
            name: one.name,
            ...(other ? compareCase(other, one) : { ratio: Number.NaN, verdict: 'new' }),
          };
        }),
        ...gone.map(({ name }): Comparison => ({ suite, name, ratio: Number.NaN, verdict: 'gone' })),
      ];
    });
}

export function comparisonTable(comparisons: readonly Comparison[]): string {
  const lines = comparisons.map(({ suite, name, ratio, verdict }) => {
    return `| ${suite} | ${name} | ${Number.isNaN(ratio) ? '-' : ratio.toFixed(2)} | ${verdict} |`;
  });
  return ['| suite | case | now / before | verdict |', '|---|---|---|---|', ...lines].join('\n');
}

export function timeTable(timed: readonly Timed[]): string {
  const lines = timed.map(({ name, time, rounds }) => {
    const spread = quantile(rounds, 0.75) / quantile(rounds, 0.25) - 1;
    return `| ${name} | ${showTime(time)} | ${(100 * spread).toFixed(0)} % |`;
  });
  return ['| case | median | between quartiles |', '|---|---|---|', ...lines].join('\n');
}

function showTime(ns: number): string {
  const [value, unit] = ns < 1e3 ? [ns, 'ns'] : ns < 1e6 ? [ns / 1e3, 'µs'] : [ns / 1e6, 'ms'];
  return `${value.toPrecision(3)} ${unit}`;
}
