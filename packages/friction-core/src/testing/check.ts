/** A named check for any test runner. It throws an Error with the measured value if it fails. */
export interface Check {
  name: string;
  run(): void;
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** |value - expected| ≤ tolerance, and not NaN. */
export function assertNear(what: string, value: number, expected: number, tolerance: number): void {
  assert(
    Math.abs(value - expected) <= tolerance,
    `${what} should be ${expected} within ${tolerance} but is ${value} (off by ${value - expected})`,
  );
}

/** mulberry32: a small seeded generator, uniform in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
