import { rotate } from '@stiction/friction-core';
import type { RigidBody, Shape } from 'crashcat';

/** ShapeType. */
export const SPHERE = 0;
export const BOX = 1;
export const CAPSULE = 2;
const SCALED = 7;
export const CYLINDER = 9;
export const PLANE = 11;

/** What a sub-shape id of the engine leads to. */
export interface Leaf {
  shape: Shape;
  /** The way there through compounds: a number that stays. Which triangle of a mesh it is has no part in it. */
  path: number;
  /** Where the shape is in the world, [x, y, z, qx, qy, qz, qw], and whether its own measures hold there. */
  pose: Float64Array;
  trueToSize: boolean;
}

/** A shape that others are inside of, as far as it matters here. */
interface Outer {
  children?: readonly Inner[];
  shape?: Shape;
  position?: ArrayLike<number>;
  quaternion?: ArrayLike<number>;
}

interface Inner {
  shape: Shape;
  position: ArrayLike<number>;
  quaternion: ArrayLike<number>;
}

export function createLeaf(): Leaf {
  return { path: 0, pose: new Float64Array(7), trueToSize: true } as Leaf;
}

const EMPTY = 0xffffffff;

/** Goes through compounds and decorators as the engine does: the lowest bits of the id are the index of the first compound's child. */
export function findLeaf(leaf: Leaf, body: RigidBody, subShapeId: number): void {
  let rest = subShapeId;
  let used = 0;
  leaf.shape = body.shape;
  leaf.path = 0;
  leaf.trueToSize = true;
  leaf.pose.set(body.position, 0);
  leaf.pose.set(body.quaternion, 3);
  for (;;) {
    const outer = leaf.shape as Outer;
    let inner = outer as Outer | undefined;
    if (outer.children) {
      const bits = 32 - Math.clz32(outer.children.length - 1);
      const index = rest & (2 ** bits - 1);
      leaf.path |= (index + 1) << used;
      used += bits + 1;
      rest = bits === 0 ? rest : ((rest >>> bits) | (EMPTY << (32 - bits))) >>> 0;
      inner = outer.children[index];
    }
    if (!inner?.shape) return;
    if (leaf.shape.type === SCALED) leaf.trueToSize = false;
    leaf.shape = inner.shape;
    if (inner.position && inner.quaternion) goInto(leaf.pose, inner.position, inner.quaternion);
  }
}

const way = new Float64Array(3);

/** pose ← pose · (x, q). */
function goInto(pose: Float64Array, x: ArrayLike<number>, q: ArrayLike<number>): void {
  way.set(x);
  rotate(pose, 0, way, 0, way, 0);
  for (let e = 0; e < 3; e++) pose[e] += way[e];
  const a = pose[3];
  const b = pose[4];
  const c = pose[5];
  const w = pose[6];
  pose[3] = w * q[0] + a * q[3] + b * q[2] - c * q[1];
  pose[4] = w * q[1] + b * q[3] + c * q[0] - a * q[2];
  pose[5] = w * q[2] + c * q[3] + a * q[1] - b * q[0];
  pose[6] = w * q[3] - a * q[0] - b * q[1] - c * q[2];
}

/** Radius of the sphere around the shape's bounding box. */
export function boundingRadius({ aabb }: Shape): number {
  const x = aabb[3] - aabb[0];
  const y = aabb[4] - aabb[1];
  const z = aabb[5] - aabb[2];
  return 0.5 * Math.sqrt(x * x + y * y + z * z);
}
