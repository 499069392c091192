export { type CannonGround, type CannonSceneWorld, createCannonWorld } from './cannon-world.js';
export * from './cases/adhesion.js';
export {
  anisotropicFloor,
  endError,
  type FloorOptions,
  type FloorResult,
  measureFloor,
} from './cases/anisotropic-floor.js';
export { ball, exactRollingSpeed, measureRollingSpeed } from './cases/ball.js';
export { ECP_BOX_REFERENCE, measureEcpBox } from './cases/ecp-box.js';
export {
  FLOOR,
  type FloorCase,
  OTHER_FLOORS,
  ROTATED_FLOORS,
  ROTATED_PLATES,
  ROTATING_PLATES,
} from './cases/floor-cases.js';
export { exactPull, loadedBox, measurePull } from './cases/loaded-box.js';
export { SHAPED_PATCHES, TALL_BOXES, tallBox } from './cases/patch-shapes.js';
export { pile } from './cases/pile.js';
export * from './cases/places.js';
export {
  measureBreakaway,
  measureHold,
  measurePresliding,
  type Presliding,
  type PreslidingResult,
  restingBody,
} from './cases/presliding.js';
export {
  DRIFTING,
  type DriftResult,
  exactLuGreDrift,
  measureDrift,
  measureSlopeDrift,
} from './cases/presliding-drift.js';
export * from './cases/resisted-ball.js';
export {
  measurePlate,
  type PlateMotion,
  type PlateResult,
  plateEnd,
  rotatingPlate,
} from './cases/rotating-plate.js';
export type { Build } from './cases/run.js';
export { exactTransport, measureTransport, SHAKEN_PLATE, type ShakenPlate, shakenPlate } from './cases/shaken-plate.js';
export {
  DISC,
  DISC_STARTS,
  exactDiscSpinTime,
  exactPatchSlide,
  measureDiscSpinTime,
  measurePatchSlide,
  OTHER_PATCHES,
  type PatchSetting,
  type PatchSlide,
  type PatchStart,
  type SlidingPatch,
} from './cases/sliding-patch.js';
export * from './cases/sliding-reference.js';
export { measureStack, stack } from './cases/stack.js';
export * from './cases/standing.js';
export {
  type Belt,
  type Cycle,
  exactStickSlip,
  measureStickSlip,
  STICK_SLIP,
  type StickSlip,
  steppedStickSlip,
  stickSlip,
} from './cases/stick-slip.js';
export { exactStop, measureStop, stoppingBox } from './cases/stopping-box.js';
export {
  exactThreshold,
  measureCreep,
  measureThreshold,
  slideAcceleration,
  slideDistance,
  tiltGravity,
  tiltingPlane,
} from './cases/tilting-plane.js';
export { measureTipping, type Tipping, type TippingBox } from './cases/tipping-box.js';
export { exactWheel, measureWheel, type WheelResult } from './cases/wheel.js';
export { cross } from './convex-faces.js';
export { type BuildOptions, type BuildWorld, type EngineChoice, loadEngine } from './load-engine.js';
export { multiply, type Piece, piecesOf } from './pieces.js';
export * from './scene.js';
export { inertiaOf, rotateVector, solidOf } from './solid.js';
