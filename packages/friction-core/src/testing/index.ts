export { adapterConformance } from './adapter-conformance.js';
export { type BlockWorld, type BlockWorldOptions, createBlockWorld } from './block-world.js';
export { assert, assertNear, type Check, seededRandom } from './check.js';
export type { AdapterDriver } from './conformance-world.js';
export type {
  BodySpec,
  EngineHandle,
  EngineWorld,
  Rotation,
  ShapePart,
  ShapeSpec,
  Vector,
  WorldSpec,
} from './engine-world.js';
export { type LawConformanceOptions, lawConformance } from './law-conformance.js';
