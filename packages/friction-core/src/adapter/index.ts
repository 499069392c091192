// What adapters and packages of laws are built from. docs/adding-an-adapter.md shows the order of use.

// --- bodies
export { addImpulse, createBodies, isFiniteBody, resizeBodies } from '../bodies/bodies.js';
export {
  createKinematicTarget,
  followKinematicTarget,
  KINEMATIC_TARGET_SIZE,
  type KinematicTarget,
} from '../bodies/kinematic-target.js';
// --- handle
export { createContactView, fillContactView, iterateContacts } from '../handle/contact-view.js';
export { createDebugLines, type DebugLines, drawPatches } from '../handle/debug-lines.js';
export { createHandle, type EngineHooks, requireInstalled } from '../handle/handle.js';
export { createReport, reportLawError, reportProblem } from '../handle/report.js';
export {
  beginSnapshot,
  finishSnapshot,
  openSnapshot,
  readIndex,
  readNumber,
  readNumbers,
  readPatches,
  readText,
  replacePatches,
  type SnapshotReader,
  writeNumbers,
  writePatches,
  writeText,
} from '../handle/snapshot.js';
export {
  collectStickSlip,
  createStickSlip,
  notifyStickSlip,
  type StickSlip,
  subscribe,
  throwCallbackError,
} from '../handle/stick-slip.js';
export { createWarnings, printWarnings, type Warnings } from '../handle/warnings.js';
// --- laws
export {
  type BristleDynamics,
  commitBristle,
  initBristleFromImpulse,
  linearizeBristle,
} from '../laws/bristle-dynamics.js';
export { requireDirection, writeAxis } from '../laws/direction.js';
export { elasticYield } from '../laws/elastic-yield.js';
export { makeLaw } from '../laws/friction-law.js';
export { LUGRE_OPTIONS, requireLuGre } from '../laws/lugre.js';
// --- materials
export { requireCombine, setMaterialLaw } from '../materials/material-laws.js';
export {
  createMaterialPairs,
  findPair,
  hasOnlyDefault,
  type MaterialPair,
  type MaterialPairs,
  materialId,
  NO_MATERIAL,
  pairKey,
  removePairLaw,
  setDefaultLaw,
  setNoMaterialLaw,
  setPairLaw,
} from '../materials/material-pairs.js';
// --- math
export { ensureCapacity, fastCopy, reserve, type Strides } from '../math/buffers.js';
export { expAt, logAt, sineAt } from '../math/elementary.js';
export { areFinite } from '../math/finite.js';
export { movePoint, rotate, rotateBack } from '../math/rotation.js';
export { requireInteger, requireKnownOptions, requireNumber, requireOneOf, requirePositive } from '../options.js';
// --- patches
export { type ContactBuffer, pushContact } from '../patches/contact-buffer.js';
export { computeLocalPoints, type GatherOptions, gatherPatches, storeFrames } from '../patches/gather-patches.js';
export { createPatchRecords, type PatchRecords, selectPatchRecord } from '../patches/patch-records.js';
export { createPatchStore, type PatchStore } from '../patches/patch-store.js';
export { refreshPatches } from '../patches/refresh-patches.js';
export { keepSleepingPatches } from '../patches/sleeping-patches.js';
export { rotatedSet } from '../sets/rotated.js';
// --- solver
export {
  type ContactSolver,
  type ContactSolverOptions,
  createContactSolver,
  type ExternalJoints,
  solveContacts,
} from '../solver/contact-solver.js';
export {
  ADD,
  applyFriction,
  linearizeLaws,
  linearizePatch,
  measureSlip,
  measureSlipDisplacements,
  prepareFriction,
  SUBTRACT,
  solvePatch,
} from '../solver/friction-block.js';
export {
  type FrictionPassOptions,
  finishFrictionPass,
  type PatchList,
  prepareFrictionPass,
  prepareListedPatches,
  sweepFrictionPass,
} from '../solver/friction-pass.js';
export { createJointFactor, factorJoints, type JointFactor, solveJoints } from '../solver/joint-factor.js';
export { orderJoints } from '../solver/joint-order.js';
export {
  createJointRows,
  type JointBias,
  type JointRows,
  prepareJoints,
  reserveJointRows,
  rowInverseMass,
  rowVelocity,
} from '../solver/joint-rows.js';
export {
  createSolverState,
  requireSolverSettings,
  type SolverSettings,
  type SolverState,
  type SolverStateOptions,
} from '../solver/solver-state.js';
export { clearStep, contactSlop, gatherStep, planStep, solveStep, updateTippingRate } from '../solver/step.js';
export { countSubsteps } from '../solver/substep-count.js';
