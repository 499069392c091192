import { addImpulse, type Bodies, massProduct } from './bodies.js';
import { type PatchBuffers, SHAPE_STRIDE } from './patch-buffers.js';

/**
 * One patch's three friction rows [t1, t2, torsion] as a block. Used by the contact solver (normals unknown, solved in
 * the same sweep) and by adapters whose engine has solved the normals already.
 */

/** A = J M⁻¹ Jᵀ at the pressure centre, once per step. */
export function prepareFriction(patches: PatchBuffers, i: number, bodies: Bodies): void {
  const { block } = patches;
  block.fill(0, 6 * i, 6 * i + 6);
  addBody(patches, i, patches.armA, bodies, patches.bodyA[i]);
  addBody(patches, i, patches.armB, bodies, patches.bodyB[i]);
}

/** The three rows of one body, [linear, angular] each: t1 and t2 at the arm, and the spin about the normal. */
const rows = new Float64Array(18);

function addBody(patches: PatchBuffers, i: number, arm: Float64Array, bodies: Bodies, body: number): void {
  const { normal, tangent1, tangent2, block } = patches;
  const at = 3 * i;
  for (let e = 0; e < 3; e++) {
    const f = (e + 1) % 3;
    const g = (e + 2) % 3;
    rows[e] = tangent1[at + e];
    rows[3 + e] = arm[at + f] * tangent1[at + g] - arm[at + g] * tangent1[at + f];
    rows[6 + e] = tangent2[at + e];
    rows[9 + e] = arm[at + f] * tangent2[at + g] - arm[at + g] * tangent2[at + f];
    rows[15 + e] = normal[at + e];
  }
  let k = 6 * i;
  for (let a = 0; a < 18; a += 6) {
    for (let b = a; b < 18; b += 6) block[k++] += massProduct(bodies, body, rows, a, rows, b);
  }
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
  push(bodies, patches.bodyA[i], armA, at, -px, -py, -pz, -sx, -sy, -sz);
  push(bodies, patches.bodyB[i], armB, at, px, py, pz, sx, sy, sz);
}

/** Adds linear impulse p at an arm, and angular impulse s, to one body. */
function push(
  bodies: Bodies,
  body: number,
  arm: Float64Array,
  at: number,
  px: number,
  py: number,
  pz: number,
  sx: number,
  sy: number,
  sz: number,
): void {
  const rx = arm[at];
  const ry = arm[at + 1];
  const rz = arm[at + 2];
  addImpulse(bodies, body, px, py, pz, ry * pz - rz * py + sx, rz * px - rx * pz + sy, rx * py - ry * px + sz);
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
