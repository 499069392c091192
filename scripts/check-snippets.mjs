// Type-checks every ```ts block of the documentation, each as a separate module, against the built packages.
import { join } from 'node:path';
import ts from 'typescript';
import { snippets } from './snippets.mjs';
import { root } from './workspace.mjs';

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

/** Virtual files next to the root's node_modules: file name -> source. @type {Map<string, string>} */
const modules = new Map();
for (const { document, line, code, noCheck } of snippets()) {
  if (noCheck === undefined) modules.set(join(root, `${document.replaceAll(/[\\/]/g, '~')}~${line}.ts`), code);
  else console.log(`not checked: ${document}:${line}: ${noCheck}`);
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
