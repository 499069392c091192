import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import RAPIER, { type Collider, type World } from '@dimforge/rapier3d-compat';
import { anisotropic, bristle, coulomb, type FrictionLaw, stribeck, surfaceVelocity } from '@stiction/friction-core';
import { patch } from '@stiction/limit-surface';
import { installFriction, type RapierFriction } from '@stiction/rapier-adapter';
import { MU, SCENES, type SceneName } from './rapier-cost-scenes.js';
import { quantile, timeOf } from './timing.js';

/**
 * Cost of friction in Rapier: a whole step over the stock step, CPU time, with both worlds stepping alternately in one process.
 *
 *     npm run bench -- rapier-cost [--only <text in the name>] [--save <file>]
 *
 * A scene settles once in stock Rapier; both twins of a case are restored from that snapshot and run for WARM steps first.
 */
const DT = 1 / 60;
/** Enough for the compiler to optimise scenes with few bodies, too. */
const WARM = 300;
const ROUNDS = 11;
const COUNT_EVERY = 3;
/** A block of steps is one measurement: at least this long [ms] and this many steps. */
const BLOCK = { least: 20, steps: 6, most: 400 };

interface Twin {
  world: World;
  loads: Collider[];
  special: Collider[];
}

interface CostCase {
  name: string;
  scene: SceneName;
  goal?: number;
  /** Null is stock against stock: how far a ratio deviates from 1 by chance. */
  install: ((twin: Twin) => RapierFriction) | null;
  /** Replaces the stock twin's setup. */
  stock?(twin: Twin): void;
  /** Runs before each step of the stock twin. */
  drive?(twin: Twin): void;
  /** Reads all contacts in each step, with an event listener. */
  readers?: boolean;
}

interface Result {
  name: string;
  goal: number | null;
  /** Step over stock: median over the rounds, and their quartiles. */
  ratio: number;
  low: number;
  high: number;
  /** Touching pairs of colliders, mean over some rounds: ours, stock. */
  pairs: [number, number];
  /** Stock step [ms]. */
  stockStep: number;
}

const PLAIN = coulomb({ mu: MU });
/** Slow, so that towers stand during the measurement. */
const SURFACE_SPEED = 1e-3;
const LAWS: { readonly [name: string]: FrictionLaw } = {
  patch: patch({ mu: MU }),
  stribeck: stribeck({ muS: 0.55, muC: 0.45, vS: 0.05 }),
  anisotropic: anisotropic({ mu: [0.6, 0.4] }),
  bristle: bristle({ mu: MU, stiffness: 1e5 }),
  surfaceVelocity: surfaceVelocity(PLAIN, [SURFACE_SPEED, 0, 0]),
};

function install(world: World, law: FrictionLaw, scope: 'all' | 'special' = 'special'): RapierFriction {
  return installFriction(world, { default: law, rapier: RAPIER, scope });
}

const everything = (law: FrictionLaw, scope?: 'all') => (twin: Twin) => install(twin.world, law, scope);

/** Some colliders have a special law against all others. */
function installSpecial(world: World, law: FrictionLaw, special: Collider[], others: Collider[]): RapierFriction {
  const friction = install(world, PLAIN);
  for (const collider of special) friction.setMaterial(collider, 'special');
  for (const collider of others) friction.setMaterial(collider, 'other');
  friction.setPair('special', 'other', law);
  friction.setPair('special', 'special', law);
  return friction;
}

/** The first loads of each hundred. */
function installShare({ world, loads }: Twin, law: FrictionLaw, percent: number): RapierFriction {
  const special = loads.filter((_, k) => (k * percent) % 100 < percent);
  return installSpecial(
    world,
    law,
    special,
    collidersOf(world).filter(({ handle }) => !special.some((one) => one.handle === handle)),
  );
}

const BELT_SPEED = 0.5;

/** The motion of a belt without a belt: loads glide without friction. A belt with a moving body would cost more. */
function glide(loads: readonly Collider[], speed: number): void {
  for (const collider of loads) {
    collider.setFriction(0);
    collider.setFrictionCombineRule(RAPIER.CoefficientCombineRule.Min);
    // Makes Rapier update the coefficient of an existing contact.
    collider.setTranslationWrtParent({ x: 0, y: 0, z: 0 });
    collider.parent()?.setLinvel({ x: speed, y: 0, z: 0 }, true);
  }
}

/** The usual solution in stock Rapier: the belt is a moving body, reset before each step. */
function useMovingBody(twin: Twin, speed: number): void {
  const { world } = twin;
  twin.special = twin.special.map((belt) => {
    const { x, y, z } = belt.translation();
    const desc = RAPIER.RigidBodyDesc.kinematicVelocityBased().setTranslation(x, y, z).setLinvel(speed, 0, 0);
    const moving = new RAPIER.ColliderDesc(belt.shape).setFriction(belt.friction());
    world.removeCollider(belt, true);
    return world.createCollider(moving, world.createRigidBody(desc));
  });
}

const BELT: Pick<CostCase, 'scene' | 'goal' | 'install'> = {
  scene: 'belt',
  goal: 1.05,
  install: ({ world, loads, special }) =>
    installSpecial(world, surfaceVelocity(PLAIN, [BELT_SPEED, 0, 0]), special, loads),
};

const CASES: readonly CostCase[] = [
  ...(['stacks of 1000', 'heap of 200', 'heap of 1000', 'asleep 1000'] as const).map(
    (scene): CostCase => ({ name: `${scene}, stock against stock`, scene, install: null }),
  ),
  ...(['stacks of 200', 'stacks of 1000', 'heap of 200', 'heap of 1000'] as const).flatMap((scene): CostCase[] => [
    { name: `${scene}, Coulomb only`, scene, goal: 1.02, install: everything(PLAIN) },
    { name: `${scene}, Coulomb only, scope all`, scene, install: everything(PLAIN, 'all') },
  ]),
  ...(['stacks of 1000', 'heap of 1000'] as const).flatMap((scene) =>
    [[1, 1.03] as const, [5, 1.08] as const, [20, 1.3] as const].map(
      ([percent, goal]): CostCase => ({
        name: `${scene}, ${percent} % special (patch)`,
        scene,
        goal,
        install: (twin) => installShare(twin, LAWS.patch, percent),
      }),
    ),
  ),
  ...[['stacks of 1000', 1.7] as const, ['heap of 200', 2.2] as const, ['heap of 1000', 2.2] as const].flatMap(
    ([scene, goal]) =>
      Object.entries(LAWS).map(
        ([law, one]): CostCase => ({ name: `${scene}, all ${law}`, scene, goal, install: everything(one) }),
      ),
  ),
  // Not for surface velocity, which wakes its loads.
  ...Object.entries({ coulomb: PLAIN, ...LAWS })
    .filter(([law]) => law !== 'surfaceVelocity')
    .map(
      ([law, one]): CostCase => ({
        name: `asleep 1000, ${law}`,
        scene: 'asleep 1000',
        goal: 1.02,
        install: everything(one),
      }),
    ),
  { ...BELT, name: 'belt under 200 crates', stock: ({ loads }) => glide(loads, BELT_SPEED) },
  {
    ...BELT,
    name: 'belt under 200 crates, over a kinematic body that is reset',
    stock: (twin) => useMovingBody(twin, BELT_SPEED),
    drive: ({ special }) => {
      for (const belt of special) belt.parent()?.setTranslation({ ...belt.translation(), x: 0 }, true);
    },
  },
  {
    name: 'car with four special tyres among 500 crates',
    scene: 'car',
    goal: 1.05,
    install: ({ world, special }) =>
      installSpecial(
        world,
        LAWS.stribeck,
        special,
        collidersOf(world).filter(({ handle }) => !special.some((one) => one.handle === handle)),
      ),
  },
  ...(['stacks of 1000', 'heap of 200'] as const).flatMap((scene): CostCase[] => [
    { name: `${scene}, Coulomb only, readers`, scene, install: everything(PLAIN), readers: true },
    { name: `${scene}, all patch, readers`, scene, install: everything(LAWS.patch), readers: true },
  ]),
  ...(['mesh', 'height field', 'voxels'] as const).flatMap((scene): CostCase[] => [
    { name: `200 boxes on ${scene}, Coulomb only`, scene, goal: 1.02, install: everything(PLAIN) },
    { name: `200 boxes on ${scene}, all patch`, scene, goal: 1.7, install: everything(LAWS.patch) },
  ]),
];

function collidersOf(world: World): Collider[] {
  const all: Collider[] = [];
  world.forEachCollider((collider) => all.push(collider));
  return all;
}

const settled = new Map<SceneName, () => Twin>();

/** A twin of the settled scene; the first call settles the scene. */
function restore(scene: SceneName): Twin {
  let make = settled.get(scene);
  if (!make) {
    const { world, loads, special = [] } = SCENES[scene].build();
    world.timestep = DT;
    for (let k = 0; k < SCENES[scene].settle; k++) world.step();
    const bytes = world.takeSnapshot();
    const [loadHandles, specialHandles] = [loads, special].map((list) => list.map(({ handle }) => handle));
    world.free();
    make = () => {
      const copy = RAPIER.World.restoreSnapshot(bytes);
      copy.timestep = DT;
      const find = (handle: number): Collider => copy.getCollider(handle);
      return { world: copy, loads: loadHandles.map(find), special: specialHandles.map(find) };
    };
    settled.set(scene, make);
  }
  return make();
}

function measure({ name, scene, goal, install: start, stock, drive, readers }: CostCase): Result {
  const [twin, other] = [restore(scene), restore(scene)];
  const friction = start?.(twin);
  stock?.(other);
  const step = friction ? (readers ? readingStep(friction) : () => friction.step()) : () => twin.world.step();
  const stockStep = (): void => {
    drive?.(other);
    other.world.step();
  };
  for (let k = 0; k < WARM; k++) {
    step();
    stockStep();
  }
  const each = Math.min(time(step, BLOCK.steps), time(stockStep, BLOCK.steps)) / BLOCK.steps;
  const steps = Math.min(BLOCK.most, Math.max(BLOCK.steps, Math.ceil(BLOCK.least / Math.max(each, 1e-3))));
  const counts: [number[], number[]] = [[], []];
  const ratios: number[] = [];
  const stockTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Ours, stock, stock, ours: the second of a pair differs from the first by a few percent.
    const first = time(step, steps);
    const stockTime = time(stockStep, steps) + time(stockStep, steps);
    ratios.push((first + time(step, steps)) / stockTime);
    stockTimes.push(stockTime / (2 * steps));
    if (round % COUNT_EVERY !== 0) continue;
    for (const [k, { world }] of [twin, other].entries()) counts[k].push(countPairs(world));
  }
  friction?.uninstall();
  twin.world.free();
  other.world.free();
  return {
    name,
    goal: goal ?? null,
    ratio: quantile(ratios, 0.5),
    low: quantile(ratios, 0.25),
    high: quantile(ratios, 0.75),
    pairs: [mean(counts[0]), mean(counts[1])],
    stockStep: quantile(stockTimes, 0.5),
  };
}

function readingStep(friction: RapierFriction): () => void {
  let events = 0;
  let load = 0;
  friction.onStickSlip(() => events++);
  return () => {
    friction.step();
    for (const contact of friction.contacts()) load += contact.normalForce;
    if (Number.isNaN(load + events)) throw new Error('a load is NaN');
  };
}

function time(step: () => void, steps: number): number {
  return timeOf(() => {
    for (let k = 0; k < steps; k++) step();
  });
}

/** m. */
const TOUCHING = 0.01;

/** By contact distance: manifolds of meshes do not show which contacts the solver used. */
function countPairs(world: World): number {
  let count = 0;
  world.forEachCollider((collider) =>
    world.contactPairsWith(collider, (other) => {
      if (collider.handle > other.handle) return;
      let touches = false;
      world.contactPair(collider, other, (manifold) => {
        for (let k = 0; k < manifold.numContacts(); k++) touches ||= manifold.contactDist(k) < TOUCHING;
      });
      if (touches) count++;
    }),
  );
  return count;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const HEAD =
  '| case | goal | step / stock | quartiles | pairs, ours / stock | stock step, ms |\n|---|---|---|---|---|---|';

function line({ name, goal, ratio, low, high, pairs, stockStep }: Result): string {
  const verdict = goal === null ? '-' : `${goal.toFixed(2)} ${ratio <= goal ? 'met' : 'missed'}`;
  const spread = `${low.toFixed(3)} - ${high.toFixed(3)}`;
  return `| ${name} | ${verdict} | ${ratio.toFixed(3)} | ${spread} | ${pairs.map((count) => count.toFixed(0)).join(' / ')} | ${stockStep.toFixed(2)} |`;
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  if (at >= 0 && !process.argv[at + 1]) throw new Error(`${name} needs a value`);
  return at >= 0 ? process.argv[at + 1] : undefined;
}

await RAPIER.init();
const only = option('--only');
const file = option('--save');
const results: Result[] = [];
console.log(`\n## rapier-cost\n\n${HEAD}`);
for (const one of CASES.filter(({ name }) => name.includes(only ?? ''))) {
  const result = measure(one);
  results.push(result);
  console.log(line(result));
}
if (file) {
  const saved = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    suites: { 'rapier-cost': results },
  };
  writeFileSync(resolve(process.env.INIT_CWD ?? '.', file), `${JSON.stringify(saved, null, 1)}\n`);
}
