import type { ContactView, Impact, PatchBuffers } from '@stiction/friction-core';
import type { ContactPair } from '@stiction/friction-core/adapter';
import type { RigidBody, Shape } from 'crashcat';
import { shapeOfPath } from '../extract/sub-shapes.js';
import type { AdapterState } from '../state/state.js';

interface Shapes {
  /** The body's shape, or the part of its compound that touches. */
  shapeA: Shape;
  shapeB: Shape;
}

/** One contact patch. The object and its vectors are reused: copy what you keep. */
export interface CrashcatContact extends ContactView<RigidBody>, Shapes {}

/** An impact of two bodies. The object and its vectors are reused: copy what you keep. */
export interface CrashcatImpact extends Impact<RigidBody>, Shapes {}

/** Sets the shapes of patch i, and the names of materials that have no law. */
export function describeShapes(
  state: AdapterState,
  contact: ContactPair<RigidBody>,
  { key }: PatchBuffers,
  i: number,
): void {
  const pair = contact as ContactPair<RigidBody> & Shapes;
  pair.shapeA = shapeOfPath(pair.bodyA, key[4 * i + 1]);
  pair.shapeB = shapeOfPath(pair.bodyB, key[4 * i + 3]);
  pair.materialA ||= materialName(state, pair.bodyA, pair.shapeA);
  pair.materialB ||= materialName(state, pair.bodyB, pair.shapeB);
}

function materialName({ materials, pairs }: AdapterState, body: RigidBody, shape: Shape): string {
  return pairs.names[materials.get(shape) ?? materials.get(body) ?? 0];
}
