import { type FrictionLaw, simulate } from '@stiction/friction-core';
import { lawConformance } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import * as materials from '../src/index.js';
import { DEFAULT_STRIBECK_SPEED } from '../src/preset.js';

const { presets, presetLaw } = materials;
const full = process.env.STICTION_FULL === '1';
const list = Object.entries(presets).map(([id, preset]) => ({
  id,
  preset,
  law: (materials as unknown as Record<string, FrictionLaw>)[id],
}));

/** Coefficient of friction of a law at a speed that hardly changes in one step. */
function coefficientAt(law: FrictionLaw, vx: number): number {
  const { fx } = simulate(law, { mass: 1e9, normalForce: 1, vx }, () => {}, 1e-6, 1);
  return -fx[0];
}

test('there is a law for every entry of the table, and no other', () => {
  expect(list.length).toBeGreaterThanOrEqual(50);
  const others = ['lawsFromGltf', 'presetLaw', 'presets'];
  expect(Object.keys(materials).sort()).toEqual([...Object.keys(presets), ...others].sort());
});

test.each(list)('$id has plausible numbers, a range and a source', ({ preset }) => {
  const { static: atRest, kinetic, stribeckSpeed, rollingLever, range } = preset;
  expect(kinetic).toBeGreaterThan(0);
  expect(atRest).toBeGreaterThanOrEqual(kinetic);
  expect(kinetic).toBeGreaterThanOrEqual(range[0]);
  expect(atRest).toBeLessThanOrEqual(range[1]);
  expect(range[1]).toBeLessThanOrEqual(1.5);
  if (stribeckSpeed !== undefined) expect(stribeckSpeed).toBeGreaterThan(0);
  if (rollingLever !== undefined) expect(rollingLever).toBeGreaterThan(0);
  for (const source of preset.source.split('; ')) expect(source.length).toBeGreaterThan(10);
  expect(`${preset.name} ${preset.note ?? ''}`).not.toMatch(/[|`<>]/); // goes into a table
  expect(preset.a.length * preset.b.length).toBeGreaterThan(0);
});

test('names are unique', () => {
  expect(new Set(list.map(({ preset }) => preset.name)).size).toBe(list.length);
});

test.each(list)('$id has the coefficients of the table at rest and sliding', ({ preset, law }) => {
  expect(law.mu).toBe(preset.static);
  const speed = preset.stribeckSpeed ?? DEFAULT_STRIBECK_SPEED;
  expect(coefficientAt(law, 10 * speed)).toBeCloseTo(preset.kinetic, 9);
  expect(coefficientAt(law, speed)).toBeCloseTo(preset.kinetic + (preset.static - preset.kinetic) / Math.E, 6);
  expect(law.extraRows !== undefined).toBe(preset.rollingLever !== undefined);
});

test('presetLaw scales speeds to the length unit of the world', () => {
  const metres = presetLaw(presets.tyreOnDryAsphalt);
  const centimetres = presetLaw(presets.tyreOnDryAsphalt, { lengthUnit: 100 });
  expect(coefficientAt(centimetres, 200)).toBeCloseTo(coefficientAt(metres, 2), 9);
});

test('presetLaw rejects wrong options and numbers', () => {
  expect(() => presetLaw(presets.woodOnWood, { lengthUnit: 0 })).toThrow(
    'presetLaw: lengthUnit must be a finite number > 0 (got 0)',
  );
  expect(() => presetLaw(presets.woodOnWood, { unit: 1 } as never)).toThrow("presetLaw: unknown option 'unit'");
  expect(() => presetLaw({ static: 0.2, kinetic: 0.3 })).toThrow('stribeck: muS must be >= muC = 0.3 (got 0.2)');
});

/** Outside the full suite, all checks run on the presets at the ends of the table, and these on every preset. */
const QUICK = ['λ stays in its set', 'there is no friction without a normal force'];
const THOROUGH = ['castIronOnCastIron', 'skateOnIce'];

// Rolling rows make the distribution of the load on a block undetermined, so its laws are tested without them, as in friction-core.
describe.each(list)('$id as a law', ({ id, preset, law }) => {
  const { rollingLever, ...sliding } = preset;
  const make = () => (rollingLever === undefined ? law : presetLaw(sliding));
  // A block at 3 m/s needs more than 10 s to stop if friction is lower than this.
  for (const check of lawConformance(make, { stops: preset.kinetic > 0.04 })) {
    const isQuick = QUICK.some((name) => check.name.startsWith(name));
    if (full || THOROUGH.includes(id) || isQuick) test(check.name, check.run);
  }
});
