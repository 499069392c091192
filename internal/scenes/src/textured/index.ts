/** The scenes of [Andrews] in real engines, each with its reference. */
export {
  type ChainMotion,
  type ChainOnRod,
  capstanRatio,
  chainOnRod,
  exactSink,
  measureChain,
} from './chain-on-rod.js';
export { bellyFriction, type Crawl, crawlingWorm, exactCrawl, measureCrawl, type Worm } from './crawling-worm.js';
export { type EdgeCase, measureEdgeLoss } from './edge-loss.js';
export {
  BLOCKS,
  type BlockName,
  type EmbossedIncline,
  embossedIncline,
  measureTumble,
  type Tumble,
} from './embossed-incline.js';
export {
  exactMaterialStop,
  fourMaterials,
  MATERIALS,
  type MaterialSlide,
  measureMaterials,
} from './four-materials.js';
export {
  exactHalfRough,
  type HalfRoughSlide,
  halfRoughFloor,
  measureHalfRough,
  type RoughSide,
} from './half-rough-floor.js';
export { MATERIAL_MAPS } from './material-maps.js';
export {
  LEAD,
  LIMITS,
  measureNut,
  type NutAndBolt,
  type NutForces,
  type NutMotion,
  nutAndBolt,
} from './nut-and-bolt.js';
export { exactRotatingTexture, measureRotatingTexture, type RotatingTexture } from './rotating-texture.js';
export {
  type Dragged,
  exactPullMu,
  measureDrag,
  PULLS,
  type Pull,
  type SawtoothPlane,
  sawtoothPlane,
} from './sawtooth-plane.js';
export { measureStacks, STACKS, type StackName, type Struck, stackMap, stacks } from './stacks.js';
