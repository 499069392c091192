import type { Bodies } from './bodies.js';
import { ensureCapacity, fastCopy, reserve, type Strides } from './buffers.js';
import type { FrictionLaw } from './contract.js';

/** Numbers of `shape` that each patch has for its law's set. */
export const SHAPE_STRIDE = 8;

/**
 * All contact patches of one step, structure-of-arrays. A patch is what two bodies share along one normal: some contact
 * points that carry normal impulses, and one friction impulse at their pressure centre.
 *
 * Conventions: the normal points from A to B; slip is the velocity of B minus that of A; impulses act on B, their
 * opposites on A. Impulses are those of one substep unless they are called `step…`.
 */
export interface PatchBuffers {
  count: number;
  pointCount: number;
  /** Numbers of `state` per patch: the largest `stateSize` among the laws seen so far. */
  stateStride: number;

  // --- who touches whom
  /** Body slots. */
  bodyA: Int32Array;
  bodyB: Int32Array;
  /** Keys that stay the same across steps: body A, shape A, body B, shape B. Four per patch. */
  key: Int32Array;
  law: FrictionLaw[];
  /** 1 where B, not A, has the first of the two materials that the law was set for: the law's 'a' is B then. */
  flipped: Uint8Array;
  /** The bodies that the slots refer to, from the first gathering on. */
  bodies: Bodies;
  /** Another number after every gathering, for laws that do something once per step. */
  stamp: number;
  /** Length of the present solve: of a substep where there are some [s]. */
  h: number;
  /** What went wrong inside a user's law since this was last emptied, or ''. */
  fault: string;

  // --- geometry, world frame
  normal: Float64Array;
  tangent1: Float64Array;
  tangent2: Float64Array;
  /** Pressure centre: the mean of the contact points, weighted with their normal impulses. */
  centre: Float64Array;
  /** From the middle of the points to the pressure centre. */
  centreOffset: Float64Array;
  /** From the bodies' centres of mass to the pressure centre. */
  armA: Float64Array;
  armB: Float64Array;
  /** Mean distance of the load from the pressure centre [m]: 0 for one point, half the diagonal for four corners. */
  torsionRadius: Float64Array;
  /** tangent1 and normal in the frame of the body that carries them to the next step (0: A, 1: B). */
  carrier: Uint8Array;
  carriedTangent: Float64Array;
  carriedNormal: Float64Array;

  // --- what the law says
  eps: Float64Array;
  bias: Float64Array;
  shape: Float64Array;
  state: Float64Array;
  /** Factor on the normal impulse that K is scaled by. */
  normalScale: Float64Array;
  /** Velocity of the surfaces themselves, B's against A's, in the rows of λ: `slip` is measured against it. */
  tangentVelocity: Float64Array;

  // --- what the solver finds
  /** J M⁻¹ Jᵀ of the three friction rows, [a11, a12, a13, a22, a23, a33]. */
  block: Float64Array;
  /** Friction impulse λ of this substep. */
  impulse: Float64Array;
  /** Normal impulse λN of this substep, summed over the points. */
  normalImpulse: Float64Array;
  /** Means of `normalImpulse` over a while and over a short while, for the contact solver. */
  averageImpulse: Float64Array;
  recentImpulse: Float64Array;
  /** λ and λN, summed over the step. */
  stepImpulse: Float64Array;
  stepNormalImpulse: Float64Array;
  /** Slip at the end of the last solve. */
  slip: Float64Array;
  /** Displacement of B against A in the last (sub)step, in the rows of λ [m, m, rad]; for laws that have `commit`. */
  slipDisplacement: Float64Array;
  /** 1 where λ lies on the boundary of its set. */
  sliding: Uint8Array;
  /** The same as the last finished step has left it: foresight may have changed `sliding` since. */
  wasSliding: Uint8Array;

  // --- contact points of patch i: firstPoint[i] … firstPoint[i] + points[i] - 1
  firstPoint: Int32Array;
  points: Int32Array;
  /** World position, and the same in the frames of A and B (to find the point again in the next step). */
  pointPosition: Float64Array;
  pointLocalA: Float64Array;
  pointLocalB: Float64Array;
  /** Signed distance at the start of the step [m]; negative where the bodies overlap. */
  pointGap: Float64Array;
  /** Overlap that the point keeps at rest [m]. */
  pointSlop: Float64Array;
  /** Coefficient of restitution of the point. */
  pointRestitution: Float64Array;
  pointImpulse: Float64Array;
  pointStepImpulse: Float64Array;
}

export const PATCH_INTS: Strides<PatchBuffers, Int32Array> = { bodyA: 1, bodyB: 1, key: 4, firstPoint: 1, points: 1 };
export const PATCH_BYTES: Strides<PatchBuffers, Uint8Array> = { flipped: 1, carrier: 1, sliding: 1, wasSliding: 1 };

/** Floats per patch, and (named point…) per contact point; `state` has a stride of its own. */
type Floats = Strides<PatchBuffers, Float64Array>;
type PointFloats = { readonly [K in keyof Floats as K extends `point${string}` ? K : never]: number };
type PatchFloats = Omit<Floats, keyof PointFloats | 'state'>;

export const PATCH_FLOATS: PatchFloats = {
  normal: 3,
  tangent1: 3,
  tangent2: 3,
  centre: 3,
  centreOffset: 3,
  armA: 3,
  armB: 3,
  torsionRadius: 1,
  carriedTangent: 3,
  carriedNormal: 3,
  eps: 3,
  bias: 3,
  shape: SHAPE_STRIDE,
  normalScale: 1,
  tangentVelocity: 3,
  block: 6,
  impulse: 3,
  normalImpulse: 1,
  averageImpulse: 1,
  recentImpulse: 1,
  stepImpulse: 3,
  stepNormalImpulse: 1,
  slip: 3,
  slipDisplacement: 3,
};
export const POINT_FLOATS: PointFloats = {
  pointPosition: 3,
  pointLocalA: 3,
  pointLocalB: 3,
  pointGap: 1,
  pointSlop: 1,
  pointRestitution: 1,
  pointImpulse: 1,
  pointStepImpulse: 1,
};

export function createPatchBuffers(): PatchBuffers {
  const patches = {
    count: 0,
    pointCount: 0,
    stateStride: 0,
    law: [] as FrictionLaw[],
    h: 0,
    stamp: 0,
    fault: '',
    state: new Float64Array(0),
  } as PatchBuffers;
  reservePatches(patches, 0, 0);
  return fastCopy(patches);
}

export function reservePatches(p: PatchBuffers, patches: number, points: number): void {
  // Called in every step: `reserve` finds its arrays by name, which takes longer than solving a patch.
  const hasRoom = p.points?.length >= patches && p.pointGap?.length >= points;
  if (hasRoom && p.state.length >= p.stateStride * patches) return;
  reserve(p, Int32Array, PATCH_INTS, patches);
  reserve(p, Uint8Array, PATCH_BYTES, patches);
  reserve(p, Float64Array, PATCH_FLOATS, patches);
  reserve(p, Float64Array, POINT_FLOATS, points);
  p.state = ensureCapacity(p.state, p.stateStride * patches);
}
