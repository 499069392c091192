import {
  Body,
  type Constraint,
  DistanceConstraint,
  LockConstraint,
  PointToPointConstraint,
  Sphere,
  Vec3,
  World,
} from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { addBox, install, run } from '../support.js';

type Join = (body: Body, hand: Body) => Constraint;

const point: Join = (body, hand) => new PointToPointConstraint(body, new Vec3(), hand, new Vec3());
const lock: Join = (body, hand) => new LockConstraint(body, hand);
const rope: Join = (body, hand) => new DistanceConstraint(body, hand, 0.5);

/** A box in free space, joined to a hand that is only moved by its position. */
function grab(join: Join, type: 1 | 2 | 4) {
  const world = new World();
  const hand = new Body({ mass: 0, type, shape: new Sphere(0.1), collisionFilterGroup: 0 });
  hand.position.set(0.5, 0, 0);
  world.addBody(hand);
  const box = addBox(world, 0, 0, 1, 0.25);
  const joint = join(box, hand);
  world.addConstraint(joint);
  const friction = install(world);
  const drag = (steps: number, speed: (step: number) => number, dt = 1 / 60) => {
    for (let k = 0; k < steps; k++) {
      hand.position.x += speed(k) * dt;
      world.step(dt);
    }
  };
  return { world, hand, box, joint, friction, drag };
}

// The joint used to remove the velocity it had given, so a released body stopped.
describe.each([
  { name: 'static', type: Body.STATIC },
  { name: 'kinematic', type: Body.KINEMATIC },
])('a body dragged at 3 m/s by a $name hand', ({ type }) => {
  test.each([
    ['a point-to-point', point, 1 / 60],
    ['a lock', lock, 1 / 60],
    ['a distance', rope, 1 / 60],
    ['a point-to-point', point, 1 / 240],
  ])('keeps its velocity when %s joint is removed', (_, join, dt) => {
    const { world, box, joint, drag } = grab(join, type);
    drag(1 / dt, () => 3, dt);
    world.removeConstraint(joint);
    expect(box.velocity.x).toBeGreaterThan(2.94);
    expect(box.velocity.x).toBeLessThan(3.06);
    const from = box.position.x;
    run(world, 60);
    expect(box.position.x - from).toBeGreaterThan(2.94);
  });

  test('hits a ball with the speed of the hand', () => {
    const { world, drag } = grab(point, type);
    const ball = new Body({ mass: 0.1, shape: new Sphere(0.2), position: new Vec3(3, 0, 0), linearDamping: 0 });
    world.addBody(ball);
    drag(75, () => 3);
    expect(ball.velocity.x).toBeGreaterThan(2.9);
  });

  test('keeps the mean velocity of a hand that moves in every second step', () => {
    const { world, box, joint, drag } = grab(point, type);
    drag(60, (k) => (k % 2 === 0 ? 6 : 0));
    world.removeConstraint(joint);
    expect(Math.abs(box.velocity.x - 3)).toBeLessThan(0.5);
  });

  test('comes to rest at the hand when the hand stops', () => {
    const { hand, box, drag } = grab(point, type);
    drag(60, () => 3);
    drag(60, () => 0);
    expect(Math.abs(box.position.x - hand.position.x)).toBeLessThan(1e-4);
    expect(box.velocity.length()).toBeLessThan(1e-3);
  });

  test('is not affected by motion of the hand before the joint was added', () => {
    const { world, hand, box, joint, drag } = grab(point, type);
    drag(10, () => 0);
    world.removeConstraint(joint);
    run(world, 2);
    hand.position.set(5, 0, 0);
    box.position.set(5, 0, 0);
    world.addConstraint(point(box, hand));
    run(world, 1);
    expect(box.velocity.length()).toBeLessThan(1e-3);
  });
});

test('a drag leaves the pose and velocity of the hand unchanged', () => {
  const { hand, drag } = grab(point, Body.STATIC);
  hand.quaternion.setFromEuler(0.3, 0.2, 0.1);
  const quaternion = hand.quaternion.toArray();
  drag(7, () => 3);
  expect(hand.position.x).toBeCloseTo(0.5 + 7 * 0.05, 12);
  expect(hand.quaternion.toArray()).toEqual(quaternion);
  expect(hand.velocity.length()).toBe(0);
});

test('a body locked to a rotating hand keeps its spin when released', () => {
  const { world, hand, box, joint } = grab(lock, Body.KINEMATIC);
  box.position.copy(hand.position);
  for (let k = 0; k < 90; k++) {
    hand.quaternion.setFromAxisAngle(new Vec3(0, 0, 1), (2 * k) / 60);
    world.step(1 / 60);
  }
  world.removeConstraint(joint);
  expect(Math.abs(box.angularVelocity.z - 2)).toBeLessThan(0.04);
});

test('a snapshot restored in the middle of a drag continues bit for bit', () => {
  const start = () => {
    const scene = grab(point, Body.KINEMATIC);
    scene.drag(20, (k) => 1 + k / 10);
    return scene;
  };
  const one = start();
  const data = one.friction.snapshot();
  const other = start();
  other.drag(3, () => -5);
  other.hand.position.copy(one.hand.position);
  for (const name of ['position', 'velocity', 'angularVelocity'] as const) other.box[name].copy(one.box[name]);
  other.box.quaternion.copy(one.box.quaternion);
  other.friction.restore(data);
  for (const scene of [one, other]) scene.drag(10, () => 2);
  expect(other.box.position.toArray()).toEqual(one.box.position.toArray());
  expect(other.box.velocity.toArray()).toEqual(one.box.velocity.toArray());
});
