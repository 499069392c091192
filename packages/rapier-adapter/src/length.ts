/** Length of a vector. `Math.hypot` may differ in the last bit from one JavaScript engine to another; these do not. */
export function length(x: number, y: number, z = 0): number {
  return Math.sqrt(x * x + y * y + z * z);
}
