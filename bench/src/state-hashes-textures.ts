import {
  boxMapping,
  brushedMetal,
  createLocalContact,
  createPairSample,
  createSampler,
  cylinderMapping,
  embossed,
  gaussianRoughness,
  heightMap,
  heightNoise,
  type NormalMap,
  planeMapping,
  prepareSurface,
  ridges,
  samplePair,
  sawtooth,
  sphereMapping,
  stone,
  surface,
  type TextureMapping,
  threads,
  woodGrain,
  wovenCloth,
} from '@stiction/texture-friction';
import type { HashCase } from './state-hashes-run.js';

const SIZE = { width: 64, height: 32 };
const RELIEF = { ...SIZE, pixel: 1e-3, depth: 1e-3, period: 8 };
const ROUGH = { ...SIZE, pixel: 1e-3, Ra: 1e-4, seed: 3 };
const OUTLINE = [
  [0.2, 0.2],
  [0.8, 0.3],
  [0.5, 0.8],
] as const;

const MAPS: Readonly<Record<string, () => NormalMap>> = {
  brushedMetal: () => brushedMetal(ROUGH),
  embossed: () => embossed({ ...SIZE, pixel: 1e-3, depth: 2e-3, bevel: 4e-3, outlines: [OUTLINE] }),
  gaussianRoughness: () => gaussianRoughness({ ...SIZE, sigmaX: 0.5, sigmaY: 0.2, seed: 3 }),
  heightMap: () =>
    heightMap({ ...SIZE, pixel: 1e-3, data: Array.from({ length: 64 * 32 }, (_, k) => 1e-3 * Math.sin(0.37 * k)) }),
  heightNoise: () => heightNoise(ROUGH),
  ridges: () => ridges({ ...RELIEF, profile: 'round', direction: 'y' }),
  sawtooth: () => sawtooth({ ...RELIEF, steepFraction: 0.2 }),
  stone: () => stone(ROUGH),
  threads: () => threads({ ...SIZE, radius: 0.05, pitch: 0.0175 }),
  woodGrain: () => woodGrain(ROUGH),
  wovenCloth: () => wovenCloth(RELIEF),
};

const MAPPINGS: Readonly<Record<string, TextureMapping>> = {
  plane: planeMapping({ tile: 0.064 }),
  box: boxMapping({ halfExtents: [0.2, 0.2, 0.1], tile: [0.064, 0.032] }),
  cylinder: cylinderMapping({ radius: 0.1, height: 0.4, axis: 'z', wraps: 8 }),
  sphere: sphereMapping({ radius: 0.1, tile: 0.064 }),
};

/** Maps as they are made, and what samplers find in them at some contacts. */
export function textureCases(): HashCase[] {
  const engine = 'texture-friction';
  return [
    ...Object.entries(MAPS).map(
      ([name, make]): HashCase => ({
        engine,
        name: `map, ${name}`,
        run: (hash) => hash.add(make().slopes),
      }),
    ),
    ...(['table', 'exact'] as const).flatMap((method) =>
      Object.entries(MAPPINGS).map(
        ([name, mapping]): HashCase => ({
          engine,
          name: `sample, ${name}, ${method}`,
          run(hash) {
            const sampler = createSampler({ width: 0.02, directions: 8, sharpness: 2, method, pixels: 8 });
            const [one, other] = [
              surface({ map: MAPS.woodGrain(), mapping }),
              surface({ map: MAPS.sawtooth(), mapping: MAPPINGS.plane, saliency: 2 }),
            ];
            for (const side of [one, other]) prepareSurface(sampler, side);
            const out = createPairSample(sampler);
            const [a, b] = [createLocalContact(), createLocalContact()];
            for (let k = 0; k < 32; k++) {
              const [c, s] = [Math.cos(0.4 * k), Math.sin(0.4 * k)];
              // On the cylinder and the sphere, and near enough to the top of the box.
              a.set([0.1 * c, 0.1 * s, 0.002 * k, c, s, 0, 0, 0, 1, s, -c, 0]);
              b.set([0.013 * k, 0.007 * k, 0, 0, 0, -1, 1, 0, 0, 0, -1, 0]);
              samplePair(sampler, one, a, other, b, Float64Array.from([1e-5]), out);
              hash.add(out.mu, out.a, out.b, out.coverage);
            }
          },
        }),
      ),
    ),
  ];
}
