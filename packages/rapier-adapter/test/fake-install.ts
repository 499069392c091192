import { type Bodies, coulomb, type FrictionLaw } from '@stiction/friction-core';
import { createPatchStore } from '@stiction/friction-core/adapter';
import { createScratch } from '../src/install/scratch.js';
import type { InstallState } from '../src/install/state.js';
import { createBodyTable, useSlot } from '../src/read/body-table.js';
import { createReading } from '../src/read/reading.js';
import { createPlan } from '../src/step/plan.js';

/** Slot of the dynamic body B. Body A is slot 0, the fixed ground. */
export const BODY = 1;
export const MASS = 2;
/** Moment of inertia about every axis [kg m²]. */
export const INERTIA = 0.1;
export const G = 9.81;

/**
 * An install without an engine: one patch of a body B on fixed ground A at the body's centre, with normal z and tangents x and y. Fields that the tested functions
 * do not read are missing.
 */
export function createFakeInstall(law: FrictionLaw = coulomb({ mu: 0.5 })): InstallState {
  const store = createPatchStore();
  const bodies = createBodyTable();
  useSlot(bodies, BODY, null, BODY);
  fillMasses(bodies.bodies);
  const patches = store.current;
  patches.count = 1;
  patches.bodies = bodies.bodies;
  patches.bodyA[0] = 0;
  patches.bodyB[0] = BODY;
  patches.law[0] = law;
  patches.stateStride = 16;
  patches.state = new Float64Array(16);
  patches.tangent1[0] = 1;
  patches.tangent2[1] = 1;
  patches.normal[2] = 1;
  patches.normalScale[0] = 1;
  patches.block.set([1 / MASS, 0, 0, 1 / MASS, 0, 1 / INERTIA]);
  return {
    store,
    bodies,
    scratch: createScratch(),
    plan: createPlan(),
    reading: createReading(),
    gravity: new Float64Array([0, 0, -G]),
    lengthUnit: 1,
  } as unknown as InstallState;
}

function fillMasses({ invMass, invInertia }: Bodies): void {
  invMass.fill(1 / MASS, 3 * BODY, 3 * BODY + 3);
  for (const e of [0, 3, 5]) invInertia[6 * BODY + e] = 1 / INERTIA;
}

/** Sets the velocity of B: [vx, vy, vz, wx, wy, wz]. */
export function setVelocity({ bodies }: InstallState, velocity: readonly number[]): void {
  bodies.bodies.velocity.set(velocity, 6 * BODY);
}
