import { describe, expect, test } from 'vitest';
import {
  type Build,
  createCannonWorld,
  DISC,
  DISC_STARTS,
  exactDiscSpinTime,
  exactPatchSlide,
  exactPull,
  exactRollingSpeed,
  exactStop,
  exactThreshold,
  measureCreep,
  measureDiscSpinTime,
  measurePatchSlide,
  measurePresliding,
  measurePull,
  measureRollingSpeed,
  measureStack,
  measureStop,
  measureThreshold,
  OTHER_PATCHES,
  type PatchSlide,
} from '../src/index.js';

const DEGREE = Math.PI / 180;
const DT = 1 / 60;
const error = (measured: number, truth: number) => Math.abs(measured / truth - 1);

function expectSame(measured: PatchSlide, truth: PatchSlide): void {
  expect(error(measured.distance, truth.distance)).toBeLessThan(0.02);
  expect(error(measured.angle, truth.angle)).toBeLessThan(0.02);
  expect(error(measured.stopTime, truth.stopTime)).toBeLessThan(0.02);
  expect(error(measured.spinTime, truth.spinTime)).toBeLessThan(0.02);
  expect(error(measured.ratio, truth.ratio)).toBeLessThan(0.05);
}

// The rows that need a ground, against the truths and limits that the plane has.
describe.each(['box', 'heightfield'] as const)('cannon-es on a ground that is a %s', (ground) => {
  const build: Build = (scene) => createCannonWorld(scene, { stiction: true, ground });

  test('1: the friction angle', () => {
    expect(error(measureThreshold(build, 0.5, DT), exactThreshold(0.5))).toBeLessThan(1e-3);
  });

  test.each([0.01, 1, 1000])('1: no creep, %f kg', (mass) => {
    const result = measureCreep(build, 0.5, DT, mass);
    expect(result.creep).toBeLessThan(1e-6);
    expect(result.yield).toBeLessThan(1e-4);
  });

  test('2: the stopping distance, and no energy gained', () => {
    const { distance, energyRise } = measureStop(build, 0.3, 5, 0, DT);
    expect(error(distance, exactStop(0.3, 5))).toBeLessThan(0.01);
    expect(energyRise).toBeLessThan(1e-9);
  });

  test('3: the same in every direction', () => {
    const stops = [0, 10, 20, 30, 45].map((degrees) => measureStop(build, 0.3, 5, degrees * DEGREE, DT));
    const distances = stops.map((stop) => stop.distance);
    expect(Math.max(...distances) / Math.min(...distances) - 1).toBeLessThan(1e-3);
    for (const { direction } of stops) expect(Math.abs(direction)).toBeLessThan(0.05 * DEGREE);
  });

  test.each(DISC_STARTS)('4: the disc, v $v, R w $spin: 2 %, ratio 5 %', (start) => {
    expectSame(measurePatchSlide(build, DISC, start, DT), exactPatchSlide(DISC, start, 1e-4));
  });

  test.each(OTHER_PATCHES)('4: $name: 2 %, ratio 5 %', (body) => {
    const start = { v: 2, spin: 2 };
    expectSame(measurePatchSlide(build, body, start, DT), exactPatchSlide(body, start, 1e-4));
  });

  test('5: the disc only spins: 1 %', () => {
    expect(error(measureDiscSpinTime(build, 4, DT), exactDiscSpinTime(4))).toBeLessThan(0.01);
  });

  test('6: the pull on a loaded box', () => {
    expect(error(measurePull(build, 0.5, DT), exactPull(0.5))).toBeLessThan(2e-3);
  });

  test('7: a ball begins to roll', () => {
    expect(error(measureRollingSpeed(build, 0.3, 0.5, 7, DT), exactRollingSpeed(7))).toBeLessThan(1e-3);
  });

  test('12: a stack of ten', () => {
    expect(measureStack(build, 10, 10, DT).lateral).toBeLessThan(5e-3);
  });

  test.each(['box', 'cylinder'] as const)('13: a %s on bristles yields and returns, 1 %', (shape) => {
    for (const low of [false, true]) {
      const { foot, footLeft } = measurePresliding(build, { mu: 0.5, stiffness: 1e4, share: 0.8, low, shape }, DT);
      expect(Math.abs(foot - 1)).toBeLessThan(0.01);
      expect(Math.abs(footLeft)).toBeLessThan(0.01);
    }
  });
});

test('a copy stands on the same ground', () => {
  const scene = {
    name: 'ground',
    gravity: [0, 0, -9.81],
    stockMu: 0.5,
    law: OTHER_PATCHES[0].law,
    duration: 1,
  } as const;
  const bodies = [{ name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] }] as const;
  for (const ground of ['plane', 'box', 'heightfield'] as const) {
    const world = createCannonWorld({ ...scene, bodies }, { stiction: true, ground });
    const copy = world.cloneStock() as typeof world;
    expect(copy.body('ground').shapes[0].type).toBe(world.body('ground').shapes[0].type);
    world.dispose();
  }
});
