import { describe, expect, test } from 'vitest';
import { defaultsOf, startSceneRun } from '../src/demo/index.js';
import { groundAt } from '../src/demo/vehicle-layout.js';
import { vehicleTrack } from '../src/demo/vehicle-track.js';
import { engines } from './engines.js';
import { expectGood, extremes, runDemo, type ShowRun } from './run-demo.js';

/** The red car has been on the hill for long enough. */
const PARKED = 21;
const factOf = ({ probe }: ShowRun, label: RegExp): { value: number; reference: number } => {
  const fact = probe.facts?.find((each) => label.test(each.label));
  return { value: fact?.value ?? Number.NaN, reference: fact?.reference ?? Number.NaN };
};

test('the lanes have their ground from the line on, with tarmac around', () => {
  const values = defaultsOf(vehicleTrack);
  expect([-5, 0, 10, 60].map((x) => groundAt(x, 0, values))).toEqual(['tarmac', 'ice', 'ice', 'tarmac']);
  expect([0, 2.2, 4.4, 8.8].map((y) => groundAt(3, y, values))).toEqual(['ice', 'tarmac', 'gravel', 'tarmac']);
});

for (const { engine, create } of engines) {
  describe(`vehicle track in ${engine}`, () => {
    test('cars need v²/(2 μ g) on ice, gravel and tarmac, and the parked one stays', () => {
      const run = runDemo(vehicleTrack, engine, true, {}, PARKED);
      expectGood(run);
      for (const ground of [/gravel/, /tarmac/]) {
        const { value, reference } = factOf(run, ground);
        expect(Math.abs(value / reference - 1), `${ground}: ${value} m`).toBeLessThan(0.02);
      }
      expect(factOf(run, /parked/).value, 'mm').toBeLessThan(0.05);
      expect(run.apart, 'm/s between speed and theory').toBeLessThan(0.15);
      expect(run.probe.marks?.length).toBeGreaterThan(200);
    });

    test('the stock cars stop side by side, and the parked one creeps', () => {
      const run = runDemo(vehicleTrack, engine, false, {}, PARKED);
      expectGood(run, false);
      const { value, reference } = factOf(run, /tarmac/);
      expect(Math.abs(value / reference - 1), 'it is set for tarmac').toBeLessThan(0.03);
      expect(Math.abs(factOf(run, /gravel/).value - value)).toBeLessThan(1e-3);
      expect(Math.abs(run.proof - value)).toBeLessThan(1e-3);
      expect(factOf(run, /parked/).value, 'mm').toBeGreaterThan(20);
    });

    test('the user can take the wheel: it drives, turns to the left, and slides with the handbrake', () => {
      const values = { ...defaultsOf(vehicleTrack), forwards: true };
      const run = startSceneRun(vehicleTrack, create, values, { stiction: true });
      while (run.world.time < 0.6) run.step();
      expect(run.world.velocity('red car')[0]).toBeGreaterThan(values.speed + 1.5);
      Object.assign(values, { forwards: false, left: true });
      while (run.world.time < 1.2) run.step();
      expect(run.world.velocity('red car')[1], 'on ice, at most 1.2 m/s').toBeGreaterThan(0.5);
      Object.assign(values, { handbrake: true });
      const before = run.probe.marks?.length ?? 0;
      while (run.world.time < 2) run.step();
      expect((run.probe.marks?.length ?? 0) - before).toBeGreaterThan(20);
      expect(run.probe.sound?.hiss).toBeGreaterThan(0.05);
      expect(run.probe.proof, 'no number without the autopilot').toBeNaN();
      run.dispose();
    });

    test.each(extremes(vehicleTrack))('finite with %o', (change) => {
      const run = runDemo(vehicleTrack, engine, true, change, 2.5);
      expect(run.finite).toBe(true);
      expect(run.probe.parts?.every(Number.isFinite)).toBe(true);
    });

    test.each([
      { speed: 5, ice: 0.4 },
      { speed: 12, ice: 0.3 },
    ])('brakes as theory says with %o', (change) => {
      expectGood(runDemo(vehicleTrack, engine, true, change, 6));
    });
  });
}
