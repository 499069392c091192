import { describe, expect, test } from 'vitest';
import { driftCar } from '../src/show/drift-car.js';
import { integrateCar } from '../src/show/drift-truth.js';
import { defaultsOf, startPlay } from '../src/show/index.js';
import { engines } from './engines.js';
import { full, some } from './full.js';
import { expectGood, extremes, runShow } from './run-show.js';

test('the truth: a car with locked tyres turns by nothing, one that steers gently follows its tyres', () => {
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
    test('the handbrake turn; stock there is no such tyre', () => {
      const ours = runShow(driftCar, engine, true, {}, 3.1);
      expectGood(ours);
      expect(ours.apart).toBeLessThan(4);
      if (full || engine === 'cannon') expectGood(runShow(driftCar, engine, false, {}, 3.1), false);
    });

    test.each(some([0.4, 1.2, 0.6], 2))('with grip %f', (mu) => {
      expectGood(runShow(driftCar, engine, true, { mu }, 3.1));
    });

    test('left to itself it stays on the ring', () => {
      const play = startPlay(driftCar, create, defaultsOf(driftCar), { stiction: true });
      while (play.world.time < 20) play.step();
      for (; play.world.time < 24; play.step()) {
        const [x, y, z] = play.world.position('car');
        expect(Math.abs(Math.hypot(x, y - 14) - 14)).toBeLessThan(4.5);
        expect(z).toBeCloseTo(0.32, 2);
        expect(Math.hypot(...play.world.velocity('car'))).toBeGreaterThan(9);
      }
      play.dispose();
    });

    test('the throttle moves it at μ g times the share of the engine and the load behind', () => {
      const play = startPlay(
        driftCar,
        create,
        { ...defaultsOf(driftCar), speed: 0, throttle: true },
        { stiction: true },
      );
      while (play.world.time < 1) play.step();
      // a = 0.63 (g/2 + h a/2.5) - 0.015 (g/2 - h a/2.5), the load behind growing with the acceleration.
      const lift = 0.32 / 2.5;
      const truth = (9.81 * 0.5 * (0.63 - 0.015)) / (1 - lift * (0.63 + 0.015));
      expect(Math.abs(play.world.velocity('car')[0] / truth - 1)).toBeLessThan(0.02);
      play.dispose();
    });

    test.each(extremes(driftCar))('finite with %o', (change) => {
      expect(runShow(driftCar, engine, true, change, 3.1).finite).toBe(true);
    });
  });
}
