import { describe, expect, test } from 'vitest';
import {
  type Build,
  createCannonWorld,
  DISC,
  DISC_STARTS,
  exactDiscSpinTime,
  exactPatchSlide,
  measureDiscSpinTime,
  measurePatchSlide,
  measurePresliding,
  OTHER_PATCHES,
  type PatchSlide,
} from '../src/index.js';
import { basicRows } from './basic-cases.js';
import { expectNear } from './full.js';

const DT = 1 / 60;

function expectSame(measured: PatchSlide, reference: PatchSlide): void {
  for (const one of ['distance', 'angle', 'stopTime', 'spinTime'] as const) {
    expectNear(measured[one], reference[one], 0.02, one);
  }
  expectNear(measured.ratio, reference.ratio, 0.05, 'ratio');
}

// The cases that need a ground, with the references and limits of the plane.
describe.each(['box', 'heightfield'] as const)('cannon-es on a ground of type %s', (ground) => {
  const build: Build = (scene) => createCannonWorld(scene, { stiction: true, ground });

  basicRows(build, DT, { creep: 1e-6, yields: 1e-4, stop: 0.01, stack: 5e-3 });

  test.each(DISC_STARTS)('4: the disc, v $v, R w $spin: 2 %, ratio 5 %', (start) => {
    expectSame(measurePatchSlide(build, DISC, start, DT), exactPatchSlide(DISC, start, 1e-4));
  });

  test.each(OTHER_PATCHES)('4: $name: 2 %, ratio 5 %', (body) => {
    const start = { v: 2, spin: 2 };
    expectSame(measurePatchSlide(build, body, start, DT), exactPatchSlide(body, start, 1e-4));
  });

  test('5: spinning disc: 1 %', () => {
    expectNear(measureDiscSpinTime(build, 4, DT), exactDiscSpinTime(4), 0.01, 'time');
  });

  test.each(['box', 'cylinder'] as const)('13: a %s on bristles yields by F/k and returns, 1 %', (shape) => {
    for (const low of [false, true]) {
      const { foot, footLeft } = measurePresliding(build, { mu: 0.5, stiffness: 1e4, share: 0.8, low, shape }, DT);
      expectNear(foot, 1, 0.01, 'yielded share');
      expect(Math.abs(footLeft), 'share left').toBeLessThan(0.01);
    }
  });
});

test('a cloned world has the same ground', () => {
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
