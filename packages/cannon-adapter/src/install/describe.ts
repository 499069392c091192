import type { ContactView, Impact, PatchBuffers } from '@stiction/friction-core';
import type { ContactPair } from '@stiction/friction-core/adapter';
import type { Body, Shape } from 'cannon-es';

interface Shapes {
  shapeA: Shape;
  shapeB: Shape;
}

/** One contact patch. The object and its vectors are reused: copy what you keep. */
export interface CannonContact extends ContactView<Body>, Shapes {}

/** An impact of two bodies. The object and its vectors are reused: copy what you keep. */
export interface CannonImpact extends Impact<Body>, Shapes {}

/** Sets the shapes of patch i, and the names of materials that have no law. */
export function describeShapes(contact: ContactPair<Body>, { key }: PatchBuffers, i: number): void {
  const pair = contact as ContactPair<Body> & Shapes;
  pair.shapeA = findShape(pair.bodyA, key[4 * i + 1]);
  pair.shapeB = findShape(pair.bodyB, key[4 * i + 3]);
  pair.materialA ||= materialName(pair.bodyA, pair.shapeA);
  pair.materialB ||= materialName(pair.bodyB, pair.shapeB);
}

/** A shape that was removed since the step is replaced by the first one. */
function findShape({ shapes }: Body, id: number): Shape {
  for (const shape of shapes) if (shape.id === id) return shape;
  return shapes[0];
}

function materialName(body: Body, shape: Shape | undefined): string {
  return (shape?.material ?? body.material)?.name ?? '';
}
