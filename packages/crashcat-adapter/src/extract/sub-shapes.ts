import { rotate } from '@stiction/friction-core/adapter';
import type { RigidBody, Shape } from 'crashcat';
import { SCALED } from '../crashcat-enums.js';

/** The shape that a sub-shape id of the engine refers to. */
export interface SubShape {
  shape: Shape;
  /** Identifies the path through compounds, from step to step. The triangle of a mesh is not part of it. */
  path: number;
  /** Pose in the world, [x, y, z, qx, qy, qz, qw]. */
  pose: Float64Array;
  /** True if the shape is inside a scaled shape: its dimensions do not hold in the world. */
  isScaled: boolean;
  /** Scratch of `composePose`. */
  offset: Float64Array;
}

/** The parts of compounds and decorators that are used here. */
interface Container {
  children?: readonly Child[];
  shape?: Shape;
  position?: ArrayLike<number>;
  quaternion?: ArrayLike<number>;
}

interface Child {
  shape: Shape;
  position: ArrayLike<number>;
  quaternion: ArrayLike<number>;
}

export function createSubShape(): SubShape {
  return { path: 0, pose: new Float64Array(7), isScaled: false, offset: new Float64Array(3) } as SubShape;
}

const EMPTY_ID = 0xffffffff;

/** Descends through compounds and decorators as the engine does: the lowest bits of the id are the child index in the first compound. */
export function findSubShape(out: SubShape, body: RigidBody, subShapeId: number): void {
  let rest = subShapeId;
  let usedBits = 0;
  out.shape = body.shape;
  out.path = 0;
  out.isScaled = false;
  out.pose.set(body.position, 0);
  out.pose.set(body.quaternion, 3);
  for (;;) {
    const container = out.shape as Container;
    let inner = container as Container | undefined;
    if (container.children) {
      const bits = 32 - Math.clz32(container.children.length - 1);
      const index = rest & (2 ** bits - 1);
      out.path |= (index + 1) << usedBits;
      usedBits += bits + 1;
      rest = bits === 0 ? rest : ((rest >>> bits) | (EMPTY_ID << (32 - bits))) >>> 0;
      inner = container.children[index];
    }
    if (!inner?.shape) return;
    if (out.shape.type === SCALED) out.isScaled = true;
    out.shape = inner.shape;
    if (inner.position && inner.quaternion) composePose(out, inner.position, inner.quaternion);
  }
}

/** The shape that a path leads to. */
export function shapeOfPath(body: RigidBody, path: number): Shape {
  let { shape } = body;
  let rest = path;
  for (;;) {
    const container = shape as Container;
    let inner = container as Container | undefined;
    if (container.children) {
      const bits = 33 - Math.clz32(container.children.length - 1);
      inner = container.children[(rest & (2 ** bits - 1)) - 1];
      rest >>>= bits;
    }
    if (!inner?.shape) return shape;
    shape = inner.shape;
  }
}

/** pose ← pose · (x, q). */
function composePose({ pose, offset }: SubShape, x: ArrayLike<number>, q: ArrayLike<number>): void {
  offset.set(x);
  rotate(pose, 0, offset, 0, offset, 0);
  for (let e = 0; e < 3; e++) pose[e] += offset[e];
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
