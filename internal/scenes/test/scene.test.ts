import { coulomb } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import type { Scene } from '../src/index.js';
import { engines } from './engines.js';

const base: Omit<Scene, 'bodies'> = {
  name: 'scene test',
  gravity: [0, 0, -9.81],
  stockMu: 0.5,
  law: coulomb({ mu: 0.5 }),
  duration: 1,
};
const box = { kind: 'box', halfExtents: [0.1, 0.1, 0.1] } as const;

for (const { engine, create } of engines) {
  describe.each([true, false])(`scenes in ${engine}, with Stiction: %s`, (stiction) => {
    test('a ball joint holds its distance, a hinge its axis', () => {
      const world = create(
        {
          ...base,
          bodies: [
            { name: 'anchor', kind: 'fixed', shape: box, position: [0, 0, 5] },
            { name: 'bob', kind: 'dynamic', mass: 1, shape: box, position: [1, 0, 5] },
            { name: 'post', kind: 'fixed', shape: box, position: [5, 0, 5] },
            { name: 'door', kind: 'dynamic', mass: 1, shape: box, position: [6, 0, 5], velocity: [0, 0.5, 0] },
          ],
          joints: [
            { kind: 'ball', bodyA: 'anchor', bodyB: 'bob', at: [0, 0, 5] },
            { kind: 'hinge', bodyA: 'post', bodyB: 'door', at: [5, 0, 5], axis: [0, 0, 1] },
          ],
        },
        { stiction },
      );
      const tolerance = stiction ? 0.01 : 0.3; // joints of stock cannon-es give way
      let lowest = 5;
      for (let k = 0; k < 90; k++) {
        world.step(1 / 120);
        const [x, y, z] = world.position('bob');
        expect(Math.abs(Math.hypot(x, y, z - 5) - 1)).toBeLessThan(tolerance);
        lowest = Math.min(lowest, z);
        const [dx, dy, dz] = world.position('door');
        expect(Math.abs(Math.hypot(dx - 5, dy) - 1)).toBeLessThan(tolerance);
        expect(Math.abs(dz - 5)).toBeLessThan(tolerance);
      }
      expect(lowest).toBeLessThan(4.1); // it did swing
      expect(world.position('door')[1]).toBeGreaterThan(0.2); // it did turn
      world.dispose();
    });

    test('drive is called before every step, with the time', () => {
      const times: number[] = [];
      const world = create(
        {
          ...base,
          bodies: [{ name: 'cart', kind: 'kinematic', shape: box, position: [0, 0, 0] }],
          drive: (driven, time) => {
            times.push(time);
            driven.setVelocity('cart', 2, 0, 0);
          },
        },
        { stiction },
      );
      for (let k = 0; k < 60; k++) world.step(1 / 60);
      expect(times).toHaveLength(60);
      expect(times[0]).toBe(0);
      expect(world.time).toBeCloseTo(1, 12);
      expect(world.position('cart')[0]).toBeCloseTo(2, 4);
      expect(() => world.position('nobody')).toThrow("no body named 'nobody'");
      world.dispose();
    });
  });
}
