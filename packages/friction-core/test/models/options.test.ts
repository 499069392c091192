import { describe, expect, test } from 'vitest';
import { compoundModel } from '../../src/models/compound.js';
import { fixedStepModel } from '../../src/models/fixed-step.js';
import { karnoppModel } from '../../src/models/karnopp.js';
import { quinnModel } from '../../src/models/quinn.js';
import { viscoElasticModel } from '../../src/models/visco-elastic.js';

const karnopp = { mass: 1, friction: 1, epsilon: 0.01 };
const element = { stiffness: 100, friction: 1 };

describe('bad options are rejected with name, range and value', () => {
  test.each([
    [() => karnoppModel({ ...karnopp, mass: 0 }), 'karnoppModel: mass must be a finite number > 0 kg (got 0)'],
    [() => karnoppModel({ ...karnopp, friction: -1 }), 'friction must be a finite number >= 0 N (got -1)'],
    [() => karnoppModel({ ...karnopp, epsilon: -1 }), 'epsilon must be a finite number >= 0 m/s (got -1)'],
    [() => karnoppModel({ ...karnopp, dimension: 4 as never }), 'dimension must be an integer from 1 to 3 (got 4)'],
    [() => karnoppModel({ ...karnopp, eps: 1 } as never), "unknown option 'eps', known are mass, friction, epsilon"],
    [() => quinnModel({ ...karnopp, epsilon: 0 }), 'quinnModel: epsilon must be a finite number > 0 m/s (got 0)'],
    [() => quinnModel({ ...karnopp, friction: (() => 1) as never }), 'friction must be a finite number >= 0 N'],
    [() => quinnModel({ ...karnopp, mass: Number.NaN }), 'mass must be a finite number > 0 kg (got NaN)'],
    [() => quinnModel(undefined as never), 'quinnModel: options must be an object'],
    [() => fixedStepModel({ mass: Number.POSITIVE_INFINITY, friction: 1 }), 'fixedStepModel: mass must be'],
    [() => fixedStepModel({ mass: 1, friction: () => -2 }), 'friction(0) must be a finite number >= 0 N (got -2)'],
    [
      () => fixedStepModel({ mass: 1, friction: '1' as never }),
      "friction must be a finite number >= 0 N (got '1', a string)",
    ],
    [
      () => fixedStepModel({ mass: 1, friction: 1, solution: 'best' as never }),
      "fixedStepModel: solution must be 'exact' or 'approximate' (got best)",
    ],
    [() => viscoElasticModel({ ...element, stiffness: -5 }), 'stiffness must be a finite number >= 0 N/m (got -5)'],
    [() => viscoElasticModel({ ...element, viscosity: -5 }), 'viscosity must be a finite number >= 0 N s/m (got -5)'],
    [() => viscoElasticModel({ ...element, mass: -5 }), 'viscoElasticModel: mass must be a finite number >= 0 kg'],
    [
      () => viscoElasticModel({ ...element, stiffness: 0 }),
      'viscoElasticModel: one of stiffness, viscosity and mass must be > 0 (got 0, 0, 0)',
    ],
    [() => viscoElasticModel({ ...element, damping: 1 } as never), "unknown option 'damping'"],
    [() => compoundModel({ elements: [] }), 'compoundModel: elements must be an array of at least 1 element (got )'],
    [() => compoundModel({ elements: 3 as never }), 'elements must be an array of at least 1 element (got 3)'],
    [
      () => compoundModel({ elements: [element, { ...element, friction: -1 }] }),
      'compoundModel: elements[1]: friction must be a finite number >= 0 N (got -1)',
    ],
    [() => compoundModel({ elements: [null as never] }), 'compoundModel: elements[0]: options must be an object'],
    [() => compoundModel({ elements: [element], dimension: 0 as never }), 'from 1 to 3 (got 0)'],
  ])('%#', (make, message) => {
    expect(make).toThrow(message);
  });

  test('steps reject a wrong time step or vector length', () => {
    const flat = fixedStepModel({ mass: 1, friction: 1, dimension: 2 });
    expect(() => flat.step([1, 2], 0)).toThrow('fixedStepModel: dt must be a finite number > 0 s (got 0)');
    expect(() => flat.step([1, 2], Number.NaN)).toThrow('dt must be a finite number > 0 s (got NaN)');
    expect(() => flat.step(1, 0.1)).toThrow('fixedStepModel: external must have 2 components (got 1)');
    expect(() => flat.reset([1])).toThrow('fixedStepModel: velocity must have 2 components (got 1)');
    const spring = compoundModel({ elements: [element] });
    expect(() => spring.step([1, 2], 0.1)).toThrow('velocity must have 1 components (got 2)');
    expect(() => spring.stepTo(1, -0.1)).toThrow('dt must be a finite number > 0 s (got -0.1)');
    expect(() => spring.reset([1, 2])).toThrow('position must have 1 components (got 2)');
  });
});

describe('states', () => {
  test('the velocity of a model can be written, reset and read', () => {
    const model = fixedStepModel({ mass: 2, friction: 4, dimension: 2 });
    model.velocity[0] = 3;
    expect(model.step([0, 0], 0.5)).toBe(model.force);
    expect([...model.velocity]).toEqual([2, 0]);
    expect(model.force[0]).toBe(-4);
    model.reset();
    expect([...model.velocity, ...model.force]).toEqual([0, 0, 0, 0]);
    model.reset([0, 1]);
    expect([...model.velocity]).toEqual([0, 1]);
  });

  test('without friction no model brakes, including Quinn', () => {
    for (const model of [
      karnoppModel({ ...karnopp, friction: 0 }),
      quinnModel({ ...karnopp, friction: 0 }),
      fixedStepModel({ mass: 1, friction: 0 }),
    ]) {
      model.step(0, 0.1);
      expect(model.velocity[0]).toBeCloseTo(0, 15);
      model.step(5, 0.1);
      expect(model.velocity[0]).toBeCloseTo(0.5, 15);
      model.step(0, 0.1);
      expect(model.velocity[0]).toBeCloseTo(0.5, 15);
    }
  });

  test('friction can follow a load that changes between steps', () => {
    let load = 10;
    const model = fixedStepModel({ mass: 1, friction: () => 0.5 * load });
    expect(model.step(4, 0.01)[0]).toBe(-4);
    load = 2;
    expect(model.step(4, 0.01)[0]).toBe(-1);
    expect(model.velocity[0]).toBeCloseTo(0.03, 15);
  });

  test('the same inputs give the same bits', () => {
    const run = () => {
      const model = fixedStepModel({ mass: 0.3, friction: (s) => 2 + Math.exp(-s) + s, dimension: 3 });
      const seen: number[] = [];
      for (let k = 0; k < 200; k++) {
        model.step([5 * Math.sin(k), 4 * Math.cos(0.7 * k), 3], 0.01);
        seen.push(...model.velocity, ...model.force);
      }
      return seen;
    };
    expect(run()).toEqual(run());
  });
});
