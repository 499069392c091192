/** Small vector helpers on flat arrays: rotating by a quaternion at an offset, and tangent frames. */

/** out[outAt…] = R(q) v, with q = pose[poseAt + 3 …] (x, y, z, w). */
export function rotate(
  pose: Float64Array,
  poseAt: number,
  v: Float64Array,
  vAt: number,
  out: Float64Array,
  outAt: number,
): void {
  turn(pose, poseAt, 1, v, vAt, out, outAt);
}

/** out[outAt…] = R(q)ᵀ v. */
export function rotateBack(
  pose: Float64Array,
  poseAt: number,
  v: Float64Array,
  vAt: number,
  out: Float64Array,
  outAt: number,
): void {
  turn(pose, poseAt, -1, v, vAt, out, outAt);
}

function turn(
  pose: Float64Array,
  poseAt: number,
  sense: 1 | -1,
  v: Float64Array,
  vAt: number,
  out: Float64Array,
  at: number,
): void {
  const qx = sense * pose[poseAt + 3];
  const qy = sense * pose[poseAt + 4];
  const qz = sense * pose[poseAt + 5];
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

/**
 * Makes tangent1 a unit vector orthogonal to the normal, from what stands there (a carried direction) or, where that is
 * too short or along the normal, from the world axis that is farthest from the normal. tangent2 = normal × tangent1.
 */
export function completeFrame(normal: Float64Array, tangent1: Float64Array, tangent2: Float64Array, at: number): void {
  const nx = normal[at];
  const ny = normal[at + 1];
  const nz = normal[at + 2];
  let x = tangent1[at];
  let y = tangent1[at + 1];
  let z = tangent1[at + 2];
  let along = x * nx + y * ny + z * nz;
  if (!(x * x + y * y + z * z - along * along > 1e-4)) {
    const ax = Math.abs(nx);
    const ay = Math.abs(ny);
    const az = Math.abs(nz);
    x = ax <= ay && ax <= az ? 1 : 0;
    y = x === 0 && ay <= az ? 1 : 0;
    z = x === 0 && y === 0 ? 1 : 0;
    along = x * nx + y * ny + z * nz;
  }
  x -= along * nx;
  y -= along * ny;
  z -= along * nz;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  x *= scale;
  y *= scale;
  z *= scale;
  tangent1[at] = x;
  tangent1[at + 1] = y;
  tangent1[at + 2] = z;
  tangent2[at] = ny * z - nz * y;
  tangent2[at + 1] = nz * x - nx * z;
  tangent2[at + 2] = nx * y - ny * x;
}
