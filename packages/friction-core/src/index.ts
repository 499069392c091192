export { type Bodies, createBodies, isFiniteBody, resizeBodies } from './bodies.js';
export { ensureCapacity, fastCopy, reserve, type Strides } from './buffers.js';
export { type ContactBuffer, pushContact } from './contact-buffer.js';
export {
  type ContactSolver,
  type ContactSolverOptions,
  countSubsteps,
  createContactSolver,
  type ExternalJoints,
  solveContacts,
} from './contact-solver.js';
export { type ContactView, createContactView, fillContactView, iterateContacts } from './contact-view.js';
export { type ExtraRows, type FrictionLaw, makeLaw } from './contract.js';
export { createDebugLines, type DebugLines, type DebugLinesOptions, drawPatches } from './debug-lines.js';
export { expAt, logAt, sineAt } from './elementary.js';
export { rotate, rotateBack } from './frame.js';
export {
  applyFriction,
  linearizeLaws,
  linearizePatch,
  measureShifts,
  measureSlip,
  prepareFriction,
  solvePatch,
} from './friction-block.js';
export {
  type FrictionPassOptions,
  finishFrictionPass,
  type PatchList,
  prepareFrictionPass,
  prepareListed,
  sweepFrictionPass,
} from './friction-pass.js';
export { createHandle, type FrictionHandle, type HandleParts, requireInstalled } from './handle.js';
export {
  createJointFactor,
  factorJoints,
  type JointFactor,
  orderJoints,
  solveJoints,
} from './joint-factor.js';
export {
  createJointRows,
  type JointRows,
  type Push,
  prepareJoints,
  reserveJointRows,
  rowInverseMass,
  rowVelocity,
} from './joint-rows.js';
export {
  createKinematicTarget,
  followKinematicTarget,
  KINEMATIC_TARGET_SIZE,
  type KinematicTarget,
} from './kinematic-target.js';
export { type AnisotropicOptions, anisotropic } from './laws/anisotropic.js';
export { type AsymmetricOptions, asymmetric } from './laws/asymmetric.js';
export { type BristleOptions, bristle } from './laws/bristle.js';
export {
  type BristleDynamics,
  commitBristle,
  initBristleFromImpulse,
  linearizeBristle,
} from './laws/bristle-dynamics.js';
export { type CoulombOptions, coulomb } from './laws/coulomb.js';
export { type CustomOptions, custom } from './laws/custom.js';
export { type DahlOptions, dahl } from './laws/dahl.js';
export { type Direction, type DirectionOptions, requireDirection, writeAxis } from './laws/direction.js';
export { elasticYield } from './laws/elastic-yield.js';
export { type ElastoPlasticOptions, elastoPlastic } from './laws/elasto-plastic.js';
export { type FixedStepOptions, fixedStep } from './laws/fixed-step.js';
export type { FlowOptions } from './laws/flow.js';
export { type FrictionTensorOptions, frictionTensor, type SurfaceOptions } from './laws/friction-tensor.js';
export { LUGRE_OPTIONS, type LuGreOptions, lugre, requireLuGre } from './laws/lugre.js';
export { type MaxwellSlipOptions, maxwellSlip } from './laws/maxwell-slip.js';
export { type PolygonConeOptions, polygonCone } from './laws/polygon-cone.js';
export { type RollingOptions, rolling } from './laws/rolling.js';
export { scaled } from './laws/scaled.js';
export { type SpinningOptions, spinning } from './laws/spinning.js';
export { stribeck } from './laws/stribeck.js';
export { requirePositive, type StribeckOptions } from './laws/stribeck-curve.js';
export { surfaceVelocity } from './laws/surface-velocity.js';
export { type ViscoElasticOptions, viscoElastic } from './laws/visco-elastic.js';
export { type Combine, type CombineRule, requireCombine, setMaterialLaw } from './material-laws.js';
export {
  createMaterialPairs,
  hasOnlyDefault,
  type MaterialPair,
  type MaterialPairs,
  materialId,
  NO_MATERIAL,
  pairKey,
  pairOf,
  removePairLaw,
  setDefaultLaw,
  setPairLaw,
  setUnnamedLaw,
} from './material-pairs.js';
export { type CompoundModel, type CompoundOptions as CompoundModelOptions, compoundModel } from './models/compound.js';
export { type FixedStepOptions as FixedStepModelOptions, fixedStepModel } from './models/fixed-step.js';
export type { FrictionCurve, ModelInput } from './models/input.js';
export { type KarnoppOptions as KarnoppModelOptions, karnoppModel } from './models/karnopp.js';
export type { PointModel, PointModelOptions } from './models/point-model.js';
export { type QuinnOptions as QuinnModelOptions, quinnModel } from './models/quinn.js';
export type { SlipSolution } from './models/slider.js';
export {
  type ContinuousModel,
  type ViscoElasticElement,
  type ViscoElasticModel,
  type ViscoElasticOptions as ViscoElasticModelOptions,
  viscoElasticModel,
} from './models/visco-elastic.js';
export { requireInteger, requireKnownOptions, requireNumber, requireOneOf } from './options.js';
export { type PatchBuffers, SHAPE_STRIDE } from './patch-buffers.js';
export { createRecords, openRecord, type Records } from './patch-records.js';
export {
  carryFrames,
  createPatchStore,
  type GatherOptions,
  gatherPatches,
  type PatchStore,
  placePointsInBodies,
} from './patches.js';
export {
  createPlanarSlider,
  type PlanarBody,
  type PlanarForces,
  type PlanarRun,
  type PlanarSlider,
  type PlanarState,
  simulate,
} from './planar.js';
export { refreshPatches } from './refresh-patches.js';
export { createReport, type FrictionReport, reportFault, reportProblem } from './report.js';
export { turnedSet } from './sets/turned.js';
export { keepSleeping } from './sleeping.js';
export {
  beginSnapshot,
  finishSnapshot,
  openSnapshot,
  putNumbers,
  putPatches,
  putText,
  type SnapshotReader,
  takeIndex,
  takeNumber,
  takeNumbers,
  takePatches,
  takeText,
  usePatches,
} from './snapshot.js';
export {
  clearStep,
  createSolverState,
  gatherStep,
  noteTipping,
  planStep,
  requireSolverSettings,
  type SolverSettings,
  type SolverState,
  type SolverStateOptions,
  slopOf,
  solveStep,
} from './solver-state.js';
export {
  collectStickSlip,
  createStickSlip,
  notifyStickSlip,
  type StickSlip,
  subscribe,
  throwFailure,
} from './stick-slip.js';
export { createWarnings, printWarnings, type Warnings } from './warnings.js';
