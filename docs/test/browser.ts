import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const FLAGS = [
  '--no-sandbox', // the tests may run as root
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** What software rendering says about itself, and what @react-three/fiber and Rapier 0.19 say about their own code. */
const HARMLESS =
  /GPU stall|GroupMarkerNotSet|Automatic fallback to software WebGL|THREE.Clock: This module|using deprecated parameters/;

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROME_PATH ?? '', args: FLAGS });

export const addressOf = (server: { httpServer: { address(): AddressInfo | string | null } }): string =>
  `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/`;

/** Runs `body` on a new page, and fails on what the page complains about: its console, its requests, other servers. */
export async function withPage(
  browser: Browser,
  address: string,
  path: string,
  look: BrowserContextOptions,
  body: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage(look);
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !HARMLESS.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (!why.includes('ERR_ABORTED')) complaints.push(`${why}: ${request.url()}`); // what is left behind is aborted
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => {
    const isHere = [address, 'data:', 'blob:'].some((start) => request.url().startsWith(start));
    if (!isHere) complaints.push(`asks another server: ${request.url()}`);
  });
  try {
    await page.goto(address + path);
    await body(page);
    expect(complaints).toEqual([]);
  } finally {
    await page.close();
  }
}

/** A picture in test-results, where one looks at it. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(`${ROOT}test-results/docs`, { recursive: true });
  await page.screenshot({ path: `${ROOT}test-results/docs/${name}.png` });
}
