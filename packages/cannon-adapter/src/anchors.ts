import { resizeBodies, type SnapshotReader, takeIndex, takeNumber } from '@stiction/friction-core';
import type { Body, Equation } from 'cannon-es';
import { writePose } from './apply.js';
import { slotOf } from './extract.js';
import type { AdapterState } from './state.js';

/**
 * Anchors: static and kinematic bodies that joints hold on to. Users often move them by `position` (a mouse pick) while their velocity
 * is 0. Joints would follow such an anchor by their position error alone and take the velocity out again, so a dragged body would
 * have none when it is released. Joints therefore see an anchor that trails the real one with the velocity of its motion:
 *
 *     lag ← (1 - α) lag - displacement since the last step,   velocity = -α lag / dt
 *
 * with α = a dt of the joint's equation, the share of an error that cannon-es itself corrects per step (0.24 by default). A steady
 * drag gives the anchor's speed, a jerky one its mean over 1/α steps.
 */

/** Pose at the end of the last step, lag (displacement and rotation vector), α, and `report.steps` when it was used last. */
export type Anchor = Float64Array;

const LAG = 7;
const ALPHA = 13;
const STEP = 14;
const ANCHOR_SIZE = 15;

const DYNAMIC = 1;
/** Turns by nearly half a circle between two steps are taken for less: the direction of a quaternion's axis is lost there. */
const LEAST_COSINE = 0.1;

/** Finds the anchors of this step's joints; those that trail are put into `state.trailing`, with slots from `state.ownSlots` on. */
export function followAnchors(state: AdapterState, dt: number): void {
  state.trailing.length = 0;
  state.ownSlots = state.bodies.count;
  for (const equation of state.jointEquations) {
    if ((equation.bi.type & DYNAMIC) === 0) followAnchor(state, equation, equation.bi, dt);
    if ((equation.bj.type & DYNAMIC) === 0) followAnchor(state, equation, equation.bj, dt);
  }
}

function followAnchor(state: AdapterState, equation: Equation, body: Body, dt: number): void {
  const { steps } = state.report;
  const anchor = state.anchors.get(body);
  if (!anchor) {
    const fresh = new Float64Array(ANCHOR_SIZE);
    fresh[STEP] = steps;
    state.anchors.set(body, fresh);
    return;
  }
  if (anchor[STEP] === steps) return; // by another of its equations
  const held = anchor[STEP] === steps - 1;
  anchor[STEP] = steps;
  if (!held) anchor.fill(0, LAG, STEP);
  else addDisplacement(anchor, body);
  anchor[ALPHA] = Math.min(1, equation.a * dt);
  if (trails(anchor)) addTrailing(state, body, anchor);
}

/** lag ← (1 - α) lag - what the user has moved the body by since the last step. */
function addDisplacement(anchor: Anchor, { position: x, quaternion: q }: Body): void {
  const keep = 1 - anchor[ALPHA];
  for (let e = LAG; e < ALPHA; e++) anchor[e] *= keep;
  anchor[LAG] -= x.x - anchor[0];
  anchor[LAG + 1] -= x.y - anchor[1];
  anchor[LAG + 2] -= x.z - anchor[2];
  const px = anchor[3];
  const py = anchor[4];
  const pz = anchor[5];
  const pw = anchor[6];
  // The vector part of q p⁻¹ over its scalar part is half the rotation vector, as `turnPose` understands it.
  const cosine = q.w * pw + q.x * px + q.y * py + q.z * pz;
  const scale = 2 / (cosine < 0 ? Math.min(-LEAST_COSINE, cosine) : Math.max(LEAST_COSINE, cosine));
  anchor[LAG + 3] -= scale * (q.x * pw - q.w * px - q.y * pz + q.z * py);
  anchor[LAG + 4] -= scale * (q.y * pw - q.w * py - q.z * px + q.x * pz);
  anchor[LAG + 5] -= scale * (q.z * pw - q.w * pz - q.x * py + q.y * px);
}

/** A lag that has shrunk to nothing beside the pose ends. */
function trails(anchor: Anchor): boolean {
  const size = Math.abs(anchor[0]) + Math.abs(anchor[1]) + Math.abs(anchor[2]) + 1;
  let lag = 0;
  for (let e = LAG; e < ALPHA; e++) lag = Math.max(lag, Math.abs(anchor[e]));
  return lag > 1e-12 * size;
}

/** Puts the body where its joints see it, in a slot of its own. */
function addTrailing(state: AdapterState, body: Body, anchor: Anchor): void {
  const { bodies } = state;
  const own = slotOf(state, body);
  const slot = bodies.count;
  resizeBodies(bodies, slot + 1);
  bodies.pose.copyWithin(7 * slot, 7 * own, 7 * own + 7);
  bodies.velocity.copyWithin(6 * slot, 6 * own, 6 * own + 6);
  bodies.acceleration.fill(0, 6 * slot, 6 * slot + 6);
  bodies.invMass.fill(0, 3 * slot, 3 * slot + 3);
  bodies.invInertia.fill(0, 6 * slot, 6 * slot + 6);
  for (let e = 0; e < 6; e++) bodies.motion[6 * slot + e] = anchor[LAG + e];
  state.bodyOf[slot] = body;
  state.trailing.push(body);
  writePose(state, slot);
  readPose(bodies.pose, 7 * slot, body);
}

/** The slot that a body has in joints. */
export function jointSlotOf(state: AdapterState, body: Body): number {
  const place = state.trailing.length === 0 ? -1 : state.trailing.indexOf(body);
  return place < 0 ? slotOf(state, body) : state.ownSlots + place;
}

/** Lets trailing anchors move: until here their velocities are the user's, which motors are told apart by. */
export function startAnchors(state: AdapterState, dt: number): void {
  const { velocity } = state.bodies;
  for (let k = 0; k < state.trailing.length; k++) {
    const anchor = state.anchors.get(state.trailing[k]) as Anchor;
    const at = 6 * (state.ownSlots + k);
    for (let e = 0; e < 6; e++) velocity[at + e] -= (anchor[ALPHA] / dt) * anchor[LAG + e];
  }
}

/** The step is solved: its slots are those of the bodies alone again. */
export function dropTrailing(state: AdapterState): void {
  state.bodyOf.length = state.ownSlots;
  state.trailing.length = 0;
}

/** After the engine has integrated. */
export function rememberAnchors({ anchors, jointEquations }: AdapterState): void {
  for (const { bi, bj } of jointEquations) {
    rememberAnchor(anchors.get(bi), bi);
    rememberAnchor(anchors.get(bj), bj);
  }
}

function rememberAnchor(anchor: Anchor | undefined, body: Body): void {
  if (anchor) readPose(anchor, 0, body);
}

function readPose(out: Float64Array, at: number, { position: x, quaternion: q }: Body): void {
  out[at] = x.x;
  out[at + 1] = x.y;
  out[at + 2] = x.z;
  out[at + 3] = q.x;
  out[at + 4] = q.y;
  out[at + 5] = q.z;
  out[at + 6] = q.w;
}

/** For a snapshot: bodies by their place in the world, steps counted back from the present one. */
export function putAnchors(out: number[], { world, anchors, report }: AdapterState): void {
  const known = world.bodies.filter((body) => anchors.has(body));
  out.push(known.length);
  for (const body of known) {
    const anchor = anchors.get(body) as Anchor;
    out.push(body.index, ...anchor.subarray(0, STEP), report.steps - anchor[STEP]);
  }
}

export function takeAnchors(
  reader: SnapshotReader,
  bodyAt: (place: number) => Body,
  steps: number,
): WeakMap<Body, Anchor> {
  const anchors = new WeakMap<Body, Anchor>();
  for (let count = takeIndex(reader); count > 0; count--) {
    const body = bodyAt(takeIndex(reader));
    const anchor = Float64Array.from({ length: ANCHOR_SIZE }, () => takeNumber(reader));
    anchor[STEP] = steps - anchor[STEP];
    anchors.set(body, anchor);
  }
  return anchors;
}
