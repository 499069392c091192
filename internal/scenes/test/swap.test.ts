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

/** Laws to swap to, and the elastic displacement of each under the push [m]. */
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

/** Swaps, steps once, and returns the jump of the friction force, as a share of it. */
function jump(world: SceneWorld, dt: number, swap: () => void): number {
  const [x0, y0] = forceOf(world);
  swap();
  world.step(dt);
  const [x1, y1] = forceOf(world);
  return Math.hypot(x1 - x0, y1 - y0) / Math.hypot(x0, y0);
}

/** The same if the engine holds the box and reports no force: from the speed that the box gains in that step. */
function jumpBySpeed(world: SceneWorld, dt: number, swap: () => void): number {
  const [x0, y0] = world.velocity('box');
  swap();
  world.step(dt);
  const [x1, y1] = world.velocity('box');
  return Math.hypot(x1 - x0, y1 - y0) / ((PUSH / MASS) * dt);
}

const SWAPS: Record<string, (world: SceneWorld, law: FrictionLaw) => [there: () => void, back: () => void]> = {
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
  // In Rapier the engine itself holds sticking bodies.
  const reportsForces = engine === 'cannon';
  const jumpOf = reportsForces ? jump : jumpBySpeed;
  const [most, slack] = reportsForces ? [0.01, 1e-6] : [0.1, 1e-4];
  describe.each(Object.keys(SWAPS))(`a box held at half the limit in ${engine}, laws swapped by %s`, (swap) => {
    test.each(Object.keys(LAWS))('coulomb to %s and back causes no jump', (name) => {
      for (const dt of STEPS) {
        const world = create(scene, { stiction: true });
        for (let k = 0; k < 30; k++) world.step(dt);
        if (reportsForces) expect(Math.hypot(...forceOf(world)) / PUSH).toBeCloseTo(1, 2);
        const [make, give] = LAWS[name];
        const [there, back] = SWAPS[swap](world, make());
        const [x0, y0] = world.position('box');
        const moved = () => Math.hypot(world.position('box')[0] - x0, world.position('box')[1] - y0);
        expect(jumpOf(world, dt, there)).toBeLessThan(most);
        for (let k = 0; k < 60; k++) {
          world.step(dt);
          expect(moved()).toBeLessThan(give + slack);
        }
        if (reportsForces) expect(Math.hypot(...forceOf(world)) / PUSH).toBeCloseTo(1, 2);
        expect(jumpOf(world, dt, back)).toBeLessThan(most);
        for (let k = 0; k < 60; k++) world.step(dt);
        expect(moved()).toBeLessThan(give + 2 * slack);
        world.dispose();
      }
    });
  });
}
