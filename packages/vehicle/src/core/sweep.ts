/**
 * Projected block Gauss-Seidel over the wheels, warm started: per wheel the strut, then tyre and brake as one block; then couplings and
 * anti-roll bars. Velocities of chassis, ground bodies and wheels are kept up to date. With tyre and brake as separate rows it would take
 * ten times as many sweeps.
 */
import { MAX_SWEEPS, MIN_IMPULSE, SOLVE_TOLERANCE, STOP_STIFFNESS } from '../constants.js';
import { minimizeOverEllipse } from './ellipse.js';
import {
  applyAboutAxle,
  applyRow,
  CHANGE,
  IMPULSE,
  MASSES,
  measureRow,
  ROW_S,
  ROW_X,
  ROW_Y,
  rowAt,
  VELOCITY,
  writeProductOfStruts,
} from './rows.js';
import type { VehicleState } from './state.js';

/** Applies the impulses of the last step, so that a steady state needs one sweep. */
export function warmStart(state: VehicleState): void {
  const { wheels, rows, couplings, couplingImpulse, bars, barImpulse } = state;
  const { scalar } = rows;
  for (let i = 0; i < wheels.count; i++) {
    wheels.bar[i] = 0;
    if (!(wheels.brakeTorque[i] > 0)) wheels.pB[i] = 0;
    scalar[IMPULSE] = wheels.pB[i];
    applyAboutAxle(state, i);
    if (wheels.contact[i] === 0) {
      wheels.pS[i] = 0;
      continue;
    }
    scalar[IMPULSE] = wheels.pS[i];
    applyRow(state, i, rowAt(i, ROW_S));
    scalar[IMPULSE] = wheels.pX[i];
    applyAlong(state, i);
    scalar[IMPULSE] = wheels.pY[i];
    applyRow(state, i, rowAt(i, ROW_Y));
  }
  for (let c = 0; c < couplings.length; c++) {
    scalar[IMPULSE] = couplingImpulse[c];
    spinAgainst(state, c);
  }
  for (let c = 0; c < bars.length; c++) {
    scalar[IMPULSE] = barImpulse[c];
    barImpulse[c] = 0;
    addBarImpulse(state, c);
  }
}

/** Returns the number of sweeps. */
export function solve(state: VehicleState, h: number): number {
  const { wheels, rows, couplings, bars } = state;
  for (let sweep = 1; sweep <= MAX_SWEEPS; sweep++) {
    rows.scalar[CHANGE] = 0;
    let scale = MIN_IMPULSE;
    for (let i = 0; i < wheels.count; i++) {
      if (wheels.contact[i] === 1) {
        solveStrut(state, i, h);
        solveTyre(state, i, h);
        if (wheels.load[i] > scale) scale = wheels.load[i];
      } else if (wheels.brakeTorque[i] > 0) solveBrake(state, i, h);
    }
    for (let c = 0; c < couplings.length; c++) solveCoupling(state, c, h);
    for (let c = 0; c < bars.length; c++) solveBar(state, c, h);
    if (rows.scalar[CHANGE] <= SOLVE_TOLERANCE * scale) return sweep;
  }
  return MAX_SWEEPS;
}

/**
 * p = h (f₀ - (h k + c) v), clamped to [0, h max]. All branches agree where they meet: damping changes at v = 0, the bump stop begins where
 * the compression after the step, x - h v, passes the travel.
 */
function solveStrut(state: VehicleState, i: number, h: number): void {
  const { wheels, rows } = state;
  const { springK, bumpC, reboundC, compression, travel, maxForce, pS } = wheels;
  const { scalar } = rows;
  const at = rowAt(i, ROW_S);
  const mass = rows.masses[MASSES * i];
  measureRow(state, i, at);
  const free = scalar[VELOCITY] - mass * pS[i];
  let k = springK[i];
  let force = k * compression[i];
  const c = free + mass * h * force > 0 ? reboundC[i] : bumpC[i];
  let stiffness = h * h * k + h * c;
  let p = (h * force - stiffness * free) / (1 + stiffness * mass);
  if (compression[i] - h * (free + mass * p) > travel[i]) {
    const stop = STOP_STIFFNESS * k;
    k += stop;
    force += stop * (compression[i] - travel[i]);
    stiffness = h * h * k + h * c;
    p = (h * force - stiffness * free) / (1 + stiffness * mass);
  }
  p = Math.min(Math.max(p, 0), h * maxForce[i]);
  const change = p - pS[i];
  pS[i] = p;
  scalar[IMPULSE] = change;
  scalar[CHANGE] = Math.max(scalar[CHANGE], Math.abs(change));
  applyRow(state, i, at);
}

/** N = (S - u·T) / (u·n), the load of a massless wheel between strut and ground. */
export function updateLoad({ wheels, up }: VehicleState, i: number): void {
  const { pS, bar, pX, pY, forward: f, side: s, upNormal, load } = wheels;
  const strut = pS[i] + bar[i];
  if (!(strut > MIN_IMPULSE)) {
    load[i] = 0;
    return;
  }
  const k = 3 * i;
  const upX = f[k] * up[0] + f[k + 1] * up[1] + f[k + 2] * up[2];
  const upY = s[k] * up[0] + s[k + 1] * up[1] + s[k + 2] * up[2];
  const tyre = pX[i] * upX + pY[i] * upY;
  // The bounds keep friction against a tilted strut from feeding itself, or from shrinking the load to nothing.
  load[i] = Math.min(Math.max(strut - tyre, 0), 2 * strut) / upNormal[i];
}

/** Tyre and brake of one wheel. */
function solveTyre(state: VehicleState, i: number, h: number): void {
  const { wheels, rows, bodies } = state;
  const { masses: m, block, scalar } = rows;
  const { pX, pY, pB, kx, ky, cx, cy, load, omega, rollRadius, axle, brakeTorque } = wheels;
  const { v } = bodies;
  updateLoad(state, i);
  const at = MASSES * i;
  const oldX = pX[i];
  const oldY = pY[i];
  const oldB = pB[i];
  const xb = m[at + 4];
  const yb = m[at + 5];
  const e = 1 + (h * wheels.rolling[i]) / wheels.relaxation[i]; // rolling renews the bristles
  const softX = h * h * kx[i] + h * cx[i];
  const softY = h * h * ky[i] + h * cy[i];
  // Velocities without the impulses of this block, with the bias of the bristles.
  measureRow(state, i, rowAt(i, ROW_X));
  const freeX = scalar[VELOCITY] - rollRadius[i] * omega[i] - m[at + 1] * oldX - m[at + 2] * oldY - xb * oldB;
  const bx = freeX + ((h * kx[i] - cx[i] * (e - 1)) / softX) * wheels.zx[i];
  measureRow(state, i, rowAt(i, ROW_Y));
  const freeY = scalar[VELOCITY] - m[at + 2] * oldX - m[at + 3] * oldY - yb * oldB;
  const by = freeY + ((h * ky[i] - cy[i] * (e - 1)) / softY) * wheels.zy[i];
  const xx = m[at + 1] + e / softX;
  const xy = m[at + 2];
  const yy = m[at + 3] + e / softY;
  block[5] = wheels.muX[i] * load[i];
  block[6] = wheels.muY[i] * load[i];
  const hasFriction = block[5] > MIN_IMPULSE && block[6] > MIN_IMPULSE;
  block[7] = 0;
  block[8] = 0;
  wheels.onBoundary[i] = 1;
  const isBraked = brakeTorque[i] > 0;
  const limit = h * brakeTorque[i];
  let p = 0;
  if (isBraked) {
    // The brake locks the wheel: its row is eliminated.
    const k = 3 * i;
    const spin = omega[i] + axle[k] * v[3] + axle[k + 1] * v[4] + axle[k + 2] * v[5];
    const bb = spin - xb * oldX - yb * oldY - m[at + 6] * oldB;
    const inv = 1 / m[at + 6];
    block[0] = xx - xb * xb * inv;
    block[1] = xy - xb * yb * inv;
    block[2] = yy - yb * yb * inv;
    block[3] = bx - xb * bb * inv;
    block[4] = by - yb * bb * inv;
    if (hasFriction) wheels.onBoundary[i] = minimizeOverEllipse(block) ? 1 : 0;
    p = -(bb + xb * block[7] + yb * block[8]) * inv;
  }
  if (!isBraked || Math.abs(p) > limit) {
    // It does not, or has no brake.
    p = p > 0 ? limit : p < 0 ? -limit : 0;
    block[0] = xx;
    block[1] = xy;
    block[2] = yy;
    block[3] = bx + xb * p;
    block[4] = by + yb * p;
    if (hasFriction) wheels.onBoundary[i] = minimizeOverEllipse(block) ? 1 : 0;
  }
  pX[i] = block[7];
  pY[i] = block[8];
  pB[i] = p;
  const change = Math.max(Math.abs(pX[i] - oldX), Math.abs(pY[i] - oldY), Math.abs(p - oldB) / wheels.radius[i]);
  scalar[CHANGE] = Math.max(scalar[CHANGE], change);
  scalar[IMPULSE] = pX[i] - oldX;
  applyAlong(state, i);
  scalar[IMPULSE] = pY[i] - oldY;
  applyRow(state, i, rowAt(i, ROW_Y));
  scalar[IMPULSE] = p - oldB;
  applyAboutAxle(state, i);
}

/** Applies the impulse scalar[IMPULSE] of row X, also to the wheel's spin. */
function applyAlong(state: VehicleState, i: number): void {
  const { wheels, rows } = state;
  applyRow(state, i, rowAt(i, ROW_X));
  wheels.omega[i] -= (rows.scalar[IMPULSE] * wheels.rollRadius[i]) / wheels.inertia[i];
}

/** A wheel in the air. */
function solveBrake(state: VehicleState, i: number, h: number): void {
  const { wheels, rows, bodies } = state;
  const { omega, axle, pB, brakeTorque } = wheels;
  const { v } = bodies;
  const k = 3 * i;
  const spin = omega[i] + axle[k] * v[3] + axle[k + 1] * v[4] + axle[k + 2] * v[5];
  const limit = h * brakeTorque[i];
  const p = Math.min(Math.max(pB[i] - spin / rows.masses[MASSES * i + 6], -limit), limit);
  rows.scalar[IMPULSE] = p - pB[i];
  pB[i] = p;
  applyAboutAxle(state, i);
}

function solveCoupling(state: VehicleState, c: number, h: number): void {
  const { wheels, rows, couplings, couplingImpulse } = state;
  const { a, b, torque } = couplings[c];
  const { omega, inertia, radius } = wheels;
  const { scalar } = rows;
  const p = couplingImpulse[c] - (omega[a] - omega[b]) / (1 / inertia[a] + 1 / inertia[b]);
  const limited = Math.min(Math.max(p, -h * torque), h * torque);
  const change = limited - couplingImpulse[c];
  couplingImpulse[c] = limited;
  scalar[IMPULSE] = change;
  scalar[CHANGE] = Math.max(scalar[CHANGE], Math.abs(change) / radius[a]);
  spinAgainst(state, c);
}

/** The axles are parallel, so the chassis feels nothing. */
function spinAgainst({ wheels, rows, couplings }: VehicleState, c: number): void {
  const { a, b } = couplings[c];
  const p = rows.scalar[IMPULSE];
  wheels.omega[a] += p / wheels.inertia[a];
  wheels.omega[b] -= p / wheels.inertia[b];
}

/** q = h k (x₁ - x₂ - h v). A wheel in the air hangs at the end of its strut, and its side of the bar with it. */
function solveBar(state: VehicleState, c: number, h: number): void {
  const { wheels, rows, bars, barImpulse } = state;
  const { a, b, stiffness } = bars[c];
  const { contact, compression, pS } = wheels;
  const { scalar } = rows;
  if (contact[a] + contact[b] === 0) return;
  const soft = 1 / (h * h * stiffness);
  let velocity = -(compression[a] - compression[b]) / h;
  let mass = soft;
  if (contact[a] === 1) {
    measureRow(state, a, rowAt(a, ROW_S));
    velocity += scalar[VELOCITY];
    mass += rows.masses[MASSES * a];
  }
  if (contact[b] === 1) {
    measureRow(state, b, rowAt(b, ROW_S));
    velocity -= scalar[VELOCITY];
    mass += rows.masses[MASSES * b];
  }
  if (contact[a] + contact[b] === 2) {
    writeProductOfStruts(state, a, b);
    mass -= 2 * scalar[IMPULSE];
  }
  const old = barImpulse[c];
  const q = old - (velocity + old * soft) / mass;
  // A bar can lift a wheel but not pull at the ground.
  const least = contact[a] === 1 ? -pS[a] : Number.NEGATIVE_INFINITY;
  const most = contact[b] === 1 ? pS[b] : Number.POSITIVE_INFINITY;
  const limited = Math.min(Math.max(q, least), most);
  scalar[IMPULSE] = limited - old;
  scalar[CHANGE] = Math.max(scalar[CHANGE], Math.abs(limited - old));
  addBarImpulse(state, c);
}

/** Adds scalar[IMPULSE] to bar c. */
function addBarImpulse(state: VehicleState, c: number): void {
  const { wheels, rows, bars, barImpulse } = state;
  const { a, b } = bars[c];
  const { scalar } = rows;
  const q = scalar[IMPULSE];
  barImpulse[c] += q;
  if (wheels.contact[a] === 1) {
    wheels.bar[a] += q;
    applyRow(state, a, rowAt(a, ROW_S));
  }
  if (wheels.contact[b] === 1) {
    wheels.bar[b] -= q;
    scalar[IMPULSE] = -q;
    applyRow(state, b, rowAt(b, ROW_S));
  }
}
