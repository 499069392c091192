import type { PeerFeatures } from '../../peers/src/peer.js';
import type { Case, StepName } from './case.js';
import type { Contestant } from './contestants.js';
import type { Cost } from './cost.js';
import type { Answer } from './messages.js';

/** The content of bench/results/league.json, from which docs and README are generated. */
export interface League {
  contestants: ContestantInfo[];
  cases: CaseInfo[];
  results: Result[];
  costs: CostResult[];
}

export interface ContestantInfo extends Pick<Contestant, 'name' | 'label' | 'kind' | 'engine'> {
  /** Absent if the engine did not load. */
  version?: string;
  settings: readonly string[];
  documented: PeerFeatures['documented'];
  /** Date and Node version of the last measurement. */
  date: string;
  node: string;
}

export interface CaseInfo extends Pick<Case, 'id' | 'title' | 'goal' | 'unit' | 'reference'> {
  steps: readonly StepName[];
}

export interface Result {
  case: string;
  step: StepName;
  contestant: string;
  /** Exactly one of the next three is present. */
  error?: number;
  none?: string;
  failed?: string;
  /** The measured quantity, if the reference is one number. */
  value?: number;
  /** The goal of Stiction. */
  limit?: number;
}

export interface CostResult {
  scene: string;
  title: string;
  contestant: string;
  label: string;
  /** The baseline. */
  against: string;
  cost?: Cost;
  failed?: string;
}

export function infoOf({ id, title, goal, unit, reference }: Case, steps: readonly StepName[]): CaseInfo {
  return {
    id,
    title,
    goal,
    unit,
    ...(reference && { reference: { ...reference, value: rounded(reference.value) } }),
    steps,
  };
}

export function resultOf(testCase: Case, contestant: Contestant, { step, outcome }: Answer): Result {
  const result: Result = { case: testCase.id, step, contestant: contestant.name };
  if ('none' in outcome) return { ...result, none: outcome.none };
  if ('failed' in outcome) return { ...result, failed: outcome.failed };
  if (!('error' in outcome)) throw new Error(`case ${testCase.id} has no error`);
  const { error } = outcome;
  const limit = contestant.kind === 'stiction' ? testCase.limit?.(step, contestant.engine) : undefined;
  return {
    ...result,
    error: rounded(error),
    ...(testCase.reference && { value: rounded(testCase.reference.value * (1 + error)) }),
    ...(limit !== undefined && { limit }),
  };
}

/** True if the result misses its goal. */
export function isMiss({ error, limit }: Result): boolean {
  return limit !== undefined && error !== undefined && !(Math.abs(error) <= limit);
}

/** New results replace known ones of the same contestant, case and step. The order follows `order`. */
export function mergeLeagues(known: League, fresh: League, order: Pick<League, 'contestants' | 'cases'>): League {
  const contestants = order.contestants.flatMap(({ name }) => {
    const found = [...fresh.contestants, ...known.contestants].find((one) => one.name === name);
    return found ? [found] : [];
  });
  const keyOf = ({ case: id, step, contestant }: Result): string => `${id} ${step} ${contestant}`;
  const results = new Map([...known.results, ...fresh.results].map((one) => [keyOf(one), one]));
  const costKey = ({ scene, contestant }: CostResult): string => `${scene} ${contestant}`;
  const costs = new Map([...known.costs, ...fresh.costs].map((one) => [costKey(one), one]));
  const caseAt = new Map(order.cases.map(({ id }, k) => [id, k]));
  const columnAt = new Map(order.contestants.map(({ name }, k) => [name, k]));
  const place = ({ case: id, step, contestant }: Result): number[] => [
    caseAt.get(id) ?? -1,
    ['1/60', '1/240', '1/1000'].indexOf(step),
    columnAt.get(contestant) ?? -1,
  ];
  return {
    contestants,
    cases: order.cases,
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
