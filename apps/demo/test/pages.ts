import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { BrowserTests } from '../../../scripts/browser/provided.js';
import { painted, simulateTime } from './simulated-time.js';

/** Shared by all browser tests: Chromium and servers from scripts/browser/setup.mjs, and pages in it. */

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Only for pages that hang: a working page never takes this long, however busy the machine [ms]. */
export const SAFETY_NET = 600_000;

export const addresses = (): BrowserTests => inject('browserTests');

let browser: Promise<Browser> | null = null;

/** Known messages of software rendering, @react-three/fiber and Rapier 0.19. */
const HARMLESS =
  /GPU stall|GroupMarkerNotSet|Automatic fallback to software WebGL|THREE.Clock: This module|using deprecated parameters/;

/** A page with the errors and warnings of its console. */
export interface OpenPage {
  page: Page;
  complaints: string[];
  close(): Promise<void>;
}

export interface PageOptions {
  /** Frames come when the test asks for them: see simulated-time.ts. */
  simulated?: boolean;
  /** A fresh page: for tests that leave something behind or keep running. */
  fresh?: boolean;
}

/** Unused pages, for reuse. A new one is a new process, which costs more than most tests: only what an open page cannot change needs one. */
const free = new Map<string, Page[]>();

async function newPage(look: BrowserContextOptions, simulated: boolean): Promise<Page> {
  browser ??= chromium.connect(inject('browserTests').endpoint, { timeout: SAFETY_NET });
  const context = await (await browser).newContext(look);
  context.setDefaultTimeout(SAFETY_NET);
  context.setDefaultNavigationTimeout(SAFETY_NET);
  const page = await context.newPage();
  if (simulated) await simulateTime(page);
  return page;
}

export async function openPage(look: BrowserContextOptions = {}, options: PageOptions = {}): Promise<OpenPage> {
  const { simulated = false, fresh = !simulated } = options;
  const { viewport = null, colorScheme = null, reducedMotion = null, ...fixed } = look;
  const kind = JSON.stringify([fixed, simulated, viewport === null]);
  const page = (fresh ? undefined : free.get(kind)?.pop()) ?? (await newPage(look, simulated));
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion });
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !HARMLESS.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    page,
    complaints,
    async close() {
      page.removeAllListeners();
      if (fresh) return page.context().close();
      await page.unrouteAll();
      await page.evaluate(() => localStorage.clear());
      // A page that plays on would keep the software renderer busy; in simulated time it stands still.
      if (!simulated) await page.goto('about:blank');
      const others = free.get(kind);
      if (others) others.push(page);
      else free.set(kind, [page]);
    },
  };
}

/** Runs `body` on a new page and fails on console errors, failed requests and requests to other servers. */
export async function withPage(
  address: string,
  look: BrowserContextOptions,
  body: (page: Page) => Promise<void>,
  options: PageOptions = {},
): Promise<void> {
  const { page, complaints, close } = await openPage(look, options);
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (!why.includes('ERR_ABORTED')) complaints.push(`${why}: ${request.url()}`); // unfinished requests are aborted
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => {
    const isHere = [new URL(address).origin, 'data:', 'blob:'].some((start) => request.url().startsWith(start));
    if (!isHere) complaints.push(`asks another server: ${request.url()}`);
  });
  try {
    await page.goto(address);
    await body(page);
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
}

/** A screenshot of the current drawing: the browser shows it some time after the page has drawn it. */
async function shoot(what: Page | Locator, style = ''): Promise<Buffer> {
  await painted('page' in what ? what.page() : what);
  return what.screenshot({ style, animations: 'disabled' });
}

/** Saves a screenshot in test-results for inspection. */
export async function takePicture(page: Page, name: string): Promise<Buffer> {
  const path = join(ROOT, 'test-results', `${name}.png`);
  const picture = await shoot(page);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, picture);
  return picture;
}
