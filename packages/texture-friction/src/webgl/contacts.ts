import { requireKnownOptions, rotateBack } from '@stiction/friction-core/adapter';
import { requirePoint } from '../mappings/options.js';
import type { LocalContact } from '../sampling/contact-chart.js';

/** Contacts to render, e.g. of one step. `contacts.count = 0` clears them. */
export interface PatchContacts {
  count: number;
  /** Surfaces of A and B per contact, numbers from `addSurface`; -1 is smooth and covers the whole window. */
  surfaces: Int32Array;
  /** Each contact in the frames of A's and B's shapes: two `LocalContact`s. */
  localContacts: Float64Array;
  /** Penetration depths [m]; negative counts as 0. */
  depths: Float64Array;
}

export function createPatchContacts(): PatchContacts {
  return {
    count: 0,
    surfaces: new Int32Array(32),
    localContacts: new Float64Array(16 * 24),
    depths: new Float64Array(16),
  };
}

/** Adds a contact given in the frames of both shapes, as for `samplePair`; a null surface is smooth. Returns its number. */
export function addLocalContact(
  contacts: PatchContacts,
  surfaceA: number | null,
  contactA: LocalContact,
  surfaceB: number | null,
  contactB: LocalContact,
  depth: number,
): number {
  const k = contacts.count++;
  if (k === contacts.depths.length) grow(contacts);
  contacts.surfaces[2 * k] = surfaceA ?? -1;
  contacts.surfaces[2 * k + 1] = surfaceB ?? -1;
  contacts.localContacts.set(contactA, 24 * k);
  contacts.localContacts.set(contactB, 24 * k + 12);
  contacts.depths[k] = depth;
  return k;
}

function grow(contacts: PatchContacts): void {
  const { surfaces, localContacts, depths } = contacts;
  contacts.surfaces = new Int32Array(2 * surfaces.length);
  contacts.localContacts = new Float64Array(2 * localContacts.length);
  contacts.depths = new Float64Array(2 * depths.length);
  contacts.surfaces.set(surfaces);
  contacts.localContacts.set(localContacts);
  contacts.depths.set(depths);
}

export interface PlacedSurface {
  /** Number of the surface from `addSurface`. */
  surface: number;
  /** World position of the shape [m]. */
  position: ArrayLike<number>;
  /** World rotation of the shape: unit quaternion x, y, z, w. */
  rotation: ArrayLike<number>;
}

export interface WorldContact {
  /** World position of the contact, midway between both surfaces [m]. */
  point: ArrayLike<number>;
  /** Unit vector from A to B. */
  normal: ArrayLike<number>;
  /** Direction t in the contact plane; b = n × t. */
  tangent: ArrayLike<number>;
  /** Penetration depth [m]. @default 0 */
  depth?: number;
  /** Surface of A. @default smooth, covering the whole window */
  a?: PlacedSurface;
  /** Surface of B. @default smooth, covering the whole window */
  b?: PlacedSurface;
}

/** Adds a contact given in world coordinates. Returns its number. */
export function addContact(contacts: PatchContacts, contact: WorldContact): number {
  const owner = 'addContact';
  requireKnownOptions(owner, contact, ['point', 'normal', 'tangent', 'depth', 'a', 'b']);
  const point = requirePoint(owner, 'point', contact.point);
  const normal = requirePoint(owner, 'normal', contact.normal);
  const tangent = requirePoint(owner, 'tangent', contact.tangent);
  const { depth = 0 } = contact;
  if (!Number.isFinite(depth))
    throw new RangeError(`${owner}: depth must be a finite number in m (got ${String(depth)})`);
  normalise(owner, 'normal', normal);
  const up = normal[0] * tangent[0] + normal[1] * tangent[1] + normal[2] * tangent[2];
  for (let e = 0; e < 3; e++) tangent[e] -= up * normal[e];
  normalise(owner, 'tangent component perpendicular to normal', tangent);
  const localA = new Float64Array(12);
  const localB = new Float64Array(12);
  for (const [name, side, out] of [['a', 1, localA] as const, ['b', -1, localB] as const]) {
    const body = contact[name];
    if (body !== undefined) writeLocalContact(`${owner}: ${name}`, body, point, normal, tangent, side, out);
  }
  return addLocalContact(contacts, contact.a?.surface ?? null, localA, contact.b?.surface ?? null, localB, depth);
}

function writeLocalContact(
  owner: string,
  body: PlacedSurface,
  point: Float64Array,
  n: Float64Array,
  t: Float64Array,
  side: number,
  out: Float64Array,
): void {
  requireKnownOptions(owner, body, ['surface', 'position', 'rotation']);
  const pose = new Float64Array(7);
  pose.set(requirePoint(owner, 'position', body.position));
  if (body.rotation?.length !== 4) throw new RangeError(`${owner}: rotation must be a unit quaternion x, y, z, w`);
  pose.set(body.rotation, 3);
  const length = Math.sqrt(pose[3] * pose[3] + pose[4] * pose[4] + pose[5] * pose[5] + pose[6] * pose[6]);
  if (!(Math.abs(length - 1) < 1e-3)) {
    throw new RangeError(`${owner}: rotation must be a unit quaternion x, y, z, w (got length ${length})`);
  }
  for (let e = 3; e < 7; e++) pose[e] /= length;
  const world = new Float64Array(12);
  for (let e = 0; e < 3; e++) {
    world[e] = point[e] - pose[e];
    world[3 + e] = side * n[e];
    world[6 + e] = t[e];
  }
  world[9] = n[1] * t[2] - n[2] * t[1];
  world[10] = n[2] * t[0] - n[0] * t[2];
  world[11] = n[0] * t[1] - n[1] * t[0];
  for (let v = 0; v < 12; v += 3) rotateBack(pose, 0, world, v, out, v);
}

function normalise(owner: string, option: string, v: Float64Array): void {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (!(length > 1e-9)) throw new RangeError(`${owner}: ${option} must not be 0 (got length ${length})`);
  for (let e = 0; e < 3; e++) v[e] /= length;
}
