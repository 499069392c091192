import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { addBox, createWorld, run } from '../support.js';

const G = 9.81;

describe('kinds of bodies and shapes', () => {
  test.each([
    [0.5, 1],
    [0.9, 1],
    [0, 1],
  ])('a ball with restitution %f bounces to e² of its height', (e, height) => {
    const world = createWorld();
    world.defaultContactMaterial.restitution = e;
    const ball = new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(0.1), linearDamping: 0 });
    ball.position.set(0, 0, height + 0.1);
    world.addBody(ball);
    installFriction(world, { default: coulomb({ mu: 0.5 }) });
    let top = 0;
    let falling = true;
    for (let k = 0; k < 120; k++) {
      world.step(1 / 60);
      if (ball.velocity.z > 0) falling = false;
      if (!falling) top = Math.max(top, ball.position.z - 0.1);
    }
    expect(Math.sqrt(top / height)).toBeCloseTo(e, 1);
  });

  test('a compound of two boxes stops like one box', () => {
    const world = createWorld();
    const body = new CANNON.Body({ mass: 2, linearDamping: 0, angularDamping: 0 });
    for (const x of [-0.4, 0.4]) {
      body.addShape(new CANNON.Box(new CANNON.Vec3(0.2, 0.2, 0.1)), new CANNON.Vec3(x, 0, 0));
    }
    body.position.set(0, 0, 0.1);
    world.addBody(body);
    const friction = installFriction(world, { default: coulomb({ mu: 0.3 }) });
    run(world, 30);
    expect([...friction.contacts()]).toHaveLength(2);
    const x0 = body.position.x;
    body.velocity.set(3, 0, 0);
    run(world, 90);
    const expected = 9 / (2 * 0.3 * G);
    expect(Math.abs((body.position.x - x0) / expected - 1)).toBeLessThan(0.01);
  });

  test('a box on a tilted height field stays at rest', () => {
    const angle = 0.8 * Math.atan(0.4);
    const world = new CANNON.World({ gravity: new CANNON.Vec3(G * Math.sin(angle), 0, -G * Math.cos(angle)) });
    const flat = new CANNON.Heightfield(
      Array.from({ length: 6 }, () => new Array<number>(6).fill(0)),
      { elementSize: 1 },
    );
    const ground = new CANNON.Body({ mass: 0 });
    ground.addShape(flat);
    ground.position.set(-2.5, -2.5, 0);
    world.addBody(ground);
    const box = addBox(world, 0.1, 0.25, 1, 0.25);
    installFriction(world, { default: coulomb({ mu: 0.4 }) });
    run(world, 60);
    const before = box.position.clone();
    run(world, 300);
    expect(box.position.distanceTo(before)).toBeLessThan(1e-4);
  });

  test('a ball on a trimesh rolls at 5/7 of its speed', () => {
    const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -G) });
    const floor = new CANNON.Trimesh([-9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9, 0], [0, 1, 2, 0, 2, 3]);
    world.addBody(new CANNON.Body({ mass: 0, shape: floor }));
    const ball = new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(0.5), linearDamping: 0, angularDamping: 0 });
    ball.position.set(-4, 1, 0.5);
    ball.inertia.set(0.1, 0.1, 0.1);
    ball.invInertia.set(10, 10, 10);
    ball.updateInertiaWorld(true);
    world.addBody(ball);
    installFriction(world, { default: coulomb({ mu: 0.3 }) });
    run(world, 30);
    ball.velocity.set(3, 0, 0);
    run(world, 90);
    expect(ball.velocity.x).toBeCloseTo((5 / 7) * 3, 1);
  });

  test('a box with locked axes slides along the free one only', () => {
    const world = createWorld();
    const box = addBox(world, 0, 0.5);
    box.linearFactor.set(1, 0, 1);
    box.angularFactor.set(0, 0, 0);
    installFriction(world, { default: coulomb({ mu: 0.3 }) });
    run(world, 30);
    world.gravity.set(0, 3, -G);
    box.velocity.set(2, 0, 0);
    run(world, 120);
    expect(box.position.y).toBe(0);
    expect(box.quaternion.toArray()).toEqual([0, 0, 0, 1]);
    expect(box.position.x).toBeCloseTo(4 / (2 * 0.3 * G), 1);
  });

  test('a body with fixed rotation slides without rotating', () => {
    const world = createWorld();
    const box = addBox(world, 0, 0.5);
    box.fixedRotation = true;
    box.updateMassProperties();
    installFriction(world, { default: coulomb({ mu: 0.5 }) });
    run(world, 30);
    box.velocity.set(2, 0, 0);
    run(world, 60);
    expect(box.quaternion.toArray()).toEqual([0, 0, 0, 1]);
    expect(box.velocity.length()).toBeLessThan(1e-9);
  });

  test('damping of a body in flight is the same as in the stock engine', () => {
    const speedAfter = (install: boolean): number => {
      const world = createWorld();
      const box = addBox(world, 0, 50);
      box.linearDamping = 0.3;
      if (install) installFriction(world, { default: coulomb({ mu: 0.5 }) });
      run(world, 60);
      return box.velocity.z;
    };
    expect(speedAfter(true)).toBe(speedAfter(false));
  });

  test('a sliding box is slowed by damping and friction', () => {
    const world = createWorld();
    const box = addBox(world, 0, 0.5);
    box.linearDamping = 0.2;
    installFriction(world, { default: coulomb({ mu: 0.1 }) });
    run(world, 30);
    box.velocity.set(5, 0, 0);
    run(world, 60);
    // v' = -c v - μ g with c = -ln(1 - damping)
    const c = -Math.log(0.8);
    const expected = (5 + (0.1 * G) / c) * Math.exp(-c) - (0.1 * G) / c;
    expect(box.velocity.x).toBeCloseTo(expected, 1);
  });

  test('materials are found by object and by name, and may be unnamed', () => {
    const world = createWorld();
    const named = new CANNON.Material('ice');
    const unnamed = new CANNON.Material();
    const floor = new CANNON.Material('floor');
    world.bodies[0].material = floor;
    const [a, b, c] = [0, 2, 4].map((x) => addBox(world, x, 0.5));
    a.material = named;
    b.material = unnamed;
    c.shapes[0].material = named; // the material of the shape takes precedence
    c.material = unnamed;
    const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
    friction.setPair(named, 'floor', coulomb({ mu: 0.1 }));
    friction.setPair(floor, unnamed, coulomb({ mu: 0.9 }));
    run(world, 30);
    for (const box of [a, b, c]) box.velocity.set(0, 3, 0);
    run(world, 12);
    expect(a.velocity.y).toBeCloseTo(3 - 0.2 * 0.1 * G, 1);
    expect(b.velocity.y).toBeCloseTo(3 - 0.2 * 0.9 * G, 1);
    expect(c.velocity.y).toBeCloseTo(3 - 0.2 * 0.1 * G, 1);
  });
});

describe('sleeping', () => {
  function worldWithSleep(): [CANNON.World, CANNON.Body] {
    const world = createWorld();
    world.allowSleep = true;
    const angle = 0.35;
    world.gravity.set(G * Math.sin(angle), 0, -G * Math.cos(angle));
    const box = addBox(world, 0, 0.5);
    box.sleepTimeLimit = 0.5;
    return [world, box];
  }

  test('a box asleep on a slope wakes without a jump', () => {
    const [world, box] = worldWithSleep();
    installFriction(world, { default: coulomb({ mu: 0.5 }) });
    run(world, 120);
    expect(box.sleepState).toBe(CANNON.Body.SLEEPING);
    run(world, 60);
    const before = box.position.clone();
    box.wakeUp();
    run(world, 5);
    expect(box.position.distanceTo(before)).toBeLessThan(1e-6);
  });

  test('an impact wakes a sleeping stack', () => {
    const world = createWorld();
    world.allowSleep = true;
    const boxes = [0, 1, 2].map((k) => addBox(world, 0, 0.5 + k));
    installFriction(world, { default: coulomb({ mu: 0.5 }) });
    run(world, 300);
    for (const box of boxes) expect(box.sleepState).toBe(CANNON.Body.SLEEPING);
    const ball = new CANNON.Body({ mass: 5, shape: new CANNON.Sphere(0.3), position: new CANNON.Vec3(-3, 0, 2.5) });
    ball.velocity.set(12, 0, 0);
    world.addBody(ball);
    run(world, 120);
    expect(boxes[2].position.x).toBeGreaterThan(0.3);
  });
});
