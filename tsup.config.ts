import { readFile } from 'node:fs/promises';
import { defineConfig, type Options } from 'tsup';

/**
 * Bundlers keep a `new Float64Array` at module level, with all it pulls in, unless told that it is pure. Assertions behind
 * `if (__DEV__)` are dropped as labelled statements: with `define` alone esbuild would leave `if (false) assert(…)`.
 */
const preparedSources: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'prepared-sources',
  setup(build) {
    build.initialOptions.dropLabels = ['DEV'];
    const buffer =
      /^((?:export )?(?:const|let) \w+(?:: \w+)? = )(?=new (?:Float64|Float32|Int32|Uint32|Uint8)Array\()/gm;
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(buffer, '$1/* @__PURE__ */ ').replaceAll('if (__DEV__)', 'DEV:'),
      loader: 'ts',
    }));
  },
};

// Shared by all published packages: each runs `tsup <entries> --config ../../tsup.config.ts` in its own folder.
export default defineConfig({
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  clean: true,
  sourcemap: true,
  dts: {
    compilerOptions: {
      ignoreDeprecations: '6.0', // tsup's declaration build sets `baseUrl`, which TypeScript 6.0 deprecates
      paths: {}, // against the built declarations of the other packages, not their sources
      types: [], // no Node (and by `lib` no DOM) in library sources
    },
  },
  esbuildPlugins: [preparedSources],
});
