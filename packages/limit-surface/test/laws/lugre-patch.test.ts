import { createPlanarSlider } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import {
  disc,
  evaluatePressure,
  hertz,
  type LuGrePatchOptions,
  lugrePatch,
  type Pressure,
  polygon,
  rectangle,
} from '../../src/index.js';

const SEED = 20261116;
const LOAD = 3;
const BRISTLES = { sigma0: 1e4, sigma1: 10, muC: 0.4, muS: 0.4, vS: 0.02 };
const TRIANGLE = polygon({
  points: [
    [0, 0],
    [0.3, 0],
    [0.1, 0.2],
  ],
});
const shapes: [string, Pressure][] = [
  ['disc', disc({ radius: 0.2 })],
  ['Hertz', hertz({ radius: 0.01 })],
  ['rectangle', rectangle({ width: 0.4, height: 0.1 })],
  ['triangle', TRIANGLE],
];

/** Friction of a point contact after one second of constant motion. */
function steady(options: Partial<LuGrePatchOptions>, [vx, vy, spin]: readonly number[], dt = 1e-3): number[] {
  const slider = createPlanarSlider(lugrePatch({ ...BRISTLES, ...options }), { mass: Infinity, normalForce: LOAD });
  for (let k = 0; k < Math.round(1 / dt); k++) {
    Object.assign(slider.state, { vx, vy, spin });
    slider.step([0, 0, 0, LOAD], dt);
  }
  return [slider.state.fx, slider.state.fy, slider.state.torsion];
}

function friction(pressure: Pressure, twist: readonly number[]): number[] {
  const out = new Float64Array(10);
  evaluatePressure(pressure, Float64Array.from(twist), out);
  return [out[1], out[2], out[3]].map((f) => -BRISTLES.muC * LOAD * f);
}

describe(`lugrePatch with a given pressure, seed ${SEED}`, () => {
  test.each(shapes)('%s: steady sliding has the friction of the limit surface, μ N ∇psi', (_, pressure) => {
    const random = seededRandom(SEED);
    for (let k = 0; k < 10; k++) {
      const twist = [2 * random() - 1, 2 * random() - 1, (2 * random() - 1) / pressure.r];
      const truth = friction(pressure, twist);
      const measured = steady({ pressure, frame: 'world' }, twist);
      for (let e = 0; e < 3; e++) {
        expect(Math.abs(measured[e] - truth[e])).toBeLessThan(1e-6 * LOAD * (e < 2 ? 1 : pressure.r));
      }
    }
  });

  test('pure spinning has torque μ N r even for a point contact', () => {
    const pressure = hertz({ radius: 0.02 });
    expect(steady({ pressure }, [0, 0, 5])[2]).toBeCloseTo(-0.4 * LOAD * pressure.r, 9);
    expect(steady({}, [0, 0, 5])[2]).toBe(0);
  });

  test('the x axis of the pressure lies along the direction', () => {
    const [vx, vy, spin] = [0.3, -0.2, 2];
    const along = steady({ pressure: TRIANGLE, frame: 'world', direction: [0, 1, 0] }, [vx, vy, spin]);
    // In axes rotated by a quarter turn: x' = y, y' = -x.
    const [fx, fy, torsion] = steady({ pressure: TRIANGLE, frame: 'world' }, [vy, -vx, spin]);
    expect(along[0]).toBeCloseTo(-fy, 9);
    expect(along[1]).toBeCloseTo(fx, 9);
    expect(along[2]).toBeCloseTo(torsion, 9);
    const straight = steady({ pressure: TRIANGLE, frame: 'world' }, [vx, vy, spin]);
    expect(Math.abs(along[2] - straight[2])).toBeGreaterThan(1e-3);
  });

  test('below breakaway it is a spring of stiffness σ0 N, and σ0 N r² per rad in torsion', () => {
    const pressure = rectangle({ width: 0.4, height: 0.1 });
    const body = { mass: 1, inertia: 0.02, normalForce: LOAD };
    const slider = createPlanarSlider(lugrePatch({ ...BRISTLES, pressure }), body);
    const torque = 0.5 * 0.4 * LOAD * pressure.r;
    for (let k = 0; k < 20_000; k++) slider.step([0, 0, torque, LOAD], 1e-3);
    expect(slider.state.angle).toBeCloseTo(torque / (BRISTLES.sigma0 * LOAD * pressure.r ** 2), 9);
    expect(slider.state.sliding).toBe(false);
  });

  test('invalid options throw', () => {
    expect(() => lugrePatch({ ...BRISTLES, pressure: 0.1 as unknown as Pressure })).toThrow(
      /lugrePatch: pressure must/,
    );
    expect(() => lugrePatch({ ...BRISTLES, frame: 'c' as 'a', pressure: TRIANGLE })).toThrow(/lugrePatch: frame/);
  });
});
