import { coulomb } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import type { Scene, SceneWorld } from '../src/index.js';
import { engines } from './engines.js';

const box = { kind: 'box', halfExtents: [0.2, 0.2, 0.2] } as const;
const scene: Scene = {
  name: 'grab test',
  gravity: [0, 0, -9.81],
  stockMu: 0.5,
  law: coulomb({ mu: 0.5 }),
  bodies: [
    { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] },
    { name: 'crate', kind: 'dynamic', mass: 2, shape: box, position: [0, 0, 0.2] },
    { name: 'anvil', kind: 'dynamic', mass: 2000, shape: box, position: [3, 0, 0.2] },
  ],
  canSleep: true,
  duration: 10,
};
const CORNER = [0.2, 0.2, 0.2] as const;
/** The spring lags behind a steady hand by 2/ω. */
const LAG = 2 / 30;

/** Kinetic and potential energy [J]. */
function energyOf(world: SceneWorld): number {
  const inertia = (2 / 3) * 2 * 0.2 ** 2;
  const v = Math.hypot(...world.velocity('crate'));
  const w = Math.hypot(...world.angularVelocity('crate'));
  return 0.5 * 2 * v * v + 0.5 * inertia * w * w + 2 * 9.81 * world.position('crate')[2];
}

/** Position of the crate's corner that is held. */
function cornerOf(world: SceneWorld): [number, number, number] {
  const [px, py, pz] = world.position('crate');
  const [x, y, z, w] = world.rotation('crate');
  const [a, b, c] = CORNER;
  const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [
    px + a + w * t[0] + y * t[2] - z * t[1],
    py + b + w * t[1] + z * t[0] - x * t[2],
    pz + c + w * t[2] + x * t[1] - y * t[0],
  ];
}

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const worlds = engines.flatMap(({ engine, create }) =>
  [true, false].map((stiction) => ({ engine, stiction, make: (own = scene) => create(own, { stiction }) })),
);

describe.each(worlds)('a grab in $engine, with Stiction: $stiction', ({ make }) => {
  test.each([30, 60, 120, 480])('lifts a box by its corner, and it falls after the release; dt 1/%i', (rate) => {
    const world = make();
    const dt = 1 / rate;
    const run = (seconds: number, act?: (time: number) => void) => {
      for (let k = 0; k < Math.round(seconds * rate); k++) {
        act?.(k * dt);
        world.step(dt);
      }
    };
    run(0.2);
    world.grab('crate', CORNER);
    const target = [1, -0.5, 2] as const;
    world.moveGrab(target);
    const before = energyOf(world);
    let most = 0;
    run(4, () => {
      most = Math.max(most, energyOf(world));
    });
    expect(distance(cornerOf(world), target)).toBeLessThan(0.01);
    expect(Math.hypot(...world.velocity('crate'))).toBeLessThan(0.2);
    // The spring pulls at 8 m/s at most, to a height of 2 m.
    expect(most - before).toBeLessThan(0.5 * 2 * 10 ** 2 + 2 * 9.81 * 2);
    world.release();
    run(2);
    expect(world.position('crate')[2]).toBeLessThan(0.36);
    world.dispose();
  });

  test.each([30, 480])('a thrown box has the speed of the hand; dt 1/%i', (rate) => {
    const world = make();
    world.step(1 / rate);
    world.grab('crate', [0, 0, 0]);
    const SPEED = 4;
    for (let k = 0; k < 0.6 * rate; k++) {
      // Up first, away from the ground.
      world.moveGrab([(SPEED * k) / rate, 0, 1.5]);
      world.step(1 / rate);
    }
    const [x, , z] = world.velocity('crate');
    expect(x).toBeGreaterThan(0.97 * SPEED);
    expect(x).toBeLessThan(1.03 * SPEED);
    expect(Math.abs(z)).toBeLessThan(0.05 * SPEED);
    expect(distance(world.position('crate'), [(SPEED * (0.6 * rate - 1)) / rate, 0, 1.5])).toBeLessThan(
      1.6 * LAG * SPEED,
    );
    world.release();
    const start = world.position('crate')[0];
    for (let k = 0; k < 0.2 * rate; k++) world.step(1 / rate);
    expect(world.position('crate')[0] - start).toBeGreaterThan(0.95 * 0.2 * SPEED);
    world.dispose();
  });

  test('wakes a sleeping body, is limited by its mass, and ends with the body', () => {
    const world = make();
    for (let k = 0; k < 300; k++) world.step(1 / 60);
    const [x] = world.position('crate');
    world.grab('crate', [0, 0, 0]);
    world.moveGrab([x + 0.5, 0, 0.6]);
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect(world.position('crate')[0] - x).toBeGreaterThan(0.45);
    // Holding the light box against the heavy one does not move that.
    world.moveGrab([10, 0, 0.2]);
    for (let k = 0; k < 120; k++) world.step(1 / 60);
    expect(Math.abs(world.position('anvil')[0] - 3)).toBeLessThan(0.01);
    world.remove('crate');
    world.moveGrab([0, 0, 1]);
    for (let k = 0; k < 3; k++) world.step(1 / 60);
    expect(world.position('anvil').every(Number.isFinite)).toBe(true);
    world.dispose();
  });

  test('a body on a guide moves along it only', () => {
    const world = make({
      ...scene,
      bodies: [{ name: 'cart', kind: 'dynamic', mass: 1, shape: box, position: [0, 0, 1], guide: 'x' }],
    });
    world.step(1 / 60);
    world.grab('cart', [0.1, 0.1, 0.1]);
    world.moveGrab([1.1, 0.7, 2.3]);
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    const [x, y, z] = world.position('cart');
    expect(Math.abs(x - 1)).toBeLessThan(0.01);
    expect(Math.hypot(y, z - 1)).toBeLessThan(1e-6);
    world.dispose();
  });

  test('needs a dynamic body and finite points', () => {
    const world = make();
    expect(() => world.grab('ground', [0, 0, 0])).toThrow("grab needs a dynamic body (got 'ground', fixed)");
    expect(() => world.grab('crate', [0, Number.NaN, 0])).toThrow('localPoint must be three finite numbers');
    expect(() => world.moveGrab([0, 0, Number.POSITIVE_INFINITY])).toThrow('target must be three finite numbers');
    world.dispose();
  });
});
