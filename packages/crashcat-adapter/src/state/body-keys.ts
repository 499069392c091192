import type { RigidBody, World } from 'crashcat';

/** The key of a body is a 31-bit integer: 19 bits of its index and 12 bits of its sequence number, because the engine reuses indices. */
const SEQUENCE_BITS = 12;
const SEQUENCE_MASK = 0xfff;

export function keyOf(body: RigidBody): number {
  return (body.index << SEQUENCE_BITS) | (body.sequence & SEQUENCE_MASK);
}

export function bodyOfKey(world: World, key: number): RigidBody | undefined {
  const body = world.bodies.pool[key >> SEQUENCE_BITS];
  return body && !body._pooled && keyOf(body) === key ? body : undefined;
}
