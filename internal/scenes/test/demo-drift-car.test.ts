import { describe, expect, test } from 'vitest';
import { driftCar } from '../src/demo/drift-car.js';
import { integrateCar } from '../src/demo/drift-reference.js';
import { defaultsOf, startSceneRun } from '../src/demo/index.js';
import { engines } from './engines.js';
import { full, some } from './full.js';
import { expectGood, extremes, runDemo } from './run-demo.js';

test('the reference: a car with locked tyres keeps its heading, one that steers gently follows its tyres', () => {
  const car = { mass: 900, inertia: 1100, halfBase: 1.25, halfTrack: 0.75, height: 0, gravity: 9.81 };
  const locked = { along: 0.9, across: 0.9, surface: 0, angle: 0 };
  const slid = integrateCar(car, 10, () => ({ front: locked, rear: locked }), 1);
  expect(Math.abs(slid[100])).toBeLessThan(1e-9);
  // Without slip: ψ′ = v tan δ / wheelbase, where v is that of the rear axle.
  const rolls = { along: 0, across: 0.9, surface: 0, angle: 0 };
  const steered = integrateCar(car, 3, () => ({ front: { ...rolls, angle: 0.05 }, rear: rolls }), 2);
  expect(Math.abs((steered[200] - steered[100]) / ((3 * Math.tan(0.05)) / 2.5) - 1)).toBeLessThan(0.02);
});

for (const { engine, create } of engines) {
  describe(`drift car in ${engine}`, () => {
    test('does the handbrake turn; the stock engine has no such tyres', () => {
      const ours = runDemo(driftCar, engine, true, {}, 3.1);
      expectGood(ours);
      expect(ours.apart).toBeLessThan(4);
      if (full || engine === 'cannon') expectGood(runDemo(driftCar, engine, false, {}, 3.1), false);
    });

    test.each(some([0.4, 1.2, 0.6], 2))('does the turn with grip %f', (mu) => {
      expectGood(runDemo(driftCar, engine, true, { mu }, 3.1));
    });

    test('stays on the ring without input', () => {
      const run = startSceneRun(driftCar, create, defaultsOf(driftCar), { stiction: true });
      while (run.world.time < 20) run.step();
      for (; run.world.time < 24; run.step()) {
        const [x, y, z] = run.world.position('car');
        expect(Math.abs(Math.hypot(x, y - 14) - 14)).toBeLessThan(4.5);
        expect(z).toBeCloseTo(0.32, 2);
        expect(Math.hypot(...run.world.velocity('car'))).toBeGreaterThan(9);
      }
      run.dispose();
    });

    test('the throttle accelerates it by μ g times the engine share and the rear load', () => {
      const run = startSceneRun(
        driftCar,
        create,
        { ...defaultsOf(driftCar), speed: 0, throttle: true },
        { stiction: true },
      );
      while (run.world.time < 1) run.step();
      // a = 0.63 (g/2 + h a/2.5) - 0.015 (g/2 - h a/2.5): the rear load grows with the acceleration.
      const lift = 0.32 / 2.5;
      const reference = (9.81 * 0.5 * (0.63 - 0.015)) / (1 - lift * (0.63 + 0.015));
      expect(Math.abs(run.world.velocity('car')[0] / reference - 1)).toBeLessThan(0.02);
      run.dispose();
    });

    test.each(extremes(driftCar))('finite with %o', (change) => {
      expect(runDemo(driftCar, engine, true, change, 3.1).finite).toBe(true);
    });
  });
}
