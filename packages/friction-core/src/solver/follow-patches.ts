import type { Bodies } from '../bodies/bodies.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import { centreStepFraction } from '../patches/pressure-centre.js';
import type { ContactSolver } from './contact-solver.js';
import { ADD, applyFriction, prepareFriction, SUBTRACT } from './friction-block.js';
import { FIXED_A, NONE } from './normal-rows.js';

/** Between the bias and the relax sweep: the bodies move, and the patches move with them. */

export function integrateMotion({ islands }: ContactSolver, bodies: Bodies, h: number): void {
  const { velocity, motion } = bodies;
  const { substepMotion } = islands;
  for (let k = 0; k < islands.bodyCount; k++) {
    const at = 6 * islands.bodies[k];
    for (let e = at; e < at + 6; e++) {
      substepMotion[e] = h * velocity[e];
      motion[e] += substepMotion[e];
    }
  }
}

/**
 * Moves each patch with its movable body: on a rotating carrier it comes to a place with another surface velocity. The centre of a
 * sliding patch also moves to the load of this substep, and takes its friction along.
 */
export function followPatches(solver: ContactSolver, bodies: Bodies, patches: PatchBuffers, h: number): void {
  const { velocity: v } = bodies;
  const { impulse, armA, armB } = patches;
  const { islands } = solver;
  for (let k = 0; k < islands.patchCount; k++) {
    const i = islands.patches[k];
    const fixed = solver.fixedBody[i];
    const slides = patches.normalImpulse[i] * patches.sliding[i] > 0 && patches.points[i] > 1;
    if (slides) {
      applyFriction(patches, i, bodies, impulse, 3 * i, SUBTRACT);
      followLoad(solver, patches, i, bodies);
    }
    if (fixed !== NONE) {
      const arm = fixed === FIXED_A ? armA : armB;
      const time = fixed === FIXED_A ? h : -h;
      for (let e = 0; e < 3; e++) {
        arm[3 * i + e] += time * (v[6 * patches.bodyB[i] + e] - v[6 * patches.bodyA[i] + e]);
      }
    }
    if (!slides) continue;
    applyFriction(patches, i, bodies, impulse, 3 * i, ADD);
    prepareFriction(patches, i, bodies);
  }
}

/** A centre that reverses its direction moves half the distance; otherwise load and friction would drive each other back and forth. */
function followLoad(solver: ContactSolver, patches: PatchBuffers, i: number, bodies: Bodies): void {
  const { pointImpulse: load, pointPosition: x, centre, centreOffset, armA, armB } = patches;
  const { centreShift } = solver;
  const { loadShift } = solver.scratch;
  const first = patches.firstPoint[i];
  const total = patches.normalImpulse[i];
  let along = 0;
  for (let e = 0; e < 3; e++) {
    const at = 3 * i + e;
    let to = 0;
    for (let q = first; q < first + patches.points[i]; q++) to += (load[q] / total) * x[3 * q + e];
    loadShift[e] = to - centre[at];
    along += loadShift[e] * centreShift[at];
  }
  const fraction = (along < 0 ? 0.5 : 1) * centreStepFraction(patches, i, bodies, total);
  for (let e = 0; e < 3; e++) {
    const at = 3 * i + e;
    centreShift[at] = fraction * loadShift[e];
    centre[at] += centreShift[at];
    centreOffset[at] += centreShift[at];
    armA[at] += centreShift[at];
    armB[at] += centreShift[at];
  }
}
