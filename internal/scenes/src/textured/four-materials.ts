import { coulomb } from '@stiction/friction-core';
import { heightNoise, type NormalMap, planeMapping, stone, surface, textured } from '@stiction/texture-friction';
import { GRAVITY } from '../cases/box-on-ground.js';
import { type Build, settle } from '../cases/run.js';
import type { Scene } from '../scene.js';
import { cube, cubeSurface, meanPloughing, PAPER_WIDTH, sharedMap, slab } from './cubes.js';

/**
 * Boxes on different materials, [Andrews] 5.1 and Fig. 9: four equal boxes slide over concrete, cast iron, steel and plastic with the
 * same initial speed. The rougher the ground looks, the sooner the box stops.
 */
export const MATERIALS = [
  { name: 'concrete', Ra: 1e-3 },
  { name: 'cast iron', Ra: 0.15e-3 },
  { name: 'steel', Ra: 0.01e-3 },
  { name: 'plastic', Ra: 0 },
] as const;

/** Table 1: k_A = k_B = 2, mu_0 = 0.2, w = 0.02 m. Pixels of 1 mm. */
const SALIENCY = 2;
const MU0 = 0.2;
const PIXEL = 1e-3;
const MAP_SIZE = 256;
export const MATERIAL_TILE = MAP_SIZE * PIXEL;
const LANE = 0.5;

/** The ground of that name. */
export function materialMap(lane: number): NormalMap {
  const { name, Ra } = MATERIALS[lane];
  return sharedMap(`four materials: ${name}`, () =>
    heightNoise({ width: MAP_SIZE, height: MAP_SIZE, pixel: PIXEL, Ra, seed: 1 + lane }),
  );
}

/** Shallow bumps, as of trowelled plaster. */
export function plaster(): NormalMap {
  return sharedMap('plaster', () => stone({ width: 256, height: 256, Ra: 0.01e-3, pixel: 0.2 / 256, seed: 7 }));
}

export function fourMaterials(saliency = SALIENCY): Scene {
  const box = cubeSurface(plaster(), saliency);
  return {
    name: 'boxes on four materials',
    gravity: [0, 0, -GRAVITY],
    bodies: MATERIALS.flatMap(({ name }, lane) => [
      slab(name, [1.2, 0.45 * LANE], [0.9, lane * LANE]),
      cube(`box on ${name}`, [0, lane * LANE, 0.1], { material: 'plaster' }),
    ]),
    stockMu: MU0,
    law: coulomb({ mu: MU0 }),
    pairs: MATERIALS.map(({ name }, lane) => {
      const mapping = planeMapping({ tile: MATERIAL_TILE });
      const ground = surface({ map: materialMap(lane), mapping, saliency });
      return [name, 'plaster', textured({ mu0: MU0, a: ground, b: box, width: PAPER_WIDTH })] as const;
    }),
    duration: 2,
  };
}

/** v² / (2 μ g), μ = μ_0 + k Ra / (π pixel) + k μ_plaster: Gaussian heights in closed form, the box by its mean over the map. */
export function exactMaterialStop(Ra: number, speed: number, saliency = SALIENCY): number {
  const mu = MU0 + saliency * (Ra / (Math.PI * PIXEL) + meanPloughing(plaster(), 1, 0));
  return speed ** 2 / (2 * mu * GRAVITY);
}

export interface MaterialSlide {
  /** Along the start velocity [m]. */
  distance: number;
  /** Largest deviation from the straight line [m]. */
  sideways: number;
  /** Rotation about the vertical [rad]. */
  yaw: number;
}

/** Distance of each box, in the order of `MATERIALS`. */
export function measureMaterials(build: Build, speed: number, dt: number): MaterialSlide[] {
  const world = build(fourMaterials());
  settle(world, dt);
  const names = MATERIALS.map(({ name }) => `box on ${name}`);
  const starts = names.map((name) => world.position(name));
  for (const name of names) world.setVelocity(name, speed, 0, 0);
  for (let time = 0; time < 2; time += dt) world.step(dt);
  const slides = names.map((name, k) => {
    const [x, y] = world.position(name);
    const [, , qz, qw] = world.rotation(name);
    return { distance: x - starts[k][0], sideways: y - starts[k][1], yaw: 2 * Math.atan2(qz, qw) };
  });
  world.dispose();
  return slides;
}
