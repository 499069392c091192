import { rotateBack } from '../math/rotation.js';
import { describe, requireKnownOptions, requireVector } from '../options.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import { FRAME_A, FRAME_B, rotateToWorld } from './direction.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';
import type { BodySide } from './modifier.js';

/** A surface that moves like a rigid body: a turntable, a curved belt. All in the frame of the surface's body. */
export interface RigidSurfaceMotion {
  /** Velocity at the centre [m/s]. @default [0, 0, 0] */
  linear?: readonly number[];
  /** Angular velocity [rad/s]. @default [0, 0, 0] */
  angular?: readonly number[];
  /** Centre of the rotation [m]. @default [0, 0, 0], the body's origin */
  centre?: readonly number[];
}

/**
 * The velocity of a surface in the frame of its body: a vector [m/s], a rigid motion, or a function that writes the velocity at a point to
 * `out`. Vectors and rigid motions are read in every step: change their numbers to change the speed.
 */
export type SurfaceVelocityField =
  | readonly number[]
  | RigidSurfaceMotion
  | ((point: Float64Array, out: Float64Array) => void);

/**
 * A surface that moves while its body stays in place, such as a conveyor belt. Slip is measured against the moving surface.
 *
 *     slip = v_B - v_A - v_T,   v_T = ± (v·t1, v·t2, ω·n),    v = linear + angular × (x - centre),   ω = angular
 *
 *   v     velocity of the surface of 'a' relative to its body, at the pressure centre x at mid step   m/s
 *   ω     for a function: half the curl of v, from its values around x                       rad/s
 *   v_T   `tangentVelocity` of the patch                                                     m/s, m/s, rad/s
 *
 * 'a' is the body with the first material of `setPair`, or the one whose material has the law. If the materials do not decide, it is
 * the body that was created first. Only the part of v along the surface matters.
 */
export function surfaceVelocity(law: FrictionLaw, velocity: SurfaceVelocityField): FrictionLaw {
  requireField(velocity);
  return onSide(law, velocity, 'a');
}

function onSide(law: FrictionLaw, field: SurfaceVelocityField, side: BodySide): FrictionLaw {
  const frame = side === 'a' ? FRAME_A : FRAME_B;
  const motion = createMotion();
  return makeLaw({
    ...law,
    // Not even at rest: the numbers of the field may change.
    coulombMatch: undefined,
    innerMu: undefined,
    combineWith: undefined,
    modifier: {
      kind: 'surfaceVelocity',
      size: 0,
      inner: law,
      apply: (other, otherSide) => onSide(other, field, otherSide),
      isMoving: () => isMoving(field),
    },
    linearize(patches, i, h) {
      // If B has the moving surface, A rests on it when v_B - v_A is -v.
      const isB = (patches.flipped[i] === 1) === (side === 'a');
      const sign = isB ? -1 : 1;
      measureField(patches, i, h, field, frame, isB, motion);
      const { tangentVelocity } = patches;
      for (let e = 0; e < 3; e++) {
        if (motion.rows[e] * 0 === 0) tangentVelocity[3 * i + e] += sign * motion.rows[e];
        else patches.lawError = 'surfaceVelocity: the velocity of a surface is not finite';
      }
      law.linearize(patches, i, h);
    },
  });
}

/** Temporaries of `measureField`. */
interface Motion {
  /** Velocity of the surface along t1 and t2, and its rotation about the normal. */
  rows: Float64Array;
  /** Where the field is evaluated, in the world and in the frame of the surface's body. */
  place: Float64Array;
  point: Float64Array;
  local: Float64Array;
  world: Float64Array;
}

function createMotion(): Motion {
  return {
    rows: new Float64Array(3),
    place: new Float64Array(3),
    point: new Float64Array(3),
    local: new Float64Array(3),
    world: new Float64Array(3),
  };
}

function measureField(
  patches: PatchBuffers,
  i: number,
  h: number,
  field: SurfaceVelocityField,
  frame: number,
  isB: boolean,
  motion: Motion,
): void {
  const { rows, place, local, world } = motion;
  const { normal } = patches;
  rows.fill(0);
  if (isVector(field)) {
    for (let e = 0; e < 3; e++) local[e] = field[e];
    addRows(patches, i, frame, motion, 1);
    return;
  }
  const body = isB ? patches.bodyB[i] : patches.bodyA[i];
  findPlace(patches, i, isB ? patches.bodyA[i] : patches.bodyB[i], isB ? patches.armA : patches.armB, place);
  // At mid step: where the velocity turns, following the one at the start would lead outwards.
  evaluate(patches, field, body, place, motion);
  rotateToWorld(patches, i, frame, local, world);
  for (let e = 0; e < 3; e++) place[e] += 0.5 * h * world[e];
  if (typeof field === 'function') {
    measureFunction(patches, i, field, frame, body, motion);
    return;
  }
  evaluate(patches, field, body, place, motion);
  addRows(patches, i, frame, motion, 1);
  const { angular = ZERO } = field;
  for (let e = 0; e < 3; e++) local[e] = angular[e];
  rotateToWorld(patches, i, frame, local, world);
  for (let e = 0; e < 3; e++) rows[2] += world[e] * normal[3 * i + e];
}

const ZERO: readonly number[] = [0, 0, 0];

/** out = the pressure centre, moved with the carried body since the start of the step. */
function findPlace(
  { centre, bodies }: PatchBuffers,
  i: number,
  body: number,
  arm: Float64Array,
  out: Float64Array,
): void {
  const { motion } = bodies;
  const m = 6 * body;
  const at = 3 * i;
  for (let e = 0; e < 3; e++) {
    const f = (e + 1) % 3;
    const g = (e + 2) % 3;
    out[e] = centre[at + e] + motion[m + e] + motion[m + 3 + f] * arm[at + g] - motion[m + 3 + g] * arm[at + f];
  }
}

/** local = the field at a world point, in the frame of the surface's body. */
function evaluate(
  patches: PatchBuffers,
  field: Exclude<SurfaceVelocityField, readonly number[]>,
  body: number,
  place: Float64Array,
  { point, local }: Motion,
): void {
  toBody(patches, body, place, point);
  if (typeof field === 'function') {
    local.fill(0);
    try {
      field(point, local);
    } catch (error) {
      local.fill(0);
      patches.lawError = `surfaceVelocity: the function threw: ${String(error)}`;
    }
    return;
  }
  const { linear = ZERO, angular = ZERO, centre = ZERO } = field;
  for (let e = 0; e < 3; e++) {
    const f = (e + 1) % 3;
    const g = (e + 2) % 3;
    local[e] = linear[e] + angular[f] * (point[g] - centre[g]) - angular[g] * (point[f] - centre[f]);
  }
}

/** The mean of the field and half its curl, from four points around the place; from one if the patch is a point. */
function measureFunction(
  patches: PatchBuffers,
  i: number,
  field: (point: Float64Array, out: Float64Array) => void,
  frame: number,
  body: number,
  motion: Motion,
): void {
  const { rows, place, world } = motion;
  const { tangent1, tangent2, torsionRadius } = patches;
  const r = torsionRadius[i];
  const count = r > 0 ? 4 : 1;
  for (let k = 0; k < count; k++) {
    const axis = k < 2 ? tangent1 : tangent2;
    const offset = r > 0 ? (k % 2 === 0 ? r : -r) : 0;
    for (let e = 0; e < 3; e++) world[e] = place[e] + offset * axis[3 * i + e];
    evaluate(patches, field, body, world, motion);
    const before1 = rows[0];
    const before2 = rows[1];
    addRows(patches, i, frame, motion, 1 / count);
    // Half the curl: ½ (∂v2/∂t1 - ∂v1/∂t2), by central differences.
    if (k < 2) rows[2] += r > 0 ? (rows[1] - before2) / offset : 0;
    else rows[2] -= (rows[0] - before1) / offset;
  }
}

/** Adds `share` times the velocity `local` to the rows. */
function addRows(patches: PatchBuffers, i: number, frame: number, { rows, local, world }: Motion, share: number): void {
  const { tangent1, tangent2 } = patches;
  rotateToWorld(patches, i, frame, local, world);
  for (let e = 0; e < 3; e++) {
    rows[0] += share * world[e] * tangent1[3 * i + e];
    rows[1] += share * world[e] * tangent2[3 * i + e];
  }
}

/** out = the world point x in the engine's frame of a body. */
function toBody({ bodies }: PatchBuffers, body: number, x: Float64Array, out: Float64Array): void {
  const { pose, origin } = bodies;
  for (let e = 0; e < 3; e++) out[e] = x[e] - pose[7 * body + e];
  rotateBack(pose, 7 * body, out, 0, out, 0);
  for (let e = 0; e < 3; e++) out[e] -= origin[3 * body + e];
}

function isMoving(field: SurfaceVelocityField): boolean {
  if (typeof field === 'function') return true;
  if (isVector(field)) return !isZero(field);
  return !isZero(field.linear ?? ZERO) || !isZero(field.angular ?? ZERO);
}

function isZero(vector: readonly number[]): boolean {
  return vector[0] === 0 && vector[1] === 0 && vector[2] === 0;
}

function isVector(field: SurfaceVelocityField): field is readonly number[] {
  return typeof field !== 'function' && (field as { length?: number }).length !== undefined;
}

function requireField(field: SurfaceVelocityField): void {
  if (typeof field === 'function') return;
  if (typeof field !== 'object' || field === null) {
    throw new TypeError(
      `surfaceVelocity: velocity must be three numbers in m/s, { linear, angular, centre } or a function (got ${describe(field)})`,
    );
  }
  if (isVector(field)) {
    requireVector('surfaceVelocity', 'velocity', field, 'm/s');
    return;
  }
  requireKnownOptions('surfaceVelocity', field, ['linear', 'angular', 'centre']);
  requireVector('surfaceVelocity', 'linear', field.linear ?? ZERO, 'm/s');
  requireVector('surfaceVelocity', 'angular', field.angular ?? ZERO, 'rad/s');
  requireVector('surfaceVelocity', 'centre', field.centre ?? ZERO, 'm');
}
