import { addImpulse, type Bodies } from '../bodies/bodies.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';

/** Impulse on B, [linear, angular about its centre of mass]. */
const pull = new Float64Array(6);

/** Adds the attraction of adhesive patches over a substep h, at the poses of the start of the step like the normals. */
export function addAdhesion(patches: PatchBuffers, bodies: Bodies, h: number): void {
  for (let i = 0; i < patches.count; i++) {
    if (!(patches.adhesion[i] > 0)) continue;
    pullBody(patches, i, bodies, patches.bodyA[i], h);
    pullBody(patches, i, bodies, patches.bodyB[i], -h);
  }
}

/** The normal points from A to B: A is pulled along it, B against it. */
function pullBody(p: PatchBuffers, i: number, bodies: Bodies, body: number, time: number): void {
  const { adhesionCentre: c, normal: n } = p;
  const { pose } = bodies;
  const impulse = time * p.adhesion[i];
  for (let e = 0; e < 3; e++) {
    const f = (e + 1) % 3;
    const g = (e + 2) % 3;
    const armF = c[3 * i + f] - pose[7 * body + f];
    const armG = c[3 * i + g] - pose[7 * body + g];
    pull[e] = impulse * n[3 * i + e];
    pull[3 + e] = impulse * (armF * n[3 * i + g] - armG * n[3 * i + f]);
  }
  addImpulse(bodies, body, pull, 0, 1, bodies.velocity);
}
