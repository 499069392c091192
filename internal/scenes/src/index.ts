export { type CannonGround, type CannonSceneWorld, createCannonWorld } from './cannon-world.js';
export { cross } from './convex-faces.js';
export { type BuildWorld, loadEngine } from './load-engine.js';
export { multiply, type Piece, piecesOf } from './pieces.js';
export {
  anisotropicFloor,
  endError,
  type FloorOptions,
  type FloorResult,
  measureFloor,
} from './rows/anisotropic-floor.js';
export { ball, exactRollingSpeed, measureRollingSpeed } from './rows/ball.js';
export { ECP_BOX_TRUTH, measureEcpBox } from './rows/ecp-box.js';
export { CARRIERS, FLOOR, type FloorCase, OTHER_FLOORS, TURNED_CARRIERS, TURNED_FLOORS } from './rows/floor-cases.js';
export { exactPull, loadedBox, measurePull } from './rows/loaded-box.js';
export { SHAPED_PATCHES, TALL_BOXES, tallBox } from './rows/patch-shapes.js';
export { pile } from './rows/pile.js';
export {
  measureBreakaway,
  measureHold,
  measurePresliding,
  type Presliding,
  type PreslidingResult,
  restingBody,
} from './rows/presliding.js';
export {
  DRIFTING,
  type DriftResult,
  exactLuGreDrift,
  measureDrift,
  measureSlopeDrift,
} from './rows/presliding-drift.js';
export * from './rows/resisted-ball.js';
export type { Build } from './rows/run.js';
export { exactTransport, measureTransport, SHAKEN_PLATE, type ShakenPlate, shakenPlate } from './rows/shaken-plate.js';
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
} from './rows/sliding-patch.js';
export * from './rows/sliding-truth.js';
export { measureStack, stack } from './rows/stack.js';
export * from './rows/standing.js';
export {
  type Belt,
  type Cycle,
  exactStickSlip,
  measureStickSlip,
  STICK_SLIP,
  type StickSlip,
  steppedStickSlip,
  stickSlip,
} from './rows/stick-slip.js';
export { exactStop, measureStop, stoppingBox } from './rows/stopping-box.js';
export {
  exactThreshold,
  measureCreep,
  measureThreshold,
  slideAcceleration,
  slideDistance,
  tiltGravity,
  tiltingPlane,
} from './rows/tilting-plane.js';
export { measureTipping, type Tipping, type TippingBox } from './rows/tipping-box.js';
export {
  type CarrierMotion,
  type CarrierResult,
  carrierEnd,
  measureCarrier,
  turningCarrier,
} from './rows/turning-carrier.js';
export { exactWheel, measureWheel, type WheelResult } from './rows/wheel.js';
export * from './scene.js';
export { inertiaOf, solidOf, turnBy } from './solid.js';
