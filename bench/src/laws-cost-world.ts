import type { FrictionLaw } from '@stiction/friction-core';
import {
  createBodies,
  createContactSolver,
  createJointRows,
  createMaterialPairs,
  createPatchStore,
  gatherPatches,
  pushContact,
  resizeBodies,
  solveContacts,
  storeFrames,
} from '@stiction/friction-core/adapter';

/** Boxes on a plane, each a patch of four points, in the engines' contact solver, in a steady state. */
export interface CostWorld {
  step(): void;
  /** Number of patches that slid in the last step. */
  sliding(): number;
}

export const BOXES = 200;
const DT = 1 / 60;
const CORNERS = [0.2, 0.2, -0.2, 0.2, -0.2, -0.2, 0.2, -0.2];

/** The first `share` of the boxes slide and spin; the others are pushed sideways and stick. */
export function createCostWorld(law: FrictionLaw, share: number, boxes = BOXES): CostWorld {
  const bodies = createBodies();
  resizeBodies(bodies, boxes + 1);
  bodies.pose[6] = 1;
  const sliding = Math.round(share * boxes);
  for (let k = 1; k <= boxes; k++) {
    bodies.pose.set([2 * k, 0, 0.1, 0, 0, 0, 1], 7 * k);
    bodies.invMass.fill(1, 3 * k, 3 * k + 3);
    bodies.invInertia.set([20, 0, 0, 20, 0, 20], 6 * k);
    bodies.acceleration[6 * k] = k > sliding ? 0.5 : 0;
    bodies.acceleration[6 * k + 2] = -9.81;
  }
  const store = createPatchStore();
  const pairs = createMaterialPairs(law);
  const joints = createJointRows();
  const solver = createContactSolver({ substeps: 0, iterations: 1, restitutionThreshold: 0 });
  const options = { hasNormalImpulses: false, impulseScale: 1, h: 1 / 480, matchDistance: 0.03 };
  const noJoints = () => undefined;

  return {
    step() {
      const { contacts } = store;
      const { velocity } = bodies;
      contacts.count = 0;
      for (let k = 1; k <= boxes; k++) {
        if (k <= sliding) {
          velocity[6 * k] = 1;
          velocity[6 * k + 1] = 0.3;
          velocity[6 * k + 5] = 1;
        }
        for (let e = 0; e < 4; e++) {
          const c = pushContact(contacts);
          contacts.body[2 * c] = 0;
          contacts.body[2 * c + 1] = k;
          contacts.key[4 * c] = 1;
          contacts.key[4 * c + 2] = k + 1;
          contacts.normal[3 * c + 2] = 1;
          contacts.position[3 * c] = 2 * k + CORNERS[2 * e];
          contacts.position[3 * c + 1] = CORNERS[2 * e + 1];
          contacts.gap[c] = -1e-4;
        }
      }
      gatherPatches(store, bodies, pairs, options);
      solveContacts(solver, bodies, store.current, joints, DT, noJoints);
      storeFrames(store.current, bodies);
    },
    sliding() {
      const { current } = store;
      let count = 0;
      for (let i = 0; i < current.count; i++) count += current.sliding[i];
      return count;
    },
  };
}
