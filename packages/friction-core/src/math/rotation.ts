/**
 * Vectors on flat arrays, rotated by the quaternion of a pose [x, y, z, qx, qy, qz, qw]. The output may be the input.
 */

/** out = R(q) v. */
export function rotate(
  pose: Float64Array,
  poseAt: number,
  v: Float64Array,
  vAt: number,
  out: Float64Array,
  outAt: number,
): void {
  rotateBy(pose, poseAt, 1, v, vAt, out, outAt);
}

/** out = R(q)ᵀ v. */
export function rotateBack(
  pose: Float64Array,
  poseAt: number,
  v: Float64Array,
  vAt: number,
  out: Float64Array,
  outAt: number,
): void {
  rotateBy(pose, poseAt, -1, v, vAt, out, outAt);
}

function rotateBy(
  pose: Float64Array,
  poseAt: number,
  sign: 1 | -1,
  v: Float64Array,
  vAt: number,
  out: Float64Array,
  at: number,
): void {
  const qx = sign * pose[poseAt + 3];
  const qy = sign * pose[poseAt + 4];
  const qz = sign * pose[poseAt + 5];
  const qw = pose[poseAt + 6];
  const x = v[vAt];
  const y = v[vAt + 1];
  const z = v[vAt + 2];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[at] = x + qw * tx + qy * tz - qz * ty;
  out[at + 1] = y + qw * ty + qz * tx - qx * tz;
  out[at + 2] = z + qw * tz + qx * ty - qy * tx;
}

/** out = R(q) x + t: a point of the body frame in the world. */
export function movePoint(
  pose: Float64Array,
  poseAt: number,
  x: Float64Array,
  xAt: number,
  out: Float64Array,
  outAt: number,
): void {
  const qx = pose[poseAt + 3];
  const qy = pose[poseAt + 4];
  const qz = pose[poseAt + 5];
  const qw = pose[poseAt + 6];
  const a = x[xAt];
  const b = x[xAt + 1];
  const c = x[xAt + 2];
  const u = 2 * (qy * c - qz * b);
  const v = 2 * (qz * a - qx * c);
  const w = 2 * (qx * b - qy * a);
  out[outAt] = pose[poseAt] + a + qw * u + qy * w - qz * v;
  out[outAt + 1] = pose[poseAt + 1] + b + qw * v + qz * u - qx * w;
  out[outAt + 2] = pose[poseAt + 2] + c + qw * w + qx * v - qy * u;
}
