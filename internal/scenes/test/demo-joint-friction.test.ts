import { describe, expect, test } from 'vitest';
import { defaultsOf, startSceneRun } from '../src/demo/index.js';
import { jointFriction } from '../src/demo/joint-friction.js';
import { amplitudeAfter, integratePendulum } from '../src/demo/joint-friction-reference.js';
import { engines } from './engines.js';
import { expectGood, extremes, runDemo } from './run-demo.js';

test('the closed form of the amplitudes agrees with the integration', () => {
  const pendulum = { weight: 15.7, inertia: 1.3, torque: 0.8 };
  const start = 0.87;
  const angles = integratePendulum(pendulum, start, 8);
  const peaks: number[] = [];
  for (let k = 1; k < angles.length - 1; k++) {
    if ((angles[k] - angles[k - 1]) * (angles[k + 1] - angles[k]) < 0) peaks.push(Math.abs(angles[k]));
  }
  expect(peaks.length).toBeGreaterThan(4);
  for (const [n, peak] of peaks.entries())
    expect(Math.abs(peak - amplitudeAfter(pendulum, start, n + 1))).toBeLessThan(1e-3);
  const small = { ...pendulum, torque: 0.01 };
  expect(amplitudeAfter(small, 0.05, 3)).toBeCloseTo(0.05 - 3 * ((2 * small.torque) / small.weight), 4);
});

/** Of the door's post [m]. */
const POST_X = -1.1;

for (const { engine, create } of engines) {
  describe(`door and pendulum in ${engine}`, () => {
    test('the pendulum loses as much as the friction of its pin takes, and the door stays', () => {
      const run = runDemo(jointFriction, engine, true);
      expectGood(run);
      expect(run.apart).toBeLessThan(1);
      const [door] = run.probe.facts ?? [];
      expect(door.reference).toBe(0);
      expect(door.value).toBeLessThan(0.05);
    });

    test('without friction the pendulum goes on, and the door falls shut', () => {
      const run = runDemo(jointFriction, engine, false);
      expectGood(run, false);
      expect(run.proof).toBeGreaterThan(45);
    });

    test.each([true, false])(
      'a door dragged by hand stays where it is left only with friction (Stiction: %s)',
      (stiction) => {
        const run = startSceneRun(jointFriction, create, defaultsOf(jointFriction), { stiction });
        const { world } = run;
        const angle = (): number => {
          const [x, y] = world.position('door');
          return Math.atan2(y, x - POST_X);
        };
        const hold = [0.35, 0, 0] as const;
        while (world.time < 2) run.step();
        world.grab('door', hold);
        const to = angle() - 0.6;
        const z = world.position('door')[2];
        world.moveGrab([POST_X + 0.76 * Math.cos(to), 0.76 * Math.sin(to), z]);
        while (world.time < 3.5) run.step();
        expect(Math.abs(angle() - to)).toBeLessThan(0.1);
        world.release();
        while (world.time < 3.7) run.step();
        const left = angle();
        while (world.time < 5.5) run.step();
        const turned = Math.abs(angle() - left);
        if (stiction) expect(turned).toBeLessThan(2e-3);
        else expect(turned).toBeGreaterThan(0.2);
        run.dispose();
      },
    );

    test.each(extremes(jointFriction))('finite and correct with %o', (change) => {
      const run = runDemo(jointFriction, engine, true, change);
      expect(run.finite).toBe(true);
      expectGood(run);
    });
  });
}
