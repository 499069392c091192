import type { PhysicsHooks, World } from '@dimforge/rapier3d-compat';
import { describe, expect, test } from 'vitest';
import type { RapierFriction } from '../../src/index.js';
import { addBox, createTwoBoxes, createWorld, expectFrictionWorks, install, RAPIER } from './support.js';

describe('inside a hook', () => {
  /** Steps with a hook that calls `act` once; returns the error it throws. */
  function stepWithHook(world: World, friction: RapierFriction, act: () => void): unknown {
    world.forEachCollider((collider) => collider.setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS));
    let thrown: unknown = null;
    let done = false;
    const hooks: PhysicsHooks = {
      filterContactPair: () => {
        if (!done) {
          done = true;
          try {
            act();
          } catch (error) {
            thrown = error;
          }
        }
        return RAPIER.SolverFlags.COMPUTE_IMPULSE;
      },
      filterIntersectionPair: () => true,
    };
    const queue = new RAPIER.EventQueue(true);
    for (let k = 0; k < 5; k++) friction.step(queue, hooks);
    expect(done).toBe(true);
    queue.free();
    return thrown;
  }

  test('removing a body throws, as in stock Rapier, and the step completes', () => {
    const [world, box, other, friction] = createTwoBoxes();
    expect(stepWithHook(world, friction, () => world.removeRigidBody(other))).toBeInstanceOf(Error);
    expectFrictionWorks(friction, world, box);
    expectFrictionWorks(friction, world, other);
    // Rapier treats the failed call as unfinished: this world cannot be freed.
  });

  test('freeing the world makes it unusable, and later steps report it', () => {
    const [world, , , friction] = createTwoBoxes();
    world.forEachCollider((collider) => collider.setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS));
    const messages: string[] = [];
    for (let k = 0; k < 3; k++) {
      try {
        friction.step(new RAPIER.EventQueue(true), {
          filterContactPair: () => {
            try {
              world.free();
            } catch {
              // Rapier throws halfway.
            }
            return null;
          },
          filterIntersectionPair: () => true,
        });
      } catch (error) {
        messages.push((error as Error).message);
      }
    }
    expect(messages[0]).toBe("step: Rapier's own step has failed, and the world cannot be used any more");
    expect(messages.at(-1)).toBe('step: Rapier has failed in an earlier step, and the world with it');
    expect(() => friction.uninstall()).not.toThrow();
  });

  test('taking a snapshot throws', () => {
    const [world, , , friction] = createTwoBoxes();
    expect(stepWithHook(world, friction, () => friction.snapshot())).toEqual(
      new Error('snapshot: called from within a step (a hook or a contact filter)'),
    );
    world.free();
  });

  test('an error is handled as in stock Rapier, and the world stays usable', () => {
    const throwsInHook = (stiction: boolean): boolean => {
      const world = createWorld();
      const box = addBox(world, { z: 0.12 });
      box.collider(0).setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS);
      const friction = stiction ? install(world, 0.5) : null;
      const hooks: PhysicsHooks = {
        filterContactPair: () => {
          throw new Error('mine');
        },
        filterIntersectionPair: () => true,
      };
      let thrown = false;
      const queue = new RAPIER.EventQueue(true);
      for (let k = 0; k < 10; k++) {
        try {
          (friction ?? world).step(queue, hooks);
        } catch {
          thrown = true;
        }
      }
      if (friction) {
        box.setTranslation({ x: 0, y: 0, z: 0.1 }, true);
        box.setLinvel({ x: 0, y: 0, z: 0 }, true);
        expectFrictionWorks(friction, world, box);
      }
      queue.free();
      world.free();
      return thrown;
    };
    expect(throwsInHook(true)).toBe(throwsInHook(false));
  });

  test('uninstall takes effect after the step, and friction can be installed again', () => {
    const [world, box, other, friction] = createTwoBoxes();
    expect(uninstallInHook(world, friction)).toBe(true);
    expect(Object.hasOwn(world, 'step')).toBe(false);
    const reinstalled = install(world, 0.3);
    expectFrictionWorks(reinstalled, world, box, 0.3);
    expectFrictionWorks(reinstalled, world, other, 0.3);
    world.free();
  });

  function uninstallInHook(world: World, friction: RapierFriction): boolean {
    world.forEachCollider((collider) => collider.setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS));
    let called = false;
    friction.step(new RAPIER.EventQueue(true), {
      filterContactPair: () => {
        called = true;
        friction.uninstall();
        return RAPIER.SolverFlags.COMPUTE_IMPULSE;
      },
      filterIntersectionPair: () => true,
    });
    return called;
  }
});
