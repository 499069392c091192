// Compiles the same program against the built declarations with several npm packages and versions of Rapier, in one strict compilation, so that
// they also meet in one program.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { packages } from '../workspace.mjs';

/** A package of Rapier as it is installed. @typedef {{ name: string, version: string, folder: string }} Flavour */

/** @type {ts.CompilerOptions} */
const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true, // declarations of some builds name files that they do not have
  noEmit: true,
};

/** Returns the errors. @type {(flavours: Flavour[]) => string[]} */
export function checkFlavours(flavours) {
  const out = mkdtempSync(join(tmpdir(), 'stiction-flavours-'));
  try {
    const files = flavours.map(({ name, version, folder }, k) => {
      const dimensions = name.includes('rapier2d') ? '2d' : '3d';
      const program = readFileSync(fileURLToPath(new URL(`program-${dimensions}.ts`, import.meta.url)), 'utf8');
      const file = join(out, `${name.replace('@dimforge/', '')}-${version}-${k}.ts`);
      writeFileSync(file, program.replace(/'@dimforge\/[^']*'/, `'${folder}'`));
      return file;
    });
    return compile(files);
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** @type {(files: string[]) => string[]} */
function compile(files) {
  const entries = packages.flatMap(({ folder, json }) =>
    Object.entries(json.exports).map(([entry, at]) => ({ id: json.name + entry.slice(1), folder, at })),
  );
  const paths = Object.fromEntries(
    entries.flatMap(({ id, folder, at }) => (typeof at === 'object' ? [[id, [join(folder, at.import.types)]]] : [])),
  );
  const program = ts.createProgram(files, { ...OPTIONS, paths });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start ?? 0).line + 1 : 0;
    const place = file ? `${file.fileName.split('/').at(-1)}:${line}: ` : '';
    return place + ts.flattenDiagnosticMessageText(messageText, '\n');
  });
}
