import { describe, expect, test } from 'vitest';
import { type ChainOnRod, capstanRatio, exactSink, measureChain } from '../src/textured/chain-on-rod.js';
import { engines } from './engines.js';
import { full } from './full.js';

const SMOOTH = 0.01e-3;
const ROUGH = 1e-3;

test('the weight ratio lies between the limits of the two rods', () => {
  expect(capstanRatio(SMOOTH)).toBeCloseTo(1.32, 2);
  expect(capstanRatio(ROUGH)).toBeCloseTo(3.07, 2);
  expect(exactSink({ Ra: SMOOTH }, 0.4)).toBeGreaterThan(0.1);
  expect(exactSink({ Ra: ROUGH }, 0.4)).toBe(0);
});

for (const { engine, build, create } of engines) {
  describe(`chain on a rod in ${engine}`, () => {
    const measure = (chain: ChainOnRod, times: number[], dt: number) => measureChain(build, chain, times, dt);

    test('slides off the smooth rod as fast as the reference, 12 %', () => {
      const { sunk, off, stretch } = measure({ Ra: SMOOTH }, full ? [0.4, 1.3] : [0.4], 1e-3);
      expect(Math.abs(sunk[0] / exactSink({ Ra: SMOOTH }, 0.4) - 1)).toBeLessThan(0.12);
      // In the short run it does not have the time; at 1/240 s below it is off.
      expect(off).toBe(full);
      expect(stretch).toBeLessThan(1e-3);
    });

    test('stays on the rough rod', () => {
      const { sunk, off } = measure({ Ra: ROUGH }, full ? [0.5, 2.5] : [0.5, 1], 1e-3);
      // Until it is taut.
      expect(sunk[0]).toBeLessThan(0.005);
      expect(sunk[1] - sunk[0]).toBeLessThan(full ? 0.0005 : 0.000125);
      expect(off).toBe(false);
    });

    test('the same at 1/240 s, in either creation order', () => {
      for (const chainFirst of full ? [false, true] : [true]) {
        expect(measure({ Ra: SMOOTH, chainFirst }, [2], 1 / 240).off).toBe(true);
        const { sunk } = measure({ Ra: ROUGH, chainFirst }, full ? [0.5, 2.5] : [0.5, 1], 1 / 240);
        expect(sunk[1] - sunk[0]).toBeLessThan(full ? 0.01 : 0.0025);
      }
    });

    test('the smooth rod holds small ratios, the rough one slips at large ones', () => {
      const holds = (chain: ChainOnRod, seconds: number) => {
        const [from, to] = measure(chain, [0.5, full ? seconds : 0.6], 1e-3).sunk;
        expect(to - from).toBeLessThan(full ? 0.0005 : 0.0001);
      };
      holds({ Ra: SMOOTH, heavy: 1.2 }, 1);
      if (full) holds({ Ra: ROUGH, heavy: 3 }, 1.2);
      expect(measure({ Ra: ROUGH, heavy: 5 }, [1.2], full ? 1e-3 : 1 / 240).off).toBe(true);
    });

    test('the stock engine ignores the texture', () => {
      const stock = [SMOOTH, ROUGH].map(
        (Ra) =>
          measureChain((scene) => create(scene, { stiction: false }), { Ra }, [0.3], full ? 1e-3 : 1 / 240).sunk[0],
      );
      expect(stock[0]).toBe(stock[1]);
    });
  });
}
