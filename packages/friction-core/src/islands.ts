import type { Bodies } from './bodies.js';
import { copyNumbers, ensureCapacity } from './buffers.js';
import { ARM_A, ARM_B, type ContactPoints, ROW } from './contact-points.js';
import type { JointFactor } from './joint-factor.js';
import type { JointRows } from './joint-rows.js';
import { AVERAGE_TIME, RECENT_TIME } from './normals.js';
import type { PatchBuffers } from './patch-buffers.js';

/**
 * Islands: bodies that patches and joints connect. An island whose velocities a substep has not changed is in a steady state: at rest,
 * or in uniform motion. The substeps that are left would repeat the one that is done, so they are not solved: motion and impulses go
 * on as they are (`skipSteady`). All others keep their substeps.
 *
 * Sweeps go forward and backward in turn, and in a stack each leaves its own small error, so a stack at rest repeats itself every two
 * substeps: after the second one it is the two together that must have changed nothing.
 *
 * The error estimate is that change of velocity, against what the forces alone would change it by. Every step still solves one or
 * two substeps: a state that changes more slowly than the tolerance goes on changing, and is solved in full once it changes faster.
 */
export interface Islands {
  /** Per body: the body that stands for its island; -1 where it cannot move. */
  island: Int32Array;
  /** Per body that stands for an island: 1 where it is not steady, 1 where it has joints, greatest free acceleration squared [m²/s⁴]. */
  busy: Uint8Array;
  jointed: Uint8Array;
  pull2: Float64Array;
  /** What is still being solved: bodies that can move or are moved, patches, joint rows, islands of the joint factor. */
  bodyCount: number;
  bodies: Int32Array;
  patchCount: number;
  patches: Int32Array;
  rowCount: number;
  rows: Int32Array;
  factorCount: number;
  factors: Int32Array;
  /** Per island of the joint factor: 1 where a patch acts on one of its bodies. */
  touched: Uint8Array;
  /** Per body: 1 where a patch acts on it. */
  inPatch: Uint8Array;
  /** Per body, six numbers: its velocity when the step began, and its motion in the last substep. */
  start: Float64Array;
  moved: Float64Array;
  /** The substep that is over: how many of the step are left, and how many are looked at together, 1 or the first 2 of the step. */
  left: number;
  pattern: 1 | 2;
}

/** Changes of velocity below this share of what the forces change it by in a substep are none. */
const STEADY = 1e-7;
/** The same for the speed at which overlap and errors of joints are pushed out, and at which points part or close in. */
const PUSHED = 1e-3;
/** Pushes go on in the substeps that are left, but in no more than these: they decay, by 3 % of contacts and 20 % of joints. */
const CONTACT_PUSHES = 24;
const JOINT_PUSHES = 4;
/** Bodies in joints turn by no more than this in a step that is not solved to its end [rad]: their rows turn with them. */
const TURN = 0.01;
/** What is not steady after this substep is not looked at again in the step: the look would cost more than it saves. */
const LAST_CHECK = 2;
/** Beside the velocity itself, changes below this share of it are rounding. */
const ROUNDING = 1e-13;

export function createIslands(): Islands {
  return {
    island: new Int32Array(0),
    busy: new Uint8Array(0),
    jointed: new Uint8Array(0),
    pull2: new Float64Array(0),
    bodyCount: 0,
    bodies: new Int32Array(0),
    patchCount: 0,
    patches: new Int32Array(0),
    rowCount: 0,
    rows: new Int32Array(0),
    factorCount: 0,
    factors: new Int32Array(0),
    touched: new Uint8Array(0),
    inPatch: new Uint8Array(0),
    start: new Float64Array(0),
    moved: new Float64Array(0),
    left: 0,
    pattern: 1,
  };
}

/** At the start of a step, after `orderJoints`. */
export function findIslands(
  islands: Islands,
  bodies: Bodies,
  patches: PatchBuffers,
  joints: JointRows,
  factor: JointFactor,
): void {
  reserveIslands(islands, bodies.count, patches.count, joints.count, factor.islands);
  copyNumbers(bodies.velocity, 0, islands.start, 0, 6 * bodies.count);
  const { island, pull2, inPatch } = islands;
  islands.bodyCount = 0;
  for (let body = 0; body < bodies.count; body++) {
    const moves = canMove(bodies, body);
    island[body] = moves ? body : -1;
    inPatch[body] = 0;
    if (moves || isMoved(bodies, body)) islands.bodies[islands.bodyCount++] = body;
  }
  for (let i = 0; i < patches.count; i++) {
    islands.patches[i] = i;
    inPatch[patches.bodyA[i]] = 1;
    inPatch[patches.bodyB[i]] = 1;
    unite(island, patches.bodyA[i], patches.bodyB[i]);
  }
  islands.patchCount = patches.count;
  for (let r = 0; r < joints.count; r++) {
    islands.rows[r] = r;
    unite(island, joints.bodyA[r], joints.bodyB[r]);
  }
  islands.rowCount = joints.count;
  pull2.fill(0, 0, bodies.count);
  for (let k = 0; k < islands.bodyCount; k++) {
    const body = islands.bodies[k];
    if (island[body] < 0) continue;
    const root = rootOf(island, body);
    island[body] = root;
    const { acceleration: a } = bodies;
    const g = a[6 * body] ** 2 + a[6 * body + 1] ** 2 + a[6 * body + 2] ** 2;
    if (g > pull2[root]) pull2[root] = g;
  }
  islands.jointed.fill(0, 0, bodies.count);
  for (let r = 0; r < joints.count; r++) {
    const root = ownerOf(island, joints.bodyA[r], joints.bodyB[r]);
    if (root >= 0) islands.jointed[root] = 1;
  }
  islands.factorCount = factor.islands;
  for (let i = 0; i < factor.islands; i++) {
    islands.factors[i] = i;
    islands.touched[i] = isTouched(islands, joints, factor, i) ? 1 : 0;
  }
}

function reserveIslands(islands: Islands, bodies: number, patches: number, rows: number, factors: number): void {
  islands.island = ensureCapacity(islands.island, bodies);
  islands.busy = ensureCapacity(islands.busy, bodies);
  islands.jointed = ensureCapacity(islands.jointed, bodies);
  islands.pull2 = ensureCapacity(islands.pull2, bodies);
  islands.inPatch = ensureCapacity(islands.inPatch, bodies);
  islands.bodies = ensureCapacity(islands.bodies, bodies);
  islands.start = ensureCapacity(islands.start, 6 * bodies);
  islands.moved = ensureCapacity(islands.moved, 6 * bodies);
  islands.patches = ensureCapacity(islands.patches, patches);
  islands.rows = ensureCapacity(islands.rows, rows);
  islands.factors = ensureCapacity(islands.factors, factors);
  islands.touched = ensureCapacity(islands.touched, factors);
}

function canMove({ invMass: m, invInertia: j }: Bodies, body: number): boolean {
  const k = 6 * body;
  return m[3 * body] + m[3 * body + 1] + m[3 * body + 2] + j[k] + j[k + 3] + j[k + 5] > 0;
}

function isMoved({ velocity: v, acceleration: a }: Bodies, body: number): boolean {
  for (let e = 6 * body; e < 6 * body + 6; e++) if (v[e] !== 0 || a[e] !== 0) return true;
  return false;
}

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

function isTouched({ inPatch, island }: Islands, joints: JointRows, factor: JointFactor, i: number): boolean {
  const touches = (r: number): boolean =>
    (island[joints.bodyA[r]] >= 0 && inPatch[joints.bodyA[r]] === 1) ||
    (island[joints.bodyB[r]] >= 0 && inPatch[joints.bodyB[r]] === 1);
  for (let k = factor.rowsFrom[i]; k < factor.rowsFrom[i + 1]; k++) if (touches(factor.row[k])) return true;
  for (let u = factor.limitsFrom[i]; u < factor.limitsFrom[i + 1]; u++) if (touches(factor.limit[u])) return true;
  return false;
}

/**
 * After substep k, of length h, that began with the velocities `before`: islands that are steady are taken to the end of the step, and
 * out of the lists.
 */
export function skipSteady(
  islands: Islands,
  points: ContactPoints,
  bodies: Bodies,
  patches: PatchBuffers,
  joints: JointRows,
  factor: JointFactor,
  before: Float64Array,
  h: number,
  k: number,
  substeps: number,
): void {
  islands.left = substeps - k - 1;
  islands.pattern = k === 1 && islands.left % 2 === 0 ? 2 : 1;
  if (islands.left === 0 || k > LAST_CHECK) return;
  if (islands.pattern === 2) addFirstMotion(islands, bodies);
  if (!findSteady(islands, bodies, islands.pattern === 2 ? islands.start : before, h)) return;
  for (let n = 0; n < islands.patchCount; n++) checkPatch(islands, points, bodies, patches, islands.patches[n], h);
  for (let n = 0; n < islands.rowCount; n++) checkRow(islands, bodies, joints, islands.rows[n]);
  finishBodies(islands, bodies, h);
  finishPatches(islands, bodies, patches, points, h);
  finishRows(islands, joints, factor);
}

/** The first two substeps have made all of the motion so far. */
function addFirstMotion({ bodies: list, bodyCount, moved }: Islands, { motion }: Bodies): void {
  for (let k = 0; k < bodyCount; k++) copyNumbers(motion, 6 * list[k], moved, 6 * list[k], 6);
}

/** Marks islands with a body whose velocity has changed as busy. Is one left? */
function findSteady(islands: Islands, bodies: Bodies, before: Float64Array, h: number): boolean {
  const { island, busy, pull2, moved } = islands;
  const time = islands.pattern * h;
  const { velocity: v, invMass: m, invInertia: j } = bodies;
  let roots = 0;
  for (let k = 0; k < islands.bodyCount; k++) {
    const body = islands.bodies[k];
    if (island[body] !== body) continue;
    busy[body] = 0;
    roots++;
  }
  for (let k = 0; k < islands.bodyCount; k++) {
    const body = islands.bodies[k];
    const root = island[body];
    if (root < 0 || busy[root] === 1) continue;
    const at = 6 * body;
    // Angles count as the way at the radius of gyration, √(I/m).
    const mass = Math.max(m[3 * body], m[3 * body + 1], m[3 * body + 2]);
    const inertia = Math.min(j[at], j[at + 3], j[at + 5]);
    const radius2 = mass > 0 && inertia > 0 ? mass / inertia : 1;
    const linear = (v[at] - before[at]) ** 2 + (v[at + 1] - before[at + 1]) ** 2 + (v[at + 2] - before[at + 2]) ** 2;
    const angular =
      (v[at + 3] - before[at + 3]) ** 2 + (v[at + 4] - before[at + 4]) ** 2 + (v[at + 5] - before[at + 5]) ** 2;
    const g = pull2[root] * h * h;
    const speed = v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2];
    const spin = v[at + 3] * v[at + 3] + v[at + 4] * v[at + 4] + v[at + 5] * v[at + 5];
    const rounding = ROUNDING * ROUNDING * (speed + radius2 * spin);
    if (linear + radius2 * angular <= STEADY * STEADY * g + rounding) {
      let push = 0;
      for (let e = at; e < at + 6; e++) push += (e < at + 3 ? 1 : radius2) * (moved[e] / time - v[e]) ** 2;
      if (push <= PUSHED * PUSHED * g + rounding) continue;
    }
    busy[root] = 1;
    if (--roots === 0) return false;
  }
  return roots > 0;
}

/** The body of a pair that has an island. */
function ownerOf(island: Int32Array, a: number, b: number): number {
  return island[a] >= 0 ? island[a] : island[b];
}

/** Not steady: a law that remembers, a patch that slides, points that part or close in, a carrier that is accelerated. */
function checkPatch(
  { island, busy, pull2 }: Islands,
  { row }: ContactPoints,
  bodies: Bodies,
  patches: PatchBuffers,
  i: number,
  h: number,
): void {
  const slotA = patches.bodyA[i];
  const slotB = patches.bodyB[i];
  const root = ownerOf(island, slotA, slotB);
  if (root < 0 || busy[root] === 1) return;
  const law = patches.law[i];
  if (
    law.stateSize > 0 ||
    law.commit ||
    law.extraRows ||
    patches.sliding[i] === 1 ||
    isDriven(bodies, island, slotA, slotB)
  ) {
    busy[root] = 1;
    return;
  }
  const { velocity: v } = bodies;
  const { normal: n } = patches;
  const a = 6 * slotA;
  const b = 6 * slotB;
  const limit = PUSHED * PUSHED * pull2[root] * h * h;
  const centres =
    n[3 * i] * (v[b] - v[a]) + n[3 * i + 1] * (v[b + 1] - v[a + 1]) + n[3 * i + 2] * (v[b + 2] - v[a + 2]);
  for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
    let speed = centres;
    for (let e = 0; e < 3; e++) {
      speed += row[ROW * q + ARM_B + e] * v[b + 3 + e] - row[ROW * q + ARM_A + e] * v[a + 3 + e];
    }
    if (speed * speed > limit) {
      busy[root] = 1;
      return;
    }
  }
}

/** Does one of the two that cannot move by itself change its velocity? */
function isDriven({ acceleration: a }: Bodies, island: Int32Array, slotA: number, slotB: number): boolean {
  const body = island[slotA] < 0 ? slotA : slotB;
  if (island[body] >= 0) return false;
  for (let e = 6 * body; e < 6 * body + 6; e++) if (a[e] !== 0) return true;
  return false;
}

function checkRow({ island, busy, moved, left }: Islands, bodies: Bodies, joints: JointRows, r: number): void {
  const a = joints.bodyA[r];
  const b = joints.bodyB[r];
  const root = ownerOf(island, a, b);
  if (root < 0 || busy[root] === 1) return;
  let turn = 0;
  for (let e = 3; e < 6; e++) turn = Math.max(turn, Math.abs(moved[6 * a + e]), Math.abs(moved[6 * b + e]));
  if (left * turn > TURN || isDriven(bodies, island, a, b)) busy[root] = 1;
}

function finishBodies(islands: Islands, bodies: Bodies, h: number): void {
  const { island, busy, moved, jointed, left, pattern } = islands;
  const { velocity: v, motion } = bodies;
  const time = left * h;
  let kept = 0;
  for (let k = 0; k < islands.bodyCount; k++) {
    const body = islands.bodies[k];
    const root = island[body];
    if (root < 0 || busy[root] === 1) {
      islands.bodies[kept++] = body;
      continue;
    }
    const pushes = Math.min(left, jointed[root] === 1 ? JOINT_PUSHES : CONTACT_PUSHES) / pattern;
    for (let e = 6 * body; e < 6 * body + 6; e++) motion[e] += time * v[e] + pushes * (moved[e] - pattern * h * v[e]);
  }
  islands.bodyCount = kept;
}

function finishPatches(
  islands: Islands,
  bodies: Bodies,
  patches: PatchBuffers,
  points: ContactPoints,
  h: number,
): void {
  const { island, busy, left, pattern } = islands;
  const { velocity: v } = bodies;
  const lasting = 1 - (1 - h / (h + AVERAGE_TIME)) ** left;
  const recent = 1 - (1 - h / (h + RECENT_TIME)) ** left;
  let kept = 0;
  for (let k = 0; k < islands.patchCount; k++) {
    const i = islands.patches[k];
    const a = patches.bodyA[i];
    const b = patches.bodyB[i];
    const root = ownerOf(island, a, b);
    if (root >= 0 && busy[root] === 1) {
      islands.patches[kept++] = i;
      continue;
    }
    // Of the first two substeps the sums of the step are the pattern.
    const { pointStepImpulse, pointImpulse, stepNormalImpulse, stepImpulse, impulse } = patches;
    for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
      pointStepImpulse[q] += left * (pattern === 1 ? pointImpulse[q] : 0.5 * pointStepImpulse[q]);
    }
    const load = pattern === 1 ? patches.normalImpulse[i] : 0.5 * stepNormalImpulse[i];
    stepNormalImpulse[i] += left * load;
    patches.averageImpulse[i] += lasting * (load - patches.averageImpulse[i]);
    patches.recentImpulse[i] += recent * (load - patches.recentImpulse[i]);
    const fixed = points.immovable[i];
    const arm = fixed === 1 ? patches.armA : patches.armB;
    const way = fixed === 0 ? 0 : (fixed === 1 ? left : -left) * h;
    for (let e = 0; e < 3; e++) {
      const at = 3 * i + e;
      stepImpulse[at] += left * (pattern === 1 ? impulse[at] : 0.5 * stepImpulse[at]);
      arm[at] += way * (v[6 * b + e] - v[6 * a + e]);
    }
  }
  islands.patchCount = kept;
}

function finishRows(islands: Islands, joints: JointRows, factor: JointFactor): void {
  const { island, busy, left, pattern } = islands;
  const { impulse, stepImpulse } = joints;
  let kept = 0;
  for (let k = 0; k < islands.rowCount; k++) {
    const r = islands.rows[k];
    const root = ownerOf(island, joints.bodyA[r], joints.bodyB[r]);
    if (root >= 0 && busy[root] === 1) islands.rows[kept++] = r;
    else stepImpulse[r] += left * (pattern === 1 ? impulse[r] : 0.5 * stepImpulse[r]);
  }
  islands.rowCount = kept;
  kept = 0;
  for (let k = 0; k < islands.factorCount; k++) {
    const i = islands.factors[k];
    const r =
      factor.rowsFrom[i] < factor.rowsFrom[i + 1] ? factor.row[factor.rowsFrom[i]] : factor.limit[factor.limitsFrom[i]];
    const root = ownerOf(island, joints.bodyA[r], joints.bodyB[r]);
    if (root >= 0 && busy[root] === 1) islands.factors[kept++] = i;
  }
  islands.factorCount = kept;
}
