import type { Case, StepName } from './case.js';
import { USUAL_STEPS } from './case.js';
import { ALL_CASES, CASES, numberOf } from './cases.js';
import { CONTESTANTS, type Contestant } from './contestants.js';

/** `npm run league -- [--only cannon,jolt] [--cases 1,2,4-ratio] [--steps 1/60] [--ci] [--no-cost] [--cost-only] [--write] [--pages]`; --pages rewrites the pages without measuring. */
export interface Options {
  contestants: readonly Contestant[];
  ci: boolean;
  write: boolean;
  accuracy: boolean;
  cost: boolean;
  /** Cases and steps for a contestant. */
  tasks(contestant: Contestant): { case: Case; step: StepName }[];
}

const FLAGS = ['--ci', '--write', '--no-cost', '--cost-only', '--pages'];
const LISTS = ['--only', '--cases', '--steps'];

export function parseOptions(words: readonly string[]): Options {
  const lists = new Map<string, string[]>();
  const flags = new Set<string>();
  for (let k = 0; k < words.length; k++) {
    const [name, value] = words[k].split('=');
    if (FLAGS.includes(name)) flags.add(name);
    else if (LISTS.includes(name)) lists.set(name, (value ?? words[++k] ?? '').split(',').filter(Boolean));
    else throw new Error(`unknown option ${words[k]}; known options: ${[...LISTS, ...FLAGS].join(', ')}`);
  }
  const only = lists.get('--only') ?? [];
  const contestants = CONTESTANTS.filter(
    ({ name, engine }) => only.length === 0 || only.includes(name) || only.includes(engine),
  );
  const stray = only.filter((word) => !CONTESTANTS.some(({ name, engine }) => name === word || engine === word));
  if (stray.length > 0)
    throw new Error(
      `no contestant ${stray.join(', ')}; known contestants: ${CONTESTANTS.map(({ name }) => name).join(', ')}`,
    );
  const chosen = lists.get('--cases') ?? [];
  const cases = ALL_CASES.filter(
    ({ id }) => chosen.length === 0 || chosen.includes(id) || chosen.includes(`${numberOf(id)}`),
  );
  if (cases.length === 0)
    throw new Error(`no case ${chosen.join(', ')}; known cases: ${CASES.map(({ id }) => id).join(', ')}`);
  const steps = lists.get('--steps');
  const ci = flags.has('--ci');
  return {
    contestants,
    ci,
    write: flags.has('--write') || flags.has('--pages'),
    accuracy: !flags.has('--cost-only') && !flags.has('--pages'),
    cost: !flags.has('--no-cost') && !flags.has('--pages'),
    tasks: ({ kind }) =>
      cases.flatMap((one) => {
        if (ci && !(one.quick === 'all' || (one.quick === 'ours' && kind !== 'peer'))) return [];
        const all = one.steps ?? USUAL_STEPS;
        // Gated contestants run at all steps, the others at the first.
        const asked = ci && kind !== 'stiction' ? all.slice(0, 1) : all;
        return asked.filter((step) => !steps || steps.includes(step)).map((step) => ({ case: one, step }));
      }),
  };
}
