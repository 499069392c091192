import type { Bodies } from '../bodies/bodies.js';
import { MAX_LEVER_ROTATION } from '../constants.js';
import type { JointRows } from './joint-rows.js';

/**
 * Joint rows are linear: they know where a joint's lever points now, not where it will point after it has rotated. A light body
 * pulled by two heavy ones would spin ever faster from the error. So a body whose lever rotates by more than `MAX_LEVER_ROTATION` in
 * a substep is slowed down to that, which only removes energy. Rotation about the lever itself, like a wheel on its axle, is free.
 *
 * With a = r × n of the rows of a body, Σ (a·ω)² = |ω × r|² and Σ a² = 2 r². `leverSums` has two entries per body for |ω × r|² and r².
 */
export function clampAngularVelocity(leverSums: Float64Array, joints: JointRows, bodies: Bodies, h: number): void {
  leverSums.fill(0, 0, 2 * bodies.count);
  for (let r = 0; r < joints.count; r++) {
    addLever(leverSums, joints, 12 * r, bodies, joints.bodyA[r]);
    addLever(leverSums, joints, 12 * r + 6, bodies, joints.bodyB[r]);
  }
  const { velocity: v } = bodies;
  for (let body = 0; body < bodies.count; body++) {
    const angle = h * Math.sqrt(leverSums[2 * body] / leverSums[2 * body + 1]);
    if (!(angle > MAX_LEVER_ROTATION)) continue;
    for (let e = 6 * body + 3; e < 6 * body + 6; e++) v[e] *= MAX_LEVER_ROTATION / angle;
  }
}

function addLever(
  leverSums: Float64Array,
  { jacobian: j }: JointRows,
  at: number,
  { velocity: v }: Bodies,
  body: number,
): void {
  if (j[at] === 0 && j[at + 1] === 0 && j[at + 2] === 0) return; // constrains a direction, not a point
  const x = j[at + 3];
  const y = j[at + 4];
  const z = j[at + 5];
  const w = 6 * body + 3;
  const speed = x * v[w] + y * v[w + 1] + z * v[w + 2];
  leverSums[2 * body] += speed * speed;
  leverSums[2 * body + 1] += 0.5 * (x * x + y * y + z * z);
}
