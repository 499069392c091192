export type { Alignment } from './align.js';
export { type Chart, createChart, MOST_CORNERS, type TextureMapping } from './chart.js';
export type { Cone } from './cone.js';
export { type ContactInSurface, createContactInSurface } from './footprint.js';
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
export { type HeightMapOptions, heightMap } from './height-map.js';
export { type CanvasLike, type DrawableLike, pixelsOf } from './image.js';
export { textured } from './law.js';
export type { TexturedOptions } from './law-options.js';
export { type BoxMappingOptions, boxMapping } from './mappings/box.js';
export { type CylinderMappingOptions, cylinderMapping } from './mappings/cylinder.js';
export { type BufferGeometryLike, type MeshMappingOptions, meshMapping } from './mappings/mesh.js';
export type { Point } from './mappings/options.js';
export {
  type HeightfieldMappingOptions,
  heightfieldMapping,
  type PlaneMappingOptions,
  planeMapping,
} from './mappings/plane.js';
export { type SphereMappingOptions, sphereMapping } from './mappings/sphere.js';
export { type NormalMap, type NormalMapOptions, normalMap } from './normal-map.js';
export {
  createPairSample,
  createSampler,
  type PairSample,
  type PatchSampler,
  prepareSurface,
  type SamplerOptions,
  samplePair,
} from './patch-sampler.js';
export { type PixelSource, type Pixels, type ToPixelsOptions, toPixels } from './pixels.js';
export { type SurfaceOptions, surface, type TexturedSurface } from './surface.js';
export { tableBytes } from './tables.js';
