import { reserve, type Strides } from '../math/buffers.js';
import { areFinite } from '../math/finite.js';

/**
 * The engine's bodies as the solver sees them, structure-of-arrays. The adapter assigns the slots. Vectors are in world axes; SI
 * units, or the world's own consistent units.
 */
export interface Bodies {
  count: number;
  /** Position of the centre of mass and orientation quaternion: [x, y, z, qx, qy, qz, qw] per body. */
  pose: Float64Array;
  /** Linear and angular velocity: [vx, vy, vz, wx, wy, wz] per body. */
  velocity: Float64Array;
  /** Free acceleration, M⁻¹ of all forces except contacts and joints: [ax, ay, az, αx, αy, αz] per body. */
  acceleration: Float64Array;
  /** Motion since the start of the step, summed over substeps: [dx, dy, dz, θx, θy, θz] per body. */
  motion: Float64Array;
  /** Inverse mass along the world axes, three per body: 0 if the body cannot move or the axis is locked. */
  invMass: Float64Array;
  /** World inverse inertia, symmetric, [xx, xy, xz, yy, yz, zz] per body. */
  invInertia: Float64Array;
  /** Origin of the engine's body frame relative to the centre of mass, in that frame; three per body. */
  origin: Float64Array;
}

const FLOATS: Strides<Bodies, Float64Array> = {
  pose: 7,
  velocity: 6,
  acceleration: 6,
  motion: 6,
  invMass: 3,
  invInertia: 6,
  origin: 3,
};

export function createBodies(): Bodies {
  const bodies = { count: 0 } as Bodies;
  resizeBodies(bodies, 0);
  return bodies;
}

/** Makes room for `count` bodies and keeps the existing ones. */
export function resizeBodies(bodies: Bodies, count: number): void {
  bodies.count = count;
  if (!(bodies.pose?.length >= 7 * count)) reserve(bodies, Float64Array, FLOATS, count);
}

/** True if everything that was read into the slot is finite. */
export function isFiniteBody({ pose, velocity, acceleration, invMass, invInertia }: Bodies, slot: number): boolean {
  return (
    areFinite(pose, 7 * slot, 7) &&
    areFinite(velocity, 6 * slot, 6) &&
    areFinite(acceleration, 6 * slot, 6) &&
    areFinite(invInertia, 6 * slot, 6) &&
    areFinite(invMass, 3 * slot, 3)
  );
}

/** True if neither forces nor impulses can move the body. */
export function isImmovable({ invMass: m }: Bodies, body: number): boolean {
  return m[3 * body] + m[3 * body + 1] + m[3 * body + 2] === 0;
}

/** True if impulses can move or rotate the body. */
export function canMove({ invMass: m, invInertia: j }: Bodies, body: number): boolean {
  const k = 6 * body;
  return m[3 * body] + m[3 * body + 1] + m[3 * body + 2] + j[k] + j[k + 3] + j[k + 5] > 0;
}

/** Adds a M⁻¹ bᵀ of one body to out[outAt]. Rows a and b have six entries: [linear, angular]. */
export function addInverseMassProduct(
  bodies: Bodies,
  body: number,
  a: Float64Array,
  aAt: number,
  b: Float64Array,
  bAt: number,
  out: Float64Array,
  outAt: number,
): void {
  const { invMass: m, invInertia: i } = bodies;
  const k = 6 * body;
  const x = b[bAt + 3];
  const y = b[bAt + 4];
  const z = b[bAt + 5];
  out[outAt] +=
    m[3 * body] * a[aAt] * b[bAt] +
    m[3 * body + 1] * a[aAt + 1] * b[bAt + 1] +
    m[3 * body + 2] * a[aAt + 2] * b[bAt + 2] +
    a[aAt + 3] * (i[k] * x + i[k + 1] * y + i[k + 2] * z) +
    a[aAt + 4] * (i[k + 1] * x + i[k + 3] * y + i[k + 4] * z) +
    a[aAt + 5] * (i[k + 2] * x + i[k + 4] * y + i[k + 5] * z);
}

/**
 * velocity += scale M⁻¹ p for one body, with the impulse p[at …] = [linear, angular about the centre of mass]. `velocity` has six
 * entries per body, such as `bodies.velocity`. A `scale` of 1 or -1 does not allocate.
 */
export function addImpulse(
  bodies: Bodies,
  body: number,
  p: Float64Array,
  at: number,
  scale: number,
  velocity: Float64Array,
): void {
  const { invMass: m, invInertia: i } = bodies;
  const k = 6 * body;
  const x = scale * p[at + 3];
  const y = scale * p[at + 4];
  const z = scale * p[at + 5];
  velocity[k] += scale * m[3 * body] * p[at];
  velocity[k + 1] += scale * m[3 * body + 1] * p[at + 1];
  velocity[k + 2] += scale * m[3 * body + 2] * p[at + 2];
  velocity[k + 3] += i[k] * x + i[k + 1] * y + i[k + 2] * z;
  velocity[k + 4] += i[k + 1] * x + i[k + 3] * y + i[k + 4] * z;
  velocity[k + 5] += i[k + 2] * x + i[k + 4] * y + i[k + 5] * z;
}
