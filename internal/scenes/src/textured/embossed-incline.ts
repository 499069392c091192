import { coulomb } from '@stiction/friction-core';
import {
  boxMapping,
  embossed,
  gaussianRoughness,
  type NormalMap,
  planeMapping,
  surface,
  textured,
} from '@stiction/texture-friction';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { Build } from '../cases/run.js';
import type { Scene, Vector } from '../scene.js';
import { rotateVector } from '../solid.js';
import { PAPER_WIDTH, sharedMap } from './cubes.js';

/**
 * Tumbling over an embossed logo, [Andrews] 5.4 and Fig. 16, with tall blocks for bunnies: they are launched down an incline that is
 * smooth except for the edges of a raised teapot. The stone block sticks at the start and tips over; the metal and the plastic block slide,
 * at different speeds, until the edge of the logo trips them. Downhill is +x; gravity is tilted, not the plane.
 *
 * An edge of height H takes k 2/pi H g cos(incline) of v²/2 from a body that crosses it, independent of the widths of the edge and the
 * windows. To have any effect, it must be in a window in some step:  v dt < w/2 + bevel  (a window at a corner reaches w/2 inward).
 */
export const BLOCKS = ['stone', 'metal', 'plastic'] as const;
export type BlockName = (typeof BLOCKS)[number];

/** Table 1: k_A = 4, k_B = 1, mu_0 = 0.1, w = 0.02 m. Section 5.4 says k = 10. */
export const EMBOSSED_MU0 = 0.1;
/** Standard deviations of the blocks' slopes: they add 2/pi sigma / √(2 pi) to the friction. */
export const BLOCK_SIGMA: Record<BlockName, number> = { stone: 2, metal: 0.3, plastic: 0.02 };
/** Steeper than the slope 1/3 on which a resting block tips, tan 18.4°. */
export const INCLINE = (20 * Math.PI) / 180;
export const BLOCK: Vector = [0.05, 0.05, 0.15];
const LANE = 0.22;

/** Map of 1.024 m with pixels of 2 mm, flat beyond. */
const PIXELS = 512;
const PIXEL = 2e-3;
export const LOGO_TILE = PIXELS * PIXEL;
const BEVEL = 0.012;
const EDGE_HEIGHT = 0.006;

/** A teapot as wide as the lanes, upright in v with its flat side uphill at u = 0.5: body, spout and handle with a hole. */
const TEAPOT = [
  [
    [0.5, 0.1],
    [0.5, 0.9],
    [0.6, 0.98],
    [0.56, 0.88],
    [0.7, 0.86],
    [0.9, 0.7],
    [0.9, 0.3],
    [0.78, 0.18],
    [0.74, 0.02],
    [0.54, 0.02],
  ],
  [
    [0.58, 0.06],
    [0.7, 0.06],
    [0.72, 0.15],
    [0.58, 0.12],
  ],
] as const;

function logo(): NormalMap {
  const size = { width: PIXELS, height: PIXELS, pixel: PIXEL };
  const raised = embossed({ ...size, depth: EDGE_HEIGHT, bevel: BEVEL, outlines: TEAPOT });
  return { ...raised, wrap: 'clamp' };
}

export function logoMap(): NormalMap {
  return sharedMap('teapot', logo);
}

export const BLOCK_TILE = 0.2;

export function blockMap(k: number): NormalMap {
  const name = BLOCKS[k];
  const sigmas = { sigmaX: BLOCK_SIGMA[name], sigmaY: BLOCK_SIGMA[name] };
  return sharedMap(`embossed incline: ${name}`, () =>
    gaussianRoughness({ width: 256, height: 256, ...sigmas, seed: 1 + k }),
  );
}

/** Initial speed of the blocks [m/s], and initial distance of their middle above the edge [m]. */
export const START = { speed: 0.5, above: 0.4 };

export interface EmbossedIncline {
  /** k_A of the plane. @default 10 */
  saliency?: number;
  /** Width of the windows [m]. @default 0.02 */
  width?: number;
  /** Without it the plane is flat. @default true */
  logo?: boolean;
  /** [m/s]. @default 0.5 */
  speed?: number;
}

export function embossedIncline(options: EmbossedIncline = {}): Scene {
  const { saliency = 10, width = PAPER_WIDTH, logo: raised = true, speed = START.speed } = options;
  // The middle of the logo's uphill side lies at the origin.
  const mapping = planeMapping({ tile: LOGO_TILE, origin: [-LOGO_TILE / 2, -LOGO_TILE / 2, 0] });
  const a = raised ? surface({ map: logoMap(), mapping, saliency }) : undefined;
  return {
    name: 'embossed incline',
    gravity: [GRAVITY * Math.sin(INCLINE), 0, -GRAVITY * Math.cos(INCLINE)],
    bodies: [
      { name: 'plane', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'plane' },
      ...BLOCKS.map((name, k) => ({
        name,
        kind: 'dynamic' as const,
        mass: 1,
        shape: { kind: 'box' as const, halfExtents: BLOCK },
        position: [-START.above, LANE * (k - 1), BLOCK[2]] as const,
        velocity: [speed, 0, 0] as const,
        material: name,
      })),
    ],
    stockMu: EMBOSSED_MU0,
    law: coulomb({ mu: EMBOSSED_MU0 }),
    pairs: BLOCKS.map((name, k) => {
      const b = surface({ map: blockMap(k), mapping: boxMapping({ halfExtents: BLOCK, tile: BLOCK_TILE }) });
      return ['plane', name, textured({ mu0: EMBOSSED_MU0, ...(a && { a }), b, width })] as const;
    }),
    duration: 1.5,
  };
}

export interface Tumble {
  /** Largest tilt of the block's axis against the plane's normal [rad]. */
  tilt: number;
  /** Position of its front edge at a tilt of 0.3 rad [m, the edge of the logo is 0]; null if it never tilts that far. */
  tripped: number | null;
  /** Largest speed before that [m/s]. */
  speed: number;
}

export function measureTumble(build: Build, options: EmbossedIncline, dt: number): Record<BlockName, Tumble> {
  const scene = embossedIncline(options);
  const world = build(scene);
  const found = BLOCKS.map((): Tumble => ({ tilt: 0, tripped: null, speed: 0 }));
  for (let k = 0; k * dt < scene.duration; k++) {
    world.step(dt);
    BLOCKS.forEach((name, n) => {
      const one = found[n];
      const rotation = world.rotation(name);
      const tilt = Math.acos(Math.max(-1, Math.min(1, rotateVector(rotation, [0, 0, 1])[2])));
      one.tilt = Math.max(one.tilt, tilt);
      if (one.tripped !== null) return;
      one.speed = Math.max(one.speed, world.velocity(name)[0]);
      if (tilt > 0.3) one.tripped = world.position(name)[0] + rotateVector(rotation, [BLOCK[0], 0, -BLOCK[2]])[0];
    });
  }
  world.dispose();
  return Object.fromEntries(BLOCKS.map((name, n) => [name, found[n]])) as Record<BlockName, Tumble>;
}
