import { bristle, type FrictionLaw } from '@stiction/friction-core';
import type { PlainWorld, Scene, ShapeSpec } from '../scene.js';
import { bodyOnGround, GRAVITY } from './box-on-ground.js';
import { type Build, settle } from './run.js';

/**
 * Case 13: a body on bristles is pushed below breakaway, F = share · μ m g, and released. Reference: its foot moves by F/k and comes
 * back.
 *
 * The force rises smoothly over 0.5 s and is held for 3 s, falls in the same way, and 3 s follow. The mean of the last second of each
 * counts, because only the time stepping damps the bristles. The foot is the point of the body on the ground below its centre of mass:
 * a push at the height of the centre also rocks the body on its contacts, which are elastic too, and this is not friction. SI units.
 */
export interface Presliding {
  mu: number;
  /** Stiffness of the patch. */
  stiffness: number;
  share: number;
  mass?: number;
  /** A box .5 x .5 x .2 m, or a cylinder of radius .2 m and height .2 m that stands on its face. */
  shape?: 'box' | 'cylinder';
  /** Push at the ground instead of at the height of the centre of mass. */
  low?: boolean;
  bodyFirst?: boolean;
}

const HALF_HEIGHT = 0.1;
const SHAPES: Record<'box' | 'cylinder', ShapeSpec> = {
  box: { kind: 'box', halfExtents: [0.25, 0.25, HALF_HEIGHT] },
  cylinder: { kind: 'cylinder', radius: 0.2, height: 2 * HALF_HEIGHT },
};

/** The body of case 13 on the ground, with any law. */
export function restingBody(law: FrictionLaw, options: Pick<Presliding, 'mass' | 'shape' | 'bodyFirst'> = {}): Scene {
  const { mass = 1, shape = 'box', bodyFirst = false } = options;
  const mu = law.mu ?? 0.5;
  const scene = bodyOnGround({ name: 'presliding', mu, mass, shape: SHAPES[shape], height: HALF_HEIGHT, duration: 7 });
  return { ...scene, bodies: bodyFirst ? [...scene.bodies].reverse() : scene.bodies, law };
}

/** Position of the body's foot along x [m]. */
export function footOf(world: PlainWorld): number {
  const [x, y, z, w] = world.rotation('body');
  // x component of the rotated (0, 0, -half height).
  return world.position('body')[0] - HALF_HEIGHT * 2 * (x * z + w * y);
}

export interface PreslidingResult {
  /** Displacement of the foot and of the centre of mass, as a share of F/k. */
  foot: number;
  centre: number;
  /** Residual displacement after the release. */
  footLeft: number;
  centreLeft: number;
}

const RISE = 0.5;
const HOLD = 3;
const COUNTED = 1;

export function measurePresliding(build: Build, options: Presliding, dt: number): PreslidingResult {
  const { mu, stiffness, share, mass = 1, low = false } = options;
  const world = build(restingBody(bristle({ mu, stiffness }), options));
  settle(world, dt);
  const force = share * mu * mass * GRAVITY;
  const deflection = force / stiffness;
  const foot0 = footOf(world);
  const [centre0] = world.position('body');
  /** Runs the rise and the hold; returns the mean displacement of foot and centre in the last second. */
  const run = (forceAt: (t: number) => number): [number, number] => {
    let [foot, centre, count] = [0, 0, 0];
    const steps = Math.round((RISE + HOLD) / dt);
    for (let k = 0; k < steps; k++) {
      world.push('body', forceAt((k + 0.5) * dt), 0, 0, [0, 0, low ? -HALF_HEIGHT : 0]);
      world.step(dt);
      if ((k + 0.5) * dt < RISE + HOLD - COUNTED) continue;
      foot += footOf(world) - foot0;
      centre += world.position('body')[0] - centre0;
      count++;
    }
    return [foot / count / deflection, centre / count / deflection];
  };
  const [foot, centre] = run((t) => force * smoothRise(t / RISE));
  const [footLeft, centreLeft] = run((t) => force * (1 - smoothRise(t / RISE)));
  world.dispose();
  return { foot, centre, footLeft, centreLeft };
}

/** From 0 to 1 with continuous velocity and acceleration. */
export function smoothRise(u: number): number {
  const s = Math.min(1, Math.max(0, u));
  return s ** 3 * (10 - 15 * s + 6 * s * s);
}

/** Displacement of the foot of 1 kg under a push at the ground that rises to a share of μ m g [m]. */
export function measureHold(build: Build, law: FrictionLaw, mu: number, share: number, dt: number): number {
  const world = build(restingBody(law));
  settle(world, dt);
  const start = footOf(world);
  const steps = Math.round((RISE + HOLD) / dt);
  for (let k = 0; k < steps; k++) {
    world.push('body', share * mu * GRAVITY * smoothRise(((k + 0.5) * dt) / RISE), 0, 0, [0, 0, -HALF_HEIGHT]);
    world.step(dt);
  }
  const yielded = footOf(world) - start;
  world.dispose();
  return yielded;
}

const MOVED = 0.01;

/**
 * The smallest push, as a share of μ m g, that moves 1 kg by more than 1 cm in a second; bisected to 1e-4. `around`: search only this
 * far around 1.
 */
export function measureBreakaway(build: Build, law: FrictionLaw, mu: number, dt: number, around?: number): number {
  // With exact Coulomb friction this takes 2 m MOVED / t² beyond the threshold.
  const excess = (2 * MOVED) / (mu * GRAVITY);
  let [below, above] = around === undefined ? [0.5, 1.5] : [1 - around + excess, 1 + around + excess];
  while (above - below > 1e-4) {
    const share = 0.5 * (below + above);
    const world = build(restingBody(law));
    settle(world, dt);
    const [x0] = world.position('body');
    const steps = Math.round(1 / dt);
    for (let k = 0; k < steps; k++) {
      world.push('body', share * mu * GRAVITY, 0, 0, [0, 0, -HALF_HEIGHT]);
      world.step(dt);
    }
    if (world.position('body')[0] - x0 > MOVED) above = share;
    else below = share;
    world.dispose();
  }
  return 0.5 * (below + above) - excess;
}
