import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inTurn, runContestant } from '../src/league/pool.js';

const script = fileURLToPath(new URL('fixtures/child.mjs', import.meta.url));
const tasks = ['good', 'crash', 'hang', 'good'].map((row) => ({ row, step: '1/60' as const }));
const timing = { row: 4, load: 40 };

test('a row that crashes or hangs is a line in the result, and the next one runs', async () => {
  const { answers, hello } = await runContestant({ name: 'one' }, tasks, timing, undefined, script);
  expect(hello?.version).toBe('one 1.0');
  expect(answers.map(({ row }) => row)).toEqual(['good', 'crash', 'hang', 'good']);
  expect(answers[0].outcome).toEqual({ error: 0.5 });
  expect(answers[1].outcome).toEqual({ failed: expect.stringContaining('Error: out of paint') });
  expect(answers[2].outcome).toEqual({ failed: 'longer than 4 s' });
  expect(answers[3].outcome).toEqual({ error: 0.5 });
});

test('a contestant that does not load fails in every row', async () => {
  const { answers, hello } = await runContestant({ name: 'absent' }, tasks, timing, undefined, script);
  expect(hello).toBeUndefined();
  expect(answers).toHaveLength(4);
  for (const { outcome } of answers) expect(outcome).toEqual({ failed: expect.stringContaining('does not load') });
});

test('no more at once than asked for, answers in order', async () => {
  let [now, most] = [0, 0];
  const jobs = [30, 10, 20, 5].map((wait) => async () => {
    most = Math.max(most, ++now);
    await new Promise((done) => setTimeout(done, wait));
    now--;
    return wait;
  });
  expect(await inTurn(2, jobs)).toEqual([30, 10, 20, 5]);
  expect(most).toBe(2);
});
