import { beforeAll, describe, expect, test } from 'vitest';
import { measureEdgeLoss, reachOf } from '../src/textured/edge-loss.js';
import { measureTumble } from '../src/textured/embossed-incline.js';
import { engines } from './engines.js';
import { full } from './full.js';

type Tumbles = ReturnType<typeof measureTumble>;

for (const { engine, build } of engines) {
  // At 1/60 a block moves farther in a step than a window of the paper's width contains an edge.
  const settings: [dt: number, width: number][] = [
    [0.01, 0.02],
    [1 / 60, 0.06],
    [1 / 240, 0.02],
  ];
  describe.each(full ? settings : [settings[1]])(
    `embossed incline in ${engine} at dt %f, windows of %f m`,
    (dt, width) => {
      let raised: Tumbles;
      let flat: Tumbles;
      beforeAll(() => {
        raised = measureTumble(build, { width }, dt);
        flat = measureTumble(build, { width, logo: false }, dt);
      }, 30_000);

      test('stone sticks at the start and tips over', () => {
        const { stone } = raised;
        expect(stone.tilt).toBeGreaterThan(1.5);
        expect(stone.tripped).toBeLessThan(-0.3);
        expect(stone.speed).toBeLessThan(0.55);
      });

      test('metal and plastic slide at different speeds and trip at the edge of the logo', () => {
        const { metal, plastic } = raised;
        expect(plastic.speed).toBeGreaterThan(1.1 * metal.speed);
        expect(metal.speed).toBeGreaterThan(1.1);
        for (const { tilt, tripped } of [metal, plastic]) {
          expect(tilt).toBeGreaterThan(1.5);
          expect(Math.abs(tripped ?? Number.NaN)).toBeLessThan(0.04);
        }
      });

      test('without the logo they keep sliding upright', () => {
        for (const { tilt, tripped } of [flat.metal, flat.plastic]) {
          expect(tripped).toBeNull();
          expect(tilt).toBeLessThan(0.01);
        }
      });
    },
  );

  test(`k = 4 of Table 1 trips the slower block, and both only with small steps: ${engine}`, () => {
    expect(measureTumble(build, { saliency: 4 }, 0.01).metal.tilt).toBeGreaterThan(1.5);
    const fine = measureTumble(build, { saliency: 4 }, 1 / 240);
    expect(fine.metal.tilt).toBeGreaterThan(1.5);
    expect(fine.plastic.tilt).toBeGreaterThan(1.5);
  });

  describe(`energy loss of a plate at an edge in ${engine}`, () => {
    const PHASES = [0, 0.2, 0.4, 0.6, 0.8];
    const losses = (width: number, dt: number, phases = full ? PHASES : [0, 0.4]) =>
      phases.map((phase) => measureEdgeLoss(build, { width, speed: 2, phase }, dt));

    test.each([
      [0.06, 1 / 240, 0.2, 0.03],
      [0.02, 1 / 240, 0.4, 0.06],
      [0.02, 0.01, 1, 0.15],
      [0.06, 1 / 60, 1, 0.15],
    ])('windows of %f m, dt %f: a step is at most %f of the reach, error below %f', (width, dt, share, error) => {
      expect((2 * dt) / reachOf({ width, speed: 2 })).toBeLessThan(share);
      for (const loss of losses(width, dt)) expect(Math.abs(loss - 1)).toBeLessThan(error);
    });

    test('small windows and large steps can miss it', () => {
      expect((2 * (1 / 60)) / reachOf({ width: 0.004, speed: 2 })).toBeGreaterThan(2);
      const found = losses(0.004, 1 / 60, PHASES);
      expect(Math.min(...found)).toBeLessThan(0.3);
      expect(Math.max(...found)).toBeGreaterThan(1.3);
    });
  });
}
