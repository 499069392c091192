// What adapters and packages of laws are built from. docs/adding-an-adapter.md shows the order of use.

// --- bodies
export {
  addImpulse,
  addInverseMassProduct,
  canMove,
  createBodies,
  isFiniteBody,
  resizeBodies,
} from '../bodies/bodies.js';
export {
  createKinematicTarget,
  followKinematicTarget,
  KINEMATIC_TARGET_SIZE,
  type KinematicTarget,
} from '../bodies/kinematic-target.js';
// --- handle
export {
  type ContactPair,
  createContactView,
  type DescribePatch,
  type FillView,
  fillContactView,
  fillMotion,
  iterateContacts,
} from '../handle/contact-view.js';
export { createDebugLines, type DebugLines, drawPatches } from '../handle/debug-lines.js';
export {
  clearEvents,
  countEvents,
  createEvents,
  type EventList,
  type FrictionEvents,
  notifyEvents,
  subscribe,
  throwCallbackError,
  unsubscribeAll,
} from '../handle/events.js';
export { createHandle, type EngineHooks, requireContactsOptions, requireInstalled } from '../handle/handle.js';
export {
  addToLandings,
  beginImpacts,
  collectImpacts,
  finishLandings,
  type ImpactStep,
  impactFilter,
  startLandings,
} from '../handle/impacts.js';
export { reportNonFiniteBody } from '../handle/non-finite.js';
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
export { REMOVED, readKinematicTargets, readSlotBodies, writeKinematicTargets } from '../handle/snapshot-bodies.js';
export {
  advance,
  createStateBuffer,
  keepFlag,
  keepJointFriction,
  keepLandings,
  keepMovingSurfaces,
  keepNumber,
  keepNumbers,
  keepObject,
  keepPatches,
  rewind,
  type StateBuffer,
} from '../handle/state-buffer.js';
export { collectStickSlip } from '../handle/stick-slip.js';
export { createWarnings, printWarnings, type Warnings } from '../handle/warnings.js';
// --- joint friction
export {
  addJoint,
  changeJoint,
  createJointFriction,
  type JointFriction,
  removeJoint,
} from '../joint-friction/joint-friction.js';
export {
  type JointFrictionSettings,
  type JointKind,
  requireJointFriction,
} from '../joint-friction/options.js';
export {
  clearJointFrictionRows,
  createJointFrictionRows,
  type JointFrictionRows,
} from '../joint-friction/rows.js';
export { readJointFriction, writeJointFriction } from '../joint-friction/snapshot.js';
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
export { type LawModifier, withoutRestingSurfaces } from '../laws/modifier.js';
// --- materials
export { removeMaterialLaw, requireCombine, setDefaultLaw, setMaterialLaw } from '../materials/material-laws.js';
export {
  createMaterialPairs,
  findPair,
  hasOnlyDefault,
  lawOfNames,
  type MaterialPair,
  type MaterialPairs,
  materialId,
  NO_MATERIAL,
  pairKey,
  removePairLaw,
  requireLaw,
  setNoMaterialLaw,
  setPairLaw,
  withPairLaws,
} from '../materials/material-pairs.js';
export {
  createMovingSurfaces,
  hasSurface,
  type MovingSurfaces,
  updateMovingSurfaces,
} from '../materials/moving-surfaces.js';
export {
  createSurfaces,
  materialAt,
  reportSurfaceProblem,
  type Surfaces,
  setSurfaceFunction,
} from '../materials/surface.js';
export { checkNames, createNameCheck, type NameCheck } from '../materials/unused-names.js';
// --- math
export { ensureCapacity, fastCopy, reserve, type Strides } from '../math/buffers.js';
export { expAt, logAt, sineAt, turnAt } from '../math/elementary.js';
export { areFinite } from '../math/finite.js';
export { movePoint, rotate, rotateBack } from '../math/rotation.js';
export { writeVector } from '../math/write-vector.js';
export {
  describe,
  requireInteger,
  requireKnownOptions,
  requireNumber,
  requireOneOf,
  requirePositive,
} from '../options.js';
// --- patches
export { updateAdhesion } from '../patches/adhesion.js';
export { type ContactBuffer, copyContact, isSameKey, pushContact } from '../patches/contact-buffer.js';
export {
  computeLocalPoints,
  type GatherOptions,
  gatherPatches,
  isAlong,
  storeFrames,
} from '../patches/gather-patches.js';
export { type AdhesiveBodies, readAdhesiveBodies } from '../patches/keep-adhesive.js';
export { createPatchBuffers, reservePatches } from '../patches/patch-buffers.js';
export { createPatchRecords, type PatchRecords, selectPatchRecord } from '../patches/patch-records.js';
export { createPatchStore, type PatchStore } from '../patches/patch-store.js';
export { refreshPatches } from '../patches/refresh-patches.js';
export { RIM_COSINES, RIM_POINTS } from '../patches/rim-points.js';
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
// --- checks
export { requireBoolean, requireMaterialName, requireNotInstalled } from './install.js';
