import { ellipsoidSet } from '@stiction/lcp-solver';
import { expect, test } from 'vitest';
import * as core from '../../src/index.js';

const lugre = { sigma0: 1e5, muC: 0.4, muS: 0.5, vS: 0.01 };

/** A call that must throw, and what the message must name: option, range, value. */
const bad: [() => unknown, string][] = [
  [() => core.coulomb({ mu: -1 }), 'coulomb: mu must be a finite number >= 0 (got -1)'],
  [() => core.stribeck({ muS: 0.3, muC: 0.4, vS: 0.01 }), 'stribeck: muS must be >= muC = 0.4 (got 0.3)'],
  [() => core.stribeck({ muS: 0.5, muC: 0.4, vS: 0 }), 'stribeck: vS must be a finite number > 0 m/s (got 0)'],
  [
    () => core.stribeck({ muS: 0.5, muC: 0.4, vS: 1, gamma: -2 }),
    'stribeck: gamma must be a finite number > 0 (got -2)',
  ],
  [() => core.fixedStep({ mu: () => Number.NaN }), 'fixedStep: mu must be a finite number >= 0 (got NaN)'],
  [
    () => core.fixedStep({ mu: 1, solve: 'fast' as 'exact' }),
    'fixedStep: solve must be one of exact, approximate (got fast)',
  ],
  [() => core.viscoElastic({ mu: 1, stiffness: 0 }), 'viscoElastic: stiffness must be a finite number > 0 N/m (got 0)'],
  [
    () => core.viscoElastic({ mu: 1, stiffness: 1, damping: -1 }),
    'viscoElastic: damping must be a finite number >= 0 N s/m (got -1)',
  ],
  [() => core.bristle({ mu: 1, stiffness: -1 }), 'bristle: stiffness must be a number > 0 N/m, or Infinity (got -1)'],
  [() => core.maxwellSlip({ elements: [] }), 'maxwellSlip: elements must be a list of 1 to 16'],
  [
    () => core.maxwellSlip({ elements: [{ mu: 0.1, stiffness: -2 }] }),
    'maxwellSlip: elements[0].stiffness must be a finite number > 0 N/m (got -2)',
  ],
  [() => core.dahl({ mu: 0.5, sigma0: 0 }), 'dahl: sigma0 must be a finite number > 0 1/m (got 0)'],
  [() => core.lugre({ ...lugre, sigma0: -1 }), 'lugre: sigma0 must be a finite number > 0 1/m (got -1)'],
  [() => core.lugre({ ...lugre, sBa: 0.5 } as typeof lugre), "lugre: unknown option 'sBa'"],
  [() => core.elastoPlastic({ ...lugre, sBa: 1 }), 'elastoPlastic: sBa must lie between 0 and 1 (got 1)'],
  [() => core.anisotropic({ mu: [0.5] as unknown as [number, number] }), 'anisotropic: mu must be 2 numbers (got 0.5)'],
  [() => core.anisotropic({ mu: [0.5, -1] }), 'anisotropic: mu[1] must be a finite number >= 0 (got -1)'],
  [() => core.anisotropic({ mu: [1, 1], direction: [0, 0, 0] }), 'anisotropic: direction must not be [0, 0, 0]'],
  [() => core.anisotropic({ mu: [1, 1], frame: 'c' as 'a' }), 'anisotropic: frame must be one of a, b, world (got c)'],
  [
    () => core.asymmetric({ mu: [1, 1, 1, 1], flow: 'up' as 'radial' }),
    'asymmetric: flow must be one of associated, radial (got up)',
  ],
  [() => core.polygonCone({ mu: [1, 1] }), 'polygonCone: mu must be 3 to 64 numbers (got 1,1)'],
  [
    () => core.frictionTensor({ a: { mu: [0, 1] }, b: { mu: [1, 1] } }),
    'frictionTensor: a: mu must be two numbers > 0 (got 0,1)',
  ],
  [
    () => core.adhesive(core.coulomb({ mu: 1 }), { force: -1 }),
    'adhesive: force must be a finite number > 0 N (got -1)',
  ],
  [
    () => core.adhesive(core.coulomb({ mu: 1 }), { pressure: Number.NaN }),
    'adhesive: pressure must be a finite number > 0 Pa (got NaN)',
  ],
  [
    () => core.adhesive(core.coulomb({ mu: 1 }), { force: 1, range: 0 }),
    'adhesive: range must be a finite number > 0 m (got 0)',
  ],
  [
    () => core.adhesive(core.coulomb({ mu: 1 }), { force: 1, pressure: 2 }),
    'adhesive: give either force or pressure (got force 1, pressure 2)',
  ],
  [
    () => core.adhesive(core.coulomb({ mu: 1 }), {}),
    'adhesive: give either force or pressure (got force undefined, pressure undefined)',
  ],
  [
    () => core.adhesive(core.adhesive(core.coulomb({ mu: 1 }), { force: 1 }), { force: 2 }),
    "adhesive: the law 'coulomb' is adhesive already",
  ],
  [
    () => core.rolling(core.coulomb({ mu: 1 }), { radius: -1 }),
    'rolling: radius must be a finite number >= 0 m (got -1)',
  ],
  [
    () => core.spinning(core.coulomb({ mu: 1 }), { radius: Number.NaN }),
    'spinning: radius must be a finite number >= 0 m (got NaN)',
  ],
  [
    () => core.surfaceVelocity(core.coulomb({ mu: 1 }), [1, 2] as unknown as [number, number, number]),
    'surfaceVelocity: velocity must be three finite numbers in m/s (got 1,2)',
  ],
  [() => core.scaled(core.coulomb({ mu: 1 }), -1), 'scaled: factor must be a finite number >= 0 (got -1)'],
  [() => core.custom({ name: '', set: ellipsoidSet, linearize: () => undefined }), 'custom: name'],
  [
    () => core.custom({ name: 'x', set: ellipsoidSet, stateSize: 1.5, linearize: () => undefined }),
    'custom: stateSize must be an integer from 0 to 64 (got 1.5)',
  ],
  [
    () => core.simulate(core.coulomb({ mu: 1 }), { mass: 0, normalForce: 1 }, () => undefined, 0.1, 1),
    'createPlanarSlider: mass must be a number > 0 kg, or Infinity (got 0)',
  ],
  [
    () => core.simulate(core.coulomb({ mu: 1 }), { mass: 1, normalForce: 1 }, () => undefined, 0, 1),
    'simulate: dt must be > 0 s (got 0)',
  ],
];

test.each(bad)('%s', (call, message) => {
  expect(call).toThrow(message);
});
