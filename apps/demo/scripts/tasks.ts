import { readFileSync, writeFileSync } from 'node:fs';
import { demoScenes } from '@stiction/scenes/demo';
import type { Browser, Page } from 'playwright-core';
import type { App } from '../src/app.js';
import { withDemo } from './open-demo.js';

/**
 * What keeps the page's thread busy: the longest task after a scene has loaded, and while each slider restarts it, in CPU time of the
 * thread, so that a busy machine does not change it much: `npm run demo:tasks [-- --write] [scene ...]`, which writes the table into docs/demo.md.
 */

declare const window: { stiction: App };

const PAGE = new URL('../../../docs/demo.md', import.meta.url);
/** Scene time that is watched [s]. */
const WATCHED = 2;

interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** CPU time of the thread. */
  tdur?: number;
  tid: number;
  pid: number;
}

interface Task {
  start: number;
  end: number;
  /** ms of CPU time. */
  cost: number;
}

/** Tasks of the page's thread between two marks of the page. */
function tasksBetween(events: readonly TraceEvent[], from: string, to: string): Task[] {
  const [begin, end] = [from, to].map((name) => events.find((event) => event.name === name));
  if (!begin || !end) throw new Error(`the trace has no ${from} or ${to}`);
  return events
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === begin.pid && tid === begin.tid)
    .map(({ ts, dur = 0, tdur = dur }) => ({ start: ts, end: ts + dur, cost: tdur / 1000 }))
    .filter((task) => task.end > begin.ts && task.start < end.ts);
}

async function trace(browser: Browser, page: Page, work: () => Promise<void>): Promise<TraceEvent[]> {
  const categories = ['toplevel', 'blink.user_timing', 'disabled-by-default-devtools.timeline'];
  await browser.startTracing(page, { categories });
  await work();
  return JSON.parse((await browser.stopTracing()).toString()).traceEvents;
}

interface Row {
  /** Longest task while the scene runs. */
  task: number;
  /** Longest task of a restart, and the control that caused it. */
  restart: number;
  control: string;
}

async function measure(browser: Browser, page: Page, scene: string, engine: 'cannon' | 'rapier'): Promise<Row> {
  await page.evaluate((change) => window.stiction.open(change), { scene, engine });
  await page.evaluate(() => window.stiction.settled);
  const names = await page.evaluate(() =>
    Object.entries(window.stiction.run?.demo.controls ?? {})
      .filter(([, control]) => control.kind === 'slider' && !control.live)
      .map(([name]) => name),
  );
  const events = await trace(browser, page, async () => {
    await page.evaluate(async (watched) => {
      const { stiction } = window;
      performance.mark('run');
      stiction.setPaused(false);
      const frames = 10 * watched;
      for (let k = 0; k < frames || (stiction.run?.time ?? 0) < 0.5 * watched; k++) {
        await new Promise(requestAnimationFrame);
        if (k > 20 * frames) break;
      }
      stiction.setPaused(true);
      performance.mark('ran');
    }, WATCHED);
    for (const name of names) {
      await page.evaluate(async (id) => {
        const input = document.querySelector<HTMLInputElement>(`#value-${id}`);
        if (!input) throw new Error(`no ${id}`);
        // Somewhere else, as a drag does.
        const at = input.valueAsNumber;
        input.valueAsNumber = at + 3 * Number(input.step);
        if (input.valueAsNumber === at) input.valueAsNumber = at - 3 * Number(input.step);
        performance.mark(`change ${id}`);
        input.dispatchEvent(new Event('input'));
        await window.stiction.settled;
        await new Promise(requestAnimationFrame);
        await new Promise((resolve) => setTimeout(resolve));
        performance.mark(`restarted ${id}`);
      }, name);
    }
  });
  const task = Math.max(...tasksBetween(events, 'run', 'ran').map(({ cost }) => cost));
  const restarts = names.map((name) => {
    const tasks = tasksBetween(events, `change ${name}`, `restarted ${name}`);
    // The one before stays drawn meanwhile, so frames in between count for nothing.
    return { name, cost: Math.max(...tasks.map(({ cost }) => cost)) };
  });
  const slowest = restarts.sort((a, b) => b.cost - a.cost)[0];
  return { task, restart: slowest?.cost ?? Number.NaN, control: slowest?.name ?? '' };
}

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const scenes = demoScenes.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
const text = (ms: number): string => (Number.isNaN(ms) ? '–' : ms.toFixed(0));
const rows = [
  '| longest task [ms] | running, cannon-es | Rapier | restart, cannon-es | Rapier | by |',
  '|---|---|---|---|---|---|',
];
await withDemo(async ({ browser, openPage }) => {
  const page = await openPage('?paused', { width: 1280, height: 800 });
  for (const { id, title } of scenes) {
    const cannon = await measure(browser, page, id, 'cannon');
    const rapier = await measure(browser, page, id, 'rapier');
    const numbers = [cannon.task, rapier.task, cannon.restart, rapier.restart].map(text);
    const control = cannon.restart > rapier.restart ? cannon.control : rapier.control;
    rows.push(`| ${title} | ${numbers.join(' | ')} | ${control} |`);
    console.log(rows.at(-1));
  }
});
if (process.argv.includes('--write')) {
  const marks = /(<!-- demo:tasks -->\n)[\s\S]*?(<!-- \/demo:tasks -->)/;
  const page = readFileSync(PAGE, 'utf8');
  if (!marks.test(page)) throw new Error('docs/demo.md has no marks for the table');
  writeFileSync(PAGE, page.replace(marks, `$1\n${rows.join('\n')}\n\n$2`));
}
