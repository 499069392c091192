import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import { expect, test } from 'vitest';
import { installFriction } from '../../src/index.js';
import { addBox, createWorld, G, install, RAPIER, run } from './support.js';

const law = coulomb({ mu: 0.5 });

test('invalid combine and lengthUnit are rejected', () => {
  const world = createWorld();
  const bad = (options: object) => () => installFriction(world, { default: law, ...options });
  expect(bad({ combine: 'mean' })).toThrow('installFriction: combine must be a function or one of geometric, average');
  expect(bad({ lengthUnit: 0 })).toThrow(
    'installFriction: lengthUnit must be a finite number > 0 units per metre (got 0)',
  );
  expect(bad({ lengthUnit: -1 })).toThrow('lengthUnit must be a finite number > 0 units per metre (got -1)');
  expect(Object.hasOwn(world, 'step')).toBe(false);
  world.free();
});

test.each([
  ['average', 0.5],
  ['min', 0.2],
  [(_a: FrictionLaw, b: FrictionLaw) => coulomb({ mu: (b.mu ?? 0) / 2 }), 0.4],
] as const)('material laws combine by %s, and pair laws take precedence', (combine, expected) => {
  const world = createWorld();
  const box = addBox(world);
  const friction = installFriction(world, { default: coulomb({ mu: 0.05 }), combine });
  world.forEachCollider((collider) => friction.setMaterial(collider, collider.parent() ? 'box' : 'floor'));
  friction.setMaterialLaw('floor', coulomb({ mu: 0.2 }));
  friction.setMaterialLaw('box', coulomb({ mu: 0.8 }));
  run(friction, world, 0.5);
  const measureMu = (): number => {
    box.setLinvel({ x: 2, y: 0, z: 0 }, true);
    run(friction, world, 0.05);
    const before = box.linvel().x;
    run(friction, world, 0.1);
    return (before - box.linvel().x) / (0.1 * G);
  };
  expect(measureMu()).toBeCloseTo(expected, 2);
  friction.setPair('box', 'floor', coulomb({ mu: 0.1 }));
  expect(measureMu()).toBeCloseTo(0.1, 2);
  expect(friction.removePair('floor', 'box')).toBe(true);
  expect(friction.removePair('floor', 'box')).toBe(false);
  expect(measureMu()).toBeCloseTo(expected, 2);
  world.free();
});

test('a stick-slip callback may remove bodies or free the world', () => {
  for (const action of ['remove', 'free'] as const) {
    const world = createWorld();
    const boxes = [0, 3].map((y) => addBox(world, { y }));
    const friction = install(world);
    run(friction, world, 0.5);
    let calls = 0;
    friction.onStickSlip(({ bodyB }) => {
      calls++;
      if (action === 'free') world.free();
      else for (const box of boxes) if (box.isValid() && box.handle !== bodyB?.handle) world.removeRigidBody(box);
    });
    for (const box of boxes) box.setLinvel({ x: 2, y: 0, z: 0 }, true);
    friction.step();
    // No call for the second body: it was removed in the first.
    expect(calls).toBe(1);
    if (action === 'remove') {
      run(friction, world, 0.5);
      world.free();
    }
  }
});

test('step, snapshot and restore are rejected during a step', () => {
  const world = createWorld();
  const box = addBox(world);
  box.collider(0).setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS);
  const friction = install(world);
  const messages: string[] = [];
  const hooks = {
    filterContactPair: () => {
      for (const act of [() => friction.snapshot(), () => friction.restore(new Uint8Array(0)), () => friction.step()]) {
        try {
          act();
        } catch (error) {
          messages.push((error as Error).message);
        }
      }
      return RAPIER.SolverFlags.COMPUTE_IMPULSE;
    },
    filterIntersectionPair: () => true,
  };
  friction.step(new RAPIER.EventQueue(true), hooks);
  expect(messages.slice(0, 3)).toEqual(
    ['snapshot', 'restore', 'step'].map((name) => `${name}: called from within a step (a hook or a contact filter)`),
  );
  world.free();
});

test('no stick-slip callback runs after an uninstall in a hook', () => {
  const world = createWorld();
  const box = addBox(world);
  box.collider(0).setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS);
  const friction = install(world);
  run(friction, world, 0.5);
  let calls = 0;
  friction.onStickSlip(() => calls++);
  box.setLinvel({ x: 2, y: 0, z: 0 }, true);
  const hooks = {
    filterContactPair: () => {
      friction.uninstall();
      return RAPIER.SolverFlags.COMPUTE_IMPULSE;
    },
    filterIntersectionPair: () => true,
  };
  friction.step(new RAPIER.EventQueue(true), hooks);
  expect(calls).toBe(0);
  const methods = [
    () => friction.onStickSlip(() => undefined),
    () => friction.debugLines(),
    () => friction.snapshot(),
    () => friction.restore(new Uint8Array(0)),
    () => friction.removePair('a', 'b'),
    () => friction.setMaterialLaw('a', law),
  ];
  for (const method of methods) expect(method).toThrow('friction has been uninstalled');
  world.free();
});

test('lengthUnit defaults to that of the world', () => {
  const heights = [1, 100].map((unit) => {
    const world = new RAPIER.World({ x: 0, y: 0, z: -G * unit });
    world.lengthUnit = unit;
    world.createCollider(RAPIER.ColliderDesc.cuboid(100 * unit, 100 * unit, unit).setTranslation(0, 0, -unit));
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.1 * unit));
    world.createCollider(RAPIER.ColliderDesc.cuboid(0.25 * unit, 0.25 * unit, 0.1 * unit).setMass(1), body);
    const friction = install(world);
    run(friction, world, 0.5);
    const { positions, vertices } = friction.debugLines({ limits: false, forces: false, centres: false });
    expect(vertices).toBe(2);
    const length = Math.abs(positions[5] - positions[2]);
    friction.uninstall();
    world.free();
    return length;
  });
  expect(heights[0]).toBeCloseTo(0.5, 3);
  expect(heights[1]).toBeCloseTo(50, 1);
});
