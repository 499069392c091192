import { grown } from './bodies.js';
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

  // --- geometry, world frame
  normal: Float64Array;
  tangent1: Float64Array;
  tangent2: Float64Array;
  /** Pressure centre: the mean of the contact points, weighted with their normal impulses. */
  centre: Float64Array;
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

  // --- what the solver finds
  /** J M⁻¹ Jᵀ of the three friction rows, [a11, a12, a13, a22, a23, a33]. */
  block: Float64Array;
  /** Friction impulse λ of this substep. */
  impulse: Float64Array;
  /** Normal impulse λN of this substep, summed over the points. */
  normalImpulse: Float64Array;
  /** Both, summed over the step. */
  stepImpulse: Float64Array;
  stepNormalImpulse: Float64Array;
  /** Slip at the end of the last solve. */
  slip: Float64Array;
  /** 1 where λ lies on the boundary of its set. */
  sliding: Uint8Array;

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

export function createPatchBuffers(): PatchBuffers {
  const f = () => new Float64Array(0);
  const i = () => new Int32Array(0);
  const u = () => new Uint8Array(0);
  return {
    count: 0,
    pointCount: 0,
    stateStride: 0,
    bodyA: i(),
    bodyB: i(),
    key: i(),
    law: [],
    normal: f(),
    tangent1: f(),
    tangent2: f(),
    centre: f(),
    armA: f(),
    armB: f(),
    torsionRadius: f(),
    carrier: u(),
    carriedTangent: f(),
    carriedNormal: f(),
    eps: f(),
    bias: f(),
    shape: f(),
    state: f(),
    block: f(),
    impulse: f(),
    normalImpulse: f(),
    stepImpulse: f(),
    stepNormalImpulse: f(),
    slip: f(),
    sliding: u(),
    firstPoint: i(),
    points: i(),
    pointPosition: f(),
    pointLocalA: f(),
    pointLocalB: f(),
    pointGap: f(),
    pointSlop: f(),
    pointRestitution: f(),
    pointImpulse: f(),
    pointStepImpulse: f(),
  };
}

export function reservePatches(p: PatchBuffers, patches: number, points: number): void {
  p.bodyA = grown(p.bodyA, patches);
  p.bodyB = grown(p.bodyB, patches);
  p.key = grown(p.key, 4 * patches);
  p.normal = grown(p.normal, 3 * patches);
  p.tangent1 = grown(p.tangent1, 3 * patches);
  p.tangent2 = grown(p.tangent2, 3 * patches);
  p.centre = grown(p.centre, 3 * patches);
  p.armA = grown(p.armA, 3 * patches);
  p.armB = grown(p.armB, 3 * patches);
  p.torsionRadius = grown(p.torsionRadius, patches);
  p.carrier = grown(p.carrier, patches);
  p.carriedTangent = grown(p.carriedTangent, 3 * patches);
  p.carriedNormal = grown(p.carriedNormal, 3 * patches);
  p.eps = grown(p.eps, 3 * patches);
  p.bias = grown(p.bias, 3 * patches);
  p.shape = grown(p.shape, SHAPE_STRIDE * patches);
  p.state = grown(p.state, p.stateStride * patches);
  p.block = grown(p.block, 6 * patches);
  p.impulse = grown(p.impulse, 3 * patches);
  p.normalImpulse = grown(p.normalImpulse, patches);
  p.stepImpulse = grown(p.stepImpulse, 3 * patches);
  p.stepNormalImpulse = grown(p.stepNormalImpulse, patches);
  p.slip = grown(p.slip, 3 * patches);
  p.sliding = grown(p.sliding, patches);
  p.firstPoint = grown(p.firstPoint, patches);
  p.points = grown(p.points, patches);
  p.pointPosition = grown(p.pointPosition, 3 * points);
  p.pointLocalA = grown(p.pointLocalA, 3 * points);
  p.pointLocalB = grown(p.pointLocalB, 3 * points);
  p.pointGap = grown(p.pointGap, points);
  p.pointSlop = grown(p.pointSlop, points);
  p.pointRestitution = grown(p.pointRestitution, points);
  p.pointImpulse = grown(p.pointImpulse, points);
  p.pointStepImpulse = grown(p.pointStepImpulse, points);
}
