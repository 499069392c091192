import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { BrowserTests } from '../../../scripts/browser/provided.js';
import { painted, simulateTime } from './simulated-time.js';

/** What all browser tests share: the Chromium and the servers that scripts/browser/setup.mjs has started, and pages in it. */

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Only against a page that hangs: no machine is so busy that a page which works needs this long [ms]. */
const SAFETY_NET = 600_000;

export const addresses = (): BrowserTests => inject('browserTests');

let browser: Promise<Browser> | null = null;

/** What software rendering says about itself, and what @react-three/fiber and Rapier 0.19 say about their own code. */
const HARMLESS =
  /GPU stall|GroupMarkerNotSet|Automatic fallback to software WebGL|THREE.Clock: This module|using deprecated parameters/;

/** A page, and the errors and warnings of it and of its console. */
export interface OpenPage {
  page: Page;
  complaints: string[];
  close(): Promise<void>;
}

export interface PageOptions {
  /** Frames come when the test asks for them: see simulated-time.ts. */
  simulated?: boolean;
  /** Not one of the pages that are used again: for tests that leave something behind, or go on by themselves. */
  fresh?: boolean;
}

/** Pages that no test has now. A new one is a new process, which costs more than what most tests do in it. */
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
  const kind = JSON.stringify([look, simulated]);
  const page = (fresh ? undefined : free.get(kind)?.pop()) ?? (await newPage(look, simulated));
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
      const others = free.get(kind);
      if (others) others.push(page);
      else free.set(kind, [page]);
    },
  };
}

/** Runs `body` on a new page and fails on what the page complains about: its console, its requests, other servers. */
export async function withPage(
  address: string,
  look: BrowserContextOptions,
  body: (page: Page) => Promise<void>,
  options: PageOptions = {},
): Promise<void> {
  const { page, complaints, close } = await openPage(look, options);
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (!why.includes('ERR_ABORTED')) complaints.push(`${why}: ${request.url()}`); // what is left behind is aborted
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

/** A picture of what has been drawn: the browser shows it some time after the page has drawn it. */
export async function shoot(what: Page | Locator, style = ''): Promise<Buffer> {
  await painted('page' in what ? what.page() : what);
  return what.screenshot({ style, animations: 'disabled' });
}

/** A picture of the page in test-results, where one looks at it. */
export async function takePicture(page: Page, name: string): Promise<Buffer> {
  const path = join(ROOT, 'test-results', `${name}.png`);
  const picture = await shoot(page);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, picture);
  return picture;
}
