import { brushedMetal, type NormalMap, stone, woodGrain } from '@stiction/texture-friction';

/**
 * Generates the normal maps in `internal/scenes/maps`: `npm run texture:maps -w @stiction/bench` writes the files, and a test compares
 * them. 1024 x 1024 pixels of 0.2 mm.
 */
const SIZE = { width: 1024, height: 1024, pixel: 2e-4 };

export const MATERIAL_MAPS: Readonly<Record<string, () => NormalMap>> = {
  stone: () => stone({ ...SIZE, Ra: 2.5e-4, seed: 11 }),
  'brushed-metal': () => brushedMetal({ ...SIZE, Ra: 4e-5, seed: 12 }),
  wood: () => woodGrain({ ...SIZE, Ra: 1.5e-4, seed: 13 }),
};
