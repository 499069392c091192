/**
 * The rows of a wheel. Velocities are against the ground body, whose lever is at the patch, with the opposite sign.
 *
 *     row             direction             lever on the chassis   spin of the wheel
 *     S suspension    n / (u·n)             hub
 *     X along         f - (f·u)/(n·u) n     hub, and R (s - c a)   -R c,  c = a·s
 *     Y across        s - (s·u)/(n·u) n     patch
 *     B brake         angular, a                                   +1
 *
 * The tilted directions are the virtual work of a massless wheel on a strut. X acts at the hub and the wheel's spin is absolute, so that
 * pitch under power, load transfer and the wheel's inertia need no further terms. A cambered wheel (c < 1) passes the part of the tyre's
 * moment across its axle on to the chassis; without it, a parked car that leans on a turntable would roll away.
 */
import { MAX_WHEELS } from '../constants.js';
import { CHASSIS, multiplySymmetric } from './bodies.js';
import { BLOCK_SIZE } from './ellipse.js';
import type { VehicleState } from './state.js';
import { writeDot } from './vector.js';

export interface Rows {
  /**
   * Rows S, X, Y of each wheel, ROW numbers each: direction d, levers of the chassis and the ground (r × d), then what an impulse of 1
   * changes: velocity of the chassis, its angular velocity, and both of the ground.
   */
  data: Float64Array;
  /** Brake row: J⁻¹ a of the chassis. */
  brake: Float64Array;
  /** Inverse masses of each wheel, MASSES numbers: SS, XX, XY, YY, XB, YB, BB. */
  masses: Float64Array;
  /** Scratch: an arm, and the matrix, vector, half axes and solution of a block (see `minimizeOverEllipse`). */
  arm: Float64Array;
  block: Float64Array;
  /**
   * Numbers that functions of the sweep pass to each other, by the indices below. As arguments or results they would be allocated wherever
   * the compiler does not inline the call.
   */
  scalar: Float64Array;
}

/** Index of velocities, impulses and the largest change of an impulse in `scalar`. */
export const VELOCITY = 0;
export const IMPULSE = 1;
export const CHANGE = 2;

const ROW = 21;
export const MASSES = 7;
export const ROW_S = 0;
export const ROW_X = 1;
export const ROW_Y = 2;

export function createRows(): Rows {
  return {
    data: new Float64Array(3 * ROW * MAX_WHEELS),
    brake: new Float64Array(3 * MAX_WHEELS),
    masses: new Float64Array(MASSES * MAX_WHEELS),
    arm: new Float64Array(3),
    block: new Float64Array(BLOCK_SIZE),
    scalar: new Float64Array(3),
  };
}

export function rowAt(i: number, row: number): number {
  return ROW * (3 * i + row);
}

export function buildRows(state: VehicleState, i: number): void {
  const { wheels, rows, bodies } = state;
  const { normal, forward, side, axle, hub, patch, upNormal, inertia, radius } = wheels;
  const { data, brake, masses } = rows;
  const k = 3 * i;
  const at = MASSES * i;
  multiplySymmetric(bodies.j, 6 * CHASSIS, axle, k, brake, k);
  writeDot(masses, at + 6, axle, k, brake, k);
  masses[at + 6] += 1 / inertia[i];
  if (wheels.contact[i] === 0) return;
  const s = rowAt(i, ROW_S);
  const x = rowAt(i, ROW_X);
  const y = rowAt(i, ROW_Y);
  const { up } = state;
  const tiltX = (forward[k] * up[0] + forward[k + 1] * up[1] + forward[k + 2] * up[2]) / upNormal[i];
  const tiltY = (side[k] * up[0] + side[k + 1] * up[1] + side[k + 2] * up[2]) / upNormal[i];
  for (let e = 0; e < 3; e++) {
    data[s + e] = normal[k + e] / upNormal[i];
    data[x + e] = forward[k + e] - tiltX * normal[k + e];
    data[y + e] = side[k + e] - tiltY * normal[k + e];
  }
  fillRow(state, i, s, hub);
  fillRow(state, i, x, hub);
  fillRow(state, i, y, patch);
  const c = axle[k] * side[k] + axle[k + 1] * side[k + 1] + axle[k + 2] * side[k + 2];
  for (let e = 0; e < 3; e++) data[x + 3 + e] += radius[i] * (side[k + e] - c * axle[k + e]);
  multiplySymmetric(bodies.j, 6 * CHASSIS, data, x + 3, data, x + 12);
  wheels.rollRadius[i] = radius[i] * c;
  writeProduct(masses, at, data, s, s, true);
  writeProduct(masses, at + 1, data, x, x, true);
  masses[at + 1] += wheels.rollRadius[i] ** 2 / inertia[i];
  writeProduct(masses, at + 2, data, x, y, true);
  writeProduct(masses, at + 3, data, y, y, true);
  writeDot(masses, at + 4, data, x + 3, brake, k);
  masses[at + 4] -= wheels.rollRadius[i] / inertia[i];
  writeDot(masses, at + 5, data, y + 3, brake, k);
}

/** Levers and velocity changes of the row at `at`. */
function fillRow({ wheels, rows, bodies }: VehicleState, i: number, at: number, point: Float64Array): void {
  const { data, arm } = rows;
  const ground = wheels.slot[i];
  fillLever(data, at, at + 3, arm, point, 3 * i, bodies.com, 3 * CHASSIS);
  fillLever(data, at, at + 6, arm, wheels.patch, 3 * i, bodies.com, 3 * ground);
  for (let e = 0; e < 3; e++) {
    data[at + 9 + e] = bodies.m[3 * CHASSIS + e] * data[at + e];
    data[at + 15 + e] = bodies.m[3 * ground + e] * data[at + e];
  }
  multiplySymmetric(bodies.j, 6 * CHASSIS, data, at + 3, data, at + 12);
  multiplySymmetric(bodies.j, 6 * ground, data, at + 6, data, at + 18);
}

/** data[to..] = (point - com) × data[at..]. */
function fillLever(
  data: Float64Array,
  at: number,
  to: number,
  arm: Float64Array,
  point: Float64Array,
  k: number,
  com: Float64Array,
  c: number,
): void {
  for (let e = 0; e < 3; e++) arm[e] = point[k + e] - com[c + e];
  data[to] = arm[1] * data[at + 2] - arm[2] * data[at + 1];
  data[to + 1] = arm[2] * data[at] - arm[0] * data[at + 2];
  data[to + 2] = arm[0] * data[at + 1] - arm[1] * data[at];
}

/** out[to] = inverse mass between two rows, with the part of the ground if it is the same. */
function writeProduct(
  out: Float64Array,
  to: number,
  data: Float64Array,
  a: number,
  b: number,
  isSameGround: boolean,
): void {
  let sum = 0;
  for (let e = 0; e < 6; e++) sum += data[a + e] * data[b + 9 + e];
  if (isSameGround) {
    for (let e = 0; e < 3; e++) sum += data[a + e] * data[b + 15 + e] + data[a + 6 + e] * data[b + 18 + e];
  }
  out[to] = sum;
}

/** Writes the inverse mass between rows S of two wheels to scalar[IMPULSE]. */
export function writeProductOfStruts({ wheels, rows }: VehicleState, a: number, b: number): void {
  const isSameGround = wheels.slot[a] === wheels.slot[b];
  writeProduct(rows.scalar, IMPULSE, rows.data, rowAt(a, ROW_S), rowAt(b, ROW_S), isSameGround);
}

/** Writes the velocity of the bodies along a row of wheel i, without the wheel's spin, to scalar[VELOCITY]. */
export function measureRow({ wheels, rows, bodies }: VehicleState, i: number, at: number): void {
  const { data } = rows;
  const { v } = bodies;
  const g = 6 * wheels.slot[i];
  let sum = 0;
  for (let e = 0; e < 6; e++) sum += data[at + e] * v[e];
  for (let e = 0; e < 3; e++) sum -= data[at + e] * v[g + e] + data[at + 6 + e] * v[g + 3 + e];
  rows.scalar[VELOCITY] = sum;
}

/** Applies the impulse scalar[IMPULSE] along a row of wheel i to the running velocities. */
export function applyRow({ wheels, rows, bodies }: VehicleState, i: number, at: number): void {
  const { data } = rows;
  const { v } = bodies;
  const p = rows.scalar[IMPULSE];
  const g = 6 * wheels.slot[i];
  for (let e = 0; e < 6; e++) {
    v[e] += p * data[at + 9 + e];
    v[g + e] -= p * data[at + 15 + e];
  }
}

/** Applies the impulse scalar[IMPULSE] about the axle between wheel i and the chassis. */
export function applyAboutAxle({ wheels, rows, bodies }: VehicleState, i: number): void {
  const p = rows.scalar[IMPULSE];
  wheels.omega[i] += p / wheels.inertia[i];
  for (let e = 0; e < 3; e++) bodies.v[3 + e] += p * rows.brake[3 * i + e];
}

/** out[i] = spin of wheel i against the ground, about its side axis; rolling forward is positive. `v`: velocities of all bodies. */
export function writeSpinOnGround({ wheels }: VehicleState, i: number, v: Float64Array, out: Float64Array): void {
  const { axle, side, omega, slot } = wheels;
  const k = 3 * i;
  const g = 6 * slot[i];
  let relative = omega[i];
  let cos = 0;
  let turn = 0;
  for (let e = 0; e < 3; e++) {
    relative += axle[k + e] * v[3 + e];
    cos += axle[k + e] * side[k + e];
    turn += (v[g + 3 + e] - v[3 + e]) * side[k + e];
  }
  out[i] = relative * cos + turn;
}
