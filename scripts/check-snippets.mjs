// Type-checks every ```ts block of the documentation, each as a module of its own, against the built packages.
// A block opened with ```ts no-check is skipped, and named in the output.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { packages, root } from './workspace.mjs';

/** @type {ts.CompilerOptions} */
const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/** Markdown files to check, relative to the root. */
function documents() {
  const docs = join(root, 'docs');
  const inDocs = existsSync(docs) ? readdirSync(docs, { recursive: true, encoding: 'utf8' }) : [];
  return [
    'README.md',
    ...inDocs.filter((name) => name.endsWith('.md')).map((name) => join('docs', name)),
    ...packages.map(({ folder }) => join(folder.slice(root.length + 1), 'README.md')),
  ].filter((name) => existsSync(join(root, name)));
}

/**
 * The ts blocks of a document; `code` starts with as many empty lines as stand before the block, so that the
 * compiler's line numbers are the document's.
 * @param {string} document
 */
function snippets(document) {
  /** @type {{ line: number, checked: boolean, code: string }[]} */
  const found = [];
  const lines = readFileSync(join(root, document), 'utf8').split('\n');
  for (let i = 0; i < lines.length; i++) {
    const fence = /^\s*(`{3,})\s*(\S*)(.*)$/.exec(lines[i] ?? '');
    if (!fence) continue;
    const [, ticks = '', language = '', info = ''] = fence;
    const start = i + 1;
    while (++i < lines.length && lines[i]?.trim() !== ticks);
    if (!/^(ts|typescript)$/.test(language)) continue;
    const code = '\n'.repeat(start) + lines.slice(start, i).join('\n');
    found.push({ line: start, checked: !/\bno-check\b/.test(info), code });
  }
  return found;
}

/** Virtual files next to the root's node_modules: file name -> source. @type {Map<string, string>} */
const modules = new Map();
for (const document of documents()) {
  for (const { line, checked, code } of snippets(document)) {
    if (checked) modules.set(join(root, `${document.replaceAll(/[\\/]/g, '~')}~${line}.ts`), code);
    else console.log(`skipped (no-check): ${document}:${line}`);
  }
}

const disk = ts.createCompilerHost(OPTIONS);
/** @type {ts.CompilerHost} */
const host = {
  ...disk,
  fileExists: (name) => modules.has(name) || disk.fileExists(name),
  readFile: (name) => modules.get(name) ?? disk.readFile(name),
  getSourceFile: (name, options, ...rest) => {
    const code = modules.get(name);
    return code === undefined ? disk.getSourceFile(name, options, ...rest) : ts.createSourceFile(name, code, options);
  },
};

const program = ts.createProgram([...modules.keys()], OPTIONS, host);
const errors = ts.getPreEmitDiagnostics(program);
for (const { file, start, messageText } of errors) {
  const line = file ? file.getLineAndCharacterOfPosition(start ?? 0).line + 1 : 0;
  const document = file?.fileName
    .slice(root.length + 1)
    .replace(/~\d+\.ts$/, '')
    .replaceAll('~', '/');
  console.error(`${document ?? 'options'}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
}
console.log(`${modules.size} snippets checked, ${errors.length} errors`);
if (errors.length > 0) process.exit(1);
