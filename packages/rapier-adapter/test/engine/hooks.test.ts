import type { PhysicsHooks, World } from '@dimforge/rapier3d-compat';
import { describe, expect, test } from 'vitest';
import type { RapierFriction } from '../../src/index.js';
import { addBox, createWorld, expectIntact, install, RAPIER, twoBoxes } from './support.js';

describe('hooks in the middle of a step', () => {
  /** Steps with a hook that does something once. */
  function stepWith(world: World, friction: RapierFriction, act: () => void): unknown {
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

  test('a body cannot be removed there, in no Rapier world; the step goes on', () => {
    const [world, box, other, friction] = twoBoxes();
    expect(stepWith(world, friction, () => world.removeRigidBody(other))).toBeInstanceOf(Error);
    expectIntact(friction, world, box);
    expectIntact(friction, world, other);
    // Rapier counts the failed call as one that has not ended: this world cannot be freed.
  });

  test('a world that is freed there is lost, and says so', () => {
    const [world, , , friction] = twoBoxes();
    world.forEachCollider((collider) => collider.setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS));
    const said: string[] = [];
    for (let k = 0; k < 3; k++) {
      try {
        friction.step(new RAPIER.EventQueue(true), {
          filterContactPair: () => {
            try {
              world.free();
            } catch {
              // Rapier refuses, half way through.
            }
            return null;
          },
          filterIntersectionPair: () => true,
        });
      } catch (error) {
        said.push((error as Error).message);
      }
    }
    expect(said.slice(-2)).toEqual([
      "step: Rapier's own step has failed, and the world cannot be used any more",
      'step: Rapier has failed in an earlier step, and the world with it',
    ]);
    expect(() => friction.uninstall()).not.toThrow();
  });

  test('nor can a snapshot be taken', () => {
    const [world, , , friction] = twoBoxes();
    expect(stepWith(world, friction, () => friction.snapshot())).toEqual(
      new Error('snapshot: called from within a step (a hook or a contact filter)'),
    );
    world.free();
  });

  test('a hook that throws: as in the stock engine, and the world goes on', () => {
    const play = (stiction: boolean): boolean => {
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
        expectIntact(friction, world, box);
      }
      queue.free();
      world.free();
      return thrown;
    };
    expect(play(true)).toBe(play(false));
  });

  test('uninstall there, and install again', () => {
    const [world, box, other, friction] = twoBoxes();
    expect(stepWithOnce(world, friction)).toBe(true);
    expect(Object.hasOwn(world, 'step')).toBe(false);
    const again = install(world, 0.3);
    expectIntact(again, world, box, 0.3);
    expectIntact(again, world, other, 0.3);
    world.free();
  });

  function stepWithOnce(world: World, friction: RapierFriction): boolean {
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
