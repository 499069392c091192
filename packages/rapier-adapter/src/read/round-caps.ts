import {
  type ContactBuffer,
  copyContact,
  isSameKey,
  movePoint,
  pushContact,
  RIM_COSINES,
  RIM_POINTS,
} from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import type { ColliderRecord } from '../ownership/collider-table.js';
import { placeCollider } from './collider-place.js';

/**
 * Rapier reports a cylinder standing on its cap as four points, the corners of a square inside the rim. Friction needs the real patch. If the
 * cap is supported all round, its points are replaced by RIM_POINTS points on the rim with the same load and the same centre:
 *
 *     λ_k = N / RIM_POINTS · (1 + 2 (e · r_k) / R²),     e the pressure centre, |e| ≤ R/2
 *
 * Supported all round: every half of the rim has a contact point. Three points are enough, because the engine sometimes drops one corner on
 * flat ground. A cap that overhangs an edge or is about to tip keeps the engine's points.
 */
/** Largest distance of a rim point from the rim, as a share of the radius. */
const RIM_TOLERANCE = 0.02;
/** Smallest cosine between the normals and the axis. */
const UPRIGHT = 0.999;

/** The caps found in one step. */
type Caps = ReturnType<typeof createCaps>;

export function createCaps() {
  return {
    count: 0,
    /** First and last (exclusive) contact of each cap. */
    ranges: [] as number[],
    /** Per cap: centre, two perpendicular radii, total impulse, pressure centre in units of the radius. */
    discs: [] as number[],
    /** Scratch: a point, the collider's centre and its axes in the world. */
    local: new Float64Array(3),
    centre: new Float64Array(3),
    axes: new Float64Array(9),
  };
}

/** Numbers per cap in `discs`, and where they start. */
const DISC = 12;
const RADIUS_U = 3;
const RADIUS_V = 6;
const LOAD = 9;
const CENTRE_U = 10;
const CENTRE_V = 11;

export function roundCaps(install: InstallState): void {
  if (install.colliders.capped === 0) return;
  const { contacts } = install.store;
  const { caps } = install.reading;
  caps.count = 0;
  for (let from = 0; from < contacts.count; ) {
    let to = from + 1;
    while (to < contacts.count && isSamePatch(contacts, from, to)) to++;
    if (to - from >= 3 && findCap(install, contacts, from, to) && to - from > RIM_POINTS) {
      moveContacts(contacts, to, contacts.count, from + RIM_POINTS);
      contacts.count -= to - from - RIM_POINTS;
      to = from + RIM_POINTS;
      caps.ranges[2 * caps.count - 1] = to;
    }
    from = to;
  }
  if (caps.count > 0) replaceContacts(caps, contacts);
}

function isSamePatch({ key, normal: n }: ContactBuffer, a: number, b: number): boolean {
  if (!isSameKey(key, 4 * a, key, 4 * b)) return false;
  return n[3 * a] * n[3 * b] + n[3 * a + 1] * n[3 * b + 1] + n[3 * a + 2] * n[3 * b + 2] > UPRIGHT;
}

function findCap(install: InstallState, contacts: ContactBuffer, from: number, to: number): boolean {
  const { caps } = install.reading;
  for (let side = 0; side < 2; side++) {
    const record = install.colliders.byKey.get(contacts.key[4 * from + 1 + 2 * side]);
    if (!record) continue;
    if (!record.isPlaced) placeCollider(install, record);
    if (!(record.cap[0] > 0)) continue;
    if (isSupported(install, record, contacts, from, to, contacts.body[2 * from + side])) {
      caps.ranges[2 * caps.count] = from;
      caps.ranges[2 * caps.count + 1] = to;
      caps.count++;
      return true;
    }
  }
  return false;
}

/** True if the cap is supported all round with its load well inside. Then `discs` describes it. */
function isSupported(
  install: InstallState,
  record: ColliderRecord,
  contacts: ContactBuffer,
  from: number,
  to: number,
  slot: number,
): boolean {
  const { normal: n, position: x, impulse } = contacts;
  const { caps } = install.reading;
  const { discs, centre, axes } = caps;
  const [radius] = record.cap;
  placeAxes(install, record, slot);
  const upright = axes[3] * n[3 * from] + axes[4] * n[3 * from + 1] + axes[5] * n[3 * from + 2];
  if (!(Math.abs(upright) > UPRIGHT)) return false;
  // The first point decides which of the two caps touches.
  let along = 0;
  for (let e = 0; e < 3; e++) along += axes[3 + e] * (x[3 * from + e] - centre[e]);
  const height = along > 0 ? record.cap[1] : record.cap[2];
  if (!Number.isFinite(height)) return false;
  const at = DISC * caps.count;
  for (let e = 0; e < 3; e++) {
    // The engine's points lie slightly inside the other body; they define the contact plane.
    discs[at + e] = centre[e] + along * axes[3 + e];
    discs[at + RADIUS_U + e] = radius * axes[e];
    discs[at + RADIUS_V + e] = radius * axes[6 + e];
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
      u += (d * axes[e]) / radius;
      v += (d * axes[6 + e]) / radius;
    }
    load += impulse[c];
    eu += impulse[c] * u;
    ev += impulse[c] * v;
    if (Math.abs(Math.sqrt(u * u + v * v) - 1) < RIM_TOLERANCE) sectors |= sectorOf(u, v);
  }
  if (!coversEveryHalf(sectors)) return false;
  if (!(load > 0)) load = 0;
  discs[at + LOAD] = load;
  discs[at + CENTRE_U] = load > 0 ? eu / load : 0;
  discs[at + CENTRE_V] = load > 0 ? ev / load : 0;
  return discs[at + CENTRE_U] * discs[at + CENTRE_U] + discs[at + CENTRE_V] * discs[at + CENTRE_V] <= 0.25;
}

/** The bit of the sector (one of eight) that contains the point. */
function sectorOf(u: number, v: number): number {
  const bit = (u > 0 ? 1 : 0) + (v > 0 ? 2 : 0) + (Math.abs(u) > Math.abs(v) ? 4 : 0);
  return 1 << SECTOR_ORDER[bit];
}

/** Sectors in order of their angle about the axis. */
const SECTOR_ORDER = [5, 6, 2, 1, 4, 7, 3, 0];

function coversEveryHalf(sectors: number): boolean {
  for (let k = 0; k < 8; k++) {
    const half = (0b1111 << k) | (0b1111 >> (8 - k));
    if ((sectors & half & 0xff) === 0) return false;
  }
  return true;
}

/** Writes the collider's centre and axes in the world; its own axis is the second. */
function placeAxes({ bodies, reading }: InstallState, record: ColliderRecord, slot: number): void {
  const { pose } = bodies.bodies;
  const { local, centre, axes } = reading.caps;
  movePoint(pose, 7 * slot, record.localPose, 0, centre, 0);
  for (let axis = 0; axis < 3; axis++) {
    local.fill(0);
    local[axis] = 1;
    movePoint(record.localPose, 0, local, 0, local, 0);
    movePoint(pose, 7 * slot, local, 0, axes, 3 * axis);
    for (let e = 0; e < 3; e++) axes[3 * axis + e] -= centre[e];
  }
}

/** Works from the back, so that contacts not yet handled stay in place. */
function replaceContacts(caps: Caps, contacts: ContactBuffer): void {
  const { ranges } = caps;
  let growth = 0;
  for (let k = 0; k < caps.count; k++) growth += RIM_POINTS - (ranges[2 * k + 1] - ranges[2 * k]);
  const before = contacts.count;
  for (let k = 0; k < growth; k++) pushContact(contacts);
  contacts.count = before + growth;
  let end = before;
  for (let k = caps.count - 1; k >= 0; k--) {
    const from = ranges[2 * k];
    const to = ranges[2 * k + 1];
    moveContacts(contacts, to, end, to + growth);
    growth -= RIM_POINTS - (to - from);
    for (let p = RIM_POINTS - 1; p >= 0; p--) writePoint(caps, contacts, from, from + growth + p, k, p);
    end = from;
  }
}

function moveContacts(contacts: ContactBuffer, from: number, to: number, target: number): void {
  if (from === to || from === target) return;
  contacts.body.copyWithin(2 * target, 2 * from, 2 * to);
  contacts.key.copyWithin(4 * target, 4 * from, 4 * to);
  contacts.material.copyWithin(2 * target, 2 * from, 2 * to);
  contacts.part.copyWithin(2 * target, 2 * from, 2 * to);
  contacts.normal.copyWithin(3 * target, 3 * from, 3 * to);
  contacts.position.copyWithin(3 * target, 3 * from, 3 * to);
  contacts.gap.copyWithin(target, from, to);
  contacts.slop.copyWithin(target, from, to);
  contacts.restitution.copyWithin(target, from, to);
  contacts.impulse.copyWithin(target, from, to);
}

/** Writes point p of cap k; everything but position and impulse is copied from contact `like`. */
function writePoint({ discs }: Caps, contacts: ContactBuffer, like: number, c: number, k: number, p: number): void {
  copyContact(contacts, like, c);
  const at = DISC * k;
  const u = RIM_COSINES[p];
  const v = RIM_COSINES[(p + 6) % RIM_POINTS];
  for (let e = 0; e < 3; e++) {
    contacts.position[3 * c + e] = discs[at + e] + u * discs[at + RADIUS_U + e] + v * discs[at + RADIUS_V + e];
  }
  contacts.impulse[c] =
    (discs[at + LOAD] / RIM_POINTS) * (1 + 2 * (discs[at + CENTRE_U] * u + discs[at + CENTRE_V] * v));
}
