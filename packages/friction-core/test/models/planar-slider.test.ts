import { ellipsoidSet } from '@stiction/lcp-solver';
import { describe, expect, test } from 'vitest';
import {
  anisotropic,
  asymmetric,
  bristle,
  coulomb,
  createPlanarSlider,
  custom,
  dahl,
  elastoPlastic,
  type FrictionLaw,
  fixedStep,
  frictionTensor,
  lugre,
  maxwellSlip,
  polygonCone,
  rolling,
  SHAPE_STRIDE,
  scaled,
  simulate,
  spinning,
  stribeck,
  surfaceVelocity,
  viscoElastic,
} from '../../src/index.js';

const body = { mass: 1, normalForce: 10 };
const law = coulomb({ mu: 0.5 });
const run = (forces: unknown, from: FrictionLaw = law) => simulate(from, body, forces as never, 0.01, 3);

describe('a callback of simulate that does nothing useful is rejected', () => {
  const start =
    'simulate: forces must write to its third argument, out = [fx, fy, torque, normal force], and return nothing';
  test.each<[string, unknown, string]>([
    ['an array', () => [8, 0], `${start} (it returned [8, 0], an array)`],
    ['a typed array', () => new Float64Array(2), `${start} (it returned [0,0], a Float64Array)`],
    ['a number', () => 8, `${start} (it returned 8, a number)`],
    ['a string', () => '8', `${start} (it returned '8', a string)`],
    ['a boolean', () => true, `${start} (it returned true, a boolean)`],
    ['null', () => null, `${start} (it returned null)`],
    ['an object', () => ({ fx: 8 }), `${start} (it returned an object)`],
    ['a promise', async () => undefined, `${start} (it returned a Promise)`],
    ['no function', [8, 0], 'simulate: forces must be a function (time, body, out) => void (got 8,0)'],
  ])('%s', (_, forces, message) => {
    expect(() => run(forces)).toThrow(message);
  });

  type Callback = (time: number, state: { vx: unknown; x: number }, out: Float64Array) => unknown;
  test.each<[string, Callback, string]>([
    ['NaN', (_, __, out) => out.fill(Number.NaN, 1, 2), 'out[1], fy, is NaN at 0 s'],
    ['undefined', (_, __, out) => out.fill(undefined as never, 3), 'out[3], the normal force, is NaN at 0 s'],
    ['a string', (_, state) => Object.assign(state, { vx: '1' }), "body.vx is '1', a string at 0 s"],
    [
      'late',
      (time, state) => void Object.assign(state, { x: time > 0.005 ? Number.NaN : 0 }),
      'body.x is NaN at 0.01 s',
    ],
  ])('writes %s', (_, forces, message) => {
    expect(() => run(forces)).toThrow(`simulate: forces must write finite numbers: ${message}`);
  });

  test('returning nothing, out or the written number is fine', () => {
    const push = (result: (out: Float64Array) => unknown) =>
      run((_: number, __: object, out: Float64Array) => {
        out[0] = 8;
        return result(out);
      }).vx;
    const expected = push(() => undefined);
    expect(expected[2]).toBeGreaterThan(0);
    expect(push((out) => out)).toEqual(expected);
    expect(push(() => 8)).toEqual(expected); // (time, body, out) => (out[0] = 8)
  });

  test('a law that throws is reported', () => {
    const broken = custom({
      name: 'broken',
      set: ellipsoidSet,
      linearize(patches, i) {
        patches.shape.fill(0.5, SHAPE_STRIDE * i, SHAPE_STRIDE * i + 2);
        if (patches.bodies.pose[7] > 0) throw new Error('no map here');
      },
    });
    const { report, state, step } = createPlanarSlider(broken, { ...body, vx: 1 });
    step([0, 0, 0, 10], 0.01);
    expect(report.problem).toBe('');
    step([0, 0, 0, 10], 0.01);
    expect(report.problem).toBe("law 'broken': linearize threw: Error: no map here");
    expect(state.fx).toBe(0);
    expect(() => simulate(broken, { ...body, vx: 1 }, () => undefined, 0.01, 3)).toThrow(
      "simulate: at 0.02 s: law 'broken': linearize threw: Error: no map here",
    );
  });
});

test('a step rejects bad forces and steps', () => {
  const { step } = createPlanarSlider(law, body);
  const message = 'createPlanarSlider: step: force must be four finite numbers [fx, fy, torque, normal force]';
  expect(() => step([0, 0, 10], 0.01)).toThrow(`${message} (got 0,0,10)`);
  expect(() => step([Number.NaN, 0, 0, 10], 0.01)).toThrow(message);
  expect(() => step([0, 0, 0, 10], 0)).toThrow('createPlanarSlider: step: dt must be a finite number > 0 s (got 0)');
  expect(() => createPlanarSlider(law, { ...body, mass: '1' as never })).toThrow(
    "mass must be a number > 0 kg, or Infinity (got '1', a string)",
  );
});

const bristles = { sigma0: 1e4, sigma1: 1, muC: 0.3, muS: 0.4, vS: 0.02 };
test.each<[string, FrictionLaw]>([
  ['coulomb', law],
  ['anisotropic', anisotropic({ mu: [0.6, 0.1] })],
  ['anisotropic, radial', anisotropic({ mu: [0.6, 0.1], flow: 'radial' })],
  ['asymmetric', asymmetric({ mu: [0.2, 0.8, 0.4, 0.5] })],
  ['polygonCone', polygonCone({ mu: [0.5, 0.4, 0.5, 0.5, 0.6] })],
  ['frictionTensor', frictionTensor({ a: { mu: [0.6, 0.2] }, b: { mu: [0.5, 0.3] } })],
  ['stribeck', stribeck({ muS: 0.5, muC: 0.3, vS: 0.05 })],
  ['fixedStep', fixedStep({ mu: (v) => 0.3 + 0.2 / (1 + 100 * v) })],
  ['bristle', bristle({ mu: 0.5, stiffness: 1e4 })],
  ['bristle, rigid', bristle({ mu: 0.5, stiffness: Number.POSITIVE_INFINITY })],
  ['lugre', lugre(bristles)],
  ['elastoPlastic', elastoPlastic(bristles)],
  ['dahl', dahl({ mu: 0.5, sigma0: 1e4 })],
  ['viscoElastic', viscoElastic({ mu: 0.5, stiffness: 2e4, damping: 30 })],
  [
    'maxwellSlip',
    maxwellSlip({
      elements: [
        { mu: 0.2, stiffness: 1e4 },
        { mu: 0.1, stiffness: 2e3 },
      ],
    }),
  ],
  ['rolling', rolling(law, { radius: 0.01 })],
  ['spinning', spinning(law, { radius: 0.01 })],
  ['scaled', scaled(law, 0.5)],
  ['surfaceVelocity', surfaceVelocity(law, [0.5, 0, 0])],
])('%s: a body of infinite mass has the friction of a very heavy one', (_, which) => {
  const friction = (mass: number, inertia: number) => {
    const { state, step } = createPlanarSlider(which, { mass, inertia, normalForce: 10, torsionRadius: 0.05 });
    for (let k = 0; k < 200; k++) {
      Object.assign(state, { vx: 0.1, vy: 0.05, spin: 1.5 });
      step([0, 0, 0, 10], 1e-3);
    }
    return [state.fx, state.fy, state.torsion];
  };
  const heavy = friction(1e9, 1e9);
  expect(Math.hypot(heavy[0], heavy[1])).toBeGreaterThan(1);
  for (const [mass, inertia] of [
    [Number.POSITIVE_INFINITY, 1e9],
    [1e9, Number.POSITIVE_INFINITY],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ]) {
    friction(mass, inertia).forEach((value, k) => {
      expect(value).toBeCloseTo(heavy[k], 6);
    });
  }
});
