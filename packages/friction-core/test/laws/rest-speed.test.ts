import { expect, test } from 'vitest';
import { coulomb, fixedStep, stribeck } from '../../src/index.js';

test.each([0.5, 1, 2, 3])('restSpeed of a Stribeck curve with exponent %f is where 1 %% of muS is lost', (gamma) => {
  const law = stribeck({ muS: 0.6, muC: 0.4, vS: 0.05, gamma });
  // 0.2 (1 - exp(-(v/vS)^gamma)) = 0.01 · 0.6
  const exact = 0.05 * (-Math.log(1 - 0.03)) ** (1 / gamma);
  expect((law.restSpeed ?? 0) / exact).toBeCloseTo(1, 4);
});

test('restSpeed ends where viscous friction exceeds friction at rest by 1 %', () => {
  const law = stribeck({ muS: 0.5, muC: 0.5, vS: 0.05, viscous: 0.1 });
  expect(law.restSpeed).toBeCloseTo(0.05, 6);
});

test('laws that do not depend on the speed have no restSpeed', () => {
  expect(coulomb({ mu: 0.5 }).restSpeed).toBeUndefined();
  expect(fixedStep({ mu: 0.5 }).restSpeed).toBeUndefined();
});

test('a jump at speed 0 makes restSpeed 0', () => {
  const law = fixedStep({ mu: (speed) => (speed > 0 ? 0.3 : 0.5) });
  expect(law.restSpeed).toBe(0);
});
