import { coulomb } from '@stiction/friction-core';
import { type RigidBody, rigidBody, updateWorld, type World } from 'crashcat';
import { describe, expect, test } from 'vitest';
import { type CrashcatFriction, type CrashcatFrictionOptions, installFriction } from '../../../src/index.js';
import { addBox, createScene, G, install, run, speedOf, type Vec3 } from '../support.js';

const law = coulomb({ mu: 0.5 });

describe('installFriction', () => {
  test('throws for invalid arguments', () => {
    const { world } = createScene();
    const invalid: [unknown, RegExp][] = [
      [{}, /friction law/],
      [{ default: law, mu: 1 }, /unknown option 'mu'/],
      [{ default: law, substeps: 0 }, /substeps must be an integer from 1 to 64 \(got 0\)/],
      [{ default: law, iterations: 1.5 }, /iterations must be an integer/],
      [{ default: law, combine: 'sum' }, /combine must be/],
      [{ default: law, lengthUnit: -1 }, /lengthUnit must be/],
      [{ default: law, warn: 'yes' }, /warn must be a function/],
      [{ default: law, constraints: {} }, /constraints must be the constraints object of crashcat/],
      [undefined, /options must be an object/],
    ];
    for (const [options, message] of invalid) {
      expect(() => installFriction(world, options as CrashcatFrictionOptions)).toThrow(message);
    }
    for (const other of [null, {}, { contacts: {} }]) {
      expect(() => installFriction(other as unknown as World, { default: law })).toThrow(/must be a crashcat World/);
    }
    const friction = install(world);
    expect(() => friction.setMaterial(null as unknown as RigidBody, 'ice')).toThrow(
      /setMaterial: target must be a crashcat body or shape/,
    );
    expect(() => friction.setMaterial(world.bodies.pool[0], '')).toThrow(/non-empty string/);
    expect(() => friction.setPair('', 'ice', law)).toThrow();
    friction.uninstall();
    expect(() => friction.setMaterial(world.bodies.pool[0], 'ice')).toThrow(/uninstall/);
  });

  test('leaves plain data without additions after uninstall', () => {
    const { world } = createScene();
    addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    run(world, 0.2);
    const before = describeData(world);
    const friction = install(world);
    run(world, 0.2);
    friction.uninstall();
    expect(describeData(world)).toBe(before);
  });

  test('does not carry over to a structuredClone of the world', () => {
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

  test('can be uninstalled by a listener in the middle of an update', () => {
    const { world } = createScene();
    const box = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    const friction = install(world);
    run(world, 0.2);
    updateWorld(world, { onContactPersisted: () => friction.uninstall() }, 1 / 60);
    run(world, 1);
    expect(box.position[2]).toBeCloseTo(0.1, 2);
    expect(friction.report.steps).toBe(12);
  });

  test('keeps working after a listener throws', () => {
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

  test('calls listeners as the stock engine does, and ignores contacts made sensors', () => {
    const { world } = createScene();
    const box = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    const friction = install(world);
    let calls = 0;
    const listener = { onContactAdded: () => calls++, onContactPersisted: () => calls++ };
    for (let k = 0; k < 10; k++) updateWorld(world, listener, 1 / 60);
    expect(calls).toBe(10);
    const sensor = {
      onContactPersisted: (_a: unknown, _b: unknown, _m: unknown, s: { isSensor: boolean }) => {
        s.isSensor = true;
      },
    };
    for (let k = 0; k < 10; k++) updateWorld(world, sensor, 1 / 60);
    expect(friction.report.patches).toBe(0);
    expect(box.motionProperties.linearVelocity[2]).toBeCloseTo((-10 * G) / 60, 4);
  });

  test('clears forces even if a callback throws', () => {
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

  test('removes the contacts of removed bodies', () => {
    const { world } = createScene();
    const box = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    const friction = install(world);
    run(world, 0.2);
    expect(count(friction)).toBe(1);
    rigidBody.remove(world, box);
    expect(count(friction)).toBe(0);
    // The engine reuses the body object.
    const next = addBox(world, [0.25, 0.25, 0.1], [3, 0, 0.1]);
    expect(next).toBe(box);
    expect(count(friction)).toBe(0);
    run(world, 0.2);
    expect(count(friction)).toBe(1);
  });
});

describe('non-finite numbers', () => {
  const CASES: [string, (body: RigidBody, value: number) => void][] = [
    ['velocity', ({ motionProperties: m }, value) => m.linearVelocity.fill(value)],
    ['angular velocity', ({ motionProperties: m }, value) => m.angularVelocity.fill(value)],
    ['force', ({ motionProperties: m }, value) => m.force.fill(value)],
    ['torque', ({ motionProperties: m }, value) => m.torque.fill(value)],
    ['quaternion', ({ quaternion }, value) => quaternion.fill(value)],
    [
      'mass',
      ({ motionProperties: m }, value) => {
        m.invMass = value;
      },
    ],
  ];
  for (const [name, corrupt] of CASES) {
    test.each([Number.NaN, Number.POSITIVE_INFINITY])(
      `a ${name} of %d is reported and affects no other body`,
      (value) => {
        const { world } = createScene();
        const box = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
        const other = addBox(world, [0.25, 0.25, 0.1], [0.5, 0, 0.1]);
        const friction = install(world);
        run(world, 0.5);
        corrupt(other, value);
        run(world, 1);
        expect(friction.report.problem).toContain(
          `body ${other.index} has a non-finite position, velocity, force or mass`,
        );
        expectIntact(world, box);
      },
    );
  }

  test('updates of (nearly) no length do no harm', () => {
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

/** Names and attributes of the properties of the world, without their values. */
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
