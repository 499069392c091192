import type { PhysicsHooks, RigidBody } from '@dimforge/rapier3d-compat';
import { describe, expect, test } from 'vitest';
import {
  addBox,
  boxShape,
  createTwoBoxes,
  createWorld,
  distanceFrom,
  expectFrictionWorks,
  full,
  G,
  install,
  RAPIER,
  run,
} from './support.js';

const NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

describe('values that are not finite', () => {
  const INPUTS: [string, (body: RigidBody, bad: number) => void][] = [
    ['velocity', (body, bad) => body.setLinvel({ x: 0, y: bad, z: 0 }, true)],
    ['angular velocity', (body, bad) => body.setAngvel({ x: 0, y: 0, z: bad }, true)],
    ['force', (body, bad) => body.addForce({ x: 0, y: 0, z: bad }, true)],
    ['torque', (body, bad) => body.addTorque({ x: bad, y: 0, z: 0 }, true)],
    ['impulse', (body, bad) => body.applyImpulse({ x: bad, y: 0, z: 0 }, true)],
    ['position', (body, bad) => body.setTranslation({ x: bad, y: 0, z: 0.1 }, true)],
  ];
  for (const [k, [name, corrupt]] of INPUTS.entries()) {
    test.each(full ? NUMBERS : [NUMBERS[k % NUMBERS.length]])(
      `a ${name} of %d is reported and affects no other body`,
      (bad) => {
        const [world, box, other, friction] = createTwoBoxes();
        corrupt(other, bad);
        friction.step();
        expect(friction.report.nonFiniteBodies).toBe(1);
        expect(friction.report.problem).toContain('not a finite number: the body and its contacts are left out');
        expectFrictionWorks(friction, world, box);
        // With finite values it takes part again.
        other.resetForces(true);
        other.resetTorques(true);
        other.setTranslation({ x: 6, y: 0, z: 0.1 }, true);
        other.setRotation({ x: 0, y: 0, z: 0, w: 1 }, true);
        other.setLinvel({ x: 0, y: 0, z: 0 }, true);
        other.setAngvel({ x: 0, y: 0, z: 0 }, true);
        other.setEnabled(true);
        expectFrictionWorks(friction, world, other);
        expect(friction.report.nonFiniteBodies).toBe(0);
        world.free();
      },
    );
  }

  test.each([Number.NaN, 0])('an invalid rotation (w = %d) affects no other body', (w) => {
    const [world, box, other, friction] = createTwoBoxes();
    other.setRotation({ x: 0, y: 0, z: 0, w }, true);
    expect(() => run(friction, world, 0.1)).not.toThrow();
    expectFrictionWorks(friction, world, box);
    world.free();
  });

  test.each([
    ['a mass of NaN', (body: RigidBody) => body.setAdditionalMass(Number.NaN, true)],
    ['an infinite mass', (body: RigidBody) => body.setAdditionalMass(Number.POSITIVE_INFINITY, true)],
    ['a mass of 0', (body: RigidBody) => body.collider(0).setMass(0)],
    ['a negative mass', (body: RigidBody) => body.collider(0).setMass(-1)],
    ['a gravity scale of NaN', (body: RigidBody) => body.setGravityScale(Number.NaN, true)],
    ['a damping of NaN', (body: RigidBody) => body.setLinearDamping(Number.NaN)],
    ['a restitution of NaN', (body: RigidBody) => body.collider(0).setRestitution(Number.NaN)],
    ['a coefficient of NaN', (body: RigidBody) => body.collider(0).setFriction(Number.NaN)],
  ])('%s of one body affects no other body', (_, corrupt) => {
    const [world, box, other, friction] = createTwoBoxes();
    corrupt(other);
    expect(() => run(friction, world, 0.5)).not.toThrow();
    expectFrictionWorks(friction, world, box);
    world.free();
  });

  test.each([1e10, 1e30, 1e38])('a speed of %d m/s affects no other body', (speed) => {
    const [world, box, other, friction] = createTwoBoxes();
    other.setLinvel({ x: speed, y: 0, z: 0 }, true);
    expect(() => run(friction, world, 0.5)).not.toThrow();
    expectFrictionWorks(friction, world, box);
    world.free();
  });

  test('boxes of 1e-12 kg and 1e10 kg both stop as Coulomb predicts', () => {
    const world = createWorld();
    // At 1e12 kg a box has no friction in stock Rapier.
    const light = addBox(world, { mass: 1e-12 });
    const heavy = addBox(world, { x: 3, mass: 1e10 });
    const friction = install(world, 0.5);
    for (const box of [light, heavy]) expectFrictionWorks(friction, world, box);
    world.free();
  });
});

describe('immovable bodies', () => {
  test('kinematic bodies that touch each other and the ground follow their targets', () => {
    const [world, box, , friction] = createTwoBoxes();
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
    expectFrictionWorks(friction, world, box);
    world.free();
  });

  const activeTypes = { FIXED: RAPIER.ActiveCollisionTypes.ALL };

  test('a body with locked axes slides along the free ones and stays if all are locked', () => {
    const [world, box, other, friction] = createTwoBoxes();
    const { x } = other.translation();
    other.setEnabledTranslations(false, true, true, true);
    other.setEnabledRotations(false, false, false, true);
    other.setLinvel({ x: 0, y: 3, z: 0 }, true);
    run(friction, world, 1.5);
    expect(other.translation().x).toBeCloseTo(x, 6);
    expect(Math.abs(other.translation().y / (9 / G) - 1)).toBeLessThan(0.01);
    other.lockTranslations(true, true);
    other.lockRotations(true, true);
    const at = other.translation();
    other.addForce({ x: 100, y: 100, z: 0 }, true);
    run(friction, world, 0.5);
    expect(distanceFrom(other, at)).toBeLessThan(1e-6);
    expectFrictionWorks(friction, world, box);
    world.free();
  });
});

describe('step input', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1 / 60])('a timestep of %d is rejected', (dt) => {
    const [world, box, , friction] = createTwoBoxes();
    const { steps } = friction.report;
    world.timestep = dt;
    expect(() => friction.step()).toThrow(`step: world.timestep must be a finite number >= 0 (got ${world.timestep})`);
    expect(friction.report.steps).toBe(steps);
    expectFrictionWorks(friction, world, box);
    world.free();
  });

  test.each(NUMBERS)('a gravity of %d is rejected', (bad) => {
    const [world, box, , friction] = createTwoBoxes();
    const { gravity } = world;
    world.gravity = { x: 0, y: bad, z: -9.81 };
    expect(() => friction.step()).toThrow(`step: world.gravity must be finite (got 0, ${bad}, -9.81)`);
    world.gravity = gravity;
    expectFrictionWorks(friction, world, box);
    world.free();
  });

  test('a box stops at the right distance with steps of varying length', () => {
    const [world, box, , friction] = createTwoBoxes();
    const lengths = [1 / 60, 1 / 240, 1 / 30, 1e-6, 1 / 1000, 0, 1 / 120, 1 / 20];
    const from = box.translation();
    box.setLinvel({ x: 0, y: 3, z: 0 }, true);
    for (let k = 0; k < 300; k++) {
      world.timestep = lengths[(k * 5) % lengths.length];
      friction.step();
    }
    expect(Math.abs(distanceFrom(box, from) / (9 / G) - 1)).toBeLessThan(0.03);
    expectFrictionWorks(friction, world, box);
    world.free();
  });

  test('a freed event queue and invalid hooks are rejected', () => {
    const [world, box, , friction] = createTwoBoxes();
    const queue = new RAPIER.EventQueue(true);
    queue.free();
    expect(() => friction.step(queue)).toThrow('step: eventQueue must be an EventQueue that has not been freed');
    expect(() => friction.step({} as never)).toThrow('step: eventQueue must be an EventQueue');
    const hooks = { filterContactPair: () => null } as unknown as PhysicsHooks;
    expect(() => friction.step(new RAPIER.EventQueue(true), hooks)).toThrow(
      'step: hooks.filterIntersectionPair must be a function (got undefined)',
    );
    expectFrictionWorks(friction, world, box);
    world.free();
  });
});
