import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { inTurn, runContestant } from '../src/league/pool.js';

const script = fileURLToPath(new URL('fixtures/child.mjs', import.meta.url));
const tasks = ['good', 'crash', 'hang', 'good'].map((id) => ({ case: id, step: '1/60' as const }));
const timing = { case: 4, load: 40 };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Freezes time, so that slow machines do not matter, and advances it when the contestant reports that it hangs. */
async function passTimeWhenItHangs(): Promise<() => void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    vi.advanceTimersByTime(1000 * timing.case);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  vi.stubEnv('HANG_PORT', String((server.address() as AddressInfo).port));
  return () => server.close();
}

test('a case that crashes or hangs is reported, and the next one runs', async () => {
  const close = await passTimeWhenItHangs();
  const { answers, hello } = await runContestant({ name: 'one' }, tasks, timing, undefined, script);
  close();
  expect(hello?.version).toBe('one 1.0');
  expect(answers.map((answer) => answer.case)).toEqual(['good', 'crash', 'hang', 'good']);
  expect(answers[0].outcome).toEqual({ error: 0.5 });
  expect(answers[1].outcome).toEqual({ failed: expect.stringContaining('Error: out of paint') });
  expect(answers[2].outcome).toEqual({ failed: 'longer than 4 s' });
  expect(answers[3].outcome).toEqual({ error: 0.5 });
});

test('a contestant that does not load fails in every case', async () => {
  const { answers, hello } = await runContestant({ name: 'absent' }, tasks, timing, undefined, script);
  expect(hello).toBeUndefined();
  expect(answers).toHaveLength(4);
  for (const { outcome } of answers) expect(outcome).toEqual({ failed: expect.stringContaining('does not load') });
});

test('runs no more jobs concurrently than asked, and returns answers in order', async () => {
  let [now, most] = [0, 0];
  const jobs = [30, 10, 20, 5].map((ticks) => async () => {
    most = Math.max(most, ++now);
    for (let k = 0; k < ticks; k++) await Promise.resolve();
    now--;
    return ticks;
  });
  expect(await inTurn(2, jobs)).toEqual([30, 10, 20, 5]);
  expect(most).toBe(2);
});
