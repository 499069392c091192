import { coulomb } from '@stiction/friction-core';
import { embossed, planeMapping, surface, textured } from '@stiction/texture-friction';
import { GRAVITY } from '../cases/box-on-ground.js';
import { type Build, settle } from '../cases/run.js';
import type { Scene } from '../scene.js';

/**
 * A flat plate slides over one raised edge. The energy that a ridge of the map takes is known in closed form, so this checks whether steps
 * and windows are fine enough: a window at a corner of the plate reaches width / 2 inward, and contains the edge over a distance of
 *
 *     reach = width / 2 + bevel
 *
 * A step v dt longer than that may skip the edge; a step half as long samples it twice. SI units.
 */
export interface EdgeCase {
  width: number;
  /** @default 0.012 */
  bevel?: number;
  speed: number;
  /** Start of the plate, in shares of a step. */
  phase?: number;
}

const MU0 = 0.1;
const SALIENCY = 10;
const EDGE = 0.006;
const PIXELS = 512;
const PIXEL = 1e-3;
const HALF = 0.1;
const HALF_HEIGHT = 0.005;

export function reachOf({ width, bevel = 0.012 }: EdgeCase): number {
  return width / 2 + bevel;
}

function raisedEdge({ width, bevel = 0.012 }: EdgeCase): Scene {
  // Raised from the middle of the map to its end, and beyond: the plate climbs once.
  const outline = [
    [0.5, -1],
    [2, -1],
    [2, 2],
    [0.5, 2],
  ] as const;
  const size = { width: PIXELS, height: 8, pixel: PIXEL };
  const map = { ...embossed({ ...size, depth: EDGE, bevel, outlines: [outline] }), wrap: 'clamp' as const };
  const tile = [PIXELS * PIXEL, 8 * PIXEL] as const;
  const mapping = planeMapping({ tile, origin: [(-PIXELS * PIXEL) / 2, 0, 0] });
  const a = surface({ map, mapping, saliency: SALIENCY });
  return {
    name: 'raised edge',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'floor', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'floor' },
      {
        name: 'plate',
        kind: 'dynamic',
        mass: 1,
        shape: { kind: 'box', halfExtents: [HALF, HALF, HALF_HEIGHT] },
        position: [-0.2, 0, HALF_HEIGHT],
        material: 'plate',
      },
    ],
    stockMu: MU0,
    law: coulomb({ mu: MU0 }),
    pairs: [['floor', 'plate', textured({ mu0: MU0, a, width })]],
    duration: 1,
  };
}

/**
 * Loss of v²/2 at the edge over k 2/pi H g, its exact value: first under the front corners, then under the rear ones, each with half of
 * the load.
 */
export function measureEdgeLoss(build: Build, edge: EdgeCase, dt: number): number {
  const world = build(raisedEdge(edge));
  settle(world, dt);
  world.setVelocity('plate', edge.speed, 0, 0);
  const [start] = world.position('plate');
  // A first step of another length shifts all others relative to the edge.
  if (edge.phase) world.step(edge.phase * dt);
  while (world.position('plate')[0] < 0.2 && world.velocity('plate')[0] > 0.05) world.step(dt);
  const distance = world.position('plate')[0] - start;
  const [speed] = world.velocity('plate');
  world.dispose();
  const taken = (edge.speed ** 2 - speed ** 2) / 2 - MU0 * GRAVITY * distance;
  return taken / (SALIENCY * (2 / Math.PI) * EDGE * GRAVITY);
}
