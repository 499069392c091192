/**
 * What a scene's author should know: each warning is kept for the handle and told once, when the step in which it arose is
 * over. So a `warn` of the user's may do what it likes, and what it throws comes out of the step.
 */
export interface Warnings {
  messages: string[];
  told: number;
  tell: (message: string) => void;
}

/** @param tell what the user gave as `warn`; by default the console is told. */
export function createWarnings(owner: string, tell: unknown = warnOnConsole): Warnings {
  if (typeof tell !== 'function') throw new TypeError(`${owner}: warn must be a function (got ${String(tell)})`);
  return { messages: [], told: 0, tell: tell as Warnings['tell'] };
}

export function printWarnings(warnings: Warnings): void {
  while (warnings.told < warnings.messages.length) warnings.tell(`friction: ${warnings.messages[warnings.told++]}`);
}

/** Pages, workers and Node all have a console, but the language has none. */
function warnOnConsole(message: string): void {
  (globalThis as unknown as { console?: { warn(message: string): void } }).console?.warn(message);
}
