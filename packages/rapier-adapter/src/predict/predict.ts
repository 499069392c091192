import { SHAPE_STRIDE, solvePatch } from '@stiction/friction-core';
import { addPatchForce, markCorrected } from '../apply/forces.js';
import { SWEEPS } from '../constants.js';
import { isParting } from '../hold/parting.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { ROWS } from '../ownership/law-kind.js';
import { KNOWN } from '../step/flags.js';

/**
 * Rigid laws that Rapier's own friction cannot hold: textures, moving surfaces, laws of the user's. The impulse of the last step acts as a
 * force in this one; after it, against the loads that came out, every patch gets the impulse that its law asks for,
 *
 *     min ½ λᵀ A λ + vᵀ λ   over   λ ∈ λN K,     v the slip without λ
 *
 * in sweeps over all patches, and the difference changes the velocities. What sticks needs no difference: nothing creeps.
 */
export function predictPatch(install: InstallState, i: number, dt: number): void {
  const { store, plan } = install;
  const patches = store.current;
  const at = 3 * i;
  const { impulse, stepImpulse, shape, law } = patches;
  const load = isParting(install, i) ? 0 : patches.grip[i] * patches.normalImpulse[i];
  plan.slides[i] = 0;
  plan.spins[i] = 0;
  for (let e = at; e < at + 3; e++) impulse[e] = Number.isFinite(stepImpulse[e]) ? stepImpulse[e] : 0;
  const gauge = load > 0 ? law[i].set.gauge(impulse, at, shape, SHAPE_STRIDE * i) / load : Number.POSITIVE_INFINITY;
  const share = gauge > 1 ? 1 / gauge : 1;
  for (let e = at; e < at + 3; e++) impulse[e] *= share;
  // Where the slip has turned round since, the impulse of the last step would push.
  const power = impulse[at] * plan.mid[at] + impulse[at + 1] * plan.mid[at + 1];
  const speed = length(plan.mid[at], plan.mid[at + 1]);
  if (power > 0 && speed > length(impulse[at], impulse[at + 1]) * patches.block[6 * i]) impulse.fill(0, at, at + 3);
  addPatchForce(install, i, dt);
}

/** After the step: the impulses that the laws ask for, of all patches that were predicted. */
export function correctPatches(install: InstallState): void {
  const { store, bodies: table } = install;
  const patches = store.current;
  let any = false;
  for (let i = 0; i < patches.count; i++) {
    if (!isPredicted(install, i)) continue;
    any = true;
    if ((patches.lastingImpulse[i] & KNOWN) === 0) patches.impulse.fill(0, 3 * i, 3 * i + 3);
  }
  for (let sweep = 0; any && sweep < SWEEPS; sweep++) {
    for (let k = 0; k < patches.count; k++) {
      const i = sweep % 2 === 0 ? k : patches.count - 1 - k;
      if (isPredicted(install, i)) solvePatch(patches, i, table.bodies);
    }
  }
  for (let i = 0; any && i < patches.count; i++) {
    if (!isPredicted(install, i)) continue;
    for (let e = 3 * i; e < 3 * i + 3; e++) patches.stepImpulse[e] = patches.impulse[e];
    markCorrected(install, patches.bodyA[i]);
    markCorrected(install, patches.bodyB[i]);
  }
}

/** Is the patch one of a collider without Rapier's friction, under a law without bristles? */
export function isPredicted({ store, colliders }: InstallState, i: number): boolean {
  const { law, key } = store.current;
  if (law[i].commit) return false;
  return colliders.ofKey.get(key[4 * i + 1])?.kind === ROWS || colliders.ofKey.get(key[4 * i + 3])?.kind === ROWS;
}
