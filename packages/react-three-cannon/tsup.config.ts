import { readFile } from 'node:fs/promises';
import { defineConfig, type Options } from 'tsup';
import shared from '../../tsup.config.js';

/**
 * What of the sources of @pmndrs/cannon-worker-api changes, per file. As they are, they start at import, which bundlers drop from a package without
 * side effects: here they export what they would assign to `self.onmessage`.
 */
const CHANGES: Record<string, [from: string, to: string][]> = {
  'worker/index.ts': [
    ['self.onmessage = ({ data }', 'export const receive = ({ data }'],
    ['createMaterialFactory(state.materials)', '/* @__PURE__ */ (() => createMaterialFactory(state.materials))()'],
  ],
  'worker/state.ts': [['world: new World()', 'world: /* @__PURE__ */ new World()']],
};

const startOnCall: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'start-on-call',
  setup(build) {
    build.onResolve({ filter: /^cannon-worker:/ }, ({ path, resolveDir }) =>
      build.resolve(path.replace(':', '-api/src/worker/').replace('cannon', '@pmndrs/cannon'), {
        resolveDir,
        kind: 'import-statement',
      }),
    );
    build.onLoad({ filter: /cannon-worker-api[\\/]src[\\/]worker[\\/](index|state)\.ts$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      const changes = CHANGES[path.replaceAll('\\', '/').split('/').slice(-2).join('/')] ?? [];
      for (const [from, to] of changes) {
        if (contents.split(from).length !== 2) throw new Error(`${path}: expected "${from}" once`);
        contents = contents.replace(from, to);
      }
      return { contents, loader: 'ts' };
    });
  },
};

const { esbuildPlugins = [], ...options } = shared as Options;
export default defineConfig({
  ...options,
  noExternal: [/^@pmndrs\/cannon-worker-api/],
  esbuildPlugins: [startOnCall, ...esbuildPlugins],
});
