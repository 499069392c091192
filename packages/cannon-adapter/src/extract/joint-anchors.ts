import {
  keepFlag,
  keepNumber,
  keepNumbers,
  readIndex,
  readNumber,
  resizeBodies,
  type SnapshotReader,
  type StateBuffer,
} from '@stiction/friction-core/adapter';
import type { Body, Equation } from 'cannon-es';
import { writePose } from '../apply/apply.js';
import type { AdapterState } from '../state/state.js';
import { isDynamic, readPose, slotOf } from './bodies.js';

/**
 * A joint anchor is a static or kinematic body in a joint. Users often move one by setting `position` (a mouse pick) while its velocity
 * is 0. Joints would then follow its position error alone and remove the velocity again, so a dragged body would stop when released.
 * Instead, joints see an anchor that lags behind the body and has the velocity of its motion:
 *
 *     lag ← (1 - α) lag - displacement since the last step,   velocity = -α lag / dt
 *
 * with α = a dt of the joint's equation: the fraction of the error that cannon-es corrects per step, 0.24 by default. A steady drag
 * gives the velocity of the body, a jerky one its mean over 1/α steps.
 *
 * Layout: pose at the end of the last step, lag (displacement and rotation vector), α, and `report.steps` at its last use.
 */
export type JointAnchor = Float64Array;

const LAG = 7;
const ALPHA = 13;
const STEP = 14;
const ANCHOR_SIZE = 15;

/** Rotations of nearly 180° between two steps count as less, because the axis of the quaternion is ill-defined there. */
const MIN_COSINE = 0.1;

/** Updates the anchors of this step's joints and adds slots for the lagging ones. */
export function followAnchors(state: AdapterState, dt: number): void {
  state.laggingAnchors.length = 0;
  state.firstAnchorSlot = state.bodies.count;
  for (const equation of state.jointEquations) {
    if (!isDynamic(equation.bi)) followAnchor(state, equation, equation.bi, dt);
    if (!isDynamic(equation.bj)) followAnchor(state, equation, equation.bj, dt);
  }
}

function followAnchor(state: AdapterState, equation: Equation, body: Body, dt: number): void {
  const { steps } = state.report;
  const anchor = state.jointAnchors.get(body);
  if (!anchor) {
    const created = new Float64Array(ANCHOR_SIZE);
    created[STEP] = steps;
    state.jointAnchors.set(body, created);
    return;
  }
  if (anchor[STEP] === steps) return; // another equation of the same body
  const wasInJoint = anchor[STEP] === steps - 1;
  anchor[STEP] = steps;
  if (!wasInJoint) anchor.fill(0, LAG, STEP);
  else addDisplacement(anchor, body);
  anchor[ALPHA] = Math.min(1, equation.a * dt);
  if (isLagging(anchor)) addAnchorSlot(state, body, anchor);
}

/** lag ← (1 - α) lag - displacement by the user since the last step. */
function addDisplacement(anchor: JointAnchor, { position: x, quaternion: q }: Body): void {
  const keep = 1 - anchor[ALPHA];
  for (let e = LAG; e < ALPHA; e++) anchor[e] *= keep;
  anchor[LAG] -= x.x - anchor[0];
  anchor[LAG + 1] -= x.y - anchor[1];
  anchor[LAG + 2] -= x.z - anchor[2];
  const px = anchor[3];
  const py = anchor[4];
  const pz = anchor[5];
  const pw = anchor[6];
  // The vector part of q p⁻¹ over its scalar part is half the rotation vector, as in `rotatePose`.
  const cosine = q.w * pw + q.x * px + q.y * py + q.z * pz;
  const scale = 2 / (cosine < 0 ? Math.min(-MIN_COSINE, cosine) : Math.max(MIN_COSINE, cosine));
  anchor[LAG + 3] -= scale * (q.x * pw - q.w * px - q.y * pz + q.z * py);
  anchor[LAG + 4] -= scale * (q.y * pw - q.w * py - q.z * px + q.x * pz);
  anchor[LAG + 5] -= scale * (q.z * pw - q.w * pz - q.x * py + q.y * px);
}

/** False once the lag is within rounding of the pose. */
function isLagging(anchor: JointAnchor): boolean {
  const size = Math.abs(anchor[0]) + Math.abs(anchor[1]) + Math.abs(anchor[2]) + 1;
  let lag = 0;
  for (let e = LAG; e < ALPHA; e++) lag = Math.max(lag, Math.abs(anchor[e]));
  return lag > 1e-12 * size;
}

/** Moves the body to where its joints see it, with a slot of its own. */
function addAnchorSlot(state: AdapterState, body: Body, anchor: JointAnchor): void {
  const { bodies } = state;
  const bodySlot = slotOf(state, body);
  const slot = bodies.count;
  resizeBodies(bodies, slot + 1);
  bodies.pose.copyWithin(7 * slot, 7 * bodySlot, 7 * bodySlot + 7);
  bodies.velocity.copyWithin(6 * slot, 6 * bodySlot, 6 * bodySlot + 6);
  bodies.acceleration.fill(0, 6 * slot, 6 * slot + 6);
  bodies.invMass.fill(0, 3 * slot, 3 * slot + 3);
  bodies.invInertia.fill(0, 6 * slot, 6 * slot + 6);
  for (let e = 0; e < 6; e++) bodies.motion[6 * slot + e] = anchor[LAG + e];
  state.engineBodies[slot] = body;
  state.laggingAnchors.push(body);
  writePose(state, slot);
  readPose(bodies.pose, 7 * slot, body);
}

/** The slot in which joints see a body. */
export function jointSlotOf(state: AdapterState, body: Body): number {
  const index = state.laggingAnchors.length === 0 ? -1 : state.laggingAnchors.indexOf(body);
  return index < 0 ? slotOf(state, body) : state.firstAnchorSlot + index;
}

/** Sets lagging anchors in motion. Until here they have the user's velocities, from which the targets of motors are found. */
export function startAnchors(state: AdapterState, dt: number): void {
  const { velocity } = state.bodies;
  for (let k = 0; k < state.laggingAnchors.length; k++) {
    const anchor = state.jointAnchors.get(state.laggingAnchors[k]) as JointAnchor;
    const at = 6 * (state.firstAnchorSlot + k);
    for (let e = 0; e < 6; e++) velocity[at + e] -= (anchor[ALPHA] / dt) * anchor[LAG + e];
  }
}

/** After the solve: removes the slots of lagging anchors. */
export function removeAnchorSlots(state: AdapterState): void {
  state.engineBodies.length = state.firstAnchorSlot;
  state.laggingAnchors.length = 0;
}

/** After the engine's integration: remembers where the anchors are. */
export function rememberAnchorPoses({ jointAnchors, jointEquations }: AdapterState): void {
  for (const { bi, bj } of jointEquations) {
    rememberAnchorPose(jointAnchors.get(bi), bi);
    rememberAnchorPose(jointAnchors.get(bj), bj);
  }
}

function rememberAnchorPose(anchor: JointAnchor | undefined, body: Body): void {
  if (anchor) readPose(anchor, 0, body);
}

/** The anchor of a body, if it has one; its steps as their age. */
export function keepAnchor(buffer: StateBuffer, { jointAnchors, report }: AdapterState, body: Body): void {
  const anchor = jointAnchors.get(body);
  if (!keepFlag(buffer, anchor !== undefined)) {
    if (anchor) jointAnchors.delete(body);
    return;
  }
  const kept = anchor ?? new Float64Array(ANCHOR_SIZE);
  keepNumbers(buffer, kept, STEP);
  kept[STEP] = report.steps - keepNumber(buffer, report.steps - kept[STEP]);
  if (!anchor) jointAnchors.set(body, kept);
}

/** Writes the anchors to a snapshot: bodies by index, steps as their age. */
export function writeAnchors(out: number[], { world, jointAnchors, report }: AdapterState): void {
  const known = world.bodies.filter((body) => jointAnchors.has(body));
  out.push(known.length);
  for (const body of known) {
    const anchor = jointAnchors.get(body) as JointAnchor;
    out.push(body.index, ...anchor.subarray(0, STEP), report.steps - anchor[STEP]);
  }
}

export function readAnchors(
  reader: SnapshotReader,
  bodyAt: (index: number) => Body,
  steps: number,
): WeakMap<Body, JointAnchor> {
  const anchors = new WeakMap<Body, JointAnchor>();
  for (let count = readIndex(reader); count > 0; count--) {
    const body = bodyAt(readIndex(reader));
    const anchor = Float64Array.from({ length: ANCHOR_SIZE }, () => readNumber(reader));
    anchor[STEP] = steps - anchor[STEP];
    anchors.set(body, anchor);
  }
  return anchors;
}
