import RAPIER from '@dimforge/rapier3d-compat';
import { anisotropic, bristle, type FrictionLaw, stribeck } from '@stiction/friction-core';
import { patch } from '@stiction/limit-surface';
import { beforeAll, describe, expect, test } from 'vitest';
import { FAMILIES, type Family, type Fault, judge, randomScene } from '../src/cannon-stress/index.js';
import { mirrorInRapier } from '../src/rapier-stress/index.js';
import { full } from './full.js';

beforeAll(() => RAPIER.init());

const PER_FAMILY = full ? 20 : 2;

/** Replaces the scene's law, `coulomb`. */
const LAWS: Readonly<Record<string, (law: FrictionLaw, mu: number) => FrictionLaw>> = {
  coulomb: (law) => law,
  stribeck: (_, mu) => stribeck({ muS: mu, muC: 0.8 * mu, vS: 0.05 }),
  patch: (_, mu) => patch({ mu }),
  anisotropic: (_, mu) => anisotropic({ mu: [1.25 * mu, mu] }),
  bristle: (_, mu) => bristle({ mu, stiffness: 1e5 }),
};

/** The faults of a seeded scene in stock Rapier, or with a law on all bodies. */
function faultsOf(seed: number, law: string | null): Fault[] {
  const example = randomScene(seed).build();
  const made = law ? LAWS[law](example.law, example.law.mu ?? 0) : null;
  const mirror = mirrorInRapier(RAPIER, example.world, { law: made, scope: law === 'coulomb' ? 'all' : 'special' });
  const { faults } = judge({ example, step: (dt) => mirror.step(dt) });
  mirror.dispose();
  return faults;
}

const stock = new Map<number, Fault[]>();

// 1,000 scenes: npm run bench -- rapier-random.
describe.each(FAMILIES)('random scenes: %s', (family: Family) => {
  const first = FAMILIES.indexOf(family);
  const seeds = Array.from({ length: PER_FAMILY }, (_, k) => first + FAMILIES.length * k);

  test.each(Object.keys(LAWS))('no more faults than in the stock engine under %s', (law) => {
    const runs = seeds.map((seed) => {
      const expected = stock.get(seed) ?? faultsOf(seed, null);
      stock.set(seed, expected);
      return { seed, stock: expected, ours: faultsOf(seed, law) };
    });
    const count = (side: 'stock' | 'ours'): number => runs.reduce((sum, run) => sum + run[side].length, 0);
    const message = runs.map((run) => `seed ${run.seed}: stock [${run.stock}], ours [${run.ours}]`).join('; ');
    // Faults are rare events of chaotic scenes: counts scatter by their square root, and their difference by that of the sum.
    const scatter = Math.round(Math.sqrt(count('stock') + count('ours')));
    expect(count('ours'), message).toBeLessThanOrEqual(count('stock') + scatter);
  });
});
