import {
  bristle,
  coulomb,
  elastoPlastic,
  type FrictionLaw,
  lugre,
  maxwellSlip,
  stribeck,
} from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import type { Scene, SceneWorld } from '../src/index.js';
import { engines } from './engines.js';
import { STEPS } from './full.js';

const MU = 0.5;
const MASS = 2;
const LIMIT = MU * MASS * 9.81;
const PUSH = 0.5 * LIMIT;

/** Laws to swap to, and how far each gives way under the push [m]. */
const LAWS: Record<string, [law: () => FrictionLaw, give: number]> = {
  bristle: [() => bristle({ mu: MU, stiffness: 1e5 }), PUSH / 1e5],
  lugre: [() => lugre({ sigma0: 1e4, sigma1: 50, muC: 0.4, muS: MU, vS: 0.01 }), (0.5 * MU) / 1e4],
  elastoPlastic: [() => elastoPlastic({ sigma0: 1e4, sigma1: 50, muC: 0.4, muS: MU, vS: 0.01 }), (0.5 * MU) / 1e4],
  maxwellSlip: [
    () =>
      maxwellSlip({
        elements: [
          { mu: 0.2, stiffness: 4e4 },
          { mu: 0.3, stiffness: 6e4 },
        ],
      }),
    PUSH / 1e5,
  ],
  stribeck: [() => stribeck({ muS: MU, muC: 0.4, vS: 0.01 }), 0],
};

const scene: Scene = {
  name: 'swap',
  gravity: [0, 0, -9.81],
  stockMu: MU,
  law: coulomb({ mu: MU }),
  duration: 1,
  bodies: [
    { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ground' },
    {
      name: 'box',
      kind: 'dynamic',
      shape: { kind: 'box', halfExtents: [0.25, 0.25, 0.1] },
      mass: MASS,
      position: [0, 0, 0.1],
      material: 'box',
    },
  ],
  drive: (world) => world.push('box', 0.8 * PUSH, 0.6 * PUSH, 0),
};

function forceOf(world: SceneWorld): [number, number] {
  let x = 0;
  let y = 0;
  for (const { frictionForce } of world.friction!.contacts()) {
    x += frictionForce?.[0] ?? Number.NaN;
    y += frictionForce?.[1] ?? Number.NaN;
  }
  return [x, y];
}

/** Swaps, takes a step, and tells by how much the friction force has jumped, as a share of itself. */
function jump(world: SceneWorld, dt: number, swap: () => void): number {
  const [x0, y0] = forceOf(world);
  swap();
  world.step(dt);
  const [x1, y1] = forceOf(world);
  return Math.hypot(x1 - x0, y1 - y0) / Math.hypot(x0, y0);
}

/** The same where the engine holds the box and does not tell by how much: from the speed that the box gets in that step. */
function jumpBySpeed(world: SceneWorld, dt: number, swap: () => void): number {
  const [x0, y0] = world.velocity('box');
  swap();
  world.step(dt);
  const [x1, y1] = world.velocity('box');
  return Math.hypot(x1 - x0, y1 - y0) / ((PUSH / MASS) * dt);
}

const WAYS: Record<string, (world: SceneWorld, law: FrictionLaw) => [there: () => void, back: () => void]> = {
  setDefault: (world, law) => [() => world.friction!.setDefault(law), () => world.friction!.setDefault(scene.law)],
  'setPair and removePair': (world, law) => [
    () => world.friction!.setPair('box', 'ground', law),
    () => world.friction!.removePair('ground', 'box'),
  ],
  setMaterialLaw: (world, law) => [
    () => {
      world.friction!.setMaterialLaw('ground', law);
      world.friction!.setMaterialLaw('box', law);
    },
    () => world.friction!.setPair('ground', 'box', scene.law),
  ],
};

for (const { engine, create } of engines) {
  // In Rapier what sticks is held by the engine itself.
  const tells = engine === 'cannon';
  const jumpOf = tells ? jump : jumpBySpeed;
  const [most, slack] = tells ? [0.01, 1e-6] : [0.1, 1e-4];
  describe.each(Object.keys(WAYS))(`a box held at half the limit in ${engine}, laws swapped by %s`, (way) => {
    test.each(Object.keys(LAWS))('coulomb to %s and back: no jump', (name) => {
      for (const dt of STEPS) {
        const world = create(scene, { stiction: true });
        for (let k = 0; k < 30; k++) world.step(dt);
        if (tells) expect(Math.hypot(...forceOf(world)) / PUSH).toBeCloseTo(1, 2);
        const [make, give] = LAWS[name];
        const [there, back] = WAYS[way](world, make());
        const [x0, y0] = world.position('box');
        const moved = () => Math.hypot(world.position('box')[0] - x0, world.position('box')[1] - y0);
        expect(jumpOf(world, dt, there)).toBeLessThan(most);
        for (let k = 0; k < 60; k++) {
          world.step(dt);
          expect(moved()).toBeLessThan(give + slack);
        }
        if (tells) expect(Math.hypot(...forceOf(world)) / PUSH).toBeCloseTo(1, 2);
        expect(jumpOf(world, dt, back)).toBeLessThan(most);
        for (let k = 0; k < 60; k++) world.step(dt);
        expect(moved()).toBeLessThan(give + 2 * slack);
        world.dispose();
      }
    });
  });
}
