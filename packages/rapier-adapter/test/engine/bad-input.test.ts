import type { PhysicsHooks, RigidBody } from '@dimforge/rapier3d-compat';
import { describe, expect, test } from 'vitest';
import {
  addBox,
  boxShape,
  createWorld,
  expectIntact,
  full,
  G,
  install,
  movedFrom,
  RAPIER,
  run,
  twoBoxes,
} from './support.js';

const NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

describe('numbers that are none', () => {
  const WAYS: [string, (body: RigidBody, bad: number) => void][] = [
    ['velocity', (body, bad) => body.setLinvel({ x: 0, y: bad, z: 0 }, true)],
    ['angular velocity', (body, bad) => body.setAngvel({ x: 0, y: 0, z: bad }, true)],
    ['force', (body, bad) => body.addForce({ x: 0, y: 0, z: bad }, true)],
    ['torque', (body, bad) => body.addTorque({ x: bad, y: 0, z: 0 }, true)],
    ['impulse', (body, bad) => body.applyImpulse({ x: bad, y: 0, z: 0 }, true)],
    ['position', (body, bad) => body.setTranslation({ x: bad, y: 0, z: 0.1 }, true)],
  ];
  for (const [k, [name, spoil]] of WAYS.entries()) {
    test.each(full ? NUMBERS : [NUMBERS[k % NUMBERS.length]])(
      `a ${name} of %d is said, and harms no other body`,
      (bad) => {
        const [world, box, other, friction] = twoBoxes();
        spoil(other, bad);
        friction.step();
        expect(friction.report.badBodies).toBe(1);
        expect(friction.report.problem).toContain('not a finite number: the body and its contacts are left out');
        expectIntact(friction, world, box);
        // Repaired, it takes part again.
        other.resetForces(true);
        other.resetTorques(true);
        other.setTranslation({ x: 6, y: 0, z: 0.1 }, true);
        other.setRotation({ x: 0, y: 0, z: 0, w: 1 }, true);
        other.setLinvel({ x: 0, y: 0, z: 0 }, true);
        other.setAngvel({ x: 0, y: 0, z: 0 }, true);
        other.setEnabled(true);
        expectIntact(friction, world, other);
        expect(friction.report.badBodies).toBe(0);
        world.free();
      },
    );
  }

  test.each([Number.NaN, 0])('a rotation that is none (%d)', (w) => {
    const [world, box, other, friction] = twoBoxes();
    other.setRotation({ x: 0, y: 0, z: 0, w }, true);
    expect(() => run(friction, world, 0.1)).not.toThrow();
    expectIntact(friction, world, box);
    world.free();
  });

  test.each([
    ['a mass of NaN', (body: RigidBody) => body.setAdditionalMass(Number.NaN, true)],
    ['an infinite mass', (body: RigidBody) => body.setAdditionalMass(Number.POSITIVE_INFINITY, true)],
    ['a mass of 0', (body: RigidBody) => body.collider(0).setMass(0)],
    ['a mass below 0', (body: RigidBody) => body.collider(0).setMass(-1)],
    ['a gravity scale of NaN', (body: RigidBody) => body.setGravityScale(Number.NaN, true)],
    ['a damping of NaN', (body: RigidBody) => body.setLinearDamping(Number.NaN)],
    ['a restitution of NaN', (body: RigidBody) => body.collider(0).setRestitution(Number.NaN)],
    ['a coefficient of NaN', (body: RigidBody) => body.collider(0).setFriction(Number.NaN)],
  ])('%s of one body', (_, spoil) => {
    const [world, box, other, friction] = twoBoxes();
    spoil(other);
    expect(() => run(friction, world, 0.5)).not.toThrow();
    expectIntact(friction, world, box);
    world.free();
  });

  test.each([1e10, 1e30, 1e38])('a speed of %d', (speed) => {
    const [world, box, other, friction] = twoBoxes();
    other.setLinvel({ x: speed, y: 0, z: 0 }, true);
    expect(() => run(friction, world, 0.5)).not.toThrow();
    expectIntact(friction, world, box);
    world.free();
  });

  test('masses that are far apart', () => {
    const world = createWorld();
    // At 1e12 kg a box in stock Rapier has no friction at all.
    const light = addBox(world, { mass: 1e-12 });
    const heavy = addBox(world, { x: 3, mass: 1e10 });
    const friction = install(world, 0.5);
    for (const box of [light, heavy]) expectIntact(friction, world, box);
    world.free();
  });
});

describe('bodies that nothing can move', () => {
  test('kinematic against kinematic, and against fixed', () => {
    const [world, box, , friction] = twoBoxes();
    const descs = [RAPIER.RigidBodyDesc.kinematicPositionBased(), RAPIER.RigidBodyDesc.kinematicVelocityBased()];
    const [a, b] = descs.map((desc, k) => {
      const body = world.createRigidBody(desc.setTranslation(-3, 0, 0.1 + 0.19 * k));
      const { FIXED } = activeTypes;
      world.createCollider(boxShape().setActiveCollisionTypes(FIXED), body);
      return body;
    });
    b.setLinvel({ x: 0.5, y: 0, z: 0 }, true);
    run(friction, world, 0.5, (k) => a.setNextKinematicTranslation({ x: -3 + 0.01 * k, y: 0, z: 0.1 }));
    expect(a.translation().x).toBeCloseTo(-3 + 0.29, 3);
    expect(b.translation().x).toBeCloseTo(-3 + 0.25, 3);
    expectIntact(friction, world, box);
    world.free();
  });

  const activeTypes = { FIXED: RAPIER.ActiveCollisionTypes.ALL };

  test('axes that are locked, some or all', () => {
    const [world, box, other, friction] = twoBoxes();
    const { x } = other.translation();
    other.setEnabledTranslations(false, true, true, true);
    other.setEnabledRotations(false, false, false, true);
    other.setLinvel({ x: 0, y: 3, z: 0 }, true);
    run(friction, world, 1.5);
    expect(other.translation().x).toBeCloseTo(x, 6);
    // With an axis locked Rapier's own friction does not act at all: all of it is ours, a force over the whole step.
    expect(Math.abs(other.translation().y / (9 / G) - 1)).toBeLessThan(0.03);
    other.lockTranslations(true, true);
    other.lockRotations(true, true);
    const at = other.translation();
    other.addForce({ x: 100, y: 100, z: 0 }, true);
    run(friction, world, 0.5);
    expect(movedFrom(other, at)).toBeLessThan(1e-6);
    expectIntact(friction, world, box);
    world.free();
  });
});

describe('steps', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1 / 60])('a timestep of %d is refused', (dt) => {
    const [world, box, , friction] = twoBoxes();
    const { steps } = friction.report;
    world.timestep = dt;
    expect(() => friction.step()).toThrow(`step: world.timestep must be a finite number >= 0 (got ${world.timestep})`);
    expect(friction.report.steps).toBe(steps);
    expectIntact(friction, world, box);
    world.free();
  });

  test.each(NUMBERS)('a gravity of %d is refused', (bad) => {
    const [world, box, , friction] = twoBoxes();
    const { gravity } = world;
    world.gravity = { x: 0, y: bad, z: -9.81 };
    expect(() => friction.step()).toThrow(`step: world.gravity must be finite (got 0, ${bad}, -9.81)`);
    world.gravity = gravity;
    expectIntact(friction, world, box);
    world.free();
  });

  test('of any length in any order', () => {
    const [world, box, , friction] = twoBoxes();
    const lengths = [1 / 60, 1 / 240, 1 / 30, 1e-6, 1 / 1000, 0, 1 / 120, 1 / 20];
    const from = box.translation();
    box.setLinvel({ x: 0, y: 3, z: 0 }, true);
    for (let k = 0; k < 300; k++) {
      world.timestep = lengths[(k * 5) % lengths.length];
      friction.step();
    }
    expect(Math.abs(movedFrom(box, from) / (9 / G) - 1)).toBeLessThan(0.03);
    expectIntact(friction, world, box);
    world.free();
  });

  test('with a queue that has been freed, or hooks that are none', () => {
    const [world, box, , friction] = twoBoxes();
    const queue = new RAPIER.EventQueue(true);
    queue.free();
    expect(() => friction.step(queue)).toThrow('step: eventQueue must be an EventQueue that has not been freed');
    expect(() => friction.step({} as never)).toThrow('step: eventQueue must be an EventQueue');
    const hooks = { filterContactPair: () => null } as unknown as PhysicsHooks;
    expect(() => friction.step(new RAPIER.EventQueue(true), hooks)).toThrow(
      'step: hooks.filterIntersectionPair must be a function (got undefined)',
    );
    expectIntact(friction, world, box);
    world.free();
  });
});
