import { coulomb, type FrictionLaw, scaled } from '@stiction/friction-core';
import { createBlockWorld } from '@stiction/friction-core/testing';
import { expect, test } from 'vitest';
import {
  boxMapping,
  gaussianRoughness,
  type NormalMap,
  planeMapping,
  sawtooth,
  surface,
  type TexturedOptions,
  textured,
} from '../../src/index.js';

const TILE = 0.064;
const saw = sawtooth({ width: 64, height: 64, pixel: 0.001, period: 8, depth: 0.002 });
const sawPlane = surface({ map: saw, mapping: planeMapping({ tile: TILE }) });
/** 2/π (depth / period), [Andrews] (5) over whole periods. */
const SAW = (2 / Math.PI) * 0.25;

/** Mean coefficient of friction of a sliding stop, from v² = 2 μ g s. */
function brake(law: FrictionLaw, velocity: [number, number], spin = 0) {
  const world = createBlockWorld({ law });
  const dt = 1 / 240;
  for (let k = 0; k < 20; k++) world.step(dt);
  const [x0, y0] = world.position(0);
  world.setVelocity(0, [...velocity, 0], [0, 0, spin]);
  // Until it stops.
  for (let k = 0; k < 1200; k++) {
    world.step(dt);
    if (Math.hypot(...world.velocity(0)) < 1e-6) break;
  }
  const [x, y] = world.position(0);
  const way = Math.hypot(x - x0, y - y0);
  return { mu: Math.hypot(...velocity) ** 2 / (2 * 9.81 * way), end: [x - x0, y - y0] };
}

test('friction is μ_0 along ridges and includes ploughing across them', () => {
  const law = textured({ mu0: 0.1, a: sawPlane, width: 0.016 });
  expect(brake(law, [0, 2]).mu).toBeCloseTo(0.1, 2);
  expect(brake(law, [2, 0]).mu / (0.1 + SAW)).toBeCloseTo(1, 1);
  expect(brake(law, [-2, 0]).mu / (0.1 + SAW)).toBeCloseTo(1, 1);
});

test('sharpness increases friction against the steep side, as in the closed form', () => {
  // A window of whole periods: facets of slope s fill a fraction of it, (2/π) (fraction s^p)^(1/p).
  const p = 3;
  const steep = (2 / Math.PI) * ((1 / 8) * 2 ** p) ** (1 / p);
  const gentle = (2 / Math.PI) * ((7 / 8) * (2 / 7) ** p) ** (1 / p);
  const law = textured({ mu0: 0.1, a: sawPlane, width: 0.016, sharpness: p });
  // The steep facets face +x, so a body moving along -x runs into them.
  expect(brake(law, [-2, 0]).mu).toBeGreaterThan(0.9 * (0.1 + steep));
  expect(brake(law, [2, 0]).mu).toBeLessThan(1.1 * (0.1 + gentle));
  expect(steep / gentle).toBeGreaterThan(3);
});

test('the texture belongs to its body and rotates with it', () => {
  const block = surface({ map: saw, mapping: boxMapping({ halfExtents: [0.25, 0.2, 0.1], tile: TILE }) });
  const law = textured({ mu0: 0.1, b: block, width: 0.016, sharpness: 3 });
  const onPlane = textured({ mu0: 0.1, a: sawPlane, width: 0.016, sharpness: 3 });
  // Seen from below, u runs along -x of the box: its steep facets face -x, and the box itself moves.
  expect(brake(law, [-2, 0]).mu).toBeGreaterThan(2 * brake(law, [2, 0]).mu);
  expect(brake(law, [-2, 0]).mu / brake(onPlane, [-2, 0]).mu).toBeCloseTo(1, 0);
});

test('all cones agree along the axes of the texture', () => {
  for (const cone of ['box', 'polygon', 'smooth'] as const) {
    const law = textured({ mu0: 0.1, a: sawPlane, width: 0.016, cone });
    expect(brake(law, [2, 0]).mu, cone).toBeCloseTo(0.1 + SAW, 1);
    expect(brake(law, [0, 2]).mu, cone).toBeCloseTo(0.1, 2);
  }
});

test('friction acts at the rough part: a block with one rough side rotates towards it', () => {
  const half = halfRough(128);
  const floor = surface({ map: half, mapping: planeMapping({ tile: [40, 40], origin: [-20, -20, 0] }) });
  const world = createBlockWorld({ law: textured({ mu0: 0.1, a: floor, width: 0.02 }) });
  for (let k = 0; k < 60; k++) world.step(1 / 240);
  world.setVelocity(0, [2, 0, 0]);
  for (let k = 0; k < 40; k++) world.step(1 / 240);
  // Rough for y > 0: that side is braked, and the block rotates counter-clockwise.
  expect(world.angularVelocity(0)[2]).toBeGreaterThan(0.5);
});

/** Random facets in the upper half, flat below. */
function halfRough(side: number): NormalMap {
  const map = gaussianRoughness({ width: side, height: side, sigmaX: 1, sigmaY: 1, seed: 5 });
  const slopes = map.slopes.map((s, k) => (k < side * side ? 0 : s));
  return { ...map, slopes };
}

test('two textured materials combine their textures, others keep their coefficient', () => {
  const one = textured({ mu0: 0.16, surface: sawPlane, width: 0.016 });
  const other = textured({ mu0: 0.04, surface: sawPlane, width: 0.016 });
  const pair = one.combineWith?.(other, 0.08);
  const withPlain = one.combineWith?.(coulomb({ mu: 0.3 }), 0.2);
  expect(pair?.mu).toBe(0.08);
  expect(brake(pair as FrictionLaw, [2, 0]).mu / (0.08 + 2 * SAW)).toBeCloseTo(1, 1);
  expect(brake(withPlain as FrictionLaw, [2, 0]).mu / (0.2 + SAW)).toBeCloseTo(1, 1);
  // Modifiers of a law apply to its pairs as well.
  const half = scaled(one, 0.5).combineWith?.(other, 0.08);
  expect(brake(half as FrictionLaw, [2, 0]).mu / (0.04 + SAW)).toBeCloseTo(1, 1);
});

test('friction is μ_0 off the map', () => {
  const map = { ...saw, wrap: 'none' as const };
  const far = surface({ map, mapping: planeMapping({ tile: TILE, origin: [100, 100, 0] }) });
  expect(brake(textured({ mu0: 0.3, a: far }), [2, 0]).mu).toBeCloseTo(0.3, 2);
});

test('options are checked', () => {
  const bad = (options: Partial<Record<keyof TexturedOptions, unknown>>) => () =>
    textured({ mu0: 0.2, a: sawPlane, ...options } as TexturedOptions);
  expect(bad({ mu0: -1 })).toThrow('textured: mu0 must be a finite number >= 0 (got -1)');
  expect(bad({ a: undefined })).toThrow('textured: surface, a or b must be given');
  expect(bad({ surface: sawPlane })).toThrow('textured: surface must not be combined');
  expect(bad({ a: saw })).toThrow('textured: a must be a surface');
  expect(bad({ width: 0 })).toThrow('textured: width must be a finite number > 0 m (got 0)');
  expect(bad({ sharpness: 0.5 })).toThrow('textured: sharpness must be');
  expect(bad({ sharpness: 9 })).toThrow('textured: sharpness must be');
  expect(bad({ cone: 'round' })).toThrow('textured: cone must be one of box, polygon, smooth (got round)');
  expect(bad({ cone: 'box', directions: 8 })).toThrow("textured: directions must be 4 for cone 'box' (got 8)");
  expect(bad({ directions: 3 })).toThrow('textured: directions must be an integer from 4 to 64 (got 3)');
  expect(bad({ align: 'up' })).toThrow("textured: align must be 'texture', 'slip' or { direction, frame } (got up)");
  expect(bad({ windows: 'all' })).toThrow('textured: windows must be one of points, patch (got all)');
  expect(bad({ method: 'fast' })).toThrow('textured: method must be one of table, exact (got fast)');
  expect(bad({ mu: 0.3 } as never)).toThrow("textured: unknown option 'mu'");
});
