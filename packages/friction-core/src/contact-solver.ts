import type { Bodies } from './bodies.js';
import { grown } from './buffers.js';
import { type ContactPoints, measureSeparations, preparePoints, reservePoints } from './contact-points.js';
import {
  applyFriction,
  linearizeLaws,
  measureShifts,
  measureSlip,
  prepareFriction,
  solvePatch,
} from './friction-block.js';
import { applyRow, type JointRows, prepareJoints, rowVelocity } from './joint-rows.js';
import type { PatchBuffers } from './patch-buffers.js';

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
  /** The automatic choice takes no substep longer than this [s]. @default Infinity */
  longestSubstep?: number;
  /** World units per metre, for the speed at which overlap is pushed out. @default 1 */
  lengthUnit?: number;
}

export interface ContactSolver extends ContactPoints {
  options: ContactSolverOptions;
  substeps: number;
  h: number;
  /** Velocities that the last substep began with. */
  before: Float64Array;
}

/** Aim of the automatic choice of substeps [1/s]. */
const SUBSTEP_RATE = 480;
const MAX_SUBSTEPS = 32;
/** Springs of contacts between moving bodies, against immovable ones, and of joints: swings per substep, damping ratio. */
const SWING = 0.1875;
const FIRM_SWING = 0.25;
const JOINT_SWING = 0.25;
const CONTACT_DAMPING = 20;
const JOINT_DAMPING = 10;
/** Springs get no stiffer than for substeps of this length [s]: shorter ones would kick. */
const STIFFEST_SUBSTEP = 1e-4;
/** Overlap is pushed out at no more than this [m/s]. */
const MAX_PUSH = 3;
/** Share of the lasting load that a patch's springs are preloaded with, and how long a load has to last for that [s]. */
const PRELOAD = 0.75;
const PRELOAD_TIME = 0.3;
/** No more than the weight of so many bodies: what carries far heavier ones needs to give way, or it rocks. */
const PRELOAD_MOST = 10;

export function createContactSolver(options: ContactSolverOptions): ContactSolver {
  const solver = { options, substeps: 1, h: 0, before: new Float64Array(0) } as ContactSolver;
  reservePoints(solver, 0);
  return solver;
}

/** How many substeps a step of dt gets. */
export function countSubsteps(options: ContactSolverOptions, dt: number): number {
  if (options.substeps > 0) return options.substeps;
  const usual = Math.max(1, Math.round(dt * SUBSTEP_RATE));
  return Math.min(MAX_SUBSTEPS, Math.max(usual, Math.ceil(dt / (options.longestSubstep ?? dt))));
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
  solver.substeps = countSubsteps(solver.options, dt);
  const h = dt / solver.substeps;
  solver.h = h;
  bodies.motion.fill(0, 0, 6 * bodies.count);
  preparePoints(solver, bodies, patches, dt, solver.options.restitutionThreshold);
  for (let i = 0; i < patches.count; i++) prepareFriction(patches, i, bodies);
  setSoftness(h);
  solver.before = grown(solver.before, 6 * bodies.count);
  solver.before.set(bodies.velocity.subarray(0, 6 * bodies.count));
  for (let k = 0; k < solver.substeps; k++) {
    if (k === 0) {
      prepareJoints(joints, bodies);
      linearizeLaws(patches, h);
      addForces(bodies, h);
      warmStart(solver, bodies, patches, joints);
    } else {
      if (joints.count > 0) renewJoints(solver, bodies, joints, refreshJoints);
      linearizeLaws(patches, h);
      repeatForces(solver, bodies);
      for (let r = 0; r < joints.count; r++) applyRow(joints, r, bodies, joints.impulse, r);
    }
    const forward = k % 2 === 0;
    measureSeparations(solver, bodies, patches);
    for (let s = 0; s < solver.options.iterations; s++) sweep(solver, bodies, patches, joints, true, forward);
    move(bodies, h);
    measureShifts(patches, bodies, h);
    follow(solver, bodies, patches, h);
    measureSeparations(solver, bodies, patches);
    for (let s = 0; s < solver.options.iterations; s++) sweep(solver, bodies, patches, joints, false, !forward);
    commitSubstep(solver, bodies, patches, joints, h);
  }
  for (let i = 0; i < patches.count; i++) measureSlip(patches, i, bodies, patches.slip, 3 * i);
}

// Soft coefficients [rate, mass scale, impulse scale] for contacts between moving bodies, against immovable ones, joints.
const soft = new Float64Array(9);

/**
 * A spring of frequency f and damping ratio ζ as a velocity constraint, implicit in h:
 * ω = 2πf, a₁ = 2ζ + hω, a₂ = hω a₁; rate ω/a₁, mass scale a₂/(1+a₂), impulse scale 1/(1+a₂). f h is the same for all h: as
 * stiff as a substep can resolve. Softer springs would let the load lag behind when a body is about to tip.
 *
 * Springs give way under load, and a stack would sink by as much. Most of a load that lasts is therefore preloaded into the
 * springs of its patch, evenly: tilting meets the springs alone, which is what keeps a tower from swaying.
 */
function setSoftness(h: number): void {
  fillSoft(0, SWING, CONTACT_DAMPING, h);
  fillSoft(3, FIRM_SWING, CONTACT_DAMPING, h);
  fillSoft(6, JOINT_SWING, JOINT_DAMPING, h);
}

function fillSoft(at: number, swing: number, damping: number, h: number): void {
  const angle = 2 * Math.PI * swing * Math.min(1, h / STIFFEST_SUBSTEP);
  const a1 = 2 * damping + angle;
  const a2 = angle * a1;
  soft[at] = angle / (h * a1);
  soft[at + 1] = a2 / (1 + a2);
  soft[at + 2] = 1 / (1 + a2);
}

function addForces(bodies: Bodies, h: number): void {
  const { velocity, acceleration } = bodies;
  for (let e = 0; e < 6 * bodies.count; e++) velocity[e] += h * acceleration[e];
}

/**
 * Forces and the impulses of the last substep act again, along the same rows: together they are what the velocities have
 * changed by in it.
 */
function repeatForces(solver: ContactSolver, bodies: Bodies): void {
  const { velocity } = bodies;
  const { before } = solver;
  for (let e = 0; e < 6 * bodies.count; e++) {
    const now = velocity[e];
    velocity[e] += now - before[e];
    before[e] = now;
  }
}

/** Joints turn with the bodies: their impulses shall act along new rows, and not again along the old ones. */
function renewJoints(solver: ContactSolver, bodies: Bodies, joints: JointRows, refreshJoints: () => void): void {
  const { velocity } = bodies;
  bodies.velocity = solver.before;
  for (let r = 0; r < joints.count; r++) applyRow(joints, r, bodies, joints.impulse, r);
  bodies.velocity = velocity;
  refreshJoints();
  prepareJoints(joints, bodies);
}

function move(bodies: Bodies, h: number): void {
  const { velocity, motion } = bodies;
  for (let e = 0; e < 6 * bodies.count; e++) motion[e] += h * velocity[e];
}

/**
 * A patch goes along with the body that can move: under a turning carrier it comes to where the surface has another speed. Where it
 * slides, its centre also goes to where the normals of this substep have the load, and takes the friction along.
 */
function follow(solver: ContactSolver, bodies: Bodies, patches: PatchBuffers, h: number): void {
  const { velocity: v } = bodies;
  const { impulse, armA, armB } = patches;
  for (let i = 0; i < patches.count; i++) {
    const fixed = solver.immovable[i];
    const slides = patches.normalImpulse[i] * patches.sliding[i] > 0 && patches.points[i] > 1;
    if (slides) {
      applyFriction(patches, i, bodies, impulse, 3 * i, 1);
      followLoad(solver, patches, i);
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
function followLoad(solver: ContactSolver, patches: PatchBuffers, i: number): void {
  const { pointImpulse: load, pointPosition: x, centre, armA, armB } = patches;
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
  const share = back < 0 ? 0.5 : 1;
  for (let e = 0; e < 3; e++) {
    const at = 3 * i + e;
    shifted[at] = share * shift[e];
    centre[at] += shifted[at];
    armA[at] += shifted[at];
    armB[at] += shifted[at];
  }
}

const shift = new Float64Array(3);

/** Applies the impulses that the last step ended with. */
function warmStart(solver: ContactSolver, bodies: Bodies, patches: PatchBuffers, joints: JointRows): void {
  for (let r = 0; r < joints.count; r++) applyRow(joints, r, bodies, joints.impulse, r);
  const { velocity: v, invMass: m } = bodies;
  const { normal, pointImpulse } = patches;
  const { spinA, spinB } = solver;
  for (let i = 0; i < patches.count; i++) {
    const a = 6 * patches.bodyA[i];
    const b = 6 * patches.bodyB[i];
    const last = patches.firstPoint[i] + patches.points[i];
    let sum = 0;
    for (let q = patches.firstPoint[i]; q < last; q++) {
      const impulse = pointImpulse[q];
      sum += impulse;
      for (let e = 0; e < 3; e++) {
        v[a + 3 + e] -= impulse * spinA[3 * q + e];
        v[b + 3 + e] += impulse * spinB[3 * q + e];
      }
    }
    for (let e = 0; e < 3; e++) {
      const along = sum * normal[3 * i + e];
      v[a + e] -= m[3 * patches.bodyA[i] + e] * along;
      v[b + e] += m[3 * patches.bodyB[i] + e] * along;
    }
    applyFriction(patches, i, bodies, patches.impulse, 3 * i, 0);
    patches.law[i].rows?.prepare(patches, i, true);
  }
}

const change = new Float64Array(1);

/**
 * One Gauss-Seidel sweep over joints, then patches. Friction comes before the normals where they push, and after them in the
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
  const rows = joints.count;
  for (let k = 0; k < rows; k++) solveRow(solver, joints, forward ? k : rows - 1 - k, bodies, bias);
  const { count } = patches;
  for (let k = 0; k < count; k++) {
    const i = forward ? k : count - 1 - k;
    if (bias) solvePatch(patches, i, bodies);
    solveNormals(solver, bodies, patches, i, bias);
    if (!bias) solvePatch(patches, i, bodies);
  }
}

function solveRow(solver: ContactSolver, joints: JointRows, r: number, bodies: Bodies, bias: boolean): void {
  const { h } = solver;
  const old = joints.impulse[r];
  const speed = rowVelocity(joints, r, bodies);
  const k = joints.invMass[r];
  const compliance = joints.compliance[r];
  if (!(k > 0)) return;
  const error = joints.error[r];
  let next: number;
  if (compliance > 0) {
    next = old - (speed - joints.springTarget[r] + compliance * old) / (k + compliance);
  } else if ((error > 0 && joints.low[r] >= 0) || (error < 0 && joints.high[r] <= 0)) {
    // A one-sided row that is not at its limit: it may come to it, but not go beyond.
    next = old - (speed - joints.target[r] + error / h) / k;
  } else if (bias) {
    const rate = Math.min(joints.rate[r], soft[6]);
    next = old - (soft[7] / k) * (speed - joints.target[r] + rate * error) - soft[8] * old;
  } else {
    next = old - (speed - joints.target[r]) / k;
  }
  next = Math.min(joints.high[r] * h, Math.max(joints.low[r] * h, next));
  joints.impulse[r] = next;
  change[0] = next - old;
  applyRow(joints, r, bodies, change, 0);
}

function solveNormals(solver: ContactSolver, bodies: Bodies, patches: PatchBuffers, i: number, bias: boolean): void {
  const { h } = solver;
  const maxPush = MAX_PUSH * (solver.options.lengthUnit ?? 1);
  const { armNormalA, armNormalB, spinA, spinB, mass, bounce, touching } = solver;
  const { velocity: v, invMass } = bodies;
  const { pointImpulse: impulse, pointSlop } = patches;
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  const ma = 3 * patches.bodyA[i];
  const mb = 3 * patches.bodyB[i];
  const nx = patches.normal[3 * i];
  const ny = patches.normal[3 * i + 1];
  const nz = patches.normal[3 * i + 2];
  const softAt = solver.immovable[i] > 0 ? 3 : 0;
  const rate = soft[softAt];
  const massScale = bias ? soft[softAt + 1] : 1;
  const impulseScale = bias ? soft[softAt + 2] : 0;
  const first = patches.firstPoint[i];
  const last = first + patches.points[i];
  const lasting = Math.min(patches.lastingImpulse[i], PRELOAD_MOST * h * solver.weight[i]);
  const preload = (PRELOAD * lasting) / patches.points[i];
  // The bodies' velocities stay in locals over all points of the patch.
  let ax = v[a];
  let ay = v[a + 1];
  let az = v[a + 2];
  let aX = v[a + 3];
  let aY = v[a + 4];
  let aZ = v[a + 5];
  let bx = v[b];
  let by = v[b + 1];
  let bz = v[b + 2];
  let bX = v[b + 3];
  let bY = v[b + 4];
  let bZ = v[b + 5];
  let sum = 0;
  for (let pass = 0; pass < 2; pass++) {
    sum = 0;
    for (let q = first; q < last; q++) {
      const p = 3 * q;
      const speed =
        nx * (bx - ax) +
        ny * (by - ay) +
        nz * (bz - az) +
        armNormalB[p] * bX +
        armNormalB[p + 1] * bY +
        armNormalB[p + 2] * bZ -
        armNormalA[p] * aX -
        armNormalA[p + 1] * aY -
        armNormalA[p + 2] * aZ;
      const separation = solver.separation[q];
      // A point that touched in the bias sweep is held in the relax sweep too, though it may have been pushed out by then.
      if (bias) touching[q] = separation <= pointSlop[q] ? 1 : 0;
      const old = impulse[q];
      let next: number;
      if (separation > pointSlop[q] && touching[q] === 0) {
        next = old - mass[q] * (speed + separation / h);
      } else if (bias) {
        const push = Math.max(rate * separation, -maxPush);
        next = old - mass[q] * massScale * (speed + push) - impulseScale * (old - preload);
      } else {
        next = old - mass[q] * (speed - (old > 0 ? bounce[q] : 0));
      }
      if (!(next > 0)) next = 0;
      impulse[q] = next;
      sum += next;
      const change = next - old;
      if (change !== 0) {
        const px = change * nx;
        const py = change * ny;
        const pz = change * nz;
        ax -= invMass[ma] * px;
        ay -= invMass[ma + 1] * py;
        az -= invMass[ma + 2] * pz;
        aX -= change * spinA[p];
        aY -= change * spinA[p + 1];
        aZ -= change * spinA[p + 2];
        bx += invMass[mb] * px;
        by += invMass[mb + 1] * py;
        bz += invMass[mb + 2] * pz;
        bX += change * spinB[p];
        bY += change * spinB[p + 1];
        bZ += change * spinB[p + 2];
      }
    }
  }
  v[a] = ax;
  v[a + 1] = ay;
  v[a + 2] = az;
  v[a + 3] = aX;
  v[a + 4] = aY;
  v[a + 5] = aZ;
  v[b] = bx;
  v[b + 1] = by;
  v[b + 2] = bz;
  v[b + 3] = bX;
  v[b + 4] = bY;
  v[b + 5] = bZ;
  patches.normalImpulse[i] = sum;
}

/** Sums the impulses of the substep, ends bounces that have happened, and lets laws with memory remember. */
function commitSubstep(
  solver: ContactSolver,
  bodies: Bodies,
  patches: PatchBuffers,
  joints: JointRows,
  h: number,
): void {
  for (let r = 0; r < joints.count; r++) joints.stepImpulse[r] += joints.impulse[r];
  const lasting = h / (h + PRELOAD_TIME);
  for (let i = 0; i < patches.count; i++) {
    for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
      const impulse = patches.pointImpulse[q];
      patches.pointStepImpulse[q] += impulse;
      if (impulse > 0) solver.bounce[q] = 0;
    }
    patches.stepNormalImpulse[i] += patches.normalImpulse[i];
    patches.lastingImpulse[i] += lasting * (patches.normalImpulse[i] - patches.lastingImpulse[i]);
    for (let e = 3 * i; e < 3 * i + 3; e++) patches.stepImpulse[e] += patches.impulse[e];
    const law = patches.law[i];
    if (law.commit) {
      measureSlip(patches, i, bodies, patches.slip, 3 * i);
      law.commit(patches, i, h);
    }
  }
}
