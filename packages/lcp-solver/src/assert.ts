/** Throws if an internal assumption is violated. Call it behind `if (__DEV__)`, see friction-core's `assert.ts`. */
export function assert(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

// Sources that run without a bundler, e.g. by tsx, have no definition.
(globalThis as { __DEV__?: boolean }).__DEV__ ??= false;
