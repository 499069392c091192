import { MIN_IMPULSE } from '../../constants.js';
import type { VehicleState } from '../state.js';
import { FIRST_BAR, LOCKS, ROWS, SLIPS_BACK, SLIPS_FORTH } from './state.js';

/** Below this a sign is rounding [m/s, m]. */
const NO_SIGN = 1e-9;

/** Impulses of all rows. Returns false, with the guesses corrected, if one of them was wrong. */
export function verify({ wheels, bars, direct }: VehicleState, h: number): boolean {
  const { jacobian: J, gain, offset, ground, velocity: v, impulse, spin, brake } = direct;
  const { contact, compression, travel, bumpC, reboundC, inertia, rollRadius, brakeTorque } = wheels;
  let isRight = true;
  for (let i = 0; i < wheels.count; i++) {
    const s = ROWS * i;
    for (let row = s; row < s + 4; row++) {
      let speed = offset[row];
      for (let e = 0; e < 6; e++) speed += J[6 * row + e] * v[e];
      impulse[row] = -gain[row] * speed;
    }
    if (contact[i] === 1) {
      const speed = -impulse[s] / gain[s] - offset[s] - ground[s];
      const end = compression[i] - h * speed - travel[i];
      const isOther = direct.isExtending[i] === 1 ? speed < -NO_SIGN : speed > NO_SIGN;
      if (isOther && bumpC[i] !== reboundC[i]) {
        direct.isExtending[i] = 1 - direct.isExtending[i];
        isRight = false;
      }
      if (direct.isStopped[i] === 1 ? end < -NO_SIGN : end > NO_SIGN) {
        direct.isStopped[i] = 1 - direct.isStopped[i];
        isRight = false;
      }
    } else impulse[s] = impulse[s + 1] = impulse[s + 2] = 0;
    const turn = J[6 * s + 21] * v[3] + J[6 * s + 22] * v[4] + J[6 * s + 23] * v[5];
    const along = rollRadius[i] * impulse[s + 1];
    const limit = h * brakeTorque[i];
    if (brake[i] === LOCKS) {
      spin[i] = -turn;
      impulse[s + 3] += along;
      if (Math.abs(impulse[s + 3]) <= limit) continue;
      brake[i] = impulse[s + 3] > 0 ? SLIPS_FORTH : SLIPS_BACK;
      isRight = false;
    } else {
      spin[i] = offset[s + 3] - along / inertia[i];
      impulse[s + 3] = brake[i] === SLIPS_FORTH ? limit : brake[i] === SLIPS_BACK ? -limit : 0;
      if (impulse[s + 3] * (spin[i] + turn) <= 0) continue;
      brake[i] = LOCKS;
      isRight = false;
    }
  }
  for (let row = FIRST_BAR; row < FIRST_BAR + bars.length; row++) {
    let speed = offset[row];
    for (let e = 0; e < 6; e++) speed += J[6 * row + e] * v[e];
    impulse[row] = -gain[row] * speed;
  }
  return isRight;
}

/** True if struts press and tyres stay within their friction ellipses. */
export function isInside({ wheels, bars, direct, up }: VehicleState, h: number): boolean {
  const { contact, maxForce, muX, muY, forward: f, side: s, upNormal } = wheels;
  const { impulse, load, bar } = direct;
  for (let i = 0; i < wheels.count; i++) {
    bar[i] = 0;
    if (contact[i] === 0) continue;
    const strut = impulse[ROWS * i];
    if (!(strut > MIN_IMPULSE && strut <= h * maxForce[i])) return false;
  }
  for (let c = 0; c < bars.length; c++) {
    const { a, b } = bars[c];
    const q = impulse[FIRST_BAR + c];
    // A bar can lift a wheel but not pull at the ground.
    if ((contact[a] === 1 && !(q > -impulse[ROWS * a])) || (contact[b] === 1 && !(q < impulse[ROWS * b]))) return false;
    if (contact[a] === 1) bar[a] += q;
    if (contact[b] === 1) bar[b] -= q;
  }
  for (let i = 0; i < wheels.count; i++) {
    if (contact[i] === 0) continue;
    const k = 3 * i;
    const x = impulse[ROWS * i + 1];
    const y = impulse[ROWS * i + 2];
    const strut = impulse[ROWS * i] + bar[i];
    const upX = f[k] * up[0] + f[k + 1] * up[1] + f[k + 2] * up[2];
    const upY = s[k] * up[0] + s[k + 1] * up[1] + s[k + 2] * up[2];
    // As in updateLoad.
    load[i] = Math.min(Math.max(strut - x * upX - y * upY, 0), 2 * strut) / upNormal[i];
    const limitX = muX[i] * load[i];
    const limitY = muY[i] * load[i];
    if (!(limitX > MIN_IMPULSE && limitY > MIN_IMPULSE)) return false;
    if (!((x / limitX) ** 2 + (y / limitY) ** 2 <= 1)) return false;
  }
  return true;
}
