import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const isFull = process.env.STICTION_FULL === '1';
/** Against tests that hang. No machine is so busy that a test which works needs this long [ms]. */
const SAFETY_NET = (isFull ? 120 : 10) * 60_000;

/**
 * Node itself imports the sources, which saves a third of the CPU time, see scripts/testing/sources.mjs. Not while vitest watches them:
 * it only knows what Vite imports.
 */
const SOURCES = /\/(packages|internal)\/[^/]+\/src\//;
const native = process.argv.includes('run')
  ? {
      server: { deps: { external: [SOURCES] } },
      execArgv: [
        '--enable-source-maps',
        '--import',
        fileURLToPath(new URL('scripts/testing/sources.mjs', import.meta.url)),
      ],
    }
  : {};

export default defineConfig({
  // `@stiction/*` means the packages' sources, by the `paths` of tsconfig.base.json: no rebuild while developing.
  resolve: { tsconfigPaths: true },
  define: { __DEV__: 'true' }, // assertions, see friction-core/src/assert.ts
  test: {
    // Vitest leaves one core free by default: of two that is half.
    maxWorkers: '100%',
    reporters: ['default', './scripts/test-reporter.mjs'],
    testTimeout: SAFETY_NET,
    hookTimeout: SAFETY_NET,
    teardownTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          ...native,
          name: 'unit',
          // Files share a process: tests leave nothing behind, and engines are compiled once. It halves the time.
          isolate: false,
          setupFiles: './scripts/testing/file-cpu.mjs',
          include: ['packages/*/test/**/*.test.ts', 'bench/test/**/*.test.ts'],
          exclude: ['packages/*/test/engine/**'],
        },
      },
      {
        extends: true,
        test: {
          ...native,
          name: 'engine',
          isolate: false,
          setupFiles: ['./scripts/testing/file-cpu.mjs', './scripts/testing/known-misses.mjs'],
          include: ['packages/*/test/engine/**/*.test.ts', 'internal/scenes/test/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['apps/demo/test/**/*.browser.test.ts', 'docs/test/**/*.browser.test.ts'],
          globalSetup: './scripts/browser/setup.mjs',
          setupFiles: ['./scripts/testing/file-cpu.mjs', './scripts/testing/known-misses.mjs'],
          // One process for all files: they share a connection to one browser.
          isolate: false,
          fileParallelism: false,
        },
      },
    ],
  },
});
