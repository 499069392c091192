import type { FrictionLaw } from '../laws/friction-law.js';
import { SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { type BlockWorld, type BlockWorldOptions, createBlockWorld } from './block-world.js';
import { assert, assertNear, type Check, seededRandom } from './check.js';
import type { Rotation, Vector } from './engine-world.js';

export interface LawConformanceOptions {
  /** Seed of the random forces; the checks that use it have it in their names. @default 1 */
  seed?: number;
  /**
   * The law does not depend on the direction of the slip in the world. Only then must the motion be the same in a rotated world.
   * @default true
   */
  isotropic?: boolean;
  /**
   * Largest difference between two runs that differ only in rounding [m]. Larger for laws with thresholds.
   * @default 1e-9 for swapped bodies, 1e-7 for a rotated world
   */
  tolerance?: number;
  /** The law finally stops a sliding block. @default true */
  stops?: boolean;
}

/**
 * Checks that every friction law must pass, on blocks on a plane with the real solver:
 *
 *     for (const check of lawConformance(() => coulomb({ mu: 0.5 }))) test(check.name, check.run)
 */
export function lawConformance(makeLaw: () => FrictionLaw, options: LawConformanceOptions = {}): Check[] {
  const { seed = 1, isotropic = true, stops = true, tolerance } = options;
  const checks: Check[] = [
    { name: `λ stays in its set under random forces (seed ${seed})`, run: () => staysInSet(makeLaw, seed) },
    { name: 'kinetic energy never exceeds its initial value', run: () => dissipates(makeLaw, stops) },
    { name: 'swapping A and B changes nothing', run: () => ignoresOrder(makeLaw, tolerance ?? 1e-9) },
    { name: 'the path converges with smaller steps', run: () => converges(makeLaw) },
    { name: 'patches do not share state', run: () => keepsPatchesApart(makeLaw) },
    { name: 'same input, same bits', run: () => repeats(makeLaw) },
    { name: 'stays finite from 1 µg to 1000 t', run: () => staysFinite(makeLaw) },
  ];
  // Adhesion is a load.
  if (!makeLaw().adhesion) {
    checks.push({ name: 'there is no friction without a normal force', run: () => needsLoad(makeLaw) });
  }
  if (isotropic) {
    checks.push({
      name: `a rotated world moves the same way (seed ${seed})`,
      run: () => ignoresFrame(makeLaw, seed, tolerance ?? 1e-7),
    });
  }
  return checks;
}

const DT = 1 / 60;

function staysInSet(makeLaw: () => FrictionLaw, seed: number): void {
  const random = seededRandom(seed);
  const world = createBlockWorld({ law: makeLaw() });
  for (let k = 0; k < 600; k++) {
    world.setForce(0, [20 * (random() - 0.5), 20 * (random() - 0.5), 10 * (random() - 0.5)]);
    if (k % 50 === 0) world.setVelocity(0, [2 * random() - 1, 2 * random() - 1, 0], [0, 0, 20 * (random() - 0.5)]);
    world.step(k % 3 === 0 ? DT : DT / 4);
    const p = world.store.current;
    for (let i = 0; i < p.count; i++) {
      const gauge = p.law[i].set.gauge(p.impulse, 3 * i, p.shape, SHAPE_STRIDE * i);
      assert(
        gauge <= p.normalScale[i] * p.normalImpulse[i] * (1 + 1e-9) + 1e-15,
        `step ${k}: gauge of λ is ${gauge}, above the normal impulse ${p.normalImpulse[i]} times normalScale ${p.normalScale[i]}`,
      );
    }
  }
}

function dissipates(makeLaw: () => FrictionLaw, stops: boolean): void {
  for (const [linear, angular] of [
    [
      [3, 1, 0],
      [0, 0, 0],
    ],
    [
      [0, 0, 0],
      [0, 0, 15],
    ],
    [
      [1, -2, 0],
      [0, 0, -8],
    ],
  ] as const) {
    const world = settled({ law: makeLaw() });
    world.setVelocity(0, linear, angular);
    const start = world.kineticEnergy();
    let last = start;
    for (let k = 0; k < 600; k++) {
      world.step(DT);
      last = world.kineticEnergy();
      assert(last <= start * (1 + 1e-9), `kinetic energy increased from ${start} to ${last} J in step ${k}`);
    }
    if (stops) assert(last <= 1e-6 * start, `after 10 s ${last} J of ${start} J are left`);
  }
}

function needsLoad(makeLaw: () => FrictionLaw): void {
  const world = createBlockWorld({ law: makeLaw(), gravity: 0 });
  world.setVelocity(0, [1, 0.5, 1e-3], [0, 0, 3]);
  for (let k = 0; k < 60; k++) world.step(DT);
  const [vx, vy] = world.velocity(0);
  assertNear('speed along x', vx, 1, 1e-12);
  assertNear('speed along y', vy, 0.5, 1e-12);
  assertNear('spin', world.angularVelocity(0)[2], 3, 1e-12);
}

function ignoresOrder(makeLaw: () => FrictionLaw, tolerance: number): void {
  const one = slide({ law: makeLaw() }, DT, 120);
  const other = slide({ law: makeLaw(), isSwapped: true }, DT, 120);
  assertSameMotion(one, other, tolerance);
}

function ignoresFrame(makeLaw: () => FrictionLaw, seed: number, tolerance: number): void {
  const random = seededRandom(seed);
  const straight = slide({ law: makeLaw() }, DT, 120);
  for (let trial = 0; trial < 5; trial++) {
    const q = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.hypot(...q);
    const rotation = q.map((x) => x / length) as unknown as Rotation;
    assertSameMotion(straight, slide({ law: makeLaw(), rotation }, DT, 120), tolerance);
  }
}

function converges(makeLaw: () => FrictionLaw): void {
  const end = (steps: number): Vector => slide({ law: makeLaw() }, 1 / steps, steps).position(0);
  const coarse = end(480);
  const middle = end(1920);
  const fine = end(7680);
  const first = distance(coarse, middle);
  const second = distance(middle, fine);
  assert(
    second <= 0.75 * first + 1e-9,
    `a quarter of the step moved the end point by ${first} m, a sixteenth by another ${second} m`,
  );
}

function keepsPatchesApart(makeLaw: () => FrictionLaw): void {
  const law = makeLaw();
  const together = settled({ law, blocks: 2 });
  const alone = settled({ law, blocks: 2 });
  together.setVelocity(0, [2, 0.3, 0], [0, 0, 4]);
  together.setVelocity(1, [-1, 1, 0], [0, 0, -3]);
  alone.setVelocity(0, [2, 0.3, 0], [0, 0, 4]);
  for (let k = 0; k < 90; k++) {
    together.step(DT);
    alone.step(DT);
  }
  assert(
    together.position(0).join() === alone.position(0).join(),
    `another block's motion changed this one's: ${together.position(0).join()} and ${alone.position(0).join()}`,
  );
}

function repeats(makeLaw: () => FrictionLaw): void {
  const one = slide({ law: makeLaw() }, DT, 90);
  const other = slide({ law: makeLaw() }, DT, 90);
  const text = (world: BlockWorld) => [...world.position(0), ...world.velocity(0), ...world.angularVelocity(0)].join();
  assert(text(one) === text(other), `two runs differ: ${text(one)} and ${text(other)}`);
}

function staysFinite(makeLaw: () => FrictionLaw): void {
  for (const mass of [1e-9, 1e-3, 1e3, 1e6]) {
    const world = slide({ law: makeLaw(), mass }, DT, 120);
    for (const value of [...world.position(0), ...world.velocity(0)]) {
      assert(Number.isFinite(value), `mass ${mass} kg ends at ${value}`);
    }
  }
}

/** A block at rest on the plane. */
function settled(options: BlockWorldOptions): BlockWorld {
  const world = createBlockWorld(options);
  for (let k = 0; k < 60; k++) world.step(DT);
  return world;
}

/** A block that slides and spins for some steps, starting from rest. */
function slide(options: BlockWorldOptions, dt: number, steps: number): BlockWorld {
  const world = settled(options);
  world.setVelocity(0, [2, 0.5, 0], [0, 0, 5]);
  for (let k = 0; k < steps; k++) world.step(dt);
  return world;
}

function assertSameMotion(one: BlockWorld, other: BlockWorld, tolerance: number): void {
  for (let e = 0; e < 3; e++) {
    assertNear(`position ${e}`, other.position(0)[e], one.position(0)[e], tolerance);
    assertNear(`velocity ${e}`, other.velocity(0)[e], one.velocity(0)[e], tolerance);
    assertNear(`angular velocity ${e}`, other.angularVelocity(0)[e], one.angularVelocity(0)[e], 10 * tolerance);
  }
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
