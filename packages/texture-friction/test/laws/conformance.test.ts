import { type FrictionLaw, spinning } from '@stiction/friction-core';
import { createBlockWorld, type LawConformanceOptions, lawConformance } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import { boxMapping, gaussianRoughness, planeMapping, sawtooth, surface, textured } from '../../src/index.js';

const rough = gaussianRoughness({ width: 64, height: 64, sigmaX: 0.4, sigmaY: 0.4, seed: 3 });
const saw = sawtooth({ width: 64, height: 64, pixel: 0.001, period: 8, depth: 0.002 });
const plane = surface({ map: rough, mapping: planeMapping({ tile: 0.064 }) });
const block = surface({ map: saw, mapping: boxMapping({ halfExtents: [0.25, 0.2, 0.1], tile: 0.064 }) });

/** Friction varies within a millimetre of slip, in steps as a window includes further rows of cells, so rounding shows sooner. */
const tolerance = 1e-3;

const laws: Record<string, [() => FrictionLaw, LawConformanceOptions?]> = {
  'both rough': [() => textured({ mu0: 0.2, surface: plane })],
  'one sawtooth': [() => textured({ mu0: 0.2, b: block, sharpness: 3 })],
  'both kinds': [() => textured({ mu0: 0.1, a: plane, b: block, sharpness: 2 }), { tolerance }],
  polygon: [() => textured({ mu0: 0.2, a: plane, b: block, cone: 'polygon', directions: 8 }), { tolerance }],
  'box along the texture': [() => textured({ mu0: 0.2, a: plane, b: block, cone: 'box' }), { tolerance }],
  'box in a fixed frame': [
    () => textured({ mu0: 0.2, a: plane, b: block, cone: 'box', align: { direction: [1, 1, 0] } }),
    { tolerance },
  ],
  'one window': [() => textured({ mu0: 0.2, a: plane, b: block, windows: 'patch' }), { tolerance }],
  'pixel by pixel': [() => textured({ mu0: 0.2, b: block, method: 'exact', pixels: 8 }), { tolerance }],
  'with a torsion radius': [() => spinning(textured({ mu0: 0.2, surface: plane }), { radius: 0.1 }), { tolerance }],
};

/** Slow checks run for the laws with both kinds of maps; other combinations of options only in the full run. */
const slowChecks = /random forces|kinetic energy|converges|rotated world/;
const allChecks = ['both kinds'];
const quickRun = [...allChecks, 'polygon', 'one window', 'pixel by pixel', 'with a torsion radius'];

for (const [name, [make, options]] of Object.entries(laws)) {
  if (!full && !quickRun.includes(name)) continue;
  describe(name, () => {
    for (const check of lawConformance(make, { seed: 20261116, ...options })) {
      if (full || allChecks.includes(name) || !slowChecks.test(check.name)) test(check.name, check.run);
    }
  });
}

describe("cone 'box' with align 'slip'", () => {
  const make = () => textured({ mu0: 0.2, a: plane, b: block, cone: 'box', align: 'slip' });
  for (const check of lawConformance(make, { seed: 20261116, tolerance })) {
    if (check.name.includes('converges')) continue;
    if (full || /swapping|same bits/.test(check.name)) test(check.name, check.run);
  }

  // Friction is at a corner of a box that rotates with the slip, and small steps alternate between corners.
  test('does not converge for small steps, but stays close', () => {
    const ends = (full ? [60, 240, 960, 3840] : [60, 240, 960]).map((steps) => {
      const world = createBlockWorld({ law: make() });
      for (let k = 0; k < 60; k++) world.step(1 / 60);
      world.setVelocity(0, [2, 0.5, 0], [0, 0, 5]);
      for (let k = 0; k < steps; k++) world.step(1 / steps);
      return world.position(0);
    });
    const xs = ends.map(([x]) => x);
    const ys = ends.map(([, y]) => y);
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(0.02);
    expect(Math.max(...ys) - Math.min(...ys)).toBeLessThan(0.03);
  });
});
