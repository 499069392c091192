import type { Bodies } from '../bodies/bodies.js';
import { IMPACT_LOAD_RATIO, IMPACT_SPEED } from '../constants.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import type { ContactSolver } from './contact-solver.js';
import { applyFriction, SUBTRACT } from './friction-block.js';
import { applyNormalImpulses } from './warm-start.js';

/** Entries of `separatingVelocity`. */
const NOW = 0;
const BEFORE = 1;

/**
 * Takes back the part of a warm start that would throw bodies apart. An impact is over after its substep, and its impulse must not
 * act again. Steady loads stay far below the limit.
 */
export function discardImpactImpulses(solver: ContactSolver, bodies: Bodies, patches: PatchBuffers): void {
  const limit = IMPACT_SPEED * (solver.options.lengthUnit ?? 1);
  const { islands } = solver;
  const { separatingVelocity, impactFriction } = solver.scratch;
  for (let k = 0; k < islands.patchCount; k++) {
    const i = islands.patches[k];
    if (!(patches.normalImpulse[i] > 0)) continue;
    measureSeparation(patches, i, bodies.velocity, separatingVelocity, NOW);
    const now = separatingVelocity[NOW];
    if (!(now > limit)) continue;
    measureSeparation(patches, i, solver.substepStartVelocity, separatingVelocity, BEFORE);
    const before = separatingVelocity[BEFORE];
    const excess = now - Math.max(0, before);
    if (!(excess > limit)) continue;
    const steady =
      Math.min(patches.recentImpulse[i], IMPACT_LOAD_RATIO * patches.averageImpulse[i]) / patches.normalImpulse[i];
    const discarded = Math.min(1 - steady, excess / (now - before));
    if (!(discarded > 0)) continue;
    applyNormalImpulses(solver, bodies, patches, i, -discarded);
    for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
      patches.pointImpulse[q] *= 1 - discarded;
    }
    patches.normalImpulse[i] *= 1 - discarded;
    for (let e = 0; e < 3; e++) {
      impactFriction[e] = discarded * patches.impulse[3 * i + e];
      patches.impulse[3 * i + e] -= impactFriction[e];
    }
    applyFriction(patches, i, bodies, impactFriction, 0, SUBTRACT);
  }
}

/** out[outAt] = separating velocity of the bodies at the pressure centre of patch i, for velocities v. */
function measureSeparation(patches: PatchBuffers, i: number, v: Float64Array, out: Float64Array, outAt: number): void {
  const { normal: n, armA, armB } = patches;
  const at = 3 * i;
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  const bx = v[b] + v[b + 4] * armB[at + 2] - v[b + 5] * armB[at + 1];
  const by = v[b + 1] + v[b + 5] * armB[at] - v[b + 3] * armB[at + 2];
  const bz = v[b + 2] + v[b + 3] * armB[at + 1] - v[b + 4] * armB[at];
  const speedB = n[at] * bx + n[at + 1] * by + n[at + 2] * bz;
  const ax = v[a] + v[a + 4] * armA[at + 2] - v[a + 5] * armA[at + 1];
  const ay = v[a + 1] + v[a + 5] * armA[at] - v[a + 3] * armA[at + 2];
  const az = v[a + 2] + v[a + 3] * armA[at + 1] - v[a + 4] * armA[at];
  out[outAt] = speedB - (n[at] * ax + n[at + 1] * ay + n[at + 2] * az);
}
