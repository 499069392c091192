import { rotate } from '../frame.js';
import { requireOneOf, requireVector } from '../options.js';
import { type PatchBuffers, SHAPE_STRIDE } from '../patch-buffers.js';

/** Options of laws whose friction depends on the direction of the slip. */
export interface DirectionOptions {
  /**
   * The x of the law, a vector in the frame that `frame` names; its part along the surface counts. Where a surface stands
   * across it (the end faces of a box with direction [1, 0, 0]), the next axis takes its place: [z, x, y]. @default [1, 0, 0]
   */
  direction?: readonly [number, number, number];
  /**
   * What carries the direction: the body with the first ('a') or the second ('b') material of `setPair`, or the world. Where
   * the materials do not tell, 'a' is the body that was created first. Motion along +x is that of the other body against the
   * one that carries the direction; +y lies a quarter turn to the left of it for someone who stands on that surface. For 'world'
   * it is the motion of b against a, seen standing on a. @default 'a'
   */
  frame?: 'a' | 'b' | 'world';
}

export const IN_A = 0;
const IN_B = 1;
const IN_WORLD = 2;

export interface Direction {
  vector: Float64Array;
  frame: number;
}

export function requireDirection(owner: string, options: DirectionOptions): Direction {
  const vector = requireVector(owner, 'direction', options.direction ?? [1, 0, 0]);
  if (!(Math.hypot(...vector) > 0)) throw new RangeError(`${owner}: direction must not be [0, 0, 0]`);
  const frame = requireOneOf(owner, 'frame', options.frame ?? 'a', ['a', 'b', 'world']);
  return { vector, frame: frame === 'a' ? IN_A : frame === 'b' ? IN_B : IN_WORLD };
}

/** out = the vector `local` of the law's body a or b, or of the world, as it stands in the world at this moment. */
export function turnIntoWorld(
  patches: PatchBuffers,
  i: number,
  frame: number,
  local: Float64Array,
  out: Float64Array,
): void {
  if (frame === IN_WORLD) {
    out.set(local);
    return;
  }
  const { pose, motion } = patches.bodies;
  const body = (frame === IN_A) === (patches.flipped[i] === 0) ? patches.bodyA[i] : patches.bodyB[i];
  rotate(pose, 7 * body, local, 0, out, 0);
  // What the body has turned since the step began.
  const x = out[0];
  const y = out[1];
  const z = out[2];
  const m = 6 * body + 3;
  out[0] += motion[m + 1] * z - motion[m + 2] * y;
  out[1] += motion[m + 2] * x - motion[m] * z;
  out[2] += motion[m] * y - motion[m + 1] * x;
}

/**
 * Writes the law's axes for a turned set: cosine and sine of x against t1, and 1. Where the direction lies in B its motion is that
 * of A, and its surface is seen from the other side: x is turned by half a circle, y mirrored, and the 1 is -1.
 */
export function axisInPatch(patches: PatchBuffers, i: number, direction: Direction, out: Float64Array): void {
  const { frame, vector } = direction;
  turnIntoWorld(patches, i, frame, vector, world);
  if (!project(patches, i, out)) {
    for (let e = 0; e < 3; e++) next[e] = vector[(e + 2) % 3];
    turnIntoWorld(patches, i, frame, next, world);
    if (!project(patches, i, out)) {
      out[0] = 1;
      out[1] = 0;
    }
  }
  out[2] = 1;
  if ((frame === IN_B) !== (patches.flipped[i] === 1)) {
    out[0] = -out[0];
    out[1] = -out[1];
    out[2] = -1;
  }
}

const world = new Float64Array(3);
const next = new Float64Array(3);
/** A direction whose part along the surface is shorter than this share of it stands across the surface. */
const SHORT = 0.01;

function project(patches: PatchBuffers, i: number, out: Float64Array): boolean {
  const { tangent1: t, tangent2: u } = patches;
  const at = 3 * i;
  const x = world[0] * t[at] + world[1] * t[at + 1] + world[2] * t[at + 2];
  const y = world[0] * u[at] + world[1] * u[at + 1] + world[2] * u[at + 2];
  const along = Math.sqrt(x * x + y * y);
  const length = Math.sqrt(world[0] * world[0] + world[1] * world[1] + world[2] * world[2]);
  if (!(along > SHORT * length)) return false;
  out[0] = x / along;
  out[1] = y / along;
  return true;
}

/** The first three numbers of a turned set's shape. */
export function writeAxis(patches: PatchBuffers, i: number, direction: Direction): void {
  axisInPatch(patches, i, direction, axis);
  for (let e = 0; e < 3; e++) patches.shape[SHAPE_STRIDE * i + e] = axis[e];
}

const axis = new Float64Array(3);
