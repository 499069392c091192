import type { Collider, RigidBody } from '@dimforge/rapier2d-compat';
import {
  capsuleOutline,
  type Footprint,
  type FootprintCache,
  footprintOf,
  type ShapePart,
} from '../footprint/footprint.js';

/** Values of Rapier's `ShapeType`; the engine is never imported at run time. */
const BALL = 0;
const CUBOID = 1;
const CAPSULE = 2;
const TRIANGLE = 5;
const TRIANGLE_MESH = 6;
const CONVEX_POLYGON = 9;
const ROUND_CUBOID = 10;
const ROUND_TRIANGLE = 11;
const ROUND_CONVEX_POLYGON = 12;

/** Edges per rounded end of a capsule. */
const ROUND_EDGES = 8;

type Point = [number, number];

/** Fields of the shapes that have an area. */
interface AnyShape {
  type: number;
  radius?: number;
  halfHeight?: number;
  halfExtents?: { x: number; y: number };
  a?: { x: number; y: number };
  b?: { x: number; y: number };
  c?: { x: number; y: number };
  vertices?: ArrayLike<number>;
  indices?: ArrayLike<number>;
}

/** The footprint of a body's colliders, sensors excepted. */
export function readFootprint(cache: FootprintCache, body: RigidBody): Footprint | null {
  const parts: ShapePart[] = [];
  for (let k = 0; k < body.numColliders(); k++) {
    const collider = body.collider(k);
    if (!collider.isSensor()) addCollider(parts, body, collider);
  }
  return footprintOf(cache, parts);
}

function addCollider(parts: ShapePart[], body: RigidBody, collider: Collider): void {
  const shape = collider.shape as unknown as AnyShape;
  // Relative to the centre of mass, in the body's frame.
  const com = body.localCom();
  const at = collider.translationWrtParent() ?? { x: 0, y: 0 };
  const angle = collider.rotationWrtParent() ?? 0;
  const x = at.x - com.x;
  const y = at.y - com.y;
  const load = collider.mass();
  if (shape.type === BALL) {
    parts.push({ points: null, x, y, radius: shape.radius ?? 0, load });
    return;
  }
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const outlines = outlinesOf(shape);
  for (const outline of outlines) {
    const points = outline.map(([px, py]): Point => [x + cos * px - sin * py, y + sin * px + cos * py]);
    parts.push({ points, x, y, radius: 0, load: outlines.length === 1 ? load : 0 });
  }
}

/** Outlines of a shape with an area; rounded corners are left off. */
function outlinesOf(shape: AnyShape): Point[][] {
  const { type, halfExtents, a, b, c, vertices, indices } = shape;
  if ((type === CUBOID || type === ROUND_CUBOID) && halfExtents) {
    const { x, y } = halfExtents;
    return [
      [
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
      ],
    ];
  }
  if (type === CAPSULE) return [capsuleOutline(shape.halfHeight ?? 0, shape.radius ?? 0, ROUND_EDGES)];
  if ((type === TRIANGLE || type === ROUND_TRIANGLE) && a && b && c) {
    return [[a, b, c].map(({ x, y }): Point => [x, y])];
  }
  if ((type === CONVEX_POLYGON || type === ROUND_CONVEX_POLYGON) && vertices) {
    return [Array.from({ length: vertices.length / 2 }, (_, k): Point => [vertices[2 * k], vertices[2 * k + 1]])];
  }
  if (type === TRIANGLE_MESH && vertices && indices) {
    return Array.from({ length: indices.length / 3 }, (_, t): Point[] =>
      [0, 1, 2].map((k): Point => {
        const v = 2 * indices[3 * t + k];
        return [vertices[v], vertices[v + 1]];
      }),
    );
  }
  return [];
}
