import { adhesive, bristle, coulomb, type FrictionLaw, lugre, maxwellSlip, rolling } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import type { BodySpec, Scene, SceneWorld } from '../src/index.js';
import { engines } from './engines.js';
import { full } from './full.js';

const LAWS: Record<string, () => FrictionLaw> = {
  coulomb: () => coulomb({ mu: 0.5 }),
  bristle: () => bristle({ mu: 0.5, stiffness: 1e4 }),
  lugre: () => lugre({ sigma0: 2000, sigma1: 20, muC: 0.4, muS: 0.5, vS: 0.05 }),
  adhesive: () => adhesive(coulomb({ mu: 0.5 }), { force: 5 }),
  rolling: () => rolling(coulomb({ mu: 0.5 }), { radius: 0.02 }),
  maxwellSlip: () =>
    maxwellSlip({
      elements: [
        { mu: 0.2, stiffness: 1e4 },
        { mu: 0.3, stiffness: 2e3 },
      ],
    }),
};

const ground: BodySpec = {
  name: 'ground',
  kind: 'fixed',
  shape: { kind: 'ground' },
  position: [0, 0, 0],
  material: 'ground',
};

function box(name: string, x: number, y: number, z: number, mass = 1): BodySpec {
  const shape = { kind: 'box', halfExtents: [0.25, 0.25, 0.1] } as const;
  return { name, kind: 'dynamic', shape, mass, position: [x, y, z], material: name };
}

const ball: BodySpec = {
  name: 'ball',
  kind: 'dynamic',
  shape: { kind: 'sphere', radius: 0.2 },
  mass: 1,
  position: [3, 0, 0.2],
  velocity: [0, 2, 0],
  angularVelocity: [0, 0, 5],
};

/** Scenes with much activity when the snapshot is taken, and a disturbance after it. */
const SCENES: Record<string, Partial<Scene> & { bodies: readonly BodySpec[]; steps: number; disturb: string }> = {
  'a stack that is being pushed': {
    bodies: [ground, ...[0, 1, 2, 3, 4].map((k) => box(`box ${k}`, 0.02 * k, 0.01 * k, 0.1 + 0.2 * k))],
    drive: (world) => world.push('box 2', 4, 1, 0),
    steps: 40,
    disturb: 'box 1',
  },
  'a sliding box and a rolling ball': {
    bodies: [ground, { ...box('box', 0, 0, 0.1), velocity: [4, 1, 0], angularVelocity: [0, 0, 3] }, ball],
    steps: 25,
    disturb: 'box',
  },
  'joints over the ground': {
    bodies: [ground, box('a', 0, 0, 0.1), box('b', 0.6, 0, 0.1, 2), box('c', 1.2, 0, 0.1)],
    joints: [
      { kind: 'ball', bodyA: 'a', bodyB: 'b', at: [0.3, 0, 0.1] },
      { kind: 'hinge', bodyA: 'b', bodyB: 'c', at: [0.9, 0, 0.1], axis: [0, 0, 1] },
    ],
    drive: (world) => world.push('a', 3, 12, 0),
    steps: 30,
    disturb: 'c',
  },
  'a plate that is shaken': {
    bodies: [
      {
        name: 'plate',
        kind: 'kinematic',
        shape: { kind: 'box', halfExtents: [2, 2, 0.1] },
        position: [0, 0, 0],
        material: 'plate',
      },
      box('a', 0, 0, 0.2),
      box('b', 0.05, 0.05, 0.4),
    ],
    drive: (world, time) => world.setVelocity('plate', 0.5 * Math.sin(9 * time), 0.2 * Math.cos(5 * time), 0),
    steps: 40,
    disturb: 'b',
  },
  'a pile that sleeps': {
    bodies: [ground, box('a', 0, 0, 0.1), box('b', 0.05, 0.05, 0.3), box('c', 0.1, 0, 0.5), box('d', 2, 0, 0.1)],
    gravity: [1.5, 0, -9.6],
    canSleep: true,
    steps: 240,
    disturb: 'c',
  },
};

function bits(world: SceneWorld): string {
  const numbers: number[] = [];
  for (const name of world.names) {
    numbers.push(...world.position(name), ...world.rotation(name), ...world.velocity(name));
    numbers.push(...world.angularVelocity(name));
  }
  return numbers.join();
}

for (const { engine, create } of engines) {
  describe(`snapshots in ${engine}`, () => {
    for (const [k, [what, { steps, disturb, ...rest }]] of Object.entries(SCENES).entries()) {
      // Coulomb, and one law with state: each of those in at least one scene.
      const [plain, ...remembering] = Object.keys(LAWS);
      test.each(full ? Object.keys(LAWS) : [plain, remembering[k % remembering.length]])(
        `${what}, %s: the same bits from there on`,
        (name) => {
          const law = LAWS[name]();
          const scene: Scene = { name: what, gravity: [0, 0, -9.81], stockMu: 0.5, law, duration: 1, ...rest };
          const world = create(scene, { stiction: true });
          for (let k = 0; k < steps; k++) world.step(1 / 60);
          // cannon-es reports no contacts of sleeping bodies; in Rapier their patches remain.
          if (rest.canSleep && engine === 'cannon') expect(world.friction!.report.patches).toBe(0);
          const data = world.friction!.snapshot();
          const twin = world.clone() as SceneWorld;
          twin.install(LAWS[name]()).restore(data);
          expect(twin.friction!.snapshot()).toEqual(data);
          for (let k = 0; k < 60; k++) {
            if (k === 20) for (const one of [world, twin]) one.setVelocity(disturb, 0.5, -1, 0);
            world.step(1 / 60);
            twin.step(1 / 60);
            expect(bits(twin), `step ${k}`).toBe(bits(world));
          }
          world.dispose();
          twin.dispose();
        },
      );
    }
  });
}
