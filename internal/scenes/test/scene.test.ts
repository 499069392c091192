import { coulomb } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import type { BodySpec, Scene, ShapePart } from '../src/index.js';
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
    test('a ball joint keeps its distance, a hinge its axis', () => {
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
      const tolerance = stiction ? 0.01 : 0.3; // joints of stock cannon-es are soft
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
      expect(lowest).toBeLessThan(4.1); // it swings
      expect(world.position('door')[1]).toBeGreaterThan(0.2); // it rotates
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

    test('a guided body moves only along its axis', () => {
      const finger: BodySpec = {
        name: 'finger',
        kind: 'dynamic',
        mass: 2,
        shape: box,
        guide: 'y',
        position: [0, 0, 1],
      };
      const world = create({ ...base, gravity: [0, 0, -9.81], bodies: [finger] }, { stiction });
      for (let k = 0; k < 10; k++) {
        world.push('finger', 3, 4, 5, [0.1, 0.2, 0.3]);
        world.step(0.01);
      }
      expect(world.velocity('finger')[0]).toBe(0);
      expect(world.velocity('finger')[1]).toBeCloseTo(0.2, 6);
      expect(world.velocity('finger')[2]).toBe(0);
      expect(world.angularVelocity('finger')).toEqual([0, 0, 0]);
      expect(world.position('finger')[2]).toBe(1);
      world.dispose();
    });

    test('balls bounce off each other but not off bodies without restitution', () => {
      const shape = { kind: 'sphere', radius: 0.1 } as const;
      const ball = (name: string, x: number, vx: number, bounce: number): BodySpec => {
        return {
          name,
          kind: 'dynamic',
          mass: 1,
          shape,
          material: name,
          bounce,
          position: [x, 0, 0],
          velocity: [vx, 0, 0],
        };
      };
      const bodies = [ball('cue', 0, 1, 1), ball('red', 0.25, 0, 0.8), ball('clay', 0.5, 0, 0)];
      const world = create({ ...base, gravity: [0, 0, 0], bodies }, { stiction });
      for (let k = 0; k < 300; k++) world.step(1 / 240);
      // cannon-es turns overlap into speed.
      const tolerance = engine === 'cannon' && !stiction ? 0.2 : 0.005;
      for (const [name, speed] of [
        ['cue', 0.1],
        ['red', 0.45],
        ['clay', 0.45],
      ] as const) {
        expect(Math.abs(world.velocity(name)[0] - speed)).toBeLessThan(tolerance);
      }
      world.dispose();
    });

    test('a body can have custom moments of inertia', () => {
      const far: ShapePart = { shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0, 0.3] };
      const shape = { kind: 'compound', parts: [far] } as const;
      const top: BodySpec = { name: 'top', kind: 'dynamic', mass: 2, inertia: [1, 2, 4], shape, position: [0, 0, 0] };
      const world = create({ ...base, gravity: [0, 0, 0], bodies: [top] }, { stiction });
      world.push('top', 0, 0, 12, [0, 1, 0]);
      world.push('top', 12, 0, 0, [0, 0, 1]);
      world.push('top', 0, 12, 0, [1, 0, 0]);
      world.step(1e-3);
      for (const [k, rate] of [12e-3, 6e-3, 3e-3].entries()) {
        expect(world.angularVelocity('top')[k]).toBeCloseTo(rate, 6);
        expect(world.velocity('top')[k]).toBeCloseTo(6e-3, 6);
      }
      world.dispose();
    });
  });

  test(`parts of a body can have different materials in ${engine}`, () => {
    const foot = (x: number, material: string): ShapePart => ({ shape: box, position: [x, 0, 0], material });
    const sled: BodySpec = {
      name: 'sled',
      kind: 'dynamic',
      mass: 1,
      shape: { kind: 'compound', parts: [foot(0.5, 'ice'), foot(-0.5, 'rubber')] },
      position: [0, 0, 0.1],
      velocity: [0, 1, 0],
    };
    const floor: BodySpec = {
      name: 'floor',
      kind: 'fixed',
      shape: { kind: 'ground' },
      position: [0, 0, 0],
      material: 'floor',
    };
    const bodies = [floor, sled];
    const pairs = [['rubber', 'floor', coulomb({ mu: 0.5 })]] as const;
    const world = create(
      { ...base, gravity: [0, 0, -9.81], bodies, law: coulomb({ mu: 0 }), pairs },
      { stiction: true },
    );
    for (let k = 0; k < 6; k++) world.step(1 / 60);
    // Half of the weight is on rubber, which therefore lags behind.
    expect(world.velocity('sled')[1]).toBeCloseTo(1 - 0.25 * 9.81 * 0.1, 1);
    // Rapier's own friction keeps more of the spin: 0.305 rad/s, as in stock.
    expect(world.angularVelocity('sled')[2]).toBeGreaterThan(engine === 'rapier' ? 0.3 : 0.4);
    world.dispose();
  });
}
