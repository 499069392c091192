// Type-checks the programs of a project like its users, and emits the code for Node.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** @typedef {{ name: string, extensions: string[], options: ts.CompilerOptions }} Kind */

/** @type {ts.CompilerOptions} */
const COMMON = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'], // Rapier's declarations dispose
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  esModuleInterop: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true, // of the compiler itself
};

/** @type {Kind[]} */
const KINDS = [
  { name: 'node16', extensions: ['.mts', '.cts'], options: { module: ts.ModuleKind.Node16, noEmit: true } },
  { name: 'nodenext', extensions: ['.mts', '.cts'], options: { module: ts.ModuleKind.NodeNext } },
  {
    name: 'bundler',
    extensions: ['.ts'],
    options: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, noEmit: true },
  },
];

/** Parses the compiler's declarations once. @type {Map<string, ts.SourceFile | undefined>} */
const standard = new Map();

/** @type {(options: ts.CompilerOptions) => ts.CompilerHost} */
function createHost(options) {
  const host = ts.createCompilerHost(options);
  const folder = host.getDefaultLibLocation?.() ?? '';
  return {
    ...host,
    getSourceFile(name, ...rest) {
      if (!name.startsWith(folder)) return host.getSourceFile(name, ...rest);
      if (!standard.has(name)) standard.set(name, host.getSourceFile(name, ...rest));
      return standard.get(name);
    },
  };
}

/** "... the referenced file is an ECMAScript module": an error of `.d.cts` files for engines without CommonJS. */
const REQUIRES_A_MODULE = 1479;

/** Failures, and notes on invalid declarations of third parties. @type {(folder: string) => { failures: string[], notes: string[] }} */
export function checkTypes(folder) {
  /** @type {string[]} */
  const failures = [];
  /** @type {Map<string, string[]>} */
  const notes = new Map();
  for (const { name, extensions, options } of KINDS) {
    const files = readdirSync(folder).filter((file) =>
      extensions.some((one) => file.endsWith(one) && !file.endsWith('.d.ts')),
    );
    const all = { ...COMMON, ...options, rootDir: folder, outDir: join(folder, 'out') };
    const program = ts.createProgram(
      files.map((file) => join(folder, file)),
      all,
      createHost(all),
    );
    for (const { code, file, start, messageText } of ts.getPreEmitDiagnostics(program)) {
      const path = file ? relative(folder, file.fileName).replaceAll('\\', '/') : 'options';
      const line = file ? file.getLineAndCharacterOfPosition(start ?? 0).line + 1 : 0;
      const text = ts.flattenDiagnosticMessageText(messageText, '\n');
      const ours = !path.startsWith('node_modules/') || path.startsWith('node_modules/@stiction/');
      const foreign = !ours || (code === REQUIRES_A_MODULE && path.endsWith('.d.cts') && !text.includes('@stiction/'));
      const owner = `${name}: ${/^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]}`;
      if (foreign) notes.set(owner, [...(notes.get(owner) ?? []), `${path}: ${text}`]);
      else failures.push(`types, ${name}: ${path}:${line}: ${text}`);
    }
    if (!options.noEmit) program.emit();
  }
  const texts = [...notes].map(
    ([owner, errors]) => `${owner}: ${errors.length} errors in its declarations, the first: ${errors[0]}`,
  );
  return { failures, notes: texts };
}
