import { lugre } from '@stiction/friction-core';
import { disc, lugrePatch } from '@stiction/limit-surface';
import { describe, expect, test } from 'vitest';
import {
  DISC,
  DISC_STARTS,
  DRIFTING,
  exactPatchSlide,
  measurePatchSlide,
  measureSlopeDrift,
  type PatchSlide,
} from '../src/index.js';
import { engines } from './engines.js';
import { full } from './full.js';

/** Stiff and nearly critically damped: bristles deflect by a micrometre. */
const STIFF = { sigma0: 1e6, sigma1: 600, muC: DISC.mu, muS: DISC.mu, vS: 0.01 };
const GIVEN = { pressure: disc({ radius: DISC.size }) };
const REFERENCES = DISC_STARTS.map((start) => exactPatchSlide(DISC, start, 1e-4));

/** The largest error of a motion, and of its ratio. */
function errorsOf(measured: PatchSlide, reference: PatchSlide): [number, number] {
  const error = (what: keyof PatchSlide) => Math.abs(measured[what] / reference[what] - 1);
  return [Math.max(error('distance'), error('angle'), error('stopTime'), error('spinTime')), error('ratio')];
}

for (const { engine, build } of engines) {
  // Bristles yield by the speed of the previous (sub)step, so a braked body stops h ln(v0/v) late.
  const limits: [number, number][] =
    engine === 'cannon'
      ? ([
          [1 / 60, 0.035],
          [1 / 240, 0.03],
        ].slice(0, full ? 2 : 1) as [number, number][])
      : [[1 / 240, 0.05]];
  // Rapier reports four points of a round contact.
  const laws: [string, typeof GIVEN | object][] = engine === 'cannon' ? [['from its points', {}]] : [];

  describe.each([...laws, ['given', GIVEN] as const])(`stiff lugrePatch in ${engine}, the disc %s`, (_, shape) => {
    test.each(limits)('at dt %f slides and spins like the rigid law: %f', (dt, limit) => {
      DISC_STARTS.forEach((start, k) => {
        if (!full && k !== 1) return;
        const law = lugrePatch({ ...STIFF, ...shape });
        const [motion, ratio] = errorsOf(measurePatchSlide(build, { ...DISC, law }, start, dt), REFERENCES[k]);
        expect(motion).toBeLessThan(limit);
        expect(ratio).toBeLessThan(0.05);
      });
    });
  });

  // Rapier's positions are single precision, 1e-8 m here.
  const drift = engine === 'cannon' ? 2e-8 : 1e-5;
  describe.each(full ? [1 / 60, 1 / 240] : [1 / 60])(
    `on a slope under an oscillating load in ${engine} at dt %f`,
    (dt) => {
      test.each(['box', 'cylinder'] as const)('the %s does not drift', (shape) => {
        for (const up of full ? [false, true] : [shape === 'box']) {
          const body = { shape, up };
          const given = shape === 'cylinder' ? { pressure: disc({ radius: 0.2 }) } : {};
          expect(measureSlopeDrift(build, lugrePatch({ ...DRIFTING, ...given }), body, dt).largest).toBeLessThan(drift);
        }
      });
    },
  );

  test(`drifts under LuGre in ${engine}`, () => {
    expect(measureSlopeDrift(build, lugre(DRIFTING), { shape: 'box' }, 1 / 240).mean).toBeGreaterThan(1e-4);
  });
}
