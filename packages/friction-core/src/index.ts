export { type Bodies, createBodies, resizeBodies } from './bodies.js';
export { grown } from './buffers.js';
export { type ContactBuffer, pushContact } from './contact-buffer.js';
export {
  type ContactSolver,
  type ContactSolverOptions,
  countSubsteps,
  createContactSolver,
  solveContacts,
} from './contact-solver.js';
export { type ContactView, iterateContacts } from './contact-view.js';
export type { FrictionLaw } from './contract.js';
export { rotate } from './frame.js';
export {
  type FrictionPassOptions,
  finishFrictionPass,
  prepareFrictionPass,
  sweepFrictionPass,
} from './friction-pass.js';
export { createJointRows, type JointRows, reserveJointRows, rowInverseMass, rowVelocity } from './joint-rows.js';
export { type CoulombOptions, coulomb } from './laws/coulomb.js';
export {
  createMaterialPairs,
  type MaterialPairs,
  materialId,
  NO_MATERIAL,
  setDefaultLaw,
  setPairLaw,
} from './material-pairs.js';
export { requireInteger, requireKnownOptions, requireNumber } from './options.js';
export { type PatchBuffers, SHAPE_STRIDE } from './patch-buffers.js';
export { carryFrames, createPatchStore, type GatherOptions, gatherPatches, type PatchStore } from './patches.js';
export { createReport, type FrictionReport, reportProblem } from './report.js';
