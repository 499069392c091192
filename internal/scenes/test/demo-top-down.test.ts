import { describe, expect, test } from 'vitest';
import { defaultsOf, startSceneRun } from '../src/demo/index.js';
import { pucks } from '../src/demo/pucks.js';
import { END_RATIO, integratePuck } from '../src/demo/pucks-reference.js';
import { topDownCar } from '../src/demo/top-down-car.js';
import type { Vector } from '../src/index.js';
import { planar } from './planar.js';
import { breaksAt, expectGood, runDemo } from './run-demo.js';

test('the reference of a puck stops after v²/(2 μ g) without spin, and ends at 0.653 with it', () => {
  const still = integratePuck(1.5, 0, 1.2);
  expect(still.distance).toBeCloseTo(1.5 ** 2 / 2.4, 4);
  expect(still.time).toBeCloseTo(1.5 / 1.2, 2);
  for (const rim of [1.5, 2.4, 3]) {
    const { speeds, rims } = integratePuck(1.5, rim, 1.2);
    const last = speeds.findIndex((speed) => speed < 0.005);
    expect(Math.abs(speeds[last] / rims[last] / END_RATIO - 1), `${rim}`).toBeLessThan(0.02);
  }
});

for (const { engine, label, create } of planar) {
  describe(`pucks in ${label}`, () => {
    test('sliding and spinning end together at 0.653, as far as the reference', () => {
      const run = runDemo(pucks, engine, true, {}, 3);
      expectGood(run);
      expect(run.apart).toBeLessThan(0.02);
      expect(Math.abs(run.proof / END_RATIO - 1)).toBeLessThan(0.06);
      const facts = run.probe.facts ?? [];
      expect(facts.length).toBe(5);
      for (const { label: what, value, reference = Number.NaN } of facts.slice(0, 4)) {
        expect(Math.abs(value / reference - 1), `${what}: ${value}, ${reference}`).toBeLessThan(0.015);
      }
    });

    test('with damping the ratio stays that of the start, and nothing ever stands', () => {
      const run = runDemo(pucks, engine, false, {}, 6);
      expectGood(run, false);
      expect(run.proof).toBeCloseTo(1, 2);
      const facts = run.probe.facts ?? [];
      expect(facts[0].value, 'tuned for the puck without spin').toBeCloseTo(facts[0].reference ?? 0, 1);
      expect(facts[2].value, 'spin changes nothing').toBeCloseTo(facts[0].value, 6);
      expect(facts[3].value).toBeNaN();
    });

    test('the mallet hits a puck, and stays on the table', () => {
      const values = { ...defaultsOf(pucks), left: true, down: true };
      const run = startSceneRun(pucks, create, values, { stiction: true });
      while (run.world.time < 2.5) run.step();
      expect(run.world.position('mallet')[0]).toBeCloseTo(-1.12, 2);
      expect(run.world.position('mallet')[1]).toBeCloseTo(-0.52, 2);
      expect(run.probe.proof, 'no number once the user plays').toBeNaN();
      run.dispose();
    });

    test('the mallet follows the hand and hits a puck; a puck in the goal counts once', () => {
      const run = startSceneRun(pucks, create, defaultsOf(pucks), { stiction: true });
      const { world } = run;
      const hold = (body: string, to: Vector, until: number): void => {
        world.grab(body, [0, 0, 0]);
        world.moveGrab(to);
        while (world.time < until) run.step();
      };
      hold('mallet', [-0.2, 0, 0], 0.9);
      expect(world.position('puck with spin')[0], 'it would be at 0').toBeLessThan(-0.25);
      hold('mallet', [1, 0.3, 0], 2);
      expect(world.position('mallet')[0]).toBeCloseTo(1, 2);
      expect(world.position('mallet')[1]).toBeCloseTo(0.3, 2);
      hold('puck without spin', [1.24, 0, 0], 4);
      expect(run.probe.facts?.[4].value).toBe(1);
      run.dispose();
    });

    test('stays finite at the ends of its sliders', () => {
      expect(breaksAt(pucks, engine, 0.5)).toEqual([]);
    });
  });

  describe(`top-down car in ${label}`, () => {
    test('locked wheels stop it after v²/(2 μ g); then it keeps to the ring', () => {
      const run = runDemo(topDownCar, engine, true, {}, 12);
      expectGood(run);
      expect(run.apart, 'm/s').toBeLessThan(0.1);
      expect(run.probe.marks?.length).toBeGreaterThan(100);
      expect(run.probe.curve, 'm/s').toBeGreaterThan(4);
    });

    test('a slow road and a fast start stop it as theory says', () => {
      expectGood(runDemo(topDownCar, engine, true, { mu: 0.5, speed: 24 }, 7));
    });

    test('the stock car with drag tuned at 12 m/s stops too early from 20 m/s, and drives through ice', () => {
      const run = runDemo(topDownCar, engine, false, {}, 12);
      expectGood(run, false);
      expect(run.proof / topDownCar.proof.reference(defaultsOf(topDownCar))).toBeCloseTo(12 / 20, 1);
    });

    test('the user drives: it turns left, and the handbrake makes it skid', () => {
      const values = { ...defaultsOf(topDownCar), left: true, forwards: true };
      const run = startSceneRun(topDownCar, create, values, { stiction: true });
      while (run.world.time < 0.8) run.step();
      expect(run.world.velocity('car')[1]).toBeGreaterThan(1);
      Object.assign(values, { forwards: false, handbrake: true });
      const before = run.probe.marks?.length ?? 0;
      while (run.world.time < 1.6) run.step();
      expect((run.probe.marks?.length ?? 0) - before).toBeGreaterThan(20);
      expect(run.probe.proof).toBeNaN();
      run.dispose();
    });

    test('stays finite at the ends of its sliders', () => {
      expect(breaksAt(topDownCar, engine, 0.5)).toEqual([]);
    });
  });
}
