import { IMPACT, SEPARATING_SPEED } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { needsRows } from '../ownership/law-kind.js';
import { linearInverseMass } from '../rows/spring-law.js';
import { KNOWN } from '../step/flags.js';

/**
 * Is the load of the last step one that is gone? What an impact needs of friction it has had, from Rapier, with the normals; the same
 * again in the step after it would spin the bodies. Where friction is Rapier's own there is nothing to do twice.
 */
export function isLoadGone(install: InstallState, i: number, dt: number): boolean {
  return isSeparating(install, i) || (needsRows(install.store.current.law[i]) && isImpact(install, i, dt));
}

/** Has the load changed in one step by more than what stops bodies that fall? */
function isImpact({ store, gravity, lengthUnit }: InstallState, i: number, dt: number): boolean {
  const patches = store.current;
  const load = patches.normalImpulse[i];
  const before = (patches.averageImpulse[i] & KNOWN) !== 0 ? patches.recentImpulse[i] : 0;
  const change = Math.abs(load - before);
  const fallen = FALLEN_STEPS * dt * length(gravity[0], gravity[1], gravity[2]);
  return change > IMPACT * load && change * linearInverseMass(patches, i) > SEPARATING_SPEED * lengthUnit + fallen;
}

/** Bodies that were put on each other, and not dropped, get their load within so many steps. */
const FALLEN_STEPS = 2;

/** Do the bodies of patch i fly apart? Then the load of the last step was an impact, and there is none to come. */
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
