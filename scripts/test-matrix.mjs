// Tests the adapters with every version of their engines: conformance and validation cases. `--quick`: only versions already installed in
// the repository. `--only <text>`: those whose name and version contain it. `--write`: also puts the table into docs/engine-versions.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFlavours } from './flavours/check.mjs';
import { allEngines, allFlavours, matrixFolder, ownEngines, ownFlavours } from './matrix/engines.mjs';
import { knownFor, unneeded } from './matrix/known.mjs';
import { measureEngine } from './matrix/run.mjs';
import { root } from './workspace.mjs';

/** @typedef {import('./matrix/run.mjs').Measured} Measured */
/** @typedef {{ engine: import('./matrix/engines.mjs').Engine, measured?: Measured, problems: string[], known: string[] }} Result */

const quick = process.argv.includes('--quick');
const write = process.argv.includes('--write');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : '';
if (write && (quick || only)) throw new Error('--write needs the whole matrix');
if (!quick) {
  const install = ['install', '--no-package-lock', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', install, { cwd: matrixFolder, stdio: 'inherit', shell: process.platform === 'win32' });
}

/** @type {(measured: Measured) => string[]} */
function problemsOf({ failed, broken, cases }) {
  const wrong = Object.entries(cases)
    .filter(([, [figure, limit]]) => !(figure < limit))
    .map(([name, [figure, limit]]) => `${name}: ${figure.toPrecision(3)}, not below ${limit}`);
  return [...failed, ...broken, ...wrong];
}

const engines = (quick ? ownEngines() : allEngines()).filter(({ name, version }) =>
  `${name} ${version}`.includes(only),
);
if (engines.length === 0) throw new Error(`no engine named ${only}`);
const flavours = quick ? ownFlavours() : allFlavours();
const typeErrors = checkFlavours(flavours);
for (const error of typeErrors) console.log(error);
console.log(`types of ${flavours.length} packages and versions of Rapier: ${typeErrors.length} errors`);
const out = mkdtempSync(join(tmpdir(), 'stiction-matrix-'));
/** @type {Result[]} */
const results = [];
for (const engine of engines) {
  const start = performance.now();
  /** @type {Result} */
  const result = { engine, problems: [], known: [] };
  try {
    result.measured = await measureEngine(engine, out);
    const all = problemsOf(result.measured);
    result.known = all.flatMap((problem) => knownFor(engine, problem)?.why ?? []);
    result.problems = all.filter((problem) => !engine.supported || !knownFor(engine, problem));
    if (engine.supported && result.measured.checks > 0) {
      for (const { problem } of unneeded(engine, all))
        result.problems.push(`matrix/known.mjs is out of date: ${problem}`);
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    result.problems = [`does not run: ${/^\w*Error: .*$/m.exec(text)?.[0] ?? text}`];
  }
  results.push(result);
  const verdict = result.problems.length === 0 ? 'passes' : engine.supported ? 'FAILS' : 'fails (not supported)';
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${engine.name} ${engine.version}: ${verdict}, ${seconds} s`);
  for (const why of result.known) console.log(`  known: ${why}`);
  for (const problem of result.problems.slice(0, engine.supported ? undefined : 3)) console.log(`  ${problem}`);
}
rmSync(out, { recursive: true });

/** @type {(measured: Measured) => string} */
const conformance = ({ checks, failed }) =>
  checks === 0 ? 'native laws only' : `${checks - failed.length} of ${checks}`;

/** @type {(result: Result) => string} */
function tableRow({ engine: { name: engine, version, supported }, measured, problems }) {
  const start = `| \`${engine}\` | ${version} | ${supported ? 'yes' : 'no'} |`;
  if (!measured) return `${start} ${problems[0]} | | | | | | |`;
  const { broken, cases } = measured;
  if (broken.length > 0) return `${start} ${conformance(measured)}; ${broken[0]} | | | | | | |`;
  const cells = Object.entries(cases).map(([name, [figure]]) =>
    name.endsWith('[m]') ? metres(figure) : percent(figure),
  );
  return `${start} ${conformance(measured)} | ${cells.join(' | ')} |`;
}

/** @type {(share: number) => string} */
const percent = (share) => `${(100 * share).toFixed(3)} %`;
/** @type {(length: number) => string} */
const metres = (length) => (length < 1e-9 ? '0' : `${length.toExponential(0)} m`);

if (write) {
  const page = join(root, 'docs/engine-versions.md');
  const [open, close] = ['<!-- matrix -->', '<!-- /matrix -->'];
  const text = readFileSync(page, 'utf8');
  const [head, rest = ''] = text.split(open);
  const tail = rest.split(close)[1];
  if (tail === undefined) throw new Error(`docs/engine-versions.md has no marks for ${open}`);
  const names = Object.keys(results.find(({ measured }) => measured)?.measured?.cases ?? {}).map((name) =>
    name.replace(' [m]', ''),
  );
  const header = ['package', 'version', 'supported', 'conformance', ...names];
  const table = [`| ${header.join(' | ')} |`, `|${'---|'.repeat(header.length)}`, ...results.map(tableRow)].join('\n');
  const date = `Measured on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}.`;
  writeFileSync(page, `${head}${open}\n\n${date}\n\n${table}\n\n${close}${tail}`);
}

const wrong = results.filter(({ engine, problems }) => engine.supported && problems.length > 0);
console.log(`${results.length} versions, ${wrong.length} supported versions fail`);
if (wrong.length > 0 || typeErrors.length > 0) process.exit(1);
