import type { Collider, RigidBody, World } from '@dimforge/rapier3d-compat';
import { bristle, coulomb } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction, type RapierFriction } from '../../src/index.js';
import { addBox, boxShape, createWorld, measureMu, RAPIER, run, slab } from './support.js';

const { Average, Min, Multiply, Max } = RAPIER.CoefficientCombineRule;

function groundOf(world: World): Collider {
  return world.getCollider(0);
}

describe('fromColliders', () => {
  const CASES = [
    [0.2, Average, 0.6, Average, 0.4],
    [0.2, Average, 0.6, Min, 0.2],
    [0.2, Min, 0.6, Multiply, 0.12],
    [0.9, Multiply, 0.5, Average, 0.45],
    [0.2, Max, 0.6, Multiply, 0.6],
    [0.3, Average, 0.1, Max, 0.3],
    [0, Average, 0.8, Min, 0],
  ] as const;
  test.each(CASES)(
    '%f with rule %i on %f with rule %i gives %f, as Rapier combines them',
    (muA, ruleA, muB, ruleB, mu) => {
      const [stock, native, all] = ([null, 'special', 'all'] as const).map((scope) => {
        const world = createWorld();
        groundOf(world).setFriction(muA);
        groundOf(world).setFrictionCombineRule(ruleA);
        const box = addBox(world);
        box.collider(0).setFriction(muB);
        box.collider(0).setFrictionCombineRule(ruleB);
        const friction = scope && installFriction(world, { fromColliders: true, scope });
        const measured = measureMu(friction ?? world, world, box);
        world.free();
        return measured;
      });
      expect(stock).toBeCloseTo(mu, 3);
      expect(native, 'nothing acquired, bit-identical').toBe(stock);
      expect(all).toBeCloseTo(mu, 3);
    },
  );

  test.each(['special', 'all'] as const)(
    'coefficients set after the install apply and read back, scope %s',
    (scope) => {
      const world = createWorld();
      const box = addBox(world);
      const friction = installFriction(world, { fromColliders: true, scope });
      expect(measureMu(friction, world, box)).toBeCloseTo(0.5, 3);
      const collider = box.collider(0);
      collider.setFriction(0.1);
      expect(collider.friction()).toBeCloseTo(0.1, 6);
      expect(measureMu(friction, world, box)).toBeCloseTo(0.3, 3);
      collider.setFrictionCombineRule(Min);
      expect(collider.frictionCombineRule()).toBe(Min);
      expect(measureMu(friction, world, box)).toBeCloseTo(0.1, 3);
      friction.uninstall();
      expect(collider.friction()).toBeCloseTo(0.1, 6);
      expect(collider.frictionCombineRule()).toBe(Min);
      expect(groundOf(world).friction()).toBe(0.5);
      expect(groundOf(world).frictionCombineRule()).toBe(Average);
      expect(measureMu(world, world, box)).toBeCloseTo(0.1, 3);
      collider.setFriction(0.4);
      expect(collider.friction()).toBeCloseTo(0.4, 6);
      world.free();
    },
  );

  test('added and replaced colliders use their own coefficients', () => {
    const world = createWorld();
    const friction = installFriction(world, { fromColliders: true });
    run(friction, world, 0.1);
    const box = addBox(world);
    box.collider(0).setFriction(0.3);
    expect(measureMu(friction, world, box)).toBeCloseTo(0.4, 3);
    world.removeCollider(box.collider(0), true);
    world.createCollider(boxShape().setMass(1).setFriction(0.1), box);
    expect(measureMu(friction, world, box)).toBeCloseTo(0.3, 3);
    world.free();
  });

  test('laws of named materials take precedence; named materials without a law use the default', () => {
    const world = createWorld();
    const box = addBox(world);
    const friction = installFriction(world, { fromColliders: true, default: coulomb({ mu: 0.15 }), rapier: RAPIER });
    expect(measureMu(friction, world, box)).toBeCloseTo(0.5, 3);
    friction.setMaterial(box.collider(0), 'ice');
    expect(measureMu(friction, world, box)).toBeCloseTo(0.15, 3);
    friction.setDefault(coulomb({ mu: 0.25 }));
    expect(measureMu(friction, world, box)).toBeCloseTo(0.25, 3);
    friction.setMaterial(groundOf(world), 'rock');
    friction.setPair('ice', 'rock', coulomb({ mu: 0.05 }));
    expect(measureMu(friction, world, box)).toBeCloseTo(0.05, 3);
    const other = addBox(world, { y: 3 });
    friction.setMaterial(groundOf(world), 'sand');
    expect(measureMu(friction, world, other)).toBeCloseTo(0.25, 3);
    world.free();
  });

  test('without a default, named materials without a law use the coefficients of the colliders', () => {
    const world = createWorld();
    const box = addBox(world);
    const friction = installFriction(world, { fromColliders: true });
    friction.setMaterial(box.collider(0), 'ice');
    expect(measureMu(friction, world, box)).toBeCloseTo(0.5, 3);
    world.free();
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1])(
    'a coefficient of %d acts as in a stock world, bit-identically',
    (mu) => {
      const [stock, ours] = [false, true].map((stiction) => {
        const world = createWorld();
        const box = addBox(world);
        box.collider(0).setFriction(mu);
        box.collider(0).setFrictionCombineRule(Min);
        const measured = measureMu(stiction ? installFriction(world, { fromColliders: true }) : world, world, box);
        world.free();
        return measured;
      });
      expect(ours).toBe(stock);
    },
  );

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1])(
    'a coefficient of %d is ignored if the collider is acquired',
    (mu) => {
      const world = createWorld();
      const [box, special] = [addBox(world), addBox(world, { y: 3 })];
      box.collider(0).setFriction(mu);
      box.collider(0).setFrictionCombineRule(Min);
      const friction = installFriction(world, { fromColliders: true, rapier: RAPIER });
      friction.setMaterial(groundOf(world), 'floor');
      friction.setMaterial(special.collider(0), 'brush');
      friction.setPair('brush', 'floor', bristle({ mu: 0.3, stiffness: 1e4 }));
      friction.setPair('floor', 'paper', bristle({ mu: 0.3, stiffness: 1e4 }));
      expect(friction.owns(groundOf(world)) || friction.owns(special.collider(0))).toBe(true);
      const measured = measureMu(friction, world, box);
      if (friction.owns(groundOf(world))) expect(measured).toBeCloseTo(mu > 0 ? 0.5 : 0, 2);
      expect(box.isEnabled()).toBe(true);
      world.free();
    },
  );

  test('a snapshot includes the coefficients', () => {
    const world = createWorld();
    const box = addBox(world);
    box.collider(0).setFriction(0.3);
    const friction = installFriction(world, { fromColliders: true });
    run(friction, world, 0.3);
    box.collider(0).setFriction(0.1);
    box.setLinvel({ x: 3, y: 0, z: 0 }, true);
    run(friction, world, 0.1);
    const data = friction.snapshot();
    const twin = RAPIER.World.restoreSnapshot(world.takeSnapshot());
    const [, late] = [world, twin].map((one) => addBox(one, { y: 3 }));
    const handle = installFriction(twin, { fromColliders: true });
    handle.restore(data);
    const other = twin.getRigidBody(box.handle);
    for (let k = 0; k < 30; k++) {
      friction.step();
      handle.step();
      expect([other.translation(), other.linvel()]).toEqual([box.translation(), box.linvel()]);
    }
    expect(measureMu(handle, twin, other)).toBeCloseTo(0.3, 3);
    expect(measureMu(handle, twin, late)).toBeCloseTo(0.5, 3);
    handle.uninstall();
    expect(other.collider(0).friction()).toBeCloseTo(0.1, 6);
    expect(late.collider(0).friction()).toBe(0.5);
    world.free();
    twin.free();
  });

  test('an invalid option is rejected', () => {
    const world = createWorld();
    expect(() => installFriction(world, { fromColliders: 1 } as never)).toThrow(
      'installFriction: fromColliders must be true or false (got 1)',
    );
    expect(() => installFriction(world, { fromColliders: false } as never)).toThrow(
      'installFriction: default must be a friction law',
    );
    expect(() => installFriction(world, {} as never)).toThrow('installFriction: default must be a friction law');
    expect(Object.hasOwn(world, 'step')).toBe(false);
    world.free();
  });
});

describe('colliders left to Rapier by the option colliders', () => {
  const law = coulomb({ mu: 0.1 });

  function stateBits(world: World): string {
    const numbers: number[] = [];
    world.forEachRigidBody((body) => {
      for (const { x, y, z } of [body.translation(), body.linvel(), body.angvel()]) numbers.push(x, y, z);
    });
    return numbers.join();
  }

  /** Falling and sliding boxes with different coefficients and rules. */
  function pile(world: World, y: number): RigidBody[] {
    return [0, 1, 2].map((k) => {
      const box = addBox(world, { x: 0.1 * k, y, z: 0.1 + 0.25 * k });
      box.collider(0).setFriction(0.2 + 0.3 * k);
      box.collider(0).setFrictionCombineRule([Average, Min, Multiply][k]);
      box.setLinvel({ x: 2, y: 0, z: 0 }, true);
      return box;
    });
  }

  test('move as in a stock world, bit-identically, if all are left', () => {
    const [stock, mixed] = [createWorld(), createWorld()];
    pile(stock, 0);
    pile(mixed, 0);
    const friction = installFriction(mixed, { default: law, colliders: () => false });
    for (let k = 0; k < 120; k++) {
      stock.step();
      friction.step();
      expect(stateBits(mixed), `step ${k}`).toBe(stateBits(stock));
    }
    expect(friction.report.patches).toBe(0);
    stock.free();
    mixed.free();
  });

  // Rapier combines the coefficients of both colliders. A collider whose friction motors replace has none to combine.
  test.each([
    ['coulomb', law, 0.45],
    ['bristle', bristle({ mu: 0.1, stiffness: 1e4 }), 0.8],
  ])('keep their coefficient against acquired ones, which have our law: %s', (_, law, mu) => {
    const world = createWorld();
    const ours = addBox(world, { y: -2 });
    const left = addBox(world, { y: 2 });
    left.collider(0).setFriction(0.8);
    const friction = installFriction(world, {
      default: law,
      rapier: RAPIER,
      scope: 'all',
      colliders: (collider) => collider.parent()?.handle !== left.handle,
    });
    expect(measureMu(friction, world, ours)).toBeCloseTo(0.1, 3);
    expect(measureMu(friction, world, left)).toBeCloseTo(mu, 2);
    const pairs = [...friction.contacts()].map(({ bodyA, bodyB }) => [bodyA, bodyB]);
    expect(pairs.flat()).toContain(ours);
    expect(pairs.flat()).not.toContain(left);
    expect(friction.owns(left.collider(0))).toBe(false);
    expect(left.collider(0).friction()).toBeCloseTo(0.8, 6);
    expect(left.collider(0).frictionCombineRule()).toBe(Average);
    world.free();
  });

  test('slide on our ground as in a stock world, bit-identically, if our law applies to no pair', () => {
    const paths = [false, true].map((stiction) => {
      const world = createWorld();
      const box = addBox(world, { z: 0.4 });
      const stepper = stiction
        ? installFriction(world, { default: law, colliders: (collider) => collider.parent() === null })
        : world;
      box.setLinvel({ x: 3, y: 1, z: 0 }, true);
      box.setAngvel({ x: 0, y: 1, z: 2 }, true);
      run(stepper, world, 2);
      const state = stateBits(world);
      world.free();
      return state;
    });
    expect(paths[1]).toBe(paths[0]);
  });

  test('the filter is called once per collider, also for colliders added later', () => {
    const world = createWorld();
    addBox(world);
    const calls: number[] = [];
    const friction = installFriction(world, {
      default: law,
      colliders: (collider) => {
        calls.push(collider.handle);
        return collider.friction() > 0.4;
      },
    });
    expect(calls).toHaveLength(2);
    run(friction, world, 0.1);
    const late = addBox(world, { y: 3 });
    late.collider(0).setFriction(0.3);
    const removed = addBox(world, { y: 6 });
    run(friction, world, 0.1);
    world.removeRigidBody(removed);
    // The mean of 0.3 and our 0.1.
    expect(measureMu(friction, world, late)).toBeCloseTo(0.2, 2);
    expect(calls).toHaveLength(4);
    expect(() => friction.setMaterial(late.collider(0), 'ice')).toThrow(
      "setMaterial: the collider is left to Rapier by the option 'colliders'",
    );
    friction.uninstall();
    expect(late.collider(0).friction()).toBeCloseTo(0.3, 6);
    world.free();
  });

  test('a coefficient set after the install applies, as Rapier combines it', () => {
    const world = createWorld();
    const [ours, left] = [addBox(world, { y: -2 }), addBox(world, { y: 2 })];
    const friction = installFriction(world, { default: law });
    left.collider(0).setFriction(0.7);
    left.collider(0).setTranslationWrtParent({ x: 0, y: 0, z: 0 });
    expect(measureMu(friction, world, left)).toBeCloseTo(0.4, 2);
    expect(measureMu(friction, world, ours)).toBeCloseTo(0.1, 3);
    friction.uninstall();
    expect(left.collider(0).friction()).toBeCloseTo(0.7, 6);
    world.free();
  });

  test('keep their coefficients with fromColliders', () => {
    const world = createWorld();
    const [ours, left] = [addBox(world, { y: -2 }), addBox(world, { y: 2 })];
    ours.collider(0).setFriction(0.1);
    left.collider(0).setFriction(0.2);
    const friction = installFriction(world, {
      fromColliders: true,
      colliders: (collider) => collider.parent()?.handle !== left.handle,
    });
    expect(measureMu(friction, world, ours)).toBeCloseTo(0.3, 3);
    expect(measureMu(friction, world, left)).toBeCloseTo(0.35, 2);
    left.collider(0).setFriction(0.6);
    left.collider(0).setTranslationWrtParent({ x: 0, y: 0, z: 0 });
    expect(measureMu(friction, world, left)).toBeCloseTo(0.55, 2);
    world.free();
  });

  test('a snapshot restored with the same filter continues bit-identically', () => {
    const world = createWorld();
    pile(world, 0);
    const colliders = (collider: Collider) => collider.frictionCombineRule() !== Multiply;
    const friction = installFriction(world, { default: law, colliders });
    run(friction, world, 0.5);
    const twin = RAPIER.World.restoreSnapshot(world.takeSnapshot());
    const handle = installFriction(twin, { default: law, colliders });
    handle.restore(friction.snapshot());
    for (let k = 0; k < 60; k++) {
      friction.step();
      handle.step();
      expect(stateBits(twin), `step ${k}`).toBe(stateBits(world));
    }
    world.free();
    twin.free();
  });

  test('a filter that throws or does not return a boolean leaves the world unchanged', () => {
    const world = createWorld(1 / 60, slab());
    const box = addBox(world);
    let calls = 0;
    const throwsSecondTime = () => {
      calls++;
      if (calls === 2) throw new Error('mine');
      return true;
    };
    expect(() => installFriction(world, { default: law, colliders: throwsSecondTime })).toThrow('mine');
    expect(() => installFriction(world, { default: law, colliders: (() => 1) as never })).toThrow(
      'installFriction: colliders must return true or false (got 1)',
    );
    expect(() => installFriction(world, { default: law, colliders: [] as never })).toThrow(
      'installFriction: colliders must be a function (got ',
    );
    expect(Object.hasOwn(world, 'step')).toBe(false);
    expect([groundOf(world).friction(), box.collider(0).friction()]).toEqual([0.5, 0.5]);
    expect(measureMu(world, world, box)).toBeCloseTo(0.5, 2);

    let fails = false;
    const friction: RapierFriction = installFriction(world, {
      default: law,
      colliders: () => {
        if (fails) throw new Error('mine too');
        return true;
      },
    });
    run(friction, world, 0.1);
    fails = true;
    const late = addBox(world, { y: 3 });
    const height = box.translation().z;
    expect(() => friction.step()).toThrow('mine too');
    expect(box.translation().z).toBe(height);
    fails = false;
    expect(measureMu(friction, world, late)).toBeCloseTo(0.1, 3);
    world.free();
  });
});
