import { STEPS } from './case.js';
import { ALL_CASES } from './cases.js';
import { findContestant } from './contestants.js';
import { whyNot } from './eligible.js';
import type { Answer, Hello, Task } from './messages.js';

/** Measures one contestant in a separate process: `child.ts <contestant>`. Each message names one case to measure. */
const contestant = findContestant(process.argv[2]);
const loaded = await contestant.load();
const cases = new Map(ALL_CASES.map((one) => [one.id, one]));

process.on('message', ({ case: id, step }: Task) => {
  const testCase = cases.get(id);
  if (!testCase) throw new Error(`no case '${id}'`);
  const reply = (outcome: Answer['outcome'], seconds: number): void => {
    process.send?.({ case: id, step, outcome, seconds } satisfies Answer);
  };
  const none = whyNot(testCase, contestant, loaded.features.materials);
  if (none) return reply({ none }, 0);
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  try {
    const error = testCase.measure(loaded.build, STEPS[step]);
    reply(
      Number.isFinite(error) ? { error } : { failed: 'no result: the motion did not end, or the error is not finite' },
      seconds(),
    );
  } catch (reason) {
    reply({ failed: firstLine(reason) }, seconds());
  }
});

// The parent has exited.
process.on('disconnect', () => process.exit());

const { version, settings, features } = loaded;
process.send?.({ ready: { version, settings, documented: features.documented } } satisfies Hello);

function firstLine(reason: unknown): string {
  return (reason instanceof Error ? reason.message : String(reason)).split('\n')[0];
}
