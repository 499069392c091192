import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { addressesOf } from '../../scripts/addresses.mjs';

const { repository = '', site = '' } = addressesOf(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
);

export default defineConfig(({ command, isPreview }) => ({
  // Relative, so that the built page also works in a sub-folder.
  base: './',
  // `vite dev` uses the packages' sources; the built page uses the built packages.
  resolve: { tsconfigPaths: command === 'serve' && !isPreview },
  define: {
    __DEV__: 'true', // assertions in those sources
    __REPOSITORY__: JSON.stringify(repository),
    __SITE__: JSON.stringify(site),
  },
  worker: { format: 'es' }, // engines stay lazy chunks
  build: {
    chunkSizeWarningLimit: 5000, // Rapier's WebAssembly is inlined in its own lazy chunk
    // three.js in a separate chunk: it stays in the browser cache when the page changes.
    rolldownOptions: {
      input: ['index.html', 'debug.html'],
      output: { codeSplitting: { groups: [{ name: 'three', test: /node_modules\/three\// }] } },
    },
  },
}));
