import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { frictionWorker, replaceWorker } from '../src/index.js';

const require = createRequire(import.meta.url);
const fileOf = (name: string) => join(dirname(require.resolve(`${name}/package.json`)), 'dist', 'index.js');
const WORKER = '/src/physics-worker.js';

describe.each(['@react-three/cannon', '@pmndrs/cannon-worker-api'])('%s', (name) => {
  const file = fileOf(name);
  const code = readFileSync(file, 'utf8');

  test('the plugin replaces the worker, and its 370 kB are gone', () => {
    const result = frictionWorker({ worker: WORKER }).transform(code, `${file}?v=1`)?.code ?? '';
    expect(result).toContain(`import FrictionWorker from "${WORKER}?worker";`);
    expect(result).toMatch(/^const WorkerFactory = FrictionWorker;$/m);
    expect(code.length - result.length).toBeGreaterThan(300_000);
  });

  test('a bundler without the plugin can use replaceWorker', async () => {
    const load = { contents: replaceWorker(code, 'my-worker'), resolveDir: dirname(file) };
    const { outputFiles } = await build({
      stdin: load,
      bundle: true,
      write: false,
      format: 'esm',
      external: ['my-worker', 'react', 'react/*', 'three', '@react-three/fiber'],
    });
    expect(outputFiles[0].text).toMatch(/import \w+ from "my-worker";/);
  });
});

test('a file without the worker, or with two, is refused', () => {
  const line = "var WorkerFactory = createBase64WorkerFactory('Lyog', null, false);";
  expect(replaceWorker(line, 'w')).toContain('const WorkerFactory = FrictionWorker;');
  for (const code of ['', 'class CannonWorkerAPI {}', `${line}\n${line}`]) {
    expect(() => replaceWorker(code, 'w')).toThrow('replaceWorker: the code must contain one worker');
  }
});

test('other files stay as they are', () => {
  const { transform } = frictionWorker({ worker: WORKER });
  expect(transform('', '/app/node_modules/@react-three/fiber/dist/index.js')).toBeUndefined();
  expect(transform('', '/app/src/index.js')).toBeUndefined();
});

test('a package that Vite has bundled in advance is refused', () => {
  const { transform } = frictionWorker({ worker: WORKER });
  expect(() => transform('', '/app/node_modules/.vite/deps/@react-three_cannon.js?v=2')).toThrow(
    'remove it from optimizeDeps.include',
  );
});

test.each([undefined, 3, 'physics-worker.js', '//x', '../up.js'])('worker: %s is refused', (worker) => {
  expect(() => frictionWorker({ worker: worker as string })).toThrow('frictionWorker: worker must be a path');
});
