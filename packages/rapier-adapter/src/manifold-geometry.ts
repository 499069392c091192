import { grown } from '@stiction/friction-core';
import { DYNAMIC } from './body-table.js';
import { placeCollider } from './collider-place.js';
import type { OwnedCollider } from './collider-table.js';
import { movePart, movePoint, setTurn } from './contact-frames.js';
import type { InstallState } from './install-state.js';
import { POINTS, type TouchingPairs } from './touching-pairs.js';
import type { RawManifold } from './versions.js';

/** Where the contacts of a manifold lie, and which of them were solved. For `read-pairs.ts`. */

/** Normal and points of a manifold: in a row of `TouchingPairs`, or in `loose` for one that is not remembered. */
export type Geometry = Pick<TouchingPairs, 'normal' | 'impulse' | 'localA' | 'localB' | 'position'>;
export const loose = /* @__PURE__ */ createGeometry();

function createGeometry(): Geometry {
  return {
    normal: new Float64Array(3),
    impulse: new Float64Array(0),
    localA: new Float64Array(0),
    localB: new Float64Array(0),
    position: new Float64Array(0),
  };
}

/** Per contact: 1 where it is to be taken. */
export let isSolved = new Uint8Array(64);
const out = new Float32Array(3);

/** Reads normal and points, and finds out which contacts were solved. */
export function readGeometry(
  state: InstallState,
  manifold: RawManifold,
  row: number,
  count: number,
  active: number,
  to: Geometry,
  at: number,
): void {
  if (to === loose) {
    loose.impulse = grown(loose.impulse, count);
    loose.localA = grown(loose.localA, 3 * count);
    loose.localB = grown(loose.localB, 3 * count);
    loose.position = grown(loose.position, 3 * count);
  }
  isSolved = grown(isSolved, count);
  isSolved.fill(1, 0, count);
  manifold.normal(out);
  for (let e = 0; e < 3; e++) to.normal[3 * at + e] = out[e];
  const first = state.touching.first[row];
  const second = state.touching.second[row];
  const all = count > active;
  const partA = first.parts ? manifold.subshape1() : 0;
  const partB = second.parts ? manifold.subshape2() : 0;
  for (let k = 0; k < count; k++) {
    const p = 3 * (POINTS * at + k);
    if (all || isOnFirst(state, first, second)) {
      toBody(state, first, partA, manifold.contact_local_p1(k, out), to.localA, p);
    }
    if (all || isOnSecond(state, first, second)) {
      toBody(state, second, partB, manifold.contact_local_p2(k, out), to.localB, p);
    }
  }
  if (all) findSolved(state, manifold, row, count, active, to, at);
  for (let k = 0; k < count; k++) {
    const p = 3 * (POINTS * at + k);
    if (first.round) turnBack(state, first.slot, to.localA, p);
    if (second.round) turnBack(state, second.slot, to.localB, p);
  }
}

/**
 * The step has moved the two bodies along each other, and each carries its own copy of the point: the one on the body that
 * moves freely is taken, midway where both do.
 */
function isOnFirst({ bodies }: InstallState, first: OwnedCollider, second: OwnedCollider): boolean {
  return !first.voxels && (bodies.kind[first.slot] === DYNAMIC || second.voxels);
}

function isOnSecond({ bodies }: InstallState, first: OwnedCollider, second: OwnedCollider): boolean {
  return first.voxels || (!second.voxels && bodies.kind[second.slot] === DYNAMIC);
}

/** Puts the points into the world. */
export function locate(state: InstallState, row: number, count: number, from: Geometry, at: number): void {
  const first = state.touching.first[row];
  const second = state.touching.second[row];
  const onFirst = isOnFirst(state, first, second);
  const onSecond = isOnSecond(state, first, second);
  const { position } = from;
  const p = 3 * POINTS * at;
  for (let x = p; x < p + 3 * count; x += 3) {
    if (onFirst) toWorld(state, first.slot, from.localA, x, position, x);
    if (!onSecond) continue;
    toWorld(state, second.slot, from.localB, x, x2, 0);
    const share = onFirst ? 0.5 : 1;
    for (let e = 0; e < 3; e++) position[x + e] = share * ((onFirst ? position[x + e] : 0) + x2[e]);
  }
}

const x1 = new Float64Array(3);
const x2 = new Float64Array(3);

/** Marks the contacts that lie where the solver's contacts lie: midway between the points on the two bodies. */
function findSolved(
  state: InstallState,
  manifold: RawManifold,
  row: number,
  count: number,
  active: number,
  from: Geometry,
  at: number,
): void {
  middle = grown(middle, 3 * count);
  for (let k = 0; k < count; k++) {
    const p = 3 * (POINTS * at + k);
    isSolved[k] = 0;
    toWorld(state, state.touching.first[row].slot, from.localA, p, x1, 0);
    toWorld(state, state.touching.second[row].slot, from.localB, p, x2, 0);
    for (let e = 0; e < 3; e++) middle[3 * k + e] = 0.5 * (x1[e] + x2[e]);
  }
  for (let i = 0; i < active; i++) {
    manifold.solver_contact_point(state.engine.bodies, i, out);
    let nearest = -1;
    let nearestDistance = Number.POSITIVE_INFINITY;
    for (let k = 0; k < count; k++) {
      if (isSolved[k] === 1) continue;
      const dx = middle[3 * k] - out[0];
      const dy = middle[3 * k + 1] - out[1];
      const dz = middle[3 * k + 2] - out[2];
      const distance = dx * dx + dy * dy + dz * dz;
      if (distance < nearestDistance) {
        nearest = k;
        nearestDistance = distance;
      }
    }
    if (nearest >= 0) isSolved[nearest] = 1;
  }
}

let middle = new Float64Array(0);

/** The point in `out`, from the frame of a collider, or of one of its parts, to its body's, as seen from the centre of mass. */
function toBody(
  state: InstallState,
  owned: OwnedCollider,
  part: number,
  exists: boolean,
  to: Float64Array,
  at: number,
): void {
  if (!owned.placed) placeCollider(state, owned);
  for (let e = 0; e < 3; e++) to[at + e] = exists ? out[e] : Number.NaN;
  if (owned.parts) movePart(owned.parts, part, to, at);
  movePoint(owned.place, 0, to, at, to, at);
  const size = Math.sqrt(to[at] * to[at] + to[at + 1] * to[at + 1] + to[at + 2] * to[at + 2]);
  if (size > state.bodies.reach[owned.slot]) state.bodies.reach[owned.slot] = size;
}

function toWorld(
  state: InstallState,
  slot: number,
  local: Float64Array,
  at: number,
  to: Float64Array,
  toAt: number,
): void {
  movePoint(state.bodies.bodies.pose, 7 * slot, local, at, to, toAt);
}

/** Takes the body's turn in this step out of a point in it: x ← R(q)ᵀ R(-ω h) R(q) x = R(-R(q)ᵀ ω h) x. */
function turnBack(state: InstallState, slot: number, x: Float64Array, at: number): void {
  const { pose, velocity } = state.bodies.bodies;
  for (let e = 3; e < 6; e++) turned[e] = -pose[7 * slot + e];
  turned[6] = pose[7 * slot + 6];
  movePoint(turned, 0, velocity, 6 * slot + 3, x1, 0);
  const half = -0.5 * state.h;
  setTurn(turned, half * x1[0], half * x1[1], half * x1[2]);
  movePoint(turned, 0, x, at, x, at);
}

const turned = new Float64Array(7);
