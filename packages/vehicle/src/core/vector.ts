/** Vectors of three numbers at a[at..], written into arrays. */

export function dot(a: Float64Array, i: number, b: Float64Array, k: number): number {
  return a[i] * b[k] + a[i + 1] * b[k + 1] + a[i + 2] * b[k + 2];
}

/** out[to] = a·b. A result that is returned would be allocated wherever the call is not inlined. */
export function writeDot(out: Float64Array, to: number, a: Float64Array, i: number, b: Float64Array, k: number): void {
  out[to] = a[i] * b[k] + a[i + 1] * b[k + 1] + a[i + 2] * b[k + 2];
}

/** out = a × b; out must be neither of them. */
export function cross(a: Float64Array, i: number, b: Float64Array, k: number, out: Float64Array, at: number): void {
  out[at] = a[i + 1] * b[k + 2] - a[i + 2] * b[k + 1];
  out[at + 1] = a[i + 2] * b[k] - a[i] * b[k + 2];
  out[at + 2] = a[i] * b[k + 1] - a[i + 1] * b[k];
}

/** Returns the length it had. */
export function normalize(a: Float64Array, i: number): number {
  const length = Math.sqrt(dot(a, i, a, i));
  if (length > 0) for (let e = i; e < i + 3; e++) a[e] /= length;
  return length;
}

/** out = a rotated by the quaternion [x, y, z, w] at q[k..], backwards for sign -1. out may be a. */
export function rotate(
  q: Float64Array,
  k: number,
  a: Float64Array,
  i: number,
  out: Float64Array,
  at: number,
  sign = 1,
): void {
  const x = sign * q[k];
  const y = sign * q[k + 1];
  const z = sign * q[k + 2];
  const w = q[k + 3];
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const tx = 2 * (y * az - z * ay);
  const ty = 2 * (z * ax - x * az);
  const tz = 2 * (x * ay - y * ax);
  out[at] = ax + w * tx + y * tz - z * ty;
  out[at + 1] = ay + w * ty + z * tx - x * tz;
  out[at + 2] = az + w * tz + x * ty - y * tx;
}
