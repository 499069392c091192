import { IMPACT, SEPARATING_SPEED } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { linearInverseMass } from '../motors/spring-law.js';
import { exceedsCoulomb } from '../ownership/law-kind.js';
import { KNOWN } from '../step/flags.js';

/**
 * True if the load of the last step will not act in this one. An impact got its friction from Rapier, together with the normals; applying it
 * again in the next step would spin the bodies. Rapier's own friction needs no such test.
 */
export function isLoadLost(install: InstallState, i: number, dt: number): boolean {
  return isSeparating(install, i) || (exceedsCoulomb(install.store.current.law[i]) && isImpact(install, i, dt));
}

/** True if the load changed in one step by more than it takes to stop a falling body. */
function isImpact({ store, gravity, lengthUnit }: InstallState, i: number, dt: number): boolean {
  const patches = store.current;
  const load = patches.normalImpulse[i];
  const before = (patches.flags[i] & KNOWN) !== 0 ? patches.recentImpulse[i] : 0;
  const change = Math.abs(load - before);
  const fallen = FALLEN_STEPS * dt * length(gravity[0], gravity[1], gravity[2]);
  return change > IMPACT * load && change * linearInverseMass(patches, i) > SEPARATING_SPEED * lengthUnit + fallen;
}

/** Bodies that were placed on each other, not dropped, reach their load within this many steps. */
const FALLEN_STEPS = 2;

/** True if the bodies of patch i separate: the load of the last step was an impact. */
function isSeparating({ store, bodies: table, lengthUnit }: InstallState, i: number): boolean {
  const { normal: n, armA, armB, bodyA, bodyB } = store.current;
  const { velocity: v } = table.bodies;
  const at = 3 * i;
  let speed = 0;
  for (let e = 0; e < 3; e++) {
    const f = (e + 1) % 3;
    const g = (e + 2) % 3;
    const a = 6 * bodyA[i];
    const b = 6 * bodyB[i];
    const vb = v[b + e] + v[b + 3 + f] * armB[at + g] - v[b + 3 + g] * armB[at + f];
    const va = v[a + e] + v[a + 3 + f] * armA[at + g] - v[a + 3 + g] * armA[at + f];
    speed += n[at + e] * (vb - va);
  }
  return speed > SEPARATING_SPEED * lengthUnit;
}
