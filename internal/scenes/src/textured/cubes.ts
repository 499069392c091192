import { boxMapping, type NormalMap, surface, type TexturedSurface } from '@stiction/texture-friction';
import type { BodySpec, Vector } from '../scene.js';

/** Shared by the scenes of [Andrews]: cubes of 0.20 m and textured slabs. SI units. */

export const CUBE_HALF = 0.1;

/** Width w of the windows in Table 1 [m], except for small scenes. */
export const PAPER_WIDTH = 0.02;

const made = new Map<string, NormalMap>();

/** Creates a map on first use, because its tables take longer than a short scene. Names are shared by all scenes: include the scene's. */
export function sharedMap(name: string, make: () => NormalMap): NormalMap {
  let map = made.get(name);
  if (!map) {
    map = make();
    made.set(name, map);
  }
  return map;
}

export function cube(name: string, position: Vector, further: Partial<BodySpec> = {}): BodySpec {
  const shape = { kind: 'box', halfExtents: [CUBE_HALF, CUBE_HALF, CUBE_HALF] } as const;
  return { name, kind: 'dynamic', mass: 1, shape, position, material: name, ...further };
}

/** A cube's six faces, each with the whole map. */
export function cubeSurface(map: NormalMap, saliency: number): TexturedSurface {
  return surface({ map, mapping: boxMapping({ halfExtents: [CUBE_HALF, CUBE_HALF, CUBE_HALF] }), saliency });
}

/** A fixed slab whose top face is z = 0. */
export function slab(
  name: string,
  halfExtents: readonly [number, number],
  centre: readonly [number, number],
): BodySpec {
  const thick = 0.1;
  return {
    name,
    kind: 'fixed',
    shape: { kind: 'box', halfExtents: [halfExtents[0], halfExtents[1], thick] },
    position: [centre[0], centre[1], -thick],
    material: name,
  };
}

/** Ploughing of a whole map along (x, y) by the plain sum (5), (8): the mean over all windows. */
export function meanPloughing(map: NormalMap, x: number, y: number, sharpness = 1): number {
  let sum = 0;
  for (let k = 0; k < map.slopes.length; k += 2) {
    const slope = map.slopes[k] * x + map.slopes[k + 1] * y;
    if (slope > 0) sum += slope ** sharpness;
  }
  return (2 / Math.PI) * (sum / (map.slopes.length / 2)) ** (1 / sharpness);
}
