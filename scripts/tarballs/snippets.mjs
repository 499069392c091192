// The programs to run from the tarballs: unchanged blocks of the READMEs, plus code that passes their variables to a probe.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { packages, root } from '../workspace.mjs';
import { PROBES } from './page/probes.mjs';

/**
 * A block of a README. `package` is the package that it shows, `needs` the names that a probe uses, `imports` the modules.
 * @typedef {{ id: string, where: string, package: string, code: string, imports: string[], needs: string[] }} Snippet
 */

/** The ts blocks of a document. @type {(text: string) => { line: number, code: string }[]} */
function blocks(text) {
  const fence = /^(`{3,})(ts|typescript)\b([^\n]*)\n([\s\S]*?)^\1[ \t]*$/gm;
  return [...text.matchAll(fence)]
    .filter(([, , , info]) => !/\bno-check\b/.test(info ?? ''))
    .map((match) => ({ line: text.slice(0, match.index).split('\n').length + 1, code: match[4] ?? '' }));
}

/** @type {(code: string) => ts.SourceFile} */
const parse = (code) => ts.createSourceFile('snippet.ts', code, ts.ScriptTarget.ES2022, true);

/** @type {(code: string) => ts.ImportDeclaration[]} */
const importsOf = (code) => parse(code).statements.filter(ts.isImportDeclaration);

/** @type {(node: ts.ImportDeclaration) => string} */
const moduleOf = (node) => /** @type {ts.StringLiteral} */ (node.moduleSpecifier).text;

/** @type {(file: string, block: { line: number, code: string }, name: string) => Snippet} */
function snippet(file, { line, code }, name) {
  const probe = PROBES[name];
  const where = `${file}:${line}`;
  if (!probe) throw new Error(`scripts/tarballs/page/probes.mjs has no probe for ${name} (${where})`);
  const id = where.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return { id, where, package: name, code, imports: importsOf(code).map(moduleOf), needs: probe.needs };
}

/** The five lines of the main README, for each adapter shown there, and the first block of each package's README. */
export function readSnippets() {
  const adapters = packages.map(({ json }) => json.name).filter((name) => name.endsWith('-adapter'));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const fiveLines = blocks(/^## Five lines$([\s\S]*?)^## /m.exec(readme)?.[0] ?? '');
  if (fiveLines.length === 0) throw new Error('README.md has no TypeScript blocks under "Five lines"');
  const offset = readme.slice(0, readme.indexOf('## Five lines')).split('\n').length - 1;
  const shown = fiveLines.map(({ line, code }) => {
    const block = { line: line + offset, code };
    const adapter = adapters.find((name) => importsOf(code).some((node) => moduleOf(node) === name));
    if (!adapter) throw new Error(`README.md:${block.line}: the block imports no adapter`);
    return snippet('README.md', block, adapter);
  });
  // Packages for React run in projects of their own: react.mjs.
  const plain = packages.filter(({ json }) => !/\/react-/.test(json.name));
  const first = plain.map(({ folder, json }) => {
    const file = relative(root, join(folder, 'README.md')).replaceAll('\\', '/');
    const [block] = blocks(readFileSync(join(folder, 'README.md'), 'utf8'));
    if (!block) throw new Error(`${file}: no TypeScript block`);
    return snippet(file, block, json.name);
  });
  return [...shown, ...first];
}

/** Parts for a probe: the variables that it needs, the package and the engine, if any. @type {(snippet: Snippet, engine: string) => string} */
const parts = ({ needs, imports }, engine) =>
  `{ ${[...needs, 'self', ...(imports.includes(engine) ? ['engine'] : [])].join(', ')} }`;

/** @type {(snippet: Snippet, engine: string) => string} */
const namespaces = ({ package: name, imports }, engine) =>
  `import * as self from '${name}';\n${imports.includes(engine) ? `import * as engine from '${engine}';\n` : ''}`;

/** The unchanged snippet as an ES module. @type {(snippet: Snippet, engine: string) => string} */
export const asModule = (snippet, engine) =>
  `${snippet.code}\n${namespaces(snippet, engine)}export const parts = async () => (${parts(snippet, engine)});\n`;

/**
 * The snippet for CommonJS, which has no top-level await: everything except the imports goes into a function. An engine without a `require`
 * entry is loaded by `import()`, as its users have to.
 * @type {(snippet: Snippet, engine: string, requirable: boolean) => string}
 */
export function asCommonJs(snippet, engine, requirable) {
  const code = snippet.code + namespaces(snippet, engine);
  let head = '';
  let late = '';
  let body = code;
  for (const node of importsOf(code)) {
    const text = node.getText();
    body = body.replace(text, '');
    if (requirable || moduleOf(node) !== engine) head += `${text}\n`;
    else late += `${lateImport(node)}\n`;
  }
  return `${head}export async function parts() {\n${late}${body}\nreturn ${parts(snippet, engine)};\n}\n`;
}

/** @type {(node: ts.ImportDeclaration) => string} */
function lateImport(node) {
  const clause = node.importClause;
  const bindings = clause?.namedBindings;
  const from = `await import('${moduleOf(node)}')`;
  if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return '';
  if (bindings && ts.isNamespaceImport(bindings)) return `const ${bindings.name.text} = ${from};`;
  const names = (bindings?.elements ?? [])
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ name, propertyName }) => (propertyName ? `${propertyName.text}: ${name.text}` : name.text));
  if (clause?.name) names.push(`default: ${clause.name.text}`);
  return `const { ${names.join(', ')} } = ${from};`;
}
