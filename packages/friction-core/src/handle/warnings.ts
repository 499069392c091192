/**
 * Warnings for the author of a scene. Each is kept for the handle and printed once, after the step in which it arose. So a user's
 * `warn` may do anything, and its exceptions leave the step.
 */
export interface Warnings {
  messages: string[];
  /** Number of messages printed so far. */
  printed: number;
  print: (message: string) => void;
}

/** @param print the user's option `warn`; the console by default. */
export function createWarnings(owner: string, print: unknown = printToConsole): Warnings {
  if (typeof print !== 'function') throw new TypeError(`${owner}: warn must be a function (got ${String(print)})`);
  return { messages: [], printed: 0, print: print as Warnings['print'] };
}

export function printWarnings(warnings: Warnings): void {
  while (warnings.printed < warnings.messages.length) {
    warnings.print(`friction: ${warnings.messages[warnings.printed++]}`);
  }
}

/** Pages, workers and Node all have a console, but the language has none. */
function printToConsole(message: string): void {
  (globalThis as unknown as { console?: { warn(message: string): void } }).console?.warn(message);
}
