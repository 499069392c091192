/**
 * A reference that is a simulation of its own. It is computed once for its values: on the first call, or elsewhere by `solve`, e.g. in a
 * worker, and stored with `put`.
 */
export interface ReferenceSolution<V, S> extends Solution<V> {
  (values: V): S;
}

/** What the page needs of it. */
export interface Solution<V> {
  has(values: V): boolean;
  /** Computes without storing. The result is plain data, which workers can send. */
  solve(values: V): unknown;
  put(values: V, solution: unknown): void;
}

/** Solutions kept per scene: those that a slider has just passed. */
const KEPT = 8;

/** `keyOf` names the values that the solution depends on. */
export function referenceSolution<V, S>(
  keyOf: (values: V) => string,
  solve: (values: V) => S,
): ReferenceSolution<V, S> {
  const known = new Map<string, S>();

  function put(values: V, solution: unknown): void {
    const [oldest] = known.keys();
    if (known.size >= KEPT && oldest !== undefined) known.delete(oldest);
    known.set(keyOf(values), solution as S);
  }

  function solution(values: V): S {
    const key = keyOf(values);
    if (!known.has(key)) put(values, solve(values));
    return known.get(key) as S;
  }

  return Object.assign(solution, { has: (values: V) => known.has(keyOf(values)), solve, put });
}
