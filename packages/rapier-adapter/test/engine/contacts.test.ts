import type { World } from '@dimforge/rapier3d-compat';
import { bristle, coulomb, stribeck } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction, type RapierFriction } from '../../src/index.js';
import { addBox, createWorld, G, install, RAPIER, run, tilted } from './support.js';

const plain = coulomb({ mu: 0.5 });

/** Copies of the contacts: the iterator reuses its objects. */
function read(friction: RapierFriction, options?: { native?: boolean }) {
  return Array.from(friction.contacts(options), (one) => ({
    ...one,
    slip: [...one.slip],
    frictionForce: one.frictionForce && [...one.frictionForce],
  }));
}

describe("contacts of pairs with Rapier's friction", () => {
  test('have load, points, slip and law, but no friction force, with native: true', () => {
    const world = createWorld(1 / 60, undefined, tilted(0.3));
    const box = addBox(world, { mass: 5 });
    const friction = installFriction(world, { default: plain });
    run(friction, world, 0.5);
    expect(read(friction)).toEqual([]);
    const [contact, ...others] = read(friction, { native: true });
    expect(others).toEqual([]);
    expect([contact.bodyA, contact.bodyB]).toContain(box);
    expect([contact.bodyA, contact.bodyB]).toContain(null);
    expect(contact.normalForce / (5 * G * Math.cos(0.3))).toBeCloseTo(1, 2);
    expect(contact.points).toBe(4);
    expect(contact.law).toBe('coulomb');
    expect(contact.frictionForce).toBeNull();
    expect(Math.hypot(...contact.slip)).toBeLessThan(0.01);
    expect(friction.report.patches).toBe(0);
    world.free();
  });

  test('are those of the last step', () => {
    const world = createWorld();
    const box = addBox(world);
    const friction = installFriction(world, { default: plain });
    run(friction, world, 0.5);
    expect(read(friction, { native: true })).toHaveLength(1);
    box.setLinvel({ x: 2, y: 0, z: 0 }, true);
    friction.step();
    const [slides] = read(friction, { native: true });
    expect(Math.hypot(...slides.slip)).toBeCloseTo(Math.hypot(box.linvel().x, box.linvel().y), 2);
    box.setTranslation({ x: 0, y: 0, z: 5 }, true);
    friction.step();
    expect(read(friction, { native: true })).toEqual([]);
    // Also after a plain world.step().
    box.setTranslation({ x: 0, y: 0, z: 0.1 }, true);
    box.setLinvel({ x: 0, y: 0, z: 0 }, true);
    for (let k = 0; k < 5; k++) world.step();
    expect(read(friction, { native: true })).toHaveLength(1);
    world.free();
  });

  test('are listed together with the acquired ones', () => {
    const world = createWorld();
    const [brush, box] = [addBox(world, { y: -2 }), addBox(world, { y: 2 })];
    const friction = installFriction(world, { default: plain, rapier: RAPIER });
    friction.setMaterial(brush.collider(0), 'brush');
    friction.setMaterial(world.getCollider(0), 'floor');
    friction.setPair('brush', 'floor', stribeck({ muS: 0.5, muC: 0.4, vS: 0.1 }));
    run(friction, world, 0.5);
    const laws = (options?: { native?: boolean }) =>
      read(friction, options)
        .map(({ law }) => law)
        .sort();
    expect(friction.owns(box.collider(0))).toBe(false);
    expect(friction.owns(brush.collider(0))).toBe(true);
    expect(laws()).toEqual(['stribeck']);
    expect(laws({ native: true })).toEqual(['coulomb', 'stribeck']);
    expect(laws({ native: false })).toEqual(['stribeck']);
    world.free();
  });

  test('an invalid option is rejected', () => {
    const world = createWorld();
    const friction = installFriction(world, { default: plain });
    expect(() => friction.contacts({ native: 1 } as never)).toThrow('contacts: native must be true or false (got 1)');
    world.free();
  });
});

describe('reading contacts changes no bits', () => {
  function simulate(start: (world: World) => RapierFriction, reads: boolean): string {
    const world = createWorld(1 / 60, undefined, tilted(0.2));
    const boxes = [0, 1, 2].map((k) => addBox(world, { x: 0.05 * k, z: 0.1 + 0.2 * k }));
    const friction = start(world);
    for (let k = 0; k < 90; k++) {
      if (k === 30) boxes[1].applyImpulse({ x: 3, y: 1, z: 0 }, true);
      friction.step();
      if (!reads) continue;
      for (const native of [false, true]) read(friction, { native });
      friction.debugLines();
      if (k === 50) friction.onStickSlip(() => undefined);
    }
    const bits = boxes
      .map((box) => JSON.stringify([box.translation(), box.rotation(), box.linvel(), box.angvel()]))
      .join();
    world.free();
    return bits;
  }

  const settings: [string, (world: World) => RapierFriction][] = [
    ['nothing acquired', (world) => installFriction(world, { default: plain })],
    ['everything acquired', (world) => install(world, 0.5)],
    ['motors', (world) => install(world, bristle({ mu: 0.5, stiffness: 1e4 }))],
  ];
  test.each(settings)('%s', (_, start) => {
    expect(simulate(start, true)).toBe(simulate(start, false));
  });
});
