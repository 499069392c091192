import type { Quaternion } from 'cannon-es';

/** Writes the product a b to out[at …] as [x, y, z, w]. */
export function multiplyQuaternions(out: Float64Array, at: number, a: Quaternion, b: Quaternion): void {
  out[at] = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
  out[at + 1] = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
  out[at + 2] = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
  out[at + 3] = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
}

/** q ← scale (1; x, y, z) q. */
export function premultiply(q: Quaternion, x: number, y: number, z: number, scale: number): void {
  q.set(
    scale * (q.x + x * q.w + y * q.z - z * q.y),
    scale * (q.y + y * q.w + z * q.x - x * q.z),
    scale * (q.z + z * q.w + x * q.y - y * q.x),
    scale * (q.w - x * q.x - y * q.y - z * q.z),
  );
}
