/** out[at …] = [v.x, v.y, v.z]: from the vectors, and the vector parts of quaternions, of engines. */
export function writeVector(
  out: Float64Array,
  at: number,
  v: { readonly x: number; readonly y: number; readonly z: number },
): void {
  out[at] = v.x;
  out[at + 1] = v.y;
  out[at + 2] = v.z;
}
