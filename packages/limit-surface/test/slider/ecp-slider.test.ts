import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import {
  addPush,
  createEcpSlider,
  type EcpSliderOptions,
  type EcpState,
  ecpState,
} from '../../src/slider/ecp-slider.js';
import { scaledResidual } from './support.js';

const seed = 20271116;

interface Problem {
  options: Required<EcpSliderOptions>;
  state: EcpState;
  applied: Float64Array;
  h: number;
}

/** Random slider, motion and load: `tips` adds moments that shift the ECP by up to 5 cm, `anisotropic` sets e_t ≠ e_o. */
function randomProblem(random: () => number, tips: boolean, anisotropic: boolean): Problem {
  const between = (low: number, high: number) => low * (high / low) ** random();
  const signed = (size: number) => size * (2 * random() - 1);
  const m = between(0.1, 10);
  const et = anisotropic ? between(0.5, 2) : 1;
  const eo = anisotropic ? between(0.5, 2) : 1;
  const options = {
    mass: m,
    inertia: m * between(0.01, 0.1) ** 2,
    height: between(0.01, 0.3),
    mu: between(0.05, 1.5),
    et,
    eo,
  };
  const h = between(1e-4, 0.02);
  const weight = 9.8 * m;
  const speed = between(1e-4, 3);
  const angle = 2 * Math.PI * random();
  const spin = between(1e-3, 30) * (random() < 0.5 ? -1 : 1);
  const tip = tips ? 0.05 * weight : 0;
  return {
    options: { ...options, er: between(0.003, 0.1), gravity: 9.8 },
    state: ecpState({ vx: speed * Math.cos(angle), vy: speed * Math.sin(angle), spin: spin }),
    applied: Float64Array.from([1.5, 1.5, 0.5, 0, 0, 0.025], (size) => signed(size * weight)).map((p, e) =>
      e === 3 || e === 4 ? signed(tip) : p,
    ),
    h,
  };
}

const cases = [
  ['e_t = e_o', false, false],
  ['e_t ≠ e_o', false, true],
  ['tipping moments', true, false],
  ['tipping moments, e_t ≠ e_o', true, true],
] as const;

describe.each(cases)(`random steps, %s (seed ${seed})`, (_, tips, anisotropic) => {
  const COUNT = full ? 5000 : 800;

  test('(25)-(28) hold to 1e-14, and friction dissipates σ μ p_n', () => {
    const random = seededRandom(seed);
    let sliding = 0;
    let worst = 0;
    let worstWork = 0;
    for (let n = 0; n < COUNT; n++) {
      const { options, state, applied, h } = randomProblem(random, tips, anisotropic);
      const before = { ...state };
      createEcpSlider(options).step(state, applied, h);
      const pn = h * (options.mass * options.gravity - applied[2]);
      const [pt, po, pr] = [h * state.fx, h * state.fy, h * state.torsion];
      const inside = Math.hypot(pt / options.et, po / options.eo, pr / options.er) / (options.mu * pn);
      if (state.slipSpeed === 0) {
        expect([state.vx, state.vy, state.spin]).toEqual([0, 0, 0]);
        expect(inside).toBeLessThanOrEqual(1 + 1e-15);
        continue;
      }
      sliding++;
      worst = Math.max(worst, scaledResidual(options, before, applied, h, state));
      // Work of the friction wrench at the CM, including the torque of its force.
      const torque = pr + (h * (applied[3] * pt + applied[4] * po)) / pn;
      const terms = [pt * state.vx, po * state.vy, torque * state.spin, state.slipSpeed * options.mu * pn];
      // The velocities after a step are differences, with the round-off of the velocities before.
      const scale =
        Math.abs(pt) * (Math.abs(before.vx) + Math.abs(pt / options.mass)) +
        Math.abs(po) * (Math.abs(before.vy) + Math.abs(po / options.mass)) +
        Math.abs(torque) * (Math.abs(before.spin) + Math.abs(torque / options.inertia));
      worstWork = Math.max(worstWork, Math.abs(terms.reduce((sum, term) => sum + term, 0)) / (scale + terms[3]));
    }
    expect(sliding).toBeGreaterThan(0.9 * COUNT);
    expect(worst).toBeLessThan(1e-14);
    expect(worstWork).toBeLessThan(1e-14);
  });

  test('rotated, mirrored and translated problems give rotated, mirrored and translated solutions', () => {
    const random = seededRandom(seed + 1);
    let worst = 0;
    for (let n = 0; n < COUNT; n++) {
      const { options, state, applied, h } = randomProblem(random, tips, anisotropic);
      // Any rotation for e_t = e_o; otherwise a quarter turn with e_t and e_o exchanged.
      const angle = anisotropic ? Math.PI / 2 : 2 * Math.PI * random();
      const c = anisotropic ? 0 : Math.cos(angle);
      const s = anisotropic ? 1 : Math.sin(angle);
      const mirror = random() < 0.5 ? -1 : 1;
      const rotate = (x: number, y: number) => [c * x - s * mirror * y, s * x + c * mirror * y] as const;
      const [vx, vy] = rotate(state.vx, state.vy);
      const other = ecpState({ vx, vy, spin: mirror * state.spin, x: 3, y: -2, angle: 1 });
      const [px, py, pz, tx, ty, tz] = applied;
      // Moments are pseudo-vectors: mirroring gives them the opposite sign.
      const moved = [...rotate(px, py), pz, ...rotate(tx, ty).map((t) => mirror * t), mirror * tz];
      const swapped = anisotropic ? { ...options, et: options.eo, eo: options.et } : options;
      const size = Math.hypot(state.vx + (h * px) / options.mass, state.vy + (h * py) / options.mass);
      const spin = Math.abs(state.spin) + Math.abs((h * tz) / options.inertia);
      createEcpSlider(options).step(state, applied, h);
      createEcpSlider(swapped).step(other, moved, h);
      const expected = [
        ...rotate(state.vx, state.vy).map((v) => v / size),
        (mirror * state.spin) / spin,
        ...rotate(state.ecpX, state.ecpY).map((a, e) => 1 + [3, -2][e] + a),
      ];
      const got = [other.vx / size, other.vy / size, other.spin / spin, 1 + other.ecpX, 1 + other.ecpY];
      for (const [e, value] of got.entries()) {
        const deviation = Math.abs(value - expected[e]) / Math.max(1, Math.abs(expected[e]));
        worst = Math.max(worst, deviation);
      }
    }
    expect(worst).toBeLessThan(1e-12);
  });
});

test(`without applied force the energy never rises, for any step size (seed ${seed})`, () => {
  const random = seededRandom(seed + 2);
  for (let n = 0; n < (full ? 200 : 60); n++) {
    const { options, state, h } = randomProblem(random, false, n % 2 === 0);
    const slider = createEcpSlider(options);
    const none = new Float64Array(6);
    const energy = () => options.mass * (state.vx ** 2 + state.vy ** 2) + options.inertia * state.spin ** 2;
    let last = energy();
    for (let k = 0; k < 500; k++) {
      slider.step(state, none, h * (1 + 5 * random()));
      const now = energy();
      if (!(now <= last)) expect.fail(`run ${n}, step ${k}: ${now} after ${last}`);
      last = now;
    }
  }
});

describe('rest', () => {
  const options = { mass: 0.5, inertia: 2e-4, height: 0.08, mu: 0.31, et: 1, eo: 0.8, er: 0.01, gravity: 9.8 };
  const h = 0.01;
  const load = options.mu * options.mass * options.gravity;

  test.each([
    ['along x', [load, 0, 0, 0, 0, 0]],
    ['along y', [0, 0.8 * load, 0, 0, 0, 0]],
    ['about the normal', [0, 0, 0, 0, 0, 0.01 * load]],
    ['with all components', [0.6 * load, 0.8 * 0.64 * load, 0, 0, 0, 0.0048 * load]],
    ['with a tipping moment', [load, 0, 0, 0, 0.02, 0]],
  ])('a force %s is held inside the ellipsoid and slips outside', (_, limit) => {
    for (const [part, slides] of [
      [1 - 1e-9, false],
      [1 + 1e-9, true],
    ] as const) {
      const state = ecpState();
      createEcpSlider(options).step(
        state,
        limit.map((p) => part * p),
        h,
      );
      expect(state.slipSpeed > 0).toBe(slides);
      if (!slides) expect([state.vx, state.vy, state.spin, state.x, state.y, state.angle]).toEqual([0, 0, 0, 0, 0, 0]);
      else expect(state.slipSpeed).toBeLessThan(1e-8);
    }
  });

  test('a tipping moment shifts the ECP of a sticking slider', () => {
    const state = ecpState();
    const applied = new Float64Array(6);
    addPush(applied, [0.5, 0, 0], [-0.02, 0, 0.03]);
    createEcpSlider(options).step(state, applied, h);
    expect(state.slipSpeed).toBe(0);
    // The moment of the push at 0.11 m and friction at 0, divided by the weight.
    expect(state.ecpX).toBeCloseTo((0.5 * 0.11) / 4.9, 15);
    expect(state.ecpY).toBeCloseTo(0, 15);
  });
});

test('a vertical push changes the load and thereby the friction', () => {
  const slider = createEcpSlider({ mass: 1, inertia: 1e-3, height: 0, mu: 0.4, er: 0.02, gravity: 10 });
  const state = ecpState({ vx: 1 });
  slider.step(state, [0, 0, -10, 0, 0, 0], 0.01);
  expect(state.vx).toBeCloseTo(1 - 0.4 * 0.2, 14);
  slider.step(state, [0, 0, 5, 0, 0, 0], 0.01);
  expect(state.vx).toBeCloseTo(1 - 0.4 * 0.25, 14);
});

test('without friction only the applied impulse acts', () => {
  const state = ecpState({ vx: 1, vy: 2, spin: 3 });
  createEcpSlider({ mass: 2, inertia: 0.5, height: 0.1, mu: 0, er: 0.02, gravity: 10 }).step(
    state,
    [20, 0, 0, 0, 0.1, 10],
    0.1,
  );
  expect([state.vx, state.vy, state.spin]).toEqual([2, 2, 5]);
  expect([state.fx, state.fy, state.torsion].map(Math.abs)).toEqual([0, 0, 0]);
  expect(state.ecpX).toBeCloseTo(state.x + 0.01 / 2, 15);
  expect(state.ecpY).toBe(state.y);
});

test('a vanishing tipping moment does not change the solution', () => {
  const options = { mass: 0.5, inertia: 2e-4, height: 0.08, mu: 0.31, er: 0.01, gravity: 9.8 };
  const [plain, tipped] = [0, 1e-16].map((moment) => {
    const state = ecpState({ vx: 0.7, vy: 0.9, spin: 10 });
    const slider = createEcpSlider(options);
    for (let k = 0; k < 60; k++) slider.step(state, [0, 0, 0, moment / 0.01, 0, 0], 0.01);
    return state;
  });
  for (const name of ['x', 'y', 'angle', 'ecpX', 'ecpY'] as const) expect(tipped[name]).toBeCloseTo(plain[name], 11);
});

test('a push adds its moment about the CM', () => {
  const applied = new Float64Array([1, 0, 0, 0, 0, 0]);
  addPush(applied, [1, 2, 3], [4, 5, 6]);
  expect([...applied]).toEqual([2, 2, 3, 3, -6, 3]);
});
