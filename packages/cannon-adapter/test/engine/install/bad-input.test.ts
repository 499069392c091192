import { bristle, coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { full } from '../../../../../scripts/testing/full.js';
import { installFriction } from '../../../src/index.js';
import { addBox, createWorld, expectIntact, G, install, law, run, twoBoxes } from '../support.js';

describe('non-finite numbers', () => {
  const NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const CASES: [string, (body: CANNON.Body, value: number) => void][] = [
    ['position', (body, value) => body.position.set(value, 0, 0.5)],
    ['velocity', (body, value) => body.velocity.set(0, value, 0)],
    ['angular velocity', (body, value) => body.angularVelocity.set(0, 0, value)],
    ['quaternion', (body, value) => body.quaternion.set(value, 0, 0, 1)],
    ['force', (body, value) => body.force.set(0, 0, value)],
    ['torque', (body, value) => body.torque.set(value, 0, 0)],
  ];
  for (const [k, [name, corrupt]] of CASES.entries()) {
    test.each(full ? NUMBERS : [NUMBERS[k % NUMBERS.length]])(
      `a ${name} of %d is reported and affects no other body`,
      (value) => {
        const [world, box, other, friction] = twoBoxes();
        corrupt(other, value);
        run(world, 1);
        expect(friction.report.nonFiniteBodies).toBe(1);
        expect(friction.report.problem).toContain(
          `body ${other.id} has a non-finite position, velocity, force or mass`,
        );
        expectIntact(world, box);
        // After a repair it is solved again.
        other.position.set(6, 0, 0.5);
        other.quaternion.set(0, 0, 0, 1);
        other.aabbNeedsUpdate = true;
        for (const vector of [other.velocity, other.angularVelocity, other.force, other.torque]) vector.setZero();
        other.updateInertiaWorld(true);
        expectIntact(world, other);
        expect(friction.report.nonFiniteBodies).toBe(0);
      },
    );
  }

  test('a zero quaternion does not throw', () => {
    const [world, box, other] = twoBoxes();
    other.quaternion.set(0, 0, 0, 0);
    expect(() => run(world, 5)).not.toThrow();
    world.removeBody(other);
    expectIntact(world, box);
  });

  test.each([0, Number.POSITIVE_INFINITY, Number.NaN, -1])(
    'a dynamic body with a mass of %d does not affect others',
    (mass) => {
      const [world, box, other] = twoBoxes();
      other.mass = mass;
      other.updateMassProperties();
      expect(() => run(world, 30)).not.toThrow();
      expectIntact(world, box);
    },
  );

  test('a constraint to a non-finite body is ignored', () => {
    const [world, box, other, friction] = twoBoxes();
    world.addConstraint(new CANNON.DistanceConstraint(box, other));
    other.velocity.x = Number.NaN;
    run(world, 1);
    expect(friction.report.jointRows).toBe(0);
    expectIntact(world, box);
  });
});

describe('steps', () => {
  test('of any length in any order keep the stopping distance', () => {
    const [world, box] = twoBoxes();
    const lengths = [1 / 60, 1 / 240, 1 / 30, 1e-6, 1 / 1000, 0, 1 / 120, 1 / 20];
    const from = box.position.clone();
    box.velocity.set(0, 3, 0);
    for (let k = 0; k < 300; k++) world.step(lengths[(k * 5) % lengths.length]);
    const expected = 9 / (2 * 0.5 * G);
    expect(Math.abs(box.position.distanceTo(from) / expected - 1)).toBeLessThan(0.02);
    expect(box.position.z).toBeCloseTo(0.5, 2);
    expectIntact(world, box);
  });

  test('with interpolation keep the box on the plane', () => {
    const [world, box] = twoBoxes();
    for (let k = 0; k < 60; k++) world.step(1 / 60, 0.011);
    expect(box.interpolatedPosition.z).toBeCloseTo(0.5, 2);
    expectIntact(world, box);
  });

  test('worlds stepped in turn, each with its own dt, move as they do alone', () => {
    const steps = [1 / 60, 1 / 120, 1 / 50];
    const build = (k: number) => {
      const world = createWorld();
      const boxes = [0, 1, 2].map((n) => addBox(world, 0.05 * n, 0.5 + n));
      installFriction(world, { default: bristle({ mu: 0.3 + 0.1 * k, stiffness: 1e4 }) });
      boxes[0].velocity.set(1 + k, 0, 0);
      return { world, trace: () => boxes.flatMap((box) => [...box.position.toArray(), ...box.quaternion.toArray()]) };
    };
    const together = steps.map((_, k) => build(k));
    for (let n = 0; n < 60; n++) for (const [k, { world }] of together.entries()) world.step(steps[k]);
    for (const [k, { trace }] of together.entries()) {
      const alone = build(k);
      run(alone.world, 60, steps[k]);
      expect(alone.trace()).toEqual(trace());
    }
  });
});

describe('installing', () => {
  test('a second time on the same world throws, and the first install keeps working', () => {
    const [world, box, , friction] = twoBoxes();
    expect(() => install(world)).toThrow('friction is already installed on this world; call uninstall()');
    expectIntact(world, box);
    friction.uninstall();
    friction.uninstall();
    install(world);
    expectIntact(world, box);
  });

  test('works on a world with a SplitSolver', () => {
    const world = createWorld();
    const split = new CANNON.SplitSolver(new CANNON.GSSolver());
    world.solver = split;
    const box = addBox(world, 0, 0.5);
    const friction = install(world);
    expectIntact(world, box);
    friction.uninstall();
    expect(world.solver).toBe(split);
    expect(() => run(world, 5)).not.toThrow();
  });

  test('a solver set after the install gives a warning', () => {
    const world = createWorld();
    addBox(world, 0, 0.5);
    const warnings: string[] = [];
    const friction = installFriction(world, { default: law, warn: (message) => warnings.push(message) });
    run(world, 3);
    const userSolver = new CANNON.GSSolver();
    world.solver = userSolver;
    run(world, 3);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('world.solver was replaced');
    friction.uninstall();
    expect(world.solver).toBe(userSolver);
  });
});

describe('materials', () => {
  test('can be removed while bodies touch', () => {
    const [world, box, other, friction] = twoBoxes();
    const [wood, stone] = [new CANNON.Material('wood'), new CANNON.Material()];
    world.bodies[0].material = stone;
    box.material = wood;
    other.material = stone;
    friction.setPair(wood, stone, coulomb({ mu: 0.2 }));
    expectIntact(world, box, 0.2);
    expect(friction.removePair(stone, wood)).toBe(true);
    expectIntact(world, box);
    friction.setPair(wood, stone, coulomb({ mu: 0.2 }));
    box.material = null;
    expectIntact(world, box);
    world.bodies[0].material = null;
    expectIntact(world, other);
    expect(friction.report.problem).toBe('');
  });
});

describe('bodies with constrained motion', () => {
  test('two kinematic bodies pass through each other', () => {
    const world = createWorld();
    const [a, b] = [addBox(world, -0.2, 3, 0), addBox(world, 0.2, 3, 0)];
    a.type = CANNON.Body.KINEMATIC;
    b.type = CANNON.Body.KINEMATIC;
    a.velocity.set(1, 0, 0);
    b.velocity.set(-1, 0, 0);
    const box = addBox(world, 5, 0.5);
    const friction = install(world);
    run(world, 60);
    expect(a.position.x).toBeCloseTo(0.8, 9);
    expect(b.position.x).toBeCloseTo(-0.8, 9);
    expect(friction.report.patches).toBe(1);
    expectIntact(world, box);
  });

  test('a body with all axes locked acts as a static body', () => {
    const world = createWorld();
    const wall = addBox(world, 0, 0.5);
    wall.linearFactor.setZero();
    wall.angularFactor.setZero();
    const box = addBox(world, 0, 1.5);
    install(world);
    run(world, 30);
    box.velocity.set(0.5, 0, 0);
    run(world, 60);
    expect(wall.position.toArray()).toEqual([0, 0, 0.5]);
    expect(box.position.z).toBeCloseTo(1.5, 2);
    expect(Math.abs(box.position.x / (0.25 / (2 * 0.5 * G)) - 1)).toBeLessThan(0.05);
  });

  test('a body with locked axes moves in its plane and does not tilt', () => {
    const world = createWorld();
    const box = addBox(world, 0, 0.5);
    box.linearFactor.set(1, 0, 1);
    box.angularFactor.set(0, 1, 0);
    install(world);
    run(world, 20);
    box.velocity.set(3, 0, 0);
    for (let k = 0; k < 90; k++) {
      // Off-centre, along a locked axis.
      box.applyForce(new CANNON.Vec3(0, 20, 0), new CANNON.Vec3(0.5, 0, 0));
      world.step(1 / 60);
    }
    expect(box.position.y).toBe(0);
    expect(Math.abs(box.quaternion.z)).toBe(0);
    expect(Math.abs(box.position.x / (9 / (2 * 0.5 * G)) - 1)).toBeLessThan(0.02);
  });

  test('a body with fixedRotation on an edge neither tips nor drifts', () => {
    const world = createWorld();
    const box = addBox(world, 0, 0.75);
    box.quaternion.setFromEuler(0.5, 0, 0);
    box.fixedRotation = true;
    box.updateMassProperties();
    install(world);
    run(world, 120);
    const { x, y } = box.position;
    run(world, 60);
    expect(Math.hypot(box.position.x - x, box.position.y - y)).toBeLessThan(1e-6);
    expect(box.angularVelocity.length()).toBe(0);
    expect(box.quaternion.x).toBeCloseTo(Math.sin(0.25), 9);
  });
});

describe('bodies that do not collide', () => {
  const CASES: [string, (box: CANNON.Body) => void][] = [
    ['collisionResponse false on the body', (box) => Object.assign(box, { collisionResponse: false })],
    ['collisionResponse false on the shape', (box) => Object.assign(box.shapes[0], { collisionResponse: false })],
    ['a trigger', (box) => Object.assign(box, { isTrigger: true })],
    ['a filter on the body', (box) => Object.assign(box, { collisionFilterMask: 0 })],
    ['a filter on the shape', (box) => Object.assign(box.shapes[0], { collisionFilterMask: 0 })],
  ];
  test.each(CASES)('%s: the body falls freely, with the events of the stock engine', (_, set) => {
    const fall = (withFriction: boolean) => {
      const world = createWorld();
      const [box, other] = [addBox(world, 0, 0.8), addBox(world, 3, 0.5)];
      set(box);
      const friction = withFriction ? install(world) : null;
      const events: string[] = [];
      box.addEventListener('collide', () => events.push('collide'));
      world.addEventListener('beginContact', ({ bodyA, bodyB }: { bodyA: CANNON.Body; bodyB: CANNON.Body }) => {
        if (bodyA === box || bodyB === box) events.push('beginContact');
      });
      run(world, 30);
      return { world, box, other, events, patches: friction?.report.patches };
    };
    const { world, box, other, events, patches } = fall(true);
    const stock = fall(false);
    expect(events).toEqual(stock.events);
    expect(box.position.z).toBe(stock.box.position.z);
    expect(box.position.z).toBeLessThan(0);
    expect(patches).toBe(1);
    expectIntact(world, other);
  });
});

const COUNT = full ? 1500 : 400;

test('many contacts that come and go leave no memory behind', () => {
  const world = createWorld();
  world.broadphase = new CANNON.SAPBroadphase(world);
  const friction = install(world);
  const probe = addBox(world, -5, 0.5);
  const ball = new CANNON.Sphere(0.1);
  const sizes: number[] = [];
  for (let round = 0; round < (full ? 6 : 4); round++) {
    const balls = Array.from({ length: COUNT }, (_, k) => {
      const position = new CANNON.Vec3(0.3 * (k % 40), 0.3 * Math.floor(k / 40), 0.0999);
      const body = new CANNON.Body({ mass: 1, shape: ball, position });
      world.addBody(body);
      return body;
    });
    run(world, 3);
    expect(friction.report.patches).toBe(COUNT + 1);
    for (const body of balls.reverse()) world.removeBody(body);
    run(world, 2);
    expect(friction.report.patches).toBe(1);
    sizes.push(friction.snapshot().length);
  }
  expect(new Set(sizes.slice(1)).size).toBe(1);
  expect(friction.report.problem).toBe('');
  expectIntact(world, probe);
});
