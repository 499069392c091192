import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createHash } from './state-hashes-hash.js';
import { lawCases } from './state-hashes-laws.js';
import { modelCases } from './state-hashes-models.js';
import { type HashCase, loadEngines } from './state-hashes-run.js';
import { demoCases, groundCases, sceneCases } from './state-hashes-scenes.js';
import { solverCases } from './state-hashes-solver.js';
import { stressCases } from './state-hashes-stress.js';
import { textureCases } from './state-hashes-textures.js';

/**
 * Does a refactoring change behaviour? Runs every scene, law and model for a short time and prints `<engine> <name> <hash>`, where the
 * hash covers the bits of position, rotation and velocities of all bodies after every step. Compare hashes of one machine and one
 * version of Node only: Math.sin and the like are not the same everywhere.
 *
 *     npm run bench -- state-hashes [--only <text>] [--save <file>]     before the change
 *     npm run bench -- state-hashes [--only <text>] --compare <file>    after it: lists what differs, then exit code 1
 */
const only = option('--only') ?? '';
const saveTo = option('--save');
const compareWith = option('--compare');

const expected = compareWith === undefined ? undefined : readLines(compareWith);
const lines = runCases(await allCases());
if (lines.length === 0) throw new Error(`--only ${only}: no case has that in its line`);
if (saveTo !== undefined) writeFileSync(fromHome(saveTo), lines.map((line) => `${line}\n`).join(''));
if (expected) report(expected, lines);

async function allCases(): Promise<HashCase[]> {
  const cases: HashCase[] = [...solverCases(), ...modelCases(), ...textureCases()];
  for (const [engine, create] of Object.entries(await loadEngines()))
    cases.push(...lawCases(engine, create), ...sceneCases(engine, create), ...(await demoCases(engine, create)));
  return [...cases, ...groundCases(), ...(await stressCases())];
}

function runCases(cases: readonly HashCase[]): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const { engine, name, run } of cases) {
    const label = `${engine} ${name}`;
    if (seen.has(label)) throw new Error(`two cases are called '${label}'`);
    seen.add(label);
    if (!label.includes(only)) continue;
    const line = `${label} ${hashOf(label, run)}`;
    console.log(line);
    found.push(line);
  }
  return found;
}

/** Not every engine has every scene: an error is a result too. */
function hashOf(label: string, run: HashCase['run']): string {
  const hash = createHash();
  try {
    run(hash);
  } catch (error) {
    console.error(`${label}: ${String(error)}`);
    return 'failed';
  }
  return hash.text();
}

/** Prints what differs and sets the exit code. A case with a new name but the same hash is listed and counts as the same. */
function report(before: readonly string[], after: readonly string[]): void {
  const [was, is] = [before, after].map((list) => new Map(list.map(splitLine)));
  const gone = [...was.keys()].filter((label) => !is.has(label));
  const added = new Set([...is.keys()].filter((label) => !was.has(label)));
  const changed = [...is.keys()].filter((label) => was.has(label) && was.get(label) !== is.get(label));
  const differences = changed.map((label) => `changed: ${label}, ${was.get(label)} -> ${is.get(label)}`);
  const renamed: string[] = [];
  for (const label of gone) {
    const other = [...added].find((one) => is.get(one) === was.get(label) && engineOf(one) === engineOf(label));
    if (other === undefined) differences.push(`gone: ${label}`);
    else {
      added.delete(other);
      renamed.push(`renamed: ${label} -> ${other}`);
    }
  }
  for (const label of added) differences.push(`new: ${label}`);
  console.log(
    ['', ...renamed, ...differences, `${differences.length} differences in ${after.length} lines`].join('\n'),
  );
  if (differences.length > 0) process.exitCode = 1;
}

function engineOf(label: string): string {
  return label.slice(0, label.indexOf(' '));
}

/** Label and hash. */
function splitLine(line: string): [string, string] {
  const at = line.lastIndexOf(' ');
  return [line.slice(0, at), line.slice(at + 1)];
}

function readLines(file: string): string[] {
  const all = readFileSync(fromHome(file), 'utf8').split('\n');
  return all.filter((line) => line !== '' && splitLine(line)[0].includes(only));
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  if (at >= 0 && !process.argv[at + 1]) throw new Error(`${name} needs a value`);
  return at >= 0 ? process.argv[at + 1] : undefined;
}

/** As it was typed: npm runs workspaces in their own folder. */
function fromHome(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file);
}
