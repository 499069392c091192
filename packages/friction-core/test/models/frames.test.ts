import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { compoundModel } from '../../src/models/compound.js';
import { fixedStepModel } from '../../src/models/fixed-step.js';
import { karnoppModel } from '../../src/models/karnopp.js';
import { quinnModel } from '../../src/models/quinn.js';
import { viscoElasticModel } from '../../src/models/visco-elastic.js';
import { randomRotation, randomVector, rotated, stribeck } from './support.js';

const seed = 20270303;
type Dimension = 1 | 2 | 3;
interface Stepped {
  step(input: Float64Array, dt: number): Float64Array;
}

const curve = stribeck(2, 3, 0.1, 0.5);
const makers: [string, (dimension: Dimension) => Stepped][] = [
  ['karnopp', (dimension) => karnoppModel({ mass: 0.5, friction: curve, epsilon: 0.03, dimension })],
  ['quinn', (dimension) => quinnModel({ mass: 0.5, friction: 2, epsilon: 0.05, dimension })],
  ['fixed step', (dimension) => fixedStepModel({ mass: 0.5, friction: 2, dimension })],
  ['fixed step, curve', (dimension) => fixedStepModel({ mass: 0.5, friction: curve, dimension })],
  [
    'fixed step, (18)',
    (dimension) => fixedStepModel({ mass: 0.5, friction: curve, solution: 'approximate', dimension }),
  ],
  ['visco-elastic', (dimension) => viscoElasticModel({ stiffness: 100, viscosity: 1, friction: curve, dimension })],
  ['visco-elastic with mass', (dimension) => viscoElasticModel({ stiffness: 100, mass: 0.2, friction: 2, dimension })],
  [
    'compound',
    (dimension) => compoundModel({ elements: [1, 2, 3].map((friction) => ({ stiffness: 100, friction })), dimension }),
  ],
];

describe.each(makers)(`%s (seed ${seed})`, (_, make) => {
  test.each([2, 3] as const)('rotating the frame rotates the force, %i-D', (dimension) => {
    const random = seededRandom(seed + dimension);
    for (let run = 0; run < 20; run++) {
      const rotation = randomRotation(random, dimension);
      const straight = make(dimension);
      const turned = make(dimension);
      let load = randomVector(random, dimension, 6);
      for (let k = 0; k < 100; k++) {
        if (k % 10 === 0) load = randomVector(random, dimension, 6);
        const expected = rotated(rotation, straight.step(load, 0.005));
        const force = turned.step(rotated(rotation, load), 0.005);
        for (let i = 0; i < dimension; i++) expect(Math.abs(force[i] - expected[i])).toBeLessThan(1e-10);
      }
    }
  });

  test('along a line in space it equals the scalar model', () => {
    const random = seededRandom(seed);
    const [line] = randomRotation(random, 3);
    const scalar = make(1);
    const spatial = make(3);
    const load = new Float64Array(1);
    for (let k = 0; k < 300; k++) {
      if (k % 10 === 0) load[0] = 12 * random() - 6;
      const [expected] = scalar.step(load, 0.005);
      const force = spatial.step(
        line.map((value) => value * load[0]),
        0.005,
      );
      for (let i = 0; i < 3; i++) expect(Math.abs(force[i] - expected * line[i])).toBeLessThan(1e-10);
    }
  });
});
