import { anisotropic, coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { type CannonImpact, installFriction } from '../../../src/index.js';
import { addBox, createWorld, G, install, run } from '../support.js';

/** A dumbbell of two spheres; only the second one, of steel, touches the ground. */
function dumbbell(): CANNON.Body {
  const body = new CANNON.Body({ mass: 1, material: new CANNON.Material('wood') });
  const steel = new CANNON.Sphere(0.1);
  steel.material = new CANNON.Material('steel');
  body.addShape(new CANNON.Sphere(0.1), new CANNON.Vec3(0, 0, 0.3));
  body.addShape(steel, new CANNON.Vec3(0, 0, -0.3));
  return body;
}

describe.each(['ground first', 'ground last'])('shapes and materials, %s', (order) => {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -G) });
  const make = {
    ground: () => new CANNON.Body({ mass: 0, shape: new CANNON.Plane(), material: new CANNON.Material('stone') }),
    body: dumbbell,
  };
  // Bodies are ordered by their ids.
  const first = order === 'ground first' ? make.ground() : make.body();
  const second = order === 'ground first' ? make.body() : make.ground();
  const [ground, body] = order === 'ground first' ? [first, second] : [second, first];
  body.position.set(0, 0, 0.6);
  for (const one of [ground, body]) world.addBody(one);
  const friction = install(world);
  const impacts: CannonImpact[] = [];
  friction.onImpact((impact) => impacts.push({ ...impact }));
  run(world, 30);

  test('of contacts belong to their bodies, also without a law for the materials', () => {
    const [{ bodyA, bodyB, shapeA, shapeB, materialA, materialB }] = friction.contacts();
    expect([bodyA, bodyB]).toEqual([first, second]);
    const [onGround, onBody] = bodyA === ground ? [shapeA, shapeB] : [shapeB, shapeA];
    expect(onGround).toBe(ground.shapes[0]);
    expect(onBody).toBe(body.shapes[1]);
    expect(bodyA === ground ? [materialA, materialB] : [materialB, materialA]).toEqual(['stone', 'steel']);
  });

  test('of impacts too, with the normal from A to B', () => {
    expect(impacts).toHaveLength(1);
    const [{ bodyA, bodyB, shapeA, shapeB, materialA, materialB, normal }] = impacts;
    expect([bodyA, bodyB]).toEqual([first, second]);
    expect([shapeA, shapeB]).toContain(body.shapes[1]);
    expect(bodyA === ground ? [materialA, materialB] : [materialB, materialA]).toEqual(['stone', 'steel']);
    expect(normal[2]).toBeCloseTo(bodyA === ground ? 1 : -1, 6);
  });
});

test('an impact on a stack is reported for the two bodies that meet', () => {
  const world = createWorld();
  const [lower, upper] = [addBox(world, 0, 0.5), addBox(world, 0, 1.5)];
  const falling = addBox(world, 0, 3);
  const friction = install(world);
  const pairs: unknown[][] = [];
  friction.onImpact(({ bodyA, bodyB }) => pairs.push([bodyA, bodyB]));
  run(world, 90);
  expect(pairs[0]).toEqual([upper, falling]);
  expect(pairs.filter((pair) => pair.includes(lower) && pair.includes(falling))).toEqual([]);
});

test('the coefficient is that of the direction of slip', () => {
  const world = createWorld();
  const box = addBox(world, 0, 0.5);
  const friction = installFriction(world, {
    default: anisotropic({ mu: [0.6, 0.2], direction: [1, 0, 0], frame: 'world' }),
  });
  run(world, 20);
  const coefficientAlong = (x: number, y: number): number => {
    box.velocity.set(x, y, 0);
    run(world, 3);
    const [{ coefficient, frictionForce, normalForce, sliding }] = friction.contacts();
    expect(sliding).toBe(true);
    expect(Math.hypot(...frictionForce) / normalForce / coefficient).toBeCloseTo(1, 2);
    return coefficient;
  };
  expect(coefficientAlong(3, 0)).toBeCloseTo(0.6, 3);
  expect(coefficientAlong(0, 3)).toBeCloseTo(0.2, 3);
});

test('after restore, speeds before the step are unknown and count as 0', () => {
  const world = createWorld();
  const box = addBox(world, 0, 0.5);
  const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
  run(world, 20);
  box.velocity.set(2, 0, 0);
  run(world, 1);
  const [{ power }] = friction.contacts();
  expect(power).toBeGreaterThan(5);
  friction.restore(friction.snapshot());
  const [after] = friction.contacts();
  expect([after.power, after.approachSpeed]).toEqual([0, 0]);
  expect(after.coefficient).toBeCloseTo(0.5, 6);
});
