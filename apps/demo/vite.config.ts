import { defineConfig } from 'vite';

export default defineConfig(({ command, isPreview }) => ({
  // Relative, so that the built page also works from a sub-folder of any host.
  base: './',
  // `vite dev` follows the packages' sources; the built page is made of the built packages.
  resolve: { tsconfigPaths: command === 'serve' && !isPreview },
  build: {
    chunkSizeWarningLimit: 5000, // Rapier's WebAssembly is inlined in its own lazy chunk
    // three apart from the page's own code: it stays in the browser's cache when the page changes.
    rolldownOptions: {
      input: ['index.html', 'debug.html'],
      output: { codeSplitting: { groups: [{ name: 'three', test: /node_modules\/three\// }] } },
    },
  },
}));
