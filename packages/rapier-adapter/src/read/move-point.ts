/** to = R(q) x + t, with [t, q] at pose[poseAt]. */
export function movePoint(
  pose: Float64Array,
  poseAt: number,
  x: Float64Array,
  at: number,
  to: Float64Array,
  toAt: number,
): void {
  const qx = pose[poseAt + 3];
  const qy = pose[poseAt + 4];
  const qz = pose[poseAt + 5];
  const qw = pose[poseAt + 6];
  const a = x[at];
  const b = x[at + 1];
  const c = x[at + 2];
  const u = 2 * (qy * c - qz * b);
  const v = 2 * (qz * a - qx * c);
  const w = 2 * (qx * b - qy * a);
  to[toAt] = pose[poseAt] + a + qw * u + qy * w - qz * v;
  to[toAt + 1] = pose[poseAt + 1] + b + qw * v + qz * u - qx * w;
  to[toAt + 2] = pose[poseAt + 2] + c + qw * w + qx * v - qy * u;
}
