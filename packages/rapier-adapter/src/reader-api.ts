import type { ColliderHandle, RigidBody, Rotation, TempContactManifold, Vector } from '@dimforge/rapier3d-compat';
import { type ContactBuffer, grown, pushContact } from '@stiction/friction-core';
import { DYNAMIC } from './body-table.js';
import type { OwnedCollider } from './collider-table.js';
import { type InstallState, leaveOut } from './install-state.js';
import { loadBody } from './read-bodies.js';

/**
 * Contacts through Rapier's public API, after its step: awake bodies → their colliders → pairs → manifolds → points with
 * normal impulses, into `store.contacts`. Bodies met on the way are loaded into the body table.
 *
 * What the API hides or mixes up, and what is done about it:
 * - A manifold may hold more contacts than were solved; the others keep impulses of earlier steps. Solved ones are found
 *   by position, since `solverContactPoint(i)` and `contactImpulse(i)` are not in the same order.
 * - A pair with several manifolds reports no impulses at all. Its contacts are read with impulse 0 and listed in
 *   `hidden`; their load is found from the bodies' momentum.
 */

/**
 * Farther apart than this [m] a contact of a pair with several manifolds carries nothing. Rapier solves contacts within
 * 2 mm, but the distances it reports are stale by some millimetres while it recycles a manifold.
 */
const REACH = 0.02;

// The pair that is being read. Callbacks of the engine share these, so that no closure is made per step.
let state: InstallState;
let contacts: ContactBuffer;
let mine: OwnedCollider;
let theirs: OwnedCollider;
let manifolds = 0;
let awake = 0;

/** Returns how many bodies are awake. */
export function readContacts(install: InstallState): number {
  state = install;
  contacts = install.store.contacts;
  contacts.count = 0;
  install.hidden.count = 0;
  waiting.length = 0;
  awake = 0;
  install.world.forEachActiveRigidBody(visitBody);
  for (let k = 0; k < waiting.length; k += 2) readPair(waiting[k], waiting[k + 1]);
  return awake;
}

/** Pairs of two free bodies, to be read last: sweeps converge faster from what is held fast outwards. */
const waiting: OwnedCollider[] = [];

function visitBody(body: RigidBody): void {
  const { bodies, stepIndex } = state;
  const slot = bodies.slotOf.get(body.handle);
  if (slot === undefined) return;
  awake++;
  bodies.awake[slot] = stepIndex;
  load(slot);
  if (bodies.kind[slot] !== DYNAMIC) return;
  for (mine of state.colliders.ofSlot[slot]) state.world.narrowPhase.contactPairsWith(mine.handle, visitPair);
}

function load(slot: number): void {
  const { bodies, stepIndex } = state;
  if (bodies.loaded[slot] === stepIndex) return;
  loadBody(bodies, slot, stepIndex);
  if (bodies.bad[slot] === 1) leaveOut(state, slot);
}

function visitPair(handle: ColliderHandle): void {
  const { bodies, stepIndex } = state;
  const other = state.colliders.owned.get(handle);
  if (!other) return;
  // Of two awake bodies the first to be visited reads the pair.
  if (bodies.loaded[other.slot] === stepIndex && bodies.awake[other.slot] === stepIndex && isDynamic(other)) return;
  load(other.slot);
  if (isDynamic(other)) waiting.push(mine, other);
  else readPair(mine, other);
}

function isDynamic(owned: OwnedCollider): boolean {
  return state.bodies.kind[owned.slot] === DYNAMIC;
}

function readPair(first: OwnedCollider, second: OwnedCollider): void {
  const { bodies, world, report, hidden } = state;
  mine = first;
  theirs = second;
  if (bodies.bad[mine.slot] === 1 || bodies.bad[theirs.slot] === 1) {
    report.badContacts++;
    return;
  }
  manifolds = 0;
  const from = contacts.count;
  world.narrowPhase.contactPair(mine.handle, theirs.handle, world.bodies, readManifold);
  if (manifolds < 2) return;
  contacts.count = from;
  world.narrowPhase.contactPair(mine.handle, theirs.handle, world.bodies, readHiddenManifold);
  if (contacts.count === from) return;
  hidden.range = grown(hidden.range, 2 * hidden.count + 2);
  hidden.range[2 * hidden.count] = from;
  hidden.range[2 * hidden.count + 1] = contacts.count;
  hidden.count++;
}

const normal: Vector = { x: 0, y: 0, z: 0 };
const point: Vector = { x: 0, y: 0, z: 0 };
const x1 = new Float64Array(3);
const x2 = new Float64Array(3);
const place = new Float64Array(3);
let middle = new Float64Array(12);
let solved = new Uint8Array(4);

function readManifold(manifold: TempContactManifold, flipped: boolean): void {
  manifolds++;
  const active = manifold.numSolverContacts();
  // Where Rapier itself still applies friction, by the user's wish or because the pair slept since install, it keeps it.
  if (active === 0 || manifold.friction() > 0) return;
  const first = flipped ? theirs : mine;
  const second = flipped ? mine : theirs;
  const count = manifold.numContacts();
  manifold.normal(normal);
  if (count > active) findSolved(manifold, first, second, count, active);
  for (let k = 0; k < count; k++) {
    if (count > active && solved[k] === 0) continue;
    addContact(manifold, k, first, second, manifold.contactImpulse(k));
  }
}

/** All contacts of the pair that are near, with no impulse: the same point of an edge that two triangles share, twice. */
function readHiddenManifold(manifold: TempContactManifold, flipped: boolean): void {
  const first = flipped ? theirs : mine;
  const second = flipped ? mine : theirs;
  const reach = REACH * state.lengthUnit;
  const count = manifold.numContacts();
  if (count === 0 || manifold.friction() > 0) return;
  manifold.normal(normal);
  for (let k = 0; k < count; k++) {
    if (manifold.contactDist(k) < reach) addContact(manifold, k, first, second, 0);
  }
}

function addContact(
  manifold: TempContactManifold,
  k: number,
  first: OwnedCollider,
  second: OwnedCollider,
  impulse: number,
): void {
  const { bodies } = state;
  const c = pushContact(contacts);
  contacts.body[2 * c] = first.slot;
  contacts.body[2 * c + 1] = second.slot;
  contacts.key[4 * c] = bodies.key[first.slot];
  contacts.key[4 * c + 1] = first.key;
  contacts.key[4 * c + 2] = bodies.key[second.slot];
  contacts.key[4 * c + 3] = second.key;
  contacts.material[2 * c] = first.material;
  contacts.material[2 * c + 1] = second.material;
  contacts.normal[3 * c] = normal.x;
  contacts.normal[3 * c + 1] = normal.y;
  contacts.normal[3 * c + 2] = normal.z;
  contacts.gap[c] = 0;
  contacts.slop[c] = 0;
  contacts.restitution[c] = 0;
  contacts.impulse[c] = Math.max(impulse, 0);
  locate(manifold, k, first, second);
  contacts.position[3 * c] = place[0];
  contacts.position[3 * c + 1] = place[1];
  contacts.position[3 * c + 2] = place[2];
  if (Number.isFinite(impulse + place[0] + place[1] + place[2] + normal.x + normal.y + normal.z)) return;
  contacts.count--;
  state.report.badContacts++;
}

/**
 * Puts contact k's position into `place`. The step has moved the two bodies along each other, and each carries its own
 * copy of the point: the one on the body that moves freely is taken, midway where both do.
 */
function locate(manifold: TempContactManifold, k: number, first: OwnedCollider, second: OwnedCollider): void {
  const { kind } = state.bodies;
  let onFirst = kind[first.slot] === DYNAMIC || second.voxels;
  let onSecond = kind[second.slot] === DYNAMIC || first.voxels;
  if (onFirst && onSecond) {
    onFirst = !first.voxels;
    onSecond = !second.voxels || !onFirst;
  }
  if (onFirst) {
    toWorld(first, manifold.subshape1(), manifold.localContactPoint1(k, point), x1);
    if (first.round) turnBack(first.slot, x1);
  }
  if (onSecond) {
    toWorld(second, manifold.subshape2(), manifold.localContactPoint2(k, point), x2);
    if (second.round) turnBack(second.slot, x2);
  }
  for (let e = 0; e < 3; e++) place[e] = onFirst && onSecond ? 0.5 * (x1[e] + x2[e]) : onFirst ? x1[e] : x2[e];
}

/** Takes the body's turn in this step out of a point on it: x ← c + R(-ω h) (x - c). */
function turnBack(slot: number, x: Float64Array): void {
  const { pose, velocity } = state.bodies.bodies;
  const at = 7 * slot;
  const half = -0.5 * state.world.timestep;
  const qx = half * velocity[6 * slot + 3];
  const qy = half * velocity[6 * slot + 4];
  const qz = half * velocity[6 * slot + 5];
  // The quaternion [ω h/2, 1], scaled to length 1: off by the cube of the angle only.
  const scale = 1 / Math.sqrt(1 + qx * qx + qy * qy + qz * qz);
  centre.x = pose[at];
  centre.y = pose[at + 1];
  centre.z = pose[at + 2];
  turn.x = scale * qx;
  turn.y = scale * qy;
  turn.z = scale * qz;
  turn.w = scale;
  x[0] -= centre.x;
  x[1] -= centre.y;
  x[2] -= centre.z;
  transform(centre, turn, x);
}

const centre: Vector = { x: 0, y: 0, z: 0 };
const turn: Rotation = { x: 0, y: 0, z: 0, w: 1 };

/** Marks the contacts that lie where the solver's contacts lie: midway between the points on the two bodies. */
function findSolved(
  manifold: TempContactManifold,
  first: OwnedCollider,
  second: OwnedCollider,
  count: number,
  active: number,
): void {
  if (solved.length < count) {
    solved = new Uint8Array(2 * count);
    middle = new Float64Array(6 * count);
  }
  for (let k = 0; k < count; k++) {
    solved[k] = 0;
    toWorld(first, manifold.subshape1(), manifold.localContactPoint1(k, point), x1);
    toWorld(second, manifold.subshape2(), manifold.localContactPoint2(k, point), x2);
    for (let e = 0; e < 3; e++) middle[3 * k + e] = 0.5 * (x1[e] + x2[e]);
  }
  for (let i = 0; i < active; i++) {
    manifold.solverContactPoint(i, point);
    let nearest = -1;
    let nearestDistance = Number.POSITIVE_INFINITY;
    for (let k = 0; k < count; k++) {
      if (solved[k] === 1) continue;
      const dx = middle[3 * k] - point.x;
      const dy = middle[3 * k + 1] - point.y;
      const dz = middle[3 * k + 2] - point.z;
      const distance = dx * dx + dy * dy + dz * dz;
      if (distance < nearestDistance) {
        nearest = k;
        nearestDistance = distance;
      }
    }
    if (nearest >= 0) solved[nearest] = 1;
  }
}

/** From the frame of a collider, or of one of its parts, to the world. */
function toWorld(owned: OwnedCollider, part: number, local: Vector | null, out: Float64Array): void {
  out[0] = local?.x ?? Number.NaN;
  out[1] = local?.y ?? Number.NaN;
  out[2] = local?.z ?? Number.NaN;
  if (owned.parts) transform(owned.parts.positions[part], owned.parts.rotations[part], out);
  if (owned.poseStep !== state.stepIndex) {
    owned.poseStep = state.stepIndex;
    owned.collider.translation(owned.position);
    owned.collider.rotation(owned.rotation);
  }
  transform(owned.position, owned.rotation, out);
}

/** x ← R(q) x + t, in place. */
function transform(t: Vector, q: Rotation, x: Float64Array): void {
  const a = x[0];
  const b = x[1];
  const c = x[2];
  const u = 2 * (q.y * c - q.z * b);
  const v = 2 * (q.z * a - q.x * c);
  const w = 2 * (q.x * b - q.y * a);
  x[0] = t.x + a + q.w * u + q.y * w - q.z * v;
  x[1] = t.y + b + q.w * v + q.z * u - q.x * w;
  x[2] = t.z + c + q.w * w + q.x * v - q.y * u;
}
