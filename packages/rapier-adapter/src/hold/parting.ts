import { PARTING } from '../constants.js';
import type { InstallState } from '../install/state.js';

/** Do the bodies of patch i fly apart? Then the load of the last step was an impact, and there is none to come. */
export function isParting({ store, bodies: table, lengthUnit }: InstallState, i: number): boolean {
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
  return speed > PARTING * lengthUnit;
}
