import { COST_GOALS } from './cost-goals.js';
import { showError, showResult, showTruth, table } from './format.js';
import { isMiss, type League, type Result } from './results.js';
import { STEPS, type StepName } from './row.js';

/** Tables of the docs and the README, from results alone: the same results give the same text. */

export function finder({ results }: Pick<League, 'results'>) {
  const all = new Map(results.map((one) => [`${one.row} ${one.step} ${one.contestant}`, one]));
  return (row: string, step: StepName, contestant: string): Result | undefined =>
    all.get(`${row} ${step} ${contestant}`);
}

const isProbe = (id: string): boolean => id.startsWith('probe');

export function accuracyTables(league: League): string {
  const find = finder(league);
  const parts: string[] = [];
  for (const step of Object.keys(STEPS) as StepName[]) {
    const rows = league.rows.filter(
      ({ id }) => !isProbe(id) && league.results.some((one) => one.row === id && one.step === step),
    );
    if (rows.length === 0) continue;
    const columns = league.contestants.filter(({ name }) => league.results.some((one) => one.contestant === name));
    parts.push(
      `### Step ${step} s`,
      table(
        ['row', 'truth', 'goal', ...columns.map(({ label }) => label)],
        rows.map((row) => [
          row.title,
          showTruth(row),
          row.goal,
          ...columns.map(({ name }) => showResult(find(row.id, step, name), row)),
        ]),
      ),
    );
  }
  const failures = failureList(league);
  return [...parts, ...(failures ? [failures] : [])].join('\n\n');
}

/** What the daggers mean: one line per contestant and message. */
function failureList({ contestants, results }: League): string {
  const lines = new Map<string, string[]>();
  for (const { row, step, contestant, failed } of results) {
    if (failed === undefined || isProbe(row)) continue;
    const label = contestants.find(({ name }) => name === contestant)?.label ?? contestant;
    const key = `${label}: ${failed}`;
    lines.set(key, [...(lines.get(key) ?? []), `${row} at ${step}`]);
  }
  if (lines.size === 0) return '';
  const list = [...lines].map(
    ([key, rows]) => `- ${key} (${rows.length > 6 ? `${rows.length} rows` : rows.join(', ')})`,
  );
  return `† no result:\n\n${list.join('\n')}`;
}

/** Goals that Stiction does not reach. */
export function missTable(league: League): string {
  const misses = league.results.filter(isMiss);
  if (misses.length === 0) return 'Every goal is reached.';
  return table(
    ['row', 'step', 'engine', 'error', 'goal'],
    misses.map(({ row, step, contestant, error, limit }) => {
      const info = league.rows.find(({ id }) => id === row);
      const unit = info?.unit ?? 'share';
      const label = league.contestants.find(({ name }) => name === contestant)?.label ?? contestant;
      return [info?.title ?? row, step, label, showError(error ?? Number.NaN, unit), showError(limit ?? 0, unit)];
    }),
  );
}

export function contestantTable({ contestants }: League): string {
  return table(
    ['contestant', 'version', 'settings that are not its defaults', 'measured'],
    contestants.map(({ label, version, settings, date, node }) => [
      label,
      version ?? 'did not load',
      settings.length > 0 ? settings.join('; ') : '-',
      `${date}, Node ${node}`,
    ]),
  );
}

/** Stiction over the stock engine that it is installed in; ✗ marks a goal that is not reached. */
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

/** The others over stock Rapier. */
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

/** Two digits after the point, or the first that is none. */
function showRatio(ratio: number): string {
  return ratio < 0.01 ? ratio.toPrecision(1) : ratio.toFixed(2);
}

function costCells({ cost, failed }: League['costs'][number]): [string, string, string] {
  if (!cost) return [failed ?? '-', '-', '-'];
  const { ratio, low, high, points = '-', otherPoints = '-' } = cost;
  return [showRatio(ratio), `${showRatio(low)}..${showRatio(high)}`, `${points}, ${otherPoints}`];
}
