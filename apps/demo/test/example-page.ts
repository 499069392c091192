import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'vite';
import { afterAll } from 'vitest';
import { addresses, type OpenPage, openPage, ROOT } from './pages.js';

export interface Look {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

const DESKTOP: Look = { width: 1280, height: 800, colorScheme: 'light' };

/** Builds a page with Vite from the built packages. Returns its address, and a function that removes it. */
export async function buildPage(
  root: string,
  name: string,
  configFile: string | false = false,
): Promise<[address: string, remove: () => Promise<void>]> {
  const parent = join(ROOT, 'node_modules', '.cache');
  await mkdir(parent, { recursive: true });
  const outDir = await mkdtemp(join(parent, `stiction-${name}-`));
  await build({
    configFile,
    logLevel: 'error',
    base: './',
    root,
    worker: { format: 'es' },
    build: { outDir, target: 'es2022', chunkSizeWarningLimit: 9000 },
  });
  const path = relative(ROOT, outDir).replaceAll('\\', '/');
  return [`${addresses().files}${path}/`, () => rm(outDir, { recursive: true })];
}

type OpenExample = (look?: Look, file?: string) => Promise<OpenPage>;

/** A function that opens a page of an example. Vite builds the example once for the tests of a file, with the example's own configuration. */
export function useExample(name: string): OpenExample {
  const root = join(ROOT, 'examples', name);
  let built: ReturnType<typeof buildPage> | undefined;
  afterAll(async () => {
    if (built) await (await built)[1]();
  });
  return async (look = DESKTOP, file = '') => {
    const config = join(root, 'vite.config.js');
    built ??= buildPage(root, name, existsSync(config) ? config : false);
    const [address] = await built;
    return openExample(address + file, look);
  };
}

async function openExample(address: string, { colorScheme, ...viewport }: Look): Promise<OpenPage> {
  const opened = await openPage({ viewport, colorScheme }, { simulated: true });
  await opened.page.goto(address);
  return opened;
}
