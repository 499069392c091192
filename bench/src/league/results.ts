import type { PeerFeatures } from '../../peers/src/peer.js';
import type { Contestant } from './contestants.js';
import type { Cost } from './cost.js';
import type { Answer } from './messages.js';
import type { Row, StepName } from './row.js';

/** What bench/results/league.json holds: all that docs and README show. */
export interface League {
  contestants: ContestantInfo[];
  rows: RowInfo[];
  results: Result[];
  costs: CostResult[];
}

export interface ContestantInfo extends Pick<Contestant, 'name' | 'label' | 'kind' | 'engine'> {
  /** Absent where the engine did not load. */
  version?: string;
  settings: readonly string[];
  documented: PeerFeatures['documented'];
  /** When, and with which Node, its rows were measured last. */
  date: string;
  node: string;
}

export interface RowInfo extends Pick<Row, 'id' | 'title' | 'goal' | 'unit' | 'truth'> {
  steps: readonly StepName[];
}

export interface Result {
  row: string;
  step: StepName;
  contestant: string;
  /** One of the three. */
  error?: number;
  none?: string;
  failed?: string;
  /** What was measured, where the truth is one number. */
  value?: number;
  /** The goal, for Stiction. */
  limit?: number;
}

export interface CostResult {
  scene: string;
  title: string;
  contestant: string;
  label: string;
  /** What it was measured against. */
  against: string;
  cost?: Cost;
  failed?: string;
}

export function infoOf({ id, title, goal, unit, truth }: Row, steps: readonly StepName[]): RowInfo {
  return { id, title, goal, unit, ...(truth && { truth: { ...truth, value: rounded(truth.value) } }), steps };
}

export function resultOf(row: Row, contestant: Contestant, { step, outcome }: Answer): Result {
  const result: Result = { row: row.id, step, contestant: contestant.name };
  if ('none' in outcome) return { ...result, none: outcome.none };
  if ('failed' in outcome) return { ...result, failed: outcome.failed };
  if (!('error' in outcome)) throw new Error(`row ${row.id} has no error`);
  const { error } = outcome;
  const limit = contestant.kind === 'stiction' ? row.limit?.(step, contestant.engine) : undefined;
  return {
    ...result,
    error: rounded(error),
    ...(row.truth && { value: rounded(row.truth.value * (1 + error)) }),
    ...(limit !== undefined && { limit }),
  };
}

/** A goal that is not reached. */
export function isMiss({ error, limit }: Result): boolean {
  return limit !== undefined && error !== undefined && !(Math.abs(error) <= limit);
}

/** What is new replaces what was known of the same contestant, row and step; the order is that of the new lists. */
export function mergeLeagues(known: League, fresh: League, order: Pick<League, 'contestants' | 'rows'>): League {
  const contestants = order.contestants.flatMap(({ name }) => {
    const found = [...fresh.contestants, ...known.contestants].find((one) => one.name === name);
    return found ? [found] : [];
  });
  const keyOf = ({ row, step, contestant }: Result): string => `${row} ${step} ${contestant}`;
  const results = new Map([...known.results, ...fresh.results].map((one) => [keyOf(one), one]));
  const costKey = ({ scene, contestant }: CostResult): string => `${scene} ${contestant}`;
  const costs = new Map([...known.costs, ...fresh.costs].map((one) => [costKey(one), one]));
  const rowAt = new Map(order.rows.map(({ id }, k) => [id, k]));
  const columnAt = new Map(order.contestants.map(({ name }, k) => [name, k]));
  const place = ({ row, step, contestant }: Result): number[] => [
    rowAt.get(row) ?? -1,
    ['1/60', '1/240', '1/1000'].indexOf(step),
    columnAt.get(contestant) ?? -1,
  ];
  return {
    contestants,
    rows: order.rows,
    results: [...results.values()]
      .filter((one) => place(one).every((at) => at >= 0))
      .sort((a, b) => {
        const [p, q] = [place(a), place(b)];
        return p[0] - q[0] || p[1] - q[1] || p[2] - q[2];
      }),
    costs: [...costs.values()].filter(({ contestant }) => columnAt.has(contestant)),
  };
}

export function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
