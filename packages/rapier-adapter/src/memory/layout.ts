import type { VectorPlace } from './search.js';

/**
 * Where a build of the engine keeps things, in bytes. Found at run time, see `calibrate.ts`: nothing here is known beforehand
 * but that vectors are a pointer followed by a length, that handles are an index followed by a generation, and that the
 * objects of the API hold the address of what they stand for.
 */
export interface MemoryLayout {
  bodies: BodyLayout;
  colliders: ColliderLayout;
  contacts: ContactLayout;
}

export interface BodyLayout {
  /** The arena, in the set of bodies. An element is a body, found by the index in its handle. */
  arena: VectorPlace;
  /** In an element: three floats each, the rotations four, the inverse inertia six. */
  translation: number;
  rotation: number;
  nextTranslation: number;
  nextRotation: number;
  linvel: number;
  angvel: number;
  worldCom: number;
  invMass: number;
  invInertia: number;
  force: number;
  torque: number;
  /** One byte each. */
  type: number;
  sleeping: number;
  enabled: number;
}

export interface ColliderLayout {
  arena: VectorPlace;
  translation: number;
  rotation: number;
}

export interface ContactLayout {
  /** The pairs, in the narrow phase. */
  pairs: VectorPlace;
  /** In a pair: the two handles, and the vector of manifolds. */
  first: number;
  second: number;
  manifolds: VectorPlace;
  /** In a pair: the vector of manifolds that are solved in place of several; -1 where the engine does not do that. */
  clusters: number;
  /** In a manifold. */
  normal: number;
  part1: number;
  part2: number;
  points: VectorPlace;
  solved: VectorPlace;
  /** In a manifold, or in a solved contact where each has its own; -1 for the one that it is not. */
  friction: number;
  solvedFriction: number;
  /** In a solved contact: one byte, which point it is. */
  solvedIndex: number;
  /** In a point. */
  local1: number;
  local2: number;
  distance: number;
  impulse: number;
}
