import { findContestant } from './contestants.js';
import { COST_SCENES, measureCost } from './cost.js';
import type { Answer, Hello, Task } from './messages.js';

/** Measures the cost of one contestant; its baseline runs in the same process: `cost-child.ts <contestant>`. */
const contestant = findContestant(process.argv[2]);
const { version, settings, features } = await contestant.load();

process.on('message', async ({ case: id, step }: Task) => {
  const start = performance.now();
  const reply = (outcome: Answer['outcome']): void => {
    process.send?.({ case: id, step, outcome, seconds: (performance.now() - start) / 1000 } satisfies Answer);
  };
  try {
    const scene = COST_SCENES.find((one) => one.id === id);
    if (!scene) throw new Error(`no scene '${id}'`);
    reply({ cost: await measureCost(contestant, scene) });
  } catch (reason) {
    reply({ failed: (reason instanceof Error ? reason.message : String(reason)).split('\n')[0] });
  }
});

process.on('disconnect', () => process.exit());
process.send?.({ ready: { version, settings, documented: features.documented } } satisfies Hello);
