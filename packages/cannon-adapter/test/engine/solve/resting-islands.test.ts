import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import { Body, Box, HingeConstraint, Quaternion, Sphere, Vec3 } from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { addBox, createWorld, G, install, run } from '../support.js';

/** A Coulomb law that counts its calls, one per patch and solved substep. `takeCount` resets the count. */
function countingLaw(stateSize: number): { law: FrictionLaw; takeCount: () => number } {
  const law = coulomb({ mu: 0.5 });
  let count = 0;
  return {
    law: {
      ...law,
      stateSize,
      linearize(patches, i, h) {
        count++;
        law.linearize(patches, i, h);
      },
    },
    takeCount() {
      const calls = count;
      count = 0;
      return calls;
    },
  };
}

describe('islands at rest', () => {
  test('are solved in at most two of eight substeps', () => {
    const world = createWorld();
    const { law, takeCount } = countingLaw(0);
    for (const x of [0, 3]) addBox(world, x, 0.5);
    installFriction(world, { default: law });
    run(world, 120);
    takeCount();
    run(world, 10);
    expect(takeCount()).toBeLessThanOrEqual(2 * 10 * 2);
  });

  test('report forces that carry their whole weight', () => {
    const world = createWorld();
    for (const z of [0.5, 1.5, 2.5]) addBox(world, 0, z);
    const friction = install(world);
    run(world, 300);
    const forces: number[] = [];
    for (const { normalForce } of friction.contacts()) forces.push(normalForce);
    forces.sort((a, b) => a - b);
    for (const [k, force] of forces.entries()) expect(force).toBeCloseTo((k + 1) * G, 3);
  });

  test('are solved in every substep if the law has memory', () => {
    const world = createWorld();
    const { law, takeCount } = countingLaw(1);
    addBox(world, 0, 0.5);
    installFriction(world, { default: law });
    run(world, 120);
    takeCount();
    run(world, 1);
    expect(takeCount()).toBe(8);
  });

  test('do not affect a box that slides beside them', () => {
    const world = createWorld();
    const [still, slider] = [addBox(world, 0, 0.5), addBox(world, 0, 0.5)];
    slider.position.y = 3;
    install(world);
    run(world, 120);
    slider.velocity.y = 2;
    run(world, 90);
    expect(slider.position.y - 3).toBeGreaterThan(0.97 * (4 / G));
    expect(slider.position.y - 3).toBeLessThan(1.01 * (4 / G));
    expect(Math.abs(still.position.x) + Math.abs(still.position.y)).toBeLessThan(1e-5);
  });

  test('become active again: a box on a hinge falls when the hinge is removed', () => {
    const world = createWorld();
    const post = new Body({ mass: 0, position: new Vec3(0, 0, 5) });
    world.addBody(post);
    const box = addBox(world, 0, 4);
    const hinge = new HingeConstraint(post, box, { pivotB: new Vec3(0, 0, 1), axisA: Vec3.UNIT_X, axisB: Vec3.UNIT_X });
    world.addConstraint(hinge);
    install(world);
    run(world, 60);
    expect(Math.abs(box.position.z - 4)).toBeLessThan(1e-6);
    world.removeConstraint(hinge);
    run(world, 30);
    expect(box.position.z).toBeCloseTo(4 - (0.5 * G * 30 * 31) / 3600, 2);
  });
});

// 1e-4 rad is 0.006 degrees: a ball with a small acceleration must not count as resting.
test.each([1e-2, 1e-3, 1e-4])('a ball on a slope of %f rad accelerates by 5/7 g sin', (angle) => {
  const world = createWorld();
  world.gravity.set(G * Math.sin(angle), 0, -G * Math.cos(angle));
  const ball = new Body({
    mass: 1,
    shape: new Sphere(0.5),
    position: new Vec3(0, 0, 0.5),
    linearDamping: 0,
    angularDamping: 0,
  });
  ball.inertia.set(0.1, 0.1, 0.1);
  ball.invInertia.set(10, 10, 10);
  ball.updateInertiaWorld(true);
  world.addBody(ball);
  install(world);
  run(world, 120);
  expect(ball.velocity.x / ((5 / 7) * G * Math.sin(angle) * 2)).toBeCloseTo(1, 2);
});

// It moves by 8 µm in 10 s along the normal, because the contact springs adapt to a steady load.
test.each([
  [1, 0],
  [0, 1],
  [Math.SQRT1_2, Math.SQRT1_2],
])('a flat box at 90 % of the friction angle creeps by less than 1 µm in 10 s, downhill along %f, %f', (x, y) => {
  const angle = 0.9 * Math.atan(0.5);
  const rotation = new Quaternion().setFromAxisAngle(new Vec3(-y, x, 0), angle);
  const world = createWorld();
  world.bodies[0].quaternion.copy(rotation);
  const box = new Body({ mass: 3.2, shape: new Box(new Vec3(0.35, 0.2, 0.12)), quaternion: rotation });
  box.position.copy(rotation.vmult(new Vec3(0, 0, 0.12)));
  world.addBody(box);
  install(world);
  run(world, 60);
  const from = box.position.clone();
  run(world, 600);
  const moved = box.position.vsub(from);
  expect(Math.abs(moved.dot(rotation.vmult(new Vec3(x, y, 0))))).toBeLessThan(1e-6);
  expect(moved.dot(rotation.vmult(new Vec3(0, 0, 1)))).toBeLessThan(2e-5);
});
