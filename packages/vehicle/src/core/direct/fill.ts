import { STOP_STIFFNESS } from '../../constants.js';
import { ROW_S, ROW_X, ROW_Y, rowAt } from '../rows.js';
import type { VehicleState } from '../state.js';
import { FIRST_BAR, LOCKS, OFF, ROWS, SLIPS_BACK, SLIPS_FORTH } from './state.js';

/** Guesses from what a snapshot contains: the velocities before the step and the last impulses of the brakes. */
export function guess({ wheels, bodies, rows, direct }: VehicleState, h: number): void {
  const { contact, compression, travel, pB, brakeTorque, slot } = wheels;
  const { brake, isExtending, isStopped } = direct;
  const { data } = rows;
  const { velocity: v } = bodies;
  for (let i = 0; i < wheels.count; i++) {
    const limit = h * brakeTorque[i];
    brake[i] = OFF;
    if (limit > 0) brake[i] = pB[i] >= limit ? SLIPS_FORTH : pB[i] <= -limit ? SLIPS_BACK : LOCKS;
    if (contact[i] === 0) continue;
    const at = rowAt(i, ROW_S);
    const g = 6 * slot[i];
    let speed = 0;
    for (let e = 0; e < 6; e++) speed += data[at + e] * v[e];
    for (let e = 0; e < 3; e++) speed -= data[at + e] * v[g + e] + data[at + 6 + e] * v[g + 3 + e];
    isExtending[i] = speed > 0 ? 1 : 0;
    isStopped[i] = compression[i] - h * speed > travel[i] ? 1 : 0;
  }
}

export function fillWheel(state: VehicleState, i: number, h: number): void {
  const { wheels, direct } = state;
  const { springK, bumpC, reboundC, compression, travel, omega, inertia, axle, rollRadius, brakeTorque } = wheels;
  const { jacobian: J, gain, offset, brake, known } = direct;
  const s = ROWS * i;
  const b = 6 * (s + 3);
  const k = 3 * i;
  const held = brake[i] === LOCKS;
  const slipping = brake[i] === SLIPS_FORTH ? h * brakeTorque[i] : brake[i] === SLIPS_BACK ? -h * brakeTorque[i] : 0;
  const about = h * wheels.driveTorque[i];
  const spin = omega[i] + (about + slipping) / inertia[i];
  for (let e = 0; e < 3; e++) {
    J[b + e] = 0;
    J[b + 3 + e] = axle[k + e];
    known[3 + e] += (about + slipping) * axle[k + e];
  }
  gain[s + 3] = held ? inertia[i] : 0;
  offset[s + 3] = spin;
  if (wheels.contact[i] === 0) {
    gain[s] = gain[s + 1] = gain[s + 2] = 0;
    return;
  }
  fillRow(state, i, ROW_S);
  fillRow(state, i, ROW_X);
  fillRow(state, i, ROW_Y);
  const stop = direct.isStopped[i] === 1 ? STOP_STIFFNESS * springK[i] : 0;
  const force = springK[i] * compression[i] + stop * (compression[i] - travel[i]);
  gain[s] = h * h * (springK[i] + stop) + h * (direct.isExtending[i] === 1 ? reboundC[i] : bumpC[i]);
  offset[s] -= (h * force) / gain[s];
  const { kx, ky, cx, cy, zx, zy, rolling, relaxation } = wheels;
  const renewal = (h * rolling[i]) / relaxation[i];
  const softX = h * h * kx[i] + h * cx[i];
  const softY = h * h * ky[i] + h * cy[i];
  offset[s + 1] += ((h * kx[i] - cx[i] * renewal) / softX) * zx[i];
  offset[s + 2] += ((h * ky[i] - cy[i] * renewal) / softY) * zy[i];
  gain[s + 2] = softY / (1 + renewal);
  if (held) {
    for (let e = 0; e < 3; e++) J[6 * (s + 1) + 3 + e] += rollRadius[i] * axle[k + e];
    gain[s + 1] = softX / (1 + renewal);
  } else {
    offset[s + 1] -= rollRadius[i] * spin;
    gain[s + 1] = 1 / ((1 + renewal) / softX + rollRadius[i] ** 2 / inertia[i]);
  }
}

/** Jacobian of a row, and minus the velocity of the ground along it. */
function fillRow({ wheels, rows, bodies, direct }: VehicleState, i: number, row: number): void {
  const { data } = rows;
  const { v } = bodies;
  const at = rowAt(i, row);
  const to = ROWS * i + row;
  const g = 6 * wheels.slot[i];
  let ground = 0;
  for (let e = 0; e < 6; e++) direct.jacobian[6 * to + e] = data[at + e];
  for (let e = 0; e < 3; e++) ground += data[at + e] * v[g + e] + data[at + 6 + e] * v[g + 3 + e];
  direct.ground[to] = ground;
  direct.offset[to] = -ground;
}

/** A wheel in the air hangs at the end of its strut, and its side of the bar with it. */
export function fillBar({ wheels, bars, direct }: VehicleState, c: number, h: number): void {
  const { jacobian: J, gain, offset, ground } = direct;
  const { contact, compression } = wheels;
  const { a, b, stiffness } = bars[c];
  const to = FIRST_BAR + c;
  gain[to] = contact[a] + contact[b] > 0 ? h * h * stiffness : 0;
  offset[to] = -(compression[a] - compression[b]) / h;
  for (let e = 0; e < 6; e++) J[6 * to + e] = 0;
  if (contact[a] === 1) {
    offset[to] -= ground[ROWS * a];
    for (let e = 0; e < 6; e++) J[6 * to + e] += J[6 * ROWS * a + e];
  }
  if (contact[b] === 1) {
    offset[to] += ground[ROWS * b];
    for (let e = 0; e < 6; e++) J[6 * to + e] -= J[6 * ROWS * b + e];
  }
}
