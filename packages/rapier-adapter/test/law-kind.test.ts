import { anisotropic, bristle, coulomb, stribeck, surfaceVelocity } from '@stiction/friction-core';
import { patch } from '@stiction/limit-surface';
import { expect, test } from 'vitest';
import {
  CORRECTED,
  exceedsCoulomb,
  hasInnerCircle,
  kindOf,
  NATIVE,
  REPLACED,
  restMu,
} from '../src/ownership/law-kind.js';

const law = coulomb({ mu: 0.5 });

test.each([
  ['coulomb', law, NATIVE],
  ['a surface velocity of 0', surfaceVelocity(law, [0, 0, 0]), NATIVE],
  ['stribeck', stribeck({ muS: 0.5, muC: 0.4, vS: 0.1 }), CORRECTED],
  ['patch', patch({ mu: 0.5 }), CORRECTED],
  ['anisotropic', anisotropic({ mu: [0.5, 0.3] }), CORRECTED],
  ['bristle', bristle({ mu: 0.5, stiffness: 1e4 }), REPLACED],
  ['a moving surface', surfaceVelocity(law, [1, 0, 0]), REPLACED],
])('%s has its kind', (_, one, kind) => {
  expect(kindOf(one)).toBe(kind);
});

test("Rapier's friction holds a resting patch with the static coefficient, or with the smallest one of an anisotropic law", () => {
  expect(restMu(stribeck({ muS: 0.5, muC: 0.4, vS: 0.1 }))).toBe(0.5);
  expect(restMu(anisotropic({ mu: [0.5, 0.3] }))).toBe(0.3);
  expect(hasInnerCircle(anisotropic({ mu: [0.5, 0.3] }))).toBe(true);
  expect(hasInnerCircle(stribeck({ muS: 0.5, muC: 0.4, vS: 0.1 }))).toBe(false);
});

test("only laws that do not match Coulomb at rest exceed Rapier's friction", () => {
  expect(exceedsCoulomb(anisotropic({ mu: [0.5, 0.3] }))).toBe(true);
  expect(exceedsCoulomb(bristle({ mu: 0.5, stiffness: 1e4 }))).toBe(true);
  expect(exceedsCoulomb(patch({ mu: 0.5 }))).toBe(false);
});
