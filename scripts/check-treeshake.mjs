// Checks tree shaking: bundles contain only imported laws, one more law adds little, and no package has side effects at module level.
// `--write` also puts the sizes into docs/laws/README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { packages, root } from './workspace.mjs';

// Every law factory of friction-core. A bundle contains its name as a string, `name: "coulomb"`, or in its error messages; shared parts
// (a bristle, a rotated set) have none.
const LAWS = [
  'coulomb',
  'stribeck',
  'fixedStep',
  'viscoElastic',
  'maxwellSlip',
  'bristle',
  'dahl',
  'lugre',
  'elastoPlastic',
  'anisotropic',
  'asymmetric',
  'polygonCone',
  'frictionTensor',
  'custom',
];
const MODIFIERS = ['rolling', 'spinning', 'surfaceVelocity', 'adhesive', 'scaled'];
const MODELS = ['karnoppModel', 'quinnModel', 'fixedStepModel', 'viscoElasticModel', 'compoundModel'];
const PARTS = [...LAWS, ...MODIFIERS, ...MODELS];
// Imports of an app with a custom law, which must not pull in any of ours.
const WITHOUT_LAWS = ['createMaterialPairs', 'gatherPatches', 'solveContacts', 'sweepFrictionPass'];
// Base size of every app with one of our laws, and what one more may add [bytes, minified and gzipped].
const PIPELINE = [
  'coulomb',
  'createContactSolver',
  'createMaterialPairs',
  'createPatchStore',
  'gatherPatches',
  'solveContacts',
];
const MOST = 1000;
/** Laws that add a set, a curve or a surface direction, which others then share. @type {Record<string, number>} */
const LARGER = {
  stribeck: 1250,
  surfaceVelocity: 1350,
  bristle: 2100,
  lugre: 1550,
  elastoPlastic: 2000,
  anisotropic: 1500,
  asymmetric: 1800,
  polygonCone: 2500,
  frictionTensor: 1850,
  fixedStepModel: 1150,
  viscoElasticModel: 1400,
  compoundModel: 1550,
};

/** @type {string[]} */
const failures = [];

/** @type {(code: string, options?: import('esbuild').BuildOptions) => Promise<string>} */
async function bundle(code, options = {}) {
  const result = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    minifyWhitespace: true,
    external: ['cannon-es', '@dimforge/*'],
    tsconfigRaw: {}, // otherwise esbuild follows our `paths` into the sources
    ...options,
  });
  return result.outputFiles?.[0]?.text.trim() ?? '';
}

/** Laws come from the main entry, everything else from `/adapter`. @type {(names: string[]) => string} */
function importOf(names) {
  const laws = names.filter((name) => PARTS.includes(name)).join(', ');
  const others = names.filter((name) => !PARTS.includes(name)).join(', ');
  return `import { ${laws} } from '@stiction/friction-core'; import { ${others} } from '@stiction/friction-core/adapter';`;
}

/** @type {(names: string[], options?: import('esbuild').BuildOptions) => Promise<string>} */
const bundleOf = (names, options) => bundle(`${importOf(names)} console.log(${names.join(', ')});`, options);

/** @type {(names: string[], expected: string[]) => Promise<void>} */
async function expectLaws(names, expected) {
  const text = await bundleOf(names);
  const found = PARTS.filter((part) => text.includes(JSON.stringify(part)));
  const what = `import { ${names.join(', ')} }: ${text.length} bytes, laws [${found.join(', ')}]`;
  console.log(what);
  if (found.join() !== expected.join()) failures.push(`${what}, expected [${expected.join(', ')}]`);
}

// Mixtures of materials scale their laws.
await expectLaws(WITHOUT_LAWS, ['scaled']);
// The engines' contact solver uses the convex sets of lcp-solver; the general solvers must stay out.
if (/solveMlcp|solveContact\b/.test(await bundleOf(WITHOUT_LAWS)))
  failures.push('friction-core brings in solveMlcp or solveContact');
for (const part of PARTS) await expectLaws([part], [part]);

// Alone, a law adds its sets and helpers too; next to all others it adds only its own code.
/** @type {(names: string[]) => Promise<number>} */
const zipped = async (names) => gzipSync(await bundleOf(names, { minify: true }), { level: 9 }).length;
const pipeline = await zipped(PIPELINE);
const whole = await zipped([...new Set([...PIPELINE, ...PARTS])]);
const rows = [`| \`coulomb\` and the pipeline | ${pipeline} | |`];
for (const part of PARTS) {
  if (part === 'coulomb') continue;
  const added = (await zipped([...PIPELINE, part])) - pipeline;
  const own = whole - (await zipped([...new Set([...PIPELINE, ...PARTS])].filter((name) => name !== part)));
  rows.push(`| \`${part}\` | +${added} | +${own} |`);
  const limit = LARGER[part] ?? MOST;
  if (added >= limit) failures.push(`${part} adds ${added} bytes, not less than ${limit}`);
  if (own >= MOST) failures.push(`${part} adds ${own} bytes beside the others, not less than ${MOST}`);
}
rows.push(`| all of them | +${whole - pipeline} | |`);
const table = ['| import | bytes | beside all others |', '|---|---|---|', ...rows].join('\n');
console.log(table);
if (process.argv.includes('--write')) {
  const page = join(root, 'docs/laws/README.md');
  const [open, close] = ['<!-- laws:size -->', '<!-- /laws:size -->'];
  const text = readFileSync(page, 'utf8');
  const [head, rest = ''] = text.split(open);
  const tail = rest.split(close)[1];
  if (tail === undefined) throw new Error(`docs/laws/README.md has no marks for ${open}`);
  writeFileSync(page, `${head}${open}\n\n${table}\n\n${close}${tail}`);
}

// Without `sideEffects: false`: anything left when nothing is used is an impure module-level statement.
/** @type {import('esbuild').Plugin} */
const keepSideEffects = {
  name: 'keep-side-effects',
  setup(b) {
    b.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => ({ path: resolve(resolveDir, path), sideEffects: true }));
    b.onResolve({ filter: /^[^./]/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};
for (const { folder, json } of packages) {
  for (const [name, entry] of Object.entries(json.exports)) {
    if (typeof entry === 'string' || name === './testing') continue; // test suites are not bundled
    const file = relative(root, join(folder, entry.import.default));
    const rest = await bundle(`import './${file}'`, { plugins: [keepSideEffects] });
    console.log(`${json.name} ${entry.import.default}: ${rest.length} bytes if nothing is used`);
    if (rest) failures.push(`${json.name}: module-level statements that no bundler may drop:\n${rest.slice(0, 400)}`);
  }
}

for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exit(1);
