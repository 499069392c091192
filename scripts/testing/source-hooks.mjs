// Hooks of Node's module loader, see sources.mjs: TypeScript by esbuild, and `@stiction/*` by the `paths` of tsconfig.base.json.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { root } from '../workspace.mjs';

/** @type {{ compilerOptions: { paths: Record<string, [string]> } }} */
const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8'));

/** @type {(name: string) => string} the file of a package's entry point, or '' */
function sourceOf(name) {
  for (const [pattern, [path]] of Object.entries(compilerOptions.paths)) {
    const [start, end] = pattern.split('*');
    if (end === undefined ? name !== start : !name.startsWith(start)) continue;
    const file = join(root, path.replace('*', name.slice(start.length)));
    if (existsSync(file)) return file;
  }
  return '';
}

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  const source = sourceOf(specifier);
  if (source) return { url: pathToFileURL(source).href, shortCircuit: true };
  if (specifier.startsWith('.') && context.parentURL?.endsWith('.ts')) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(url)) return { url: url.href, shortCircuit: true };
  }
  return next(specifier, context);
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const file = fileURLToPath(url);
  const { code } = await transform(readFileSync(file, 'utf8'), {
    loader: 'ts',
    target: 'node20',
    sourcefile: file,
    sourcemap: 'inline',
    define: { __DEV__: 'true' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
