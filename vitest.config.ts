import { defineConfig } from 'vitest/config';
import { findChromium } from './scripts/ensure-chromium.mjs';

export default defineConfig({
  // `@stiction/*` means the packages' sources, by the `paths` of tsconfig.base.json: no rebuild while developing.
  resolve: { tsconfigPaths: true },
  test: {
    // Vitest leaves one core free by default: of two that is half.
    maxWorkers: '100%',
    // Timeouts are wide: a busy machine must not fail what takes seconds on a quiet one.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/test/**/*.test.ts', 'bench/test/**/*.test.ts'],
          exclude: ['packages/*/test/engine/**'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['packages/*/test/engine/**/*.test.ts', 'internal/scenes/test/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['apps/demo/test/**/*.browser.test.ts', 'docs/test/**/*.browser.test.ts'],
          env: { CHROME_PATH: findChromium() ?? '' },
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
