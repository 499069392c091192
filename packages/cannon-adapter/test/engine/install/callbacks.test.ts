import { coulomb } from '@stiction/friction-core';
import type * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { addBox, createWorld, expectIntact, G, install, run, twoBoxes } from '../support.js';

describe('callbacks in the middle of a step', () => {
  const EVENTS = ['collide', 'beginContact', 'endContact', 'preStep', 'postStep'] as const;

  /** Calls `act` the first time the event fires. Returns a function that tells if it has. */
  function once(
    world: CANNON.World,
    body: CANNON.Body,
    event: (typeof EVENTS)[number],
    act: () => void,
  ): () => boolean {
    let done = false;
    const target: { addEventListener(type: string, listener: () => void): unknown } =
      event === 'collide' ? body : world;
    target.addEventListener(event, () => {
      if (done) return;
      done = true;
      act();
    });
    return () => done;
  }

  /** Makes `other` jump, so that every event fires. Returns true if a step threw. */
  function disturb(world: CANNON.World, other: CANNON.Body): boolean {
    let hasThrown = false;
    other.velocity.set(0, 0, 1);
    for (let k = 0; k < 40; k++) {
      try {
        world.step(1 / 60);
      } catch {
        hasThrown = true;
      }
    }
    return hasThrown;
  }

  // cannon-es itself throws if a body is removed during a step: it counts its bodies once, at the start.
  describe.each([false, true])('sleep allowed: %s', (allowSleep) => {
    test.each(EVENTS)(
      'removing a body in %s throws only if the stock engine does, and the world keeps working',
      (event) => {
        const simulate = (withFriction: boolean) => {
          const world = createWorld();
          world.allowSleep = allowSleep;
          const box = addBox(world, 0, 0.5);
          const other = addBox(world, 3, 0.5);
          addBox(world, 3, 1.5);
          const friction = withFriction ? install(world) : null;
          run(world, 20);
          const hasFired = once(world, other, event, () => world.removeBody(other));
          const hasThrown = disturb(world, other);
          expect(hasFired()).toBe(true);
          expect(world.bodies).not.toContain(other);
          return { world, box, hasThrown, friction };
        };
        const { world, box, hasThrown, friction } = simulate(true);
        expect(hasThrown).toBe(simulate(false).hasThrown);
        expect(() => run(world, 60)).not.toThrow();
        const force = [...(friction?.contacts() ?? [])].reduce((sum, { normalForce }) => sum + normalForce, 0);
        if (!allowSleep) expect(force).toBeCloseTo(2 * G, 1);
        box.wakeUp();
        expectIntact(world, box);
      },
    );
  });

  test.each(EVENTS)('uninstall in %s works, and so does a new install', (event) => {
    const [world, box, other, friction] = twoBoxes();
    const stock = Object.getPrototypeOf(world.solver);
    const hasFired = once(world, other, event, () => friction.uninstall());
    expect(disturb(world, other)).toBe(false);
    expect(hasFired()).toBe(true);
    expect(world.solver).toBe(stock);
    expect(Object.hasOwn(world, 'step')).toBe(false);
    install(world);
    expectIntact(world, box);
    expectIntact(world, other);
  });

  test.each(EVENTS)('a law can be changed and a body added in %s', (event) => {
    const [world, box, other, friction] = twoBoxes();
    const hasFired = once(world, other, event, () => {
      friction.setDefault(coulomb({ mu: 0.3 }));
      addBox(world, 8, 0.5);
    });
    expect(disturb(world, other)).toBe(false);
    expect(hasFired()).toBe(true);
    expectIntact(world, box, 0.3);
    expectIntact(world, world.bodies[world.bodies.length - 1], 0.3);
  });

  test('the world keeps working after a preStep listener throws', () => {
    const [world, box] = twoBoxes();
    const fail = () => {
      throw new Error('from the listener');
    };
    world.addEventListener('preStep', fail);
    expect(() => world.step(1 / 60)).toThrow('from the listener');
    world.removeEventListener('preStep', fail);
    box.force.setZero(); // the engine did not clear it
    box.velocity.setZero();
    expectIntact(world, box);
  });
});

describe.each(['preStep', 'collide', 'postStep'] as const)('a second world stepped in a %s listener', (event) => {
  const STEPS = 60;

  /** A box slides, turns and hits another. */
  function createScene(speed: number): { world: CANNON.World; boxes: CANNON.Body[] } {
    const world = createWorld();
    const boxes = [addBox(world, 0, 0.5), addBox(world, 1.5, 0.5)];
    install(world);
    boxes[0].velocity.set(speed, 0.3, 0);
    boxes[0].angularVelocity.set(0, 0, speed);
    return { world, boxes };
  }

  const stateOf = ({ boxes }: { boxes: CANNON.Body[] }): number[] =>
    boxes.flatMap(({ position: x, quaternion: q, velocity: v, angularVelocity: w }) => [
      ...x.toArray(),
      ...q.toArray(),
      ...v.toArray(),
      ...w.toArray(),
    ]);

  function runAlone(speed: number): number[] {
    const scene = createScene(speed);
    for (let k = 0; k < STEPS; k++) scene.world.step(1 / 60);
    return stateOf(scene);
  }

  test('moves as it does alone, and so does the first', () => {
    const [first, second] = [createScene(2), createScene(4)];
    let steps = 0;
    const stepSecond = (): void => {
      if (steps++ < STEPS) second.world.step(1 / 60);
    };
    const target: { addEventListener(type: string, listener: () => void): unknown } =
      event === 'collide' ? first.boxes[0] : first.world;
    target.addEventListener(event, stepSecond);
    for (let k = 0; k < STEPS; k++) first.world.step(1 / 60);
    expect(steps).toBeGreaterThan(0);
    while (steps < STEPS) stepSecond();
    expect([stateOf(first), stateOf(second)]).toEqual([runAlone(2), runAlone(4)]);
  });
});
