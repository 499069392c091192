import { describe, expect, test } from 'vitest';
import { quasiStaticVelocity, slideToRest, translationStep } from '../../src/slider/closed-forms.js';
import { identifySlider } from '../../src/slider/identify.js';
import { ecpState, planarSlider } from '../../src/slider/slider.js';
import { supportHull } from '../../src/slider/topple.js';

const slider = { m: 1, Iz: 1e-3, qz: 0.1, mu: 0.3, er: 0.02 };
const push = { c: 0.02, x: 0.1, y: 0, vx: 0, vy: 0.1 };
const slide = { m: 1, mu: 0.3, vx: 1, vy: 0, h: 0.01 };
const path = { m: 1, Iz: 1e-3, qz: 0.1, h: 0.01, velocities: [1, 1, 1, 0.9, 0.9, 0.9, 0.8, 0.8, 0.8] };
const bad = Number.NaN;

describe('invalid options throw with their name, range and value', () => {
  test.each([
    [() => planarSlider({ ...slider, m: 0 }), 'planarSlider: m must be a finite number > 0 kg (got 0)'],
    [() => planarSlider({ ...slider, Iz: -1 }), 'planarSlider: Iz must be a finite number > 0 kg m² (got -1)'],
    [() => planarSlider({ ...slider, qz: -0.1 }), 'planarSlider: qz must be a finite number >= 0 m (got -0.1)'],
    [() => planarSlider({ ...slider, mu: bad }), 'planarSlider: mu must be a finite number >= 0 (got NaN)'],
    [() => planarSlider({ ...slider, et: 0 }), 'planarSlider: et must be a finite number > 0 (got 0)'],
    [
      () => planarSlider({ ...slider, eo: '1' as never }),
      "planarSlider: eo must be a finite number > 0 (got '1', a string)",
    ],
    [() => planarSlider({ ...slider, er: 0 }), 'planarSlider: er must be a finite number > 0 m (got 0)'],
    [() => planarSlider({ ...slider, g: -9.8 }), 'planarSlider: g must be a finite number >= 0 m/s² (got -9.8)'],
    [() => planarSlider({ ...slider, ez: 1 } as never), "planarSlider: unknown option 'ez', known are m, Iz, qz, mu"],
    [() => planarSlider(undefined as never), 'planarSlider: options must be an object'],
    [() => ecpState({ vx: bad }), 'ecpState: vx must be a finite number'],
    [() => ecpState({ x: 1 } as never), "ecpState: unknown option 'x', known are qx, qy, theta"],
    [() => quasiStaticVelocity({ ...push, c: 0 }), 'quasiStaticVelocity: c must be a finite number > 0 m (got 0)'],
    [() => quasiStaticVelocity({ ...push, vx: bad }), 'quasiStaticVelocity: vx must be a finite number'],
    [() => quasiStaticVelocity({ ...push, w: 1 } as never), "quasiStaticVelocity: unknown option 'w'"],
    [() => translationStep({ ...slide, h: 0 }), 'translationStep: h must be a finite number > 0 s (got 0)'],
    [() => translationStep({ ...slide, mu: -1 }), 'translationStep: mu must be a finite number >= 0 (got -1)'],
    [() => translationStep({ ...slide, et: -1 }), 'translationStep: et must be a finite number > 0 (got -1)'],
    [() => slideToRest({ mu: 0, speed: 1 }), 'slideToRest: mu must be a finite number > 0 (got 0)'],
    [() => slideToRest({ mu: 1, speed: -1 }), 'slideToRest: speed must be a finite number >= 0 m/s (got -1)'],
    [() => supportHull([]), 'supportHull: points must be one or more pairs x, y in m (got 0 numbers)'],
    [() => supportHull([1, 2, 3]), 'points must be one or more pairs x, y in m (got 3 numbers)'],
    [() => supportHull([1, bad]), 'supportHull: points[1] must be a finite number'],
    [() => identifySlider({ ...path, m: -1 }), 'identifySlider: m must be a finite number > 0 kg (got -1)'],
    [() => identifySlider({ ...path, h: 0 }), 'identifySlider: h must be a finite number > 0 s (got 0)'],
    [() => identifySlider({ ...path, minSlip: 0 }), 'identifySlider: minSlip must be a finite number > 0 (got 0)'],
    [() => identifySlider({ ...path, velocities: [1, 2] }), 'velocities must be 3 numbers per row (got 2 numbers)'],
    [() => identifySlider({ ...path, velocities: [1, 2, bad] }), 'velocities[2] must be a finite number'],
    [
      () => identifySlider({ ...path, velocities: [1, 1, 1, 1, 1, 0.9] }),
      'identifySlider: velocities must have two or more sliding steps (got 1)',
    ],
    [
      () => identifySlider({ ...path, applied: [0, 0, 0, 0, 0, 0] }),
      'identifySlider: applied must have six numbers for each of the 2 steps (got 6 numbers)',
    ],
    [
      () => identifySlider({ ...path, g: 10, applied: [0, 0, 0, 0, 0, 0, 0, 0, 0.2, 0, 0, 0] }),
      'identifySlider: applied[8], p_z, must be < m g h = 0.1 N s (got 0.2)',
    ],
    [
      () => identifySlider({ ...path, noise: { velocity: 0, spin: 1 } }),
      'identifySlider: noise: velocity must be a finite number > 0 m/s (got 0)',
    ],
    [
      () => identifySlider({ ...path, noise: { velocity: 1, spin: 1, force: 1 } as never }),
      "identifySlider: noise: unknown option 'force'",
    ],
    [() => identifySlider({ ...path, mu: 1 } as never), "identifySlider: unknown option 'mu'"],
  ])('%#', (make, message) => {
    expect(make).toThrow(message);
  });

  test('a step throws for an invalid h, a load that lifts the slider off, and NaN', () => {
    const { step } = planarSlider({ ...slider, g: 10 });
    const none = [0, 0, 0, 0, 0, 0];
    expect(() => step(ecpState(), none, 0)).toThrow('planarSlider: h must be a finite number > 0 s (got 0)');
    expect(() => step(ecpState(), none, bad)).toThrow('h must be a finite number > 0 s (got NaN)');
    expect(() => step(ecpState(), [0, 0, 0.1, 0, 0, 0], 0.01)).toThrow(
      'planarSlider: applied[2], p_z, must be < m g h = 0.1 N s, or the slider lifts off (got 0.1)',
    );
    expect(() => step(ecpState(), [0, 0, 0], 0.01)).toThrow('planarSlider: applied must have 6 components (got 3)');
    expect(() => step(ecpState(), [bad, 0, 0, 0, 0, 0], 0.01)).toThrow(
      'state and applied must be finite numbers (got NaN',
    );
    const state = { ...ecpState(), wz: Number.POSITIVE_INFINITY };
    expect(() => step(state, none, 0.01)).toThrow(
      'state and applied must be finite numbers (got 0, 0, Infinity, 0, 0)',
    );
  });
});
