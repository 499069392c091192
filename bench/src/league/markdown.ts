import { STEPS, type StepName } from './case.js';
import { COST_GOALS } from './cost-goals.js';
import { showError, showReference, showResult, table } from './format.js';
import { isMiss, type League, type Result } from './results.js';

/** Tables for the docs and the README, made from the results only: equal results give equal text. */

export function finder({ results }: Pick<League, 'results'>) {
  const all = new Map(results.map((one) => [`${one.case} ${one.step} ${one.contestant}`, one]));
  return (id: string, step: StepName, contestant: string): Result | undefined => all.get(`${id} ${step} ${contestant}`);
}

const isProbe = (id: string): boolean => id.startsWith('probe');

export function accuracyTables(league: League): string {
  const find = finder(league);
  const parts: string[] = [];
  for (const step of Object.keys(STEPS) as StepName[]) {
    const cases = league.cases.filter(
      ({ id }) => !isProbe(id) && league.results.some((one) => one.case === id && one.step === step),
    );
    if (cases.length === 0) continue;
    const columns = league.contestants.filter(({ name }) => league.results.some((one) => one.contestant === name));
    parts.push(
      `### Step ${step} s`,
      table(
        ['case', 'reference', 'goal', ...columns.map(({ label }) => label)],
        cases.map((one) => [
          one.title,
          showReference(one),
          one.goal,
          ...columns.map(({ name }) => showResult(find(one.id, step, name), one)),
        ]),
      ),
    );
  }
  const failures = failureList(league);
  return [...parts, ...(failures ? [failures] : [])].join('\n\n');
}

/** Explains the daggers: one line per contestant and message. */
function failureList({ contestants, results }: League): string {
  const lines = new Map<string, string[]>();
  for (const { case: id, step, contestant, failed } of results) {
    if (failed === undefined || isProbe(id)) continue;
    const label = contestants.find(({ name }) => name === contestant)?.label ?? contestant;
    const key = `${label}: ${failed}`;
    lines.set(key, [...(lines.get(key) ?? []), `${id} at ${step}`]);
  }
  if (lines.size === 0) return '';
  const list = [...lines].map(
    ([key, places]) => `- ${key} (${places.length > 6 ? `${places.length} cases` : places.join(', ')})`,
  );
  return `† no result:\n\n${list.join('\n')}`;
}

/** The goals that Stiction misses. */
export function missTable(league: League): string {
  const misses = league.results.filter(isMiss);
  if (misses.length === 0) return 'Every goal is reached.';
  return table(
    ['case', 'step', 'engine', 'error', 'goal'],
    misses.map(({ case: missed, step, contestant, error, limit }) => {
      const info = league.cases.find(({ id }) => id === missed);
      const unit = info?.unit ?? 'share';
      const label = league.contestants.find(({ name }) => name === contestant)?.label ?? contestant;
      return [info?.title ?? missed, step, label, showError(error ?? Number.NaN, unit), showError(limit ?? 0, unit)];
    }),
  );
}

export function contestantTable({ contestants }: League): string {
  return table(
    ['contestant', 'version', 'non-default settings', 'measured'],
    contestants.map(({ label, version, settings, date, node }) => [
      label,
      version ?? 'did not load',
      settings.length > 0 ? settings.join('; ') : '-',
      `${date}, Node ${node}`,
    ]),
  );
}

/** Stiction over its stock engine; ✗ marks a missed goal. */
export function costTable({ contestants, costs }: League): string {
  const ours = costs.filter(({ contestant }) => !isPeerCost(contestants, contestant));
  return table(
    ['scene', 'engine', 'goal', 'step / stock step (median of rounds)', 'quartiles', 'points, stock'],
    ours.map((one) => {
      const goal = COST_GOALS[one.contestant]?.[one.scene];
      const [ratio, quartiles, points] = costCells(one);
      const missed = goal !== undefined && one.cost !== undefined && one.cost.ratio > goal;
      return [
        one.title,
        one.label,
        goal === undefined ? '-' : `${goal}`,
        missed ? `${ratio} ✗` : ratio,
        quartiles,
        points,
      ];
    }),
  );
}

/** The other engines over stock Rapier. */
export function peerCostTable({ contestants, costs }: League): string {
  return table(
    ['scene', 'engine', 'step / step of stock Rapier (median of rounds)', 'quartiles', 'points, Rapier'],
    costs
      .filter(({ contestant }) => isPeerCost(contestants, contestant))
      .map((one) => [one.title, one.label, ...costCells(one)]),
  );
}

function isPeerCost(contestants: League['contestants'], contestant: string): boolean {
  return contestants.some(({ name, kind }) => name === contestant && kind !== 'stiction');
}

/** Two decimals, or one significant digit below 0.01. */
function showRatio(ratio: number): string {
  return ratio < 0.01 ? ratio.toPrecision(1) : ratio.toFixed(2);
}

function costCells({ cost, failed }: League['costs'][number]): [string, string, string] {
  if (!cost) return [failed ?? '-', '-', '-'];
  const { ratio, low, high, points = '-', otherPoints = '-' } = cost;
  return [showRatio(ratio), `${showRatio(low)}..${showRatio(high)}`, `${points}, ${otherPoints}`];
}
