import { coulomb } from '@stiction/friction-core';
import { boxMapping, ridges, sawtooth, surface, textured } from '@stiction/texture-friction';
import { cross, dot, minus, scale } from '../convex-faces.js';
import { GRAVITY } from '../rows/box-on-ground.js';
import { type Build, settle } from '../rows/run.js';
import type { Scene, SceneWorld, Vector } from '../scene.js';
import { turnBy } from '../solid.js';

/**
 * A worm that crawls because its belly is scaly, [Andrews] 5.2: boxes in a row with a sawtooth map on them, on a smooth floor. The
 * distances between neighbours are modulated by a cosine, all at once. Look at the head: it is pushed forward while the worm
 * stretches, and holds while the tail is drawn in.
 *
 * Between two neighbours are four muscles, springs with dampers from corner to corner: all forces between boxes cancel, and what
 * moves the worm is friction alone. The two at the sides share
 *
 *     F = k (l(t) - x) + c (l'(t) - x'),     l(t) = rest - swing cos(2π t / period)
 *
 *   x   gap between two neighbours [m]     F   pushes them apart [N]
 *
 * The two that cross each other have no force while the worm is straight; one pulls as the other pushes by the difference of
 * their lengths. Without them it folds up when it contracts: across its scales the belly is smooth.
 *
 * Differs from the paper: `sharpness` 3, since the plain mean makes a sawtooth as rough forwards as backwards; muscles give a
 * little where the paper has rigid distances; its sizes and speeds are not printed. SI units.
 */
export interface Worm {
  /** What is on the belly: scales for going forward, the same turned round, or ridges that are the same both ways. @default 'forward' */
  belly?: 'forward' | 'backward' | 'symmetric';
  /** p of the power mean. @default 3 */
  sharpness?: number;
  /** The worm lies in this direction [rad]. @default 0 */
  heading?: number;
}

/** Table 1 of the paper: k_A = k_B = 1. */
const TABLE = { mu0: 0.1, saliency: 1, width: 0.01 };

/** Teeth of 2.5 mm: a window has whole teeth, also at the corners of a box, which cover a quarter of it. */
const SCALES = { pixels: 10, pixel: 0.25e-3, depth: 0.5e-3, steepShare: 0.1 };

/** From the tail to the head. With more than five it folds up after all. */
const WORM = ['tail', 'rear', 'middle', 'front', 'head'];

const BOX = { half: [0.05, 0.05, 0.025], mass: 0.5 } as const;

const MUSCLE = { rest: 0.1, swing: 0.05, period: 1, stiffness: 250, damping: 5, aside: 0.03, cross: 0.2 };

export function crawlingWorm({ belly = 'forward', sharpness = 3, heading = 0 }: Worm = {}): Scene {
  const { mu0, saliency, width } = TABLE;
  const { pixels, pixel, depth, steepShare } = SCALES;
  const size = { width: pixels, height: pixels, period: pixels, pixel, depth };
  // On the underside u runs along -x: steep facets that look along u look back.
  const map =
    belly === 'symmetric'
      ? ridges(size)
      : sawtooth({ ...size, steepShare, direction: belly === 'forward' ? 'x' : '-x' });
  const skin = surface({ map, saliency, mapping: boxMapping({ halfExtents: BOX.half, tile: pixels * pixel }) });
  const along = [Math.cos(heading), Math.sin(heading)] as const;
  const start = 2 * BOX.half[0] + MUSCLE.rest - MUSCLE.swing;
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
    pairs: [['worm', 'floor', textured({ mu0, a: skin, width, sharpness })]],
    drive: (world, time) => flex(world, time - REST),
    duration: REST + 6 * MUSCLE.period,
  };
}

/** Muscles are still while the worm comes to rest. */
const REST = 0.5;

/** The distance that muscles want, and how fast it grows. */
function wanted(time: number): [number, number] {
  const { rest, swing, period } = MUSCLE;
  const phase = (2 * Math.PI * Math.max(0, time)) / period;
  return [rest - swing * Math.cos(phase), ((2 * Math.PI) / period) * swing * Math.sin(phase)];
}

function flex(world: SceneWorld, time: number): void {
  const [length, rate] = wanted(time);
  const { stiffness: k, damping: c, aside, cross: share } = MUSCLE;
  for (let i = 0; i + 1 < WORM.length; i++) {
    const fibre = (from: number, to: number): Fibre => fibreOf(world, WORM[i], WORM[i + 1], from * aside, to * aside);
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
  /** Its ends, from the centres of both boxes [m]. */
  arms: readonly [Vector, Vector];
  direction: Vector;
  length: number;
  rate: number;
}

function fibreOf(world: SceneWorld, behind: string, ahead: string, y0: number, y1: number): Fibre {
  const arms = [
    turnBy(world.rotation(behind), [BOX.half[0], y0, 0]),
    turnBy(world.rotation(ahead), [-BOX.half[0], y1, 0]),
  ] as const;
  const [from, to] = [world.position(behind), world.position(ahead)];
  const line = minus(plus(to, arms[1]), plus(from, arms[0]));
  const length = Math.hypot(...line);
  const direction = scale(line, 1 / length);
  const rate = dot(direction, minus(endVelocity(world, ahead, arms[1]), endVelocity(world, behind, arms[0])));
  return { ends: [behind, ahead], arms, direction, length, rate };
}

function endVelocity(world: SceneWorld, name: string, arm: Vector): Vector {
  return plus(world.velocity(name), cross(world.angularVelocity(name), arm));
}

function plus([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ax + bx, ay + by, az + bz];
}

/** Pushes the ends apart. */
function stretch(world: SceneWorld, { ends, arms, direction: [x, y, z] }: Fibre, force: number): void {
  world.push(ends[1], force * x, force * y, force * z, arms[1]);
  world.push(ends[0], -force * x, -force * y, -force * z, arms[0]);
}

export interface Crawl {
  /** Way of the middle of all boxes along the worm per period, after the first period [m]. */
  perPeriod: number;
  /** How far that middle has gone aside [m]. */
  aside: number;
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
  settle(world, dt);
  run(MUSCLE.period);
  const [start] = middle();
  run((periods - 1) * MUSCLE.period);
  const [end, aside] = middle();
  world.dispose();
  return { perPeriod: (end - start) / (periods - 1), aside };
}

/**
 * Coefficients against sliding forward and backward, from the profile: 2/π slope share^(1/p) for a facet with that share of the
 * period, on top of μ_0. The belly's facets plough, those of the floor are flat.
 */
export function bellyFriction({ belly = 'forward', sharpness: p = 3 }: Worm): [number, number] {
  const { mu0, saliency } = TABLE;
  const { pixels, pixel, depth } = SCALES;
  const share = belly === 'symmetric' ? 0.5 : SCALES.steepShare;
  const of = (part: number): number =>
    mu0 + ((saliency * 2) / Math.PI) * (depth / (part * pixels * pixel)) * part ** (1 / p);
  const [gentle, steep] = [of(1 - share), of(share)];
  return belly === 'backward' ? [steep, gentle] : [gentle, steep];
}

/**
 * The truth: points in a row with the same muscles and with Coulomb friction that differs forwards and backwards.
 * Friction takes away what it can of a point's velocity, and no more than all of it.
 */
export function exactCrawl(worm: Worm, periods: number): number {
  const h = 1e-5;
  const n = WORM.length;
  const [forward, backward] = bellyFriction(worm).map((mu) => mu * GRAVITY * h);
  const x = Float64Array.from(WORM, (_, i) => i * (MUSCLE.rest - MUSCLE.swing));
  const v = new Float64Array(n);
  const force = new Float64Array(n);
  const middle = (): number => x.reduce((sum, one) => sum + one, 0) / n;
  const perPeriod = Math.round(MUSCLE.period / h);
  let start = 0;
  for (let step = 0; step < periods * perPeriod; step++) {
    if (step === perPeriod) start = middle();
    const [length, rate] = wanted(step * h);
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
  return (middle() - start) / (periods - 1);
}
