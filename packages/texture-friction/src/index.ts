export { type EmbossedOptions, embossed } from './generators/embossed.js';
export {
  type BrushedMetalOptions,
  brushedMetal,
  type StoneOptions,
  stone,
  type WoodGrainOptions,
  woodGrain,
} from './generators/materials.js';
export type { RoughnessOptions } from './generators/options.js';
export {
  type RidgesOptions,
  ridges,
  type SawtoothOptions,
  sawtooth,
  type ThreadsOptions,
  threads,
} from './generators/ridges.js';
export { type GaussianRoughnessOptions, gaussianRoughness, heightNoise } from './generators/roughness.js';
export { type WovenClothOptions, wovenCloth } from './generators/woven-cloth.js';
export type { Alignment } from './laws/align.js';
export type { TexturedOptions } from './laws/options.js';
export { textured } from './laws/textured.js';
export { type BoxMappingOptions, boxMapping } from './mappings/box.js';
export { type Chart, createChart, MAX_CORNERS, type TextureMapping } from './mappings/chart.js';
export { type CylinderMappingOptions, cylinderMapping } from './mappings/cylinder.js';
export { meshMapping } from './mappings/mesh.js';
export type { BufferGeometryLike, MeshMappingOptions } from './mappings/mesh-arrays.js';
export type { Point } from './mappings/options.js';
export {
  type HeightfieldMappingOptions,
  heightfieldMapping,
  type PlaneMappingOptions,
  planeMapping,
} from './mappings/plane.js';
export { type SphereMappingOptions, sphereMapping } from './mappings/sphere.js';
export { type SurfaceOptions, surface, type TexturedSurface } from './mappings/surface.js';
export { type HeightMapOptions, heightMap } from './maps/height-map.js';
export { type CanvasLike, type DrawableLike, readPixels } from './maps/image.js';
export { type NormalMap, type NormalMapOptions, normalMap } from './maps/normal-map.js';
export { type PixelSource, type Pixels, type ToPixelsOptions, toPixels } from './maps/pixels.js';
export { createLocalContact, type LocalContact } from './sampling/contact-chart.js';
export {
  createPairSample,
  createSampler,
  type PairSample,
  type PatchSampler,
  prepareSurface,
  type SamplerOptions,
  samplePair,
} from './sampling/patch-sampler.js';
export { tableBytes } from './sampling/slope-table.js';
export type { Cone } from './sets/cone.js';
