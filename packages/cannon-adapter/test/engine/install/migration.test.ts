import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { fixInertia, installFriction } from '../../../src/index.js';
import { addBox, createWorld, run } from '../support.js';

/** The table of docs/migrating-cannon.md: the same worlds with their own materials, stock and with one line of Stiction. */

const G = 9.81;
const MU = 0.3;

interface Scene {
  world: CANNON.World;
  boxes: CANNON.Body[];
}

/** A pile of 1 kg cubes on a plane, settled. */
function pile(count: number, withStiction: boolean): Scene {
  const world = createWorld();
  world.defaultContactMaterial.friction = MU;
  world.defaultContactMaterial.restitution = 0;
  const boxes = Array.from({ length: count }, (_, k) => addBox(world, 0, 0.5 + k));
  if (withStiction) installFriction(world, { fromContactMaterials: true });
  run(world, 30);
  return { world, boxes };
}

/** The smallest value at which something moves, to 0.1 %. */
function bisect(high: number, moves: (value: number) => boolean): number {
  let [low, top] = [0, high];
  while (top - low > 1e-3 * top) {
    const middle = (low + top) / 2;
    if (moves(middle)) top = middle;
    else low = middle;
  }
  return (low + top) / 2;
}

/** The smallest angle [deg] at which a box moves by more than 1 cm in 2 s. */
function slideAngle(withStiction: boolean): number {
  return bisect(60, (degrees) => {
    const { world, boxes } = pile(1, withStiction);
    const angle = (degrees * Math.PI) / 180;
    world.gravity.set(G * Math.sin(angle), 0, -G * Math.cos(angle));
    run(world, 120);
    return boxes[0].position.x > 0.01;
  });
}

function stopDistance(withStiction: boolean): number {
  const { world, boxes } = pile(1, withStiction);
  const from = boxes[0].position.x;
  boxes[0].velocity.x = 3;
  run(world, 120);
  return boxes[0].position.x - from;
}

/** The force [N] that moves the lowest box of a pile by more than 1 cm in 1 s. Rotations are locked. */
function pushForce(count: number, withStiction: boolean): number {
  return bisect(3000, (force) => {
    const { world, boxes } = pile(count, withStiction);
    for (const box of boxes) {
      box.fixedRotation = true;
      box.updateMassProperties();
    }
    for (let k = 0; k < 60; k++) {
      boxes[0].force.x += force;
      world.step(1 / 60);
    }
    return boxes[0].position.x > 0.01;
  });
}

/** Without gravity, a box pressed against a wall with 50 N and pulled along it with 10 N: its speed after 1 s. */
function wallSpeed(withStiction: boolean): number {
  const { world, boxes } = pile(1, withStiction);
  world.gravity.setZero();
  for (let k = 0; k < 60; k++) {
    boxes[0].force.set(10, 0, -50);
    world.step(1 / 60);
  }
  return boxes[0].velocity.x;
}

function rollingSpeed(withStiction: boolean): number {
  const { world } = pile(0, withStiction);
  const ball = new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(0.5), linearDamping: 0, angularDamping: 0 });
  if (withStiction) fixInertia(ball);
  ball.position.z = 0.4999;
  world.addBody(ball);
  run(world, 30);
  ball.velocity.x = 7;
  run(world, 90);
  return ball.velocity.x / 7;
}

const relativeError = (value: number, expected: number) => Math.abs(value / expected - 1);

describe('before and after, μ 0.3, 60 Hz', () => {
  test('a box slides at 16.7 degrees, 44.8 in the stock engine', () => {
    const [before, after] = [slideAngle(false), slideAngle(true)];
    expect(relativeError(before, 44.8)).toBeLessThan(0.01);
    expect(relativeError(after, (Math.atan(MU) * 180) / Math.PI)).toBeLessThan(0.01);
  });

  test('a box at 3 m/s stops after 1.53 m', () => {
    expect(relativeError(stopDistance(false), 0.00195)).toBeLessThan(0.01);
    expect(relativeError(stopDistance(true), 9 / (2 * MU * G))).toBeLessThan(0.005);
  });

  test('the force that moves a pile grows with its weight', () => {
    const before = [pushForce(1, false), pushForce(5, false)];
    const after = [pushForce(1, true), pushForce(5, true)];
    expect(relativeError(before[0], 60 * MU * G)).toBeLessThan(0.01);
    expect(relativeError(before[1], before[0])).toBeLessThan(0.01);
    expect(relativeError(after[0], MU * G)).toBeLessThan(0.01);
    expect(relativeError(after[1], 5 * MU * G)).toBeLessThan(0.01);
  });

  test('without gravity, a box pressed against a wall holds', () => {
    expect(relativeError(wallSpeed(false), 10)).toBeLessThan(0.01);
    expect(Math.abs(wallSpeed(true))).toBeLessThan(1e-6);
  });

  test('a ball ends up rolling at 5/7 of its speed', () => {
    expect(relativeError(rollingSpeed(false), 0.6)).toBeLessThan(1e-3);
    expect(relativeError(rollingSpeed(true), 5 / 7)).toBeLessThan(2e-3);
  });
});
