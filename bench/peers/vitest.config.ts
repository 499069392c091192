import { defineConfig } from 'vitest/config';

/** Run by hand, once the engines are installed: `npx vitest run --root bench/peers`. Not part of the projects at the root. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: { include: ['test/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});
