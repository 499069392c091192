/** Checks for NaN and infinity that do not allocate. */

/** True if the `count` entries of `x` from `at` on are finite. */
export function areFinite(x: Float64Array, at: number, count: number): boolean {
  let sum = 0;
  for (let e = at; e < at + count; e++) sum += x[e] * 0;
  return sum === 0;
}
