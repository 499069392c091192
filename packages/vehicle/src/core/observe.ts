/**
 * Forces of contacts and joints on the chassis and on bodies under the wheels. They are unknown before the step, so the last one is used:
 *
 *     e = v - (v₀ + h M⁻¹ F + M⁻¹ P)      what they did in the last step; it is predicted again
 *     ρ = clamp(-e / M⁻¹ P, 0, 1)         per world axis: the part of our push P that a support cancelled
 *
 * A ground body gets the inverse mass (1 - ρ)/m and the prediction e + ρ M⁻¹ P: a supported slab becomes rigid, a floating one stays
 * free, and one on a hinge turns about its axis only. The chassis uses e alone.
 */
import { IMPACT_FACTOR, MIN_PUSH, SUPPORT_WEIGHT } from '../constants.js';
import { type Bodies, CHASSIS, DYNAMIC } from './bodies.js';
import { FALL, type VehicleState } from './state.js';

/** Sets the velocities and inverse masses of a slot for the solver. */
export function predict(state: VehicleState, slot: number): void {
  const { bodies } = state;
  const fall = state.gravity[FALL];
  const { kind, velocity, known, v, m, j, invMass, invInertia, impulse } = bodies;
  const at = 6 * slot;
  impulse.fill(0, at, at + 6);
  if (kind[slot] !== DYNAMIC) {
    for (let e = 0; e < 6; e++) v[at + e] = velocity[at + e];
    m.fill(0, 3 * slot, 3 * slot + 3);
    j.fill(0, at, at + 6);
    return;
  }
  for (let e = 0; e < 6; e++) v[at + e] = velocity[at + e] + known[at + e];
  for (let e = 0; e < 3; e++) m[3 * slot + e] = invMass[3 * slot + e];
  for (let e = 0; e < 6; e++) j[at + e] = invInertia[at + e];
  if (bodies.hasExpected[slot] === 0) return;
  // The angular counterpart of gravity: at the radius of gyration.
  const massSum = invMass[3 * slot] + invMass[3 * slot + 1] + invMass[3 * slot + 2];
  const inertiaSum = invInertia[at] + invInertia[at + 3] + invInertia[at + 5];
  const angular = massSum > 0 ? fall * Math.sqrt(inertiaSum / massSum) : 0;
  addObserved(bodies, slot, at, fall);
  addObserved(bodies, slot, at + 3, angular);
  if (slot !== CHASSIS) reduceMasses(bodies, slot);
}

/** Three components at `at`, linear or angular. */
function addObserved(bodies: Bodies, slot: number, at: number, scale: number): void {
  const { velocity, expected, pushed, support, v } = bodies;
  let change = 0;
  let push = 0;
  for (let e = at; e < at + 3; e++) {
    change += (velocity[e] - expected[e]) ** 2;
    push += pushed[e] ** 2;
  }
  const isImpact = !(Math.sqrt(change) <= IMPACT_FACTOR * (scale + Math.sqrt(push)));
  for (let e = at; e < at + 3; e++) {
    const observed = isImpact ? 0 : velocity[e] - expected[e];
    if (slot === CHASSIS) {
      v[e] += observed;
      continue;
    }
    if (!isImpact && Math.abs(pushed[e]) > MIN_PUSH * scale) {
      const cancelled = Math.min(Math.max(-observed / pushed[e], 0), 1);
      support[e] += SUPPORT_WEIGHT * (cancelled - support[e]);
    }
    v[e] += isImpact ? 0 : observed + support[e] * pushed[e];
  }
}

function reduceMasses({ m, j, support }: Bodies, slot: number): void {
  const at = 6 * slot;
  for (let e = 0; e < 3; e++) m[3 * slot + e] *= 1 - support[at + e];
  const x = Math.sqrt(1 - support[at + 3]);
  const y = Math.sqrt(1 - support[at + 4]);
  const z = Math.sqrt(1 - support[at + 5]);
  j[at] *= x * x;
  j[at + 1] *= x * y;
  j[at + 2] *= x * z;
  j[at + 3] *= y * y;
  j[at + 4] *= y * z;
  j[at + 5] *= z * z;
}

/** Stores what the slot should do in this step, from the impulses of the wheels. */
export function expect(bodies: Bodies, slot: number): void {
  const { kind, velocity, known, pushed, expected, hasExpected, invMass, invInertia: i, impulse: p } = bodies;
  hasExpected[slot] = 0;
  if (kind[slot] !== DYNAMIC) return;
  const at = 6 * slot;
  for (let e = 0; e < 3; e++) pushed[at + e] = invMass[3 * slot + e] * p[at + e];
  const x = p[at + 3];
  const y = p[at + 4];
  const z = p[at + 5];
  pushed[at + 3] = i[at] * x + i[at + 1] * y + i[at + 2] * z;
  pushed[at + 4] = i[at + 1] * x + i[at + 3] * y + i[at + 4] * z;
  pushed[at + 5] = i[at + 2] * x + i[at + 4] * y + i[at + 5] * z;
  for (let e = at; e < at + 6; e++) expected[e] = velocity[e] + known[e] + pushed[e];
  hasExpected[slot] = 1;
}
