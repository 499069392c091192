/**
 * The whole vehicle at once, while its wheels stick: all rows are then linear, p = -D (J v + c), and the velocity v of the chassis follows from
 * six equations,
 *
 *     (M + Σ D J J') v = M v₀ - Σ D c J.
 *
 *   row               J                     D                        c
 *   S strut           S                     h²k + h c                -h f₀/D
 *   X, free wheel     X                     1/(eps + R²/I)           bias - R ω₀
 *   X, locked wheel   X + R a               1/eps                    bias
 *   B, locked wheel   a                     I                        ω₀
 *   Y                 Y                     1/eps                    bias
 *   anti-roll bar     S₁ - S₂               h²k                      -(x₁ - x₂)/h
 *
 * A wheel's spin is eliminated: ω = ω₀ - R p/I, or -a·w if its brake holds. Velocities of the ground are known; they are part of c. Signs that
 * decide over dampers, bump stops and brakes are guessed and verified. The sweeps take over where a wheel slides, lifts off or stands on a
 * body that yields, and where wheels are coupled.
 */
import { CHASSIS } from '../bodies.js';
import type { VehicleState } from '../state.js';
import { fillBar, fillWheel, guess } from './fill.js';
import { type Direct, FIRST_BAR, ROWS } from './state.js';
import { isInside, verify } from './verify.js';

/** Rounds of guesses. A second one is rare. */
const MAX_ROUNDS = 4;
/** Chassis that cannot move or turn about an axis are left to the sweeps: least determinant of the inverse inertia, over its trace cubed. */
const MIN_DETERMINANT = 1e-9;

/** Returns false, and changes nothing that the sweeps read, if the wheels do not all stick. */
export function solveDirectly(state: VehicleState, h: number): boolean {
  const { wheels, bars, direct } = state;
  if (!isLinear(state) || !fillMass(state)) return false;
  guess(state, h);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    direct.known.fill(0);
    for (let i = 0; i < wheels.count; i++) fillWheel(state, i, h);
    for (let c = 0; c < bars.length; c++) fillBar(state, c, h);
    assemble(state);
    if (!solveSix(direct)) return false;
    if (!verify(state, h)) continue;
    if (!isInside(state, h)) return false;
    commit(state);
    return true;
  }
  return false;
}

function isLinear({ wheels, bodies, couplings }: VehicleState): boolean {
  if (couplings.length > 0) return false;
  const { contact, lastLoad, stuck, slot } = wheels;
  const { m, j } = bodies;
  for (let i = 0; i < wheels.count; i++) {
    if (contact[i] === 0) continue;
    // A wheel that slid will mostly go on.
    if (lastLoad[i] > 0 && stuck[i] === 0) return false;
    const g = slot[i];
    if (m[3 * g] + m[3 * g + 1] + m[3 * g + 2] + j[6 * g] + j[6 * g + 3] + j[6 * g + 5] !== 0) return false;
  }
  return true;
}

/** Mass matrix of the chassis, from its inverse. */
function fillMass({ bodies, direct }: VehicleState): boolean {
  const { m, j } = bodies;
  const { mass } = direct;
  const a = j[6 * CHASSIS + 0];
  const b = j[6 * CHASSIS + 1];
  const c = j[6 * CHASSIS + 2];
  const d = j[6 * CHASSIS + 3];
  const e = j[6 * CHASSIS + 4];
  const f = j[6 * CHASSIS + 5];
  const xx = d * f - e * e;
  const xy = c * e - b * f;
  const xz = b * e - c * d;
  const det = a * xx + b * xy + c * xz;
  if (!(det > MIN_DETERMINANT * (a + d + f) ** 3)) return false;
  if (!(m[0] > 0 && m[1] > 0 && m[2] > 0)) return false;
  mass[0] = 1 / m[0];
  mass[2] = 1 / m[1];
  mass[5] = 1 / m[2];
  mass[9] = xx / det;
  mass[13] = xy / det;
  mass[14] = (a * f - c * c) / det;
  mass[18] = xz / det;
  mass[19] = (b * c - a * e) / det;
  mass[20] = (a * d - b * b) / det;
  return true;
}

/** Matrix and right-hand side, which is left in `velocity`. */
function assemble({ wheels, bodies, bars, direct }: VehicleState): void {
  const { mass, matrix, known, velocity: b } = direct;
  const { v } = bodies;
  for (let k = 0; k < 21; k++) matrix[k] = mass[k];
  for (let e = 0; e < 3; e++) b[e] = known[e] + mass[(e * (e + 3)) / 2] * v[e];
  b[3] = known[3] + mass[9] * v[3] + mass[13] * v[4] + mass[18] * v[5];
  b[4] = known[4] + mass[13] * v[3] + mass[14] * v[4] + mass[19] * v[5];
  b[5] = known[5] + mass[18] * v[3] + mass[19] * v[4] + mass[20] * v[5];
  addRows(direct, 0, ROWS * wheels.count);
  addRows(direct, FIRST_BAR, FIRST_BAR + bars.length);
}

function addRows({ jacobian: J, gain, offset, matrix, velocity: b }: Direct, from: number, to: number): void {
  for (let row = from; row < to; row++) {
    const g = gain[row];
    if (g === 0) continue;
    const at = 6 * row;
    const c = offset[row];
    let k = 0;
    for (let r = 0; r < 6; r++) {
      const scaled = g * J[at + r];
      b[r] -= c * scaled;
      for (let e = 0; e <= r; e++) matrix[k++] += scaled * J[at + e];
    }
  }
}

/** L D L' of the matrix, in place; `velocity` holds the right-hand side and then the solution. Returns false if it is not positive definite. */
function solveSix({ matrix: a, velocity: x }: Direct): boolean {
  for (let c = 0; c < 6; c++) {
    const cc = (c * (c + 3)) / 2;
    const pivot = a[cc];
    if (!(pivot > 0 && pivot < Number.POSITIVE_INFINITY)) return false;
    // Upwards: the rows above are still unscaled.
    for (let r = 5; r > c; r--) {
      const rc = (r * (r + 1)) / 2 + c;
      const l = a[rc] / pivot;
      x[r] -= l * x[c];
      for (let e = c + 1; e <= r; e++) a[(r * (r + 1)) / 2 + e] -= l * a[(e * (e + 1)) / 2 + c];
      a[rc] = l;
    }
  }
  for (let r = 5; r >= 0; r--) {
    x[r] /= a[(r * (r + 3)) / 2];
    for (let e = r + 1; e < 6; e++) x[r] -= a[(e * (e + 1)) / 2 + r] * x[e];
  }
  return true;
}

/** Stores what the sweeps would have found. */
function commit({ wheels, bodies, bars, barImpulse, direct }: VehicleState): void {
  const { impulse } = direct;
  for (let e = 0; e < 6; e++) bodies.v[e] = direct.velocity[e];
  for (let i = 0; i < wheels.count; i++) {
    const s = ROWS * i;
    wheels.omega[i] = direct.spin[i];
    wheels.pS[i] = impulse[s];
    wheels.pX[i] = impulse[s + 1];
    wheels.pY[i] = impulse[s + 2];
    wheels.pB[i] = impulse[s + 3];
    wheels.bar[i] = direct.bar[i];
    wheels.load[i] = direct.load[i];
    wheels.onBoundary[i] = 0;
  }
  for (let c = 0; c < bars.length; c++) barImpulse[c] = impulse[FIRST_BAR + c];
}
