export type { Bodies } from './bodies/bodies.js';
export type { ContactPair, ContactsOptions, ContactView } from './handle/contact-view.js';
export type { DebugLinesOptions } from './handle/debug-lines.js';
export type { FrictionHandle } from './handle/handle.js';
export type { Impact, ImpactOptions } from './handle/impacts.js';
export type { FrictionReport } from './handle/report.js';
export type { SavedState } from './handle/state-buffer.js';
export type { JointFrictionOptions } from './joint-friction/options.js';
export { type Adhesion, type AdhesiveOptions, adhesive } from './laws/adhesive.js';
export { type AnisotropicOptions, anisotropic } from './laws/anisotropic.js';
export { type AsymmetricOptions, asymmetric } from './laws/asymmetric.js';
export { type BristleOptions, bristle } from './laws/bristle.js';
export { type CoulombOptions, coulomb } from './laws/coulomb.js';
export { type CustomOptions, custom } from './laws/custom.js';
export { type DahlOptions, dahl } from './laws/dahl.js';
export type { Direction, DirectionOptions } from './laws/direction.js';
export { type ElastoPlasticOptions, elastoPlastic } from './laws/elasto-plastic.js';
export { type FixedStepOptions, fixedStep } from './laws/fixed-step.js';
export type { FlowOptions } from './laws/flow.js';
export type { ExtraRows, FrictionLaw } from './laws/friction-law.js';
export { type FrictionTensorOptions, frictionTensor, type SurfaceOptions } from './laws/friction-tensor.js';
export { type LuGreOptions, lugre } from './laws/lugre.js';
export { type MaxwellSlipOptions, maxwellSlip } from './laws/maxwell-slip.js';
export type { BodySide, LawModifier } from './laws/modifier.js';
export { type PolygonConeOptions, polygonCone } from './laws/polygon-cone.js';
export { type RollingOptions, rolling } from './laws/rolling.js';
export { scaled } from './laws/scaled.js';
export { type SpinningOptions, spinning } from './laws/spinning.js';
export { stribeck } from './laws/stribeck.js';
export type { StribeckOptions } from './laws/stribeck-curve.js';
export { type RigidSurfaceMotion, type SurfaceVelocityField, surfaceVelocity } from './laws/surface-velocity.js';
export { type ViscoElasticOptions, viscoElastic } from './laws/visco-elastic.js';
export type { Combine, CombineRule } from './materials/material-laws.js';
export {
  type ByHeightOptions,
  type BySlopeOptions,
  byHeight,
  bySlope,
  type SplatMapOptions,
  splatMap,
  type UvFunction,
} from './materials/places.js';
export type { MaterialMix, SurfaceFunction, SurfacePoint } from './materials/surface.js';
export { type CompoundModel, type CompoundOptions as CompoundModelOptions, compoundModel } from './models/compound.js';
export { type FixedStepOptions as FixedStepModelOptions, fixedStepModel } from './models/fixed-step.js';
export type { FrictionCurve, ModelInput } from './models/input.js';
export { type KarnoppOptions as KarnoppModelOptions, karnoppModel } from './models/karnopp.js';
export {
  createPlanarSlider,
  type PlanarBody,
  type PlanarSlider,
  type PlanarState,
} from './models/planar-slider.js';
export type { PointModel, PointModelOptions } from './models/point-model.js';
export { type QuinnOptions as QuinnModelOptions, quinnModel } from './models/quinn.js';
export { type PlanarForces, type PlanarRun, simulate } from './models/simulate.js';
export type { SlipSolution } from './models/slider.js';
export {
  type ContinuousModel,
  type ViscoElasticElement,
  type ViscoElasticModel,
  type ViscoElasticOptions as ViscoElasticModelOptions,
  viscoElasticModel,
} from './models/visco-elastic.js';
export { type PatchBuffers, SHAPE_STRIDE } from './patches/patch-buffers.js';
export type { PatchRecords } from './patches/patch-records.js';
