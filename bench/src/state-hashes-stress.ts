import RAPIER from '@dimforge/rapier3d-compat';
import { anisotropic, bristle, coulomb, type FrictionLaw, surfaceVelocity } from '@stiction/friction-core';
import { patch } from '@stiction/limit-surface';
import { installFriction } from '@stiction/rapier-adapter';
import { cannonExamples } from '@stiction/scenes/cannon-examples';
import { createPour, randomScene, startExample } from '@stiction/scenes/cannon-stress';
import { loadMirror } from '@stiction/scenes/rapier-stress';
import type * as CANNON from 'cannon-es';
import { MU, SCENES, type SceneName } from './rapier-cost-scenes.js';
import type { StateHash } from './state-hashes-hash.js';
import type { HashCase } from './state-hashes-run.js';

const DT = 1 / 60;
const STEPS = 120;
/** Every family of random scenes comes up this often. */
const SEEDS = 24;
const POUR = { steps: 240, keep: 20 };

/** Scenes that exist in cannon-es only, and the random ones of both engines. */
export async function stressCases(): Promise<HashCase[]> {
  return [...exampleCases(), ...(await randomCases()), ...(await pourCases()), ...COST_CASES.map(costCase)];
}

function exampleCases(): HashCase[] {
  return cannonExamples.map(({ name, build }) => ({
    engine: 'cannon-es',
    name: `example, ${name}`,
    run(hash) {
      const { example, step } = startExample(build, { stiction: true });
      for (let k = 0; k < STEPS; k++) {
        step(DT);
        addBodies(hash, example.world.bodies);
      }
    },
  }));
}

/** Random scenes come with `coulomb`; in Rapier that is only a test of Stiction if every collider is acquired. */
const RAPIER_LAWS: readonly ((mu: number) => FrictionLaw)[] = [
  (mu) => patch({ mu }),
  (mu) => anisotropic({ mu: [1.25 * mu, mu] }),
  (mu) => bristle({ mu, stiffness: 1e5 }),
];

async function randomCases(): Promise<HashCase[]> {
  const mirror = await loadMirror();
  const cases: HashCase[] = [];
  for (let seed = 0; seed < SEEDS; seed++) {
    const { family, build } = randomScene(seed);
    const name = `random ${family}, seed ${seed}`;
    cases.push({
      engine: 'cannon-es',
      name,
      run(hash) {
        const { example, step } = startExample(build, { stiction: true });
        for (let k = 0; k < STEPS; k++) {
          step(DT);
          addBodies(hash, example.world.bodies);
        }
      },
    });
    for (const scope of ['special', 'all'] as const)
      cases.push({
        engine: scope === 'all' ? 'rapier-all' : 'rapier',
        name,
        run(hash) {
          const { world, law } = build();
          const other = RAPIER_LAWS[Math.floor(seed / 6) % RAPIER_LAWS.length](law.mu ?? 0);
          const { step, dispose } = mirror(world, { law: scope === 'all' ? law : other, scope });
          for (let k = 0; k < STEPS; k++) {
            step(DT);
            addBodies(hash, world.bodies);
          }
          dispose();
        },
      });
  }
  return cases;
}

/** Bodies come and go. */
async function pourCases(): Promise<HashCase[]> {
  const mirror = await loadMirror();
  const runPour = (hash: StateHash, pour: ReturnType<typeof createPour>): void => {
    for (let k = 0; k < POUR.steps; k++) {
      pour.step();
      addBodies(hash, pour.world.bodies);
    }
  };
  const { keep } = POUR;
  return [
    { engine: 'cannon-es', name: 'pour', run: (hash) => runPour(hash, createPour(1, { stiction: true, keep })) },
    ...(['special', 'all'] as const).map(
      (scope): HashCase => ({
        engine: scope === 'all' ? 'rapier-all' : 'rapier',
        name: 'pour',
        run(hash) {
          const open: { dispose(): void }[] = [];
          const stepper = (world: CANNON.World) => {
            const started = mirror(world, { law: scope === 'all' ? coulomb({ mu: 0.5 }) : patch({ mu: 0.5 }), scope });
            open.push(started);
            return started;
          };
          runPour(hash, createPour(1, { stiction: true, keep, stepper }));
          for (const one of open) one.dispose();
        },
      }),
    ),
  ];
}

function addBodies(hash: StateHash, bodies: readonly CANNON.Body[]): void {
  for (const { position: p, quaternion: q, velocity: v, angularVelocity: w } of bodies)
    hash.add(p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z);
}

interface CostCase {
  scene: SceneName;
  law: FrictionLaw;
  /** Who gets the law. */
  on: 'all' | 'special';
}

/** Larger Rapier worlds: piles, motors, joints, meshes and voxels. */
const COST_CASES: readonly CostCase[] = [
  { scene: 'stacks of 200', law: patch({ mu: MU }), on: 'all' },
  { scene: 'heap of 200', law: anisotropic({ mu: [MU, 0.8 * MU] }), on: 'all' },
  { scene: 'belt', law: surfaceVelocity(coulomb({ mu: MU }), [1, 0, 0]), on: 'special' },
  { scene: 'car', law: anisotropic({ mu: [1, 0.8] }), on: 'special' },
  { scene: 'mesh', law: patch({ mu: MU }), on: 'all' },
  { scene: 'height field', law: bristle({ mu: MU, stiffness: 1e5 }), on: 'all' },
  { scene: 'voxels', law: patch({ mu: MU }), on: 'all' },
];
const COST_STEPS = { settle: 40, run: 40 };

function costCase({ scene, law, on }: CostCase): HashCase {
  return {
    engine: 'rapier',
    name: `${scene}, ${law.name} on ${on}`,
    run(hash) {
      const { world, special = [] } = SCENES[scene].build();
      world.timestep = DT;
      for (let k = 0; k < COST_STEPS.settle; k++) world.step();
      const friction = installFriction(world, { rapier: RAPIER, default: on === 'all' ? law : coulomb({ mu: MU }) });
      if (on === 'special') {
        for (const collider of special) friction.setMaterial(collider, 'special');
        world.forEachCollider((collider) => {
          if (!special.includes(collider)) friction.setMaterial(collider, 'other');
        });
        friction.setPair('special', 'other', law);
      }
      for (let k = 0; k < COST_STEPS.run; k++) {
        friction.step();
        world.forEachRigidBody((body) => {
          const [p, q, v, w] = [body.translation(), body.rotation(), body.linvel(), body.angvel()];
          hash.add(p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z);
        });
      }
      friction.uninstall();
      world.free();
    },
  };
}
