import { describe, expect, test } from 'vitest';
import { coulomb } from '../../src/index.js';
import { createBlockWorld, lawConformance } from '../../src/testing/index.js';

describe('coulomb without friction conforms', () => {
  for (const check of lawConformance(() => coulomb({ mu: 0 }), { stops: false })) test(check.name, check.run);
});

describe('coulomb', () => {
  test('a block slows down by μ g', () => {
    const world = createBlockWorld({ law: coulomb({ mu: 0.3 }) });
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    world.setVelocity(0, [3, 0, 0]);
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    expect(world.velocity(0)[0]).toBeCloseTo(3 - 0.3 * 9.81 * 0.5, 3);
  });

  test('bad options are rejected with name, range and value', () => {
    expect(() => coulomb({ mu: -1 })).toThrow('coulomb: mu must be a finite number >= 0 (got -1)');
    expect(() => coulomb({ mu: Number.NaN })).toThrow('mu must be a finite number >= 0 (got NaN)');
    expect(() => coulomb({ mu: Number.POSITIVE_INFINITY })).toThrow('(got Infinity)');
    expect(() => coulomb({ mu: '0.5' } as never)).toThrow("(got '0.5', a string)");
    expect(() => coulomb({ nu: 0.5 } as never)).toThrow("unknown option 'nu', known are mu");
    expect(() => coulomb(undefined as never)).toThrow('options must be an object');
  });
});
