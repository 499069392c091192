import { coulomb } from '@stiction/friction-core';
import { expect, test, vi } from 'vitest';
import { installFriction } from '../../src/index.js';
import { addBox, createWorld } from './support.js';

test('prototypes that are frozen, as in a hardened realm: one warning, and the API', () => {
  Object.freeze(Float32Array.prototype);
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const world = createWorld();
  const box = addBox(world);
  const friction = installFriction(world, { default: coulomb({ mu: 0.4 }), reader: 'memory' });
  for (let k = 0; k < 30; k++) friction.step();
  box.setLinvel({ x: 2, y: 0, z: 0 }, true);
  for (let k = 0; k < 60; k++) friction.step();
  expect(box.translation().x / (4 / (2 * 0.4 * 9.81))).toBeCloseTo(1, 1);
  expect(warnings).toHaveBeenCalledTimes(1);
  expect(friction.reader).toBe('api');
  expect(friction.report.problem).toMatch(/memory of this Rapier cannot be read/);
  world.free();
});
