import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Contestant } from './contestants.js';
import type { Answer, Hello, Outcome, Task } from './messages.js';

/** Runs a contestant in its own process. A crash, a hang or a failure to load becomes a result and does not stop the league. */
export interface Timing {
  /** Time limits for one case and for loading an engine [s]. */
  case: number;
  load: number;
}

export interface Finished {
  hello?: Hello['ready'];
  answers: Answer[];
}

const SCRIPT = fileURLToPath(new URL('child.ts', import.meta.url));

export async function runContestant(
  contestant: Pick<Contestant, 'name'>,
  tasks: readonly Task[],
  timing: Timing,
  onAnswer: (answer: Answer) => void = () => undefined,
  script = SCRIPT,
): Promise<Finished> {
  const finished: Finished = { answers: [] };
  const add = (task: Task, outcome: Outcome, seconds: number): void => {
    const answer = { ...task, outcome, seconds };
    finished.answers.push(answer);
    onAnswer(answer);
  };
  let child: Child | undefined;
  for (const task of tasks) {
    try {
      if (!child) {
        child = startChild(script, contestant.name);
        finished.hello = ((await child.next(timing.load)) as Hello).ready;
      }
    } catch (reason) {
      // Loading would fail again.
      const failed = `does not load: ${(reason as Error).message}`;
      child?.end();
      for (const left of tasks.slice(tasks.indexOf(task))) add(left, { failed }, 0);
      return finished;
    }
    try {
      child.send(task);
      const { outcome, seconds } = (await child.next(timing.case)) as Answer;
      add(task, outcome, seconds);
    } catch (reason) {
      add(task, { failed: (reason as Error).message }, timing.case);
      child.end();
      child = undefined;
    }
  }
  child?.end();
  return finished;
}

interface Child {
  send(task: Task): void;
  /** The next message; throws if the process ends or exceeds the time limit. */
  next(seconds: number): Promise<unknown>;
  end(): void;
}

function startChild(script: string, name: string): Child {
  const process: ChildProcess = fork(script, [name], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let words = '';
  process.stderr?.on('data', (data: Buffer) => {
    words = `${words}${data}`.slice(-4000);
  });
  const messages: unknown[] = [];
  let gone: string | undefined;
  let wake: () => void = () => undefined;
  process.on('message', (message) => {
    messages.push(message);
    wake();
  });
  process.on('close', (code, signal) => {
    gone = `its process ended (${signal ?? code}): ${complaint(words)}`;
    wake();
  });
  return {
    send: (task) => void process.send(task, () => undefined),
    async next(seconds) {
      const deadline = performance.now() + 1000 * seconds;
      while (messages.length === 0 && gone === undefined) {
        const left = deadline - performance.now();
        if (left <= 0) throw new Error(`longer than ${seconds} s`);
        await new Promise<void>((done) => {
          const timer = setTimeout(done, left);
          wake = () => {
            clearTimeout(timer);
            done();
          };
        });
      }
      if (messages.length === 0) throw new Error(gone);
      return messages.shift();
    },
    end: () => void process.kill('SIGKILL'),
  };
}

/** The most informative line of a crash. */
function complaint(words: string): string {
  const lines = words.split('\n').filter((line) => line.trim() !== '' && !/^npm|^\s+at |^Node\.js/.test(line));
  const said = lines.find((line) => /^(Uncaught )?\w*(Error|Abort)/.test(line)) ?? lines.at(-1) ?? 'no message';
  return said.trim().slice(0, 200);
}

/** Runs at most `width` jobs concurrently. */
export async function inTurn<T>(width: number, jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = new Array(jobs.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < jobs.length; at = next++) results[at] = await jobs[at]();
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
