import { reserve, type Strides } from './buffers.js';

/**
 * What the solver knows of the engine's bodies, structure-of-arrays. Slots are given by the adapter.
 * Vectors are world vectors; SI units (or the world's own consistent units).
 */
export interface Bodies {
  count: number;
  /** Position of the centre of mass and orientation quaternion: [x, y, z, qx, qy, qz, qw] per body. */
  pose: Float64Array;
  /** Linear and angular velocity: [vx, vy, vz, wx, wy, wz] per body. */
  velocity: Float64Array;
  /** Free acceleration, M⁻¹ of all forces but contacts and joints: [ax, ay, az, αx, αy, αz] per body. */
  acceleration: Float64Array;
  /** Motion since the step began, accumulated over substeps: [dx, dy, dz, θx, θy, θz] per body. */
  motion: Float64Array;
  /** Inverse mass along the world axes, three per body: 0 where the body cannot move or the axis is locked. */
  invMass: Float64Array;
  /** World inverse inertia, symmetric, [xx, xy, xz, yy, yz, zz] per body. */
  invInertia: Float64Array;
  /** Where the engine has the origin of the body's frame, from the centre of mass, in that frame; three per body. */
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

/** Makes room for `count` bodies; what is already there keeps its place. */
export function resizeBodies(bodies: Bodies, count: number): void {
  bodies.count = count;
  if (!(bodies.pose?.length >= 7 * count)) reserve(bodies, Float64Array, FLOATS, count);
}

/** Is everything that was read into the slot a number? */
export function isFiniteBody(bodies: Bodies, slot: number): boolean {
  const { pose, velocity, acceleration, invMass, invInertia } = bodies;
  let sum = 0;
  for (let e = 7 * slot; e < 7 * slot + 7; e++) sum += pose[e] * 0;
  for (let e = 6 * slot; e < 6 * slot + 6; e++) sum += velocity[e] * 0 + acceleration[e] * 0 + invInertia[e] * 0;
  for (let e = 3 * slot; e < 3 * slot + 3; e++) sum += invMass[e] * 0;
  return sum === 0;
}

/** Adds a M⁻¹ bᵀ of one body to out[outAt], with rows a and b of six numbers each: [linear, angular]. */
export function addMassProduct(
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

/** Adds scale[scaleAt] times the impulse at p[at…], [linear, angular about the centre of mass], to a body's velocity. */
export function addImpulse(
  bodies: Bodies,
  body: number,
  p: Float64Array,
  at: number,
  scale: Float64Array,
  scaleAt: number,
): void {
  const { velocity: v, invMass: m, invInertia: i } = bodies;
  const k = 6 * body;
  const s = scale[scaleAt];
  const x = s * p[at + 3];
  const y = s * p[at + 4];
  const z = s * p[at + 5];
  v[k] += m[3 * body] * s * p[at];
  v[k + 1] += m[3 * body + 1] * s * p[at + 1];
  v[k + 2] += m[3 * body + 2] * s * p[at + 2];
  v[k + 3] += i[k] * x + i[k + 1] * y + i[k + 2] * z;
  v[k + 4] += i[k + 1] * x + i[k + 3] * y + i[k + 4] * z;
  v[k + 5] += i[k + 2] * x + i[k + 4] * y + i[k + 5] * z;
}
