export {
  type GltfCombine,
  type GltfLaws,
  type GltfMaterial,
  type GltfOptions,
  type GltfPair,
  lawsFromGltf,
} from './gltf.js';
export * from './laws.js';
export { type Preset, type PresetLawOptions, presetLaw } from './preset.js';
export { type PresetId, presets } from './presets.js';
