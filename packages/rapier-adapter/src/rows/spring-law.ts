import { type FrictionLaw, makeLaw, type PatchBuffers } from '@stiction/friction-core';
import { DAMPING, PASSES, STIFFNESS } from '../constants.js';
import { length } from '../length.js';

/**
 * A rigid law as rows can hold it: a row that only brakes lets a loaded body creep, so a stiff spring remembers where the patch stuck.
 *
 *     F = -k z - (k h + d) v,   F ∈ N K,   k = κ/(h² A),  d = δ/(h A)
 *
 *   z   slip displacement since the patch stuck         m, m, rad
 *   A   inverse mass that the patch feels               1/kg, 1/kg, 1/(kg m²)
 *
 * In the words of the contract: eps = A/(κ + δ), bias = κ z/((κ + δ) h). Laws with a stiffness of their own stay as they are. The
 * three numbers z stand behind the law's own memory, and behind them how often, and how fast, the patch has given way: see `givesWay`.
 */
export function heldBySprings(law: FrictionLaw): FrictionLaw {
  if (law.commit) return law;
  const known = wrapped.get(law);
  if (known) return known;
  const first = law.stateSize;
  const held = makeLaw({
    ...law,
    stateSize: first + SPRING_STATE,
    linearize(patches, i, h) {
      law.linearize(patches, i, h);
      const { state, eps, bias, block } = patches;
      const z = patches.stateStride * i + first;
      const share = 1 / (STIFFNESS + DAMPING);
      const mass = linearInverseMass(patches, i);
      for (let e = 0; e < 3; e++) {
        eps[3 * i + e] += share * (e < 2 ? mass : block[6 * i + 5]);
        bias[3 * i + e] += (STIFFNESS * share * state[z + e]) / h;
      }
    },
    commit(patches, i, h) {
      const { state, slipDisplacement, sliding, slip, impulse, block, eps } = patches;
      const z = patches.stateStride * i + first;
      const at = 3 * i;
      if (sliding[i] === 0) {
        for (let e = 0; e < 3; e++) state[z + e] += slipDisplacement[at + e];
        return;
      }
      // A patch that slides fast has no spring; one that slips slowly keeps what the rows can give.
      const mass = linearInverseMass(patches, i);
      const speed = length(slip[at], slip[at + 1]);
      const isFast = speed > mass * length(impulse[at], impulse[at + 1]);
      for (let e = 0; e < 3; e++) {
        const rows = eps[at + e] + block[6 * i + DIAGONAL[e]] / PASSES;
        state[z + e] = isFast ? 0 : (-impulse[at + e] * rows * (STIFFNESS + DAMPING) * h) / STIFFNESS;
      }
    },
    initFromImpulse(patches, i, h) {
      // The spring that bears the present impulse.
      const { state, impulse, block } = patches;
      const z = patches.stateStride * i + first;
      const mass = linearInverseMass(patches, i);
      for (let e = 0; e < 3; e++) {
        state[z + e] = (-impulse[3 * i + e] * h * (e < 2 ? mass : block[6 * i + 5])) / STIFFNESS;
      }
    },
  });
  wrapped.set(law, held);
  sprung.add(held);
  return held;
}

/** Numbers that a spring adds to the memory of its law. */
const SPRING_STATE = 5;

/**
 * Does the load exceed what Rapier's own friction holds at patch i? Then it moves, and faster with every step; creep and jitter do not.
 * Asked once after each step, with the speed in it and the speed that counts [m/s]. True from the second time on.
 */
export function givesWay(patches: PatchBuffers, i: number, speed: number, least: number): boolean {
  const { state } = patches;
  const at = patches.stateStride * i + patches.law[i].stateSize - 2;
  state[at] = speed > least && speed > state[at + 1] ? state[at] + 1 : 0;
  state[at + 1] = speed;
  return hasGivenWay(patches, i);
}

export function hasGivenWay(patches: PatchBuffers, i: number): boolean {
  return patches.state[patches.stateStride * i + patches.law[i].stateSize - 2] >= TIMES;
}

const TIMES = 2;

/** Has the law its stiffness from here? */
export function isHeldBySprings(law: FrictionLaw): boolean {
  return sprung.has(law);
}

const sprung = new WeakSet<FrictionLaw>();

/** One wrapper per law, so that a patch sees the same law from step to step. */
const wrapped = new WeakMap<FrictionLaw, FrictionLaw>();

/** Sum of inverse masses. Turning is left out: the other contacts of a body hold it. */
export function linearInverseMass(patches: PatchBuffers, i: number): number {
  const { invMass: m } = patches.bodies;
  const a = 3 * patches.bodyA[i];
  const b = 3 * patches.bodyB[i];
  return (m[a] + m[a + 1] + m[a + 2] + m[b] + m[b + 1] + m[b + 2]) / 3;
}

/** Where the diagonal stands in a block [a11, a12, a13, a22, a23, a33]. */
export const DIAGONAL: readonly number[] = [0, 3, 5];
