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
} from '../src/adapter/index.js';
import type { FrictionLaw } from '../src/index.js';

const CORNERS = [0.2, 0.2, -0.2, 0.2, -0.2, -0.2, 0.2, -0.2];

/** Boxes of 1 kg next to each other on the ground (slot 0), each on four corners: steps without an engine. */
export function createBoxes(count: number, law: FrictionLaw) {
  const bodies = createBodies();
  resizeBodies(bodies, count + 1);
  bodies.pose[6] = 1;
  for (let k = 1; k <= count; k++) {
    bodies.pose.set([2 * k, 0, 0.1, 0, 0, 0, 1], 7 * k);
    bodies.invMass.fill(1, 3 * k, 3 * k + 3);
    bodies.invInertia.set([20, 0, 0, 20, 0, 20], 6 * k);
    bodies.acceleration[6 * k + 2] = -9.81;
  }
  const store = createPatchStore();
  const pairs = createMaterialPairs(law);
  const joints = createJointRows();
  const solver = createContactSolver({ substeps: 0, iterations: 1, restitutionThreshold: 0 });
  const options = { hasNormalImpulses: false, impulseScale: 1, h: 1 / 480, matchDistance: 0.03 };
  const noJoints = () => undefined;
  const dt = 1 / 60;

  /** The boxes stay in place; only their velocities change. `isTouching`: box k touches the ground. */
  function step(isTouching?: (k: number) => boolean): void {
    const { contacts } = store;
    contacts.count = 0;
    for (let k = 1; k <= count; k++) {
      if (isTouching?.(k) === false) continue;
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
    solveContacts(solver, bodies, store.current, joints, dt, noJoints);
    storeFrames(store.current, bodies);
  }

  return { bodies, store, pairs, dt, step };
}
