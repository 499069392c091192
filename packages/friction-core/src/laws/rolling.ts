import { ellipsoidSet } from '@stiction/lcp-solver';
import { requireKnownOptions, requireNumber } from '../options.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import { type ExtraRows, type FrictionLaw, makeLaw } from './friction-law.js';

export interface RollingOptions {
  /** Largest moment against rolling per normal force [m], >= 0. */
  radius: number;
}

/**
 * Rolling resistance added to any law, as a separate block of two rows,
 *
 *     ω_t = 0  while  |M| ≤ radius · N;  at the limit M acts against ω_t
 *
 *   ω_t      angular velocity of B relative to A along t1 and t2                   rad/s
 *   M        moment on B along t1 and t2                                          N m
 *   radius   lever of the normal force: half the width of the contact, roughly     m
 *
 * The state of the inner law is followed by two numbers for M, three for the block J M⁻¹ Jᵀ of the rows, and the factor on N.
 */
export function rolling(law: FrictionLaw, options: RollingOptions): FrictionLaw {
  requireKnownOptions('rolling', options, ['radius']);
  const radius = requireNumber('rolling', 'radius', options.radius, 0, 'm');
  if (law.extraRows) throw new TypeError(`rolling: the law '${law.name}' has rolling resistance already`);
  const first = law.stateSize;
  return makeLaw({
    ...law,
    coulombMatch: law.coulombMatch && 'sticking',
    stateSize: first + 6,
    combineWith: undefined,
    modifier: { kind: 'rolling', size: radius, inner: law, apply: (other) => rolling(other, { radius }) },
    linearize(patches, i, h) {
      // A modifier outside scales the moment, an inner law that scales its friction does not.
      patches.state[patches.stateStride * i + first + SCALE] = patches.normalScale[i];
      law.linearize(patches, i, h);
    },
    extraRows: rollingRows(first, radius),
  });
}

/** Where the factor on N stands in the rows' state. */
const SCALE = 5;

function rollingRows(first: number, radius: number): ExtraRows {
  const shape = new Float64Array([radius, radius, 0]);
  const block = new Float64Array(6);
  const spin = new Float64Array(3);
  const moment = new Float64Array(2);
  const load = new Float64Array(1);
  return {
    prepare(patches, i, warm) {
      const { state } = patches;
      const at = patches.stateStride * i + first;
      state.fill(0, at + 2, at + 5);
      addInertia(patches, i, at, patches.bodyA[i]);
      addInertia(patches, i, at, patches.bodyB[i]);
      if (warm) {
        moment[0] = patches.h * state[at];
        moment[1] = patches.h * state[at + 1];
        applyMoment(patches, i, moment);
      } else state.fill(0, at, at + 2);
    },
    solve(patches, i) {
      const { state, normalImpulse, h } = patches;
      const at = patches.stateStride * i + first;
      const m1 = h * state[at];
      const m2 = h * state[at + 1];
      if (normalImpulse[i] <= 0 && m1 === 0 && m2 === 0) return;
      block[0] = state[at + 2];
      block[1] = state[at + 3];
      block[3] = state[at + 4];
      measureRolling(patches, i, spin);
      spin[0] -= block[0] * m1 + block[1] * m2;
      spin[1] -= block[1] * m1 + block[3] * m2;
      load[0] = state[at + SCALE] * normalImpulse[i];
      ellipsoidSet.minimize(block, 0, spin, load, 0, shape, 0, spin);
      moment[0] = spin[0] - m1;
      moment[1] = spin[1] - m2;
      state[at] = spin[0] / h;
      state[at + 1] = spin[1] / h;
      applyMoment(patches, i, moment);
    },
    readMoment(patches, i, out) {
      const at = patches.stateStride * i + first;
      out[0] = patches.state[at];
      out[1] = patches.state[at + 1];
    },
  };
}

/** Adds t I⁻¹ tᵀ of one body to the block behind the moment. */
function addInertia(patches: PatchBuffers, i: number, at: number, body: number): void {
  const { tangent1: t, tangent2: u, state } = patches;
  const { invInertia: j } = patches.bodies;
  const e = 3 * i;
  const k = 6 * body;
  const x = j[k] * t[e] + j[k + 1] * t[e + 1] + j[k + 2] * t[e + 2];
  const y = j[k + 1] * t[e] + j[k + 3] * t[e + 1] + j[k + 4] * t[e + 2];
  const z = j[k + 2] * t[e] + j[k + 4] * t[e + 1] + j[k + 5] * t[e + 2];
  state[at + 2] += x * t[e] + y * t[e + 1] + z * t[e + 2];
  state[at + 3] += x * u[e] + y * u[e + 1] + z * u[e + 2];
  state[at + 4] +=
    u[e] * (j[k] * u[e] + j[k + 1] * u[e + 1] + j[k + 2] * u[e + 2]) +
    u[e + 1] * (j[k + 1] * u[e] + j[k + 3] * u[e + 1] + j[k + 4] * u[e + 2]) +
    u[e + 2] * (j[k + 2] * u[e] + j[k + 4] * u[e + 1] + j[k + 5] * u[e + 2]);
}

/** spin = angular velocity of B relative to A along t1 and t2. */
function measureRolling(patches: PatchBuffers, i: number, spin: Float64Array): void {
  const { tangent1: t, tangent2: u } = patches;
  const { velocity: v } = patches.bodies;
  const a = 6 * patches.bodyA[i] + 3;
  const b = 6 * patches.bodyB[i] + 3;
  spin.fill(0);
  for (let e = 0; e < 3; e++) {
    spin[0] += t[3 * i + e] * (v[b + e] - v[a + e]);
    spin[1] += u[3 * i + e] * (v[b + e] - v[a + e]);
  }
}

/** Applies the moment impulse to B and its opposite to A. */
function applyMoment(patches: PatchBuffers, i: number, moment: Float64Array): void {
  applyMomentToBody(patches, i, patches.bodyA[i], moment, -1);
  applyMomentToBody(patches, i, patches.bodyB[i], moment, 1);
}

function applyMomentToBody(patches: PatchBuffers, i: number, body: number, moment: Float64Array, sign: 1 | -1): void {
  const { tangent1: t, tangent2: u } = patches;
  const { velocity: v, invInertia: j } = patches.bodies;
  const e = 3 * i;
  const x = sign * (moment[0] * t[e] + moment[1] * u[e]);
  const y = sign * (moment[0] * t[e + 1] + moment[1] * u[e + 1]);
  const z = sign * (moment[0] * t[e + 2] + moment[1] * u[e + 2]);
  const k = 6 * body;
  v[k + 3] += j[k] * x + j[k + 1] * y + j[k + 2] * z;
  v[k + 4] += j[k + 1] * x + j[k + 3] * y + j[k + 4] * z;
  v[k + 5] += j[k + 2] * x + j[k + 4] * y + j[k + 5] * z;
}
