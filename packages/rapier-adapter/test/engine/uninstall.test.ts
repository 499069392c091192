import type { EventQueue, World } from '@dimforge/rapier3d-compat';
import { bristle, coulomb } from '@stiction/friction-core';
import { expect, test } from 'vitest';
import { installFriction } from '../../src/index.js';
import { addBox, createWorld, G, install, RAPIER, run, slab, tilted } from './support.js';

/** Settings of every collider that uninstall has to restore. */
function coefficients(world: World): string[] {
  const list: string[] = [];
  world.forEachCollider((c) => list.push(`${c.friction()} ${c.frictionCombineRule()} ${c.activeHooks()}`));
  return list;
}

test('uninstall restores colliders, forces and world.step', () => {
  const world = createWorld();
  const box = addBox(world);
  box.collider(0).setFriction(0.7);
  box.collider(0).setFrictionCombineRule(RAPIER.CoefficientCombineRule.Multiply);
  box.addForce({ x: 0.3, y: 0, z: 0 }, true);
  const before = coefficients(world);
  const force = box.userForce();
  const friction = install(world, 0.4);
  run(friction, world, 0.5);
  expect(coefficients(world)).not.toEqual(before);
  const late = addBox(world, { x: 3 });
  run(friction, world, 0.1);
  expect(late.collider(0).friction()).toBeCloseTo(0.4, 6);
  friction.uninstall();
  expect(coefficients(world)).toEqual([...before, '0.5 0 0']);
  expect(box.userForce()).toEqual(force);
  expect(Object.hasOwn(world, 'step')).toBe(false);
  expect(world.step).toBe(RAPIER.World.prototype.step);
  world.free();
});

test('uninstall removes the friction joints and keeps those of the user', () => {
  const world = createWorld(1 / 60, slab(), tilted(0.2));
  for (const x of [0, 2]) addBox(world, { x });
  const [a, b] = [addBox(world, { x: 4, z: 3 }), addBox(world, { x: 6, z: 3 })];
  const rope = RAPIER.JointData.rope(3, { x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
  const mine = world.createImpulseJoint(rope, a, b, true);
  const bodies = world.bodies.len();
  const friction = installFriction(world, { default: bristle({ mu: 0.5, stiffness: 1e4 }), rapier: RAPIER });
  run(friction, world, 0.5);
  expect(listJoints(world)).toHaveLength(3);
  // Users see only their own joints.
  expect(world.impulseJoints.len()).toBe(1);
  friction.uninstall();
  expect(listJoints(world)).toEqual([mine.handle]);
  expect(world.bodies.len()).toBe(bodies);
  expect(world.bodies.raw.len()).toBe(bodies);
  world.step();
  world.free();
});

/** Handles of all joints in the engine. */
function listJoints(world: World): number[] {
  const handles: number[] = [];
  world.impulseJoints.raw.forEachJointHandle((handle: number) => handles.push(handle));
  return handles;
}

test('uninstall restores a user-defined world.step', () => {
  const world = createWorld();
  const mine = () => RAPIER.World.prototype.step.call(world);
  world.step = mine;
  install(world).uninstall();
  expect(world.step).toBe(mine);
  world.free();
});

test('uninstall keeps coefficients that the user has set since the install', () => {
  const world = createWorld();
  const collider = addBox(world).collider(0);
  const friction = install(world);
  collider.setFriction(0.9);
  friction.uninstall();
  expect(collider.friction()).toBeCloseTo(0.9, 6);
  world.free();
});

test('after uninstall the world continues like a stock world from the same state, bit-identically', () => {
  const world = createWorld();
  const boxes = [addBox(world), addBox(world, { x: 0.1, z: 0.3, mass: 3 }), addBox(world, { x: 2 })];
  const friction = install(world, 0.2);
  run(friction, world, 0.5);
  boxes[0].setLinvel({ x: 2, y: 1, z: 0 }, true);
  run(friction, world, 0.3);
  friction.uninstall();
  const stock = RAPIER.World.restoreSnapshot(world.takeSnapshot());
  for (let k = 0; k < 120; k++) {
    world.step();
    stock.step();
    for (const box of boxes) {
      const twin = stock.getRigidBody(box.handle);
      expect([box.translation(), box.rotation(), box.linvel(), box.angvel()]).toEqual([
        twin.translation(),
        twin.rotation(),
        twin.linvel(),
        twin.angvel(),
      ]);
    }
  }
  world.free();
  stock.free();
});

test("after uninstall Rapier's friction acts immediately, also on sleeping contacts", () => {
  for (const canSleep of [false, true]) {
    const angle = 0.3;
    const world = createWorld(1 / 60, slab().setFriction(0.8), tilted(angle));
    const box = addBox(world, { canSleep });
    box.collider(0).setFriction(0.8);
    const friction = install(world, canSleep ? 0.5 : 0);
    run(friction, world, canSleep ? 4 : 0.5);
    expect(box.isSleeping()).toBe(canSleep);
    const speed = box.linvel().x;
    if (!canSleep) expect(speed).toBeCloseTo(0.5 * G * Math.sin(angle), 1);
    const { x } = box.translation();
    friction.uninstall();
    box.wakeUp();
    run(world, world, 0.1);
    const exact = Math.max(0, speed + 0.1 * G * (Math.sin(angle) - 0.8 * Math.cos(angle)));
    expect(Math.abs(box.linvel().x - exact)).toBeLessThan(0.1);
    if (canSleep) expect(box.translation().x).toBeCloseTo(x, 3);
    world.free();
  }
});

test('install acts immediately on resting contacts', () => {
  const angle = 0.3;
  const world = createWorld(1 / 60, slab(), tilted(angle));
  const box = addBox(world);
  run(world, world, 1);
  expect(box.linvel().x).toBeLessThan(1e-3);
  const friction = install(world, 0);
  run(friction, world, 0.2);
  expect(box.linvel().x).toBeCloseTo(0.2 * G * Math.sin(angle), 2);
  world.free();
});

test('install and uninstall cause no collision events', () => {
  const world = createWorld();
  const box = addBox(world);
  box.collider(0).setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS);
  const queue = new RAPIER.EventQueue(true);
  const events: boolean[] = [];
  const steps = (stepper: { step(queue: EventQueue): void }) => {
    for (let k = 0; k < 30; k++) {
      stepper.step(queue);
      queue.drainCollisionEvents((_a, _b, started) => events.push(started));
    }
  };
  steps(world);
  expect(events).toEqual([true]);
  const friction = install(world);
  steps(friction);
  friction.uninstall();
  steps(world);
  expect(events).toEqual([true]);
  world.free();
});

test('uninstall may be called twice and in a hook; other methods then throw', () => {
  const world = createWorld();
  const box = addBox(world, { z: 0.3 });
  box.collider(0).setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS);
  const friction = install(world);
  const queue = new RAPIER.EventQueue(true);
  let calls = 0;
  const hooks = {
    filterContactPair: () => {
      calls++;
      friction.uninstall();
      expect(() => friction.step()).toThrow('within a step');
      return RAPIER.SolverFlags.COMPUTE_IMPULSE;
    },
    filterIntersectionPair: () => true,
  };
  for (let k = 0; k < 30 && calls === 0; k++) friction.step(queue, hooks);
  expect(calls).toBeGreaterThan(0);
  expect(box.collider(0).friction()).toBe(0.5);
  expect(Object.hasOwn(world, 'step')).toBe(false);
  friction.uninstall();
  expect(friction.report.steps).toBeGreaterThan(0);
  for (const act of [
    () => friction.step(),
    () => friction.contacts(),
    () => friction.setDefault(coulomb({ mu: 0.1 })),
    () => friction.setPair('a', 'b', coulomb({ mu: 0.1 })),
    () => friction.setMaterial(box.collider(0), 'a'),
  ]) {
    expect(act).toThrow('friction has been uninstalled');
  }
  const reinstalled = install(world, 0.3);
  run(reinstalled, world, 0.5);
  expect(reinstalled.report.steps).toBe(30);
  world.free();
});

test('after world.free() uninstall does nothing and step explains the failure', () => {
  const world = createWorld();
  addBox(world);
  const friction = install(world);
  run(friction, world, 0.2);
  world.free();
  expect(() => friction.step()).toThrow('the world has been freed');
  expect(() => friction.uninstall()).not.toThrow();
});
