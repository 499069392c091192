import { MAX_BODIES } from '../constants.js';

/**
 * The bodies of one step: the chassis in slot 0, and the bodies under the wheels. Six numbers are linear, then angular. Inverse inertias
 * are symmetric, [xx, xy, xz, yy, yz, zz], in the world. The arrays of the second part last from step to step.
 */
export interface Bodies {
  /** 0 fixed, 1 kinematic, 2 dynamic. */
  kind: Uint8Array;
  /** Origin and rotation [x, y, z, w] of the body. */
  origin: Float64Array;
  rotation: Float64Array;
  /** Centre of mass [m]. */
  com: Float64Array;
  /** Velocity before the step, and the change by gravity and the user's forces over the step. */
  velocity: Float64Array;
  known: Float64Array;
  invMass: Float64Array;
  invInertia: Float64Array;
  /** What the solver uses: velocities that it updates, and inverse masses reduced by supports. */
  v: Float64Array;
  m: Float64Array;
  j: Float64Array;
  /** Impulse of the wheels over the step. */
  impulse: Float64Array;
  /** 1 if a wheel stands on it in this step. */
  isUsed: Uint8Array;

  /** Which body of the engine, and whether the slot has one. */
  key: Float64Array;
  isTaken: Uint8Array;
  /** Velocity changes by our impulses in the last step, and the velocity expected after it. */
  pushed: Float64Array;
  expected: Float64Array;
  hasExpected: Uint8Array;
  /** The part of our push that supports cancelled, per world axis. */
  support: Float64Array;
}

export const FIXED = 0;
export const KINEMATIC = 1;
export const DYNAMIC = 2;
export const CHASSIS = 0;

export function createBodies(): Bodies {
  const floats = (stride: number) => new Float64Array(stride * MAX_BODIES);
  return {
    kind: new Uint8Array(MAX_BODIES),
    origin: floats(3),
    rotation: floats(4),
    com: floats(3),
    velocity: floats(6),
    known: floats(6),
    invMass: floats(3),
    invInertia: floats(6),
    v: floats(6),
    m: floats(3),
    j: floats(6),
    impulse: floats(6),
    isUsed: new Uint8Array(MAX_BODIES),
    key: floats(1),
    isTaken: new Uint8Array(MAX_BODIES),
    pushed: floats(6),
    expected: floats(6),
    hasExpected: new Uint8Array(MAX_BODIES),
    support: floats(6),
  };
}

/** Returns the slot of a ground body, a new one if it has none. Call `releaseUnused` after all wheels of a step. */
export function slotOf(bodies: Bodies, key: number): number {
  let free = -1;
  for (let slot = 1; slot < MAX_BODIES; slot++) {
    if (bodies.isTaken[slot] === 0) {
      if (free < 0) free = slot;
    } else if (bodies.key[slot] === key) return slot;
  }
  if (free < 0) free = replaceUnused(bodies);
  bodies.key[free] = key;
  bodies.isTaken[free] = 1;
  bodies.hasExpected[free] = 0;
  bodies.support.fill(0, 6 * free, 6 * free + 6);
  return free;
}

/** There are as many MAX_BODIES as wheels, so one of the last step is free to go if all are taken. */
function replaceUnused({ isUsed }: Bodies): number {
  for (let slot = 1; slot < MAX_BODIES; slot++) if (isUsed[slot] === 0) return slot;
  return MAX_BODIES - 1;
}

export function releaseUnused({ isTaken, isUsed }: Bodies): void {
  for (let slot = 1; slot < MAX_BODIES; slot++) if (isUsed[slot] === 0) isTaken[slot] = 0;
}

/** out[at..] = M a[k..] for a symmetric matrix at m[mAt..]. */
export function multiplySymmetric(
  m: Float64Array,
  mAt: number,
  a: Float64Array,
  k: number,
  out: Float64Array,
  at: number,
): void {
  const x = a[k];
  const y = a[k + 1];
  const z = a[k + 2];
  out[at] = m[mAt] * x + m[mAt + 1] * y + m[mAt + 2] * z;
  out[at + 1] = m[mAt + 1] * x + m[mAt + 3] * y + m[mAt + 4] * z;
  out[at + 2] = m[mAt + 2] * x + m[mAt + 4] * y + m[mAt + 5] * z;
}
