import { ellipsoidSet } from '@stiction/lcp-solver';
import { describe, expect, test } from 'vitest';
import { createMaterialPairs, findPair, materialId, NO_MATERIAL, setMaterialLaw } from '../../src/adapter/index.js';
import {
  adhesive,
  anisotropic,
  coulomb,
  custom,
  type FrictionLaw,
  lugre,
  type PatchBuffers,
  type PlanarRun,
  rolling,
  SHAPE_STRIDE,
  scaled,
  simulate,
  spinning,
  stribeck,
  surfaceVelocity,
} from '../../src/index.js';
import { createBlockWorld } from '../../src/testing/index.js';

const body = { mass: 1, normalForce: 9.81, inertia: 0.01, torsionRadius: 0.1, vx: 1, vy: -0.4, spin: 12 };
const none = () => undefined;
const slide = (law: FrictionLaw): PlanarRun => simulate(law, body, none, 1 / 240, 300);

function expectSame(one: PlanarRun, other: PlanarRun, digits: number): void {
  for (const name of ['x', 'y', 'angle'] as const) expect(other[name][299]).toBeCloseTo(one[name][299], digits);
}

describe('scaled', () => {
  test('multiplies every coefficient by f', () => {
    expectSame(slide(coulomb({ mu: 0.6 })), slide(scaled(coulomb({ mu: 0.3 }), 2)), 12);
    const bristles = { sigma0: 1e4, sigma1: 3, sigma2: 0.1, vS: 0.01 };
    // N (σ0 z + …) with twice the load is N (2σ0 z + …), with g twice as large: the same motion of z.
    const twice = lugre({ ...bristles, sigma0: 2e4, sigma1: 6, sigma2: 0.2, muC: 0.4, muS: 0.6 });
    expectSame(slide(twice), slide(scaled(lugre({ ...bristles, muC: 0.2, muS: 0.3 }), 2)), 9);
  });

  test('composes and reports its mu', () => {
    const law = scaled(scaled(stribeck({ muS: 0.6, muC: 0.4, vS: 0.01 }), 0.5), 0.5);
    expect(law.mu).toBeCloseTo(0.15, 12);
    expectSame(slide(stribeck({ muS: 0.15, muC: 0.1, vS: 0.01 })), slide(law), 12);
  });
});

describe('spinning', () => {
  const spinOnly = { mass: 1, normalForce: 9.81, inertia: 0.01, spin: 20 };

  test.each([
    ['coulomb', coulomb({ mu: 0.5 })],
    ['anisotropic', anisotropic({ mu: [0.5, 0.2] })],
    ['scaled', scaled(coulomb({ mu: 0.5 }), 0.3)],
  ])('a point under %s is braked by radius · N', (_, law) => {
    const { spin } = simulate(spinning(law, { radius: 0.01 }), spinOnly, none, 1e-3, 1000);
    expect(spin[999]).toBeCloseTo(20 - (0.01 * 9.81) / 0.01, 9);
  });

  test('is scaled inside scaled', () => {
    const law = scaled(spinning(coulomb({ mu: 0.5 }), { radius: 0.01 }), 0.5);
    const { spin } = simulate(law, spinOnly, none, 1e-3, 1000);
    expect(spin[999]).toBeCloseTo(20 - (0.005 * 9.81) / 0.01, 9);
  });

  test('requires a law with torsion', () => {
    const odd = custom({ name: 'odd', set: ellipsoidSet, linearize: none });
    expect(() => spinning(odd, { radius: 0.1 })).toThrow("the set of law 'odd' has no torsion radius");
  });
});

describe('surfaceVelocity', () => {
  test('a belt carries a block along without slip', () => {
    const world = createBlockWorld({ law: surfaceVelocity(coulomb({ mu: 0.5 }), [0.6, 0, 0]) });
    const at: number[] = [];
    for (let k = 0; k < 120; k++) {
      world.step(1 / 60);
      at.push(world.position(0)[0]);
    }
    expect(world.velocity(0)[0]).toBeCloseTo(0.6, 7);
    expect(at[119] - at[59]).toBeCloseTo(0.6, 7);
    expect(world.store.current.sliding[0]).toBe(0);
    expect(Math.abs(world.store.current.slip[0])).toBeLessThan(1e-9); // slip is against the belt
  });

  test('the belt can be on the other body', () => {
    const world = createBlockWorld({ law: surfaceVelocity(coulomb({ mu: 0.5 }), [0.6, 0, 0]), isSwapped: true });
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect(world.velocity(0)[0]).toBeCloseTo(0.6, 7);
  });

  test('velocity-dependent laws use the slip relative to the belt', () => {
    const law = surfaceVelocity(stribeck({ muS: 0.8, muC: 0.2, vS: 0.01 }), [3, 0, 0]);
    const { fx } = simulate(law, { mass: 1, normalForce: 10 }, none, 1e-3, 10);
    expect(fx[9]).toBeCloseTo(2, 6);
  });
});

describe('rolling', () => {
  test('cannot be applied twice', () => {
    const once = rolling(coulomb({ mu: 0.5 }), { radius: 0.01 });
    expect(() => rolling(once, { radius: 0.01 })).toThrow('has rolling resistance already');
  });
});

describe('adhesive', () => {
  test('a block slides with μ (N + a), and a pull up to m g + a does not lift it', () => {
    const world = createBlockWorld({ law: adhesive(coulomb({ mu: 0.5 }), { force: 5 }) });
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    world.setVelocity(0, [2, 0, 0], [0, 0, 0]);
    for (let k = 0; k < 6; k++) world.step(1 / 60);
    expect(world.velocity(0)[0]).toBeCloseTo(2 - 0.5 * (9.81 + 5) * 0.1, 3);
    world.setForce(0, [0, 0, 0.99 * (9.81 + 5)]);
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect(world.position(0)[2]).toBeLessThan(0.1001);
    world.setForce(0, [0, 0, 1.01 * (9.81 + 5)]);
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect(world.position(0)[2]).toBeGreaterThan(0.5);
  });

  test('a pressure acts on the area of the contact', () => {
    const world = createBlockWorld({ law: adhesive(coulomb({ mu: 0.5 }), { pressure: 100 }) });
    world.step(1 / 60);
    expect(world.store.current.adhesion[0]).toBeCloseTo(100 * 0.5 * 0.4, 9);
  });

  test('keeps the modifiers and the friction of its law', () => {
    const law = adhesive(rolling(stribeck({ muS: 0.6, muC: 0.4, vS: 0.01 }), { radius: 0.01 }), { force: 5 });
    expect(law.mu).toBe(0.6);
    expect(law.modifier?.inner.modifier).toMatchObject({ kind: 'rolling', size: 0.01 });
    expect(law.extraRows).toBe(law.modifier?.inner.extraRows);
    expect(scaled(law, 2).adhesion).toEqual({ force: 5, pressure: 0, range: undefined });
  });

  test('of two materials, the stronger adhesion applies', () => {
    const pairs = createMaterialPairs(coulomb({ mu: 0.5 }));
    setMaterialLaw(pairs, 'tape', adhesive(coulomb({ mu: 0.5 }), { force: 5 }), 'geometric');
    setMaterialLaw(pairs, 'glue', adhesive(coulomb({ mu: 0.5 }), { force: 8, range: 0.01 }), 'geometric');
    const both = findPair(pairs, materialId(pairs, 'tape'), materialId(pairs, 'glue')).law;
    expect(both.adhesion).toEqual({ force: 8, pressure: 0, range: 0.01 });
    const withDefault = findPair(pairs, materialId(pairs, 'tape'), NO_MATERIAL).law;
    expect(withDefault.adhesion?.force).toBe(5);
  });
});

describe('custom', () => {
  function fault(law: FrictionLaw): PatchBuffers {
    const world = createBlockWorld({ law });
    for (let k = 0; k < 10; k++) world.step(1 / 60);
    for (const value of [...world.position(0), ...world.velocity(0)]) expect(value).toBeCloseTo(value, 12);
    expect(Number.isFinite(world.position(0)[0])).toBe(true);
    return world.store.current;
  }

  test('a law that throws has no friction and reports the error', () => {
    const law = custom({
      name: 'broken',
      set: ellipsoidSet,
      linearize: () => {
        throw new Error('oh');
      },
    });
    const patches = fault(law);
    expect(patches.lawError).toBe("law 'broken': linearize threw: Error: oh");
    expect(patches.normalScale[0]).toBe(0);
  });

  test('a law that writes NaN has no friction and reports the error', () => {
    const law = custom({
      name: 'nan',
      set: ellipsoidSet,
      stateSize: 1,
      linearize(patches, i) {
        patches.shape.fill(0.5, SHAPE_STRIDE * i, SHAPE_STRIDE * i + 3);
      },
      commit(patches, i) {
        patches.state[patches.stateStride * i] = Number.NaN;
      },
    });
    const patches = fault(law);
    expect(patches.lawError).toBe("law 'nan': commit wrote a number that is not finite");
    expect(patches.state[0]).toBe(0);
  });

  test('an error of a law in one patch does not affect other patches', () => {
    let calls = 0;
    const law = custom({
      name: 'sometimes',
      set: ellipsoidSet,
      linearize(patches, i) {
        calls++;
        if (i === 1) throw new Error('not this one');
        patches.shape.fill(0.5, SHAPE_STRIDE * i, SHAPE_STRIDE * i + 3);
      },
    });
    const world = createBlockWorld({ law, blocks: 2 });
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    world.setVelocity(0, [0.5, 0, 0]);
    world.setVelocity(1, [0.5, 0, 0]);
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    expect(calls).toBeGreaterThan(0);
    expect(world.velocity(0)[0]).toBeCloseTo(0, 7);
    expect(world.velocity(1)[0]).toBeCloseTo(0.5, 6);
  });
});
