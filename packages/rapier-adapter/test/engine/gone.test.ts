import type { Collider, RigidBody } from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../src/index.js';
import {
  addBody,
  addBox,
  boxShape,
  createWorld,
  expectIntact,
  full,
  G,
  install,
  RAPIER,
  run,
  twoBoxes,
} from './support.js';

describe('things that are gone', () => {
  test('a collider or body that has been removed, of another world, or none at all', () => {
    const [world, box, other, friction] = twoBoxes();
    const collider = other.collider(0);
    world.removeRigidBody(other);
    const elsewhere = createWorld();
    for (const wrong of [collider, addBox(elsewhere).collider(0), undefined, null, {}, 3]) {
      expect(() => friction.setMaterial(wrong as Collider, 'ice')).toThrow(
        'setMaterial: the collider is not in this world',
      );
    }
    expectIntact(friction, world, box);
    for (const { bodyA, bodyB } of friction.contacts()) expect([bodyA, bodyB]).not.toContain(other);
    world.free();
    elsewhere.free();
  });

  test('handles that are given out again are not mixed up', () => {
    const [world, box, , friction] = twoBoxes();
    friction.setPair('ice', 'ground', coulomb({ mu: 0.01 }));
    friction.setMaterial(world.getCollider(0), 'ground');
    for (let k = 0; k < 20; k++) {
      const body = addBox(world, { x: -3 });
      friction.setMaterial(body.collider(0), 'ice');
      run(friction, world, 0.1);
      world.removeRigidBody(body);
    }
    const last = addBox(world, { x: -3 });
    expectIntact(friction, world, last);
    expectIntact(friction, world, box);
    world.free();
  });

  test('colliders that are taken away one by one, and put back', () => {
    const [world, box, other, friction] = twoBoxes();
    world.removeCollider(other.collider(0), true);
    run(friction, world, 0.05);
    world.createCollider(boxShape().setMass(1), other);
    other.setTranslation({ x: 3, y: 0, z: 0.1 }, true);
    other.setLinvel({ x: 0, y: 0, z: 0 }, true);
    expectIntact(friction, world, other);
    world.removeCollider(world.getCollider(0), true);
    run(friction, world, 0.1);
    expect(friction.report.patches).toBe(0);
    expect(box.linvel().z).toBeCloseTo(-0.1 * G, 2);
    world.free();
  });

  test('many contacts made and destroyed', () => {
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
    expectIntact(friction, world, box);
    world.free();
  });

  test('a world that has been freed', () => {
    const [world, box, , friction] = twoBoxes();
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

  test('freed between two steps of another world', () => {
    const [world, , , friction] = twoBoxes();
    const [other, box, , goesOn] = twoBoxes();
    world.free();
    expect(() => friction.step()).toThrow('the world has been freed');
    expectIntact(goesOn, other, box);
    other.free();
  });

  test('a snapshot that is none', () => {
    const [world, box, , friction] = twoBoxes();
    const data = friction.snapshot();
    for (const wrong of [undefined, null, 'data', new Uint8Array(0), new Uint8Array(64), data.slice(0, -8)]) {
      expect(() => friction.restore(wrong as Uint8Array)).toThrow('restore: ');
    }
    expect(friction.snapshot()).toEqual(data);
    expectIntact(friction, world, box);
    world.free();
  });
});

describe('when Rapier itself fails', () => {
  test('a trap in its step is explained, and everything says so from then on', () => {
    const [world, , , friction] = twoBoxes();
    friction.uninstall();
    // Stands for a trap: the engine's data stay borrowed, and nothing can be read any more.
    const set = world.bodies.raw;
    const methods = Object.getPrototypeOf(set);
    const trapped = () => {
      throw new Error('recursive use of an object detected which would lead to unsafe aliasing in rust');
    };
    let broken = false;
    world.step = () => {
      broken = true;
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
    expect(broken).toBe(true);
    expect(error?.message).toBe("step: Rapier's own step has failed, and the world cannot be used any more");
    expect(String(error?.cause)).toBe('Error: unreachable');
    expect(() => handle.step()).toThrow('step: Rapier has failed in an earlier step, and the world with it');
    expect(() => handle.contacts()).toThrow('contacts: Rapier has failed in an earlier step');
    expect(() => handle.uninstall()).not.toThrow();
  });

  test('what a wrapped step throws by itself comes through as it is', () => {
    const [world, box, , friction] = twoBoxes();
    friction.uninstall();
    const own = world.step;
    let fails = true;
    world.step = (queue, hooks) => {
      if (fails) throw new Error('mine');
      own.call(world, queue, hooks);
    };
    const handle = install(world, 0.5);
    expect(() => handle.step()).toThrow('mine');
    fails = false;
    expectIntact(handle, world, box);
    world.free();
  });
});
