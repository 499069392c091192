// Run by allocation.test.ts in a process of its own, with so much room for young objects that nothing is collected.
import {
  carryFrames,
  coulomb,
  createBodies,
  createContactSolver,
  createJointRows,
  createMaterialPairs,
  createPatchStore,
  gatherPatches,
  pushContact,
  resizeBodies,
  solveContacts,
} from '../src/index.js';

const count = 20;
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
const pairs = createMaterialPairs(coulomb({ mu: 0.5 }));
const joints = createJointRows();
const solver = createContactSolver({ substeps: 0, iterations: 1, restitutionThreshold: 0 });
const options = { impulsesGiven: false, impulseScale: 1, h: 1 / 480, matchDistance: 0.03 };
const noJoints = () => undefined;
const corners = [0.2, 0.2, -0.2, 0.2, -0.2, -0.2, 0.2, -0.2];

function step(): void {
  const { contacts } = store;
  contacts.count = 0;
  for (let k = 1; k <= count; k++) {
    bodies.velocity[6 * k] = 1; // keeps every patch sliding: the longest way through the block step
    for (let e = 0; e < 4; e++) {
      const c = pushContact(contacts);
      contacts.body[2 * c] = 0;
      contacts.body[2 * c + 1] = k;
      contacts.key[4 * c] = 1;
      contacts.key[4 * c + 2] = k + 1;
      contacts.normal[3 * c + 2] = 1;
      contacts.position[3 * c] = 2 * k + corners[2 * e];
      contacts.position[3 * c + 1] = corners[2 * e + 1];
      contacts.gap[c] = -1e-4;
    }
  }
  gatherPatches(store, bodies, pairs, options);
  solveContacts(solver, bodies, store.current, joints, 1 / 60, noJoints);
  carryFrames(store.current, bodies);
}

const STEPS = 1000;
for (let k = 0; k < STEPS; k++) step();
const before = process.memoryUsage().heapUsed;
for (let k = 0; k < STEPS; k++) step();
const bytesPerStep = (process.memoryUsage().heapUsed - before) / STEPS;
const sliding = store.current.sliding.subarray(0, count).reduce((sum, one) => sum + one, 0);
console.log(JSON.stringify({ patches: store.current.count, sliding, bytesPerStep }));
