import type { Bodies } from './bodies.js';
import { ensureCapacity } from './buffers.js';
import type { JointRows } from './joint-rows.js';

/**
 * Rows are straight: they know where a joint's lever points now, not where it will once it has turned on. A light body that two
 * heavy ones pull at would be spun ever faster by what its joints miss. So a body whose lever turns farther than this in a
 * substep is slowed down to it; that only takes energy. Spinning about the lever itself, as a wheel on its axle, is free.
 */
const MOST_TURN = 0.5; // [rad]

/** With a = r × n of the rows of a body: the sum of (a ω)² is |ω × r|², the sum of a² is 2 r². */
export function clampAngularVelocity(joints: JointRows, bodies: Bodies, h: number): void {
  sums = ensureCapacity(sums, 2 * bodies.count);
  sums.fill(0, 0, 2 * bodies.count);
  for (let r = 0; r < joints.count; r++) {
    addLever(joints, 12 * r, bodies, joints.bodyA[r]);
    addLever(joints, 12 * r + 6, bodies, joints.bodyB[r]);
  }
  const { velocity: v } = bodies;
  for (let body = 0; body < bodies.count; body++) {
    const turn = h * Math.sqrt(sums[2 * body] / sums[2 * body + 1]);
    if (!(turn > MOST_TURN)) continue;
    for (let e = 6 * body + 3; e < 6 * body + 6; e++) v[e] *= MOST_TURN / turn;
  }
}

/** Per body: |ω × r|² and r². */
let sums = new Float64Array(0);

function addLever({ jacobian: j }: JointRows, at: number, { velocity: v }: Bodies, body: number): void {
  if (j[at] === 0 && j[at + 1] === 0 && j[at + 2] === 0) return; // holds a direction, not a point
  const x = j[at + 3];
  const y = j[at + 4];
  const z = j[at + 5];
  const w = 6 * body + 3;
  const speed = x * v[w] + y * v[w + 1] + z * v[w + 2];
  sums[2 * body] += speed * speed;
  sums[2 * body + 1] += 0.5 * (x * x + y * y + z * z);
}
