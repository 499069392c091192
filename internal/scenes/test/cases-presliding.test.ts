import { bristle, coulomb, type FrictionLaw } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import {
  type Build,
  exactLuGreDrift,
  measureBreakaway,
  measureDrift,
  measureHold,
  measurePresliding,
  type Presliding,
} from '../src/index.js';
import { engines } from './engines.js';
import { expectNear, full, STEPS } from './full.js';

const GOAL = 0.01;

const OTHER_BODIES: readonly (readonly [string, Partial<Presliding>])[] = [
  ['10 g', { mass: 0.01 }],
  ['100 kg', { mass: 100 }],
  ['a cylinder on its face', { shape: 'cylinder' }],
  ['a body created before the ground', { bodyFirst: true }],
];

/** At each step size. */
const exactDrift = new Map(STEPS.map((dt) => [dt, exactLuGreDrift(dt).mean]));

function expectSpring(build: Build, options: Presliding, dt: number, tolerance: number): void {
  const { foot, footLeft, centre, centreLeft } = measurePresliding(build, options, dt);
  expectNear(foot, 1, tolerance, 'yielded share, foot');
  expect(Math.abs(footLeft), 'share left, foot').toBeLessThan(tolerance);
  if (!options.low) return;
  // Nothing rocks the body: the centre of mass moves with its foot.
  expectNear(centre, 1, tolerance, 'yielded share, centre');
  expect(Math.abs(centreLeft), 'share left, centre').toBeLessThan(tolerance);
}

for (const { engine, build } of engines) {
  describe.each(STEPS)(`case 13 in ${engine} at dt %f`, (dt) => {
    describe.each([1e3, 1e4, 1e5])('bristles of %f N/m per kg', (stiffness) => {
      const tolerance = GOAL;
      for (const share of full ? [0.3, 0.8] : [0.8]) {
        test(`yields by F/k and returns at ${share} of breakaway, ${100 * tolerance} %`, () => {
          for (const low of [false, true]) expectSpring(build, { mu: 0.5, stiffness, share, low }, dt, tolerance);
        });
      }

      // The stiffest bristles are the hardest to integrate.
      for (const [name, options] of full || stiffness === 1e5 ? OTHER_BODIES : []) {
        test(`the same for ${name}, ${100 * tolerance} %`, () => {
          const scaled = stiffness * (options.mass ?? 1);
          for (const low of [false, true]) {
            expectSpring(build, { mu: 0.5, share: 0.8, low, ...options, stiffness: scaled }, dt, tolerance);
          }
        });
      }
    });

    test('infinite stiffness equals Coulomb: same breakaway, no displacement', () => {
      const stiff = bristle({ mu: 0.5, stiffness: Number.POSITIVE_INFINITY });
      // Rapier's own friction holds it: breakaway is 0.26 % early at 1/60 s, as in stock.
      const goal = engine === 'rapier' && dt > 0.01 ? 3e-3 : 1e-3;
      const measure = (law: FrictionLaw) => measureBreakaway(build, law, 0.5, dt, full ? undefined : 2 * goal);
      const breakaway = measure(stiff);
      expectNear(breakaway, 1, goal, 'breakaway');
      expect(Math.abs(breakaway - measure(coulomb({ mu: 0.5 })))).toBeLessThan(2e-4);
      expect(Math.abs(measureHold(build, stiff, 0.5, 0.8, dt))).toBeLessThan(engine === 'cannon' ? 1e-9 : 1.1e-4);
    });

    const drift = 1e-6;
    test(`elasto-plastic friction does not drift, ${1e6 * drift} µm`, () => {
      expect(measureDrift(build, 'elastoPlastic', dt).largest).toBeLessThan(drift);
    });

    const share = engine === 'cannon' ? 0.01 : dt > 0.01 ? 0.07 : 0.012; // depends on the step
    test(`LuGre drifts as its equation predicts, ${100 * share} %`, () => {
      const exact = exactDrift.get(dt) ?? Number.NaN;
      expect(exact).toBeGreaterThan(3e-4);
      expectNear(measureDrift(build, 'lugre', dt).mean, exact, share, 'drift');
    });
  });
}
