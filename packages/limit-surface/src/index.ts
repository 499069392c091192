export { type EcpOptions, ecp } from './laws/ecp.js';
export { type LuGrePatchOptions, lugrePatch } from './laws/lugre-patch.js';
export { type PatchOptions, patch } from './laws/patch.js';
export { type DistributedModelOptions, distributedModel } from './models/distributed.js';
export type { PlanarModel, PlanarModelOptions, PlanarParams } from './models/planar-model.js';
export { type ReducedModelOptions, reducedModel } from './models/reduced.js';
export { type GridPressureOptions, gridPressure } from './pressure/grid.js';
export { type LineContactOptions, lineContact } from './pressure/line.js';
export {
  type LoadDependentOptions,
  type LoadDependentPressure,
  type LoadDependentSurface,
  loadDependentPressure,
  loadDependentSurface,
} from './pressure/load-dependent.js';
export type { Point, TiltOptions } from './pressure/options.js';
export { type PolygonOptions, polygon, type RectangleOptions, rectangle } from './pressure/polygon.js';
export { evaluatePressure, type Pressure, type PressurePart } from './pressure/pressure.js';
export {
  type DiscOptions,
  disc,
  hertz,
  type PowerLawOptions,
  powerLaw,
  type RadialOptions,
  type RingOptions,
  ring,
} from './pressure/round.js';
export { type PressureTerm, sumPressure } from './pressure/sum.js';
export type { Pusher } from './pusher/contacts.js';
export { type MotionCone, motionCone, type PushPoint, votedRotation } from './pusher/motion-cone.js';
export {
  type PushedSlider,
  type PusherSlider,
  type PusherSliderOptions,
  type PusherSliderState,
  pusherSlider,
} from './pusher/pusher-slider.js';
export type { ContactMode } from './pusher/solve-push.js';
export {
  type PlanarVelocity,
  type QuasiStaticPush,
  quasiStaticVelocity,
  slideToRest,
  type Translation,
  type TranslationStep,
  translationStep,
} from './slider/closed-forms.js';
export {
  addPush,
  createEcpSlider,
  type EcpSlider,
  type EcpSliderOptions,
  type EcpState,
  ecpState,
} from './slider/ecp-slider.js';
export { supportHull, supportMargin, toppleMargin, topples } from './slider/topple.js';
export { type EllipsoidFit, type EllipsoidReport, ellipsoidFit, ellipsoidWrench } from './surfaces/ellipsoid.js';
export { loadLimitSurface, saveLimitSurface } from './surfaces/file-format.js';
export { gaugeOf } from './surfaces/gauge.js';
export {
  type LimitSurface,
  type LimitSurfaceOptions,
  limitSurface,
  lookUpWrench,
  sampleSurface,
  scaleSurface,
  supportPoint,
} from './surfaces/limit-surface.js';
