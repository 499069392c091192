import type { Collider, RigidBody } from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../src/index.js';
import {
  addBody,
  addBox,
  boxShape,
  createTwoBoxes,
  createWorld,
  expectFrictionWorks,
  full,
  G,
  install,
  RAPIER,
  run,
} from './support.js';

describe('removed objects', () => {
  test('setMaterial rejects a collider that is removed, of another world, or invalid', () => {
    const [world, box, other, friction] = createTwoBoxes();
    const collider = other.collider(0);
    world.removeRigidBody(other);
    const elsewhere = createWorld();
    for (const wrong of [collider, addBox(elsewhere).collider(0), undefined, null, {}, 3]) {
      expect(() => friction.setMaterial(wrong as Collider, 'ice')).toThrow(
        'setMaterial: the collider is not in this world',
      );
    }
    expectFrictionWorks(friction, world, box);
    for (const { bodyA, bodyB } of friction.contacts()) expect([bodyA, bodyB]).not.toContain(other);
    world.free();
    elsewhere.free();
  });

  test('a reused handle does not inherit the material of the removed collider', () => {
    const [world, box, , friction] = createTwoBoxes();
    friction.setPair('ice', 'ground', coulomb({ mu: 0.01 }));
    friction.setMaterial(world.getCollider(0), 'ground');
    for (let k = 0; k < 20; k++) {
      const body = addBox(world, { x: -3 });
      friction.setMaterial(body.collider(0), 'ice');
      run(friction, world, 0.1);
      world.removeRigidBody(body);
    }
    const last = addBox(world, { x: -3 });
    expectFrictionWorks(friction, world, last);
    expectFrictionWorks(friction, world, box);
    world.free();
  });

  test('friction follows colliders that are removed and replaced', () => {
    const [world, box, other, friction] = createTwoBoxes();
    world.removeCollider(other.collider(0), true);
    run(friction, world, 0.05);
    world.createCollider(boxShape().setMass(1), other);
    other.setTranslation({ x: 3, y: 0, z: 0.1 }, true);
    other.setLinvel({ x: 0, y: 0, z: 0 }, true);
    expectFrictionWorks(friction, world, other);
    world.removeCollider(world.getCollider(0), true);
    run(friction, world, 0.1);
    expect(friction.report.patches).toBe(0);
    expect(box.linvel().z).toBeCloseTo(-0.1 * G, 2);
    world.free();
  });

  test('patches are counted correctly while many contacts come and go', () => {
    const world = createWorld();
    const friction = install(world, 0.5);
    const box = addBox(world, { x: -9 });
    for (let round = 0; round < (full ? 40 : 10); round++) {
      const balls: RigidBody[] = [];
      for (let k = 0; k < 100; k++) {
        const place = { x: 0.5 * (k % 10), y: 0.5 * Math.floor(k / 10), z: 0.2 };
        balls.push(addBody(world, RAPIER.ColliderDesc.ball(0.2), place));
      }
      friction.step();
      friction.step();
      expect(friction.report.patches).toBe(101);
      for (const ball of balls) world.removeRigidBody(ball);
    }
    friction.step();
    expect(friction.report.patches).toBe(1);
    expect(friction.report.problem).toBe('');
    expectFrictionWorks(friction, world, box);
    world.free();
  });

  test('every method of the handle explains that the world has been freed', () => {
    const [world, box, , friction] = createTwoBoxes();
    const collider = box.collider(0);
    const contacts = friction.contacts();
    contacts.next();
    world.free();
    const law = coulomb({ mu: 0.5 });
    const calls: [string, () => unknown][] = [
      ['step', () => friction.step()],
      ['setDefault', () => friction.setDefault(law)],
      ['setMaterial', () => friction.setMaterial(collider, 'ice')],
      ['setPair', () => friction.setPair('a', 'b', law)],
      ['removePair', () => friction.removePair('a', 'b')],
      ['setMaterialLaw', () => friction.setMaterialLaw('a', law)],
      ['contacts', () => friction.contacts()],
      ['onStickSlip', () => friction.onStickSlip(() => undefined)],
      ['debugLines', () => friction.debugLines()],
      ['snapshot', () => friction.snapshot()],
      ['restore', () => friction.restore(new Uint8Array(0))],
    ];
    for (const [name, call] of calls) expect(call, name).toThrow(`${name}: the world has been freed`);
    expect(contacts.next().done).toBe(true);
    expect(friction.report.steps).toBeGreaterThan(0);
    expect(() => friction.uninstall()).not.toThrow();
    expect(() => friction.uninstall()).not.toThrow();
    expect(() => installFriction(world, { default: law })).toThrow(
      'world must be a Rapier world that has not been freed',
    );
  });

  test('freeing one world does not affect another', () => {
    const [world, , , friction] = createTwoBoxes();
    const [other, box, , otherFriction] = createTwoBoxes();
    world.free();
    expect(() => friction.step()).toThrow('the world has been freed');
    expectFrictionWorks(otherFriction, other, box);
    other.free();
  });

  test('restore rejects invalid data and changes nothing', () => {
    const [world, box, , friction] = createTwoBoxes();
    const data = friction.snapshot();
    for (const wrong of [undefined, null, 'data', new Uint8Array(0), new Uint8Array(64), data.slice(0, -8)]) {
      expect(() => friction.restore(wrong as Uint8Array)).toThrow('restore: ');
    }
    expect(friction.snapshot()).toEqual(data);
    expectFrictionWorks(friction, world, box);
    world.free();
  });
});

describe('errors in the step of the engine', () => {
  test('a trap is explained, and all later calls report it', () => {
    const [world, , , friction] = createTwoBoxes();
    friction.uninstall();
    // Simulates a trap: the engine's data stay borrowed, and nothing can be read.
    const set = world.bodies.raw;
    const methods = Object.getPrototypeOf(set);
    const trapped = () => {
      throw new Error('recursive use of an object detected which would lead to unsafe aliasing in rust');
    };
    let hasTrapped = false;
    world.step = () => {
      hasTrapped = true;
      for (const name of Object.getOwnPropertyNames(methods)) {
        if (name !== 'constructor' && name !== 'free') Reflect.set(set, name, trapped);
      }
      throw new Error('unreachable');
    };
    const handle = install(world, 0.5);
    let error: Error | null = null;
    try {
      handle.step();
    } catch (caught) {
      error = caught as Error;
    }
    expect(hasTrapped).toBe(true);
    expect(error?.message).toBe("step: Rapier's own step has failed, and the world cannot be used any more");
    expect(String(error?.cause)).toBe('Error: unreachable');
    expect(() => handle.step()).toThrow('step: Rapier has failed in an earlier step, and the world with it');
    expect(() => handle.contacts()).toThrow('contacts: Rapier has failed in an earlier step');
    expect(() => handle.uninstall()).not.toThrow();
  });

  test('an error thrown by a wrapped world.step passes through unchanged', () => {
    const [world, box, , friction] = createTwoBoxes();
    friction.uninstall();
    const originalStep = world.step;
    let fails = true;
    world.step = (queue, hooks) => {
      if (fails) throw new Error('mine');
      originalStep.call(world, queue, hooks);
    };
    const handle = install(world, 0.5);
    expect(() => handle.step()).toThrow('mine');
    fails = false;
    expectFrictionWorks(handle, world, box);
    world.free();
  });
});
