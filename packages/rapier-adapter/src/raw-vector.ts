import type { RigidBody } from '@dimforge/rapier3d-compat';
import type { RawBodies } from './versions.js';

/** A vector in the engine's memory. */
export type RawVector = Parameters<RawBodies['rbSetLinvel']>[1];

/**
 * One such vector, to be used again and again: making and freeing one costs six times as much as what it is made for. Its
 * type is not public, but a body that sets its velocity hands one to its set; so one is asked to, with a set that only looks.
 */
export function createRawVector(body: RigidBody): RawVector | null {
  let Vector: (new (x: number, y: number, z: number) => RawVector) | undefined;
  const rbSetLinvel = (_handle: number, vector: RawVector) => {
    Vector = vector.constructor as typeof Vector;
  };
  try {
    body.setLinvel.call({ rawSet: { rbSetLinvel }, handle: body.handle } as unknown as RigidBody, ZERO, false);
    return Vector ? new Vector(0, 0, 0) : null;
  } catch {
    return null;
  }
}

const ZERO = { x: 0, y: 0, z: 0 };
