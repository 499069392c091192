import type { World } from '@dimforge/rapier3d-compat';
import { bristle, coulomb, stribeck } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction, type RapierFriction, type RapierImpact } from '../../src/index.js';
import { addBody, addBox, createWorld, G, install, RAPIER, run, tilted } from './support.js';

const plain = coulomb({ mu: 0.5 });
const native = (world: World) => installFriction(world, { default: plain });
const acquired = (world: World) => install(world, stribeck({ muS: 0.5, muC: 0.4, vS: 0.1 }));

function record(friction: RapierFriction): RapierImpact[] {
  const impacts: RapierImpact[] = [];
  friction.onImpact((impact) => impacts.push({ ...impact, normal: impact.normal.slice() }));
  return impacts;
}

describe.each([
  ['native', native],
  ['acquired', acquired],
] as const)('impacts of %s pairs', (_, start) => {
  test.each([1 / 60, 1 / 240])('have the impulse m v and the speed √(2 g h), steps of %f s', (dt) => {
    const world = createWorld(dt);
    const box = addBox(world, { z: 1.1, mass: 3 });
    const friction = start(world);
    friction.setMaterial(world.getCollider(0), 'stone');
    friction.setMaterial(box.collider(0), 'wood');
    const impacts = record(friction);
    // Rapier pushes a box that has sunk in out again.
    let rebound = 0;
    friction.onImpact(() => {
      rebound = box.linvel().z;
    });
    run(friction, world, 2);
    expect(impacts).toHaveLength(1);
    const [impact] = impacts;
    const speed = Math.sqrt(2 * G);
    // The contact also carries the weight, for a step at most.
    expect(impact.impulse).toBeGreaterThan(0.99 * 3 * (speed + rebound));
    expect(impact.impulse).toBeLessThan(1.01 * 3 * (speed + rebound + G * dt));
    expect(Math.abs(impact.approachSpeed / speed - 1)).toBeLessThan(0.01);
    const isA = impact.bodyA === box;
    expect([impact.bodyA, impact.bodyB]).toContain(null);
    expect(isA ? impact.colliderA : impact.colliderB).toBe(box.collider(0));
    expect(isA ? impact.colliderB : impact.colliderA).toBe(world.getCollider(0));
    expect(isA ? impact.materialA : impact.materialB).toBe('wood');
    expect(isA ? impact.materialB : impact.materialA).toBe('stone');
    expect(impact.normal[2]).toBeCloseTo(isA ? -1 : 1, 5);
    world.free();
  });

  test('of a body with two colliders without a body in one step are two', () => {
    const world = createWorld();
    world.createCollider(RAPIER.ColliderDesc.cuboid(1, 10, 10).setTranslation(2, 0, 0));
    const ball = addBody(world, RAPIER.ColliderDesc.ball(0.1), { x: 0.85, z: 0.15 });
    const friction = start(world);
    const impacts = record(friction);
    ball.setLinvel({ x: 4, y: 0, z: -4 }, true);
    run(friction, world, 0.5);
    expect(impacts.map(({ normal }) => Math.abs(Math.round(normal[0]))).sort()).toEqual([0, 1]);
    world.free();
  });
});

test('a head-on collision in flight is one impact', () => {
  const world = createWorld(1 / 120, undefined, { x: 0, y: 0, z: 0 });
  const balls = [-1, 1].map((x) => addBody(world, RAPIER.ColliderDesc.ball(0.1), { x, z: 3 }));
  const friction = native(world);
  const impacts = record(friction);
  balls[0].setLinvel({ x: 2, y: 0, z: 0 }, true);
  run(friction, world, 2);
  expect(impacts).toHaveLength(1);
  expect(impacts[0].impulse).toBeCloseTo(1, 1); // half the momentum of 2 N s
  expect(impacts[0].approachSpeed).toBeCloseTo(2, 3);
  expect(balls).toContain(impacts[0].bodyA);
  expect(balls).toContain(impacts[0].bodyB);
  world.free();
});

describe('listening to impacts changes no bits', () => {
  function simulate(start: (world: World) => RapierFriction, listens: boolean): string {
    const world = createWorld(1 / 60, undefined, tilted(0.2));
    const boxes = [0, 1, 2].map((k) => addBox(world, { x: 0.05 * k, z: 0.3 + 0.5 * k, canSleep: true }));
    const friction = start(world);
    let count = 0;
    if (listens) friction.onImpact(() => count++);
    for (let k = 0; k < 240; k++) {
      if (k === 60) boxes[1].applyImpulse({ x: 3, y: 1, z: 2 }, true);
      friction.step();
    }
    expect(count > 0).toBe(listens);
    const bits = boxes
      .map((box) => JSON.stringify([box.translation(), box.rotation(), box.linvel(), box.angvel()]))
      .join();
    world.free();
    return bits;
  }

  const settings: [string, (world: World) => RapierFriction][] = [
    ['nothing acquired', native],
    ['everything acquired', (world) => install(world, 0.5)],
    ['predicted friction', acquired],
    ['motors', (world) => install(world, bristle({ mu: 0.5, stiffness: 1e4 }))],
  ];
  test.each(settings)('%s', (_, start) => {
    expect(simulate(start, true)).toBe(simulate(start, false));
  });
});

describe('contacts', () => {
  test('of native pairs have colliders, materials and the coefficient, but no power', () => {
    const world = createWorld();
    const box = addBox(world);
    const friction = installFriction(world, { default: coulomb({ mu: 0.35 }) });
    friction.setMaterial(box.collider(0), 'wood');
    run(friction, world, 0.3);
    box.setLinvel({ x: 2, y: 0, z: 0 }, true);
    for (let k = 0; k < 2; k++) {
      friction.step();
      const [contact] = friction.contacts({ native: true });
      expect([contact.colliderA, contact.colliderB]).toContain(box.collider(0));
      expect([contact.materialA, contact.materialB].sort()).toEqual(['', 'wood']);
      expect(contact.coefficient).toBeCloseTo(0.35, 6);
      expect(contact.power).toBeNull();
      expect(contact.slipSpeed).toBeCloseTo(box.linvel().x, 2);
      // Known from the second reading on.
      if (k === 0) expect(contact.approachSpeed).toBeNull();
      else expect(contact.approachSpeed).toBeCloseTo(0, 1);
    }
    world.free();
  });

  test.each([
    ['native', native],
    ['acquired', acquired],
    ['with memory', (world: World) => install(world, bristle({ mu: 0.5, stiffness: 1e4 }))],
  ] as const)('of sleeping bodies, %s', (_, start) => {
    const world = createWorld(1 / 60);
    const boxes = [0, 1].map((k) => addBox(world, { z: 0.1 + 0.2 * k, canSleep: true }));
    const friction = start(world);
    run(friction, world, 5);
    expect(boxes.map((box) => box.isSleeping())).toEqual([true, true]);
    const list = Array.from(friction.contacts({ native: true, sleeping: true }), (contact) => ({ ...contact }));
    expect(list.map(({ sleeping }) => sleeping)).toEqual([true, true]);
    const loads = list.map(({ normalForce }) => normalForce / G).sort();
    expect(loads[0]).toBeCloseTo(1, 1);
    expect(loads[1]).toBeCloseTo(2, 1);
    expect([...friction.contacts({ native: true })]).toEqual([]);
    world.free();
  });
});
