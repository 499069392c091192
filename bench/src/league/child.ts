import { findContestant } from './contestants.js';
import { whyNot } from './eligible.js';
import type { Answer, Hello, Task } from './messages.js';
import { STEPS } from './row.js';
import { ALL_ROWS } from './rows.js';

/** One contestant in a process of its own: `child.ts <contestant>`, told by messages what to measure, one at a time. */
const contestant = findContestant(process.argv[2]);
const loaded = await contestant.load();
const rows = new Map(ALL_ROWS.map((row) => [row.id, row]));

process.on('message', ({ row: id, step }: Task) => {
  const row = rows.get(id);
  if (!row) throw new Error(`no row '${id}'`);
  const reply = (outcome: Answer['outcome'], seconds: number): void => {
    process.send?.({ row: id, step, outcome, seconds } satisfies Answer);
  };
  const none = whyNot(row, contestant, loaded.features.materials);
  if (none) return reply({ none }, 0);
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  try {
    const error = row.measure(loaded.build, STEPS[step]);
    reply(Number.isFinite(error) ? { error } : { failed: 'no end, or no number' }, seconds());
  } catch (reason) {
    reply({ failed: firstLine(reason) }, seconds());
  }
});

// Without the league there is nobody to answer.
process.on('disconnect', () => process.exit());

const { version, settings, features } = loaded;
process.send?.({ ready: { version, settings, documented: features.documented } } satisfies Hello);

function firstLine(reason: unknown): string {
  return (reason instanceof Error ? reason.message : String(reason)).split('\n')[0];
}
