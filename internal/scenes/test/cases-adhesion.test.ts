import { adhesive, anisotropic, coulomb, lugre, stribeck } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { createCrashcatWorld } from '../src/crashcat-world.js';
import {
  type Build,
  measureMove,
  measureStickySlide,
  measureStickySlope,
  STICKY_MASS,
  STICKY_MU,
  STICKY_WEIGHT,
  slopeAdhesion,
  stickyBox,
  stickyColumn,
  stickyLaw,
  stickyPair,
  stickyTarget,
} from '../src/index.js';
import { engines } from './engines.js';
import { expectNear, full, STEPS } from './full.js';

const builds: { engine: string; build: Build }[] = [
  ...engines,
  { engine: 'crashcat', build: (scene) => createCrashcatWorld(scene, { stiction: true }) },
];
const G = STICKY_WEIGHT / STICKY_MASS;
const DEGREE = Math.PI / 180;
/** Just above and just below a limit. */
const HOLDS = 1.01;
const YIELDS = 0.99;
const SECONDS = full ? 5 : 2;

describe.each(builds)('adhesive surfaces in $engine', ({ build }) => {
  describe.each(STEPS)('at dt %f', (dt) => {
    test('a box hangs from a ceiling if a > m g and falls if not', () => {
      expect(measureMove(build, stickyBox('ceiling', stickyLaw(HOLDS * STICKY_WEIGHT)), 5, dt)).toBeLessThan(1e-3);
      expect(measureMove(build, stickyBox('ceiling', stickyLaw(YIELDS * STICKY_WEIGHT)), 2, dt)).toBeGreaterThan(1);
    });

    test('a box holds on a wall if μ a > m g and slides if not', () => {
      const limit = STICKY_WEIGHT / STICKY_MU;
      expect(measureMove(build, stickyBox('wall', stickyLaw(HOLDS * limit)), SECONDS, dt)).toBeLessThan(5e-3);
      expect(measureMove(build, stickyBox('wall', stickyLaw(YIELDS * limit)), SECONDS, dt)).toBeGreaterThan(
        0.25 * (1 - YIELDS) * G * SECONDS ** 2,
      );
    });

    test.each([35, 60])('a box holds on a slope of %d° up to μ (m g cos + a) = m g sin', (degrees) => {
      const limit = slopeAdhesion(degrees * DEGREE);
      const far = 0.25 * STICKY_MU * (1 - YIELDS) * (limit / STICKY_MASS) * SECONDS ** 2;
      // Rapier's friction gives way by some mm when gravity tilts.
      expect(measureStickySlope(build, stickyLaw(HOLDS * limit), degrees * DEGREE, SECONDS, dt)).toBeLessThan(4e-3);
      expect(measureStickySlope(build, stickyLaw(YIELDS * limit), degrees * DEGREE, SECONDS, dt)).toBeGreaterThan(far);
    });

    test('pulling a box off the floor takes m g + a', () => {
      const scene = stickyBox('floor', stickyLaw(STICKY_WEIGHT));
      expect(measureMove(build, scene, 2, dt, [0, 0, YIELDS * 2 * STICKY_WEIGHT])).toBeLessThan(1e-3);
      expect(measureMove(build, scene, 2, dt, [0, 0, HOLDS * 2 * STICKY_WEIGHT])).toBeGreaterThan(0.5);
    });

    test('a box slides with the deceleration μ (g + a/m)', () => {
      for (const a of [0.5 * STICKY_WEIGHT, STICKY_WEIGHT]) {
        expectNear(measureStickySlide(build, stickyLaw(a), dt), STICKY_MU * (G + a / STICKY_MASS), 0.01);
      }
    });

    test('two boxes without gravity stay where they are', () => {
      const world = build(stickyPair(stickyLaw(30)));
      for (let k = 0; k < Math.round(2 / dt); k++) world.step(dt);
      const [left, right] = [world.position('left'), world.position('right')];
      expect(Math.abs(STICKY_MASS * left[0] + 0.5 * STICKY_MASS * right[0] + 0.5 * STICKY_MASS * 0.2)).toBeLessThan(
        1e-6,
      );
      expect(Math.hypot(...world.velocity('left'))).toBeLessThan(1e-4);
      expect(Math.abs(right[0] - left[0] - 0.4)).toBeLessThan(2e-3);
      world.dispose();
    });

    test('two boxes stick together, and share the momentum of a pull', () => {
      const pull = 15;
      const world = build(stickyPair(stickyLaw(pull)));
      // The left box has two thirds of the mass: the joint of the two carries 2/3 of the pull.
      for (let k = 0; k < Math.round(1 / dt); k++) {
        world.push('right', pull, 0, 0);
        world.step(dt);
      }
      const [left] = world.velocity('left');
      const [right] = world.velocity('right');
      expectNear(STICKY_MASS * left + 0.5 * STICKY_MASS * right, pull, 1e-3, 'momentum');
      expect(Math.abs(left - right)).toBeLessThan(1e-2);
      world.dispose();
    });

    test('two boxes come apart if the pull is stronger than the adhesion', () => {
      const world = build(stickyPair(stickyLaw(15)));
      for (let k = 0; k < Math.round(2 / dt); k++) {
        world.push('right', HOLDS * 1.5 * 15, 0, 0);
        world.step(dt);
      }
      expect(world.position('right')[0] - world.position('left')[0]).toBeGreaterThan(1);
      world.dispose();
    });

    test('a hanging box falls asleep, and still hangs when something hits it', () => {
      const world = build(stickyTarget(stickyLaw(2 * STICKY_WEIGHT)));
      for (let k = 0; k < Math.round(3 / dt); k++) world.step(dt);
      const rest = world.position('box');
      expect(world.velocity('box')).toEqual([0, 0, 0]);
      let isHit = false;
      for (let k = 0; k < Math.round(4 / dt); k++) {
        world.step(dt);
        isHit ||= Math.hypot(...world.velocity('box')) > 0;
      }
      expect(isHit).toBe(true);
      const [x, y, z] = world.position('box');
      expect(Math.abs(z - rest[2])).toBeLessThan(2e-3);
      expect(Math.hypot(x - rest[0], y - rest[1])).toBeLessThan(0.02);
      world.dispose();
    });

    test('a pressure acts on the area of the contact', () => {
      const area = 0.4 * 0.3;
      const law = (a: number) => adhesive(coulomb({ mu: STICKY_MU }), { pressure: a / area });
      expect(measureMove(build, stickyBox('ceiling', law(HOLDS * STICKY_WEIGHT)), SECONDS, dt)).toBeLessThan(1e-3);
      expect(measureMove(build, stickyBox('ceiling', law(YIELDS * STICKY_WEIGHT)), 2, dt)).toBeGreaterThan(1);
    });

    test.each([
      ['anisotropic', anisotropic({ mu: [STICKY_MU, STICKY_MU] })],
      ['lugre', lugre({ sigma0: 1e4, sigma1: 100, muC: STICKY_MU, muS: STICKY_MU, vS: 0.01 })],
      ['stribeck', stribeck({ muS: STICKY_MU, muC: 0.3, vS: 0.01 })],
    ])('a box with adhesive(%s) hangs, and holds on a wall', (_, inner) => {
      expect(
        measureMove(build, stickyBox('ceiling', adhesive(inner, { force: 1.05 * STICKY_WEIGHT })), SECONDS, dt),
      ).toBeLessThan(1e-3);
      const force = (1.5 * STICKY_WEIGHT) / STICKY_MU;
      expect(measureMove(build, stickyBox('wall', adhesive(inner, { force })), SECONDS, dt)).toBeLessThan(0.01);
    });

    test('contacts() reports the attraction and the force between the surfaces', () => {
      const world = build(stickyBox('ceiling', stickyLaw(30)));
      for (let k = 0; k < Math.round(1 / dt); k++) world.step(dt);
      const [contact] = [...(world.friction?.contacts() ?? [])].map(({ normalForce, adhesion }) => ({
        normalForce,
        adhesion,
      }));
      expect(contact.adhesion).toBe(30);
      expectNear(contact.normalForce, 30 - STICKY_WEIGHT, 0.01);
      world.dispose();
    });

    test('a box that lands on a sticky floor gains no energy', () => {
      const scene = stickyBox('floor', stickyLaw(5 * STICKY_WEIGHT));
      const [slab, box] = scene.bodies;
      const world = build({ ...scene, bodies: [slab, { ...box, position: [0, 0, 0.2], velocity: [1, 0, 0] }] });
      const energyOf = () => 0.5 * Math.hypot(...world.velocity('box')) ** 2 + G * world.position('box')[2];
      const energy = energyOf();
      let isDown = false;
      for (let k = 0; k < Math.round(2 / dt); k++) {
        world.step(dt);
        expect(energyOf()).toBeLessThan(energy + 1e-6);
        const [, , z] = world.position('box');
        isDown ||= z < 0;
        // Friction tips it a little.
        if (isDown) expect(z).toBeLessThan(5e-3);
      }
      expect(Math.hypot(...world.velocity('box'))).toBeLessThan(1e-3);
      world.dispose();
    });

    test('a column of adhesive boxes falls asleep and stays', () => {
      const world = build(stickyColumn(stickyLaw(20), 4));
      for (let k = 0; k < Math.round(5 / dt); k++) world.step(dt);
      const top = world.position('box 3');
      for (let k = 0; k < Math.round(1 / dt); k++) world.step(dt);
      expect(world.position('box 3')).toEqual(top);
      // Rapier's contacts yield by 1 to 2 mm each.
      expect(Math.hypot(top[0], top[1], top[2] - 0.6)).toBeLessThan(0.01);
      world.dispose();
    });
  });
});

describe.each(builds.filter(({ engine }) => engine !== 'rapier'))('the range in $engine', ({ build }) => {
  const range = 0.05;
  const force = 5 * STICKY_WEIGHT;

  /** A box that hangs and gets a kinetic energy, in parts of the work a range - m g range that it takes to part. */
  function kick(part: number): number {
    const world = build(stickyBox('ceiling', stickyLaw(force, STICKY_MU, range)));
    const dt = 1 / 240;
    for (let k = 0; k < 60; k++) world.step(dt);
    world.setVelocity('box', 0, 0, -Math.sqrt((2 * part * (force - STICKY_WEIGHT) * range) / STICKY_MASS));
    for (let k = 0; k < 240; k++) world.step(dt);
    const [, , z] = world.position('box');
    world.dispose();
    return z;
  }

  test('is the distance over which the surfaces hold on to each other', () => {
    expect(Math.abs(kick(0.9))).toBeLessThan(1e-3);
    expect(kick(1.1)).toBeLessThan(-1);
  });
});
