import { SHAPE_STRIDE } from '@stiction/friction-core';
import { COUPLED } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { colliderA, colliderB } from '../ownership/collider-table.js';
import { restMu } from '../ownership/law-kind.js';
import { combined } from '../ownership/represent.js';
import { DYNAMIC } from '../read/body-table.js';
import { set3 } from '../set3.js';
import { KNOWN, MOVES, SLIDES } from '../step/flags.js';
import { isLoadedAtRest } from './breakaway.js';

/**
 * Patches that stick by Rapier's friction. While one slides or spins, Rapier's coefficient follows the law,
 *
 *     c = |q_t|,   q = support of K against the slip twist (v, ω) at mid step
 *
 * Rapier brakes sliding and spinning independently, about the mean of the contact points. The difference to the law is added as a force and
 * torque at the pressure centre:
 *
 *     e = N (q - q_native),   q_native = (f, ρ × f - c r sign ω),   f = -c d/|d|,  d = A_m⁻¹ v_m,   r = Σ N_k |x_k - m| / N
 *
 *   m, ρ       mean of the contact points, and its offset from the pressure centre           m
 *   v_m, A_m   slip and inverse mass at m: Rapier solves for rest, then clamps to c N         m/s, 1/kg
 *
 * q_native is known only if friction cannot stop the motion within the step. Otherwise nothing is added and the patch is stock Rapier's with
 * the right coefficient.
 */
export function planCorrected(install: InstallState, i: number): void {
  const { store, plan, scratch } = install;
  const patches = store.current;
  const mu = restMuOfPatch(install, i);
  const load = patches.normalScale[i] * patches.normalImpulse[i];
  const { block } = patches;
  const { vector } = scratch;
  const at = 3 * i;
  const totalLoad = load * loadRatio(install, i);
  // Slower motion is jitter of lightly loaded bodies, which Rapier's friction handles.
  const least = install.reading.slowSpeed;
  const speed = length(plan.midSlip[at], plan.midSlip[at + 1]);
  const spin = Math.abs(plan.midSlip[at + 2]);
  const turns =
    spin * Math.max(plan.nativeLever[i], patches.torsionRadius[i]) > least || patches.law[i].extraTorsion === true;
  let slides = load > 0 && speed > least;
  let spins = load > 0 && turns;
  // Evaluating a law can be expensive.
  if (slides || spins) {
    evaluateLaw(install, i);
    const stops = length(vector[0], vector[1]) * totalLoad * 0.5 * (block[6 * i] + block[6 * i + 3]);
    slides &&= speed > stops;
    // A patch that pivots while Rapier holds its position: see `breakawayTorque`.
    spins &&= (slides || !isLoadedAtRest(install, i)) && spin > Math.abs(vector[2]) * totalLoad * block[6 * i + 5];
  }
  if (!slides) {
    useMeasuredRate(install, i, 0, 2);
    // Creep of a sticking patch is not slip.
    if (!spins) {
      if (patches.law[i].coulombMatch && (patches.flags[i] & MOVES) === 0) set3(plan.midSlip, at, 0);
      plan.midSlip[at + 2] = 0;
    }
    evaluateLaw(install, i);
  }
  plan.isSliding[i] = slides ? 1 : 0;
  plan.isSpinning[i] = spins ? 1 : 0;
  for (let e = 0; e < 3; e++) plan.lawWrench[at + e] = patches.normalScale[i] * vector[e];
  const isMoving = slides || spins || plan.midSlip[at] !== 0 || plan.midSlip[at + 1] !== 0;
  // If friction depends on the direction, the inner circle stays and the rest is a correction.
  const isRound = patches.law[i].coulombMatch !== undefined;
  plan.coefficient[i] = isRound && isMoving && load > 0 ? length(plan.lawWrench[at], plan.lawWrench[at + 1]) : mu;
  // Without a load there is no correction, but a patch that closes while it slides needs more than the circle.
  if (!isRound && !(load > 0) && speed > least) plan.coefficient[i] = closingMu(install, i, speed, mu);
  if (slides && slidesAndSpins(install, i)) plan.coefficient[i] = 0;
}

/**
 * The coefficient of an isotropic law that brakes the slip at mid step with the same power; `mu` if the friction of a body's weight would stop it
 * within the step: bodies that jitter would not sleep.
 */
function closingMu({ plan, gravity: g, reading }: InstallState, i: number, speed: number, mu: number): number {
  const { lawWrench: q, midSlip: v } = plan;
  const at = 3 * i;
  const size = length(v[at], v[at + 1]);
  const wanted = size > 0 ? -(q[at] * v[at] + q[at + 1] * v[at + 1]) / size : 0;
  return speed > wanted * reading.dt * length(g[0], g[1], g[2]) ? Math.max(mu, wanted) : mu;
}

/** The same for a patch that is too slow to need anything. */
export function planIdle(install: InstallState, i: number): void {
  const { plan } = install;
  plan.isSliding[i] = 0;
  plan.isSpinning[i] = 0;
  set3(plan.midSlip, 3 * i, 0);
  plan.coefficient[i] = restMuOfPatch(install, i);
}

/** Replaces slip that friction can stop in this step by the measured rate. */
export function useMeasuredRate({ plan }: InstallState, i: number, from: number, to: number): void {
  for (let e = 3 * i + from; e < 3 * i + to; e++) {
    if (Math.abs(plan.slipRate[e]) < Math.abs(plan.midSlip[e])) plan.midSlip[e] = plan.slipRate[e];
  }
}

/**
 * True if a patch that keeps sliding also spins. Rapier's torsion, which ignores the slide, would stop the spin, so its friction is switched off
 * and the law acts entirely as a force. The same for several manifolds: Rapier brakes each about its own mean.
 */
function slidesAndSpins({ store, plan }: InstallState, i: number): boolean {
  const patches = store.current;
  const at = 3 * i;
  const before = KNOWN | SLIDES;
  if ((patches.flags[i] & before) !== before) return false;
  if (plan.isEstimated[i] === 1) return true;
  const turning = Math.abs(plan.midSlip[at + 2]) * plan.nativeLever[i];
  return turning > COUPLED * length(plan.midSlip[at], plan.midSlip[at + 1]);
}

/** The rest coefficient; combined from the colliders if the law takes it from them. */
function restMuOfPatch(install: InstallState, i: number): number {
  const { law } = install.store.current;
  if (law[i].mu !== undefined || law[i].innerMu !== undefined) return restMu(law[i]);
  const a = colliderA(install, i);
  const b = colliderB(install, i);
  return a && b ? combined(a.restFriction, a.restRule, b.restFriction, b.restRule) : 0;
}

/**
 * vector = friction per load against the slip at mid step. The points of an isotropic law rotate with the body that does not carry the frame, by φ
 * until mid step, so the set is evaluated in axes rotated by φ.
 */
function evaluateLaw({ store, plan, scratch, reading }: InstallState, i: number): void {
  const patches = store.current;
  const { slip, vector } = scratch;
  const at = 3 * i;
  const x = -plan.midSlip[at];
  const y = -plan.midSlip[at + 1];
  const sense = patches.frameBody[i] === 0 ? 1 : -1;
  const phi = patches.law[i].coulombMatch ? 0.5 * sense * reading.dt * plan.midSlip[at + 2] : 0;
  // Rotation by φ to second order, normalised.
  const scale = 1 / Math.sqrt(1 + phi * phi);
  const cos = scale;
  const sin = scale * phi;
  slip[0] = cos * x + sin * y;
  slip[1] = cos * y - sin * x;
  slip[2] = -plan.midSlip[at + 2];
  if (x === 0 && y === 0 && slip[2] === 0) {
    set3(vector, 0, 0);
    return;
  }
  patches.law[i].set.support(slip, patches.shape, SHAPE_STRIDE * i, vector);
  const q = vector[0];
  vector[0] = cos * q - sin * vector[1];
  vector[1] = sin * q + cos * vector[1];
}

/** Total load of the patches of a moving body over the load of this one: together they stop it sooner. */
export function loadRatio({ bodies: table, store }: InstallState, i: number): number {
  const { bodyA, bodyB, normalImpulse } = store.current;
  const a = table.type[bodyA[i]] === DYNAMIC ? table.normalLoad[bodyA[i]] : 0;
  const b = table.type[bodyB[i]] === DYNAMIC ? table.normalLoad[bodyB[i]] : 0;
  return normalImpulse[i] > 0 ? Math.max(1, Math.max(a, b) / normalImpulse[i]) : 1;
}
