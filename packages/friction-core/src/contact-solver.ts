import type { Bodies } from './bodies.js';
import { copyNumbers, ensureCapacity } from './buffers.js';
import { clampAngularVelocity } from './clamp-angular-velocity.js';
import {
  BOUNCE,
  type ContactPoints,
  freeAcceleration,
  preparePoints,
  ROW,
  reservePoints,
  SPIN_A,
  SPIN_B,
} from './contact-points.js';
import {
  applyFriction,
  linearizeLaws,
  linearizeListed,
  measureShifts,
  measureSlip,
  prepareFriction,
  solvePatch,
} from './friction-block.js';
import { createIslands, findIslands, type Islands, skipSteady } from './islands.js';
import {
  createJointFactor,
  DIRECT_WORK,
  factorIsland,
  type JointFactor,
  orderJoints,
  solveIsland,
} from './joint-factor.js';
import { applyRow, type JointRows, type Push, prepareRow, solveRow } from './joint-rows.js';
import { AVERAGE_TIME, MAX_PUSH, RECENT_TIME, setNormalSprings, solveNormals } from './normals.js';
import type { PatchBuffers } from './patch-buffers.js';
import { centreShare } from './pressure-centre.js';

/**
 * Normals, joints and friction solved together: small steps, soft contacts, relax (after Macklin et al. 2019, "Small
 * Steps in Physics Simulation", and the soft-step solver of box2d v3 by Erin Catto).
 *
 * The step dt is cut into substeps h. Contact Jacobians are frozen over dt, gaps are linear in the motion since its start.
 * In each substep: add forces, apply the impulses known from the last one, one *bias* sweep with soft contacts that push
 * overlap out, move, one *relax* sweep with rigid contacts that takes the pushing velocity out again. Friction is solved in
 * both, against the normal impulses as they are at that moment.
 *
 * `prepare → (velocities → warm start → bias sweep → motion → relax sweep → commit)* → finish`, in this order below.
 */
export interface ContactSolverOptions {
  /** Substeps per step; 0 chooses so that h is about 1/480 s. */
  substeps: number;
  /** Sweeps of each kind per substep. */
  iterations: number;
  /** No bounce for approach speeds below this [m/s]. */
  restitutionThreshold: number;
  /** Greatest acceleration over size of what touches something and could tip [1/s²]. @default 0 */
  tippingRate?: number;
  /**
   * Joints that hang together are solved at once as long as that takes no more multiplications per substep than this; else they
   * are swept over. Below 0: always. @default 60000
   */
  directWork?: number | undefined;
  /** World units per metre, for the speed at which overlap is pushed out. @default 1 */
  lengthUnit?: number;
}

export interface ContactSolver extends ContactPoints {
  options: ContactSolverOptions;
  substeps: number;
  h: number;
  /** Of the last step, see `findBuckling`. */
  buckling: number;
  /** Per body: 1 where a joint holds it. */
  jointed: Uint8Array;
  /** Velocities that the last substep began with. */
  before: Float64Array;
  factor: JointFactor;
  /** What is still solved in the substep at hand. */
  islands: Islands;
  /** Joints that the engine solves itself, as guests of our substeps; else null. */
  externalJoints: ExternalJoints | null;
}

/** For engines whose joints can be solved one sweep at a time, whatever they are made of. */
export interface ExternalJoints {
  /** A substep begins: the joints are set up at `bodies.motion`. In the first one they also apply the impulses they remember. */
  begin(h: number, first: boolean): void;
  /** One sweep over all of them, on `bodies.velocity`. */
  sweep(h: number): void;
}

/** Aim of the automatic choice of substeps [1/s]. */
const SUBSTEP_RATE = 480;
const MAX_SUBSTEPS = 32;
/** No substep is longer than this over √tippingRate: small things give way by too much of their size else. It matters below 10 cm. */
const TIPPING_ANGLE = 0.022;
/** No substep is longer than this over √buckling. Thirty cubes of 0.5 m stand with 0.16; at 0.3 they fall. */
const BUCKLING_ANGLE = 0.16;
/** Loads of impacts do not count for it. */
const IMPACT_SHARE = 3;
/** Higher columns count for this many bodies: with yet stiffer springs, one sweep per substep lets light bodies rock under heavy ones. */
const TALLEST = 25;
/** Share of their error that joints push out per substep. */
const JOINT_PUSH = 0.2;
/**
 * Share of their impulse that swept joints start the next substep with. With all of it, redundant rows hold each other in ever
 * greater tension and turn it into speed as soon as they turn: blocks of particles with all diagonals reached 700 m/s. Nine tenths
 * still gain energy, none doubles the stretch of cloth.
 */
const JOINT_CARRY = 0.5;
/** What parts bodies by more than this in one substep was a blow [m/s]. */
const IMPACT_SPEED = 0.5;

export function createContactSolver(options: ContactSolverOptions): ContactSolver {
  const factor = createJointFactor();
  const solver = {
    options,
    substeps: 1,
    h: 0,
    buckling: 0,
    jointed: new Uint8Array(0),
    before: new Float64Array(0),
    factor,
    islands: createIslands(),
    externalJoints: null,
  } as ContactSolver;
  reservePoints(solver, 0);
  return solver;
}

/** How many substeps a step of dt gets; `buckling` is what `findBuckling` told after the last one. */
export function countSubsteps(options: ContactSolverOptions, dt: number, buckling = 0): number {
  if (options.substeps > 0) return options.substeps;
  const usual = Math.max(1, Math.round(dt * SUBSTEP_RATE));
  const tipping = Math.sqrt(options.tippingRate ?? 0) / TIPPING_ANGLE;
  const least = Math.max(tipping, Math.sqrt(buckling) / BUCKLING_ANGLE);
  return Math.min(MAX_SUBSTEPS, Math.max(usual, Math.ceil(dt * least)));
}

/**
 * How fast the column that stands on a patch would buckle if the patch were soft: g n² / r [1/s²], the greatest of all patches.
 *
 *   n   load on the patch over the weight of its lighter body: how many of its kind it carries
 *   r   distance of its points from their centre [m]: how broad it stands
 *   g   free acceleration of the bodies [m/s²]
 *
 * The springs of a patch are as stiff as a substep lets them be, ω ∝ 1/h, and a column needs ω² ∝ g n² / r to stand. (Euler's
 * formula has n³ for equal bodies and n for one heavy one.) What joints press on a patch is no column, and does not count.
 */
function findBuckling(solver: ContactSolver, bodies: Bodies, patches: PatchBuffers, joints: JointRows): number {
  if (solver.externalJoints) return 0;
  solver.jointed = ensureCapacity(solver.jointed, bodies.count);
  solver.jointed.fill(0, 0, bodies.count);
  for (let r = 0; r < joints.count; r++) {
    solver.jointed[joints.bodyA[r]] = 1;
    solver.jointed[joints.bodyB[r]] = 1;
  }
  let greatest = 0;
  for (let i = 0; i < patches.count; i++) {
    if (solver.jointed[patches.bodyA[i]] + solver.jointed[patches.bodyB[i]] > 0) continue;
    const weight = solver.h * solver.weight[i];
    const radius = spread(patches, i);
    if (!(radius > 0 && weight > 0 && weight < Number.POSITIVE_INFINITY)) continue;
    const load = Math.min(patches.recentImpulse[i], IMPACT_SHARE * patches.averageImpulse[i]);
    const n = Math.min(TALLEST, load / weight);
    const rate = (freeAcceleration(bodies, patches.bodyA[i], patches.bodyB[i]) * n * n) / radius;
    if (rate > greatest) greatest = rate;
  }
  return greatest;
}

/**
 * Advances velocities and `bodies.motion` by dt.
 * `refreshJoints` is called before every substep but the first, to fill the rows at the current motion.
 */
export function solveContacts(
  solver: ContactSolver,
  bodies: Bodies,
  patches: PatchBuffers,
  joints: JointRows,
  dt: number,
  refreshJoints: () => void,
): void {
  solver.substeps = countSubsteps(solver.options, dt, solver.buckling);
  const h = dt / solver.substeps;
  solver.h = h;
  bodies.motion.fill(0, 0, 6 * bodies.count);
  preparePoints(solver, bodies, patches, dt, solver.options.restitutionThreshold);
  for (let i = 0; i < patches.count; i++) prepareFriction(patches, i, bodies);
  setNormalSprings(h, solver.options.lengthUnit ?? 1);
  solver.before = ensureCapacity(solver.before, 6 * bodies.count);
  copyNumbers(bodies.velocity, 0, solver.before, 0, 6 * bodies.count);
  const { factor, options, islands } = solver;
  orderJoints(factor, joints, bodies, h, options.directWork ?? DIRECT_WORK);
  findIslands(islands, bodies, patches, joints, factor);
  for (let k = 0; k < solver.substeps; k++) {
    if (k === 0) {
      startJoints(solver, bodies, joints);
      linearizeLaws(patches, h);
      addForces(solver, bodies, h);
      warmStart(solver, bodies, patches, joints);
      solver.externalJoints?.begin(h, true);
    } else {
      if (islands.rowCount > 0) renewJoints(solver, bodies, joints, refreshJoints);
      linearizeListed(patches, h, islands.patches, islands.patchCount);
      repeatForces(solver, bodies);
      applyRows(solver, bodies, joints);
      // What they gave in the last substep acts again, along with the forces.
      solver.externalJoints?.begin(h, false);
    }
    unwind(solver, bodies, patches);
    const forward = k % 2 === 0;
    for (let s = 0; s < options.iterations; s++) sweep(solver, bodies, patches, joints, true, forward);
    move(solver, bodies, h);
    measureShifts(patches, bodies, h);
    follow(solver, bodies, patches, h);
    for (let s = 0; s < options.iterations; s++) sweep(solver, bodies, patches, joints, false, !forward);
    if (islands.rowCount > 0) clampAngularVelocity(joints, bodies, h);
    commitSubstep(solver, bodies, patches, joints, h);
    if (solver.externalJoints) continue;
    skipSteady(islands, solver, bodies, patches, joints, factor, solver.before, h, k, solver.substeps);
    if (islands.patchCount + islands.rowCount + islands.bodyCount === 0) break;
  }
  for (let i = 0; i < patches.count; i++) measureSlip(patches, i, bodies, patches.slip, 3 * i);
  solver.buckling = findBuckling(solver, bodies, patches, joints);
}

/** Greatest distance of the points of a patch from the middle of them all. */
function spread({ pointPosition: x, firstPoint, points }: PatchBuffers, i: number): number {
  const from = 3 * firstPoint[i];
  const to = from + 3 * points[i];
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let q = from; q < to; q += 3) {
    mx += x[q] / points[i];
    my += x[q + 1] / points[i];
    mz += x[q + 2] / points[i];
  }
  let square = 0;
  for (let q = from; q < to; q += 3) {
    square = Math.max(square, (x[q] - mx) ** 2 + (x[q + 1] - my) ** 2 + (x[q + 2] - mz) ** 2);
  }
  return Math.sqrt(square);
}

function addForces({ islands }: ContactSolver, bodies: Bodies, h: number): void {
  const { velocity, acceleration } = bodies;
  for (let k = 0; k < islands.bodyCount; k++) {
    const at = 6 * islands.bodies[k];
    for (let e = at; e < at + 6; e++) velocity[e] += h * acceleration[e];
  }
}

/**
 * Forces and the impulses of the last substep act again, along the same rows: together they are what the velocities have
 * changed by in it.
 */
function repeatForces(solver: ContactSolver, bodies: Bodies): void {
  const { velocity } = bodies;
  const { before, islands } = solver;
  for (let k = 0; k < islands.bodyCount; k++) {
    const at = 6 * islands.bodies[k];
    for (let e = at; e < at + 6; e++) {
      const now = velocity[e];
      velocity[e] += now - before[e];
      before[e] = now;
    }
  }
}

/** Rows of joints turn with the bodies, so their impulses must not act again along the old ones: `before` takes them in. */
function renewJoints(solver: ContactSolver, bodies: Bodies, joints: JointRows, refreshJoints: () => void): void {
  const { velocity } = bodies;
  bodies.velocity = solver.before;
  applyRows(solver, bodies, joints);
  bodies.velocity = velocity;
  refreshJoints();
  startJoints(solver, bodies, joints);
}

/** Joints that are solved at once need no warm start; those that are swept over get a part of their last impulses. */
function startJoints(solver: ContactSolver, bodies: Bodies, joints: JointRows): void {
  const { impulse } = joints;
  const { factor, islands } = solver;
  for (let k = 0; k < islands.rowCount; k++) {
    const r = islands.rows[k];
    impulse[r] = factor.holds[r] === 1 ? 0 : JOINT_CARRY * impulse[r];
    prepareRow(joints, r, bodies);
  }
  for (let k = 0; k < islands.factorCount; k++) factorIsland(factor, joints, islands.factors[k]);
}

/** Applies the impulses of the rows that are still solved. */
function applyRows({ islands }: ContactSolver, bodies: Bodies, joints: JointRows): void {
  for (let k = 0; k < islands.rowCount; k++) {
    const r = islands.rows[k];
    if (joints.impulse[r] !== 0) applyRow(joints, r, bodies, joints.impulse, r);
  }
}

/**
 * A blow is over with the substep in which it fell. Its impulse, acting again, would throw the bodies apart; where that is about
 * to happen the patch keeps only what does not. Loads that last are far below the limit.
 */
function unwind(solver: ContactSolver, bodies: Bodies, patches: PatchBuffers): void {
  const limit = IMPACT_SPEED * (solver.options.lengthUnit ?? 1);
  const { islands } = solver;
  for (let k = 0; k < islands.patchCount; k++) {
    const i = islands.patches[k];
    if (!(patches.normalImpulse[i] > 0)) continue;
    measureParting(patches, i, bodies.velocity, 0);
    const now = parting[0];
    if (!(now > limit)) continue;
    measureParting(patches, i, solver.before, 1);
    const before = parting[1];
    const excess = now - Math.max(0, before);
    if (!(excess > limit)) continue;
    const lasted =
      Math.min(patches.recentImpulse[i], IMPACT_SHARE * patches.averageImpulse[i]) / patches.normalImpulse[i];
    const taken = Math.min(1 - lasted, excess / (now - before));
    if (!(taken > 0)) continue;
    applyNormals(solver, bodies, patches, i, -taken);
    for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
      patches.pointImpulse[q] *= 1 - taken;
    }
    patches.normalImpulse[i] *= 1 - taken;
    for (let e = 0; e < 3; e++) {
      shift[e] = taken * patches.impulse[3 * i + e];
      patches.impulse[3 * i + e] -= shift[e];
    }
    applyFriction(patches, i, bodies, shift, 0, 1);
  }
}

/** How fast the bodies part at the pressure centre, now and before the substep. */
const parting = new Float64Array(2);

function measureParting(patches: PatchBuffers, i: number, v: Float64Array, out: 0 | 1): void {
  const { normal: n, armA, armB } = patches;
  const at = 3 * i;
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  const x = v[b] + v[b + 4] * armB[at + 2] - v[b + 5] * armB[at + 1];
  const y = v[b + 1] + v[b + 5] * armB[at] - v[b + 3] * armB[at + 2];
  const z = v[b + 2] + v[b + 3] * armB[at + 1] - v[b + 4] * armB[at];
  const ofB = n[at] * x + n[at + 1] * y + n[at + 2] * z;
  const u = v[a] + v[a + 4] * armA[at + 2] - v[a + 5] * armA[at + 1];
  const w = v[a + 1] + v[a + 5] * armA[at] - v[a + 3] * armA[at + 2];
  const t = v[a + 2] + v[a + 3] * armA[at + 1] - v[a + 4] * armA[at];
  parting[out] = ofB - (n[at] * u + n[at + 1] * w + n[at + 2] * t);
}

function move({ islands }: ContactSolver, bodies: Bodies, h: number): void {
  const { velocity, motion } = bodies;
  const { moved } = islands;
  for (let k = 0; k < islands.bodyCount; k++) {
    const at = 6 * islands.bodies[k];
    for (let e = at; e < at + 6; e++) {
      moved[e] = h * velocity[e];
      motion[e] += moved[e];
    }
  }
}

/**
 * A patch goes along with the body that can move: under a turning carrier it comes to where the surface has another speed. Where it
 * slides, its centre also goes to where the normals of this substep have the load, and takes the friction along.
 */
function follow(solver: ContactSolver, bodies: Bodies, patches: PatchBuffers, h: number): void {
  const { velocity: v } = bodies;
  const { impulse, armA, armB } = patches;
  const { islands } = solver;
  for (let k = 0; k < islands.patchCount; k++) {
    const i = islands.patches[k];
    const fixed = solver.immovable[i];
    const slides = patches.normalImpulse[i] * patches.sliding[i] > 0 && patches.points[i] > 1;
    if (slides) {
      applyFriction(patches, i, bodies, impulse, 3 * i, 1);
      followLoad(solver, patches, i, bodies);
    }
    if (fixed > 0) {
      const arm = fixed === 1 ? armA : armB;
      const way = fixed === 1 ? h : -h;
      for (let e = 0; e < 3; e++) {
        arm[3 * i + e] += way * (v[6 * patches.bodyB[i] + e] - v[6 * patches.bodyA[i] + e]);
      }
    }
    if (!slides) continue;
    applyFriction(patches, i, bodies, impulse, 3 * i, 0);
    prepareFriction(patches, i, bodies);
  }
}

/** Where the centre turns back it goes half the way: else load and friction would drive each other to and fro. */
function followLoad(solver: ContactSolver, patches: PatchBuffers, i: number, bodies: Bodies): void {
  const { pointImpulse: load, pointPosition: x, centre, centreOffset, armA, armB } = patches;
  const { shifted } = solver;
  const first = patches.firstPoint[i];
  const total = patches.normalImpulse[i];
  let back = 0;
  for (let e = 0; e < 3; e++) {
    const at = 3 * i + e;
    let to = 0;
    for (let q = first; q < first + patches.points[i]; q++) to += (load[q] / total) * x[3 * q + e];
    shift[e] = to - centre[at];
    back += shift[e] * shifted[at];
  }
  const share = (back < 0 ? 0.5 : 1) * centreShare(patches, i, bodies, total);
  for (let e = 0; e < 3; e++) {
    const at = 3 * i + e;
    shifted[at] = share * shift[e];
    centre[at] += shifted[at];
    centreOffset[at] += shifted[at];
    armA[at] += shifted[at];
    armB[at] += shifted[at];
  }
}

const shift = new Float64Array(3);

/** Applies the impulses that the last step ended with. */
function warmStart(solver: ContactSolver, bodies: Bodies, patches: PatchBuffers, joints: JointRows): void {
  applyRows(solver, bodies, joints);
  for (let i = 0; i < patches.count; i++) {
    applyNormals(solver, bodies, patches, i, 1);
    applyFriction(patches, i, bodies, patches.impulse, 3 * i, 0);
    patches.law[i].extraRows?.prepare(patches, i, true);
  }
}

/** Adds a share of a patch's normal impulses to the bodies' velocities. */
function applyNormals(solver: ContactSolver, bodies: Bodies, patches: PatchBuffers, i: number, share: number): void {
  const { velocity: v, invMass: m } = bodies;
  const { row } = solver;
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  let sum = 0;
  for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
    const impulse = share * patches.pointImpulse[q];
    sum += impulse;
    for (let e = 0; e < 3; e++) {
      v[a + 3 + e] -= impulse * row[ROW * q + SPIN_A + e];
      v[b + 3 + e] += impulse * row[ROW * q + SPIN_B + e];
    }
  }
  for (let e = 0; e < 3; e++) {
    const along = sum * patches.normal[3 * i + e];
    v[a + e] -= m[a / 2 + e] * along;
    v[b + e] += m[b / 2 + e] * along;
  }
}

/**
 * One Gauss-Seidel sweep over joints, then patches. Joints that are solved at once come again after the patches, which may have torn
 * at them. Friction comes before the normals where they push, and after them in the
 * relax sweep: what a patch ends with lies exactly in the set that its normal impulse allows.
 */
function sweep(
  solver: ContactSolver,
  bodies: Bodies,
  patches: PatchBuffers,
  joints: JointRows,
  bias: boolean,
  forward: boolean,
): void {
  const { factor, islands, h } = solver;
  const rows = islands.rowCount;
  push.rate = bias ? JOINT_PUSH / h : 0;
  push.most = MAX_PUSH * (solver.options.lengthUnit ?? 1);
  for (let k = 0; k < rows; k++) {
    const r = islands.rows[forward ? k : rows - 1 - k];
    if (factor.holds[r] === 0) solveRow(joints, r, bodies, h, push);
  }
  for (let k = 0; k < islands.factorCount; k++) solveIsland(factor, joints, islands.factors[k], bodies, h, push);
  solver.externalJoints?.sweep(h);
  const { patchCount } = islands;
  for (let k = 0; k < patchCount; k++) {
    const i = islands.patches[forward ? k : patchCount - 1 - k];
    if (bias) solvePatch(patches, i, bodies);
    solveNormals(solver, bodies, patches, i, bias);
    if (!bias) solvePatch(patches, i, bodies);
  }
  if (patchCount === 0) return;
  for (let k = 0; k < islands.factorCount; k++) {
    const i = islands.factors[k];
    if (islands.touched[i] === 1) solveIsland(factor, joints, i, bodies, h, push);
  }
  solver.externalJoints?.sweep(h);
}

const push: Push = { rate: 0, most: 0 };

/** Sums the impulses of the substep, ends bounces that have happened, and lets laws with memory remember. */
function commitSubstep(
  solver: ContactSolver,
  bodies: Bodies,
  patches: PatchBuffers,
  joints: JointRows,
  h: number,
): void {
  const { islands } = solver;
  for (let k = 0; k < islands.rowCount; k++) joints.stepImpulse[islands.rows[k]] += joints.impulse[islands.rows[k]];
  const lasting = h / (h + AVERAGE_TIME);
  const recent = h / (h + RECENT_TIME);
  for (let k = 0; k < islands.patchCount; k++) {
    const i = islands.patches[k];
    for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
      const impulse = patches.pointImpulse[q];
      patches.pointStepImpulse[q] += impulse;
      if (impulse > 0) solver.row[ROW * q + BOUNCE] = 0;
    }
    patches.stepNormalImpulse[i] += patches.normalImpulse[i];
    patches.averageImpulse[i] += lasting * (patches.normalImpulse[i] - patches.averageImpulse[i]);
    patches.recentImpulse[i] += recent * (patches.normalImpulse[i] - patches.recentImpulse[i]);
    for (let e = 3 * i; e < 3 * i + 3; e++) patches.stepImpulse[e] += patches.impulse[e];
    const law = patches.law[i];
    if (law.commit) {
      measureSlip(patches, i, bodies, patches.slip, 3 * i);
      law.commit(patches, i, h);
    }
  }
}
