import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { quasiStaticVelocity, slideToRest, translationStep } from '../../src/slider/closed-forms.js';
import { addPush, createEcpSlider, ecpState } from '../../src/slider/ecp-slider.js';

const seed = 20271117;

describe('quasi-static pushing, (32)-(34)', () => {
  test(`satisfies (29)-(31) (seed ${seed})`, () => {
    const random = seededRandom(seed);
    for (let n = 0; n < 100; n++) {
      const [x, y, vx, vy] = [0.1, 0.1, 0.2, 0.2].map((size) => size * (2 * random() - 1));
      const c = 0.005 + 0.1 * random();
      const twist = quasiStaticVelocity({ torsionRadius: c, x, y, vx, vy });
      // (29): the pushed point has the given velocity.
      expect(twist.vx - twist.spin * y).toBeCloseTo(vx, 14);
      expect(twist.vy + twist.spin * x).toBeCloseTo(vy, 14);
      // (34) as printed: with (31), the moment of the push is that of its force at the pushed point, (30).
      expect(twist.spin * c * c).toBeCloseTo(x * twist.vy - y * twist.vx, 14);
    }
  });

  test.each([
    ['in the support plane, CM above it', 0.06],
    ['at the height of the CM, CM in the support plane', 0],
  ])(`a pushed slider converges to it: push %s (seed ${seed + 1})`, (_, qz) => {
    const random = seededRandom(seed + 1);
    const options = { mass: 0.5, inertia: 4e-4, height: qz, mu: 0.3, et: 0.9, eo: 0.9, er: 0.02, gravity: 9.8 };
    const slider = createEcpSlider(options);
    const applied = new Float64Array(6);
    const h = 1e-3;
    for (let n = 0; n < 5; n++) {
      const angle = 2 * Math.PI * random();
      const arm = [0.03 * Math.cos(angle), 0.03 * Math.sin(angle), -qz];
      const heading = 2 * Math.PI * random();
      const aim = [0.15 * Math.cos(heading), 0.15 * Math.sin(heading)];
      const state = ecpState();
      // A damper drags the pushed point. The arm does not rotate with the slider, so there is a steady state.
      const point = () => [state.vx - state.spin * arm[1], state.vy + state.spin * arm[0]];
      for (let k = 0; k < 4000; k++) {
        const [cx, cy] = point();
        applied.fill(0);
        addPush(applied, [60 * (aim[0] - cx), 60 * (aim[1] - cy), 0], arm);
        slider.step(state, applied, h);
      }
      const [vx, vy] = point();
      expect(Math.hypot(vx, vy)).toBeGreaterThan(0.05);
      const twist = quasiStaticVelocity({ torsionRadius: options.er / options.et, x: arm[0], y: arm[1], vx, vy });
      expect(state.vx).toBeCloseTo(twist.vx, 11);
      expect(state.vy).toBeCloseTo(twist.vy, 11);
      expect(state.spin).toBeCloseTo(twist.spin, 10);
      expect(state.ecpX).toBeCloseTo(state.x, 11);
      expect(state.ecpY).toBeCloseTo(state.y, 11);
    }
  });
});

describe('pure translation, (35)-(42)', () => {
  const slide = { mass: 0.7, mu: 0.31, et: 0.8, height: 0.05, gravity: 9.8 };

  test(`agrees with createEcpSlider at every step until rest (seed ${seed + 2})`, () => {
    const random = seededRandom(seed + 2);
    for (let n = 0; n < 50; n++) {
      const slider = createEcpSlider({ ...slide, eo: slide.et, inertia: 1e-3, er: 0.02 });
      const state = ecpState({ vx: 2 * random() - 1, vy: 2 * random() - 1 });
      let steps = 0;
      for (let resting = 0; resting < 3; steps++) {
        const pushed = steps < 20;
        const [pushX, pushY] = pushed ? [2 * (random() - 0.5), 2 * (random() - 0.5)] : [0, 0];
        const expected = translationStep({ ...slide, vx: state.vx, vy: state.vy, pushX, pushY, dt: 0.01 });
        slider.step(state, [pushX, pushY, 0, 0, 0, 0], 0.01);
        for (const name of ['vx', 'vy', 'fx', 'fy', 'slipSpeed'] as const) {
          const tolerance = name === 'fx' || name === 'fy' ? 1e-12 : 1e-14;
          expect(Math.abs(state[name] - expected[name])).toBeLessThan(tolerance);
        }
        expect(state.ecpX - state.x).toBeCloseTo(expected.ecpX, 14);
        expect(state.ecpY - state.y).toBeCloseTo(expected.ecpY, 14);
        expect(Math.abs(state.spin)).toBe(0);
        resting = state.slipSpeed === 0 && !pushed ? resting + 1 : 0;
      }
      expect(steps).toBeLessThan(80);
    }
  });

  test('friction is e_t μ p_n as in the corrected (39)-(41), not e_t² μ p_n', () => {
    const { fx, fy, slipSpeed, vx, vy } = translationStep({ ...slide, vx: 3, vy: 4, dt: 0.01 });
    const fn = slide.mass * slide.gravity;
    expect(Math.hypot(fx, fy)).toBeCloseTo(slide.et * slide.mu * fn, 13);
    expect(slipSpeed).toBeCloseTo(slide.et * Math.hypot(vx, vy), 14);
    // (25) and (26) with w = 0.
    expect(slide.mu * fn * slide.et ** 2 * vx + fx * slipSpeed).toBeCloseTo(0, 13);
    expect(slide.mu * fn * slide.et ** 2 * vy + fy * slipSpeed).toBeCloseTo(0, 13);
  });

  test('small steps converge to the time and distance to rest', () => {
    const { time, distance } = slideToRest({ ...pick(slide), speed: 1.3 });
    expect(time).toBeCloseTo(1.3 / (0.8 * 0.31 * 9.8), 14);
    for (const h of [1e-2, 1e-3, 1e-4]) {
      const state = ecpState({ vx: 0.5, vy: 1.2 });
      const slider = createEcpSlider({ ...slide, eo: slide.et, inertia: 1e-3, er: 0.02 });
      let t = 0;
      while (state.vx !== 0 || state.vy !== 0) {
        slider.step(state, new Float64Array(6), h);
        t += h;
      }
      expect(Math.abs(t - time)).toBeLessThan(1.0001 * h);
      expect(Math.abs(Math.hypot(state.x, state.y) - distance)).toBeLessThan(1.3 * h);
      expect(Math.atan2(state.y, state.x)).toBeCloseTo(Math.atan2(1.2, 0.5), 12);
    }
  });

  test('without load there is no friction, and the ECP stays under the CM', () => {
    const free = translationStep({ mass: 1, mu: 0.5, height: 0.1, gravity: 0, vx: 1, vy: 2, pushX: 100, dt: 0.01 });
    expect(free).toEqual({ vx: 2, vy: 2, fx: -0, fy: -0, slipSpeed: Math.sqrt(8), ecpX: 0, ecpY: 0 });
  });
});

function pick({ mu, et, gravity }: { mu: number; et: number; gravity: number }) {
  return { mu, et, gravity };
}
