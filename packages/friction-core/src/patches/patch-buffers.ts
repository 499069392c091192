import type { Bodies } from '../bodies/bodies.js';
import type { FrictionLaw } from '../laws/friction-law.js';
import { ensureCapacity, fastCopy, reserve, type Strides } from '../math/buffers.js';
import { createHullScratch, type HullScratch } from './adhesion.js';

/** Floats per patch in `shape`, the parameters of the law's set. */
export const SHAPE_STRIDE = 8;

/** Values of `frameBody`. */
export const BODY_A = 0;
export const BODY_B = 1;

/**
 * All contact patches of one step, structure-of-arrays. A patch is the contact of two bodies along one normal: contact points that
 * carry normal impulses, and one friction impulse at their pressure centre.
 *
 * Conventions: the normal points from A to B; slip is the velocity of B minus that of A; impulses act on B, their opposites on A.
 * Impulses are those of one substep unless they are called `step…`.
 */
export interface PatchBuffers {
  count: number;
  pointCount: number;
  /** Floats per patch in `state`: the largest `stateSize` of all laws so far. */
  stateStride: number;

  // --- identity
  /** Body slots. */
  bodyA: Int32Array;
  bodyB: Int32Array;
  /** Keys that stay the same across steps: body A, shape A, body B, shape B. Four per patch. */
  key: Int32Array;
  /** Material ids A, B, two per patch. */
  material: Int32Array;
  law: FrictionLaw[];
  /** 1 if B, not A, has the first of the two materials that the law was set for: body 'a' of the law is B. */
  flipped: Uint8Array;
  /** Bits that an adapter keeps for a patch from step to step; 0 in a new patch. */
  flags: Uint8Array;
  /** The bodies that the slots refer to; set by `gatherPatches`. */
  bodies: Bodies;
  /** Changes with every `gatherPatches`, for laws that do something once per step. */
  stamp: number;
  /** Length of the current solve [s]: a substep, or the step if there are no substeps. */
  h: number;
  /** Error of a user's law since this was last cleared, or ''. */
  lawError: string;

  hullScratch: HullScratch;

  // --- geometry, world frame
  normal: Float64Array;
  tangent1: Float64Array;
  tangent2: Float64Array;
  /** Pressure centre: the mean of the contact points, weighted with their normal impulses. */
  centre: Float64Array;
  /** From the mean of the points to the pressure centre. */
  centreOffset: Float64Array;
  /** From the bodies' centres of mass to the pressure centre. */
  armA: Float64Array;
  armB: Float64Array;
  /** Mean distance of the load from the pressure centre [m]: 0 for one point, half the diagonal for four corners. */
  torsionRadius: Float64Array;
  /** Body that carries the frame to the next step, `BODY_A` or `BODY_B`, and tangent1 and normal in its frame. */
  frameBody: Uint8Array;
  localTangent: Float64Array;
  localNormal: Float64Array;

  // --- written by the law
  eps: Float64Array;
  bias: Float64Array;
  shape: Float64Array;
  state: Float64Array;
  /** Factor on the normal impulse that scales K. */
  normalScale: Float64Array;
  /** Attraction in effect with an adhesive law [N], and where it acts: the centroid of the contact area. */
  adhesion: Float64Array;
  adhesionCentre: Float64Array;
  /** Velocity of the surfaces, B's minus A's, in the rows of λ: `slip` is measured against it. */
  tangentVelocity: Float64Array;

  // --- written by the solver
  /** J M⁻¹ Jᵀ of the three friction rows, [a11, a12, a13, a22, a23, a33]. */
  block: Float64Array;
  /** Friction impulse λ of this substep. */
  impulse: Float64Array;
  /** Normal impulse λN of this substep, summed over the points. */
  normalImpulse: Float64Array;
  /** Moving averages of `normalImpulse` for the contact solver, over a long and a short time. */
  averageImpulse: Float64Array;
  recentImpulse: Float64Array;
  /** λ and λN, summed over the step. */
  stepImpulse: Float64Array;
  stepNormalImpulse: Float64Array;
  /** Slip at the end of the last solve. */
  slip: Float64Array;
  /** Displacement of B relative to A in the last (sub)step, in the rows of λ [m, m, rad]; for laws with `commit`. */
  slipDisplacement: Float64Array;
  /** 1 if λ lies on the boundary of its set. */
  sliding: Uint8Array;
  /** `sliding` at the end of the last complete step. A prediction may have changed `sliding` since. */
  wasSliding: Uint8Array;

  // --- contact points of patch i: firstPoint[i] … firstPoint[i] + points[i] - 1
  firstPoint: Int32Array;
  points: Int32Array;
  /** World position, and the same in the frames of A and B, to match the point in the next step. */
  pointPosition: Float64Array;
  pointLocalA: Float64Array;
  pointLocalB: Float64Array;
  /** Signed distance at the start of the step [m]; negative if the bodies overlap. */
  pointGap: Float64Array;
  /** Overlap that the point keeps at rest [m]. */
  pointSlop: Float64Array;
  /** Coefficient of restitution of the point. */
  pointRestitution: Float64Array;
  pointImpulse: Float64Array;
  pointStepImpulse: Float64Array;
}

export const PATCH_INTS: Strides<PatchBuffers, Int32Array> = {
  bodyA: 1,
  bodyB: 1,
  key: 4,
  material: 2,
  firstPoint: 1,
  points: 1,
};
export const PATCH_BYTES: Strides<PatchBuffers, Uint8Array> = {
  flipped: 1,
  flags: 1,
  frameBody: 1,
  sliding: 1,
  wasSliding: 1,
};

/** Floats per patch, and per contact point (`point…`). `state` has its own stride. */
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
  localTangent: 3,
  localNormal: 3,
  eps: 3,
  bias: 3,
  shape: SHAPE_STRIDE,
  normalScale: 1,
  adhesion: 1,
  adhesionCentre: 3,
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
    lawError: '',
    hullScratch: createHullScratch(),
    state: new Float64Array(0),
  } as PatchBuffers;
  reservePatches(patches, 0, 0);
  return fastCopy(patches);
}

export function reservePatches(p: PatchBuffers, patches: number, points: number): void {
  // Runs in every step, and `reserve` finds its arrays by name, which takes longer than solving a patch.
  const hasRoom = p.points?.length >= patches && p.pointGap?.length >= points;
  if (hasRoom && p.state.length >= p.stateStride * patches) return;
  reserve(p, Int32Array, PATCH_INTS, patches);
  reserve(p, Uint8Array, PATCH_BYTES, patches);
  reserve(p, Float64Array, PATCH_FLOATS, patches);
  reserve(p, Float64Array, POINT_FLOATS, points);
  p.state = ensureCapacity(p.state, p.stateStride * patches);
}
