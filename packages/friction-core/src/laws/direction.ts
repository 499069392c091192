import { rotate } from '../math/rotation.js';
import { requireOneOf, requireVector } from '../options.js';
import { type PatchBuffers, SHAPE_STRIDE } from '../patches/patch-buffers.js';

/** Options of laws whose friction depends on the direction of the slip. */
export interface DirectionOptions {
  /**
   * The law's x axis, a vector in the frame named by `frame`; its part along the surface counts. On a surface perpendicular to it
   * (the end faces of a box with direction [1, 0, 0]) the next axis is used: [z, x, y]. @default [1, 0, 0]
   */
  direction?: readonly [number, number, number];
  /**
   * Frame of the direction: the body with the first ('a') or the second ('b') material of `setPair`, or the world. If the materials
   * do not decide, 'a' is the body that was created first. Motion along +x is that of the other body relative to the one that
   * carries the direction; +y is 90° to the left of it, seen by someone standing on that surface. For 'world' it is the motion of b
   * relative to a, seen standing on a. @default 'a'
   */
  frame?: 'a' | 'b' | 'world';
}

export const FRAME_A = 0;
export const FRAME_B = 1;
const FRAME_WORLD = 2;

export interface Direction {
  vector: Float64Array;
  frame: number;
  /** Result of `findAxis`: cosine and sine of the law's x against t1, and 1, or -1 if y is mirrored. */
  axis: Float64Array;
  /** Temporary: the vector in the world. */
  world: Float64Array;
  /** `vector` with its axes permuted, for surfaces perpendicular to it. */
  nextVector: Float64Array;
}

export function requireDirection(owner: string, options: DirectionOptions): Direction {
  const vector = requireVector(owner, 'direction', options.direction ?? [1, 0, 0]);
  if (!(Math.hypot(...vector) > 0)) throw new RangeError(`${owner}: direction must not be [0, 0, 0]`);
  const frame = requireOneOf(owner, 'frame', options.frame ?? 'a', ['a', 'b', 'world']);
  return {
    vector,
    frame: frame === 'a' ? FRAME_A : frame === 'b' ? FRAME_B : FRAME_WORLD,
    axis: new Float64Array(3),
    world: new Float64Array(3),
    nextVector: Float64Array.of(vector[2], vector[0], vector[1]),
  };
}

/** out = `local`, a vector of the law's body a or b or of the world, in world axes at this instant. */
export function rotateToWorld(
  patches: PatchBuffers,
  i: number,
  frame: number,
  local: Float64Array,
  out: Float64Array,
): void {
  if (frame === FRAME_WORLD) {
    out.set(local);
    return;
  }
  const { pose, motion } = patches.bodies;
  const body = (frame === FRAME_A) === (patches.flipped[i] === 0) ? patches.bodyA[i] : patches.bodyB[i];
  rotate(pose, 7 * body, local, 0, out, 0);
  // Rotation since the start of the step.
  const x = out[0];
  const y = out[1];
  const z = out[2];
  const m = 6 * body + 3;
  out[0] += motion[m + 1] * z - motion[m + 2] * y;
  out[1] += motion[m + 2] * x - motion[m] * z;
  out[2] += motion[m] * y - motion[m + 1] * x;
}

/**
 * Finds the law's axes for a rotated set. If B carries the direction, its motion is that of A and its surface is seen from the other
 * side: x is rotated by 180°, y is mirrored, and the third entry is -1.
 */
export function findAxis(patches: PatchBuffers, i: number, direction: Direction): void {
  const { frame, vector, axis, world } = direction;
  rotateToWorld(patches, i, frame, vector, world);
  if (!project(patches, i, world, axis)) {
    rotateToWorld(patches, i, frame, direction.nextVector, world);
    if (!project(patches, i, world, axis)) {
      axis[0] = 1;
      axis[1] = 0;
    }
  }
  axis[2] = 1;
  if ((frame === FRAME_B) !== (patches.flipped[i] === 1)) {
    axis[0] = -axis[0];
    axis[1] = -axis[1];
    axis[2] = -1;
  }
}

/** A direction is perpendicular to a surface if its part along the surface is shorter than this fraction of it. */
const MIN_FRACTION = 0.01;

function project(patches: PatchBuffers, i: number, world: Float64Array, out: Float64Array): boolean {
  const { tangent1: t, tangent2: u } = patches;
  const at = 3 * i;
  const x = world[0] * t[at] + world[1] * t[at + 1] + world[2] * t[at + 2];
  const y = world[0] * u[at] + world[1] * u[at + 1] + world[2] * u[at + 2];
  const along = Math.sqrt(x * x + y * y);
  const length = Math.sqrt(world[0] * world[0] + world[1] * world[1] + world[2] * world[2]);
  if (!(along > MIN_FRACTION * length)) return false;
  out[0] = x / along;
  out[1] = y / along;
  return true;
}

/** Writes the first three numbers of a rotated set's shape. */
export function writeAxis(patches: PatchBuffers, i: number, direction: Direction): void {
  findAxis(patches, i, direction);
  for (let e = 0; e < 3; e++) patches.shape[SHAPE_STRIDE * i + e] = direction.axis[e];
}
