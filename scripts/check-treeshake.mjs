// A law that is not imported is not in a user's bundle, and no package leaves anything behind at module level.
import { join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { packages, root } from './workspace.mjs';

// Every law factory of friction-core. In a bundle a law is recognised by its name as a string: `name: "coulomb"`.
const LAWS = ['coulomb'];
// What an app that brings its own law imports: it must pull in none of ours.
const WITHOUT_LAWS = ['createMaterialPairs', 'gatherPatches', 'solveContacts', 'sweepFrictionPass'];

/** @type {string[]} */
const failures = [];

/** @type {(code: string, plugins?: import('esbuild').Plugin[]) => Promise<string>} */
async function bundle(code, plugins = []) {
  const result = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    minifyWhitespace: true,
    external: ['cannon-es', '@dimforge/*'],
    tsconfigRaw: {}, // else esbuild follows our `paths` into the sources
    plugins,
  });
  return result.outputFiles?.[0]?.text.trim() ?? '';
}

/** @type {(names: string[]) => Promise<string>} */
const bundleOf = (names) =>
  bundle(`import { ${names.join(', ')} } from '@stiction/friction-core'; console.log(${names.join(', ')});`);

/** @type {(names: string[], expected: string[]) => Promise<void>} */
async function expectLaws(names, expected) {
  const text = await bundleOf(names);
  const found = LAWS.filter((law) => text.includes(JSON.stringify(law)));
  const what = `import { ${names.join(', ')} }: ${text.length} bytes, laws [${found.join(', ')}]`;
  console.log(what);
  if (found.join() !== expected.join()) failures.push(`${what}, expected [${expected.join(', ')}]`);
}

await expectLaws(WITHOUT_LAWS, []);
// The engines' contact solver uses the convex sets of lcp-solver; the general solvers must stay out.
if (/solveMlcp|solveContact\b/.test(await bundleOf(WITHOUT_LAWS)))
  failures.push('friction-core brings in solveMlcp or solveContact');
for (const law of LAWS) await expectLaws([law], [law]);

// Without the help of `sideEffects: false`: whatever is left when nothing is used is an impure module-level statement.
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
    const rest = await bundle(`import './${file}'`, [keepSideEffects]);
    console.log(`${json.name} ${entry.import.default}: ${rest.length} bytes when nothing is used`);
    if (rest) failures.push(`${json.name}: module-level statements that no bundler may drop:\n${rest.slice(0, 400)}`);
  }
}

for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exit(1);
