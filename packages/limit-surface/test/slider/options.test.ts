import { describe, expect, test } from 'vitest';
import { quasiStaticVelocity, slideToRest, translationStep } from '../../src/slider/closed-forms.js';
import { createEcpSlider, ecpState } from '../../src/slider/ecp-slider.js';
import { supportHull } from '../../src/slider/topple.js';

const slider = { mass: 1, inertia: 1e-3, height: 0.1, mu: 0.3, er: 0.02 };
const push = { torsionRadius: 0.02, x: 0.1, y: 0, vx: 0, vy: 0.1 };
const slide = { mass: 1, mu: 0.3, vx: 1, vy: 0, dt: 0.01 };
const bad = Number.NaN;

describe('invalid options throw with their name, range and value', () => {
  test.each([
    [() => createEcpSlider({ ...slider, mass: 0 }), 'createEcpSlider: mass must be a finite number > 0 kg (got 0)'],
    [
      () => createEcpSlider({ ...slider, inertia: -1 }),
      'createEcpSlider: inertia must be a finite number > 0 kg m² (got -1)',
    ],
    [
      () => createEcpSlider({ ...slider, height: -0.1 }),
      'createEcpSlider: height must be a finite number >= 0 m (got -0.1)',
    ],
    [() => createEcpSlider({ ...slider, mu: bad }), 'createEcpSlider: mu must be a finite number >= 0 (got NaN)'],
    [() => createEcpSlider({ ...slider, et: 0 }), 'createEcpSlider: et must be a finite number > 0 (got 0)'],
    [
      () => createEcpSlider({ ...slider, eo: '1' as never }),
      "createEcpSlider: eo must be a finite number > 0 (got '1', a string)",
    ],
    [() => createEcpSlider({ ...slider, er: 0 }), 'createEcpSlider: er must be a finite number > 0 m (got 0)'],
    [
      () => createEcpSlider({ ...slider, gravity: -9.8 }),
      'createEcpSlider: gravity must be a finite number >= 0 m/s² (got -9.8)',
    ],
    [
      () => createEcpSlider({ ...slider, ez: 1 } as never),
      "createEcpSlider: unknown option 'ez', known are mass, inertia, height, mu",
    ],
    [() => createEcpSlider(undefined as never), 'createEcpSlider: options must be an object'],
    [() => ecpState({ vx: bad }), 'ecpState: vx must be a finite number'],
    [() => ecpState({ qx: 1 } as never), "ecpState: unknown option 'qx', known are x, y, angle"],
    [
      () => quasiStaticVelocity({ ...push, torsionRadius: 0 }),
      'quasiStaticVelocity: torsionRadius must be a finite number > 0 m (got 0)',
    ],
    [() => quasiStaticVelocity({ ...push, vx: bad }), 'quasiStaticVelocity: vx must be a finite number'],
    [() => quasiStaticVelocity({ ...push, w: 1 } as never), "quasiStaticVelocity: unknown option 'w'"],
    [() => translationStep({ ...slide, dt: 0 }), 'translationStep: dt must be a finite number > 0 s (got 0)'],
    [() => translationStep({ ...slide, mu: -1 }), 'translationStep: mu must be a finite number >= 0 (got -1)'],
    [() => translationStep({ ...slide, et: -1 }), 'translationStep: et must be a finite number > 0 (got -1)'],
    [() => slideToRest({ mu: 0, speed: 1 }), 'slideToRest: mu must be a finite number > 0 (got 0)'],
    [() => slideToRest({ mu: 1, speed: -1 }), 'slideToRest: speed must be a finite number >= 0 m/s (got -1)'],
    [() => supportHull([]), 'supportHull: points must be one or more pairs x, y in m (got 0 numbers)'],
    [() => supportHull([1, 2, 3]), 'points must be one or more pairs x, y in m (got 3 numbers)'],
    [() => supportHull([1, bad]), 'supportHull: points[1] must be a finite number'],
  ])('%#', (make, message) => {
    expect(make).toThrow(message);
  });

  test('a step throws for an invalid dt, a load that lifts the slider off, and NaN', () => {
    const { step } = createEcpSlider({ ...slider, gravity: 10 });
    const none = [0, 0, 0, 0, 0, 0];
    expect(() => step(ecpState(), none, 0)).toThrow('createEcpSlider: step: dt must be a finite number > 0 s (got 0)');
    expect(() => step(ecpState(), none, bad)).toThrow('dt must be a finite number > 0 s (got NaN)');
    expect(() => step(ecpState(), [0, 0, 10, 0, 0, 0], 0.01)).toThrow(
      'createEcpSlider: step: force[2], fz, must be < m g = 10 N, or the slider lifts off (got 10)',
    );
    expect(() => step(ecpState(), [0, 0, 0], 0.01)).toThrow(
      'createEcpSlider: step: force must have 6 components (got 3)',
    );
    expect(() => step(ecpState(), [bad, 0, 0, 0, 0, 0], 0.01)).toThrow(
      'state and force must be finite numbers (got NaN',
    );
    const state = { ...ecpState(), spin: Number.POSITIVE_INFINITY };
    expect(() => step(state, none, 0.01)).toThrow('state and force must be finite numbers (got 0, 0, Infinity, 0, 0)');
  });
});
