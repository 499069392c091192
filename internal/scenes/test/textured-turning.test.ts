import { describe, expect, test } from 'vitest';
import { endError } from '../src/index.js';
import { exactTurningTexture, measureTurningTexture, type TurningTexture } from '../src/textured/turning-texture.js';
import { engines } from './engines.js';
import { full } from './full.js';

const RATE = 0.8;
const HEADINGS = full ? [0.3, 2.4, -1.8] : [2.4];

test('the truth tells a texture that turns from one that does not', () => {
  for (const heading of HEADINGS) {
    const options: TurningTexture = { on: 'plate', rate: RATE, heading };
    expect(endError(exactTurningTexture(options, true), exactTurningTexture(options))).toBeGreaterThan(0.08);
  }
});

for (const { engine, build } of engines) {
  // Measured: 0.8 % and 2.3 % at 1/60 s, 0.5 % and 0.6 % at 1/240 s.
  const tolerances = { cannon: [0.015, 0.01], rapier: [0.035, 0.01] }[engine];

  describe(`a turning texture in ${engine}`, () => {
    for (const on of ['plate', 'box'] as const) {
      test(`on the ${on}: the box stops where it should, whichever was created first`, () => {
        for (const heading of HEADINGS) {
          const options: TurningTexture = { on, rate: RATE, heading };
          const truth = exactTurningTexture(options);
          for (const [k, dt] of [1 / 60, 1 / 240].entries()) {
            const end = measureTurningTexture(build, options, dt);
            expect(endError(end, truth)).toBeLessThan(tolerances[k]);
          }
          const ends = [false, true].map((boxFirst) => measureTurningTexture(build, { ...options, boxFirst }, 1 / 60));
          expect(endError(ends[1], ends[0])).toBeLessThan(0.001);
        }
      });
    }
  });
}
