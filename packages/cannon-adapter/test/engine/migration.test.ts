import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { fixInertia, installFriction } from '../../src/index.js';
import { addBox, createWorld, run } from './support.js';

/** The table of docs/migrating-cannon.md: the same worlds, with their own materials, stock and with the one line. */

const G = 9.81;
const MU = 0.3;

interface Scene {
  world: CANNON.World;
  boxes: CANNON.Body[];
}

/** A pile of 1 kg cubes on a plane, settled. */
function pile(count: number, stiction: boolean): Scene {
  const world = createWorld();
  world.defaultContactMaterial.friction = MU;
  world.defaultContactMaterial.restitution = 0;
  const boxes = Array.from({ length: count }, (_, k) => addBox(world, 0, 0.5 + k));
  if (stiction) installFriction(world, { fromContactMaterials: true });
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

/** Tilted at once: the angle [deg] from which a box moves more than 1 cm in 2 s. */
function slideAngle(stiction: boolean): number {
  return bisect(60, (degrees) => {
    const { world, boxes } = pile(1, stiction);
    const angle = (degrees * Math.PI) / 180;
    world.gravity.set(G * Math.sin(angle), 0, -G * Math.cos(angle));
    run(world, 120);
    return boxes[0].position.x > 0.01;
  });
}

function stopDistance(stiction: boolean): number {
  const { world, boxes } = pile(1, stiction);
  const from = boxes[0].position.x;
  boxes[0].velocity.x = 3;
  run(world, 120);
  return boxes[0].position.x - from;
}

/** The push [N] that moves one box, loaded with others, more than 1 cm in 1 s. None of them can tip over. */
function pushForce(count: number, stiction: boolean): number {
  return bisect(3000, (force) => {
    const { world, boxes } = pile(count, stiction);
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

/** A box pressed against a wall with 50 N where nothing weighs: the speed after 1 s of a pull with 10 N along the wall. */
function wallSpeed(stiction: boolean): number {
  const { world, boxes } = pile(1, stiction);
  world.gravity.setZero();
  for (let k = 0; k < 60; k++) {
    boxes[0].force.set(10, 0, -50);
    world.step(1 / 60);
  }
  return boxes[0].velocity.x;
}

function ballEnd(stiction: boolean): number {
  const { world } = pile(0, stiction);
  const ball = new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(0.5), linearDamping: 0, angularDamping: 0 });
  if (stiction) fixInertia(ball);
  ball.position.z = 0.4999;
  world.addBody(ball);
  run(world, 30);
  ball.velocity.x = 7;
  run(world, 90);
  return ball.velocity.x / 7;
}

const share = (value: number, truth: number) => Math.abs(value / truth - 1);

describe('before and after, μ 0.3, 60 Hz', () => {
  test('angle at which a box slides: 16.7 degrees', () => {
    const [before, after] = [slideAngle(false), slideAngle(true)];
    expect(share(before, 44.8)).toBeLessThan(0.01);
    expect(share(after, (Math.atan(MU) * 180) / Math.PI)).toBeLessThan(0.01);
  });

  test('stop from 3 m/s: 1.53 m', () => {
    expect(share(stopDistance(false), 0.00195)).toBeLessThan(0.01);
    expect(share(stopDistance(true), 9 / (2 * MU * G))).toBeLessThan(0.005);
  });

  test('push that moves a box, and one with four on it', () => {
    const before = [pushForce(1, false), pushForce(5, false)];
    const after = [pushForce(1, true), pushForce(5, true)];
    expect(share(before[0], 60 * MU * G)).toBeLessThan(0.01);
    expect(share(before[1], before[0])).toBeLessThan(0.01);
    expect(share(after[0], MU * G)).toBeLessThan(0.01);
    expect(share(after[1], 5 * MU * G)).toBeLessThan(0.01);
  });

  test('pressed to a wall without gravity: 15 N hold against 10', () => {
    expect(share(wallSpeed(false), 10)).toBeLessThan(0.01);
    expect(Math.abs(wallSpeed(true))).toBeLessThan(1e-6);
  });

  test('a ball rolls in the end at 5/7 of its speed', () => {
    expect(share(ballEnd(false), 0.6)).toBeLessThan(1e-3);
    expect(share(ballEnd(true), 5 / 7)).toBeLessThan(2e-3);
  });
});
