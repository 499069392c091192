import type { Bodies } from './bodies.js';
import { type PatchBuffers, SHAPE_STRIDE } from './patch-buffers.js';

/**
 * One patch's three friction rows [t1, t2, torsion] as a block. Used by the contact solver (normals unknown, solved in
 * the same sweep) and by adapters whose engine has solved the normals already.
 */

/** A = J M⁻¹ Jᵀ at the pressure centre, once per step. */
export function prepareFriction(patches: PatchBuffers, i: number, bodies: Bodies): void {
  block.fill(0);
  addBody(patches, i, patches.armA, bodies, patches.bodyA[i]);
  addBody(patches, i, patches.armB, bodies, patches.bodyB[i]);
  patches.block.set(block, 6 * i);
}

const block = new Float64Array(6);

function addBody(patches: PatchBuffers, i: number, arm: Float64Array, bodies: Bodies, body: number): void {
  const at = 3 * i;
  const { normal, tangent1: t, tangent2: s } = patches;
  const rx = arm[at];
  const ry = arm[at + 1];
  const rz = arm[at + 2];
  const ax = ry * t[at + 2] - rz * t[at + 1];
  const ay = rz * t[at] - rx * t[at + 2];
  const az = rx * t[at + 1] - ry * t[at];
  const bx = ry * s[at + 2] - rz * s[at + 1];
  const by = rz * s[at] - rx * s[at + 2];
  const bz = rx * s[at + 1] - ry * s[at];
  const nx = normal[at];
  const ny = normal[at + 1];
  const nz = normal[at + 2];
  const m = bodies.invMass;
  const mx = m[3 * body];
  const my = m[3 * body + 1];
  const mz = m[3 * body + 2];
  const j = bodies.invInertia;
  const k = 6 * body;
  const iax = j[k] * ax + j[k + 1] * ay + j[k + 2] * az;
  const iay = j[k + 1] * ax + j[k + 3] * ay + j[k + 4] * az;
  const iaz = j[k + 2] * ax + j[k + 4] * ay + j[k + 5] * az;
  const ibx = j[k] * bx + j[k + 1] * by + j[k + 2] * bz;
  const iby = j[k + 1] * bx + j[k + 3] * by + j[k + 4] * bz;
  const ibz = j[k + 2] * bx + j[k + 4] * by + j[k + 5] * bz;
  const inx = j[k] * nx + j[k + 1] * ny + j[k + 2] * nz;
  const iny = j[k + 1] * nx + j[k + 3] * ny + j[k + 4] * nz;
  const inz = j[k + 2] * nx + j[k + 4] * ny + j[k + 5] * nz;
  block[0] +=
    mx * t[at] * t[at] + my * t[at + 1] * t[at + 1] + mz * t[at + 2] * t[at + 2] + ax * iax + ay * iay + az * iaz;
  block[1] +=
    mx * t[at] * s[at] + my * t[at + 1] * s[at + 1] + mz * t[at + 2] * s[at + 2] + ax * ibx + ay * iby + az * ibz;
  block[2] += ax * inx + ay * iny + az * inz;
  block[3] +=
    mx * s[at] * s[at] + my * s[at + 1] * s[at + 1] + mz * s[at + 2] * s[at + 2] + bx * ibx + by * iby + bz * ibz;
  block[4] += bx * inx + by * iny + bz * inz;
  block[5] += nx * inx + ny * iny + nz * inz;
}

/** Adds the impulse [l1, l2, l3] of patch i to the bodies' velocities. */
export function applyFriction(
  patches: PatchBuffers,
  i: number,
  bodies: Bodies,
  l1: number,
  l2: number,
  l3: number,
): void {
  const at = 3 * i;
  const { normal, tangent1, tangent2, armA, armB } = patches;
  const px = l1 * tangent1[at] + l2 * tangent2[at];
  const py = l1 * tangent1[at + 1] + l2 * tangent2[at + 1];
  const pz = l1 * tangent1[at + 2] + l2 * tangent2[at + 2];
  const sx = l3 * normal[at];
  const sy = l3 * normal[at + 1];
  const sz = l3 * normal[at + 2];
  push(bodies, patches.bodyA[i], armA[at], armA[at + 1], armA[at + 2], -px, -py, -pz, -sx, -sy, -sz);
  push(bodies, patches.bodyB[i], armB[at], armB[at + 1], armB[at + 2], px, py, pz, sx, sy, sz);
}

/** Adds linear impulse p at the arm r and angular impulse s to one body. */
function push(
  bodies: Bodies,
  body: number,
  rx: number,
  ry: number,
  rz: number,
  px: number,
  py: number,
  pz: number,
  sx: number,
  sy: number,
  sz: number,
): void {
  const { velocity: v, invMass: m, invInertia: j } = bodies;
  const at = 6 * body;
  const tx = ry * pz - rz * py + sx;
  const ty = rz * px - rx * pz + sy;
  const tz = rx * py - ry * px + sz;
  v[at] += m[3 * body] * px;
  v[at + 1] += m[3 * body + 1] * py;
  v[at + 2] += m[3 * body + 2] * pz;
  v[at + 3] += j[at] * tx + j[at + 1] * ty + j[at + 2] * tz;
  v[at + 4] += j[at + 1] * tx + j[at + 3] * ty + j[at + 4] * tz;
  v[at + 5] += j[at + 2] * tx + j[at + 4] * ty + j[at + 5] * tz;
}

/** Slip of patch i for the bodies' present velocities: [along t1, along t2, spin about the normal]. */
export function measureSlip(patches: PatchBuffers, i: number, bodies: Bodies, out: Float64Array, outAt: number): void {
  const at = 3 * i;
  const { normal, tangent1, tangent2, armA, armB } = patches;
  const v = bodies.velocity;
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  const x =
    v[b] + v[b + 4] * armB[at + 2] - v[b + 5] * armB[at + 1] - v[a] - v[a + 4] * armA[at + 2] + v[a + 5] * armA[at + 1];
  const y =
    v[b + 1] + v[b + 5] * armB[at] - v[b + 3] * armB[at + 2] - v[a + 1] - v[a + 5] * armA[at] + v[a + 3] * armA[at + 2];
  const z =
    v[b + 2] + v[b + 3] * armB[at + 1] - v[b + 4] * armB[at] - v[a + 2] - v[a + 3] * armA[at + 1] + v[a + 4] * armA[at];
  out[outAt] = x * tangent1[at] + y * tangent1[at + 1] + z * tangent1[at + 2];
  out[outAt + 1] = x * tangent2[at] + y * tangent2[at + 1] + z * tangent2[at + 2];
  out[outAt + 2] =
    (v[b + 3] - v[a + 3]) * normal[at] +
    (v[b + 4] - v[a + 4]) * normal[at + 1] +
    (v[b + 5] - v[a + 5]) * normal[at + 2];
}

/**
 * One block step: the exact minimiser for patch i with the velocities as they are and the bound `normalImpulse`.
 * Returns how much λ changed, |Δλ1| + |Δλ2|.
 */
export function solveFriction(patches: PatchBuffers, i: number, bodies: Bodies, normalImpulse: number): number {
  const { block: A, eps, bias, impulse } = patches;
  const at = 3 * i;
  const k = 6 * i;
  const l1 = impulse[at];
  const l2 = impulse[at + 1];
  const l3 = impulse[at + 2];
  if (normalImpulse <= 0 && l1 === 0 && l2 === 0 && l3 === 0) {
    patches.sliding[i] = 0;
    return 0;
  }
  measureSlip(patches, i, bodies, free, 0);
  // What the slip would be without this patch's own impulse; the minimiser starts from there.
  free[0] += bias[at] - A[k] * l1 - A[k + 1] * l2 - A[k + 2] * l3;
  free[1] += bias[at + 1] - A[k + 1] * l1 - A[k + 3] * l2 - A[k + 4] * l3;
  free[2] += bias[at + 2] - A[k + 2] * l1 - A[k + 4] * l2 - A[k + 5] * l3;
  soft[0] = A[k] + eps[at];
  soft[1] = A[k + 1];
  soft[2] = A[k + 2];
  soft[3] = A[k + 3] + eps[at + 1];
  soft[4] = A[k + 4];
  soft[5] = A[k + 5] + eps[at + 2];
  const bound = Math.max(0, normalImpulse);
  const slides = patches.law[i].set.minimize(soft, 0, free, bound, patches.shape, SHAPE_STRIDE * i, free);
  patches.sliding[i] = slides ? 1 : 0;
  const d1 = free[0] - l1;
  const d2 = free[1] - l2;
  impulse[at] = free[0];
  impulse[at + 1] = free[1];
  impulse[at + 2] = free[2];
  applyFriction(patches, i, bodies, d1, d2, free[2] - l3);
  return Math.abs(d1) + Math.abs(d2);
}

const free = new Float64Array(3);
const soft = new Float64Array(6);
