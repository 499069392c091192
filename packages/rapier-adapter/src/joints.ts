import type { ImpulseJoint, Rotation, Vector } from '@dimforge/rapier3d-compat';
import {
  createJointFactor,
  createJointRows,
  factorJoints,
  grown,
  type JointFactor,
  type JointRows,
  orderJoints,
  type Push,
  prepareJoints,
  reserveJointRows,
  solveJoints,
} from '@stiction/friction-core';
import { DYNAMIC } from './body-table.js';
import { movePoint } from './contact-frames.js';
import type { InstallState } from './install-state.js';

/**
 * Bodies that the engine's impulse joints hold, as friction sees them: a finger that can only slide along its rail is no free body. Friction is
 * solved with the joints' locked axes held,
 *
 *     J v = 0
 *
 * all that hang together at once (`joint-factor.ts` of friction-core). The engine itself solves the joints, with their limits and motors,
 * which are not looked at here. (What it leaves of J v is the give of its soft joints, and no motion: friction must not follow it.)
 *
 * What the API does not tell is not held: multibody joints, generic joints, and joints of moving bodies without colliders.
 */
export interface HeldJoints {
  known: HeldJoint[];
  rows: JointRows;
  factor: JointFactor;
  /** Per slot: 1 where a joint holds the body. */
  jointed: Uint8Array;
  /** The number of joints when they were last listed; -1 where they have to be listed anew. */
  listed: number;
}

interface HeldJoint {
  joint: ImpulseJoint;
  /** Bits of JointAxesMask. */
  locked: number;
  slotA: number;
  slotB: number;
  /** Place and turn of the joint's frame in A, from its centre of mass, and of the anchor in B; in the world for slot 0. */
  frameA: Float64Array;
  anchorB: Float64Array;
}

/** Locked axes by JointType: Revolute, Fixed, Prismatic, Rope, Spring, Spherical, Generic. */
const LOCKED = [0b110111, 0b111111, 0b111110, 0, 0, 0b000111, 0];

export function createHeldJoints(): HeldJoints {
  return {
    known: [],
    rows: createJointRows(),
    factor: createJointFactor(),
    jointed: new Uint8Array(0),
    listed: -1,
  };
}

/** Before a step: what joints there are. Where the user has touched nothing they are what they were. */
export function listJoints(install: InstallState): void {
  const { joints, world, bodies: table } = install;
  const count = world.impulseJoints.len();
  if (joints.listed === count && !install.stirred) return;
  joints.listed = count;
  joints.known.length = 0;
  joints.jointed = grown(joints.jointed, table.body.length);
  joints.jointed.fill(0);
  listing = install;
  if (count > 0) world.impulseJoints.forEach(note);
}

let listing: InstallState;
const point: Vector = { x: 0, y: 0, z: 0 };
const turn: Rotation = { x: 0, y: 0, z: 0, w: 1 };

function note(joint: ImpulseJoint): void {
  const { joints, bodies: table } = listing;
  const locked = LOCKED[joint.type() as number] ?? 0;
  const bodyA = joint.body1();
  const bodyB = joint.body2();
  const slotA = table.slotOf.get(bodyA?.handle) ?? 0;
  const slotB = table.slotOf.get(bodyB?.handle) ?? 0;
  if (locked === 0 || !bodyA || !bodyB) return;
  // Slot 0 is what never moves.
  if ((slotA === 0 && !bodyA.isFixed()) || (slotB === 0 && !bodyB.isFixed())) return;
  const frameA = new Float64Array(7);
  const anchorB = new Float64Array(3);
  const comA = slotA === 0 ? NOWHERE : bodyA.localCom();
  const comB = slotB === 0 ? NOWHERE : bodyB.localCom();
  const a = joint.anchor1(point);
  frameA.set([a.x - comA.x, a.y - comA.y, a.z - comA.z]);
  const q = joint.frameX1(turn);
  frameA.set([q.x, q.y, q.z, q.w], 3);
  const b = joint.anchor2(point);
  anchorB.set([b.x - comB.x, b.y - comB.y, b.z - comB.z]);
  if (slotA === 0) intoWorld(bodyA.translation(), bodyA.rotation(), frameA);
  if (slotB === 0) {
    pose.set([bodyB.translation().x, bodyB.translation().y, bodyB.translation().z]);
    pose.set([bodyB.rotation().x, bodyB.rotation().y, bodyB.rotation().z, bodyB.rotation().w], 3);
    movePoint(pose, 0, anchorB, 0, anchorB, 0);
  }
  joints.known.push({ joint, locked, slotA, slotB, frameA, anchorB });
  joints.jointed[slotA] = 1;
  joints.jointed[slotB] = 1;
}

const NOWHERE: Vector = { x: 0, y: 0, z: 0 };
const pose = new Float64Array(7);

/** frame ← [t, q] · frame. */
function intoWorld(t: Vector, q: Rotation, frame: Float64Array): void {
  pose.set([t.x, t.y, t.z, q.x, q.y, q.z, q.w]);
  movePoint(pose, 0, frame, 0, frame, 0);
  const [, , , x, y, z, w] = frame;
  frame[3] = q.w * x + q.x * w + q.y * z - q.z * y;
  frame[4] = q.w * y + q.y * w + q.z * x - q.x * z;
  frame[5] = q.w * z + q.z * w + q.x * y - q.y * x;
  frame[6] = q.w * w - q.x * x - q.y * y - q.z * z;
}

/** Before a solve on `bodies.velocity`: rows at the present poses. */
export function holdJoints(install: InstallState): void {
  const { joints, bodies: table } = install;
  const { rows, factor } = joints;
  rows.count = 0;
  for (const held of joints.known) if (canMove(install, held)) addRows(install, held);
  if (rows.count === 0) return;
  orderJoints(factor, rows, table.bodies, 1, Number.POSITIVE_INFINITY);
  prepareJoints(rows, table.bodies);
  factorJoints(factor, rows);
}

/** Takes out what friction and normals have done to the joints since. */
export function answerForJoints(install: InstallState): void {
  const { joints, bodies: table } = install;
  if (joints.rows.count > 0) solveJoints(joints.factor, joints.rows, table.bodies, 1, NO_PUSH);
}

const NO_PUSH: Push = { rate: 0, most: 0 };

function canMove({ bodies: table }: InstallState, { slotA, slotB, joint }: HeldJoint): boolean {
  const { invMass: m } = table.bodies;
  if (table.bad[slotA] === 1 || table.bad[slotB] === 1 || !joint.isValid()) return false;
  const a = table.kind[slotA] === DYNAMIC && m[3 * slotA] + m[3 * slotA + 1] + m[3 * slotA + 2] > 0;
  return a || (table.kind[slotB] === DYNAMIC && m[3 * slotB] + m[3 * slotB + 1] + m[3 * slotB + 2] > 0);
}

const anchorA = new Float64Array(3);
const anchor = new Float64Array(3);
const axes = new Float64Array(9);
const local = new Float64Array(3);

function addRows(install: InstallState, held: HeldJoint): void {
  const { pose: poses } = install.bodies.bodies;
  const { slotA, slotB, frameA } = held;
  const a = 7 * slotA;
  const b = 7 * slotB;
  movePoint(poses, a, frameA, 0, anchorA, 0);
  movePoint(poses, b, held.anchorB, 0, anchor, 0);
  for (let k = 0; k < 3; k++) {
    local.fill(0);
    local[k] = 1;
    movePoint(frameA, 0, local, 0, local, 0);
    movePoint(poses, a, local, 0, axes, 3 * k);
    for (let e = 0; e < 3; e++) axes[3 * k + e] -= anchorA[e];
  }
  for (let bit = 0; bit < 6; bit++) {
    if ((held.locked & (1 << bit)) === 0) continue;
    addRow(install, held, 3 * (bit % 3), bit < 3);
  }
}

function addRow(install: InstallState, held: HeldJoint, axis: number, linear: boolean): void {
  const { rows } = install.joints;
  const { pose: poses } = install.bodies.bodies;
  const r = rows.count++;
  reserveJointRows(rows, rows.count);
  rows.bodyA[r] = held.slotA;
  rows.bodyB[r] = held.slotB;
  rows.key[r] = r;
  rows.low[r] = Number.NEGATIVE_INFINITY;
  rows.high[r] = Number.POSITIVE_INFINITY;
  rows.error[r] = 0;
  rows.rate[r] = 0;
  rows.target[r] = 0;
  rows.compliance[r] = 0;
  rows.impulse[r] = 0;
  const j = rows.jacobian;
  const at = 12 * r;
  for (let e = 0; e < 3; e++) {
    const f = (e + 1) % 3;
    const g = (e + 2) % 3;
    const n = axes[axis + e];
    j[at + e] = linear ? -n : 0;
    j[at + 6 + e] = linear ? n : 0;
    // Both act where the anchor of B is: a gap between the anchors is the engine's to close.
    const ra =
      (anchor[f] - poses[7 * held.slotA + f]) * axes[axis + g] -
      (anchor[g] - poses[7 * held.slotA + g]) * axes[axis + f];
    const rb =
      (anchor[f] - poses[7 * held.slotB + f]) * axes[axis + g] -
      (anchor[g] - poses[7 * held.slotB + g]) * axes[axis + f];
    j[at + 3 + e] = linear ? -ra : -n;
    j[at + 9 + e] = linear ? rb : n;
  }
}
