import { coulomb } from '@stiction/friction-core';
import { type RigidBody, rigidBody, updateWorld, type World } from 'crashcat';
import { describe, expect, test } from 'vitest';
import { type CrashcatFriction, type CrashcatFrictionOptions, installFriction } from '../../src/index.js';
import { addBox, createScene, G, install, run, speedOf, type Vec3 } from './support.js';

const law = coulomb({ mu: 0.5 });

describe('installFriction', () => {
  test('refuses what it does not know', () => {
    const { world } = createScene();
    const bad: [unknown, RegExp][] = [
      [{}, /friction law/],
      [{ default: law, mu: 1 }, /unknown option 'mu'/],
      [{ default: law, substeps: 0 }, /substeps must be an integer from 1 to 64 \(got 0\)/],
      [{ default: law, iterations: 1.5 }, /iterations must be an integer/],
      [{ default: law, combine: 'sum' }, /combine must be/],
      [{ default: law, lengthUnit: -1 }, /lengthUnit must be/],
      [{ default: law, warn: 'yes' }, /warn must be a function/],
      [{ default: law, constraints: {} }, /constraints must be 'constraints' of crashcat/],
      [undefined, /options must be an object/],
    ];
    for (const [options, message] of bad) {
      expect(() => installFriction(world, options as CrashcatFrictionOptions)).toThrow(message);
    }
    for (const other of [null, {}, { contacts: {} }]) {
      expect(() => installFriction(other as unknown as World, { default: law })).toThrow(/must be a crashcat World/);
    }
    const friction = install(world);
    expect(() => friction.setMaterial(null as unknown as RigidBody, 'ice')).toThrow(/a body or a shape/);
    expect(() => friction.setMaterial(world.bodies.pool[0], '')).toThrow(/non-empty string/);
    expect(() => friction.setPair('', 'ice', law)).toThrow();
    friction.uninstall();
    expect(() => friction.setMaterial(world.bodies.pool[0], 'ice')).toThrow(/uninstall/);
  });

  test('the world is plain data again after uninstall, with nothing added', () => {
    const { world } = createScene();
    addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    run(world, 0.2);
    const shape = describeData(world);
    const friction = install(world);
    run(world, 0.2);
    friction.uninstall();
    expect(describeData(world)).toBe(shape);
  });

  test('a copy of the world while friction is installed is a stock world', () => {
    const { world } = createScene();
    addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    const friction = install(world);
    run(world, 0.2);
    const copy = structuredClone(world);
    for (const object of [copy, copy.contacts]) {
      for (const own of Object.values(Object.getOwnPropertyDescriptors(object))) expect(own.get).toBeUndefined();
    }
    run(copy, 0.2);
    expect(friction.report.steps).toBe(12);
  });

  test('uninstalled by a listener in the middle of an update', () => {
    const { world } = createScene();
    const box = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    const friction = install(world);
    run(world, 0.2);
    updateWorld(world, { onContactPersisted: () => friction.uninstall() }, 1 / 60);
    run(world, 1);
    expect(box.position[2]).toBeCloseTo(0.1, 2);
    expect(friction.report.steps).toBe(12);
  });

  test('what a listener throws leaves a world that goes on', () => {
    const { world } = createScene();
    const box = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    install(world);
    run(world, 0.2);
    const listener = {
      onContactPersisted() {
        throw new Error('from the listener');
      },
    };
    expect(() => updateWorld(world, listener, 1 / 60)).toThrow('from the listener');
    run(world, 1);
    expect(box.position[2]).toBeCloseTo(0.1, 3);
    expect(speedOf(box)).toBeLessThan(1e-3);
  });

  test('listeners are told as ever; a sensor and a contact that is made one carry nothing', () => {
    const { world } = createScene();
    const box = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    const friction = install(world);
    let told = 0;
    const listener = { onContactAdded: () => told++, onContactPersisted: () => told++ };
    for (let k = 0; k < 10; k++) updateWorld(world, listener, 1 / 60);
    expect(told).toBe(10);
    const sensor = {
      onContactPersisted: (_a: unknown, _b: unknown, _m: unknown, s: { isSensor: boolean }) => {
        s.isSensor = true;
      },
    };
    for (let k = 0; k < 10; k++) updateWorld(world, sensor, 1 / 60);
    expect(friction.report.patches).toBe(0);
    expect(box.motionProperties.linearVelocity[2]).toBeCloseTo((-10 * G) / 60, 4);
  });

  test('forces are cleared, also where a callback throws', () => {
    const { world } = createScene();
    const box = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    const friction = install(world);
    run(world, 0.5);
    friction.onStickSlip(() => {
      throw new Error('from the callback');
    });
    rigidBody.addForce(world, box, [50, 0, 0], true);
    expect(() => updateWorld(world, undefined, 1 / 60)).toThrow('from the callback');
    expect([...box.motionProperties.force]).toEqual([0, 0, 0]);
  });

  test('bodies that are removed leave no contact behind', () => {
    const { world } = createScene();
    const box = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    const friction = install(world);
    run(world, 0.2);
    expect(count(friction)).toBe(1);
    rigidBody.remove(world, box);
    expect(count(friction)).toBe(0);
    // The engine uses the object again.
    const next = addBox(world, [0.25, 0.25, 0.1], [3, 0, 0.1]);
    expect(next).toBe(box);
    expect(count(friction)).toBe(0);
    run(world, 0.2);
    expect(count(friction)).toBe(1);
  });
});

describe('numbers that are none', () => {
  const WAYS: [string, (body: RigidBody, bad: number) => void][] = [
    ['velocity', ({ motionProperties: m }, bad) => m.linearVelocity.fill(bad)],
    ['angular velocity', ({ motionProperties: m }, bad) => m.angularVelocity.fill(bad)],
    ['force', ({ motionProperties: m }, bad) => m.force.fill(bad)],
    ['torque', ({ motionProperties: m }, bad) => m.torque.fill(bad)],
    ['quaternion', ({ quaternion }, bad) => quaternion.fill(bad)],
    [
      'mass',
      ({ motionProperties: m }, bad) => {
        m.invMass = bad;
      },
    ],
  ];
  for (const [name, spoil] of WAYS) {
    test.each([Number.NaN, Number.POSITIVE_INFINITY])(`a ${name} of %d is said, and harms no other body`, (bad) => {
      const { world } = createScene();
      const box = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
      const other = addBox(world, [0.25, 0.25, 0.1], [0.5, 0, 0.1]);
      const friction = install(world);
      run(world, 0.5);
      spoil(other, bad);
      run(world, 1);
      expect(friction.report.problem).toContain(`body ${other.index} has a position, velocity, force or mass`);
      expectIntact(world, box);
    });
  }

  test('steps that are none', () => {
    const { world } = createScene();
    const box = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    install(world);
    run(world, 0.5);
    for (const dt of [0, 1e-12]) updateWorld(world, undefined, dt);
    expectIntact(world, box);
  });
});

function expectIntact(world: World, box: RigidBody): void {
  const [x] = box.position;
  rigidBody.setLinearVelocity(world, box, [0, 2, 0] as Vec3);
  run(world, 1);
  expect(box.position[0]).toBeCloseTo(x, 2);
  expect(box.position[2]).toBeCloseTo(0.1, 2);
  expect(speedOf(box)).toBeLessThan(1e-3);
}

function count(friction: CrashcatFriction): number {
  return [...friction.contacts()].length;
}

/** Names and kinds of everything in the world, without the numbers. */
function describeData(world: World): string {
  const lines: string[] = [];
  for (const object of [
    world,
    world.contacts,
    world.contactConstraints,
    world.islands,
    world.settings,
    world.settings.solver,
  ]) {
    for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      lines.push(`${name}: ${typeof own.value} ${own.writable} ${own.enumerable} ${own.configurable}`);
    }
  }
  return lines.join();
}
