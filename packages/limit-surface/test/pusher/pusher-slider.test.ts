import { coulomb, stribeck } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import {
  disc,
  evaluatePressure,
  lineContact,
  type Pressure,
  type PushedSlider,
  type PusherSliderOptions,
  pusherSlider,
  quasiStaticVelocity,
  rectangle,
  ring,
} from '../../src/index.js';

const RUNS = process.env.STICTION_FULL === '1' ? 120 : 18;
const seed = 20280105;
const box = (width: number, height: number) =>
  [-1, -1, 1, -1, 1, 1, -1, 1].map((sign, k) => 0.5 * sign * (k % 2 === 0 ? width : height));
const block: PushedSlider = { outline: box(0.1, 0.2), mass: 1, mu: 0.4, er: 0.05, inertia: 4e-3 };
const contact = (mu: number) => ({ law: coulomb({ mu }) });

/** A finger at the left edge, at height y, ready to push along x. */
const atLeft = (y: number) => ({ pusherX: -0.05, pusherY: y });

describe('straight pushes of a slider with an ellipsoid', () => {
  test.each([-0.08, -0.03, 0, 0.05, 0.09])('a finger at y = %f that sticks: [Xie] (32)-(34) at several angles', (y) => {
    for (const heading of [-0.6, -0.2, 0, 0.3, 0.7]) {
      const { state, step } = pusherSlider({
        slider: block,
        contact: contact(50),
        pusher: { kind: 'point' },
        start: atLeft(y),
      });
      const [vx, vy] = [0.1 * Math.cos(heading), 0.1 * Math.sin(heading)];
      step([vx, vy, 0], 1e-6);
      const expected = quasiStaticVelocity({ torsionRadius: 0.05, x: -0.05, y, vx, vy });
      expect(state.contact).toBe('stick');
      for (const name of ['vx', 'vy', 'spin'] as const) expect(state[name]).toBeCloseTo(expected[name], 12);
      expect(Math.hypot(state.fx, state.fy, state.torsion / 0.05)).toBeCloseTo(0.4 * 9.81, 10);
    }
  });

  test.each([0.02, 0.05, 0.09])(
    'at %f m from the centre line it turns as the closed form says, at first order',
    (y) => {
      // The angle ψ from the velocity to the line through finger and centre: ψ' = r v sin ψ / (er² + r²), away from it.
      const [r, v, T] = [Math.hypot(0.05, y), 0.1, 0.5];
      const start = Math.atan2(-y, 0.05);
      const expected = 2 * Math.atan(Math.tan(start / 2) * Math.exp((r * v * T) / (0.05 ** 2 + r * r))) - start;
      const errors = [100, 200, 400].map((rate) => {
        const { state, step, report } = pusherSlider({
          slider: block,
          contact: contact(50),
          pusher: { kind: 'point' },
          start: atLeft(y),
        });
        for (let k = 0; k < T * rate; k++) step([v, 0, 0], 1 / rate);
        expect(report.unresolved).toBe(0);
        return Math.abs(state.angle - expected);
      });
      expect(Math.abs(expected)).toBeGreaterThan(0.1);
      expect(errors[2]).toBeLessThan(0.01 * Math.abs(expected));
      expect(errors[1] / errors[0]).toBeLessThan(0.6);
      expect(errors[2] / errors[1]).toBeLessThan(0.6);
    },
  );

  test('a slippery finger slides along the edge: motion under a force on the edge of the friction cone', () => {
    for (const mu of [0, 0.1, 0.3]) {
      for (const side of [1, -1]) {
        const { state, step } = pusherSlider({
          slider: block,
          contact: contact(mu),
          pusher: { kind: 'point' },
          start: atLeft(side * 0.04),
        });
        step([0.1, side * 0.3, 0], 1e-6);
        // V ∥ (Fx, Fy, torque / er²) for an ellipsoid.
        const [fx, fy] = [1, side * mu];
        const torque = -0.05 * fy - side * 0.04 * fx;
        const [vx, vy, spin] = [fx, fy, torque / 0.05 ** 2];
        const scale = 0.1 / (vx - spin * side * 0.04);
        expect(state.contact).toBe(side > 0 ? 'slip right' : 'slip left');
        expect(state.vx).toBeCloseTo(scale * vx, 10);
        expect(state.vy).toBeCloseTo(scale * vy, 10);
        expect(state.spin).toBeCloseTo(scale * spin, 9);
        expect(state.tangentForce).toBeCloseTo(side * mu * state.normalForce, 9);
      }
    }
  });
});

const pressures: [string, Pressure | undefined][] = [
  ['ellipsoid', undefined],
  ['rectangle', rectangle({ width: 0.1, height: 0.2 })],
  ['disc', disc({ radius: 0.05 })],
  ['ring', ring({ radius: 0.05, inner: 0.045 })],
  ['line', lineContact({ length: 0.1 })],
];

describe.each(pressures)(`the laws of contact hold, %s (seed ${seed})`, (_, pressure) => {
  test.each(['quasi-static', 'dynamic'] as const)('%s', (motion) => {
    const random = seededRandom(seed);
    const seen = new Set<string>();
    const { er, ...rest } = block;
    const slider = pressure ? { ...rest, pressure } : block;
    for (let n = 0; n < RUNS; n++) {
      const mu = 0.8 * random();
      const pusher = [{ kind: 'point' }, { kind: 'disc', radius: 0.02 }, { kind: 'line', length: 0.06 }][n % 3];
      const away = n % 3 === 1 ? 0.02 : 0;
      const { state, step, report } = pusherSlider({
        slider,
        contact: contact(mu),
        pusher: pusher as PusherSliderOptions['pusher'],
        motion,
        start: { pusherX: -0.05 - away, pusherY: (n % 6 === 5 ? 0.1 : 1) * (0.16 * random() - 0.08) },
      });
      // Every second face pushes nearly straight, and keeps the slider.
      const heading = (n % 6 === 5 ? 0.1 : 2.4) * (random() - 0.5);
      const velocity = [0.2 * Math.cos(heading), 0.2 * Math.sin(heading), n % 6 === 2 ? 2 * random() - 1 : 0];
      for (let k = 0; k < 20; k++) {
        const before = { ...state };
        step(velocity, 0.005);
        seen.add(`${state.contact} ${state.contacts}`);
        expect(state.normalForce).toBeGreaterThanOrEqual(0);
        expect(Math.abs(state.tangentForce)).toBeLessThanOrEqual(mu * state.normalForce * (1 + 1e-6) + 1e-9);
        for (const value of Object.values(state)) if (typeof value === 'number') expect(Math.abs(value * 0)).toBe(0);
        // Friction of the table is that of its limit surface for the motion.
        if (Math.hypot(state.vx, state.vy, 0.1 * state.spin) > 1e-3) {
          const [c, s] = [Math.cos(before.angle), Math.sin(before.angle)];
          const twist = Float64Array.of(c * state.vx + s * state.vy, c * state.vy - s * state.vx, state.spin);
          const out = new Float64Array(10);
          if (pressure) evaluatePressure(pressure, twist, out);
          else {
            const size = Math.hypot(twist[0], twist[1], 0.05 * twist[2]);
            out.set([twist[0] / size, twist[1] / size, (0.05 ** 2 * twist[2]) / size], 1);
          }
          const load = 0.4 * 9.81;
          const got = [c * state.fx + s * state.fy, c * state.fy - s * state.fx, state.torsion];
          // A ring and a line have kinks: there friction is between those of both sides.
          const within = pressure?.shape === 'line' || pressure?.shape === 'ring' ? 0.3 : 1e-5;
          for (let e = 0; e < 3; e++) expect(Math.abs(got[e] + load * out[1 + e])).toBeLessThan(within * load);
        }
      }
      expect(report.unresolved).toBe(0);
    }
    for (const way of ['stick 1', 'slip left 1', 'slip right 1', 'stick 2']) expect([...seen]).toContain(way);
  });
});

describe('a flat pusher', () => {
  const flat = (mu: number, y = 0, motion: PusherSliderOptions['motion'] = 'quasi-static') =>
    pusherSlider({
      slider: { ...block, er: undefined, pressure: rectangle({ width: 0.1, height: 0.2 }) } as never,
      contact: contact(mu),
      pusher: { kind: 'line', length: 0.08 },
      motion,
      start: atLeft(y),
    });

  test('a straight push is stable: the slider translates, held by both ends', () => {
    const { state, step } = flat(0.5);
    for (let k = 0; k < 100; k++) step([0.1, 0, 0], 0.01);
    expect([state.contact, state.contacts]).toEqual(['stick', 2]);
    expect(state.x).toBeCloseTo(0.1, 9);
    expect(Math.abs(state.angle) + Math.abs(state.y)).toBeLessThan(1e-9);
    expect(state.normalForce).toBeCloseTo(0.4 * 9.81, 9);
  });

  test('turns are stable as long as the wrench of the table is one that both ends can balance', () => {
    const pressure = rectangle({ width: 0.1, height: 0.2 });
    let [stable, lost] = [0, 0];
    for (const mu of [0.2, 0.5, 1]) {
      for (let spin = -8; spin <= 8; spin += 0.5) {
        const { state, step } = flat(mu);
        step([0.1, 0, spin], 1e-6);
        // The pusher turns about its own position, so that is the slider's twist at its centre.
        const twist = Float64Array.of(0.1, 0.05 * spin, spin);
        const w = new Float64Array(10);
        evaluatePressure(pressure, twist, w);
        const [fx, fy, torque] = [w[1], w[2], w[3]];
        // Balance about the middle of the face, with normal forces at both ends, 0.04 m off.
        const moment = torque + 0.05 * fy;
        const difference = moment / 0.04;
        const holds = Math.abs(fy) <= mu * fx && Math.abs(difference) <= fx;
        expect(state.contacts === 2 && state.contact === 'stick', `mu ${mu}, spin ${spin}`).toBe(holds);
        if (holds) stable++;
        else lost++;
      }
    }
    expect(Math.min(stable, lost)).toBeGreaterThan(5);
  });

  test('off the centre the slider turns away over one end', () => {
    const { state, step } = flat(0.5, 0.09);
    for (let k = 0; k < 20; k++) step([0.1, 0, 0], 0.01);
    expect(state.angle).toBeLessThan(-0.05);
    expect(state.contacts).toBe(1);
  });
});

describe('dynamic motion', () => {
  test('a slow push is the quasi-static one', () => {
    const run = (motion: 'quasi-static' | 'dynamic') => {
      const { state, step } = pusherSlider({
        slider: block,
        contact: contact(0.3),
        pusher: { kind: 'disc', radius: 0.01 },
        motion,
        start: { pusherX: -0.06, pusherY: 0.04 },
      });
      for (let k = 0; k < 400; k++) step([1e-3, 2e-4, 0], 0.05);
      return state;
    };
    const [slow, quasi] = [run('dynamic'), run('quasi-static')];
    expect(Math.abs(quasi.angle)).toBeGreaterThan(0.1);
    for (const name of ['x', 'y'] as const) expect(Math.abs(slow[name] - quasi[name])).toBeLessThan(2e-5);
    expect(Math.abs(slow.angle - quasi.angle)).toBeLessThan(1e-3);
  });

  test('a body that is pushed and let go slides v²/(2 μ g)', () => {
    const { state, step } = pusherSlider({
      slider: block,
      contact: contact(0.3),
      pusher: { kind: 'line', length: 0.1 },
      motion: 'dynamic',
      start: atLeft(0),
    });
    for (let k = 0; k < 100; k++) step([1, 0, 0], 1e-3);
    expect(state.vx).toBeCloseTo(1, 9);
    const from = state.x;
    for (let k = 0; k < 400; k++) step([-1, 0, 0], 1e-3);
    expect([state.vx, state.vy, state.spin]).toEqual([0, 0, 0]);
    expect(Math.abs(state.x - from - 1 / (2 * 0.4 * 9.81))).toBeLessThan(1e-3);
  });

  test('the force of the pusher accelerates and overcomes friction', () => {
    const { state, step } = pusherSlider({
      slider: block,
      contact: contact(0.3),
      pusher: { kind: 'line', length: 0.1 },
      motion: 'dynamic',
      start: atLeft(0),
    });
    for (let k = 1; k <= 100; k++) step([0.02 * k, 0, 0], 0.01);
    expect(state.normalForce).toBeCloseTo(1 * 2 + 0.4 * 9.81, 8);
  });
});

test('nothing happens before contact, and quasi-statically nothing after it', () => {
  const { state, step } = pusherSlider({
    slider: block,
    contact: contact(0.3),
    pusher: { kind: 'point' },
    start: { pusherX: -0.1 },
  });
  for (let k = 0; k < 45; k++) step([0.1, 0, 0], 0.01);
  expect([state.x, state.contact, state.fx]).toEqual([0, 'free', 0]);
  for (let k = 0; k < 55; k++) step([0.1, 0, 0], 0.01);
  expect(state.x).toBeCloseTo(0.05, 9);
  step([-0.1, 0, 0], 0.01);
  expect([state.vx, state.contact, state.contacts]).toEqual([0, 'free', 0]);
});

test('the same pushes give the same bits', () => {
  const run = () => {
    const { state, step } = pusherSlider({
      slider: block,
      contact: contact(0.3),
      pusher: { kind: 'disc', radius: 0.01 },
      start: { pusherX: -0.06, pusherY: 0.03 },
    });
    for (let k = 0; k < 50; k++) step([0.1, 0.03, 0], 0.01);
    return JSON.stringify(state);
  };
  expect(run()).toBe(run());
});

describe('bad options are refused', () => {
  const good: PusherSliderOptions = { slider: block, contact: contact(0.3), pusher: { kind: 'point' } };
  test.each<[object, string]>([
    [{ slider: { ...block, mass: 0 } }, 'slider: mass must be a finite number > 0 kg (got 0)'],
    [{ slider: { ...block, mu: 0 } }, 'slider: mu must be a finite number > 0 (got 0)'],
    [{ slider: { ...block, pressure: disc({ radius: 1 }) } }, 'slider: give either pressure or er'],
    [
      { slider: { ...block, outline: [0, 0, 1, 1] } },
      'slider: outline must be three or more corners x, y in m (got 4 numbers)',
    ],
    [
      { slider: { ...block, outline: [0, 0, 0, 1, 1, 0] } },
      'slider: outline must be convex and counter-clockwise (corner 1 is not)',
    ],
    [
      { slider: { ...block, outline: [0, 0, 1, 0, Number.NaN, 1] } },
      'slider: outline[4] must be a finite number in m (got NaN)',
    ],
    [
      { contact: { law: stribeck({ muS: 0.4, muC: 0.3, vS: 0.1 }) } },
      'contact.law must be coulomb({ mu }) (got stribeck)',
    ],
    [{ pusher: { kind: 'hand' } }, 'pusher: kind must be one of point, disc, line (got hand)'],
    [{ pusher: { kind: 'line', length: 0 } }, 'pusher: length must be a finite number > 0 m (got 0)'],
    [{ motion: 'fast' }, 'motion must be one of quasi-static, dynamic (got fast)'],
    [
      { motion: 'dynamic', slider: { ...block, inertia: undefined } },
      "slider.inertia must be given in kg m² for motion 'dynamic'",
    ],
    [{ start: { pusherX: Number.NaN } }, 'start: pusherX must be a finite number (got NaN)'],
    [{ start: { z: 1 } }, "start: unknown option 'z'"],
  ])('%#', (change, message) => {
    expect(() => pusherSlider({ ...good, ...change } as PusherSliderOptions)).toThrow(`pusherSlider: ${message}`);
  });

  test('and bad steps', () => {
    const { step } = pusherSlider(good);
    expect(() => step([1, 0], 0.01)).toThrow(
      'pusherSlider: step: velocity must be three finite numbers [vx, vy, spin]',
    );
    expect(() => step([1, 0, 0], 0)).toThrow('pusherSlider: step: dt must be a finite number > 0 s (got 0)');
  });
});
