import type { Bodies } from '../bodies/bodies.js';
import { type PatchBuffers, SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { measureSlipAt } from '../solver/friction-block.js';

/** What a patch did in the last step, from its velocities before and after: read on demand, so that a step does not pay for it. */

/** Temporaries of one call. Arrays, because V8 may allocate a number that is returned from a function. */
const direction = new Float64Array(3);
const limit = new Float64Array(3);
const startSlip = new Float64Array(3);
const closing = new Float64Array(1);

/**
 * out[0] = closing speed of the bodies along the normal of patch i, for the velocities v: the largest of its points that carry a
 * load, or of all points if none does. Negative if they separate. out[1] = that point.
 */
export function measureApproach(
  patches: PatchBuffers,
  i: number,
  bodies: Bodies,
  v: Float64Array,
  pointLoad: Float64Array,
  out: Float64Array,
): void {
  const first = patches.firstPoint[i];
  const last = first + patches.points[i];
  let isLoaded = false;
  for (let q = first; q < last; q++) isLoaded ||= pointLoad[q] > 0;
  out[0] = Number.NEGATIVE_INFINITY;
  out[1] = first;
  for (let q = first; q < last; q++) {
    if (isLoaded && !(pointLoad[q] > 0)) continue;
    measureClosing(patches, i, q, bodies, v);
    if (!(closing[0] > out[0])) continue;
    out[0] = closing[0];
    out[1] = q;
  }
}

/**
 * out[0] = speed at which point out[1] of patch i met the other body, from its closing speed out[0] at the start of the step: it has
 * fallen by `gap` more, or less if it overlaps. Half a step more because engines add gravity before they move bodies.
 */
export function measureTouchSpeed(
  patches: PatchBuffers,
  i: number,
  bodies: Bodies,
  dt: number,
  out: Float64Array,
): void {
  const q = out[1];
  measureClosing(patches, i, q, bodies, bodies.acceleration);
  const pull = closing[0];
  const reach = out[0] * dt;
  const gap = Math.min(Math.max(patches.pointGap[q], -reach), reach);
  out[0] = Math.sqrt(Math.max(0, (out[0] + 0.5 * pull * dt) ** 2 + 2 * pull * gap));
}

/** closing[0] = rate at which point q of patch i approaches, for six numbers u per body, such as velocities or accelerations. */
function measureClosing(patches: PatchBuffers, i: number, q: number, { pose }: Bodies, u: Float64Array): void {
  const { normal: n, pointPosition: x } = patches;
  closing[0] = 0;
  for (let side = 0; side < 2; side++) {
    const slot = side === 0 ? patches.bodyA[i] : patches.bodyB[i];
    const k = 6 * slot;
    const r0 = x[3 * q] - pose[7 * slot];
    const r1 = x[3 * q + 1] - pose[7 * slot + 1];
    const r2 = x[3 * q + 2] - pose[7 * slot + 2];
    const along =
      n[3 * i] * (u[k] + u[k + 4] * r2 - u[k + 5] * r1) +
      n[3 * i + 1] * (u[k + 1] + u[k + 5] * r0 - u[k + 3] * r2) +
      n[3 * i + 2] * (u[k + 2] + u[k + 3] * r1 - u[k + 4] * r0);
    closing[0] += side === 0 ? along : -along;
  }
}

/** out[0] = speed of the slip of patch i for the velocities v. */
export function measureSlipSpeed(patches: PatchBuffers, i: number, v: Float64Array, out: Float64Array): void {
  measureSlipAt(patches, i, v, startSlip, 0);
  out[0] = Math.sqrt(startSlip[0] * startSlip[0] + startSlip[1] * startSlip[1]);
}

/**
 * out[0] = energy that friction takes in the step, from the mean of the slip before and after it. With one impulse that is exactly the
 * kinetic energy lost.
 */
export function measureDissipation(
  patches: PatchBuffers,
  i: number,
  startVelocity: Float64Array,
  out: Float64Array,
): void {
  const { stepImpulse, slip } = patches;
  measureSlipAt(patches, i, startVelocity, startSlip, 0);
  let sum = 0;
  for (let e = 0; e < 3; e++) sum += stepImpulse[3 * i + e] * (startSlip[e] + slip[3 * i + e]);
  out[0] = -0.5 * sum;
}

/**
 * out[0] = the coefficient in effect: the law's friction force per normal force for the current slip or, while the patch sticks, the
 * largest one along the friction force.
 */
export function measureCoefficient(
  patches: PatchBuffers,
  i: number,
  isSliding: boolean,
  impulse: Float64Array,
  out: Float64Array,
): void {
  const { set } = patches.law[i];
  const at = 3 * i;
  const vector = isSliding ? patches.slip : impulse;
  const length = Math.sqrt(vector[at] * vector[at] + vector[at + 1] * vector[at + 1]);
  // Without a slip or a known force, any direction.
  direction[0] = length > 0 ? vector[at] : 1e-9;
  direction[1] = length > 0 ? vector[at + 1] : 0;
  direction[2] = 0;
  if (isSliding) {
    for (let e = 0; e < 3; e++) direction[e] = -direction[e];
    set.support(direction, patches.shape, SHAPE_STRIDE * i, limit);
    out[0] = Math.sqrt(limit[0] * limit[0] + limit[1] * limit[1]);
  } else {
    const scale = length > 0 ? 1 / length : 1e9;
    for (let e = 0; e < 3; e++) direction[e] *= scale;
    out[0] = 1 / set.gauge(direction, 0, patches.shape, SHAPE_STRIDE * i);
  }
  out[0] *= patches.normalScale[i];
}
