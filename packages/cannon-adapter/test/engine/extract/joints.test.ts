import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { addBox, createWorld, run } from '../support.js';

const law = coulomb({ mu: 0.5 });

/** Largest distance between the two anchors of point-to-point constraints [m]. */
function largestPivotGap(constraints: CANNON.PointToPointConstraint[]): number {
  return Math.max(
    ...constraints.map((c) => c.bodyA.pointToWorldFrame(c.pivotA).distanceTo(c.bodyB.pointToWorldFrame(c.pivotB))),
  );
}

function hangingChain(links: number, endMass: number): [CANNON.World, CANNON.PointToPointConstraint[]] {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -9.81) });
  let above = new CANNON.Body({ mass: 0 });
  world.addBody(above);
  const constraints = Array.from({ length: links }, (_, k) => {
    const body = new CANNON.Body({
      mass: k === links - 1 ? endMass : 1,
      shape: new CANNON.Box(new CANNON.Vec3(0.05, 0.05, 0.2)),
      position: new CANNON.Vec3(0, 0, -0.25 - 0.5 * k),
      linearDamping: 0,
      angularDamping: 0,
    });
    world.addBody(body);
    const pivotA = new CANNON.Vec3(0, 0, k === 0 ? 0 : -0.25);
    const constraint = new CANNON.PointToPointConstraint(above, pivotA, body, new CANNON.Vec3(0, 0, 0.25));
    world.addConstraint(constraint);
    above = body;
    return constraint;
  });
  return [world, constraints];
}

describe('joints', () => {
  test('a chain of ten links with a heavy end holds: directly within 0.2 mm, iteratively better than stock', () => {
    const largestGap = (solver?: 'auto' | 'iterative' | 'direct'): number => {
      const [world, constraints] = hangingChain(10, 100);
      if (solver) installFriction(world, { default: law, solver });
      world.bodies[world.bodies.length - 1].velocity.set(3, 0, 0);
      let largest = 0;
      for (let k = 0; k < 300; k++) {
        world.step(1 / 60);
        largest = Math.max(largest, largestPivotGap(constraints));
      }
      return largest;
    };
    expect(largestGap('direct')).toBeLessThan(2e-4);
    expect(largestGap('auto')).toBe(largestGap('direct'));
    const iterative = largestGap('iterative');
    expect(iterative).toBeGreaterThan(1e-3);
    expect(iterative).toBeLessThan(0.07);
    expect(iterative).toBeLessThan(largestGap());
  });

  test('a light chain with a heavy end neither tears nor gains energy', () => {
    for (const endMass of [1e2, 1e3]) {
      const [world, constraints] = hangingChain(3, endMass);
      installFriction(world, { default: law });
      const load = world.bodies[world.bodies.length - 1];
      load.velocity.set(2, 0, 0);
      // It can swing up by v²/2g = 0.2 m.
      const top = load.position.z + 2 ** 2 / (2 * 9.81);
      for (let k = 0; k < 600; k++) {
        world.step(1 / 60);
        expect(largestPivotGap(constraints)).toBeLessThan(2e-3);
        expect(load.position.z).toBeLessThan(top + 1e-3);
      }
    }
  });

  test('a pendulum swings with the right period', () => {
    const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -9.81) });
    const anchor = new CANNON.Body({ mass: 0 });
    const bob = new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(0.1), linearDamping: 0, angularDamping: 0 });
    const angle = 0.1;
    bob.position.set(Math.sin(angle), 0, -Math.cos(angle));
    bob.fixedRotation = true;
    bob.updateMassProperties();
    world.addBody(anchor);
    world.addBody(bob);
    world.addConstraint(new CANNON.DistanceConstraint(anchor, bob, 1));
    installFriction(world, { default: law });
    const crossings: number[] = [];
    let before = bob.position.x;
    for (let k = 0; k < 1200; k++) {
      world.step(1 / 120);
      if (before < 0 && bob.position.x >= 0) crossings.push((k + 1 - bob.position.x / (bob.position.x - before)) / 120);
      before = bob.position.x;
    }
    const period = (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
    const expected = 2 * Math.PI * Math.sqrt(1 / 9.81) * (1 + angle ** 2 / 16);
    expect(Math.abs(period / expected - 1)).toBeLessThan(2e-3);
  });

  test('a hinge motor reaches its speed, limited by maxForce as a torque', () => {
    const world = new CANNON.World();
    const base = new CANNON.Body({ mass: 0 });
    const wheel = new CANNON.Body({ mass: 2, shape: new CANNON.Sphere(0.5), angularDamping: 0, linearDamping: 0 });
    world.addBody(base);
    world.addBody(wheel);
    const axis = new CANNON.Vec3(0, 0, 1);
    const hinge = new CANNON.HingeConstraint(base, wheel, { axisA: axis, axisB: axis });
    world.addConstraint(hinge);
    hinge.enableMotor();
    hinge.setMotorSpeed(-5);
    hinge.setMotorMaxForce(0.1);
    installFriction(world, { default: law });
    run(world, 60);
    const torqueLimited = (0.1 / wheel.inertia.z) * 1;
    expect(Math.abs(wheel.angularVelocity.z)).toBeCloseTo(torqueLimited, 6);
    hinge.setMotorMaxForce(1e6);
    run(world, 60);
    expect(Math.abs(wheel.angularVelocity.z)).toBeCloseTo(5, 6);
    expect(wheel.position.length()).toBeLessThan(1e-6);
  });

  test('a lock constraint carries a box with another box on it', () => {
    const world = createWorld();
    const base = addBox(world, 0, 0.5, 5);
    const arm = addBox(world, 0, 1.5, 1);
    world.addConstraint(new CANNON.LockConstraint(base, arm));
    const rider = addBox(world, 0, 2.25, 1, 0.25);
    installFriction(world, { default: law });
    run(world, 240);
    expect(arm.position.z).toBeCloseTo(1.5, 2);
    expect(rider.position.z).toBeCloseTo(2.25, 2);
    expect(Math.hypot(rider.position.x, rider.position.y)).toBeLessThan(1e-3);
  });

  test('a cone-twist constraint limits the swing at its angle', () => {
    const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -9.81) });
    const base = new CANNON.Body({ mass: 0 });
    const bob = new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(0.1), position: new CANNON.Vec3(0, 0, -1) });
    world.addBody(base);
    world.addBody(bob);
    const down = new CANNON.Vec3(0, 0, -1);
    world.addConstraint(
      new CANNON.ConeTwistConstraint(base, bob, {
        pivotB: new CANNON.Vec3(0, 0, 1),
        axisA: down,
        axisB: down,
        angle: Math.PI / 4,
        twistAngle: Math.PI / 4,
      }),
    );
    installFriction(world, { default: law });
    bob.velocity.set(5, 0, 0);
    bob.angularVelocity.set(0, -5, 0);
    let widest = 0;
    for (let k = 0; k < 120; k++) {
      world.step(1 / 60);
      widest = Math.max(widest, Math.acos(Math.min(1, -bob.position.z / bob.position.length())));
    }
    expect(widest).toBeGreaterThan(0.9 * (Math.PI / 4));
    expect(widest).toBeLessThan(1.15 * (Math.PI / 4));
  });

  test('a constraint to an external body holds', () => {
    const world = createWorld();
    const box = addBox(world, 0, 2);
    const anchor = new CANNON.Body({ mass: 0, position: new CANNON.Vec3(0, 0, 3) });
    world.addConstraint(new CANNON.DistanceConstraint(anchor, box, 1));
    installFriction(world, { default: law });
    run(world, 120);
    expect(box.position.z).toBeCloseTo(2, 2);
  });
});
