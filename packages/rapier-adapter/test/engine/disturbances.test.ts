import type { RigidBody } from '@dimforge/rapier3d-compat';
import { bristle, coulomb } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../src/index.js';
import {
  addBody,
  addBox,
  createSettledBox,
  createWorld,
  distanceFrom,
  expectHeldAsInStock,
  G,
  install,
  RAPIER,
  run,
  tilted,
} from './support.js';

describe('values that are not finite', () => {
  test.each([
    ['a NaN velocity', (body: RigidBody) => body.setLinvel({ x: Number.NaN, y: 0, z: 0 }, true)],
    ['an infinite velocity', (body: RigidBody) => body.setLinvel({ x: Number.POSITIVE_INFINITY, y: 0, z: 0 }, true)],
    ['a NaN spin', (body: RigidBody) => body.setAngvel({ x: 0, y: Number.NaN, z: 0 }, true)],
    ['a NaN force', (body: RigidBody) => body.addForce({ x: Number.NaN, y: 0, z: 0 }, true)],
    ['a NaN position', (body: RigidBody) => body.setTranslation({ x: Number.NaN, y: 0, z: 0 }, true)],
  ])('%s of one body does not affect the others', (_, corrupt) => {
    const world = createWorld();
    const good = addBox(world);
    const bad = addBox(world, { x: 3 });
    const friction = install(world, 0.4);
    run(friction, world, 0.5);
    corrupt(bad);
    good.setLinvel({ x: 2, y: 0, z: 0 }, true);
    run(friction, world, 1);
    expect(good.translation().x / (4 / (2 * 0.4 * G))).toBeCloseTo(1, 1);
    expect(good.translation().z).toBeCloseTo(0.1, 2);
    expect(friction.report.nonFiniteBodies).toBe(1);
    expect(friction.report.problem).toContain('not a finite number');
    world.removeRigidBody(bad);
    run(friction, world, 0.1);
    expect(friction.report.nonFiniteBodies).toBe(0);
    world.free();
  });
});

test('a body with a NaN force is disabled, and the rest of its stack keeps simulating', () => {
  const world = createWorld();
  const stack = [0, 1, 2].map((k) => addBox(world, { z: 0.1 + 0.2 * k }));
  const apart = addBox(world, { x: 3 });
  const friction = install(world, 0.4);
  run(friction, world, 0.5);
  stack[1].addForce({ x: Number.NaN, y: 0, z: 0 }, true);
  apart.setLinvel({ x: 2, y: 0, z: 0 }, true);
  run(friction, world, 1);
  expect(stack.map((body) => body.isEnabled())).toEqual([true, false, true]);
  expect(friction.report.nonFiniteBodies).toBe(1);
  expect((apart.translation().x - 3) / (4 / (2 * 0.4 * G))).toBeCloseTo(1, 1);
  world.free();
});

test('boxes come to rest after bodies and colliders are repeatedly removed and replaced', () => {
  const world = createWorld();
  const friction = install(world, 0.5);
  let boxes = [0, 1, 2].map((k) => addBox(world, { z: 0.1 + 0.2 * k }));
  for (let k = 0; k < 40; k++) {
    run(friction, world, 0.1);
    const [removed] = boxes.splice(k % boxes.length, 1);
    if (k % 3 === 0) world.removeCollider(removed.collider(0), true);
    world.removeRigidBody(removed);
    boxes = [...boxes, addBox(world, { x: 0.01 * (k % 5), z: 1 })];
    [...friction.contacts()];
  }
  run(friction, world, 2);
  for (const box of boxes) {
    expect(box.translation().z).toBeGreaterThan(0.09);
    expect(Math.hypot(box.linvel().x, box.linvel().y)).toBeLessThan(0.05);
  }
  expect(friction.report.problem).toBe('');
  world.free();
});

test('a box falls freely once the ground under it is removed', () => {
  const angle = 0.3;
  const { world, box, friction } = createSettledBox(0.5, 1, { gravity: tilted(angle) });
  world.removeCollider(world.getCollider(0), true);
  run(friction, world, 0.5);
  expect(box.linvel().x).toBeCloseTo(0.5 * G * Math.sin(angle), 3);
  expect(box.linvel().z).toBeCloseTo(-0.5 * G * Math.cos(angle), 3);
  world.free();
});

test('a body lifted off a slope has no friction left', () => {
  const { world, box, friction } = createSettledBox(0.5, 1, { gravity: tilted(0.3) });
  box.setTranslation({ x: 0, y: 0, z: 5 }, true);
  run(friction, world, 0.5);
  expect(box.linvel().x).toBeCloseTo(0.5 * G * Math.sin(0.3), 3);
  world.free();
});

test('a step of length 0 changes nothing and is not counted', () => {
  const { world, box, friction } = createSettledBox(0.5, 0.5, { gravity: tilted(0.3) });
  const start = box.translation();
  const { steps } = friction.report;
  world.timestep = 0;
  for (let k = 0; k < 5; k++) friction.step();
  expect(distanceFrom(box, start)).toBe(0);
  expect(friction.report.steps).toBe(steps);
  world.timestep = 1 / 60;
  run(friction, world, 0.5);
  expect(distanceFrom(box, start)).toBeLessThan(1e-5);
  world.free();
});

test('a box stays on a body that becomes fixed, kinematic and dynamic again', () => {
  // With Rapier's friction it slips by 7.5 mm when the lower one becomes dynamic again.
  expectHeldAsInStock((setUp) => {
    const world = createWorld();
    const lower = addBox(world);
    const upper = addBox(world, { z: 0.3 });
    const stepper = setUp(world, 0.5);
    const { Fixed, KinematicVelocityBased, Dynamic } = RAPIER.RigidBodyType;
    for (const type of [Fixed, KinematicVelocityBased, Dynamic]) {
      run(stepper, world, 0.5);
      lower.setBodyType(type, true);
    }
    run(stepper, world, 0.5);
    expect(upper.translation().z).toBeCloseTo(0.3, 2);
    const moved = distanceFrom(upper, { x: 0, y: 0, z: 0 });
    world.free();
    return moved;
  });
});

test('a body in the air moves as in a stock world, bit-identically', () => {
  const paths = [false, true].map((stiction) => {
    const world = createWorld();
    addBox(world);
    const ball = addBody(world, RAPIER.ColliderDesc.ball(0.2), { x: 5, z: 20 });
    ball.setLinvel({ x: 1, y: 2, z: 3 }, true);
    ball.setAngvel({ x: 4, y: 5, z: 6 }, true);
    run(stiction ? install(world) : world, world, 1.5);
    const state = [ball.translation(), ball.rotation(), ball.linvel(), ball.angvel()];
    world.free();
    return state;
  });
  expect(paths[1]).toEqual(paths[0]);
});

test('a box dragged on a rope follows it with the drag mu m g', () => {
  const mu = 0.4;
  const world = createWorld();
  const box = addBox(world, { mass: 2 });
  const lead = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicVelocityBased().setTranslation(1, 0, 0.1));
  const joint = RAPIER.JointData.rope(1, { x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
  world.createImpulseJoint(joint, box, lead, true);
  const friction = install(world, mu);
  run(friction, world, 0.5);
  run(friction, world, 2, () => lead.setLinvel({ x: 1, y: 0, z: 0 }, true));
  expect(box.linvel().x).toBeCloseTo(1, 2);
  expect(lead.translation().x - box.translation().x).toBeCloseTo(1, 2);
  let drag = 0;
  for (const contact of friction.contacts()) drag += Math.hypot(...(contact.frictionForce ?? []));
  expect(drag / (mu * 2 * G)).toBeCloseTo(1, 2);
  world.free();
});

test.each([
  ['Coulomb friction', coulomb({ mu: 0.5 })],
  ['bristles', bristle({ mu: 0.01, stiffness: 1e5 })],
])("a soft body keeps Rapier's friction on ground with %s", (_, law) => {
  const [stock, ours] = [false, true].map((stiction) => {
    const world = createWorld(1 / 60, undefined, tilted(0.3));
    world.createSoftBody(RAPIER.SoftBodyDesc.cuboid({ x: 0, y: 0, z: 0.5 }, { x: 0.5, y: 0.5, z: 0.5 }, 4, 4, 4));
    const friction = stiction ? installFriction(world, { default: law, rapier: RAPIER }) : null;
    run(friction ?? world, world, 1.5);
    let x = 0;
    world.forEachRigidBody((body) => {
      x += body.translation().x;
    });
    friction?.uninstall();
    world.forEachCollider((collider) => expect(collider.frictionCombineRule()).toBe(0));
    world.free();
    return x;
  });
  expect(ours).toBeCloseTo(stock, 3);
});
