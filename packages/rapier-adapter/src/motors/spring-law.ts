import type { FrictionLaw, PatchBuffers } from '@stiction/friction-core';
import { makeLaw } from '@stiction/friction-core/adapter';
import { DAMPING, KEEPS, PASSES, STIFFNESS } from '../constants.js';
import { length } from '../length.js';

/**
 * A rigid law as motors can hold it. A pure brake lets a loaded body creep, so a stiff spring remembers where the patch stuck:
 *
 *     F = -k z - (k h + d) v,   F ∈ N K,   k = κ/(h² A),  d = δ/(h A)
 *
 *   z   slip displacement since the patch stuck         m, m, rad
 *   A   inverse effective mass of the patch             1/kg, 1/kg, 1/(kg m²)
 *
 * In terms of the law contract: eps = A/(κ + δ), bias = κ z/((κ + δ) h). Laws with a stiffness of their own are unchanged. The state is the law's own,
 * then z, then how often and how fast the patch has broken away: see `trackBreakaway`.
 */
export function withSpring(law: FrictionLaw): FrictionLaw {
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
      // A fast slide has no deflection; a slow slip keeps what the motors can carry.
      const mass = linearInverseMass(patches, i);
      const speed = length(slip[at], slip[at + 1]);
      const isFast = speed > mass * length(impulse[at], impulse[at + 1]);
      for (let e = 0; e < 3; e++) {
        const rows = eps[at + e] + block[6 * i + DIAGONAL[e]] / PASSES;
        state[z + e] = isFast ? 0 : (-impulse[at + e] * rows * (STIFFNESS + DAMPING) * h) / STIFFNESS;
      }
    },
    initFromImpulse(patches, i, h) {
      // The deflection that carries the current impulse.
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

/** State that the spring adds to its law. */
const SPRING_STATE = 5;

/**
 * True if the load exceeds Rapier's friction at patch i: then the patch accelerates or keeps its speed, unlike creep and jitter. Called once
 * after each step with the speed and the threshold [m/s]. True from the second time on.
 */
export function trackBreakaway(patches: PatchBuffers, i: number, speed: number, least: number): boolean {
  const { state } = patches;
  const at = patches.stateStride * i + patches.law[i].stateSize - 2;
  state[at] = speed > least && speed > KEEPS * state[at + 1] ? state[at] + 1 : 0;
  state[at + 1] = speed;
  return hasBrokenAway(patches, i);
}

export function hasBrokenAway(patches: PatchBuffers, i: number): boolean {
  return patches.state[patches.stateStride * i + patches.law[i].stateSize - 2] >= TIMES;
}

const TIMES = 2;

/** True if the law's stiffness was added here. */
export function hasAddedSpring(law: FrictionLaw): boolean {
  return sprung.has(law);
}

const sprung = new WeakSet<FrictionLaw>();

/** One wrapper per law, so that a patch sees the same law in every step. */
const wrapped = new WeakMap<FrictionLaw, FrictionLaw>();

/** Sum of inverse masses. Rotation is left out: the other contacts of a body prevent it. */
export function linearInverseMass(patches: PatchBuffers, i: number): number {
  const { invMass: m } = patches.bodies;
  const a = 3 * patches.bodyA[i];
  const b = 3 * patches.bodyB[i];
  return (m[a] + m[a + 1] + m[a + 2] + m[b] + m[b + 1] + m[b + 2]) / 3;
}

/** Indices of the diagonal in a block [a11, a12, a13, a22, a23, a33]. */
export const DIAGONAL: readonly number[] = [0, 3, 5];
