import { assert } from '../assert.js';
import { addImpulse, type Bodies } from '../bodies/bodies.js';
import { type PatchBuffers, SHAPE_STRIDE } from '../patches/patch-buffers.js';

/**
 * The three friction rows [t1, t2, torsion] of a patch, solved as one block. Used by the contact solver, which solves the normals in
 * the same sweep, and by adapters whose engine has already solved the normals.
 */

declare const __DEV__: boolean;

/** Modes of `applyFriction`. */
export const ADD = 0;
export const SUBTRACT = 1;

/**
 * Temporaries of one call, never read by the next. They are module constants because this is the hottest code: V8 addresses them
 * directly, and numbers in arrays are not allocated.
 */
const free = new Float64Array(3);
const soft = new Float64Array(6);
const load = new Float64Array(1);
/** Impulse at the pressure centre, [linear, angular about a body's centre of mass], and the torsion in it. */
const wrench = new Float64Array(6);
const torsion = new Float64Array(3);

/** Computes the block A = J M⁻¹ Jᵀ at the pressure centre. */
export function prepareFriction(patches: PatchBuffers, i: number, bodies: Bodies): void {
  const { block } = patches;
  const k = 6 * i;
  block[k] = 0;
  block[k + 1] = 0;
  block[k + 2] = 0;
  block[k + 3] = 0;
  block[k + 4] = 0;
  block[k + 5] = 0;
  addBodyToBlock(patches, i, patches.armA, bodies, patches.bodyA[i]);
  addBodyToBlock(patches, i, patches.armB, bodies, patches.bodyB[i]);
}

/** Adds one body. The rows are t1 and t2 at the arm r, and the spin about the normal: [t, r × t], [u, r × u], [0, n]. Unrolled: hot. */
function addBodyToBlock(patches: PatchBuffers, i: number, arm: Float64Array, bodies: Bodies, body: number): void {
  const { normal, tangent1, tangent2, block } = patches;
  const { invMass: m, invInertia: j } = bodies;
  const at = 3 * i;
  const b = 6 * body;
  const k = 6 * i;
  const mx = m[3 * body];
  const my = m[3 * body + 1];
  const mz = m[3 * body + 2];
  const rx = arm[at];
  const ry = arm[at + 1];
  const rz = arm[at + 2];
  const tx = tangent1[at];
  const ty = tangent1[at + 1];
  const tz = tangent1[at + 2];
  const ux = tangent2[at];
  const uy = tangent2[at + 1];
  const uz = tangent2[at + 2];
  const nx = normal[at];
  const ny = normal[at + 1];
  const nz = normal[at + 2];
  const ax = ry * tz - rz * ty;
  const ay = rz * tx - rx * tz;
  const az = rx * ty - ry * tx;
  const bx = ry * uz - rz * uy;
  const by = rz * ux - rx * uz;
  const bz = rx * uy - ry * ux;
  const j0 = j[b];
  const j1 = j[b + 1];
  const j2 = j[b + 2];
  const j3 = j[b + 3];
  const j4 = j[b + 4];
  const j5 = j[b + 5];
  // I⁻¹ times the angular part of each row.
  const px = j0 * ax + j1 * ay + j2 * az;
  const py = j1 * ax + j3 * ay + j4 * az;
  const pz = j2 * ax + j4 * ay + j5 * az;
  const qx = j0 * bx + j1 * by + j2 * bz;
  const qy = j1 * bx + j3 * by + j4 * bz;
  const qz = j2 * bx + j4 * by + j5 * bz;
  const sx = j0 * nx + j1 * ny + j2 * nz;
  const sy = j1 * nx + j3 * ny + j4 * nz;
  const sz = j2 * nx + j4 * ny + j5 * nz;
  block[k] += mx * tx * tx + my * ty * ty + mz * tz * tz + ax * px + ay * py + az * pz;
  block[k + 1] += mx * tx * ux + my * ty * uy + mz * tz * uz + ax * qx + ay * qy + az * qz;
  block[k + 2] += ax * sx + ay * sy + az * sz;
  block[k + 3] += mx * ux * ux + my * uy * uy + mz * uz * uz + bx * qx + by * qy + bz * qz;
  block[k + 4] += bx * sx + by * sy + bz * sz;
  block[k + 5] += nx * sx + ny * sy + nz * sz;
}

/** Applies the impulse λ (three numbers at `lambdaAt`) of patch i to the bodies' velocities, or takes it back (`SUBTRACT`). */
export function applyFriction(
  patches: PatchBuffers,
  i: number,
  bodies: Bodies,
  lambda: Float64Array,
  lambdaAt: number,
  mode: typeof ADD | typeof SUBTRACT,
): void {
  const at = 3 * i;
  const { normal: n, tangent1: t, tangent2: u } = patches;
  const l1 = lambda[lambdaAt];
  const l2 = lambda[lambdaAt + 1];
  const l3 = lambda[lambdaAt + 2];
  wrench[0] = l1 * t[at] + l2 * u[at];
  wrench[1] = l1 * t[at + 1] + l2 * u[at + 1];
  wrench[2] = l1 * t[at + 2] + l2 * u[at + 2];
  torsion[0] = l3 * n[at];
  torsion[1] = l3 * n[at + 1];
  torsion[2] = l3 * n[at + 2];
  addWrench(bodies, patches.bodyA[i], patches.armA, at, mode === ADD ? -1 : 1);
  addWrench(bodies, patches.bodyB[i], patches.armB, at, mode === ADD ? 1 : -1);
}

/** Applies ± the wrench to one body. */
function addWrench(bodies: Bodies, body: number, arm: Float64Array, at: number, sign: 1 | -1): void {
  wrench[3] = arm[at + 1] * wrench[2] - arm[at + 2] * wrench[1] + torsion[0];
  wrench[4] = arm[at + 2] * wrench[0] - arm[at] * wrench[2] + torsion[1];
  wrench[5] = arm[at] * wrench[1] - arm[at + 1] * wrench[0] + torsion[2];
  addImpulse(bodies, body, wrench, 0, sign, bodies.velocity);
}

/** Writes the slip of patch i relative to the moving surfaces: [along t1, along t2, about the normal]. */
export function measureSlip(patches: PatchBuffers, i: number, bodies: Bodies, out: Float64Array, outAt: number): void {
  measureSlipAt(patches, i, bodies.velocity, out, outAt);
}

/** The same for velocities v, six per body. */
export function measureSlipAt(
  patches: PatchBuffers,
  i: number,
  v: Float64Array,
  out: Float64Array,
  outAt: number,
): void {
  const at = 3 * i;
  const { normal, tangent1, tangent2, armA, armB, tangentVelocity } = patches;
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  const x =
    v[b] + v[b + 4] * armB[at + 2] - v[b + 5] * armB[at + 1] - v[a] - v[a + 4] * armA[at + 2] + v[a + 5] * armA[at + 1];
  const y =
    v[b + 1] + v[b + 5] * armB[at] - v[b + 3] * armB[at + 2] - v[a + 1] - v[a + 5] * armA[at] + v[a + 3] * armA[at + 2];
  const z =
    v[b + 2] + v[b + 3] * armB[at + 1] - v[b + 4] * armB[at] - v[a + 2] - v[a + 3] * armA[at + 1] + v[a + 4] * armA[at];
  out[outAt] = x * tangent1[at] + y * tangent1[at + 1] + z * tangent1[at + 2] - tangentVelocity[at];
  out[outAt + 1] = x * tangent2[at] + y * tangent2[at + 1] + z * tangent2[at + 2] - tangentVelocity[at + 1];
  out[outAt + 2] =
    (v[b + 3] - v[a + 3]) * normal[at] +
    (v[b + 4] - v[a + 4]) * normal[at + 1] +
    (v[b + 5] - v[a + 5]) * normal[at + 2] -
    tangentVelocity[at + 2];
}

/** Linearizes all laws for a solve of length h. */
export function linearizeLaws(patches: PatchBuffers, h: number): void {
  const { count, eps, bias, tangentVelocity, normalScale, law } = patches;
  eps.fill(0, 0, 3 * count);
  bias.fill(0, 0, 3 * count);
  tangentVelocity.fill(0, 0, 3 * count);
  normalScale.fill(1, 0, count);
  patches.h = h;
  for (let i = 0; i < count; i++) law[i].linearize(patches, i, h);
}

/** Linearizes the laws of the first `listed` patches of a list. */
export function linearizeListedLaws(patches: PatchBuffers, h: number, list: Int32Array, listed: number): void {
  for (let k = 0; k < listed; k++) linearize(patches, list[k], h);
}

/** Linearizes the law of one patch for a solve of length h. */
export function linearizePatch(patches: PatchBuffers, i: number, h: number): void {
  patches.h = h;
  linearize(patches, i, h);
}

function linearize(patches: PatchBuffers, i: number, h: number): void {
  const { eps, bias, tangentVelocity, normalScale, law } = patches;
  for (let e = 3 * i; e < 3 * i + 3; e++) {
    eps[e] = 0;
    bias[e] = 0;
    tangentVelocity[e] = 0;
  }
  normalScale[i] = 1;
  law[i].linearize(patches, i, h);
}

/** Sets the slip displacement of every patch whose law has memory, for bodies that move at their velocities for h seconds. */
export function measureSlipDisplacements(patches: PatchBuffers, bodies: Bodies, h: number): void {
  const { slipDisplacement, law } = patches;
  for (let i = 0; i < patches.count; i++) {
    if (!law[i].commit) continue;
    measureSlip(patches, i, bodies, slipDisplacement, 3 * i);
    for (let e = 3 * i; e < 3 * i + 3; e++) slipDisplacement[e] *= h;
  }
}

/** One block step for friction and extra rows of patch i, at the current velocities and normal impulse. */
export function solvePatch(patches: PatchBuffers, i: number, bodies: Bodies): void {
  solveFriction(patches, i, bodies);
  patches.law[i].extraRows?.solve(patches, i);
}

/** The exact minimiser of the three friction rows. Slip and impulse are unrolled: a step spends most of its time here. */
function solveFriction(patches: PatchBuffers, i: number, bodies: Bodies): void {
  const { block: A, eps, bias, tangentVelocity, impulse, normalImpulse } = patches;
  const { normal: n, tangent1: t, tangent2: u, armA, armB } = patches;
  const at = 3 * i;
  const l1 = impulse[at];
  const l2 = impulse[at + 1];
  const l3 = impulse[at + 2];
  if (normalImpulse[i] <= 0 && l1 === 0 && l2 === 0 && l3 === 0) {
    patches.sliding[i] = 0;
    return;
  }
  const { velocity: v, invMass: m, invInertia: j } = bodies;
  const slotA = patches.bodyA[i];
  const slotB = patches.bodyB[i];
  if (__DEV__) {
    assert(i >= 0 && i < patches.count, 'solvePatch: no such patch');
    assert(slotA !== slotB && slotA < bodies.count && slotB < bodies.count, 'solvePatch: not two bodies of the world');
  }
  const a = 6 * slotA;
  const b = 6 * slotB;
  const nx = n[at];
  const ny = n[at + 1];
  const nz = n[at + 2];
  const tx = t[at];
  const ty = t[at + 1];
  const tz = t[at + 2];
  const ux = u[at];
  const uy = u[at + 1];
  const uz = u[at + 2];
  const ax = armA[at];
  const ay = armA[at + 1];
  const az = armA[at + 2];
  const bx = armB[at];
  const by = armB[at + 1];
  const bz = armB[at + 2];
  const x = v[b] + v[b + 4] * bz - v[b + 5] * by - v[a] - v[a + 4] * az + v[a + 5] * ay;
  const y = v[b + 1] + v[b + 5] * bx - v[b + 3] * bz - v[a + 1] - v[a + 5] * ax + v[a + 3] * az;
  const z = v[b + 2] + v[b + 3] * by - v[b + 4] * bx - v[a + 2] - v[a + 3] * ay + v[a + 4] * ax;
  const spin = (v[b + 3] - v[a + 3]) * nx + (v[b + 4] - v[a + 4]) * ny + (v[b + 5] - v[a + 5]) * nz;
  const k = 6 * i;
  const a11 = A[k];
  const a12 = A[k + 1];
  const a13 = A[k + 2];
  const a22 = A[k + 3];
  const a23 = A[k + 4];
  const a33 = A[k + 5];
  // Slip without this patch's impulse; the minimiser starts from there.
  free[0] = x * tx + y * ty + z * tz - tangentVelocity[at] + bias[at] - a11 * l1 - a12 * l2 - a13 * l3;
  free[1] = x * ux + y * uy + z * uz - tangentVelocity[at + 1] + bias[at + 1] - a12 * l1 - a22 * l2 - a23 * l3;
  free[2] = spin - tangentVelocity[at + 2] + bias[at + 2] - a13 * l1 - a23 * l2 - a33 * l3;
  soft[0] = a11 + eps[at];
  soft[1] = a12;
  soft[2] = a13;
  soft[3] = a22 + eps[at + 1];
  soft[4] = a23;
  soft[5] = a33 + eps[at + 2];
  load[0] = patches.normalScale[i] * normalImpulse[i];
  if (__DEV__) {
    assert(load[0] >= 0, 'solvePatch: the normal impulse is negative or NaN');
    assert(a11 >= 0 && a22 >= 0 && a33 >= 0, 'solvePatch: the block is not positive semi-definite');
    assert(eps[at] >= 0 && eps[at + 1] >= 0 && eps[at + 2] >= 0, 'solvePatch: the law has a negative compliance');
  }
  const { set } = patches.law[i];
  patches.sliding[i] = set.minimize(soft, 0, free, load, 0, patches.shape, SHAPE_STRIDE * i, free) ? 1 : 0;
  if (__DEV__) assertInSet(patches, i);
  const d1 = free[0] - l1;
  const d2 = free[1] - l2;
  const d3 = free[2] - l3;
  impulse[at] = free[0];
  impulse[at + 1] = free[1];
  impulse[at + 2] = free[2];
  const px = d1 * tx + d2 * ux;
  const py = d1 * ty + d2 * uy;
  const pz = d1 * tz + d2 * uz;
  const sx = d3 * nx;
  const sy = d3 * ny;
  const sz = d3 * nz;
  const Ax = ay * pz - az * py + sx;
  const Ay = az * px - ax * pz + sy;
  const Az = ax * py - ay * px + sz;
  v[a] -= m[3 * slotA] * px;
  v[a + 1] -= m[3 * slotA + 1] * py;
  v[a + 2] -= m[3 * slotA + 2] * pz;
  v[a + 3] -= j[a] * Ax + j[a + 1] * Ay + j[a + 2] * Az;
  v[a + 4] -= j[a + 1] * Ax + j[a + 3] * Ay + j[a + 4] * Az;
  v[a + 5] -= j[a + 2] * Ax + j[a + 4] * Ay + j[a + 5] * Az;
  const Bx = by * pz - bz * py + sx;
  const By = bz * px - bx * pz + sy;
  const Bz = bx * py - by * px + sz;
  v[b] += m[3 * slotB] * px;
  v[b + 1] += m[3 * slotB + 1] * py;
  v[b + 2] += m[3 * slotB + 2] * pz;
  v[b + 3] += j[b] * Bx + j[b + 1] * By + j[b + 2] * Bz;
  v[b + 4] += j[b + 1] * Bx + j[b + 3] * By + j[b + 4] * Bz;
  v[b + 5] += j[b + 2] * Bx + j[b + 4] * By + j[b + 5] * Bz;
}

/** The solution in `free` lies in the law's set, scaled by the normal impulse. */
function assertInSet(patches: PatchBuffers, i: number): void {
  const gauge = patches.law[i].set.gauge(free, 0, patches.shape, SHAPE_STRIDE * i);
  const isZero = free[0] === 0 && free[1] === 0 && free[2] === 0;
  // Sets from tables are solved to about 1e-5.
  assert(isZero || gauge <= load[0] * (1 + 1e-4), 'solvePatch: the friction impulse is outside its set');
}
