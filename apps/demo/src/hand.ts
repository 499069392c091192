import { rotateVector, type SceneWorld, type Vector } from '@stiction/scenes';
import { type PerSide, SIDES } from './sides.js';

/** A body held in both worlds at the same point of its frame. In each, the spring pulls from where that point was to as far away. */
export interface Held {
  readonly body: string;
  readonly localPoint: Vector;
  /** Where the point was when it was grabbed. */
  readonly starts: PerSide<Vector>;
  /** How far the pointer has moved it. */
  pull: Vector;
}

type HandWorld = Pick<SceneWorld, 'grab' | 'moveGrab' | 'release' | 'position' | 'rotation'>;

/** Where a point of a body's frame is. */
function pointOf(world: Pick<SceneWorld, 'position' | 'rotation'>, body: string, localPoint: Vector): Vector {
  return plus(world.position(body), rotateVector(world.rotation(body), localPoint));
}

/** null if the body is no longer there. */
export function grabBoth(worlds: PerSide<HandWorld>, body: string, localPoint: Vector): Held | null {
  try {
    for (const side of SIDES) worlds[side].grab(body, localPoint);
  } catch {
    for (const side of SIDES) worlds[side].release(); // removed in one of them
    return null;
  }
  const starts = {
    stock: pointOf(worlds.stock, body, localPoint),
    stiction: pointOf(worlds.stiction, body, localPoint),
  };
  return { body, localPoint, starts, pull: [0, 0, 0] };
}

export function pullBoth(worlds: PerSide<HandWorld>, held: Held, pull: Vector): void {
  held.pull = pull;
  for (const side of SIDES) worlds[side].moveGrab(plus(held.starts[side], pull));
}

export function plus(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
