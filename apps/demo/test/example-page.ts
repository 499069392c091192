import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'vite';
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

/** An example built by Vite. */
export async function openBuiltExample(name: string, look = DESKTOP): Promise<OpenPage> {
  const [address, remove] = await buildPage(join(ROOT, 'examples', name), name);
  const opened = await openExample(address, look);
  return {
    ...opened,
    async close() {
      await opened.close();
      await remove();
    },
  };
}

/** An example served as plain files of the repository. */
export const openPlainExample = (name: string, look = DESKTOP): Promise<OpenPage> =>
  openExample(`${addresses().files}examples/${name}/`, look);

async function openExample(address: string, { colorScheme, ...viewport }: Look): Promise<OpenPage> {
  const opened = await openPage({ viewport, colorScheme }, { simulated: true });
  await opened.page.goto(address);
  return opened;
}
