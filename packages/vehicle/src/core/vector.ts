/** Vectors of three numbers at a[at..], written into arrays. */

import { rotate as rotatePose, rotateBack as rotatePoseBack } from '@stiction/friction-core/adapter';

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

/** friction-core's poses have their quaternion [x, y, z, w] behind a position; here it stands alone. */
const POSITION = 3;

/** out = a rotated by the quaternion at q[k..]. out may be a. */
export function rotate(q: Float64Array, k: number, a: Float64Array, i: number, out: Float64Array, at: number): void {
  rotatePose(q, k - POSITION, a, i, out, at);
}

/** The same backwards. */
export function rotateBack(
  q: Float64Array,
  k: number,
  a: Float64Array,
  i: number,
  out: Float64Array,
  at: number,
): void {
  rotatePoseBack(q, k - POSITION, a, i, out, at);
}
