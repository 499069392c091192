import RAPIER from '@dimforge/rapier3d-compat';
import { describe, expect, test } from 'vitest';
import { createCrashcatWorld } from '../src/crashcat-world.js';
import {
  type Build,
  crateOn,
  createCannonWorld,
  exactStripeStop,
  HALF_ICE,
  integrateHalfIce,
  MU_GRASS,
  measureCurvedBelt,
  measureHalfIce,
  measureStripe,
  measureTurntable,
  measureWallSlide,
  stripeMap,
} from '../src/index.js';
import { createRapierWorld } from '../src/rapier-world.js';
import { engines } from './engines.js';
import { STEPS } from './full.js';

const builds: { engine: string; build: Build }[] = [
  ...engines,
  { engine: 'crashcat', build: (scene) => createCrashcatWorld(scene, { stiction: true }) },
];
const G = 9.81;

describe.each(builds)('materials by place in $engine', ({ build }) => {
  describe.each(STEPS)('at dt %f', (dt) => {
    test('a crate half on ice turns and stops as a fine integration says', () => {
      const { x, y, yaw } = integrateHalfIce(1.5);
      const found = measureHalfIce(build, 1.5, dt);
      expect(Math.abs(found.x / x - 1)).toBeLessThan(0.01);
      expect(Math.abs(found.yaw / yaw - 1)).toBeLessThan(0.02);
      expect(Math.abs(found.y - y)).toBeLessThan(0.005);
    });

    test('a splat map with a stripe of ice lengthens the way by the closed form', () => {
      const goal = dt > 0.01 ? 0.01 : 0.005;
      expect(Math.abs(measureStripe(build, stripeMap(1), 5, dt) / exactStripeStop(5, 1) - 1)).toBeLessThan(goal);
      expect(Math.abs(measureStripe(build, () => 'grass', 3, dt) / exactStripeStop(3, 0) - 1)).toBeLessThan(goal);
    });

    test('a crate on a turntable holds below sqrt(mu g / r) and slips above, 2 %', () => {
      const limit = Math.sqrt((MU_GRASS * G) / 1.5);
      expect(Math.abs(measureTurntable(build, 0.98 * limit, 1.5, 5, dt) - 1.5)).toBeLessThan(0.01);
      expect(measureTurntable(build, 1.02 * limit, 1.5, 5, dt)).toBeGreaterThan(2);
    });

    test('a curved belt carries a crate along its circle and turns it', () => {
      const [speed, radius, seconds] = [1, 2, Math.PI];
      const found = measureCurvedBelt(build, speed, radius, seconds, dt);
      // A crate moves with the mean velocity of the belt below its corners; half a second goes into settling.
      const tilt = Math.hypot(0.25, 0.25) / radius;
      const mean = 0.5 * speed * (1 + 1 / Math.hypot(1, tilt));
      const arc = mean * (seconds + 0.5) - speed ** 2 / (2 * 0.8 * G);
      expect(Math.abs(Math.hypot(found.x, found.y) / radius - 1)).toBeLessThan(0.005);
      expect(Math.abs((Math.atan2(found.y, found.x) * radius) / arc - 1)).toBeLessThan(0.01);
      expect(Math.abs((found.yaw * 2 * radius) / (speed * (seconds + 0.5)) - 1)).toBeLessThan(0.02);
    });

    test('a crate pressed against a wall without grip falls freely, 1 %', () => {
      expect(Math.abs(measureWallSlide(build, 0.5, dt) / (0.5 * G * 0.25) - 1)).toBeLessThan(0.01);
    });
  });

  test('points on different materials are separate patches', () => {
    const world = build(crateOn(HALF_ICE));
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    world.setVelocity('body', 0.5, 0, 0);
    world.step(1 / 60);
    const patches = [...(world.friction?.contacts() ?? [])].length;
    world.dispose();
    expect(patches).toBe(2);
  });

  test('a surface function that throws, or returns an unknown name, is said once, and the default law applies', () => {
    for (const [surface, problem] of [
      [
        () => {
          throw new Error('no map');
        },
        'setSurface: the function threw: Error: no map; the default law is used there',
      ],
      [() => 'mud', "setSurface: no law mentions the material 'mud'"],
    ] as const) {
      const world = build(crateOn(surface));
      for (let k = 0; k < 30; k++) world.step(1 / 60);
      const [x0] = world.position('body');
      world.setVelocity('body', 2, 0, 0);
      for (let k = 0; k < 120; k++) world.step(1 / 60);
      expect(Math.abs((world.position('body')[0] - x0) / (4 / (2 * MU_GRASS * G)) - 1)).toBeLessThan(0.02);
      expect(world.friction?.report.problem).toContain(problem);
      world.dispose();
    }
  });
});

describe('materials by place on terrains', () => {
  const expected = integrateHalfIce(1.5);
  const dt = 1 / 60;

  test.each(['box', 'heightfield'] as const)('cannon-es, %s: a crate half on ice turns as on a plane', (ground) => {
    const found = measureHalfIce((scene) => createCannonWorld(scene, { stiction: true, ground }), 1.5, dt);
    expect(Math.abs(found.x / expected.x - 1)).toBeLessThan(0.01);
    expect(Math.abs(found.yaw / expected.yaw - 1)).toBeLessThan(0.02);
  });

  test.each(['trimesh', 'heightfield'] as const)('Rapier, %s: stops within 10 %, turns the right way', (ground) => {
    const found = measureHalfIce((scene) => createRapierWorld(RAPIER, scene, { stiction: true, ground }), 1.5, dt);
    expect(Math.abs(found.x / expected.x - 1)).toBeLessThan(0.1);
    // Rapier does not report how triangles share the load; an even pressure would have half of the torque.
    expect(found.yaw / expected.yaw).toBeGreaterThan(0.5);
    expect(found.yaw / expected.yaw).toBeLessThan(1.5);
  });
});
