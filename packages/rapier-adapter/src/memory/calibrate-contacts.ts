import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import type { Engine, RawManifold } from '../versions.js';
import type { ContactLayout } from './layout.js';
import {
  everyOffset,
  findVector,
  holdingFloats,
  holdingWords,
  isAddress,
  onlyOffset,
  type VectorPlace,
} from './search.js';
import { handleGeneration, handleIndex, type MemoryView, type RawObject } from './view.js';

/** Largest structs that are searched [bytes]. */
const NARROW_PHASE_SIZE = 512;
const POINT_SIZE = 512;

/** The objects of the API hold an address behind a word that says whether they are borrowed. */
const HELD = 4;

/** What is said of a contact pair by the API, with addresses. */
interface SeenPair {
  address: number;
  first: number;
  second: number;
  manifolds: SeenManifold[];
}

interface SeenManifold {
  address: number;
  normal: Float32Array;
  parts: [number, number];
  friction: number;
  local1: Float32Array[];
  local2: Float32Array[];
  impulses: number[];
  distances: number[];
  solvedDistances: number[];
}

/** Candidates for every field, fewer with each sample of a world whose contacts differ. */
export interface ContactSearch {
  pairs?: VectorPlace;
  manifolds?: VectorPlace;
  points?: VectorPlace;
  solved?: VectorPlace;
  offsets: Map<string, number[]>;
}

/** All pairs of a world, by address. */
function seePairs(memory: MemoryView, world: World, engine: Engine): SeenPair[] {
  const raw = world.narrowPhase.raw;
  const seen: SeenPair[] = [];
  world.colliders.forEach(({ handle }) => {
    raw.contact_pairs_with(handle, (other: number) => {
      const pair = raw.contact_pair(handle, other);
      if (!pair) return;
      if (pair.collider1() === handle) seen.push(seePair(memory, pair, other, engine));
      pair.free();
    });
  });
  return seen.sort((a, b) => a.address - b.address);
}

type RawPair = NonNullable<ReturnType<World['narrowPhase']['raw']['contact_pair']>>;

function seePair(memory: MemoryView, pair: RawPair, second: number, engine: Engine): SeenPair {
  const manifolds: SeenManifold[] = [];
  for (let k = 0; k < pair.numContactManifolds(); k++) {
    const manifold = pair.contactManifold(k);
    if (!manifold) continue;
    manifolds.push(seeManifold(held(memory, manifold), engine.filling(manifold)));
    manifold.free();
  }
  return { address: held(memory, pair), first: pair.collider1(), second, manifolds };
}

function held(memory: MemoryView, raw: unknown): number {
  return memory.u32[((raw as RawObject).__wbg_ptr + HELD) >> 2];
}

function seeManifold(address: number, manifold: RawManifold): SeenManifold {
  const seen: SeenManifold = {
    address,
    normal: new Float32Array(3),
    parts: [manifold.subshape1(), manifold.subshape2()],
    friction: manifold.friction(),
    local1: [],
    local2: [],
    impulses: [],
    distances: [],
    solvedDistances: [],
  };
  manifold.normal(seen.normal);
  for (let k = 0; k < manifold.num_contacts(); k++) {
    seen.local1[k] = new Float32Array(3);
    seen.local2[k] = new Float32Array(3);
    manifold.contact_local_p1(k, seen.local1[k]);
    manifold.contact_local_p2(k, seen.local2[k]);
    seen.impulses[k] = manifold.contact_impulse(k);
    seen.distances[k] = manifold.contact_dist(k);
  }
  for (let k = 0; k < manifold.num_solver_contacts(); k++) {
    seen.solvedDistances[k] = manifold.solver_contact_dist(k);
  }
  return seen;
}

/** Drops what does not hold what the API says now. Vectors are found on the way, as soon as a sample tells their strides. */
export function narrowContactSearch(search: ContactSearch, memory: MemoryView, world: World, engine: Engine): void {
  const seen = seePairs(memory, world, engine);
  search.pairs ??= findPairs(memory, world, seen);
  const { stride } = search.pairs;
  for (const pair of seen) {
    const { address, first, second, manifolds } = pair;
    narrow(search, 'first', stride, (left) => holdingWords(memory, address, left, handleWords(first)));
    narrow(search, 'second', stride, (left) => holdingWords(memory, address, left, handleWords(second)));
    if (manifolds.length === 0) continue;
    narrow(search, 'manifolds', stride, (left) =>
      holdingWords(memory, address, left, [manifolds[0].address, manifolds.length]),
    );
    if (manifolds.length > 1) findManifolds(search, manifolds);
  }
  if (!search.manifolds) return;
  for (const { manifolds } of seen) for (const manifold of manifolds) narrowManifold(search, memory, manifold);
}

function handleWords(handle: number): number[] {
  return [handleIndex(handle), handleGeneration(handle)];
}

function narrow(search: ContactSearch, name: string, size: number, keep: (left: number[]) => number[]): void {
  search.offsets.set(name, keep(search.offsets.get(name) ?? everyOffset(size)));
}

/** The pairs lie one behind the other, so their addresses give the stride. */
function findPairs(memory: MemoryView, world: World, seen: SeenPair[]): VectorPlace {
  const stride = seen[1].address - seen[0].address;
  if (seen.some(({ address }, k) => address !== seen[0].address + k * stride))
    throw new Error('pairs are not in a row');
  const base = (world.narrowPhase.raw as unknown as RawObject).__wbg_ptr;
  for (const offset of everyOffset(NARROW_PHASE_SIZE)) {
    const inElement = seen[0].address - memory.u32[(base + offset) >> 2];
    const count = memory.u32[(base + offset + 4) >> 2];
    if (inElement >= 0 && inElement < stride && count === seen.length) return { offset, stride, inElement };
  }
  throw new Error('no vector with the pairs');
}

function findManifolds(search: ContactSearch, manifolds: SeenManifold[]): void {
  const stride = manifolds[1].address - manifolds[0].address;
  search.manifolds ??= { offset: 0, stride, inElement: 0 };
  if (manifolds.some(({ address }, k) => address !== manifolds[0].address + k * stride)) {
    throw new Error('manifolds are not in a row');
  }
}

function narrowManifold(search: ContactSearch, memory: MemoryView, manifold: SeenManifold): void {
  const { address, normal, parts, local1, local2, impulses, distances, solvedDistances } = manifold;
  const { stride } = search.manifolds as VectorPlace;
  narrow(search, 'normal', stride, (left) => holdingFloats(memory, address, left, normal));
  narrow(search, 'part1', stride, (left) => holdingWords(memory, address, left, [parts[0]]));
  narrow(search, 'part2', stride, (left) => holdingWords(memory, address, left, [parts[1]]));
  if (local1.length > 1) search.points ??= findVector(memory, address, stride, local1, POINT_SIZE);
  // Where all distances differ they tell solved contacts apart, and which point each of them is.
  if (solvedDistances.length > 1 && new Set(distances).size === distances.length) {
    const values = solvedDistances.map((distance) => [distance]);
    search.solved ??= findVector(memory, address, stride, values, POINT_SIZE, 0, search.points?.offset);
  }
  const { points, solved } = search;
  if (points) {
    const first = memory.u32[(address + points.offset) >> 2];
    for (let k = 0; k < local1.length; k++) {
      const at = first + k * points.stride;
      narrow(search, 'local1', points.stride, (left) => holdingFloats(memory, at, left, local1[k]));
      narrow(search, 'local2', points.stride, (left) => holdingFloats(memory, at, left, local2[k]));
      narrow(search, 'distance', points.stride, (left) => holdingFloats(memory, at, left, [distances[k]]));
      narrow(search, 'impulse', points.stride, (left) => holdingFloats(memory, at, left, [impulses[k]]));
    }
  }
  if (solved && solvedDistances.length > 0) narrowSolved(search, memory, manifold, solved);
}

function narrowSolved(search: ContactSearch, memory: MemoryView, manifold: SeenManifold, solved: VectorPlace): void {
  const { address, friction, distances, solvedDistances } = manifold;
  const first = memory.u32[(address + solved.offset) >> 2];
  const { stride } = search.manifolds as VectorPlace;
  narrow(search, 'friction', stride, (left) => holdingFloats(memory, address, left, [friction]));
  narrow(search, 'solvedFriction', solved.stride, (left) => holdingFloats(memory, first, left, [friction]));
  if (new Set(distances).size < distances.length) return;
  for (let k = 0; k < solvedDistances.length; k++) {
    const at = first + k * solved.stride;
    const index = distances.indexOf(solvedDistances[k]);
    if (index < 0) continue;
    const left = search.offsets.get('solvedIndex') ?? everyOffset(solved.stride, 1);
    search.offsets.set(
      'solvedIndex',
      left.filter((offset) => memory.u8[at + offset] === index),
    );
  }
}

export function finishContactSearch(search: ContactSearch): ContactLayout {
  const { offsets, pairs, manifolds, points, solved } = search;
  if (!pairs || !manifolds || !points || !solved) throw new Error('no place for the contacts');
  const one = (name: string) => onlyOffset(offsets, name);
  const friction = offsets.get('friction')?.length === 0 ? -1 : one('friction');
  return {
    pairs,
    first: one('first'),
    second: one('second'),
    manifolds: { ...manifolds, offset: one('manifolds') },
    clusters: -1,
    normal: one('normal'),
    part1: one('part1'),
    part2: one('part2'),
    points,
    solved,
    friction,
    solvedFriction: friction < 0 ? one('solvedFriction') : -1,
    solvedIndex: one('solvedIndex'),
    local1: one('local1'),
    local2: one('local2'),
    distance: one('distance'),
    impulse: one('impulse'),
  };
}

/**
 * In the pair of a body: the vector of manifolds whose impulses sum up to `impulse`. -1 where these are the ones that the API
 * shows.
 */
export function findClusters(
  layout: ContactLayout,
  memory: MemoryView,
  world: World,
  body: RigidBody,
  impulse: number,
): number {
  const { pairs, manifolds, first, second } = layout;
  const base = (world.narrowPhase.raw as unknown as RawObject).__wbg_ptr + pairs.offset;
  const own = handleWords(body.collider(0).handle);
  for (let k = 0; k < memory.u32[(base + 4) >> 2]; k++) {
    const pair = memory.u32[base >> 2] + pairs.inElement + k * pairs.stride;
    if (holdingWords(memory, pair, [first, second], own).length === 0) continue;
    const found = everyOffset(pairs.stride - 4).filter((offset) => {
      const sum = sumOfImpulses(layout, memory, pair + offset);
      // Some versions count part of the last step's impulse a second time.
      return sum > 0.7 * impulse && sum < 1.4 * impulse;
    });
    if (found.length === 1) return found[0] === manifolds.offset ? -1 : found[0];
  }
  throw new Error('no place for the impulses of pairs with several manifolds');
}

/** Over all points of the manifolds in the vector at `at`; 0 where there is none. */
function sumOfImpulses(layout: ContactLayout, memory: MemoryView, at: number): number {
  const { manifolds, points, impulse } = layout;
  const { u32, f32 } = memory;
  const count = u32[(at + 4) >> 2];
  if (!isAddress(memory, u32[at >> 2]) || count > 16) return 0;
  let sum = 0;
  for (let m = 0; m < count; m++) {
    const vector = (u32[at >> 2] + m * manifolds.stride + points.offset) >> 2;
    if (u32[vector + 1] === 0) continue;
    if (!isAddress(memory, u32[vector]) || u32[vector + 1] > 255) return 0;
    for (let k = 0; k < u32[vector + 1]; k++) sum += f32[(u32[vector] + k * points.stride + impulse) >> 2];
  }
  return sum;
}
