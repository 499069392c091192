/** Squared length of a tangent's part in the contact plane below which it has no direction. */
const MIN_LENGTH2 = 1e-4;

/**
 * Completes the frame of a patch: tangent1 becomes a unit vector orthogonal to the normal, tangent2 = normal × tangent1. It starts
 * from the tangent1 of the last step, or from the world axis farthest from the normal if that is too short or along the normal.
 */
export function completeFrame(normal: Float64Array, tangent1: Float64Array, tangent2: Float64Array, at: number): void {
  const nx = normal[at];
  const ny = normal[at + 1];
  const nz = normal[at + 2];
  let x = tangent1[at];
  let y = tangent1[at + 1];
  let z = tangent1[at + 2];
  let along = x * nx + y * ny + z * nz;
  if (!(x * x + y * y + z * z - along * along > MIN_LENGTH2)) {
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
