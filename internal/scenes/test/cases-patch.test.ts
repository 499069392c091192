import { describe, expect, test } from 'vitest';
import {
  DISC,
  DISC_STARTS,
  exactDiscSpinTime,
  exactPatchSlide,
  measureDiscSpinTime,
  measureEcpBox,
  measurePatchSlide,
  OTHER_PATCHES,
  type PatchSlide,
  type PatchStart,
  type SlidingPatch,
} from '../src/index.js';
import { engines } from './engines.js';
import { full } from './full.js';

const error = (measured: number, reference: number) => Math.abs(measured / reference - 1);

const references = new Map<string, PatchSlide>();

/** Once for all engines and steps. */
function referenceOf(body: SlidingPatch, start: PatchStart): PatchSlide {
  const key = JSON.stringify([body.name, start]);
  const reference = references.get(key) ?? exactPatchSlide(body, start);
  references.set(key, reference);
  return reference;
}

function expectSame(measured: PatchSlide, reference: PatchSlide): void {
  expect(error(measured.distance, reference.distance)).toBeLessThan(0.02);
  expect(error(measured.angle, reference.angle)).toBeLessThan(0.02);
  expect(error(measured.stopTime, reference.stopTime)).toBeLessThan(0.02);
  expect(error(measured.spinTime, reference.spinTime)).toBeLessThan(0.02);
  expect(error(measured.ratio, reference.ratio)).toBeLessThan(0.05);
}

for (const { engine, build } of engines) {
  describe.each(full ? [1 / 60, 1 / 240] : [1 / 60])(`cases 4 and 5 in ${engine} at dt %f`, (dt) => {
    test.each(DISC_STARTS)('disc, v $v, R w $spin: 2 %, ratio 5 %', (start) => {
      expectSame(measurePatchSlide(build, DISC, start, dt), referenceOf(DISC, start));
    });

    // A line in Rapier is off by 9 % at 1/60 s and 2.4 % at 1/240, because its load lags by one step.
    const patches = OTHER_PATCHES.filter(({ name }) => engine === 'cannon' || name !== 'box 0.8 x 0.008');
    test.each(patches)('$name: 2 %, ratio 5 %', (body) => {
      const start = { v: 2, spin: 2 };
      expectSame(measurePatchSlide(build, body, start, dt), referenceOf(body, start));
    });

    test('spinning disc: 1 %', () => {
      expect(error(measureDiscSpinTime(build, 4, dt), exactDiscSpinTime(4))).toBeLessThan(0.01);
    });

    test('v/(R w) converges to 0.653 from below and from above', () => {
      const [below, above, same] = [0.2, 2, 0.653].map((v) => measurePatchSlide(build, DISC, { v, spin: 1 }, dt).ratio);
      expect(below).toBeGreaterThan(0.3);
      expect(below).toBeLessThan(0.653);
      expect(above).toBeLessThan(0.85);
      expect(above).toBeGreaterThan(0.653);
      expect(error(same, 0.653)).toBeLessThan(0.01);
    });
  });

  test(`case 10 in ${engine} at 1 kHz: position and yaw, 1 %`, () => {
    const { position, yaw } = measureEcpBox(build, 1e-3);
    expect(position).toBeLessThan(0.01);
    expect(Math.abs(yaw)).toBeLessThan(0.01);
  });
}

describe('the reference of cases 4 and 5', () => {
  test('has the ratios of Farkas et al. at a tenth of the speed', () => {
    const ratios = DISC_STARTS.map((start) => referenceOf(DISC, start).ratio);
    expect(ratios[0]).toBeCloseTo(0.4, 2);
    expect(ratios[1]).toBeCloseTo(0.7, 2);
    expect(ratios[2]).toBeCloseTo(1.22, 2);
  });

  test('is exact for a disc that only spins', () => {
    const { spinTime } = exactPatchSlide(DISC, { v: 0, spin: 2 });
    expect(error(spinTime / 0.99, exactDiscSpinTime(4))).toBeLessThan(1e-4);
  });

  test('converges with the time step', () => {
    const start = { v: 2, spin: 0.5 };
    expect(error(exactPatchSlide(DISC, start, 1e-4).distance, referenceOf(DISC, start).distance)).toBeLessThan(1e-5);
  });
});
