import { coulomb } from '@stiction/friction-core';
import { heightNoise, type NormalMap, stone, textured, woodGrain } from '@stiction/texture-friction';
import { GRAVITY } from '../cases/box-on-ground.js';
import { type Build, settle } from '../cases/run.js';
import type { Scene } from '../scene.js';
import { cube, cubeSurface, meanPloughing, PAPER_WIDTH, sharedMap } from './cubes.js';

/**
 * Stacks of boxes, [Andrews] 5.3, Fig. 14 and 15: three stacks that differ only in their normal maps; the second cube from below gets an
 * impulse. Acrylic shoots out of its stack, oak moves farther along its grain than across it, PVC hardly moves.
 */
export const STACKS = ['acrylic', 'oak', 'pvc'] as const;
export type StackName = (typeof STACKS)[number];

/** Table 1: k_A = k_B = 1, mu_0 = 0.2, w = 0.02 m. */
const SALIENCY = 1;
const MU0 = 0.2;
export const CUBES = 4;
export const STRUCK = 1;
/** [s]. */
const SLID_AFTER = 0.2;
/** Distance between the stacks, so that ejected cubes hit nothing [m]. */
const APART = 6;

/** 256 pixels on a face of 0.2 m. */
const SIZE = { width: 256, height: 256, pixel: 0.2 / 256 };

/** Polished, with a grain along x, and cut with a tool. */
export function stackMap(name: StackName): NormalMap {
  return sharedMap(`stacks: ${name}`, () => makeMap(name));
}

function makeMap(name: StackName): NormalMap {
  if (name === 'acrylic') return stone({ ...SIZE, Ra: 0.02e-3, seed: 3 });
  if (name === 'oak') return woodGrain({ ...SIZE, Ra: 1e-3, rings: 16, seed: 4 });
  return heightNoise({ ...SIZE, Ra: 0.9e-3, seed: 5 });
}

/** A stack of cubes, named `name 0` and so on from below. */
export interface StackSpec {
  name: string;
  material: StackName;
  at: readonly [number, number];
  /** About the vertical [rad]. @default 0 */
  turn?: number;
}

const PAPER_STACKS: readonly StackSpec[] = STACKS.map((material, n) => ({
  name: material,
  material,
  at: [APART * (n - 1), APART * (n - 1)],
}));

export function stacks(specs: readonly StackSpec[] = PAPER_STACKS): Scene {
  return {
    name: 'stacks of three textures',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ground' },
      ...specs.flatMap(({ name, material, at: [x, y], turn = 0 }) =>
        Array.from({ length: CUBES }, (_, k) =>
          cube(`${name} ${k}`, [x, y, 0.1 + 0.2 * k], {
            material,
            rotation: [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)],
          }),
        ),
      ),
    ],
    stockMu: MU0,
    law: coulomb({ mu: MU0 }),
    pairs: STACKS.flatMap((material) => {
      const one = cubeSurface(stackMap(material), SALIENCY);
      return [
        [material, material, textured({ mu0: MU0, surface: one, width: PAPER_WIDTH })] as const,
        ['ground', material, textured({ mu0: MU0, b: one, width: PAPER_WIDTH })] as const,
      ];
    }),
    duration: 2,
  };
}

/**
 * The reference while nothing rocks or tips: cubes that only slide, with Coulomb friction between them and the coefficients of their maps.
 * Distance of the struck cube, every `sample` seconds [m]. Cubes do rock at high friction: on PVC they move half as far.
 */
export function strikePath(
  material: StackName,
  grain: 'along' | 'across',
  impulse: number,
  seconds: number,
  sample: number,
): Float64Array {
  const [x, y] = grain === 'along' ? [1, 0] : [0, 1];
  const rough = SALIENCY * meanPloughing(stackMap(material), x, y);
  const h = sample / 20;
  // Largest impulse between each cube and the one below (or the ground) in a step [N s].
  const most = Array.from({ length: CUBES }, (_, k) => (MU0 + (k > 0 ? 2 : 1) * rough) * (CUBES - k) * GRAVITY * h);
  const v = Array.from({ length: CUBES }, (_, k) => (k === STRUCK ? impulse : 0));
  const passed = new Float64Array(CUBES);
  const path = new Float64Array(Math.round(seconds / sample) + 1);
  let gone = 0;
  for (let step = 1; step <= 20 * (path.length - 1); step++) {
    passed.fill(0);
    for (let sweep = 0; sweep < 40; sweep++) {
      for (let k = 0; k < CUBES; k++) {
        const change = k > 0 ? 0.5 * (v[k - 1] - v[k]) : -v[k];
        const wanted = Math.max(-most[k], Math.min(most[k], passed[k] + change));
        v[k] += wanted - passed[k];
        if (k > 0) v[k - 1] -= wanted - passed[k];
        passed[k] = wanted;
      }
    }
    gone += h * v[STRUCK];
    if (step % 20 === 0) path[step / 20] = gone;
  }
  return path;
}

export interface Struck {
  /** Distance of the struck cube after 0.2 s, before anything falls far [m]. */
  slid: number;
  /** Its final distance [m]. */
  distance: number;
  /** Final height of its centre [m]: 0.3 in its place, 0.1 on the ground. */
  height: number;
  /** Rotation about the vertical [rad]. */
  yaw: number;
  /** Number of cubes of the stack still at their height, within 2 cm. */
  standing: number;
}

/** Strikes the second cube of every stack: forward is along the grain of oak, sideways across it. `impulse` in N s. */
export function measureStacks(
  build: Build,
  heading: 'forward' | 'sideways',
  impulse: number,
  dt: number,
): Record<StackName, Struck> {
  const scene = stacks();
  const world = build(scene);
  settle(world, dt);
  const before = STACKS.map((name) => world.position(`${name} ${STRUCK}`));
  const force = impulse / dt;
  for (const name of STACKS) {
    if (heading === 'forward') world.push(`${name} ${STRUCK}`, force, 0, 0);
    else world.push(`${name} ${STRUCK}`, 0, force, 0);
  }
  const gone = (n: number): number => {
    const [x, y] = world.position(`${STACKS[n]} ${STRUCK}`);
    return Math.hypot(x - before[n][0], y - before[n][1]);
  };
  let slid: number[] = [];
  for (let k = 0; k * dt < scene.duration; k++) {
    if (slid.length === 0 && k * dt > SLID_AFTER - 1e-9) slid = STACKS.map((_, n) => gone(n));
    world.step(dt);
  }
  const found = STACKS.map((name, n): [StackName, Struck] => {
    const struck = `${name} ${STRUCK}`;
    const height = world.position(struck)[2];
    const [, , qz, qw] = world.rotation(struck);
    let standing = 0;
    for (let k = 0; k < CUBES; k++) {
      if (Math.abs(world.position(`${name} ${k}`)[2] - 0.1 - 0.2 * k) < 0.02) standing++;
    }
    return [name, { slid: slid[n], distance: gone(n), height, yaw: 2 * Math.atan2(qz, qw), standing }];
  });
  world.dispose();
  return Object.fromEntries(found) as Record<StackName, Struck>;
}
