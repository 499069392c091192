import { type ContactBuffer, pushContact } from '@stiction/friction-core';
import type { InstallState } from '../install/state.js';
import type { ColliderRecord } from '../ownership/collider-table.js';
import { placeCollider } from './collider-place.js';
import { movePoint } from './move-point.js';

/**
 * Rapier tells of a cylinder that stands on its cap four points, the corners of a square within the rim, however round the cap is. Friction
 * needs the patch as it is: where the cap is carried all round, the points become RIM points on the rim, which carry the same load
 * with the same centre,
 *
 *     λ_k = N / RIM · (1 + 2 (e · r_k) / R²),     e the pressure centre, |e| ≤ R/2
 *
 * Carried all round means that no half of the rim is without a contact point: the engine now and then cuts one of the four corners off, on
 * flat ground too, so three must do. A cap that stands half over an edge, or is about to tip, keeps the points that the engine tells.
 */
const RIM = 8;
/** On the rim: not farther from it than this share of the radius. */
const NEAR = 0.02;
/** Normals along the axis: cosine. */
const UPRIGHT = 0.999;

export function roundCaps(install: InstallState): void {
  if (install.colliders.capped === 0) return;
  const { contacts } = install.store;
  caps = 0;
  for (let from = 0; from < contacts.count; ) {
    let to = from + 1;
    while (to < contacts.count && isSamePatch(contacts, from, to)) to++;
    if (to - from >= 3 && findCap(install, contacts, from, to) && to - from > RIM) {
      moveContacts(contacts, to, contacts.count, from + RIM);
      contacts.count -= to - from - RIM;
      to = from + RIM;
      ranges[2 * caps - 1] = to;
    }
    from = to;
  }
  if (caps > 0) replace(contacts);
}

/** What is to be replaced: contacts from and to; total impulse, cap centre, and two radii at right angles, in the world. */
let caps = 0;
const ranges: number[] = [];
const discs: number[] = [];
const DISC = 12;

function isSamePatch({ key, normal: n }: ContactBuffer, a: number, b: number): boolean {
  for (let e = 0; e < 4; e++) if (key[4 * a + e] !== key[4 * b + e]) return false;
  return n[3 * a] * n[3 * b] + n[3 * a + 1] * n[3 * b + 1] + n[3 * a + 2] * n[3 * b + 2] > UPRIGHT;
}

function findCap(install: InstallState, contacts: ContactBuffer, from: number, to: number): boolean {
  const { ofKey } = install.colliders;
  for (let side = 0; side < 2; side++) {
    const owned = ofKey.get(contacts.key[4 * from + 1 + 2 * side]);
    if (!owned) continue;
    if (!owned.placed) placeCollider(install, owned);
    if (!(owned.cap[0] > 0)) continue;
    if (isCarried(install, owned, contacts, from, to, contacts.body[2 * from + side])) {
      ranges[2 * caps] = from;
      ranges[2 * caps + 1] = to;
      caps++;
      return true;
    }
  }
  return false;
}

const local = new Float64Array(3);
const centre = new Float64Array(3);
const frame = new Float64Array(9);

/** Is the cap that the contacts touch carried all round, and its load well within? Then `discs` has what is to be known of it. */
function isCarried(
  install: InstallState,
  owned: ColliderRecord,
  contacts: ContactBuffer,
  from: number,
  to: number,
  slot: number,
): boolean {
  const { normal: n, position: x, impulse } = contacts;
  const [radius] = owned.cap;
  placeFrame(install, owned, slot);
  const upright = frame[3] * n[3 * from] + frame[4] * n[3 * from + 1] + frame[5] * n[3 * from + 2];
  if (!(Math.abs(upright) > UPRIGHT)) return false;
  // Which of the two caps: the one that the first point is at.
  let along = 0;
  for (let e = 0; e < 3; e++) along += frame[3 + e] * (x[3 * from + e] - centre[e]);
  const height = along > 0 ? owned.cap[1] : owned.cap[2];
  if (!Number.isFinite(height)) return false;
  const at = DISC * caps;
  for (let e = 0; e < 3; e++) {
    // The engine's points lie a little in the other body: the plane of the contact is theirs.
    discs[at + e] = centre[e] + along * frame[3 + e];
    discs[at + 3 + e] = radius * frame[e];
    discs[at + 6 + e] = radius * frame[6 + e];
  }
  let load = 0;
  let eu = 0;
  let ev = 0;
  let sectors = 0;
  for (let c = from; c < to; c++) {
    let u = 0;
    let v = 0;
    for (let e = 0; e < 3; e++) {
      const d = x[3 * c + e] - discs[at + e];
      u += (d * frame[e]) / radius;
      v += (d * frame[6 + e]) / radius;
    }
    load += impulse[c];
    eu += impulse[c] * u;
    ev += impulse[c] * v;
    if (Math.abs(Math.sqrt(u * u + v * v) - 1) < NEAR) sectors |= sectorOf(u, v);
  }
  if (!isRound(sectors)) return false;
  if (!(load > 0)) load = 0;
  discs[at + 9] = load;
  discs[at + 10] = load > 0 ? eu / load : 0;
  discs[at + 11] = load > 0 ? ev / load : 0;
  return discs[at + 10] * discs[at + 10] + discs[at + 11] * discs[at + 11] <= 0.25;
}

/** A bit for each of eight sectors, of which a point lies in one. */
function sectorOf(u: number, v: number): number {
  const bit = (u > 0 ? 1 : 0) + (v > 0 ? 2 : 0) + (Math.abs(u) > Math.abs(v) ? 4 : 0);
  return 1 << ORDER[bit];
}

/** Sectors by their turn about the axis. */
const ORDER = [5, 6, 2, 1, 4, 7, 3, 0];

/** No half without a point. */
function isRound(sectors: number): boolean {
  for (let k = 0; k < 8; k++) {
    const half = (0b1111 << k) | (0b1111 >> (8 - k));
    if ((sectors & half & 0xff) === 0) return false;
  }
  return true;
}

/** The collider's centre and axes in the world; its own axis is the second. */
function placeFrame({ bodies }: InstallState, owned: ColliderRecord, slot: number): void {
  const { pose } = bodies.bodies;
  movePoint(pose, 7 * slot, owned.place, 0, centre, 0);
  for (let axis = 0; axis < 3; axis++) {
    local.fill(0);
    local[axis] = 1;
    movePoint(owned.place, 0, local, 0, local, 0);
    movePoint(pose, 7 * slot, local, 0, frame, 3 * axis);
    for (let e = 0; e < 3; e++) frame[3 * axis + e] -= centre[e];
  }
}

/** From the back, so that what is not yet done stays where it is. */
function replace(contacts: ContactBuffer): void {
  let growth = 0;
  for (let k = 0; k < caps; k++) growth += RIM - (ranges[2 * k + 1] - ranges[2 * k]);
  const before = contacts.count;
  for (let k = 0; k < growth; k++) pushContact(contacts);
  contacts.count = before + growth;
  let end = before;
  for (let k = caps - 1; k >= 0; k--) {
    const from = ranges[2 * k];
    const to = ranges[2 * k + 1];
    moveContacts(contacts, to, end, to + growth);
    growth -= RIM - (to - from);
    for (let p = RIM - 1; p >= 0; p--) writePoint(contacts, from, from + growth + p, k, p);
    end = from;
  }
}

function moveContacts(contacts: ContactBuffer, from: number, to: number, target: number): void {
  if (from === to || from === target) return;
  contacts.body.copyWithin(2 * target, 2 * from, 2 * to);
  contacts.key.copyWithin(4 * target, 4 * from, 4 * to);
  contacts.material.copyWithin(2 * target, 2 * from, 2 * to);
  contacts.normal.copyWithin(3 * target, 3 * from, 3 * to);
  contacts.position.copyWithin(3 * target, 3 * from, 3 * to);
  contacts.gap.copyWithin(target, from, to);
  contacts.slop.copyWithin(target, from, to);
  contacts.restitution.copyWithin(target, from, to);
  contacts.impulse.copyWithin(target, from, to);
}

/** Point p of cap k, all but place and impulse as contact `like`. */
function writePoint(contacts: ContactBuffer, like: number, c: number, k: number, p: number): void {
  moveContacts(contacts, like, like + 1, c);
  const at = DISC * k;
  const u = COSINES[p];
  const v = COSINES[(p + 6) % 8];
  for (let e = 0; e < 3; e++) {
    contacts.position[3 * c + e] = discs[at + e] + u * discs[at + 3 + e] + v * discs[at + 6 + e];
  }
  contacts.impulse[c] = (discs[at + 9] / RIM) * (1 + 2 * (discs[at + 10] * u + discs[at + 11] * v));
}

const COSINES = /* @__PURE__ */ cosines();

/** Of multiples of an eighth of a turn. */
function cosines(): readonly number[] {
  const c = Math.SQRT1_2;
  return [1, c, 0, -c, -1, -c, 0, c];
}
