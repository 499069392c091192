import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { expect, test } from 'vitest';

/** As if package.json did not say that nothing has side effects. */
const keepSideEffects: Plugin = {
  name: 'keep-side-effects',
  setup(b) {
    b.onResolve({ filter: /^\./ }, async ({ path, resolveDir, kind, pluginData }) => {
      if (pluginData === 'inner') return undefined;
      return { ...(await b.resolve(path, { resolveDir, kind, pluginData: 'inner' })), sideEffects: true };
    });
  },
};

/** A bundle of the package's sources, with friction-core left out. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('../src', import.meta.url)) },
    bundle: true,
    write: false,
    format: 'esm',
    minifyWhitespace: true,
    external: ['@stiction/friction-core', '@stiction/friction-core/adapter'],
    tsconfigRaw: {},
    plugins: [keepSideEffects],
  });
  return outputFiles[0].text.trim();
}

test('a bundle with one preset has neither the others nor the table', async () => {
  const text = await bundle("import { nylonOnNylon } from './index.js'; console.log(nylonOnNylon);");
  expect(text).toMatch(/coulomb\d*\(\{mu:\.2\}\)/);
  expect(text.match(/coulomb\d*\(/g)).toHaveLength(1);
  expect(text).not.toMatch(/stribeck\d*\(|rolling\d*\(|source|Handbook|physicsMaterials/);
});

test('so has one that uses a preset of the namespace', async () => {
  const text = await bundle("import * as materials from './index.js'; console.log(materials.billiardBallOnCloth);");
  expect(text).toMatch(/rolling\d*\(/);
  expect(text).not.toMatch(/stribeck\d*\(|source|Handbook|physicsMaterials/);
});

test('nothing is left of an unused import', async () => {
  const text = await bundle("import { presets, lawsFromGltf, woodOnWood } from './index.js';");
  expect(text.replaceAll(/import[^;]*;/g, '')).toBe('');
});
