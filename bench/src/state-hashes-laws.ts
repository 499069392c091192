import { anisotropic, bristle, coulomb, type FrictionLaw, stribeck } from '@stiction/friction-core';
import { patch } from '@stiction/limit-surface';
import type { BodySpec, Scene, ShapeSpec } from '@stiction/scenes';
import { LAWS, rough } from '@stiction/scenes/all-laws';
import { STRIBECK } from '@stiction/scenes/laws';
import { textured } from '@stiction/texture-friction';
import { type CreateWorld, type HashCase, type HashWorld, hashWorlds, type Watch } from './state-hashes-run.js';

const DT = 1 / 60;

/** Boxes, balls and cylinders that are thrown on the ground with spin, and a stack in their way. `unit`: units per metre. */
function thrown(law: FrictionLaw, unit = 1): Scene {
  const bodies: BodySpec[] = [
    { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ground' },
  ];
  for (let k = 0; k < 9; k++) {
    const [row, column] = [Math.floor(k / 3), k % 3];
    bodies.push({
      name: `thrown ${k}`,
      kind: 'dynamic',
      mass: 1 + 0.3 * k,
      shape: shapeOf(column, unit),
      position: [unit * (1.2 * row - 1.8), unit * (1.1 * column - 1.1), unit * (0.3 + 0.05 * row)],
      rotation: row === 1 ? [0.1, 0.2, 0, Math.sqrt(0.95)] : [0, 0, 0, 1],
      velocity: [unit * (2 - 0.7 * row), unit * 0.4 * (column - 1), 0],
      angularVelocity: [0.5 * row, 0, 3 - 2 * column],
      material: 'load',
    });
  }
  for (let k = 0; k < 4; k++)
    bodies.push({
      name: `stacked ${k}`,
      kind: 'dynamic',
      mass: 1,
      shape: { kind: 'box', halfExtents: [0.2 * unit, 0.2 * unit, 0.1 * unit] },
      position: [unit * (1.4 + 0.02 * k), 0, unit * (0.1 + 0.2 * k)],
      material: 'load',
    });
  return {
    name: 'thrown',
    gravity: [0, 0, -9.81 * unit],
    bodies,
    stockMu: 0.5,
    lengthUnit: unit,
    law,
    pairs: [['ground', 'load', law]],
    duration: 2,
  };
}

function shapeOf(column: number, unit: number): ShapeSpec {
  if (column === 0) return { kind: 'box', halfExtents: [0.25 * unit, 0.2 * unit, 0.15 * unit] };
  if (column === 1) return { kind: 'sphere', radius: 0.2 * unit };
  return { kind: 'cylinder', radius: 0.2 * unit, height: 0.3 * unit };
}

/** All laws in one engine, and what may happen to a world while it runs. */
export function lawCases(engine: string, create: CreateWorld): HashCase[] {
  const scenes: Record<string, () => HashWorld> = {
    ...Object.fromEntries(Object.entries(LAWS).map(([name, make]) => [name, () => create(thrown(make()))])),
    'coulomb, twice the iterations': () => create(thrown(coulomb({ mu: 0.5 })), { effort: 2 }),
    'patch, bodies may sleep': () => create({ ...thrown(patch({ mu: 0.5 })), canSleep: true }),
    'patch, in centimetres': () => create(thrown(patch({ mu: 0.5 }), 100)),
  };
  return [
    ...Object.entries(scenes).map(
      ([name, build]): HashCase => ({
        engine,
        name: `law, ${name}`,
        run: (hash) => hashWorlds(hash, (watch) => run(watch(build()), STEPS)),
      }),
    ),
    ...Object.entries(EVENTS).map(
      ([name, act]): HashCase => ({
        engine,
        name: `event, ${name}`,
        run: (hash) => hashWorlds(hash, (watch) => act((scene) => watch(create(scene)))),
      }),
    ),
    ...RESTORED.map(
      (name): HashCase => ({
        engine,
        name: `snapshot, ${name}`,
        run: (hash) => hashWorlds(hash, (watch) => restoreMidway(watch, create, LAWS[name]())),
      }),
    ),
  ];
}

const STEPS = 120;
const MIDWAY = 40;

function run(world: HashWorld, steps: number): void {
  for (let k = 0; k < steps; k++) world.step(DT);
}

const EVENTS: Readonly<Record<string, (build: (scene: Scene) => HashWorld) => void>> = {
  'law of a pair swapped': (build) => {
    const world = build(thrown(bristle({ mu: 0.5, stiffness: 1e4 })));
    for (const name of ['lugre', 'patch', 'maxwellSlip', 'coulomb', 'viscoElastic']) {
      run(world, 20);
      world.friction?.setPair('ground', 'load', LAWS[name]());
    }
    run(world, 20);
  },
  'default law swapped': (build) => {
    const world = build(thrown(patch({ mu: 0.5 })));
    run(world, MIDWAY);
    world.friction?.setDefault(anisotropic({ mu: [0.6, 0.2] }));
    world.friction?.removePair('ground', 'load');
    run(world, MIDWAY);
  },
  'laws of materials': (build) => {
    const world = build(thrown(coulomb({ mu: 0.5 })));
    world.friction?.removePair('ground', 'load');
    world.friction?.setMaterialLaw('ground', anisotropic({ mu: [0.6, 0.2] }));
    world.friction?.setMaterialLaw('load', stribeck(STRIBECK));
    run(world, MIDWAY);
    world.friction?.setMaterialLaw('ground', textured({ mu0: 0.2, surface: rough() }));
    run(world, MIDWAY);
  },
  'body removed': (build) => {
    const world = build(thrown(patch({ mu: 0.5 })));
    run(world, MIDWAY);
    world.remove('stacked 1');
    run(world, MIDWAY);
  },
  'velocities set and forces applied': (build) => {
    const world = build(thrown(stribeck(STRIBECK)));
    run(world, MIDWAY);
    world.setVelocity('stacked 3', 1, 0.5, 0);
    world.setAngularVelocity('thrown 0', 0, 0, 5);
    for (let k = 0; k < MIDWAY; k++) {
      world.push('thrown 2', 6, 0, 0, [0, 0, 0.1]);
      world.setGravity(0.05 * k, 0, -9.81);
      world.step(DT);
    }
  },
  'uninstalled and installed again': (build) => {
    const world = build(thrown(bristle({ mu: 0.5, stiffness: 1e4 })));
    run(world, 30);
    world.uninstall();
    run(world, 30);
    world.install(patch({ mu: 0.3 }));
    run(world, 30);
  },
};

/** Laws without memory, with it, and with a second block. */
const RESTORED: readonly string[] = [
  'coulomb',
  'lugre',
  'patch',
  'maxwellSlip',
  'rolling(bristle)',
  'textured, smooth',
];

/** Goes on in a copy of the world, from a snapshot. */
function restoreMidway(watch: Watch, create: CreateWorld, law: FrictionLaw): void {
  const world = watch(create(thrown(law)));
  run(world, MIDWAY);
  const bytes = world.friction?.snapshot();
  if (!bytes) throw new Error('no friction is installed');
  const copy = watch(world.clone() as HashWorld);
  copy.install(law).restore(bytes);
  run(copy, MIDWAY);
}
