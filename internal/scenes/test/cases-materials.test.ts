import { bristle, coulomb, type FrictionLaw, rolling, surfaceVelocity } from '@stiction/friction-core';
import { describe, expect, test, vi } from 'vitest';
import { crateOn, type Scene } from '../src/index.js';
import { engines } from './engines.js';
import { STEPS } from './full.js';

const dt = 1 / 60;
const GRAVITY = 9.81;

/** A plate with three crates on it: one without a material, one without a law, one with its own law. */
function crates(canSleep = false): Scene {
  const box = { kind: 'box', halfExtents: [0.2, 0.2, 0.2] } as const;
  const names = ['nameless', 'plain', 'sticky'];
  return {
    ...crateOn(() => 'grass'),
    surfaces: [],
    pairs: [],
    law: coulomb({ mu: 0.3 }),
    canSleep,
    bodies: [
      { name: 'plate', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'belt' },
      ...names.map((name, k) => ({
        name,
        kind: 'dynamic' as const,
        shape: box,
        position: [0, k, 0.2] as const,
        mass: 1,
        ...(k > 0 && { material: name }),
      })),
    ],
  };
}

describe.each(engines)('materials in $engine', ({ build, engine }) => {
  const step = (world: ReturnType<typeof build>, seconds: number) => {
    for (let k = 0; k < seconds / dt; k++) world.step(dt);
  };
  const speeds = (world: ReturnType<typeof build>) =>
    ['nameless', 'plain', 'sticky'].map((name) => world.velocity(name)[0]);

  test('a law with a surface velocity moves every crate, named or not, whatever its own law', () => {
    const world = build(crates());
    world.friction?.setMaterialLaw('belt', surfaceVelocity(coulomb({ mu: 0.5 }), [1, 0, 0]));
    world.friction?.setMaterialLaw('sticky', bristle({ mu: 0.9, stiffness: 1e4 }));
    step(world, 1.5);
    for (const speed of speeds(world)) expect(Math.abs(speed - 1)).toBeLessThan(0.02);
    world.dispose();
  });

  test('a wildcard pair does the same, and an exact pair comes first', () => {
    const world = build(crates());
    world.friction?.setPair('belt', '*', surfaceVelocity(coulomb({ mu: 0.5 }), [1, 0, 0]));
    world.friction?.setPair('belt', 'sticky', coulomb({ mu: 0.5 }));
    step(world, 1.5);
    const [nameless, plain, sticky] = speeds(world);
    expect(Math.abs(nameless - 1)).toBeLessThan(0.02);
    expect(Math.abs(plain - 1)).toBeLessThan(0.02);
    expect(Math.abs(sticky)).toBeLessThan(1e-3);
    world.dispose();
  });

  test('rolling resistance of a ball acts on any floor', () => {
    const lever = 0.01;
    const radius = 0.2;
    const scene: Scene = {
      ...crates(),
      bodies: [
        { name: 'plate', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] },
        {
          name: 'ball',
          kind: 'dynamic',
          shape: { kind: 'sphere', radius },
          position: [0, 0, radius],
          mass: 1,
          material: 'ball',
        },
      ],
    };
    const world = build(scene);
    world.friction?.setMaterialLaw('ball', rolling(coulomb({ mu: 0.5 }), { radius: lever }));
    step(world, 0.5);
    world.setVelocity('ball', 1, 0, 0);
    world.setAngularVelocity('ball', 0, 1 / radius, 0);
    const start = world.position('ball')[0];
    step(world, 6);
    // Deceleration of a solid ball: g lever / radius · 5/7.
    const expected = 1 / (2 * GRAVITY * (lever / radius) * (5 / 7));
    expect(Math.abs((world.position('ball')[0] - start) / expected - 1)).toBeLessThan(0.06);
    world.dispose();
  });

  test('a belt that starts takes sleeping crates along, and one that stops is a plate', () => {
    const velocity = [0, 0, 0];
    const world = build(crates(true));
    world.friction?.setPair('belt', '*', surfaceVelocity(coulomb({ mu: 0.5 }), velocity));
    step(world, 5);
    for (const speed of speeds(world)) expect(Math.abs(speed)).toBeLessThan(1e-4);
    velocity[0] = 0.8;
    step(world, 1.5);
    for (const speed of speeds(world)) expect(Math.abs(speed - 0.8)).toBeLessThan(0.02);
    velocity[0] = 0;
    step(world, 2);
    const before = world.position('plain')[0];
    step(world, 3);
    expect(Math.abs(world.position('plain')[0] - before)).toBeLessThan(1e-4);
    world.dispose();
  });

  test('a misspelt material is said once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const world = build(crates());
    world.friction?.setPair('belt', 'plian', coulomb({ mu: 0.1 }));
    // Unused, but not similar to any material in use.
    world.friction?.setPair('belt', 'granite', coulomb({ mu: 0.1 }));
    step(world, 5);
    const messages = warn.mock.calls.map(([message]) => String(message));
    warn.mockRestore();
    world.dispose();
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain("no body has the material 'plian' that a law names; did you mean 'plain'?");
  });

  test('what is not a material is refused', () => {
    const world = build(crates());
    const set = world.friction?.setPair as (a: unknown, b: unknown, law: FrictionLaw) => void;
    expect(() => set(world.body('plain'), 'belt', coulomb({ mu: 1 }))).toThrow(
      engine === 'cannon'
        ? 'setPair: material must be a CANNON.Material or a name (got a Body)'
        : 'setPair: first material must be a non-empty name (got a',
    );
    expect(() => coulomb({ mu: '0.5' as never })).toThrow(
      "coulomb: mu must be a finite number >= 0 (got '0.5', a string)",
    );
    world.dispose();
  });

  test.each(STEPS)('a snapshot keeps mixtures and places, bit by bit, at dt %f', (h) => {
    const surface = () => mix;
    const mix = { names: ['grass', 'ice'], weights: [0.3, 0.7] };
    const scene: Scene = {
      ...crateOn(surface),
      pairs: [
        ['crate', 'grass', bristle({ mu: 0.5, stiffness: 1e4 })],
        ['crate', 'ice', bristle({ mu: 0.1, stiffness: 1e4 })],
      ],
    };
    const world = build(scene);
    for (let k = 0; k < 30; k++) world.step(h);
    world.setVelocity('body', 1, 0.2, 0);
    for (let k = 0; k < 10; k++) world.step(h);
    const data = world.friction?.snapshot() as Uint8Array;
    const clone = world.clone();
    clone.install(scene.law).restore(data);
    for (let k = 0; k < 40; k++) {
      world.step(h);
      clone.step(h);
      expect(clone.position('body')).toEqual(world.position('body'));
    }
    world.dispose();
    clone.dispose();
  });
});
