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
}

export function createBodies(): Bodies {
  return {
    count: 0,
    pose: new Float64Array(0),
    velocity: new Float64Array(0),
    acceleration: new Float64Array(0),
    motion: new Float64Array(0),
    invMass: new Float64Array(0),
    invInertia: new Float64Array(0),
  };
}

/** Makes room for `count` bodies; what is already there keeps its place. */
export function resizeBodies(bodies: Bodies, count: number): void {
  bodies.count = count;
  bodies.pose = grown(bodies.pose, count * 7);
  bodies.velocity = grown(bodies.velocity, count * 6);
  bodies.acceleration = grown(bodies.acceleration, count * 6);
  bodies.motion = grown(bodies.motion, count * 6);
  bodies.invMass = grown(bodies.invMass, count * 3);
  bodies.invInertia = grown(bodies.invInertia, count * 6);
}

/** The array itself where it is long enough, else a copy of at least twice its length. */
export function grown<T extends Float64Array | Int32Array | Uint8Array>(array: T, length: number): T {
  if (array.length >= length) return array;
  const Typed = array.constructor as new (length: number) => T;
  const larger = new Typed(Math.max(length, 2 * array.length, 64));
  larger.set(array);
  return larger;
}

/** True where the body can be moved by impulses at all. */
export function isMovable(bodies: Bodies, slot: number): boolean {
  const m = bodies.invMass;
  const i = bodies.invInertia;
  return m[3 * slot] + m[3 * slot + 1] + m[3 * slot + 2] + i[6 * slot] + i[6 * slot + 3] + i[6 * slot + 5] > 0;
}
