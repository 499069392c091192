import { CONTESTANTS, type Contestant } from './contestants.js';
import type { Row, StepName } from './row.js';
import { USUAL_STEPS } from './row.js';
import { ALL_ROWS, numberOf, ROWS } from './rows.js';

/** `npm run league -- [--only cannon,jolt] [--rows 1,2,4-ratio] [--steps 1/60] [--ci] [--no-cost] [--cost-only] [--write] [--pages]`; --pages measures nothing and writes the pages again. */
export interface Options {
  contestants: readonly Contestant[];
  ci: boolean;
  write: boolean;
  rows: boolean;
  cost: boolean;
  /** Rows and steps for a contestant. */
  tasks(contestant: Contestant): { row: Row; step: StepName }[];
}

const FLAGS = ['--ci', '--write', '--no-cost', '--cost-only', '--pages'];
const LISTS = ['--only', '--rows', '--steps'];

export function parseOptions(words: readonly string[]): Options {
  const lists = new Map<string, string[]>();
  const flags = new Set<string>();
  for (let k = 0; k < words.length; k++) {
    const [name, value] = words[k].split('=');
    if (FLAGS.includes(name)) flags.add(name);
    else if (LISTS.includes(name)) lists.set(name, (value ?? words[++k] ?? '').split(',').filter(Boolean));
    else throw new Error(`unknown option ${words[k]}; there are ${[...LISTS, ...FLAGS].join(', ')}`);
  }
  const only = lists.get('--only') ?? [];
  const contestants = CONTESTANTS.filter(
    ({ name, engine }) => only.length === 0 || only.includes(name) || only.includes(engine),
  );
  const stray = only.filter((word) => !CONTESTANTS.some(({ name, engine }) => name === word || engine === word));
  if (stray.length > 0)
    throw new Error(`no contestant ${stray.join(', ')}; there are ${CONTESTANTS.map(({ name }) => name).join(', ')}`);
  const chosen = lists.get('--rows') ?? [];
  const rows = ALL_ROWS.filter(
    ({ id }) => chosen.length === 0 || chosen.includes(id) || chosen.includes(`${numberOf(id)}`),
  );
  if (rows.length === 0)
    throw new Error(`no row ${chosen.join(', ')}; there are ${ROWS.map(({ id }) => id).join(', ')}`);
  const steps = lists.get('--steps');
  const ci = flags.has('--ci');
  return {
    contestants,
    ci,
    write: flags.has('--write') || flags.has('--pages'),
    rows: !flags.has('--cost-only') && !flags.has('--pages'),
    cost: !flags.has('--no-cost') && !flags.has('--pages'),
    tasks: ({ kind }) =>
      rows.flatMap((row) => {
        if (ci && !(row.quick === 'all' || (row.quick === 'ours' && kind !== 'peer'))) return [];
        const all = row.steps ?? USUAL_STEPS;
        // What is gated is measured at both steps, the others at the first.
        const asked = ci && kind !== 'stiction' ? all.slice(0, 1) : all;
        return asked.filter((step) => !steps || steps.includes(step)).map((step) => ({ row, step }));
      }),
  };
}
