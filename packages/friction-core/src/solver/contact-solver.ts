import type { Bodies } from '../bodies/bodies.js';
import { MAX_DIRECT_WORK } from '../constants.js';
import { measureJointDisplacements } from '../joint-friction/rows.js';
import { copyNumbers, ensureCapacity } from '../math/buffers.js';
import { updateAdhesion } from '../patches/adhesion.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import { addAdhesion } from './adhesion.js';
import { clampAngularVelocity } from './clamp-angular-velocity.js';
import { followPatches, integrateMotion } from './follow-patches.js';
import {
  linearizeLaws,
  linearizeListedLaws,
  measureSlip,
  measureSlipDisplacements,
  prepareFriction,
} from './friction-block.js';
import { discardImpactImpulses } from './impacts.js';
import { createIslands, findIslands, type Islands } from './islands.js';
import { createJointFactor, type JointFactor } from './joint-factor.js';
import { orderJoints } from './joint-order.js';
import type { JointBias, JointRows } from './joint-rows.js';
import { type NormalRows, prepareNormalRows, reserveNormalRows } from './normal-rows.js';
import { NORMAL_SPRINGS_SIZE, prepareNormalSprings } from './solve-normals.js';
import { finishSteadyIslands } from './steady-islands.js';
import { storeSubstep } from './store-substep.js';
import { countSubsteps, findBucklingRate } from './substep-count.js';
import { BIAS, RELAX, sweep } from './sweep.js';
import {
  addForces,
  applyJointImpulses,
  refreshJointRows,
  repeatLastSubstep,
  startJoints,
  warmStart,
} from './warm-start.js';

/**
 * Normals, joints and friction solved together with small steps, soft contacts and relaxation (after Macklin et al. 2019, "Small
 * Steps in Physics Simulation", and the soft-step solver of box2d v3 by Erin Catto).
 *
 * The step dt is divided into substeps h. Contact Jacobians are fixed over dt, gaps are linear in the motion since its start. Each
 * substep adds forces, applies the impulses of the last substep (warm start), runs one *bias* sweep with soft contacts that push
 * overlap out, moves the bodies, and runs one *relax* sweep with rigid contacts that removes the bias velocity. Both sweeps solve
 * friction against the current normal impulses.
 *
 * `prepare → (forces → warm start → bias sweep → motion → relax sweep → store)* → finish`
 */
export interface ContactSolverOptions {
  /** Substeps per step; 0 chooses them so that h is about 1/480 s. */
  substeps: number;
  /** Sweeps of each kind per substep. */
  iterations: number;
  /** Approach speeds below this do not bounce [m/s]. */
  restitutionThreshold: number;
  /** Largest acceleration over size of the bodies in contact that can tip [1/s²]. @default 0 */
  tippingRate?: number;
  /**
   * Connected joints are solved directly if that takes no more multiplications per substep than this; if it takes more, they are
   * swept. Negative: always swept. @default 60000
   */
  maxDirectWork?: number | undefined;
  /** World units per metre, for the speed at which overlap is pushed out. @default 1 */
  lengthUnit?: number;
}

export interface ContactSolver extends NormalRows {
  options: ContactSolverOptions;
  substeps: number;
  h: number;
  /** Of the last step, see `findBucklingRate`. */
  bucklingRate: number;
  /** Per body: 1 if it has a joint. */
  hasJoint: Uint8Array;
  /** Velocities at the start of the last substep. */
  substepStartVelocity: Float64Array;
  factor: JointFactor;
  /** Bodies, patches and joints that are still solved in this substep. */
  islands: Islands;
  /** Joints that the engine solves within our substeps, or null. */
  externalJoints: ExternalJoints | null;
  /** Soft constraints of the normals, see `prepareNormalSprings`. */
  normalSprings: Float64Array;
  /** Bias of the joints in the current sweep. */
  jointBias: JointBias;
  scratch: ContactSolverScratch;
}

/** Temporaries. Arrays, because V8 may allocate a number that is passed to or returned from a function. */
interface ContactSolverScratch {
  /** Separating velocity of a patch, now and at the start of the substep [m/s]. */
  separatingVelocity: Float64Array;
  /** Friction impulse that an impact takes along. */
  impactFriction: Float64Array;
  /** From a pressure centre to the centre of the load [m]. */
  loadShift: Float64Array;
  /** Two per body, see `clampAngularVelocity`. */
  leverSums: Float64Array;
}

/** For engines whose joints can be solved one sweep at a time, whatever they consist of. */
export interface ExternalJoints {
  /** A substep starts: set up the joints at `bodies.motion`. In the first substep, also apply their remembered impulses. */
  begin(h: number, first: boolean): void;
  /** One sweep over all of them, on `bodies.velocity`. */
  sweep(h: number): void;
}

export function createContactSolver(options: ContactSolverOptions): ContactSolver {
  const rows = {} as NormalRows;
  reserveNormalRows(rows, 0);
  return {
    ...rows,
    options,
    substeps: 1,
    h: 0,
    bucklingRate: 0,
    hasJoint: new Uint8Array(0),
    substepStartVelocity: new Float64Array(0),
    factor: createJointFactor(),
    islands: createIslands(),
    externalJoints: null,
    normalSprings: new Float64Array(NORMAL_SPRINGS_SIZE),
    jointBias: { rate: 0, maxSpeed: 0 },
    scratch: {
      separatingVelocity: new Float64Array(2),
      impactFriction: new Float64Array(3),
      loadShift: new Float64Array(3),
      leverSums: new Float64Array(0),
    },
  };
}

/**
 * Advances velocities and `bodies.motion` by dt. `refreshJoints` is called before every substep except the first, to update the rows
 * to the current motion.
 */
export function solveContacts(
  solver: ContactSolver,
  bodies: Bodies,
  patches: PatchBuffers,
  joints: JointRows,
  dt: number,
  refreshJoints: () => void,
): void {
  solver.substeps = countSubsteps(solver.options, dt, solver.bucklingRate);
  const h = dt / solver.substeps;
  solver.h = h;
  const { options, islands, factor, scratch } = solver;
  // Prepare.
  bodies.motion.fill(0, 0, 6 * bodies.count);
  for (let i = 0; i < patches.count; i++) updateAdhesion(patches, i, options.lengthUnit ?? 1);
  prepareNormalRows(solver, bodies, patches, dt, options.restitutionThreshold);
  for (let i = 0; i < patches.count; i++) prepareFriction(patches, i, bodies);
  prepareNormalSprings(solver.normalSprings, h, options.lengthUnit ?? 1);
  solver.substepStartVelocity = ensureCapacity(solver.substepStartVelocity, 6 * bodies.count);
  copyNumbers(bodies.velocity, 0, solver.substepStartVelocity, 0, 6 * bodies.count);
  orderJoints(factor, joints, bodies, h, options.maxDirectWork ?? MAX_DIRECT_WORK);
  findIslands(islands, bodies, patches, joints, factor);
  for (let k = 0; k < solver.substeps; k++) {
    // Forces and warm start.
    if (k === 0) {
      startJoints(solver, bodies, joints);
      linearizeLaws(patches, h);
      addForces(solver, bodies, h);
      addAdhesion(patches, bodies, h);
      warmStart(solver, bodies, patches, joints);
      solver.externalJoints?.begin(h, true);
    } else {
      if (islands.rowCount > 0) refreshJointRows(solver, bodies, joints, refreshJoints);
      linearizeListedLaws(patches, h, islands.patches, islands.patchCount);
      repeatLastSubstep(solver, bodies);
      applyJointImpulses(solver, bodies, joints);
      // Their impulses of the last substep act again with the forces.
      solver.externalJoints?.begin(h, false);
    }
    discardImpactImpulses(solver, bodies, patches);
    const isForward = k % 2 === 0;
    for (let s = 0; s < options.iterations; s++) sweep(solver, bodies, patches, joints, BIAS, isForward);
    integrateMotion(solver, bodies, h);
    measureSlipDisplacements(patches, bodies, h);
    if (joints.friction) measureJointDisplacements(joints.friction, joints, bodies, h);
    followPatches(solver, bodies, patches, h);
    for (let s = 0; s < options.iterations; s++) sweep(solver, bodies, patches, joints, RELAX, !isForward);
    if (islands.rowCount > 0) {
      scratch.leverSums = ensureCapacity(scratch.leverSums, 2 * bodies.count);
      clampAngularVelocity(scratch.leverSums, joints, bodies, h);
    }
    storeSubstep(solver, bodies, patches, joints, h);
    if (solver.externalJoints) continue;
    finishSteadyIslands(solver, bodies, patches, joints, h, k);
    if (islands.patchCount + islands.rowCount + islands.bodyCount === 0) break;
  }
  // Finish.
  for (let i = 0; i < patches.count; i++) measureSlip(patches, i, bodies, patches.slip, 3 * i);
  solver.bucklingRate = findBucklingRate(solver, bodies, patches, joints);
}
