// Measures one engine in one version: bundles the sources with it and runs them in a separate process.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { root } from '../workspace.mjs';
import { IMPORTED_AS, matrixFolder } from './engines.mjs';

/** @typedef {import('./engines.mjs').Engine} Engine */
/** @typedef {{ checks: number, failed: string[], broken: string[], cases: Record<string, [number, number]> }} Measured */

const MINUTES = 10;

/** Handles `import * as wasm from './x.wasm'` of wasm-bindgen packages like a bundler. @type {import('esbuild').Plugin} */
const wasmModules = {
  name: 'wasm-modules',
  setup(b) {
    b.onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path), namespace: 'wasm' }));
    b.onLoad({ filter: /.*/, namespace: 'wasm' }, ({ path }) => ({
      resolveDir: join(path, '..'),
      contents: `
        const { readFileSync } = process.getBuiltinModule('node:fs');
        const glue = require('./rapier_wasm3d_bg.js');
        const compiled = new WebAssembly.Module(readFileSync(${JSON.stringify(path)}));
        module.exports = new WebAssembly.Instance(compiled, { './rapier_wasm3d_bg.js': glue }).exports;
      `,
    }));
  },
};

/** @type {(engine: Engine, out: string) => Promise<Measured>} */
export async function measureEngine({ engine, name, version, folder }, out) {
  mkdirSync(out, { recursive: true });
  const outfile = join(out, `${name.replaceAll(/\W/g, '-')}-${version}.mjs`);
  await build({
    entryPoints: [join(matrixFolder, 'measure.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    mainFields: ['module', 'main'],
    tsconfig: join(root, 'tsconfig.base.json'), // its `paths` point to the sources
    alias: { [IMPORTED_AS[engine]]: folder },
    plugins: [wasmModules],
  });
  const { stdout } = await promisify(execFile)('node', [outfile, engine], {
    timeout: MINUTES * 60_000,
    maxBuffer: 1e8,
  });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}
