import {
  boxMapping,
  createLocalContact,
  createPairSample,
  createSampler,
  gaussianRoughness,
  planeMapping,
  prepareSurface,
  samplePair,
  surface,
} from '@stiction/texture-friction';
import type { Case } from '../timing.js';

const WIDTH = 0.02;
const CONTACTS = 16;

/** One contact of two textured surfaces, windows of 32 x 32 pixels; and preparing a map. */
export function textureCases(): Case[] {
  const map = gaussianRoughness({ width: 512, height: 512, sigmaX: 0.5, sigmaY: 0.5, seed: 1 });
  const tile = (512 * WIDTH) / 32;
  const plane = surface({ map, mapping: planeMapping({ tile }) });
  const box = surface({ map, mapping: boxMapping({ halfExtents: [0.1, 0.1, 0.1], tile }) });
  const contacts = Array.from({ length: CONTACTS }, (_, k) => {
    const [a, b] = [createLocalContact(), createLocalContact()];
    const [c, s] = [Math.cos(0.4 * k), Math.sin(0.4 * k)];
    a.set([0.013 * k, 0.007 * k, 0, 0, 0, 1, c, s, 0, -s, c, 0]);
    b.set([0.07 * Math.cos(k), 0.07 * Math.sin(k), -0.1, 0, 0, -1, 1, 0, 0, 0, 1, 0]);
    return [a, b] as const;
  });
  const depth = new Float64Array([1e-5]);
  const sampling = (['table', 'exact'] as const).flatMap((method) =>
    [4, 16].map((directions): Case => {
      const sampler = createSampler({ width: WIDTH, directions, method, pixels: 32 });
      for (const one of [plane, box]) prepareSurface(sampler, one);
      const out = createPairSample(sampler);
      return {
        name: `sample, ${method === 'table' ? 'tables' : 'pixel by pixel'}, ${directions} directions`,
        per: CONTACTS,
        run() {
          for (const [a, b] of contacts) samplePair(sampler, plane, a, box, b, depth, out);
        },
      };
    }),
  );
  const small = { width: 128, height: 128, sigmaX: 0.5, sigmaY: 0.5 };
  let seed = 1;
  return [
    ...sampling,
    {
      name: 'tables of a new map of 128 x 128',
      run() {
        const fresh = surface({
          map: gaussianRoughness({ ...small, seed: ++seed }),
          mapping: planeMapping({ tile: 1 }),
        });
        prepareSurface(createSampler({ width: WIDTH }), fresh);
      },
    },
  ];
}
