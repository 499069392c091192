import { type PatchBuffers, SHAPE_STRIDE } from '@stiction/friction-core';
import { turnAt } from '@stiction/friction-core/adapter';
import { MAX_SWEEPS, SWEEP_TOLERANCE } from '../core/constants.js';
import { setPatchLaw, updateLaw } from '../core/laws.js';
import { linearize } from '../core/prepare.js';
import { materialIdAtPoint } from '../core/split.js';
import type { FloorState } from '../core/state.js';
import { writeLoads } from './loads.js';
import type { TyreSet } from './tyre-set.js';

/**
 * Tyres of a body seen from above, solved together by block Gauss-Seidel sweeps. A tyre is a point with a massless wheel: along the
 * rolling direction the floor pushes with what engine and brake pass on, across it the wheel does not slip. With λ = (λx, λy) in the
 * frame of the wheel, slip s, block A of the body at the contact and the set K of the law,
 *
 *     λ minimises ½ λᵀ(A + eps) λ + cᵀλ   over   λ ∈ N K,   drive - brake ≤ λx/dt ≤ drive + brake
 *
 * without brake the wheel rolls freely with λx = drive dt; a brake of Infinity locks it, and it slides like a block. More drive than K
 * allows spins the wheel: λx is the largest of K, where nothing is left to hold it across.
 */

const A = new Float64Array(6);
const free = new Float64Array(3);
const scale = new Float64Array(1);
const point = new Float64Array(3);
const angle = new Float64Array(2);
const wrench = new Float64Array(3);
/** Lower and upper bound of λx. */
const bounds = new Float64Array(2);

export function solveTyres<Body>(state: FloorState<Body>, slot: number, set: TyreSet, dt: number): void {
  const { patches, report, slots } = state;
  writeLoads(set, slots.mass[slot] * state.gravity, slots.mass[slot]);
  for (let k = 0; k < set.tyres.length; k++) prepareTyre(state, slot, set, k, dt);
  const load = slots.mass[slot] * state.gravity * dt;
  let sweeps = 0;
  let change = Number.POSITIVE_INFINITY;
  while (change > SWEEP_TOLERANCE && sweeps < MAX_SWEEPS) {
    change = 0;
    for (let k = 0; k < set.tyres.length; k++) {
      const i = set.patches[k];
      const l1 = patches.impulse[3 * i];
      const l2 = patches.impulse[3 * i + 1];
      solveTyre(state, slot, set, k, dt);
      change = Math.max(
        change,
        (Math.abs(patches.impulse[3 * i] - l1) + Math.abs(patches.impulse[3 * i + 1] - l2)) / load,
      );
    }
    sweeps++;
  }
  if (sweeps > report.sweeps) report.sweeps = sweeps;
  report.patches += set.tyres.length;
  finishTyres(state, slot, set, dt);
}

function prepareTyre<Body>(state: FloorState<Body>, slot: number, set: TyreSet, k: number, dt: number): void {
  const { patches, extras, slots, bodies } = state;
  const tyre = set.tyres[k];
  const i = set.patches[k];
  const at = 3 * i;
  const frame = set.frames[k];
  const cos = slots.turn[2 * slot];
  const sin = slots.turn[2 * slot + 1];
  const [px, py] = tyre.position;
  const rx = cos * px - sin * py;
  const ry = sin * px + cos * py;
  patches.armB[at] = rx;
  patches.armB[at + 1] = ry;
  patches.centre[at] = bodies.pose[7 * slot] + rx;
  patches.centre[at + 1] = bodies.pose[7 * slot + 1] + ry;
  // Half of the steering angle, for the quaternion of the wheel's frame.
  angle[0] = 0.5 * (Number.isFinite(tyre.steer) ? tyre.steer : 0);
  turnAt(angle, 0);
  const qc = bodies.pose[7 * slot + 6];
  const qs = bodies.pose[7 * slot + 5];
  const wc = qc * angle[0] - qs * angle[1];
  const ws = qs * angle[0] + qc * angle[1];
  const f = 7 * frame;
  bodies.pose[f] = patches.centre[at];
  bodies.pose[f + 1] = patches.centre[at + 1];
  bodies.pose[f + 5] = ws;
  bodies.pose[f + 6] = wc;
  const tx = 1 - 2 * ws * ws;
  const ty = 2 * ws * wc;
  patches.tangent1[at] = tx;
  patches.tangent1[at + 1] = ty;
  patches.tangent2[at] = -ty;
  patches.tangent2[at + 1] = tx;
  const floor = materialIdAtPoint(state, patches.centre, at);
  const law = set.laws[k];
  if (law === null) updateLaw(state, i, floor, set.materials[k]);
  else {
    if (patches.law[i] !== law || extras.changes[i] < 0) setPatchLaw(state, i, law, true);
    extras.floorMaterial[i] = floor;
    extras.changes[i] = 0;
  }
  tyre.material = state.pairs.names[floor];
  patches.normalImpulse[i] = tyre.load * dt;
  patches.torsionRadius[i] = 0;
  linearize(patches, i, dt);
  // The impulse of the last step is the first guess: all tyres hold each other.
  wrench[0] = patches.impulse[at];
  wrench[1] = patches.impulse[at + 1];
  addImpulse(state, slot, i, wrench[0], wrench[1]);
}

/** Adds an impulse along and across the wheel. */
function addImpulse<Body>(
  { patches, bodies, slots }: FloorState<Body>,
  slot: number,
  i: number,
  x: number,
  y: number,
): void {
  const { tangent1: t, tangent2: u, armB } = patches;
  const at = 3 * i;
  const jx = x * t[at] + y * u[at];
  const jy = x * t[at + 1] + y * u[at + 1];
  const v = bodies.velocity;
  v[6 * slot] += jx / slots.mass[slot];
  v[6 * slot + 1] += jy / slots.mass[slot];
  v[6 * slot + 5] += (armB[at] * jy - armB[at + 1] * jx) / slots.inertia[slot];
}

function solveTyre<Body>(state: FloorState<Body>, slot: number, set: TyreSet, k: number, dt: number): void {
  const { patches, slots, bodies } = state;
  const i = set.patches[k];
  const at = 3 * i;
  const { tangent1: t, tangent2: u, armB, eps, bias, tangentVelocity } = patches;
  const l1 = patches.impulse[at];
  const l2 = patches.impulse[at + 1];
  const inverse = 1 / slots.mass[slot];
  const turning = 1 / slots.inertia[slot];
  const a = armB[at] * t[at + 1] - armB[at + 1] * t[at];
  const b = armB[at] * u[at + 1] - armB[at + 1] * u[at];
  const v = bodies.velocity;
  const w = v[6 * slot + 5];
  const vx = v[6 * slot] - w * armB[at + 1];
  const vy = v[6 * slot + 1] + w * armB[at];
  A.fill(0);
  A[0] = inverse + a * a * turning + eps[at];
  A[1] = a * b * turning;
  A[3] = inverse + b * b * turning + eps[at + 1];
  A[5] = 1;
  free[0] = vx * t[at] + vy * t[at + 1] - tangentVelocity[at] + bias[at] - (A[0] - eps[at]) * l1 - A[1] * l2;
  free[1] =
    vx * u[at] + vy * u[at + 1] - tangentVelocity[at + 1] + bias[at + 1] - A[1] * l1 - (A[3] - eps[at + 1]) * l2;
  free[2] = 0;
  const c1 = free[1];
  scale[0] = patches.normalScale[i] * patches.normalImpulse[i];
  const { drive, brake } = set.tyres[k];
  bounds[0] = (drive - brake) * dt;
  bounds[1] = (drive + brake) * dt;
  const law = patches.law[i];
  let slides = law.set.minimize(A, 0, free, scale, 0, patches.shape, SHAPE_STRIDE * i, free);
  if (free[0] < bounds[0] || free[0] > bounds[1]) {
    free[0] = free[0] < bounds[0] ? bounds[0] : bounds[1];
    slides = holdAcross(patches, i, c1);
  }
  if (!(free[0] * 0 === 0 && free[1] * 0 === 0)) free.fill(0);
  patches.sliding[i] = slides ? 1 : 0;
  patches.impulse[at] = free[0];
  patches.impulse[at + 1] = free[1];
  patches.impulse[at + 2] = 0;
  addImpulse(state, slot, i, free[0] - l1, free[1] - l2);
}

/** free = the best λ with λx = free[0], or as much of it as K allows. Returns true if λ is on the boundary. */
function holdAcross(patches: PatchBuffers, i: number, c1: number): boolean {
  const along = free[0];
  const most = share(patches, i, 0, along, 0);
  free[0] = most * along;
  free[1] = 0;
  if (most < 1) return true;
  const wanted = -(c1 + A[1] * along) / A[3];
  const part = share(patches, i, along, 0, wanted);
  free[1] = part * wanted;
  return part < 1;
}

/** Largest f in [0, 1] for which (x + f dx, f dy) lies in the set. */
function share(patches: PatchBuffers, i: number, x: number, dx: number, dy: number): number {
  if (isInside(patches, i, x + dx, dy)) return 1;
  let low = 0;
  let high = 1;
  for (let n = 0; n < 50; n++) {
    const f = 0.5 * (low + high);
    if (isInside(patches, i, x + f * dx, f * dy)) low = f;
    else high = f;
  }
  return low;
}

function isInside(patches: PatchBuffers, i: number, x: number, y: number): boolean {
  if (x === 0 && y === 0) return true;
  point[0] = x;
  point[1] = y;
  point[2] = 0;
  return patches.law[i].set.gauge(point, 0, patches.shape, SHAPE_STRIDE * i) <= scale[0];
}

function finishTyres<Body>(state: FloorState<Body>, slot: number, set: TyreSet, dt: number): void {
  const { patches, slots, bodies } = state;
  const cos = slots.turn[2 * slot];
  const sin = slots.turn[2 * slot + 1];
  const v = bodies.velocity;
  let jx = 0;
  let jy = 0;
  for (let k = 0; k < set.tyres.length; k++) {
    const i = set.patches[k];
    const at = 3 * i;
    const tyre = set.tyres[k];
    const { tangent1: t, tangent2: u, armB, impulse } = patches;
    const vx = v[6 * slot] - v[6 * slot + 5] * armB[at + 1];
    const vy = v[6 * slot + 1] + v[6 * slot + 5] * armB[at];
    const along = vx * t[at] + vy * t[at + 1] - patches.tangentVelocity[at];
    const across = vx * u[at] + vy * u[at + 1] - patches.tangentVelocity[at + 1];
    // The wheel turns along with the floor unless the brake holds it: then λx is inside the bounds.
    const lx = impulse[at] / dt;
    const isHeld = tyre.brake > 0 && lx > tyre.drive - tyre.brake && lx < tyre.drive + tyre.brake;
    patches.slip[at] = isHeld ? along : 0;
    patches.slip[at + 1] = across;
    patches.slip[at + 2] = 0;
    for (let e = 0; e < 3; e++) {
      patches.slipDisplacement[at + e] = dt * patches.slip[at + e];
      patches.stepImpulse[at + e] = impulse[at + e];
    }
    patches.stepNormalImpulse[i] = patches.normalImpulse[i];
    const skids = patches.sliding[i] === 1;
    patches.law[i].commit?.(patches, i, dt);
    patches.wasSliding[i] = patches.sliding[i];
    tyre.x = patches.centre[at];
    tyre.y = patches.centre[at + 1];
    tyre.force[0] = lx;
    tyre.force[1] = impulse[at + 1] / dt;
    tyre.slip[0] = patches.slip[at];
    tyre.slip[1] = across;
    tyre.skidding = skids || patches.sliding[i] === 1;
    const wx = impulse[at] * t[at] + impulse[at + 1] * u[at];
    const wy = impulse[at] * t[at + 1] + impulse[at + 1] * u[at + 1];
    jx += wx;
    jy += wy;
    slots.impulse[3 * slot + 2] += armB[at] * wy - armB[at + 1] * wx;
  }
  slots.impulse[3 * slot] += jx;
  slots.impulse[3 * slot + 1] += jy;
  const inverse = 1 / (slots.mass[slot] * dt);
  set.acceleration[0] = (cos * jx + sin * jy) * inverse;
  set.acceleration[1] = (cos * jy - sin * jx) * inverse;
}
