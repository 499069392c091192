import { expect, test } from 'vitest';
import {
  type Build,
  exactPull,
  exactRollingSpeed,
  exactStop,
  exactThreshold,
  measureCreep,
  measurePull,
  measureRollingSpeed,
  measureStack,
  measureStop,
  measureThreshold,
} from '../src/index.js';
import { expectNear, full } from './full.js';

const DEGREE = Math.PI / 180;

/** Limits that differ between engines and grounds. Lengths [m], other limits as shares. */
export interface BasicGoals {
  /** In ten seconds. */
  creep: number;
  yields?: number;
  stop: number;
  energyRise?: number;
  /** Between directions. */
  spread?: number;
  /** Sideways drift of a stack of ten in ten seconds; absent to skip the stack. */
  stack?: number;
  /** Masses of the boxes that must not creep [kg]. */
  masses?: readonly number[];
  /** False if the ball does not roll in the stock engine either. */
  rolls?: boolean;
  /** Error of the friction angle, and of the pull on a loaded box. @default 1e-3 and 2e-3 */
  angle?: number;
  pull?: number;
}

/** Limits where stock Rapier solves Coulomb friction; its errors: angle -0.11 and -0.03 % at 1/60 and 1/240, pull -2.4 and -0.36 %. */
export function stockRapierGoals(dt: number): Pick<BasicGoals, 'angle' | 'pull' | 'yields'> {
  return dt > 0.01 ? { angle: 1.2e-3, pull: 0.026, yields: 1.1e-4 } : { angle: 1e-3, pull: 4e-3, yields: 1e-4 };
}

/** The cases that need only a box, a ball and a ground. Short runs have proportionally smaller limits. */
export function basicRows(build: Build, dt: number, goals: BasicGoals): void {
  const {
    creep,
    yields = Number.POSITIVE_INFINITY,
    stop,
    energyRise = 1e-9,
    spread = 1e-3,
    stack,
    masses = [0.01, 1, 1000],
    rolls = true,
    angle = 1e-3,
    pull = 2e-3,
  } = goals;
  const share = full ? 1 : 0.3;

  test('1: friction angle', () => {
    const exact = exactThreshold(0.5);
    expect(exact / DEGREE).toBeCloseTo(26.591, 3);
    expectNear(measureThreshold(build, 0.5, dt, full ? undefined : 2 * angle), exact, angle, 'angle');
  });

  test.each(masses)('1: no creep, %f kg', (mass) => {
    const result = measureCreep(build, 0.5, dt, mass, 10 * share);
    expect(result.creep, 'creep [m]').toBeLessThan(creep * share);
    expect(result.yield, 'elastic displacement [m]').toBeLessThan(yields);
  });

  test('2, 3: stopping distance is exact and equal in every direction, without energy gain', () => {
    const headings = full ? [0, 10, 20, 30, 45] : [0, 20, 45];
    const stops = headings.map((degrees) => measureStop(build, 0.3, 5, degrees * DEGREE, dt));
    expectNear(stops[0].distance, exactStop(0.3, 5), stop, 'distance');
    expect(stops[0].energyRise, 'energy gain').toBeLessThan(energyRise);
    const distances = stops.map(({ distance }) => distance);
    expect(Math.max(...distances) / Math.min(...distances) - 1, `distances ${distances}`).toBeLessThan(spread);
    for (const { direction } of stops) expect(Math.abs(direction), 'direction [rad]').toBeLessThan(0.05 * DEGREE);
  });

  test('6: pull on a loaded box', () => {
    expectNear(measurePull(build, 0.5, dt, 1, 10, full ? undefined : 1.5 * pull), exactPull(0.5), pull, 'pull');
  });

  if (rolls) {
    test('7: a sliding ball starts to roll', () => {
      expectNear(measureRollingSpeed(build, 0.3, 0.5, 7, dt), exactRollingSpeed(7), 1e-3, 'speed');
    });
  }

  if (stack !== undefined) {
    test('12: a stack of ten stands', () => {
      expect(measureStack(build, 10, 10 * share, dt).lateral, 'sideways [m]').toBeLessThan(stack * share);
    });
  }
}
