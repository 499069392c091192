/**
 * Assertions about what hot code assumes. Call it behind `if (__DEV__)`, which is true in tests and in `vite dev`. The build drops
 * these statements (`tsup.config.ts`), so the published bundle contains neither the conditions nor the messages.
 */
export function assert(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

// Sources that run without a bundler, e.g. by tsx, have no definition.
(globalThis as { __DEV__?: boolean }).__DEV__ ??= false;
