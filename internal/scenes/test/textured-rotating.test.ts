import { describe, expect, test } from 'vitest';
import { endError } from '../src/index.js';
import {
  exactRotatingTexture,
  measureRotatingTexture,
  type RotatingTexture,
} from '../src/textured/rotating-texture.js';
import { engines } from './engines.js';
import { full } from './full.js';

const RATE = 0.8;
const HEADINGS = full ? [0.3, 2.4, -1.8] : [2.4];

test('the reference differs between a rotating and a fixed texture', () => {
  for (const heading of HEADINGS) {
    const options: RotatingTexture = { on: 'plate', rate: RATE, heading };
    expect(endError(exactRotatingTexture(options, true), exactRotatingTexture(options))).toBeGreaterThan(0.08);
  }
});

for (const { engine, build } of engines) {
  // Measured: 0.8 % and 2.3 % at 1/60 s, 0.5 % and 0.6 % at 1/240 s.
  const tolerances = { cannon: [0.015, 0.01], rapier: [0.035, 0.01] }[engine];

  describe(`a rotating texture in ${engine}`, () => {
    for (const on of ['plate', 'box'] as const) {
      test(`on the ${on}: the box stops at the reference point, in either creation order`, () => {
        for (const heading of HEADINGS) {
          const options: RotatingTexture = { on, rate: RATE, heading };
          const reference = exactRotatingTexture(options);
          for (const [k, dt] of [1 / 60, 1 / 240].entries()) {
            const end = measureRotatingTexture(build, options, dt);
            expect(endError(end, reference)).toBeLessThan(tolerances[k]);
          }
          const ends = [false, true].map((boxFirst) => measureRotatingTexture(build, { ...options, boxFirst }, 1 / 60));
          expect(endError(ends[1], ends[0])).toBeLessThan(0.001);
        }
      });
    }
  });
}
