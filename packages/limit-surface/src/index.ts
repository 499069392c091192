export { type DistributedModelOptions, distributedModel } from './distributed.js';
export type { PlanarModel, PlanarModelOptions, PlanarParams } from './distributed-bristles.js';
export {
  type PlanarVelocity,
  type QuasiStaticPush,
  quasiStaticVelocity,
  slideToRest,
  type Translation,
  type TranslationStep,
  translationStep,
} from './ecp-closed-forms.js';
export { type EcpOptions, ecp } from './ecp-law.js';
export {
  addPush,
  type EcpSlider,
  type EcpSliderOptions,
  type EcpState,
  ecpState,
  planarSlider,
} from './ecp-slider.js';
export { type EllipsoidFit, type EllipsoidReport, ellipsoidFit, ellipsoidWrench } from './ellipsoid.js';
export { loadLimitSurface, saveLimitSurface } from './format.js';
export { identifySlider, type SliderIdentification, type SliderNoise, type SliderTrajectory } from './identify.js';
export {
  type LimitSurface,
  type LimitSurfaceOptions,
  limitSurface,
  lookUpWrench,
  sampleSurface,
  scaleSurface,
  supportPoint,
} from './limit-surface.js';
export { gaugeOf } from './limit-surface-gauge.js';
export {
  type LoadDependentOptions,
  type LoadDependentPressure,
  type LoadDependentSurface,
  loadDependentPressure,
  loadDependentSurface,
} from './load-dependent.js';
export { type LuGrePatchOptions, lugrePatch } from './lugre-patch-law.js';
export { type PatchOptions, patch } from './patch-law.js';
export { evaluatePressure, type Pressure, type PressurePart } from './pressure.js';
export { type GridPressureOptions, gridPressure } from './pressure-grid.js';
export type { Point, TiltOptions } from './pressure-options.js';
export { type PressureTerm, sumPressure } from './pressure-sum.js';
export { type ReducedModelOptions, reducedModel } from './reduced.js';
export {
  type DiscOptions,
  disc,
  hertz,
  type PowerLawOptions,
  powerLaw,
  type RadialOptions,
  type RingOptions,
  ring,
} from './shapes.js';
export { type LineContactOptions, lineContact } from './shapes-line.js';
export { type PolygonOptions, polygon, type RectangleOptions, rectangle } from './shapes-polygon.js';
export { supportHull, supportMargin, toppleMargin, topples } from './topple.js';
