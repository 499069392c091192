import { type Bodies, canMove } from '../bodies/bodies.js';
import { copyNumbers, ensureCapacity } from '../math/buffers.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import type { JointFactor } from './joint-factor.js';
import type { JointRows } from './joint-rows.js';

/** Islands are groups of movable bodies connected by patches and joints. Each is named by one of its bodies, its root. */
export interface Islands {
  /** Per body: the root of its island; -1 if it cannot move. */
  island: Int32Array;
  /** Per root: 1 if the island is not steady. */
  active: Uint8Array;
  /** Per root: 1 if the island has joints. */
  hasJoints: Uint8Array;
  /** Per root: largest free acceleration squared [m²/s⁴]. */
  maxAcceleration2: Float64Array;
  /** What is still solved: bodies that can move or that the user moves, patches, joint rows, islands of the joint factor. */
  bodyCount: number;
  bodies: Int32Array;
  patchCount: number;
  patches: Int32Array;
  rowCount: number;
  rows: Int32Array;
  factorCount: number;
  factors: Int32Array;
  /** Per island of the joint factor: 1 if one of its bodies has a patch. */
  hasContact: Uint8Array;
  /** Per body: 1 if it has a patch. */
  inContact: Uint8Array;
  /** Velocity at the start of the step, six floats per body. */
  stepStartVelocity: Float64Array;
  /** Motion in the last substep (in the last `period` substeps while steady islands are found), six floats per body. */
  substepMotion: Float64Array;
  /** Substeps of the step that are left. */
  remaining: number;
  /** Substeps that are compared together: 1, or the first 2 of the step. */
  period: 1 | 2;
}

export function createIslands(): Islands {
  return {
    island: new Int32Array(0),
    active: new Uint8Array(0),
    hasJoints: new Uint8Array(0),
    maxAcceleration2: new Float64Array(0),
    bodyCount: 0,
    bodies: new Int32Array(0),
    patchCount: 0,
    patches: new Int32Array(0),
    rowCount: 0,
    rows: new Int32Array(0),
    factorCount: 0,
    factors: new Int32Array(0),
    hasContact: new Uint8Array(0),
    inContact: new Uint8Array(0),
    stepStartVelocity: new Float64Array(0),
    substepMotion: new Float64Array(0),
    remaining: 0,
    period: 1,
  };
}

/** Finds the islands at the start of a step, after `orderJoints`. */
export function findIslands(
  islands: Islands,
  bodies: Bodies,
  patches: PatchBuffers,
  joints: JointRows,
  factor: JointFactor,
): void {
  reserveIslands(islands, bodies.count, patches.count, joints.count, factor.islands);
  copyNumbers(bodies.velocity, 0, islands.stepStartVelocity, 0, 6 * bodies.count);
  const { island, maxAcceleration2, inContact } = islands;
  islands.bodyCount = 0;
  for (let body = 0; body < bodies.count; body++) {
    const isMovable = canMove(bodies, body);
    island[body] = isMovable ? body : -1;
    inContact[body] = 0;
    if (isMovable || isMoving(bodies, body)) islands.bodies[islands.bodyCount++] = body;
  }
  for (let i = 0; i < patches.count; i++) {
    islands.patches[i] = i;
    inContact[patches.bodyA[i]] = 1;
    inContact[patches.bodyB[i]] = 1;
    unite(island, patches.bodyA[i], patches.bodyB[i]);
  }
  islands.patchCount = patches.count;
  for (let r = 0; r < joints.count; r++) {
    islands.rows[r] = r;
    unite(island, joints.bodyA[r], joints.bodyB[r]);
  }
  islands.rowCount = joints.count;
  maxAcceleration2.fill(0, 0, bodies.count);
  for (let k = 0; k < islands.bodyCount; k++) {
    const body = islands.bodies[k];
    if (island[body] < 0) continue;
    const root = rootOf(island, body);
    island[body] = root;
    const { acceleration: a } = bodies;
    const square = a[6 * body] ** 2 + a[6 * body + 1] ** 2 + a[6 * body + 2] ** 2;
    if (square > maxAcceleration2[root]) maxAcceleration2[root] = square;
  }
  islands.hasJoints.fill(0, 0, bodies.count);
  for (let r = 0; r < joints.count; r++) {
    const root = islandOf(island, joints.bodyA[r], joints.bodyB[r]);
    if (root >= 0) islands.hasJoints[root] = 1;
  }
  islands.factorCount = factor.islands;
  for (let i = 0; i < factor.islands; i++) {
    islands.factors[i] = i;
    islands.hasContact[i] = isInContact(islands, joints, factor, i) ? 1 : 0;
  }
}

function reserveIslands(islands: Islands, bodies: number, patches: number, rows: number, factors: number): void {
  islands.island = ensureCapacity(islands.island, bodies);
  islands.active = ensureCapacity(islands.active, bodies);
  islands.hasJoints = ensureCapacity(islands.hasJoints, bodies);
  islands.maxAcceleration2 = ensureCapacity(islands.maxAcceleration2, bodies);
  islands.inContact = ensureCapacity(islands.inContact, bodies);
  islands.bodies = ensureCapacity(islands.bodies, bodies);
  islands.stepStartVelocity = ensureCapacity(islands.stepStartVelocity, 6 * bodies);
  islands.substepMotion = ensureCapacity(islands.substepMotion, 6 * bodies);
  islands.patches = ensureCapacity(islands.patches, patches);
  islands.rows = ensureCapacity(islands.rows, rows);
  islands.factors = ensureCapacity(islands.factors, factors);
  islands.hasContact = ensureCapacity(islands.hasContact, factors);
}

/** True if the user moves the body, or it has a free acceleration. */
function isMoving({ velocity: v, acceleration: a }: Bodies, body: number): boolean {
  for (let e = 6 * body; e < 6 * body + 6; e++) if (v[e] !== 0 || a[e] !== 0) return true;
  return false;
}

/** Union-find: joins the islands of two movable bodies. */
function unite(island: Int32Array, a: number, b: number): void {
  if (island[a] < 0 || island[b] < 0) return;
  const rootA = rootOf(island, a);
  const rootB = rootOf(island, b);
  if (rootA < rootB) island[rootB] = rootA;
  else island[rootA] = rootB;
}

function rootOf(island: Int32Array, body: number): number {
  let at = body;
  while (island[at] !== at) {
    island[at] = island[island[at]];
    at = island[at];
  }
  return at;
}

/** Island of a pair of bodies of which at least one can move; -1 if none can. */
export function islandOf(island: Int32Array, a: number, b: number): number {
  return island[a] >= 0 ? island[a] : island[b];
}

function isInContact(islands: Islands, joints: JointRows, factor: JointFactor, i: number): boolean {
  for (let k = factor.islandRowStart[i]; k < factor.islandRowStart[i + 1]; k++) {
    if (isRowInContact(islands, joints, factor.rowOrder[k])) return true;
  }
  for (let u = factor.islandLimitStart[i]; u < factor.islandLimitStart[i + 1]; u++) {
    if (isRowInContact(islands, joints, factor.limits[u])) return true;
  }
  return false;
}

function isRowInContact({ inContact, island }: Islands, { bodyA, bodyB }: JointRows, r: number): boolean {
  return (island[bodyA[r]] >= 0 && inContact[bodyA[r]] === 1) || (island[bodyB[r]] >= 0 && inContact[bodyB[r]] === 1);
}
