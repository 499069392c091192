import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { demoScenes } from '@stiction/scenes/demo';
import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { full } from '../../../scripts/testing/full.js';
import type { App } from '../src/app.js';
import { DESKTOP, openScenePage, PHONE, SMALL, TINY } from './scene-page.js';
import { painted, runFrames } from './simulated-time.js';

declare const window: { stiction: App };

const DIST = new URL('../dist/', import.meta.url);
const kilo = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Gzipped size of each file of the built page [bytes]. */
async function builtSizes(): Promise<Map<string, number>> {
  const names = (await readdir(DIST, { recursive: true })).filter((name) => /\.(js|css|html)$/.test(name));
  const sizes = names.map(async (name) => [name, gzipSync(await readFile(new URL(name, DIST))).length] as const);
  return new Map(await Promise.all(sizes));
}

const sumOf = (sizes: Map<string, number>, isMeant: (name: string) => boolean): number =>
  [...sizes].reduce((sum, [name, size]) => sum + (isMeant(name) ? size : 0), 0);

describe('download size', () => {
  test('the page takes less than 75 kB without three.js, engines and scenes, and less than 250 kB with three.js', async () => {
    const sizes = await builtSizes();
    const isOwn = (name: string) => /^index\.html$|\/(index|stage|chart|lab|theme|lights|fat-lines)-/.test(name);
    const own = sumOf(sizes, isOwn);
    const three = sumOf(sizes, (name) => /\/three-/.test(name));
    const rest = [...sizes].filter(([name]) => !isOwn(name)).sort(([, a], [, b]) => b - a);
    console.log(`own ${kilo(own)}, three.js ${kilo(three)}; the largest of the rest:`);
    for (const [name, size] of rest.slice(0, 20)) console.log(`  ${name} ${kilo(size)}`);
    expect(own).toBeLessThan(75_000);
    expect(own + three).toBeLessThan(250_000);
    expect(three).toBeGreaterThan(0);
  });

  test.each(['cannon', 'rapier'])(
    '%s: download until the first paint and until the scene runs is within budget',
    async (engine) => {
      const { page, open, close, expectNoComplaints } = await openScenePage(SMALL);
      await open(`?engine=${engine}`);
      const { before, all } = await page.evaluate(() => {
        const [mark] = performance.getEntriesByName('loading');
        const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const name = (file: PerformanceResourceTiming) => file.name.split('/').at(-1) ?? '';
        return {
          before: files.filter(({ startTime }) => startTime < mark.startTime).map(name),
          all: files.map(name),
        };
      });
      const sizes = await builtSizes();
      const bytes = (names: string[]): number =>
        sumOf(sizes, (name) => name === 'index.html' || names.some((file) => name.endsWith(`/${file}`)));
      console.log(
        `${engine}: first paint after ${kilo(bytes(before))} (${before.join(', ')}); running after ${kilo(bytes(all))}`,
      );
      expect(bytes(before)).toBeLessThan(30_000);
      expect(bytes(all)).toBeLessThan(engine === 'cannon' ? 320_000 : 2_100_000);
      await expectNoComplaints();
      await close();
    },
  );
});

describe.each([
  { screen: 'desktop', viewport: DESKTOP },
  { screen: 'phone', viewport: PHONE },
])('$screen', ({ viewport }) => {
  test('the layout does not shift while the page loads and runs', async () => {
    const { page, open, close } = await openScenePage(viewport, { fresh: true });
    await page.addInitScript(() => {
      let sum = 0;
      const add = (entries: PerformanceEntryList): void => {
        for (const entry of entries) {
          const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
          if (!hadRecentInput) sum += value;
        }
      };
      const observer = new PerformanceObserver((list) => add(list.getEntries()));
      observer.observe({ type: 'layout-shift', buffered: true });
      const layoutShift = (): number => {
        add(observer.takeRecords());
        return sum;
      };
      Object.assign(globalThis, { layoutShift });
    });
    for (const query of ['', '?scene=laboratory', ...(full ? ['?scene=curling', '?scene=billiard'] : [])]) {
      // The worst case: no script has loaded at the first paint.
      let release = (): void => {};
      const isPainted = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\.js$/, async (route) => {
        await isPainted;
        await route.continue();
      });
      const opening = open(query);
      await page.waitForURL(`**/${query}`, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0, undefined, {
        polling: 20,
      });
      release();
      await opening;
      await page.unrouteAll();
      await painted(page);
      for (let k = 0; k < 2; k++) {
        await runFrames(page, 3);
        await painted(page);
      }
      const shift = await page.evaluate(() => (globalThis as unknown as { layoutShift(): number }).layoutShift());
      console.log(`${viewport.width} px, ${query || 'start'}: layout shift ${shift.toFixed(4)}`);
      expect(shift, query).toBeLessThan(0.05);
    }
    await close();
  });
});

/** Bytes of all live objects, arrays, strings and closures after garbage collection, without compiled code. */
async function heapOf(session: CDPSession): Promise<number> {
  let text = '';
  const collect = ({ chunk }: { chunk: string }) => {
    text += chunk;
  };
  session.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', collect);
  const { snapshot, nodes } = JSON.parse(text) as {
    snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
    nodes: number[];
  };
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const meant = ['object', 'array', 'string', 'concatenated string', 'sliced string', 'closure', 'number'];
  let sum = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (meant.includes(types[0][nodes[at + fields.indexOf('type')]])) sum += nodes[at + fields.indexOf('self_size')];
  }
  return sum;
}

/** One round: ten scenes, each run briefly and drawn. */
async function goRound(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await page.evaluate((scene) => window.stiction.open({ scene }), id);
    await page.evaluate(() => window.stiction.forward(0.2));
  }
}

test.each(full ? ['cannon', 'rapier'] : ['rapier'])(
  'memory does not grow over ten scene switches in %s',
  async (engine) => {
    const { page, open, close, expectNoComplaints } = await openScenePage(TINY, { fresh: true });
    await open(`?engine=${engine}&forces&paused`);
    const session = await page.context().newCDPSession(page);
    const ids = Array.from({ length: 10 }, (_, k) => demoScenes[k % Math.min(5, demoScenes.length)].id);
    // Engines, shaders and compiled code are loaded once.
    await goRound(page, [...new Set(ids)]);
    const held = () => page.evaluate(() => ({ ...window.stiction.stage?.held }));
    const before = { heap: await heapOf(session), held: await held() };
    await goRound(page, ids);
    const after = { heap: await heapOf(session), held: await held() };
    const grown = after.heap - before.heap;
    console.log(
      `${engine}: ${kilo(before.heap)} after ten switches, ${kilo(grown)} more after twenty; ${JSON.stringify(after.held)}`,
    );
    expect(after.held).toEqual(before.held);
    expect(grown).toBeLessThan(0.01 * before.heap);
    await expectNoComplaints();
    await close();
  },
);
