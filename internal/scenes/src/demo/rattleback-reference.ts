import type { Vector } from '../scene.js';

/**
 * A rattleback on a plane: a rigid body whose underside is a smooth trough, the hull of balls of radius r2 along an arc of radius r1
 * (of its lowest line), rotated by the skew δ against the axes of inertia. Semi-implicit steps of 20 µs in angular momentum, which
 * includes the gyroscopic torque; the plane is a stiff spring-damper. Independent of the packages.
 *
 *     m v′ = N ẑ + F - m g ẑ,    L′ = a × (N ẑ + F),    ω = R I⁻¹ Rᵀ L
 *     N = max(0, k p + c p′),    F = -μ N s/√(|s|² + ε²)
 *
 *   a   from the centre of mass to the lowest point [m]      p   its depth [m]      s   slip there [m/s],  ε 1 mm/s
 *   k   m (2π · 150 Hz)²       c   critical damping
 */
export interface Rattleback {
  mass: number;
  /** About x (along), y (across) and z [kg m²]. */
  inertia: Vector;
  r1: number;
  r2: number;
  /** Height of the centre of mass at rest [m]. */
  height: number;
  /** δ [rad]. */
  skew: number;
  mu: number;
  /** Initial angular velocity [rad/s]. */
  start: Vector;
  gravity: number;
}

const STEP = 2e-5;
const SOFT = 1e-3;

/** Spin about the body's z, once per 10 ms [rad/s]. Scalars instead of arrays, for speed. */
export function integrateRattleback(body: Rattleback, seconds: number): Float64Array {
  const { mass, mu, gravity, r1, r2, height } = body;
  const [ix, iy, iz] = body.inertia;
  const k = mass * (2 * Math.PI * 150) ** 2;
  const c = 2 * Math.sqrt(k * mass);
  const cos = Math.cos(body.skew);
  const sin = Math.sin(body.skew);
  let z = height - (mass * gravity) / k;
  let [vx, vy, vz] = [0, 0, 0];
  let [qx, qy, qz, qw] = [0, 0, 0, 1];
  let [wx, wy, wz] = body.start;
  let [lx, ly, lz] = [ix * wx, iy * wy, iz * wz];
  const every = Math.round(1e-2 / STEP);
  const count = Math.round(seconds / 1e-2);
  const spins = new Float64Array(count + 1);
  for (let n = 0; n <= count * every; n++) {
    // Columns of R: the body's axes.
    const [xx, xy, xz] = [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qz * qw), 2 * (qx * qz - qy * qw)];
    const [yx, yy, yz] = [2 * (qx * qy - qz * qw), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qx * qw)];
    const [zx, zy, zz] = [2 * (qx * qz + qy * qw), 2 * (qy * qz - qx * qw), 1 - 2 * (qx * qx + qy * qy)];
    if (n % every === 0) spins[n / every] = wx * zx + wy * zy + wz * zz;
    // The lowest point in the body's frame, where down is -(xz, yz, zz), then in the world's.
    const along = -(cos * xz + sin * yz);
    const length = Math.sqrt(along * along + zz * zz);
    const centre = ((r1 - r2) * along) / length;
    const px = cos * centre - r2 * xz;
    const py = sin * centre - r2 * yz;
    const pz = r1 - height - ((r1 - r2) * zz) / length - r2 * zz;
    const ax = px * xx + py * yx + pz * zx;
    const ay = px * xy + py * yy + pz * zy;
    const az = px * xz + py * yz + pz * zz;
    const depth = -(z + az);
    const rate = -(vz + wx * ay - wy * ax);
    const load = depth > 0 ? Math.max(0, k * depth + c * rate) : 0;
    const sx = vx + wy * az - wz * ay;
    const sy = vy + wz * ax - wx * az;
    const share = (-mu * load) / Math.sqrt(sx * sx + sy * sy + SOFT * SOFT);
    const [fx, fy] = [share * sx, share * sy];
    lx += STEP * (ay * load - az * fy);
    ly += STEP * (az * fx - ax * load);
    lz += STEP * (ax * fy - ay * fx);
    vx += (STEP * fx) / mass;
    vy += (STEP * fy) / mass;
    vz += STEP * (load / mass - gravity);
    z += STEP * vz;
    const ox = (lx * xx + ly * xy + lz * xz) / ix;
    const oy = (lx * yx + ly * yy + lz * yz) / iy;
    const oz = (lx * zx + ly * zy + lz * zz) / iz;
    wx = ox * xx + oy * yx + oz * zx;
    wy = ox * xy + oy * yy + oz * zy;
    wz = ox * xz + oy * yz + oz * zz;
    // q + h/2 ω q, normalized.
    const h = STEP / 2;
    const nx = qx + h * (wx * qw + wy * qz - wz * qy);
    const ny = qy + h * (wy * qw + wz * qx - wx * qz);
    const nz = qz + h * (wz * qw + wx * qy - wy * qx);
    const nw = qw - h * (wx * qx + wy * qy + wz * qz);
    const unit = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
    [qx, qy, qz, qw] = [unit * nx, unit * ny, unit * nz, unit * nw];
  }
  return spins;
}
