import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import { boxMapping, type NormalMap, ridges, sawtooth, surface, textured } from '@stiction/texture-friction';
import { GRAVITY } from '../cases/box-on-ground.js';
import { type Build, settle } from '../cases/run.js';
import { cross, dot, minus, scale } from '../convex-faces.js';
import type { PlainWorld, Scene, Vector } from '../scene.js';
import { rotateVector } from '../solid.js';
import { meanPloughing } from './cubes.js';

/**
 * A worm that crawls because its belly is scaly, [Andrews] 5.2: a row of boxes with a sawtooth map, on a smooth floor. A cosine modulates
 * all distances between neighbours in phase. The head is pushed forward while the worm stretches, and sticks while the tail is pulled in.
 *
 * Four muscles, spring-dampers from corner to corner, connect two neighbours: all forces between boxes cancel, and only friction moves the
 * worm. The two at the sides share
 *
 *     F = k (l(t) - x) + c (l'(t) - x'),     l(t) = rest - swing cos(2π t / period)
 *
 *   x   gap between two neighbours [m]     F   pushes them apart [N]
 *
 * The two diagonal ones have no force while the worm is straight; otherwise one pulls and the other pushes by the difference of their
 * lengths. Without them the worm folds up when it contracts: across its scales the belly is smooth.
 *
 * Differences from the paper: `sharpness` 3, because the plain mean makes a sawtooth equally rough both ways; muscles are slightly elastic
 * where the paper has rigid distances; its sizes and speeds are not printed. SI units.
 */
export interface Worm {
  /** Texture of the belly: scales for crawling forward, the same reversed, or symmetric ridges. @default 'forward' */
  belly?: 'forward' | 'backward' | 'symmetric';
  /** Custom scales: a map of 2.5 mm, u towards the tail. */
  scales?: NormalMap;
  /** Friction of a smooth belly. @default 0.1 */
  mu0?: number;
  /** Amplitude of the gaps, up to 0.08 m. @default 0.05 */
  swing?: number;
  /** [s]. @default 1 */
  period?: number;
  /** p of the power mean. @default 3 */
  sharpness?: number;
  /** Heading of the worm [rad]. @default 0 */
  heading?: number;
}

/** Table 1 of the paper: k_A = k_B = 1. */
const TABLE = { mu0: 0.1, saliency: 1, width: 0.01 };

/** Teeth of 2.5 mm: a window has whole teeth, also at the corners of a box, which cover a quarter of it. */
const SCALES = { pixels: 10, pixel: 0.25e-3, depth: 0.5e-3, steepFraction: 0.1 };

/** Of the map, along both sides. */
export const SCALES_TILE = SCALES.pixels * SCALES.pixel;

/** From tail to head. With more than five segments it folds up. */
export const WORM: readonly string[] = ['tail', 'rear', 'middle', 'front', 'head'];

const BOX = { half: [0.05, 0.05, 0.025], mass: 0.5 } as const;

const MUSCLE = { rest: 0.1, stiffness: 250, damping: 5, sideways: 0.03, cross: 0.2 };

/** Texture of the belly. On the underside u runs along -x: steep facets that face u face backwards. */
function bellyMap({ belly = 'forward', scales }: Worm): NormalMap {
  if (scales) return scales;
  const { pixels, pixel, depth, steepFraction } = SCALES;
  const size = { width: pixels, height: pixels, period: pixels, pixel, depth };
  if (belly === 'symmetric') return ridges(size);
  return sawtooth({ ...size, steepFraction, direction: belly === 'forward' ? 'x' : '-x' });
}

export function wormLaw(worm: Worm): FrictionLaw {
  const { sharpness = 3, mu0 = TABLE.mu0 } = worm;
  const { saliency, width } = TABLE;
  const mapping = boxMapping({ halfExtents: BOX.half, tile: SCALES_TILE });
  const skin = surface({ map: bellyMap(worm), saliency, mapping });
  return textured({ mu0, a: skin, width, sharpness });
}

export function crawlingWorm(worm: Worm = {}): Scene {
  const { heading = 0, mu0 = TABLE.mu0, swing = SWING } = worm;
  const along = [Math.cos(heading), Math.sin(heading)] as const;
  const start = 2 * BOX.half[0] + MUSCLE.rest - swing;
  return {
    name: 'crawling worm',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'floor', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'floor' },
      ...WORM.map((name, i) => {
        const x = (i - (WORM.length - 1) / 2) * start;
        return {
          name,
          kind: 'dynamic',
          mass: BOX.mass,
          shape: { kind: 'box', halfExtents: BOX.half },
          position: [x * along[0], x * along[1], BOX.half[2]],
          rotation: [0, 0, Math.sin(heading / 2), Math.cos(heading / 2)],
          material: 'worm',
        } as const;
      }),
    ],
    stockMu: 0.5,
    law: coulomb({ mu: mu0 }),
    pairs: [['worm', 'floor', wormLaw(worm)]],
    drive: (world, time) => flex(world, wanted(worm, time - REST)),
    duration: REST + 6 * (worm.period ?? PERIOD),
  };
}

/** Muscles start after the worm has settled [s]. */
export const REST = 0.5;

const SWING = 0.05;
const PERIOD = 1;

/** Rest length of the muscles and its rate. */
function wanted({ swing = SWING, period = PERIOD }: Worm, time: number): [number, number] {
  const phase = (2 * Math.PI * Math.max(0, time)) / period;
  return [MUSCLE.rest - swing * Math.cos(phase), ((2 * Math.PI) / period) * swing * Math.sin(phase)];
}

function flex(world: PlainWorld, [length, rate]: [number, number]): void {
  const { stiffness: k, damping: c, sideways, cross: share } = MUSCLE;
  for (let i = 0; i + 1 < WORM.length; i++) {
    const fibre = (from: number, to: number): Fibre =>
      fibreOf(world, WORM[i], WORM[i + 1], from * sideways, to * sideways);
    for (const side of [1, -1]) {
      const muscle = fibre(side, side);
      stretch(world, muscle, 0.5 * (k * (length - muscle.length) + c * (rate - muscle.rate)));
    }
    const [one, other] = [fibre(1, -1), fibre(-1, 1)];
    const pull = share * (k * (one.length - other.length) + c * (one.rate - other.rate));
    stretch(world, one, -pull);
    stretch(world, other, pull);
  }
}

/** A line from the front of one box to the back of the next. */
interface Fibre {
  ends: readonly [string, string];
  /** Its ends, relative to the centres of both boxes [m]. */
  arms: readonly [Vector, Vector];
  direction: Vector;
  length: number;
  rate: number;
}

function fibreOf(world: PlainWorld, behind: string, ahead: string, y0: number, y1: number): Fibre {
  const arms = [
    rotateVector(world.rotation(behind), [BOX.half[0], y0, 0]),
    rotateVector(world.rotation(ahead), [-BOX.half[0], y1, 0]),
  ] as const;
  const [from, to] = [world.position(behind), world.position(ahead)];
  const line = minus(plus(to, arms[1]), plus(from, arms[0]));
  const length = Math.hypot(...line);
  const direction = scale(line, 1 / length);
  const rate = dot(direction, minus(endVelocity(world, ahead, arms[1]), endVelocity(world, behind, arms[0])));
  return { ends: [behind, ahead], arms, direction, length, rate };
}

function endVelocity(world: PlainWorld, name: string, arm: Vector): Vector {
  return plus(world.velocity(name), cross(world.angularVelocity(name), arm));
}

function plus([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ax + bx, ay + by, az + bz];
}

/** Pushes the ends apart. */
function stretch(world: PlainWorld, { ends, arms, direction: [x, y, z] }: Fibre, force: number): void {
  world.push(ends[1], force * x, force * y, force * z, arms[1]);
  world.push(ends[0], -force * x, -force * y, -force * z, arms[0]);
}

export interface Crawl {
  /** Distance of the mean of all boxes along the worm per period, after the first [m]. */
  perPeriod: number;
  /** Sideways drift of that mean [m]. */
  sideways: number;
}

export function measureCrawl(build: Build, worm: Worm, periods: number, dt: number): Crawl {
  const scene = crawlingWorm(worm);
  const [cos, sin] = [Math.cos(worm.heading ?? 0), Math.sin(worm.heading ?? 0)];
  const world = build(scene);
  const run = (seconds: number): void => {
    for (let k = Math.round(seconds / dt); k > 0; k--) world.step(dt);
  };
  const middle = (): [number, number] => {
    const mean = [0, 1].map((k) => WORM.reduce((sum, name) => sum + world.position(name)[k], 0) / WORM.length);
    return [mean[0] * cos + mean[1] * sin, mean[1] * cos - mean[0] * sin];
  };
  const { period = PERIOD } = worm;
  settle(world, dt);
  run(period);
  const [start] = middle();
  run((periods - 1) * period);
  const [end, sideways] = middle();
  world.dispose();
  return { perPeriod: (end - start) / (periods - 1), sideways };
}

/**
 * Coefficients against sliding forward and backward, from the profile: 2/π slope share^(1/p) for a facet that covers that share of the
 * period, on top of μ_0. The belly's facets plough; those of the floor are flat.
 */
export function bellyFriction({
  belly = 'forward',
  sharpness: p = 3,
  scales,
  mu0 = TABLE.mu0,
}: Worm): [number, number] {
  const { saliency } = TABLE;
  const { pixels, pixel, depth } = SCALES;
  if (scales) {
    const [forward, backward] = [-1, 1].map((direction) => mu0 + saliency * meanPloughing(scales, direction, 0, p));
    return [forward, backward];
  }
  const share = belly === 'symmetric' ? 0.5 : SCALES.steepFraction;
  const of = (part: number): number =>
    mu0 + ((saliency * 2) / Math.PI) * (depth / (part * pixels * pixel)) * part ** (1 / p);
  const [gentle, steep] = [of(1 - share), of(share)];
  return belly === 'backward' ? [steep, gentle] : [gentle, steep];
}

/**
 * The reference: points in a row with the same muscles and with Coulomb friction that differs forward and backward. Friction removes at
 * most all of a point's velocity. Returns their mean position every `sample` seconds from when the muscles start, in steps of h [m].
 */
export function crawlPath(worm: Worm, seconds: number, sample: number, h: number): Float64Array {
  const n = WORM.length;
  const [forward, backward] = bellyFriction(worm).map((mu) => mu * GRAVITY * h);
  const { swing = SWING } = worm;
  const x = Float64Array.from(WORM, (_, i) => (i - (n - 1) / 2) * (MUSCLE.rest - swing));
  const v = new Float64Array(n);
  const force = new Float64Array(n);
  const every = Math.round(sample / h);
  const path = new Float64Array(Math.floor(seconds / sample + 1e-9) + 1);
  for (let step = 0; step <= (path.length - 1) * every; step++) {
    if (step % every === 0) path[step / every] = x.reduce((sum, one) => sum + one, 0) / n;
    const [length, rate] = wanted(worm, step * h);
    force.fill(0);
    for (let i = 0; i + 1 < n; i++) {
      const apart = MUSCLE.stiffness * (length - (x[i + 1] - x[i])) + MUSCLE.damping * (rate - (v[i + 1] - v[i]));
      force[i] -= apart;
      force[i + 1] += apart;
    }
    for (let i = 0; i < n; i++) {
      const free = v[i] + (h * force[i]) / BOX.mass;
      v[i] = free > forward ? free - forward : free < -backward ? free + backward : 0;
      x[i] += h * v[i];
    }
  }
  return path;
}

/** The reference of `measureCrawl`. */
export function exactCrawl(worm: Worm, periods: number): number {
  const { period = PERIOD } = worm;
  const path = crawlPath(worm, periods * period, period, 1e-5);
  return (path[periods] - path[1]) / (periods - 1);
}
