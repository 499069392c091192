import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';

export const FLAGS = [
  '--no-sandbox', // the tests may run as root
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The built demo on a port of its own, and a browser. */
export interface Preview {
  server: PreviewServer;
  browser: Browser;
  /** Ends with a slash. */
  address: string;
}

export async function openPreview(): Promise<Preview> {
  const server = await preview({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 0, open: false },
  });
  const address = `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/`;
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '', args: FLAGS });
  return { server, browser, address };
}

export async function closePreview(opened: Preview | undefined): Promise<void> {
  await opened?.browser.close();
  await opened?.server.close();
}
